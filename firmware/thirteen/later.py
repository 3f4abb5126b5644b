"""Layer 5. Work deferred until the player pauses: flash writes, garbage collection, imports."""

import gc

from micropython import const

import hal
from thirteen import preload
from thirteen.ui import keys

_LOW = const(24000)  # free bytes below which garbage is collected

_jobs: list = []
_idle = 0  # ms without a key at the last step


def do(job):
    """Call `job` once the player pauses."""
    if job not in _jobs:
        _jobs.append(job)


def forget():
    """Drop the queued jobs: after a crash they can't be trusted."""
    _jobs.clear()


def step():
    """Do the next piece of work; False if none is left."""
    global _idle
    resting = keys.idle > _idle  # no key since the last step
    _idle = keys.idle
    if _jobs:
        _jobs.pop(0)()
    elif not resting and gc.mem_free() < _LOW:  # or the collection would delay the next key
        hal.collect()
    else:
        return preload.step()
    return True


def finish():
    """Do all the queued jobs now; imports are left to be done."""
    while _jobs:
        _jobs.pop(0)()
