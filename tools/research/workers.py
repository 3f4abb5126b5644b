"""Runs jobs in several processes."""

import contextlib
import multiprocessing
import signal
import sys

from tools.games import Bad

# Forked workers inherit how Ctrl-C is held; Python 3.14 would start them from another process.
CONTEXT = multiprocessing.get_context("fork" if sys.platform == "linux" else None)


def add_workers(parser, default=1):
    parser.add_argument("--workers", type=processes, default=default, metavar="W",
                        help=f"processes ({default})")  # fmt: skip


def processes(text):
    if not 1 <= int(text) <= 256:
        raise Bad("--workers is a number of processes from 1 to 256")
    return int(text)


def number(text):
    """How many, as an argument."""
    if int(text) < 1:
        raise Bad(f"{text} are none: choose one or more")
    return int(text)


def each(function, jobs, workers=1, chunk=1):
    """Yield function(job) for each of a list of jobs, in order."""
    if workers == 1 or len(jobs) < 2:
        yield from map(function, jobs)
        return
    with contextlib.ExitStack() as stack:
        with _interrupts_held():
            pool = CONTEXT.Pool(min(workers, len(jobs)), _deaf)
            stack.callback(_interrupts_held()(pool.terminate))
        yield from pool.imap(function, jobs, chunk)


@contextlib.contextmanager
def _interrupts_held():
    """Postpone Ctrl-C to the end of the block.

    A pool whose start or end is interrupted keeps replacing the workers that Python ends at exit,
    and Python waits for them forever.
    """
    held = []
    before = signal.signal(signal.SIGINT, lambda *interrupt: held.append(interrupt))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held and callable(before):
        before(*held[0])


def _deaf():
    """In a worker, ignore Ctrl-C: the parent process handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
