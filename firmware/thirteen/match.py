"""Layer 3. A game in play: deal, options, state and log, once for all games.

The log holds every move since the deal, those that were undone last. Undo takes the nearest state
kept from before (see States) and plays the log from there. A log as long as it may be has its
older half played into `start` and forgotten: the oldest undo steps are lost, never the game.

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
    used(s)       behind so many bytes the state has only zeros yet: copies do without them
    LOG           moves that can be undone, where that is not the LOG below
    TABLE         so many bytes of a state are all that a view wants to compare
    UNIT          what of the score is one whole thing, for the mean
    TICK          a clock: ms of a tick; WAIT | n are n of them
    peeked(s, m)  several play: whether m showed something that was hidden
    deals(m)      whether m deals a new hand, behind which nothing can be undone: saves begin there
"""

from array import array
from binascii import crc32

from micropython import const

from thirteen import options as specs
from thirteen.states import States
from thirteen.storage import saved_game

LOG = const(1024)  # moves that can be undone

_FIRST = const(256)  # moves that the log has room for at first; it doubles as it has to
_GROWTH = const(48)  # bytes more than are used, in copies of a state that grows


class Match:
    """`s` the state, `n` moves played, `top` with the undone ones, `gone` the forgotten ones.

    `start` is the state where the log begins: the deal, or that after the forgotten moves.
    """

    def __init__(self, rules, deal: int = 1, options: bytes | None = None):
        self.rules = rules
        self._merge = getattr(rules, "merge", None)
        self._deals = getattr(rules, "deals", None)
        self.s = bytearray(rules.SIZE)
        self.start = bytearray(rules.SIZE)
        self.log = array("H", bytes(2 * min(_FIRST, getattr(rules, "LOG", LOG))))
        self._out = array("H", bytes(2 * rules.MOVES))
        self._states: States | None = None
        self._used = memoryview(self.s)  # what the copies keep of it
        self.deal(deal, options)

    def deal(self, deal: int, options: bytes | None = None) -> None:
        """Start anew with a deal number and options (bytes; the defaults where None)."""
        self.number = deal
        self.options = options or bytes(len(self.rules.OPTIONS))
        self.gone = 0
        self.rules.new(self.start, deal, self.options)
        self.top = 0
        self._begin()

    def _begin(self):
        """The state goes to where the log begins; nothing is known of what comes then."""
        self.s[:] = self.start
        self.n = 0
        self._from = 0  # saves begin after so many moves,
        self._hand = self.start  # with this state
        self._check = None  # the state up to which a loaded log is checked,
        self._checked = self._loaded = 0  # so many of so many moves
        if self._states:
            self._states.clear()
        self._keep(self.n, self.s)

    def _keep(self, n, s):
        """Keep a copy of the state s after n moves."""
        size = self.rules.used(s) if hasattr(self.rules, "used") else len(s)
        if not self._states or size > self._states.size:
            if size < len(s):
                size = min(size + _GROWTH, len(s))
            self._states = None  # its memory first
            self._states = States(size)
            self._used = memoryview(self.s)[:size]
        self._states.keep(n, self._used if s is self.s else memoryview(s)[: self._states.size])

    def legal(self):
        """(moves, how many): the array is this match's own and is filled anew by each call."""
        return self._out, self.rules.moves(self.s, self._out)

    def allows(self, m: int) -> bool:
        return self._allows(self.s, m)

    def _allows(self, s, m):
        out = self._out
        if hasattr(self.rules, "same"):
            m = self.rules.same(m)
        for i in range(self.rules.moves(s, out)):
            if out[i] == m:
                return True
        return False

    def play(self, m: int) -> None:
        """Make move m, which the caller knows to be legal; what was undone is forgotten."""
        both = -1
        if self._merge and self.n and self._check is None:  # else it is still to be checked
            both = self._merge(self.log[self.n - 1], m)
        if both < 0 and self.n == len(self.log):
            self._room()
        self.rules.apply(self.s, m)
        if self.top > self.n:
            self._states.forget(self.n)
            self._loaded = min(self._loaded, self.n)
        if both < 0:
            self.log[self.n] = m
            self.n += 1
        else:
            self.log[self.n - 1] = both
        self.top = self.n
        self._keep(self.n, self.s)
        if self._deals and self._deals(m):
            self._from = self.n
            self._hand = bytearray(self.s)

    def undo(self) -> bool:
        """Take the last move back; False where there is none."""
        if not self.n:
            return False
        self._go(self.n - 1)
        return True

    def redo(self) -> bool:
        """Make the move again that was taken back; False where there is none."""
        if self.n == self.top:
            return False
        self._go(self.n + 1)
        return True

    def go(self, n: int) -> None:
        """To the state after n moves; redo and undo go on from there."""
        self._go(n)

    def before(self):
        """The state before the last move, as far as it has been used; not to be written."""
        n = self.n
        s = self._states.get(n - 1)
        if s is None:
            self._go(n - 1)
            self._go(n)
            s = self._states.get(n - 1)
        return s

    def restart(self) -> None:
        """Back to the deal; redo leads forward again, unless its moves are forgotten."""
        if self.gone:
            self.deal(self.number, self.options)
        else:
            self.check()
            self._go(0)

    def _go(self, n):
        """Bring the state to that after n moves of the log, from the nearest one before."""
        self.check()
        s = self.s
        at = self.n
        if at > n:
            at = self._states.nearest(n)
            if at < 0:
                at = 0
                s[:] = self.start
            else:
                kept = self._states.get(at)
                s[:] = kept + bytes(len(s) - len(kept))
        while at < n:
            self.rules.apply(s, self.log[at])
            at += 1
            self.n = at
            self._keep(self.n, self.s)
        self.n = n
        if n < self._from:
            self._from = 0
            self._hand = self.start

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
        self.check()
        half = len(self.log) // 2
        log = self.log
        start = bytearray(self.start)  # `_hand` may be the old one
        for i in range(half):
            self.rules.apply(start, log[i])
            log[i] = log[i + half]
        if self._from <= half:
            self._from = 0
            self._hand = start
        else:
            self._from -= half
        self.start = start
        self.gone += half
        self.n = self.top = half
        self._states.shift(half)

    def save(self) -> tuple:
        """The match as a sequence of bytes-likes; `load` takes them back, joined."""
        first = self._from
        numbers = self.number, self.gone + first, self.n - first, self.top - first
        log = memoryview(self.log)[first : self.top]
        return saved_game.pack(self.rules.VERSION, numbers, self.options, self._hand, self.s, log)

    def load(self, data) -> None:
        """Take up a saved match; ValueError where the data are not one of this game's.

        Its moves are still to be checked, which takes long: see `check`.
        """
        got = saved_game.unpack(self.rules, data, getattr(self.rules, "LOG", LOG))
        self.number, self.gone, n, self.top, self.options, self.start, s, log = got
        if len(log) > len(self.log):
            self.log = log
        else:
            for i in range(self.top):
                self.log[i] = log[i]
        self._begin()
        self._states.clear()
        self.s[:] = s
        self.n = n
        self._keep(n, self.s)
        self._loaded = self.top
        self._end = n  # after so many moves the state has to be this one:
        self._sum = crc32(s)
        self._check = bytearray(self.start)

    def check(self, most: int = 0x7FFF) -> bool:
        """Check the next `most` moves of a log that was loaded; True when all have been.

        ValueError where one is not legal, or they do not lead where the saved state stood.
        """
        c = self._check
        if c is None:
            return True
        i = self._checked
        end = min(i + most, self._loaded)
        while True:
            if i == self._end <= self._loaded and crc32(c) != self._sum:
                raise ValueError("of moves that do not lead to its position")
            self._keep(i, c)
            if i >= end:
                break
            if self.rules.over(c) or not self._allows(c, self.log[i]):
                raise ValueError("of a move that is not legal")
            self.rules.apply(c, self.log[i])
            i += 1
        self._checked = i
        if i >= self._loaded:
            self._check = None
        return self._check is None

    def record(self):
        """The game as a record: a dict of what replays it, for JSON."""
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
            "options": specs.unpack(rules.OPTIONS, self.options),
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
