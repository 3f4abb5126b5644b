"""Runs jobs in several processes."""

import multiprocessing
import signal


def each(function, jobs, workers=1, chunk=1):
    """Yield function(job) for each of a list of jobs, in order."""
    if workers == 1 or len(jobs) < 2:
        yield from map(function, jobs)
        return
    with multiprocessing.Pool(min(workers, len(jobs)), _deaf) as pool:
        yield from pool.imap(function, jobs, chunk)


def _deaf():
    """In a worker, ignore Ctrl-C: the parent process handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
