"""A progress bar on standard error, if that is a terminal and tqdm is installed."""

import sys


class _Silent:
    def update(self, n=1):
        pass

    def write(self, text):
        print(text)

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


def bar(total, unit, done=0, delay=0):
    """A context manager with update(n) and write(line).

    unit: what is counted; delay: seconds before the bar appears.
    """
    if not (sys.stderr and sys.stderr.isatty()):
        return _Silent()
    try:
        from tqdm import tqdm
    except ImportError:
        return _Silent()
    return tqdm(total=total, initial=done, unit=" " + unit, delay=delay, leave=not delay)
