"""Layer 3. The battery's charge, by a gauge that learns which voltages mean full and empty.

It begins with the board's, and moves by a quarter towards what a charge begins and ends with: the
battery, the diode and the divider of each handheld differ. File "battery": the voltages, in
millivolts, 16 bits each, little-endian, of full, of empty, the highest since the last charge (0
once it was learned from) and the lowest.
"""

import struct

from micropython import const

import hal
from thirteen.storage import store

_NAME = "battery"
_FORM = "<4H"
_STEP = const(40)  # mV; what has changed by less is not saved

_seen: tuple = ()
_saved: tuple = ()


def charge() -> int:
    """The charge in percent, -1 if it can't be measured."""
    global _seen, _saved
    now = hal.battery()
    if now < 0:
        return -1
    if not _seen:
        data = store.load(_NAME)
        if data and len(data) == struct.calcsize(_FORM):
            _seen = struct.unpack(_FORM, data)
        if not _seen or _seen[0] - _seen[1] < (hal.FULL - hal.EMPTY) // 2:
            _seen = hal.FULL, hal.EMPTY, now, now
        _saved = _seen
    _seen = learn(_seen, now, hal.FULL, hal.EMPTY)
    return min(max((now - _seen[1]) * 100 // (_seen[0] - _seen[1]), 0), 100)


def save() -> None:
    """Save what was learned, if it is worth a write."""
    global _saved
    if max([abs(a - b) for a, b in zip(_seen, _saved)] or [0]) > _STEP:
        _saved = _seen
        store.save(_NAME, (struct.pack(_FORM, *_seen),))


def learn(seen: tuple, now: int, full: int, empty: int) -> tuple:
    """What the file holds after a voltage was measured; `full`, `empty`: the board's."""
    top, bottom, high, low = seen
    span = full - empty
    if now > full + span // 8:  # it is fed from USB
        return seen
    if now > low + span // 3:  # it was charged
        if low < bottom + span // 4:
            bottom += (low - bottom) // 4
        high = low = now
    elif high and now < high - span // 8:  # and is used again
        if high > top - span // 4:
            top += (high - top) // 4
        high = 0
    elif high:
        high = max(high, now)
    low = min(low, now)
    return max(top, now), max(min(bottom, now), empty - span // 4), high, low
