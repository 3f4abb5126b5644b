"""Layer 2. Skeleton: hints. A king first, else the pair with the highest card."""

from array import array

from micropython import const

from thirteen.rules import skeleton as rules

_KING = const(13)

_s = bytearray(rules.SIZE)
_out = array("H", bytes(2 * rules.MOVES))
_left = 0
_best = -1
_value = 0


def think(s: bytearray) -> None:
    """Start on a copy of s."""
    global _left, _best, _value
    _s[:] = s
    _left = rules.moves(_s, _out)
    _best = -1
    _value = 0


def step() -> bool:
    """Rate one move; True when finished."""
    global _left, _best, _value
    if _left:
        _left -= 1
        m = _out[_left]
        value = max(_s[m >> 4] & 15, _s[m & 15] & 15)
        if value >= _value:
            _best = m
            _value = value
    return not _left


def move() -> int:
    """The hint, -1 if none."""
    return _best


def verdict() -> int:
    """0 unknown, 1 can be won, 2 can't be won any more."""
    return 1 if rules.over(_s) == 1 else 2 if rules.over(_s) else 0
