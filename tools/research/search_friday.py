"""Host search for Friday the 13th with the whole hand known: finds a winning line, or none.

Suits do not matter, and neither does which foundation has a rank: the number of cards played of
each rank gives the number of tops to build on. Ranks are numbered from 1 for a jack to 13 for a
ten, so that each builds on the number before it, and foundation f starts with rank f + 1.

Filling the next foundation is never worse than anything else, nor is building while every card of
that rank has room. What remains to choose is which of several cards gets the room: build this one
or pass it over. This is a beam search: all positions after the same number of turns are a layer,
and those with the most cards played continue. If a narrow beam finds no win, a wider one is tried.
"""

from thirteen.rules import friday as rules

WIDTHS = (100, 700)  # beams; of 200 deals the first wins 145, the second one more

_TURN, _REDEAL, _WASTE, _TURNED = range(4)  # steps of a line; plays include the rank: step + 4 * r


class _Game:
    """A position: the cards played, the piles, and the moves that led to it, newest first."""

    __slots__ = ("gone", "hand", "i", "left", "line", "next", "played", "turned", "waste")

    def copy(self):
        g = _Game()
        g.played = self.played[:]
        g.waste = self.waste[:]
        g.hand, g.i, g.left, g.turned = self.hand, self.i, self.left, self.turned
        g.next, g.gone, g.line = self.next, self.gone, self.line
        return g

    def key(self):
        """A key that identifies the position within its layer."""
        return (self.turned, self.next, bytes(self.played), bytes(self.waste), self.hand)

    def play(self, step, r):
        if step == _WASTE:
            self.waste.pop()
        else:
            self.turned = 0
        if r == self.next:
            self.next += 1
        self.played[r] += 1
        if r == 13:
            self.played[0] += 1
        self.gone += 1
        self.line = (step + 4 * r, self.line)

    def on(self):
        """Turn or redeal; False if neither is possible."""
        if self.i == len(self.hand) and not (self.left and (self.waste or self.turned)):
            if not self.turned:
                return False
            self.waste.append(self.turned)
            self.turned = 0
            self.line = (_TURN, self.line)
            return True
        if self.turned:
            self.waste.append(self.turned)
        if self.i == len(self.hand):
            self.hand = bytes(self.waste)
            self.waste = []
            self.i = 0
            self.left -= 1
            self.line = (_REDEAL, self.line)
        else:
            self.line = (_TURN, self.line)
        self.turned = self.hand[self.i]
        self.i += 1
        return True

    def run(self):
        """Make all plays that are never wrong; returns the (step, rank) choices that remain."""
        while True:
            forks = []
            for step in (_WASTE, _TURNED):
                r = self.turned if step == _TURNED else self.waste[-1] if self.waste else 0
                if not r:
                    continue
                if r == self.next:
                    self.play(step, r)
                    break
                room = self.played[r - 1] - self.played[r] + (r < self.next)
                # One card of a rank must be kept for its own foundation.
                wanting = 4 - self.played[r] - (r > self.next)
                if room <= 0 or not wanting:
                    continue
                if room >= wanting:
                    self.play(step, r)
                    break
                if not forks or forks[0][1] != r:  # of two equal cards the waste's is better
                    forks.append((step, r))
            else:
                return forks


def solve(deal):
    """The moves of a win under the default options, or None if none was found."""
    s = bytearray(rules.SIZE)
    rules.new(s, deal, bytes(len(rules.OPTIONS)))
    for width in WIDTHS:
        line = beam(s, width)
        if line:
            return _moves(s, line)
    return None


def beam(s, width):
    """The line of a win from s, newest step first, or None if so wide a beam finds none."""
    return _beam(_begin(s), width)


def _begin(s):
    g = _Game()
    g.hand = bytes(((rules.ahead(s, k) & 15) + 2) % 13 + 1 for k in range(rules.hand(s)))
    g.waste = []
    g.i = g.turned = 0
    g.left = rules.redeals(s)
    g.played = [0, 1, 1, 1, 1] + [0] * 9
    g.next = 5
    g.gone = 4
    g.line = None
    return g


def _beam(first, width):
    layer = [first]
    while layer:
        after = {}
        for g in layer:
            forks = [g]
            while forks:
                g = forks.pop()
                for step, r in g.run():
                    way = g.copy()
                    way.play(step, r)
                    forks.append(way)
                if g.gone == 52:
                    return g.line
                if g.on():
                    after.setdefault(g.key(), g)
        layer = sorted(after.values(), key=lambda g: -g.gone - g.next)[:width]
    return None


def _moves(s, line):
    """A line's moves in the encoding of the rules, played from s."""
    steps = []
    while line:
        step, line = line
        steps.append(step)
    moves = []
    for step in reversed(steps):
        r, kind = divmod(step, 4)
        m = rules.TURN if kind == _TURN else rules.REDEAL
        if r:
            c = rules.turned(s) if kind == _TURNED else rules.waste(s)
            f = rules.filled(s)
            if f != r - 1:
                f = next(f for f in range(13) if rules.takes(s, f, c))
            m = (16 if kind == _TURNED else 32) | f
        rules.apply(s, m)
        moves.append(m)
    return moves
