"""Layer 1, CPython: the names of MicroPython's module of this name that the firmware uses.

And the one that MicroPython's gc has beside CPython's.
"""

import gc


def const(x):
    return x


def _threshold(amount):
    """Collect after so many bytes: CPython counts its own way."""


gc.threshold = _threshold  # type: ignore[attr-defined]
