"""Layer 1, CPython: MicroPython's names that the firmware uses and CPython lacks."""

import gc


def const(x):
    return x


if not hasattr(gc, "mem_free"):
    gc.mem_free = lambda: 1 << 20  # plenty
    gc.threshold = lambda amount=-1: -1
    gc.collect = lambda generation=2: 0  # CPython collects by itself; all of it takes 50 ms
