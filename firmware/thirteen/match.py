"""Floor 2. A game in play: deal, options, state and log, once for all games.

The log holds every move since the deal, those that were undone last. Undo plays the log again
up to the move before, from a mark some moves back. A log as long as it may be has its older half
played into `base` and forgotten: the oldest undo steps are lost, never the game.

A rules file has, of a state s and a move m (a 16-bit number):
    VERSION, SIZE, MOVES   of its rules; bytes of a state; how many moves there are at most
    OPTIONS                its house rules, see options.py
    new(s, deal, options)  deal into s
    moves(s, out)          the legal moves into out, an array of "H"; how many
    apply(s, m)            make a legal move
    over(s)                0 in play, 1 won, 2 lost, 3 done, 4 quit; 16 + p: won by player p
    score(s), points(v)    the score, and one as a player reads it
    text(s, m), parse(s, t), state(s)   for the desk: the notation of its sheet, and for JSON

and may have, the first two for moves that come in more ways than `moves` can list (waits):
    same(m)       the listed move that is legal just when m is
    merge(a, b)   the one move that does what a and then b do, or -1; the log keeps that one
    used(s)       behind so many bytes the state has only zeros yet: marks do without them
    LOG           moves that can be undone, where that is not the LOG below
    SLOW          moves take long: another mark is worth its memory
    TABLE         so many bytes of a state are all that a view wants to compare
    UNIT          what of the score is one whole thing, for the mean
    TICK          a clock: ms of a tick; WAIT | n are n of them
    peeked(s, m)  several play: whether m showed something that was hidden
"""

import struct
from array import array

from micropython import const

LOG = const(1024)  # moves that can be undone

_FIRST = const(256)  # moves that the log has room for at first; it doubles as it has to
_MARK = const(32)  # moves between marks
_NEVER = const(0xFFFF)  # where a mark is of which nothing is known
_HEAD = "<BBIIHHB"  # format, rules version, deal, forgotten, played, logged, options
_FORMAT = const(1)


class _Slices:
    def __getitem__(self, i):
        return i


_ALL = _Slices()[:]  # a slice made once: writing `a[:] = b` makes one each time, and play must not


class Match:
    """`s` the state, `n` moves played, `top` with the undone ones, `gone` the forgotten ones."""

    def __init__(self, rules, deal=1, options=None):
        self.rules = rules
        self._merge = getattr(rules, "merge", None)
        self.s = bytearray(rules.SIZE)
        self.base = None  # the state after the forgotten moves, where there are some
        self.log = array("H", bytes(2 * min(_FIRST, getattr(rules, "LOG", LOG))))
        self._used = memoryview(self.s)  # what a mark keeps of it
        self._mark = bytearray(rules.SIZE)
        self._old = bytearray(rules.SIZE) if hasattr(rules, "SLOW") else None  # the mark before it
        self._out = array("H", bytes(2 * rules.MOVES))
        self.deal(deal, options)

    def deal(self, deal, options=None):
        """Start anew with a deal number and options (bytes; the defaults where None)."""
        self.number = deal
        self.options = options or bytes(len(self.rules.OPTIONS))
        self.base = None
        self.gone = self.top = 0
        self._start()

    def _start(self):
        """The state, and the mark, go to where the log begins."""
        self.n = self._at = 0
        if self.base:
            self.s[:] = self.base
        else:
            self.rules.new(self.s, self.number, self.options)
        self._set_mark(0)
        self._old_at = _NEVER

    def legal(self):
        """(moves, how many): the array is this match's own and is filled anew by each call."""
        return self._out, self.rules.moves(self.s, self._out)

    def allows(self, m):
        out, n = self.legal()
        if hasattr(self.rules, "same"):
            m = self.rules.same(m)
        for i in range(n):
            if out[i] == m:
                return True
        return False

    def play(self, m):
        """Make move m, which the caller knows to be legal; what was undone is forgotten."""
        both = self._merge(self.log[self.n - 1], m) if self._merge and self.n else -1
        if both < 0 and self.n == len(self.log):
            self._room()
        self.rules.apply(self.s, m)
        if both < 0:
            self.log[self.n] = m
            self.n += 1
        else:
            self.log[self.n - 1] = both
        self.top = self.n
        if self.n % _MARK == 0:
            self._set_mark(self.n)

    def _set_mark(self, n):
        """The state is that after n moves: the mark goes there."""
        if self._old:
            self._swap()
        if hasattr(self.rules, "used"):
            used = self.rules.used(self.s)
            if used != len(self._mark):
                self._mark = bytearray(used)
                self._used = memoryview(self.s)[:used]
        self._mark[_ALL] = self._used
        self._at = n

    def _swap(self):
        self._old, self._mark = self._mark, self._old
        self._old_at = self._at

    def undo(self):
        """Take the last move back; False where there is none."""
        if not self.n:
            return False
        self._replay(self.n - 1)
        return True

    def redo(self):
        """Make the move again that was taken back; False where there is none."""
        if self.n == self.top:
            return False
        self._replay(self.n + 1)
        return True

    def restart(self):
        """Back to the deal; redo leads forward again, unless its moves are forgotten."""
        if self.gone:
            self.deal(self.number, self.options)
        else:
            self._start()

    def _replay(self, n):
        """Bring the state to that after n moves of the log, from the mark or from the base."""
        if self._at > n:
            if self._old_at > n:
                self._start()
            else:
                at = self._old_at
                self._swap()
                self._at = at
                self._old_at = _NEVER
        s = self.s
        s[:] = self._mark + bytes(len(s) - len(self._mark))
        for i in range(self._at, n):
            self.rules.apply(s, self.log[i])
            if (i + 1) % _MARK == 0:
                self._set_mark(i + 1)
        self.n = n

    def _room(self):
        """Make room for another move: a longer log, or a half forgotten."""
        if len(self.log) < getattr(self.rules, "LOG", LOG):
            try:
                self._grow(2 * len(self.log))
                return
            except MemoryError:  # the heap has no hole that large
                pass
        self._forget()

    def _grow(self, size):
        log = array("H", bytes(2 * size))
        for i in range(self.n):
            log[i] = self.log[i]
        self.log = log

    def _forget(self):
        self.base = self.beginning()
        half = len(self.log) // 2
        log = self.log
        for i in range(half):
            self.rules.apply(self.base, log[i])
            log[i] = log[i + half]
        self.gone += half
        self.n = self.top = half
        self._at = self._old_at = _NEVER

    def beginning(self):
        """The state where the log begins."""
        s = self.base or bytearray(self.rules.SIZE)
        if not self.base:
            self.rules.new(s, self.number, self.options)
        return s

    def save(self):
        """The match as a sequence of bytes and bytearrays; `load` takes them back, joined."""
        head = struct.pack(
            _HEAD,
            _FORMAT,
            self.rules.VERSION,
            self.number,
            self.gone,
            self.n,
            self.top,
            len(self.options),
        )
        log = bytes(memoryview(self.log)[: self.top])
        return head, self.options, self.s, self.beginning(), log

    def load(self, data):
        """Take up a saved match; ValueError where the data are not one of this game's."""
        at = struct.calcsize(_HEAD)
        size = self.rules.SIZE
        if len(data) < at:
            raise ValueError("cut short")
        form, version, deal, gone, n, top, k = struct.unpack_from(_HEAD, data)
        if form != _FORMAT or version != self.rules.VERSION:
            raise ValueError("of another version")
        most = getattr(self.rules, "LOG", LOG)
        if n > top or top > most or len(data) != at + k + 2 * size + 2 * top:
            raise ValueError("of the wrong length")
        if k != len(self.rules.OPTIONS) or not 1 <= deal <= 999999:
            raise ValueError("of another game")
        room = len(self.log)
        while room < top:
            room *= 2
        if room > len(self.log):
            self.log = array("H", bytes(2 * room))
        from thirteen import options

        for i, (_, spec) in enumerate(self.rules.OPTIONS):
            options.value(spec, data[at + i])  # ValueError where there is none such
        self.number = deal
        self.options = bytes(data[at : at + k])
        self.gone = gone
        self.top = top
        at += k + size
        self.base = bytearray(data[at : at + size]) if gone else None
        if not gone:
            self.rules.new(self.s, deal, self.options)
            if self.s != data[at : at + size]:
                raise ValueError("of another deal")
        at += size
        for i in range(top):
            self.log[i] = data[at + 2 * i] | data[at + 2 * i + 1] << 8
        self._start()
        self._replay(n)
        if self.s != data[at - 2 * size : at - size]:
            raise ValueError("of moves that do not lead to its position")

    def record(self):
        """The game as a record: a dict of what replays it, for JSON."""
        from thirteen import options

        if self.gone:
            raise ValueError("the game is too long for a record: its oldest moves are forgotten")
        rules = self.rules
        s = bytearray(rules.SIZE)
        rules.new(s, self.number, self.options)
        texts = []
        for i in range(self.n):
            texts.append(rules.text(s, self.log[i]))
            rules.apply(s, self.log[i])
        return {
            "format": 1,
            "game": name(rules),
            "rules": rules.VERSION,
            "deal": self.number,
            "options": options.unpack(rules.OPTIONS, self.options),
            "moves": texts,
            "result": result(rules.over(s)),
        }

    def replay(self, texts):
        """Play moves given as text; ValueError with the number of the first that fails."""
        for i, t in enumerate(texts):
            if self.rules.over(self.s):
                raise ValueError("move %d: the game is over before it" % (i + 1))
            try:
                m = self.rules.parse(self.s, t)
            except ValueError as e:
                raise ValueError("move %d: %s" % (i + 1, e)) from None
            if not self.allows(m):
                raise ValueError("move %d: %s is not legal there" % (i + 1, t))
            self.play(m)


def name(rules):
    return rules.__name__.split(".")[-1]


def result(code):
    """What rules.over says, as records and traces write it."""
    if code > 15:
        return "won %d" % (code - 16)
    return (None, "won", "lost", "done", "quit")[code]
