# ruff: noqa: F821 (viper has names of its own)
"""Floor 0, the RP2040 only: files that are read where they lie in flash, and take no heap.

The chip maps its flash into memory, and littlefs keeps a file of up to a block, but larger than
what it puts among its directories, in one block of its own, where it stays until it is written
again. The block is found by what is in it. Where that is in none, or in several, of which only one
is the file's, the file is copied to the heap: all works, with less room.
"""

import micropython
from micropython import const
from uctypes import bytearray_at

_BLOCK = const(4096)


def lay(name):
    """The bytes of a file of at most one block."""
    with open(name, "rb") as f:
        data = f.read()
    at = _find(data)
    return memoryview(bytearray_at(at, len(data)) if at else data)


@micropython.viper
def _find(data) -> int:
    """The address of the only block that begins with these bytes, else 0."""
    flash = 0x10000000
    end = 0x11000000
    size = 0x100000
    while size < end - flash:  # beyond its end a flash is seen again
        a = ptr8(flash)
        b = ptr8(flash + size)
        i = 0
        while i < _BLOCK and a[i] == b[i]:
            i += 1
        if i == _BLOCK:
            end = flash + size
        size += size
    a = ptr8(data)
    n = int(len(data))
    found = 0
    at = flash
    while at < end:
        b = ptr8(at)
        i = 0
        while i < n and a[i] == b[i]:
            i += 1
        if i == n:
            if found:
                return 0
            found = at
        at += _BLOCK
    return found
