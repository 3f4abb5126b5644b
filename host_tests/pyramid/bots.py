"""Layer 2. Pyramid: hints. Each move is tried, and the game played on from there by simple rules.

The hints know the stock. A game played on to a win proves that the deal can be won; one that is
not won proves nothing.
"""

from array import array

from micropython import const

from thirteen.bots import job
from thirteen.bots.job import move, step, verdict  # noqa: F401 - the bot's own names
from thirteen.protocols import Thought
from thirteen.rules import pyramid as rules

_MOST = const(160)  # moves of a game, and more

_s = bytearray(rules.SIZE)
_then = bytearray(rules.SIZE)
_out = array("H", bytes(2 * rules.MOVES))
_tried = array("H", bytes(2 * rules.MOVES))


def think(s: bytearray) -> None:
    """Start on a copy of s."""
    _s[:] = s
    job.start(_search(), rules.over(_s))


def _search() -> Thought:
    most = -1
    n = rules.moves(_s, _tried)
    for i in range(n):
        _then[:] = _s
        m = _tried[i]
        rules.apply(_then, m)
        for _ in range(_MOST):
            if rules.over(_then):
                break
            rules.apply(_then, best(_then))
            yield
        value = rules.score(_then) * 64 + _value(_s, m)
        if value > most:
            job.best = m
            most = value
        if rules.over(_then) == 1:
            job.outlook = 1
            return


def best(s: bytearray) -> int:
    """The move that looks best from nearby."""
    chosen = most = -1
    for i in range(rules.moves(s, _out)):
        value = _value(s, _out[i])
        if value > most:
            chosen = _out[i]
            most = value
    return chosen


def _value(s: bytearray, m: int) -> int:
    """Kings first, then two cards of the pyramid, the higher up the better; a turn last."""
    if m >= rules.TURN:
        return 0
    p = m >> 5
    q = m & 31
    if p == q:
        return 40 if p < rules.WASTE else 1
    return 2 + 7 - rules.row(p) + (20 - rules.row(q) if q < rules.WASTE else 0)
