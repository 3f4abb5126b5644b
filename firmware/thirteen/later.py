"""Layer 5. Deferred work: imports between two keys, flash writes once the player pauses."""

from thirteen import loader

_jobs: list = []


def do(job):
    """Call `job` once the player pauses."""
    if job not in _jobs:
        _jobs.append(job)


def forget():
    """Drop the queued jobs: after a crash they can't be trusted."""
    _jobs.clear()


def step(paused):
    """Do the next piece of work; False if none is left, or none before the player pauses."""
    if loader.step(paused):
        return True
    if not paused or not _jobs:
        return False
    _jobs.pop(0)()
    return True


def finish():
    """Do all the queued jobs now, except imports."""
    while _jobs:
        _jobs.pop(0)()
