"""Layer 3. Keys as the games want them: one press at a time, with repeat and a long B.

Boards without a pad send PREV and NEXT in place of the arrows: X steps back through what can be
chosen, Y on. A long B is MENU, so B tells of itself when it is let go.
"""

from micropython import const

import hal
from thirteen.ui import sound

PREV = const(512)
NEXT = const(1024)

_ARROWS = const(15)
_B = const(32)
_X = const(64)
_Y = const(128)
_MENU = const(256)
_LONG = const(550)  # ms that make a press of B a MENU
_DELAY = const(320)  # ms until an arrow repeats, then
_EVERY = const(90)
_LATELY = const(120)  # ms since the last key: the next one comes no sooner

# ms between two looks at the keys, unless a key ends the wait:
BUSY = const(2)  # where there is something to compute
FLIGHT = const(8)  # where something moves: no more frames than twice what a panel shows
REST = const(30)  # where nothing happens without a key

repeat = True
dim_after = 0  # ms without a key until the light goes down, 0 for never
light = 255

_down = 0  # keys down at the last look
_held = 0  # the arrow or B that is held, until it repeats or is let go
_since = 0  # ms it has been held
idle = 0  # ms since a key was down
_dark = 0  # 0 bright, 1 dimmed, 2 dark
_then = hal.ms()
dt = 0  # ms from the look before to the last one


def nothing():
    """What is done before the glass goes dark, unless a game has something to save."""


before_dark = nothing
at_rest = nothing  # what is done, a little at a time, while nobody presses a key


def poll(pace=BUSY):
    """The next look at the keys, `pace` ms after the last one or when a key changes before.

    Returns the key that was pressed (one bit) or 0.
    """
    global _down, _held, _since, dt, _then, idle
    if _dark < 2:
        pause = min(pace - (hal.ms() - _then & hal.WRAP), sound.due())
        if _held:
            pause = min(pause, BUSY)
        down = hal.wait(pause, _down)
    else:
        down = hal.doze()  # that key may be up again by now
        _then = hal.ms()
        down |= hal.keys()
    now = hal.ms()
    dt = now - _then & hal.WRAP
    _then = now
    sound.pass_time(dt)
    fresh = down & ~_down
    freed = _down & ~down
    _down = down
    if down:
        idle = 0
        if _dark:
            _wake()
            _held = 0
            return 0
    else:
        idle += dt
        if dim_after and idle > dim_after:
            _dim()
    if fresh:
        k = fresh & -fresh
        _since = 0
        _held = _first(k) if k & ~_MENU else 0
        return 0 if k == _B else _name(k)
    if freed & _held:
        k = _held
        _held = 0
        return _B if k == _B else 0
    if _held:
        _since += dt
        if _held == _B:
            if _since > _LONG:
                _held = 0
                return _MENU
        elif repeat and _since > _DELAY:
            _since -= _EVERY
            return _name(_held)
    return 0


def wait():
    """The next key, however long it takes."""
    k = poll(REST)
    while not k:
        k = poll(BUSY if rest() else REST)
    return k


def rest():
    """Nothing moves: do a little of what can wait, if no key came lately. Is there more?"""
    return idle > _LATELY and at_rest()


def forget():
    """Whatever is held down now counts for nothing until it is pressed again."""
    global _held, _down
    _held = 0
    _down = hal.keys()


def _first(k):
    """What to hold on to: the arrows and B."""
    return k if k & (_ARROWS | _B) or not hal.PAD and k & (_X | _Y) else 0


def _name(k):
    if not hal.PAD:
        if k == _X:
            return PREV
        if k == _Y:
            return NEXT
    return k


def _dim():
    global _dark
    if not _dark:
        _dark = 1
        hal.light(light // 4)
    elif _dark == 1 and idle > 2 * dim_after:
        _dark = 2
        before_dark()
        hal.light(0)


def _wake():
    """The key that wakes does nothing else."""
    global _dark
    _dark = 0
    hal.light(light)
