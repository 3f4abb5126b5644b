"""Layer 3. Gestures of the finger or mouse, on hosts that have one: hal.POINTER.

`keys.poll` returns them among the keys: a TAP is down and up in one place, a drag begins with LIFT
and ends with DROP, or with LOST if the system took the finger away; staying down in one place is
MENU. Who asked for a key knows what lies there.
"""

from micropython import const

import hal

TAP = const(2048)
LIFT = const(4096)
DROP = const(8192)
LOST = const(16384)

_SLOP = const(6)  # pixels that a finger moves unmeant
_LONG = const(550)  # ms, as for a key

x = 0  # where it is,
y = 0
from_x = 0  # and where it went down
from_y = 0

_FREE, _DOWN, _DRAGGED, _SPENT = range(4)
_state = _FREE
_held = 0  # ms for which it has been down
_changed = hal.pointer  # type: ignore[attr-defined]


def poll(dt: int) -> int:
    """dt ms have passed: the next gesture, 0 for none."""
    global _state, _held
    change = _changed()
    while change >= 0:
        k = _take(change)
        if k:
            return k
        change = _changed()
    if _state == _DOWN:
        _held += dt
        if _held > _LONG:
            _state = _SPENT
            return hal.MENU
    return 0


def _take(change: int) -> int:
    global x, y, from_x, from_y, _state, _held
    x = change & 1023
    y = change >> 10 & 1023
    was = _state
    if not change >> 20 & 1:
        _state = _FREE
        if change >> 21:
            return LOST if was == _DRAGGED else 0
        return TAP if was == _DOWN else DROP if was == _DRAGGED else 0
    if was == _FREE:
        _state = _DOWN
        _held = 0
        from_x = x
        from_y = y
    elif was == _DOWN and max(abs(x - from_x), abs(y - from_y)) > _SLOP:
        _state = _DRAGGED
        return LIFT
    return 0


def active() -> bool:
    """Whether it is down."""
    return _state != _FREE


def forget() -> None:
    """Ignore it until it goes down again."""
    global _state
    change = 0
    while change >= 0:
        change = _changed()
        if change >= 0:
            _take(change)
    if _state:
        _state = _SPENT


def arrow(k: int) -> int:
    """A drag as the arrow to what it pulls into view; any other key as it is."""
    if k == LIFT or k == LOST:
        return 0
    if k != DROP:
        return k
    if abs(x - from_x) > abs(y - from_y):
        return hal.LEFT if x > from_x else hal.RIGHT
    return hal.UP if y > from_y else hal.DOWN


def turn(k: int, more: bool = True) -> int:
    """On a page: a tap on its left half turns back, on its right half on, or ends the last one;
    drags as arrows.
    """
    if k == TAP:
        return hal.LEFT if x < hal.W // 2 else hal.RIGHT if more else hal.A
    return arrow(k)


def press(k: int) -> int:
    """Where there is nothing to choose: a tap is A."""
    return hal.A if k == TAP else arrow(k)


def within(left: int, top: int, width: int, height: int) -> bool:
    """Whether it is in this rectangle."""
    return left <= x < left + width and top <= y < top + height
