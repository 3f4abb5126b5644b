"""Layer 1, the device only: reads the game's files out of the one file that `make flash` writes.

That file is this module, compiled, with all others behind it: MicroPython reads a compiled module
to the end of its code and no further. An import from littlefs costs 11 ms before any code is read,
more with every update; from here it costs 3, and an update is one file renamed onto the old one.
"""

import sys

import uio as io
import uos as os
from micropython import const
from ubinascii import crc32

_AT = "/pack"
_DIR = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_GET_BUFFER_SIZE = const(11)
_END = const(2)
_ENOENT = const(2)
_MASK = const(0x3FFFFFFF)

# {crc32 of its path, 30 bits: where a file begins, counted back from the end; 0 for a folder}.
# Filled in by the build, which sees to it that no path is taken for another.
FILES = {}  # type: dict[int, int]


class _Module(io.IOBase):
    """The one module that is open: an import reads it to its end before it asks for another."""

    def __init__(self, file):
        self.readinto = file.readinto

    def ioctl(self, request, arg):
        return 255 if request == _GET_BUFFER_SIZE else 0


class _Pack:
    def __init__(self):
        self.file = open("/pack.mpy", "rb")
        self.module = _Module(self.file)

    def mount(self, readonly, mkfs):
        pass

    def stat(self, path):
        # An import takes any exception for a missing file.
        return _FILE if FILES[crc32(path) & _MASK] else _DIR

    def open(self, path, mode):
        at = FILES.get(crc32(path) & _MASK)
        if not at:
            raise OSError(_ENOENT)
        self.file.seek(-at, _END)
        if path.endswith(".mpy"):
            return self.module
        size = int.from_bytes(self.file.read(2), "little")
        return io.BytesIO(self.file.read(size))


os.mount(_Pack(), _AT)
# Only here: what is built into MicroPython would be looked for in littlefs first.
sys.path[:] = [_AT]
