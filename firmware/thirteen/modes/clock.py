"""Layer 5. The clock of a race: converts frame times in ms to ticks.

Only frames in play are passed to `ticks`: pauses, menus and messages take no time. A frame delayed
by garbage collection, a flash write, sleep or a jump of the clock counts CAP at most. The fraction
of a tick carries over to the next frame and is saved with the game, so neither pausing nor
switching off gains time.
"""

from micropython import const

CAP = const(50)  # most ms counted for a frame; the slowest in play take 40

_UNIT = const(4)  # ms, the unit of the saved fraction

_part = 0  # ms of the current tick that have passed


def start(saved=0):
    """Start a game, or resume one with the value that `saved` returned."""
    global _part
    _part = saved * _UNIT


def ticks(dt, period):
    """The number of ticks of `period` ms that end in a frame of dt ms; usually 0."""
    global _part
    _part += CAP if dt > CAP else dt if dt > 0 else 0
    n = _part // period
    _part -= n * period
    return n


def saved():
    """The fraction of the tick that has passed, 0 to 31, rounded up."""
    return min((_part + _UNIT - 1) // _UNIT, 31)
