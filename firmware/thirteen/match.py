"""Layer 3. A game in play: deal, options, state and log; the same for all games.

The log holds every move since the deal, with undone moves at its end. Undo takes the nearest
earlier snapshot (see States) and replays the log from there. When the log is full, its older half
is played into `start` and forgotten: the oldest undo steps are lost, never the game.

protocols.py documents the functions of a rules file.
"""

from array import array
from binascii import crc32

from micropython import const

from thirteen import options as specs
from thirteen.protocols import Data, Moves, Rules
from thirteen.states import States
from thirteen.storage import saved_game

_FIRST = const(256)  # initial capacity of the log, doubled when full
_GROWTH = const(48)  # spare bytes in snapshots of a state that grows


class Match:
    """`s` the state; moves `played`, `logged` with the undone ones, and `forgotten`.

    `start` is the state where the log begins: the deal, or the state after the forgotten moves.
    """

    def __init__(self, rules: Rules, deal: int = 1, options: bytes | None = None):
        self.rules = rules
        self.s = bytearray(rules.SIZE)
        self.start = bytearray(rules.SIZE)
        self.log = array("H", bytes(2 * min(_FIRST, rules.LOG)))
        self._out = array("H", bytes(2 * rules.MOVES))
        self._states: States | None = None
        self._used = memoryview(self.s)  # the part that snapshots hold
        if deal:  # else `deal` or `load` must follow
            self.deal(deal, options)

    def deal(self, deal: int, options: bytes | None = None) -> None:
        """Start a new game with a deal number and options (bytes; None for the defaults)."""
        self.number = deal
        self.options = options or bytes(len(self.rules.OPTIONS))
        self.forgotten = 0
        self.rules.new(self.start, deal, self.options)
        self.logged = 0
        self._begin()

    def _begin(self) -> None:
        """Set the state to the start of the log and drop all snapshots."""
        self.s[:] = self.start
        self.played = 0
        self._from = 0  # saves begin after this many moves,
        self._hand = self.start  # in this state
        self._check: bytearray | None = None  # the state of a loaded log, as far as checked,
        self._checked = self._loaded = 0  # moves checked, and moves loaded
        if self._states:
            self._states.clear()
        self._keep(self.played, self.s)

    def _keep(self, n: int, s: bytearray) -> None:
        """Take a snapshot of the state s after n moves."""
        size = self.rules.used(s)
        if not self._states or size > self._states.size:
            if size < len(s):
                size = min(size + _GROWTH, len(s))
            self._states = None  # free the old memory first
            # If undo ends where a card was revealed, few moves back, the last snapshots do.
            self._states = States(size, not self.rules.HIDDEN)
            self._used = memoryview(self.s)[:size]
        self._states.keep(n, self._used if s is self.s else memoryview(s)[: self._states.size])

    def legal(self) -> tuple[Moves, int]:
        """(moves, count): the array belongs to the match and is overwritten by each call."""
        return self._out, self.rules.moves(self.s, self._out)

    def allows(self, m: int) -> bool:
        return self._allows(self.s, m)

    def _allows(self, s: bytearray, m: int) -> bool:
        out = self._out
        m = self.rules.same(m)
        for i in range(self.rules.moves(s, out)):
            if out[i] == m:
                return True
        return False

    def play(self, m: int) -> None:
        """Make move m, which the caller knows to be legal; undone moves are forgotten."""
        both = -1
        if self.played and self._check is None:  # else not checked yet
            both = self.rules.merge(self.log[self.played - 1], m)
        if both < 0 and self.played == len(self.log):
            self._room()
        self.rules.apply(self.s, m)
        if self.logged > self.played:
            self._states.forget(self.played)
            self._loaded = min(self._loaded, self.played)
            if self._checked > self._loaded:  # what it has come to was undone, and is gone now
                self._check = None
        if both < 0:
            self.log[self.played] = m
            self.played += 1
        else:
            self.log[self.played - 1] = both
        self.logged = self.played
        self._keep(self.played, self.s)
        if self.rules.deals(m):
            self._from = self.played
            self._hand = bytearray(self.s)

    def undo(self) -> bool:
        """Undo the last move; False if there is none."""
        if not self.played:
            return False
        self._go(self.played - 1)
        return True

    def redo(self) -> bool:
        """Repeat the last undone move; False if there is none."""
        if self.played == self.logged:
            return False
        self._go(self.played + 1)
        return True

    def go(self, n: int) -> None:
        """Go to the state after n moves; undo and redo continue from there."""
        self._go(n)

    def before(self) -> bytearray:
        """The state before the last move, its used bytes only; read-only."""
        n = self.played
        s = self._states.get(n - 1)
        if s is None:
            self._go(n - 1)
            self._go(n)
            s = self._states.get(n - 1)
        return s  # type: ignore[return-value]

    def restart(self) -> None:
        """Go back to the deal; its moves can be redone unless some were forgotten."""
        if self.forgotten:
            self.deal(self.number, self.options)
        else:
            self.check()
            self._go(0)

    def _go(self, n: int) -> None:
        """Set the state to the one after n moves, replaying from the nearest snapshot."""
        self.check()
        s = self.s
        at = self.played
        if at > n:
            at = self._states.nearest(n)
            dealt = self._from if self._from <= n else 0
            if at < dealt or at < 0:
                at = dealt
                s[:] = self._hand if dealt else self.start
                self._keep(at, s)
            else:
                kept = self._states.get(at)
                s[:] = kept + bytes(len(s) - len(kept))  # type: ignore[arg-type, operator]
        while at < n:
            self.rules.apply(s, self.log[at])
            at += 1
            self.played = at
            if self._states.wants(at, n):  # type: ignore[union-attr]
                self._keep(at, s)
        self.played = n
        if n < self._from:
            self._from = 0
            self._hand = self.start

    def review(self, on: bool) -> None:
        """Any move may be gone back to from now on, or no longer: take snapshots for that."""
        if self.rules.HIDDEN:
            size = self._states.size
            self._states = None  # free the old memory first
            self._states = States(size, on)
            self._keep(self.played, self.s)

    def _room(self) -> None:
        """Make room for another move: enlarge the log, or forget its older half."""
        if len(self.log) < self.rules.LOG:
            try:
                self._grow(2 * len(self.log))
                return
            except MemoryError:  # the heap has no free block that large
                pass
        self._forget()

    def _grow(self, size: int) -> None:
        log = array("H", bytes(2 * size))
        for i in range(self.played):
            log[i] = self.log[i]
        self.log = log

    def _forget(self) -> None:
        self.check()
        half = len(self.log) // 2
        log = self.log
        start = bytearray(self.start)  # a copy: `_hand` may refer to the old one
        for i in range(half):
            self.rules.apply(start, log[i])
            log[i] = log[i + half]
        if self._from <= half:
            self._from = 0
            self._hand = start
        else:
            self._from -= half
        self.start = start
        self.forgotten += half
        self.played = self.logged = half
        self._states.shift(half)

    def save(self) -> tuple:
        """The match as a sequence of bytes-like objects; `load` takes them joined."""
        first = self._from
        numbers = self.number, self.forgotten + first, self.played - first, self.logged - first
        log = memoryview(self.log)[first : self.logged]
        return saved_game.pack(self.rules.VERSION, numbers, self.options, self._hand, self.s, log)

    def load(self, data: Data) -> None:
        """Resume a saved match; ValueError if the data are not a match of this game.

        Its moves are yet to be checked, which takes long: see `check`.
        """
        got = saved_game.unpack(self.rules, data, self.rules.LOG)
        self.number, self.forgotten, n, self.logged, self.options, self.start, s, log = got
        if len(log) > len(self.log):
            self.log = log
        else:
            for i in range(self.logged):
                self.log[i] = log[i]
        self._begin()
        self._states.clear()
        self.s[:] = s
        self.played = n
        self._keep(n, self.s)
        self._loaded = self.logged
        self._end = n  # after n moves
        self._sum = crc32(s)  # the state must have this checksum
        self._check = bytearray(self.start)

    def check(self, most: int = 0x7FFF) -> bool:
        """Check the next `most` moves of a loaded log; True when all have been checked.

        ValueError if a move is illegal, or if the moves do not lead to the saved state.
        """
        c = self._check
        if c is None:
            return True
        i = self._checked
        end = min(i + most, self._loaded)
        while True:
            if i == self._end <= self._loaded and crc32(c) != self._sum:
                raise ValueError("its moves do not lead to its position")
            self._keep(i, c)
            if i >= end:
                break
            if self.rules.over(c) or not self._allows(c, self.log[i]):
                raise ValueError("a move of it is not legal")
            self.rules.apply(c, self.log[i])
            i += 1
        self._checked = i
        if i >= self._loaded:
            self._check = None
        return self._check is None

    def record(self) -> dict:
        """The game as a record: a dict, for JSON, from which it can be replayed."""
        if self.forgotten:
            raise ValueError("the game is too long for a record: its oldest moves are forgotten")
        rules = self.rules
        s = bytearray(rules.SIZE)
        rules.new(s, self.number, self.options)
        texts = []
        for i in range(self.played):
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

    def replay(self, texts: list[str]) -> None:
        """Play moves given as text; ValueError with the number of the first that fails."""
        for i, t in enumerate(texts):
            if self.rules.over(self.s):
                raise ValueError("move %d: the game is already over" % (i + 1))
            try:
                m = self.rules.parse(self.s, t)
            except ValueError as e:
                raise ValueError("move %d: %s" % (i + 1, e)) from None
            if not self.allows(m):
                raise ValueError("move %d: %s is not legal there" % (i + 1, t))
            self.play(m)


def name(rules: Rules) -> str:
    return rules.__name__.split(".")[-1]


def result(code: int) -> str | None:
    """The result code of rules.over as records and traces write it."""
    if code > 15:
        return "won %d" % (code - 16)
    return (None, "won", "lost", "done", "quit")[code]
