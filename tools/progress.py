"""A progress bar on standard error, if that is a terminal."""

import sys
import time

_WIDTH = 30
_PAUSE = 0.1  # seconds between two pictures of it


class _Bar:
    def __init__(self, total, unit, done, delay, live):
        self.total, self.unit, self.done = max(total, 1), unit, done
        self.begun = time.monotonic()
        self.next = self.begun + delay if live else float("inf")
        self.first = done
        self.shown = ""

    def update(self, n=1):
        self.done += n
        now = time.monotonic()
        if now >= self.next:
            self.next = now + _PAUSE
            self._show(now)

    def _show(self, now):
        full = min(_WIDTH * self.done // self.total, _WIDTH)
        text = f"{'#' * full}{'.' * (_WIDTH - full)} {self.done} of {self.total} {self.unit}"
        made = self.done - self.first
        if made > 0 and self.done < self.total:
            left = (now - self.begun) * (self.total - self.done) / made
            text += f", {left // 60:.0f}:{left % 60:02.0f} left"
        print(f"\r{text:{len(self.shown)}}", end="", file=sys.stderr, flush=True)
        self.shown = text

    def write(self, line):
        """Print a line above it."""
        self.close()
        print(line)

    def close(self):
        if self.shown:
            print("\r" + " " * len(self.shown), end="\r", file=sys.stderr, flush=True)
        self.shown = ""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


def bar(total, unit, done=0, delay=0):
    """A context manager with update(n) and write(line).

    unit: what is counted; delay: seconds before the bar appears.
    """
    return _Bar(total, unit, done, delay, bool(sys.stderr and sys.stderr.isatty()))
