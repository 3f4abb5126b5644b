"""Layer 5. Work deferred until the player pauses: flash writes and imports."""

from thirteen import loader

_jobs: list = []


def do(job):
    """Call `job` once the player pauses."""
    if job not in _jobs:
        _jobs.append(job)


def forget():
    """Drop the queued jobs: after a crash they can't be trusted."""
    _jobs.clear()


def step():
    """Do the next piece of work; False if none is left."""
    if not _jobs:
        return loader.step()
    _jobs.pop(0)()
    return True


def finish():
    """Do all the queued jobs now, except imports."""
    while _jobs:
        _jobs.pop(0)()
