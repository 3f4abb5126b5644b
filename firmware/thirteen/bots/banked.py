"""Layer 2. Hints along the proved line of a deal, for as long as the game is on it.

A proof has the shares of the choices, then the line:
    shares  for 2 to 13 legal moves a byte each, in ascending order: of 256, as often as each wins
    line    one number, the lowest byte first: the choices, from the first move on, none for an
            only move
The number's lowest byte lies in the share of the first choice. Taken out, with that share as a
digit, it is that of the choices after it: an asymmetric numeral system (Duda, 2009), in which what
is often chosen takes less than a bit. Off the line a bot thinks as ever.
"""

from array import array

from micropython import const

from thirteen.protocols import Module, Moves, Rules, Thought

_MOST = const(13)  # legal moves that have shares
SHARES = const(90)  # bytes
_PARTS = const(8)  # bits


def moves(rules: Rules, deal: int, proof: bytes) -> int:
    """The number of moves of a proved line; 0 if it does not win, as the file is damaged."""
    return max(counting(rules, deal, proof))


def counting(rules: Rules, deal: int, proof: bytes) -> Thought:
    """The same move by move: yields -1 for each, then the number."""
    t = bytearray(rules.SIZE)
    rules.new(t, deal, bytes(len(rules.OPTIONS)))
    out = array("H", bytes(2 * rules.MOVES))
    line = _line(proof)
    n = 0
    while not rules.over(t):
        m, line = _next(rules, t, proof, line, out)
        rules.apply(t, m)
        n += 1
        yield -1
    yield n if rules.over(t) == 1 else 0


def leads_to(rules: Rules, deal: int, proof: bytes, s: bytearray) -> Thought:
    """Whether a proved line leads through position s: yields -1 for each move, then 1 or 0."""
    t = bytearray(rules.SIZE)
    rules.new(t, deal, bytes(len(rules.OPTIONS)))
    out = array("H", bytes(2 * rules.MOVES))
    line = _line(proof)
    while rules.score(t) <= rules.score(s) and not rules.over(t):
        m, line = _next(rules, t, proof, line, out)
        if rules.like(s, t, m) >= 0:
            yield 1
            return
        rules.apply(t, m)
        yield -1
    yield 0


def _line(proof: bytes) -> int:
    return int.from_bytes(proof[SHARES:], "little")


def _next(rules: Rules, t: bytearray, shares: bytes, line: int, out: Moves) -> tuple[int, int]:
    """The move that a line has in position t, and the line after it."""
    n = rules.moves(t, out)
    if not 1 < n <= _MOST:  # more of them only where a file is damaged
        return out[0], line
    part = line & (1 << _PARTS) - 1
    row = n * (n - 1) // 2 - 1
    k = 0
    while k < n - 1 and part >= shares[row + k]:
        part -= shares[row + k]
        k += 1
    return out[k], shares[row + k] * (line >> _PARTS) + part


class Banked:
    """A bot that plays the line of a deal back, a move a step, up to the position asked about."""

    def __init__(self, rules: Rules, deal: int, proof: bytes, bot: Module):
        self._rules = rules
        self._deal = deal
        self._proof = proof
        self._bot = bot
        self._s = self._t = bytearray(rules.SIZE)
        self._out = array("H", bytes(2 * rules.MOVES))
        self._line = -1  # what is left of it; -1: not dealt yet
        self._move = -1
        self._off = False  # the position is not on the line

    def think(self, s: bytearray) -> None:
        self._s = bytearray(s)
        self._t = bytearray(len(s))
        self._line = self._move = -1
        self._off = False

    def step(self) -> bool:
        return self._bot.step() if self._off else self._replay()

    def _replay(self) -> bool:
        """The line's next move; apart from `step`, whose frame needs no heap so."""
        rules = self._rules
        t = self._t
        if self._line < 0:
            rules.new(t, self._deal, bytes(len(rules.OPTIONS)))
            self._line = _line(self._proof)
            return False
        if rules.score(t) > rules.score(self._s) or rules.over(t):
            self._off = True
            self._bot.think(self._s)
            return False
        m, self._line = _next(rules, t, self._proof, self._line, self._out)
        self._move = rules.like(self._s, t, m)
        rules.apply(t, m)
        return self._move >= 0

    def move(self) -> int:
        return self._bot.move() if self._off else self._move

    def verdict(self) -> int:
        return self._bot.verdict() if self._off else 1

    def why(self) -> str:
        return self._bot.why() if self._off else self._bot.reason(self._s, self._move)
