# ruff: noqa: F821 (viper has names of its own)
"""Layer 1, device only: the first module that runs from the flash, if MicroPython lets it.

It has an object of each kind that importer.py sets to the flash. What this MicroPython lays out
otherwise was left in memory, as its bytes were not found.
"""

import micropython

_TEXT = "a text that is long enough to lie in the flash"
_DATA = b"bytes that are long enough to lie in the flash"


def _bytecode(n):
    total = 0
    for i in range(n):
        total += i * i
    return total


@micropython.native
def _native(n):
    total = 0
    for i in range(n):
        total += i * i
    return total


@micropython.viper
def _viper(n: int) -> int:
    total = 0
    i = 0
    while i < n:
        total += i * i
        i += 1
    return total


def _generator(n):
    for i in range(n):
        yield i * i


class _Class:
    def method(self, n):
        return sum([i * i for i in range(n)])


def works(word):
    """Whether all of it lies in the flash, and runs; word(address, n) reads memory."""
    functions = _bytecode, _native, _viper, _generator, _Class.method
    for thing in (_TEXT, _DATA) + functions:
        if word(id(thing), 3) >> 24 != 0x10:
            return False
    sums = _bytecode(5), _native(5), _viper(5), sum(_generator(5)), _Class().method(5)
    return sums == (30,) * 5 and len(_TEXT) == len(_DATA) and _TEXT[:6] == "a text"
