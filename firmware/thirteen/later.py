"""Layer 5. What can wait until the player rests: writes to the flash, garbage, modules."""

import gc

from micropython import const

from thirteen import preload
from thirteen.ui import keys

_LOW = const(24000)  # bytes that are free where it is time to collect the garbage

_jobs: list = []
_idle = 0  # ms without a key at the last step


def do(job):
    """Call `job` once the player rests: what it saves is no part of the picture."""
    if job not in _jobs:
        _jobs.append(job)


def forget():
    """After a crash: nothing of what was to be done is to be trusted."""
    _jobs.clear()


def step():
    """Do the next piece of it; False where nothing is left."""
    global _idle
    rests = keys.idle > _idle  # as at the last step
    _idle = keys.idle
    if _jobs:
        _jobs.pop(0)()
    elif not rests and gc.mem_free() < _LOW:  # or it would be collected in the next key's time
        gc.collect()
    else:
        return preload.step()
    return True


def finish():
    """Do all that was to be done later, but for loading modules."""
    while _jobs:
        _jobs.pop(0)()
