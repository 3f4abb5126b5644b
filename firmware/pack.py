"""Layer 1, device only: a read-only file system over the single file that `make flash` writes.

That file is this module, compiled, with all the others appended: MicroPython stops reading a
compiled module at the end of its code. An import from littlefs costs 11 ms before any code is
read, and more after each update; from here it costs 3 ms, and an update is a single rename.
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

# {crc32 of a path, 30 bits: offset of the file from the end of the pack; 0 for a folder}.
# Filled in by the build, which checks that no two paths collide.
FILES = {}  # type: dict[int, int]
FILES[-1] = 0  # makes it grow: a full one would be searched to its end for what it does not have


load = __import__  # imports one module


class _Module(io.IOBase):
    """The one open module: an import reads a file to its end before it opens the next."""

    def __init__(self, file):
        self.file = file
        self.readinto = file.readinto

    def start(self, from_end):
        self.file.seek(-from_end, _END)
        return self

    def ioctl(self, request, arg):
        return 255 if request == _GET_BUFFER_SIZE else 0


class _Data:
    """A file that is no module, read in pieces: some are larger than any free block."""

    def __init__(self, file, at, size):
        self.file, self.at, self.size = file, at, size
        self.seek(0)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass  # the pack stays open

    def seek(self, at):
        self.file.seek(at - self.at, _END)
        self.left = max(self.size - at, 0)

    def readinto(self, into):
        n = self.file.readinto(memoryview(into)[: self.left])
        self.left -= n
        return n


class _Pack:
    def __init__(self):
        self.file = open("pack.mpy", "rb")
        self.module = _Module(self.file)

    def mount(self, readonly, mkfs):
        pass

    def stat(self, path):
        """What an import asks: whether x is a folder, whether x.py and x.mpy are files.

        An exception says no, but takes time: so no x.py is a file, and no x that is not there a
        folder.
        """
        if path.endswith(".py"):
            return _DIR
        at = FILES.get(crc32(path) & _MASK, -1)
        if at < 0 and path.endswith(".mpy"):
            raise OSError(_ENOENT)
        return _FILE if at else _DIR

    def open(self, path, mode):
        at = FILES.get(crc32(path) & _MASK)
        if not at:
            raise OSError(_ENOENT)
        if path.endswith(".mpy"):
            return self.module.start(at)
        self.file.seek(-at, _END)
        size = int.from_bytes(self.file.read(2), "little")
        return _Data(self.file, at - 2, size)


def read_by(module):
    """From now on an import reads by this stream: its start(bytes before the end).

    Returns the one before it.
    """
    before = _pack.module
    _pack.module = module
    return before


def find(path):
    """A file's offset from the pack's end."""
    return FILES[crc32(path) & _MASK]


def names():
    """Where the names in all modules are: see tools/device/pack.py."""
    _pack.file.seek(-find("/names"), _END)
    return _pack.file.read(6)


def end():
    """The pack's length, and the digest at its end."""
    size = _pack.file.seek(-8, _END) + 8
    return size, _pack.file.read(8)


_pack = _Pack()
file = _pack.file
os.mount(_pack, _AT)
# Nothing else: with littlefs on the path, imports of built-in modules would search it first.
sys.path[:] = [_AT]

import thirteen  # noqa: E402 (from the pack)

# Its modules lie there: MicroPython keeps the path of each module that it ever imported.
thirteen.__path__ = _AT  # type: ignore[assignment]
