"""Layer 1, device only: a read-only file system over the single file that `make flash` writes.

That file is this module, compiled, with all the others appended: MicroPython stops reading a
compiled module at the end of its code. An import from littlefs costs 11 ms before any code is
read, and more after each update; from here it costs 3 ms, and an update is a single rename.

At its end are an index (see `find`), the number of its rows in two bytes, and a digest.
"""

import sys
from array import array

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
TAIL = const(10)  # bytes behind the index
_ROW = const(8)


_index = array("I")


def _find(path):
    """How far before the pack's end a file or a module begins: 0 for a folder, -1 for none.

    The index has for each the crc32 of its path, or of its name, 30 bits, and that distance: two
    words, sorted. Once the flash can be read as memory, xip/importer.py has a quicker one.
    """
    wanted = crc32(path) & _MASK
    low, high = 0, rows
    while low < high:
        middle = (low + high) >> 1
        if _index[2 * middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return _index[2 * low + 1] if low < rows and _index[2 * low] == wanted else -1


find = _find


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
    module: "_Module"  # by which an import reads

    def mount(self, readonly, mkfs):
        pass

    def stat(self, path):
        """What an import asks: whether x is a folder, whether x.py and x.mpy are files.

        An exception says no, but takes time: so no x.py is a file, and no x that is not there a
        folder.
        """
        if path.endswith(".py"):
            return _DIR
        at = find(path)
        if at < 0 and path.endswith(".mpy"):
            raise OSError(_ENOENT)
        return _FILE if at else _DIR

    def open(self, path, mode):
        at = find(path)
        if at <= 0:
            raise OSError(_ENOENT)
        if path.endswith(".mpy"):
            return self.module.start(at)
        file.seek(-at, _END)
        size = int.from_bytes(file.read(2), "little")
        return _Data(file, at - 2, size)


def use(module, finds):
    """From now on an import reads by this stream, its start(bytes before the end).

    finds: what takes the place of `find`.
    """
    global find, _index
    _pack.module = module
    find = finds
    _index = array("I")


def use_file():
    """Read through the file."""
    global find, _index
    _index = array("I", bytes(_ROW * rows))
    file.seek(-TAIL - _ROW * rows, _END)
    file.readinto(_index)
    _pack.module = _Module(file)
    find = _find


def start():
    """Play, until the games end at MicroPython's prompt; it finds the owner's own modules."""
    try:
        import xip  # isort: skip (the first; not needed to read)
        import main  # not needed to read

        main.run()
    except MemoryError:
        import no_room  # rarely needed

        no_room.run()
    finally:
        sys.path[:] = _path + sys.path
        if "xip" in sys.modules:
            xip.leave()


file = open("pack.mpy", "rb")
size = file.seek(-TAIL, _END) + TAIL
rows = int.from_bytes(file.read(2), "little")
digest = file.read(TAIL - 2)
_pack = _Pack()
use_file()
os.mount(_pack, _AT)
_path = sys.path[:]
# Nothing else: with littlefs on the path, imports of built-in modules would search it first.
sys.path[:] = [_AT]
sys.modules.pop("main", None)  # what imports this, if it was imported at the prompt

import thirteen  # noqa: E402 (from the pack)

# Its modules lie there: MicroPython keeps the path of each module that it ever imported.
thirteen.__path__ = _AT  # type: ignore[assignment]
