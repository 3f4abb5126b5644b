"""Layer 2. Hints along the proved line of a deal, for as long as the game is on it.

A line has the choices that win, from the first move on: the place of each move among all legal
ones in ascending order, in as many bits as the highest place takes, none for an only move. The
first choice has the lowest bits of the first byte. Off the line a bot thinks as ever.
"""

from array import array

from thirteen.protocols import Module, Moves, Rules, Thought


def moves(rules: Rules, deal: int, line: bytes) -> int:
    """The number of moves of a proved line; 0 if it does not win, as the file is damaged."""
    return max(counting(rules, deal, line))


def counting(rules: Rules, deal: int, line: bytes) -> Thought:
    """The same move by move: yields -1 for each, then the number."""
    t = bytearray(rules.SIZE)
    rules.new(t, deal, bytes(len(rules.OPTIONS)))
    out = array("H", bytes(2 * rules.MOVES))
    n = at = 0
    while not rules.over(t) and at <= 8 * len(line):
        m, at = _next(rules, t, line, at, out)
        rules.apply(t, m)
        n += 1
        yield -1
    yield n if rules.over(t) == 1 else 0


def leads_to(rules: Rules, deal: int, line: bytes, s: bytearray) -> Thought:
    """Whether a proved line leads through position s: yields -1 for each move, then 1 or 0."""
    t = bytearray(rules.SIZE)
    rules.new(t, deal, bytes(len(rules.OPTIONS)))
    out = array("H", bytes(2 * rules.MOVES))
    at = 0
    while rules.score(t) <= rules.score(s) and not rules.over(t) and at <= 8 * len(line):
        m, at = _next(rules, t, line, at, out)
        if rules.like(s, t, m) >= 0:
            yield 1
            return
        rules.apply(t, m)
        yield -1
    yield 0


def _next(rules: Rules, t: bytearray, line: bytes, at: int, out: Moves) -> tuple[int, int]:
    """The move that a line has in position t from its bit `at` on, and the bit after it."""
    n = rules.moves(t, out)
    k = 0
    bit = 1
    while bit < n:
        if at < 8 * len(line):
            k |= bit * (line[at >> 3] >> (at & 7) & 1)
        at += 1
        bit <<= 1
    return out[min(k, n - 1)], at


class Banked:
    """A bot that plays the line of a deal back, a move a step, up to the position asked about."""

    def __init__(self, rules: Rules, deal: int, line: bytes, bot: Module):
        self._rules = rules
        self._deal = deal
        self._line = line
        self._bot = bot
        self._s = self._t = bytearray(rules.SIZE)
        self._out = array("H", bytes(2 * rules.MOVES))
        self._at = -1  # bits of the line used up; -1: not dealt yet
        self._move = -1
        self._off = False  # the position is not on the line

    def think(self, s: bytearray) -> None:
        self._s = bytearray(s)
        self._t = bytearray(len(s))
        self._at = self._move = -1
        self._off = False

    def step(self) -> bool:
        return self._bot.step() if self._off else self._replay()

    def _replay(self) -> bool:
        """The line's next move; apart from `step`, which allocates nothing so."""
        rules = self._rules
        t = self._t
        if self._at < 0:
            rules.new(t, self._deal, bytes(len(rules.OPTIONS)))
            self._at = 0
            return False
        end = 8 * len(self._line)
        if rules.score(t) > rules.score(self._s) or rules.over(t) or self._at > end:
            self._off = True
            self._bot.think(self._s)
            return False
        m, self._at = _next(rules, t, self._line, self._at, self._out)
        self._move = rules.like(self._s, t, m)
        rules.apply(t, m)
        return self._move >= 0

    def move(self) -> int:
        return self._bot.move() if self._off else self._move

    def verdict(self) -> int:
        return self._bot.verdict() if self._off else 1

    def why(self) -> str:
        return self._bot.why() if self._off else self._bot.reason(self._s, self._move)
