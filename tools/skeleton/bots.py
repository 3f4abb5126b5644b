"""Layer 2. Skeleton: hints. A king first, else the pair with the highest card."""

from array import array

from thirteen.bots import job
from thirteen.bots.job import move, step, verdict  # noqa: F401 - the bot's own names
from thirteen.protocols import Thought
from thirteen.rules import skeleton as rules

_s = bytearray(rules.SIZE)
_out = array("H", bytes(2 * rules.MOVES))


def think(s: bytearray) -> None:
    """Start on a copy of s."""
    _s[:] = s
    job.start(_search(), rules.over(_s))


def _search() -> Thought:
    """Rate the moves, one a slice."""
    most = 0
    for i in range(rules.moves(_s, _out)):
        m = _out[i]
        value = max(_s[m >> 4] & 15, _s[m & 15] & 15)
        if value >= most:
            job.best = m
            most = value
        yield
