"""Layer 5. Time for a game with a clock: from the milliseconds of frames to the ticks it plays.

Only frames in play are given to `ticks`: a pause, a menu and a panel take no time. Whatever else
holds a frame up costs no more than CAP: a collection, a write to the flash, a sleep, a clock that
jumps. What is left of a tick stays for the next frame, and is saved with the game, so that no
pause and no switching off gives any of it away.
"""

from micropython import const

CAP = const(50)  # ms that one frame can take; the slowest ones in play take 40

_UNIT = const(4)  # ms, of a saved part

_part = 0  # ms of the tick that has begun


def start(saved=0):
    """A game begins, or goes on from what `saved` told of it."""
    global _part
    _part = saved * _UNIT


def ticks(dt, period):
    """How many ticks of `period` ms end in a frame that took dt ms; mostly none."""
    global _part
    _part += CAP if dt > CAP else dt if dt > 0 else 0
    n = _part // period
    _part -= n * period
    return n


def saved():
    """The part of a tick that has passed, 0 to 31, never less than it is."""
    return min((_part + _UNIT - 1) // _UNIT, 31)
