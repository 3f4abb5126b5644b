"""Layer 5. Work deferred until the player pauses: flash writes, garbage collection, imports."""

import gc

from micropython import const

import hal
from thirteen import loader
from thirteen.ui import keys

_LOW = const(24000)  # free bytes below which garbage is collected
_MOST = const(12000)  # bytes of garbage after which it is, so that live blocks stay close together

_jobs: list = []
_idle = 0  # ms without a key at the last step
_free = 0  # bytes, after the last collection


def do(job):
    """Call `job` once the player pauses."""
    if job not in _jobs:
        _jobs.append(job)


def forget():
    """Drop the queued jobs: after a crash they can't be trusted."""
    _jobs.clear()


def step():
    """Do the next piece of work; False if none is left."""
    global _idle, _free
    due = keys.idle < _idle  # a key has just been answered, and the next is not due yet
    _idle = keys.idle
    if _jobs:
        _jobs.pop(0)()
    elif due and _littered():
        hal.collect()
        _free = gc.mem_free()
    else:
        return loader.step()
    return True


def _littered():
    """Whether little memory is left, or much of it taken since the last collection."""
    global _free
    free = gc.mem_free()
    _free = max(_free, free)
    return free < max(_LOW, _free - _MOST)


def finish():
    """Do all the queued jobs now, except imports."""
    while _jobs:
        _jobs.pop(0)()
