"""Layer 1, the device only: reads the game's files out of the one file that `make flash` writes.

That file is this module, compiled, with all others behind it: MicroPython reads a compiled module
to the end of its code and no further. An import from littlefs costs 11 ms before any code is read,
more with every update; from here it costs 3, and an update is one file renamed onto the old one.
"""

import io
import os
import sys

from micropython import const

_AT = "/pack"
_DIR = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_GET_BUFFER_SIZE = const(11)
_END = const(2)
_ENOENT = const(2)

# {path: where it begins, counted back from the end of the file; 0 for a folder}: the build's.
FILES = {}  # type: dict[str, int]


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
        return _FILE if FILES[path] else _DIR  # an import takes any exception for a missing file

    def open(self, path, mode):
        if not FILES.get(path):
            raise OSError(_ENOENT)
        self.file.seek(-FILES[path], _END)
        if path.endswith(".mpy"):
            return self.module
        size = int.from_bytes(self.file.read(2), "little")
        return io.BytesIO(self.file.read(size))


os.mount(_Pack(), _AT)
# Only here: what is built into MicroPython would be looked for in littlefs first.
sys.path[:] = [_AT]
