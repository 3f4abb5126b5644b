"""Layer 1: whole files in one directory, replaced atomically.

A new version is written next to the old one under a name with a trailing "~", read back, and
renamed over it. A file is closed before it is renamed (littlefs would leave an empty one).

littlefs keeps the old version until the new one is flushed, so there a file that exists is
written in place, with a third of the commits; where none exists, an empty one would come first.
A failure raises OSError and leaves the old file as it was, or, in place, none.
"""

import os

_MISSING = (2, 44)  # ENOENT, and its number in MicroPython's WebAssembly port
_CHUNK = 256
_MOST = 16384  # bytes; the largest save, a long game of Make 13, has 14 kB
_TOO_LARGE = 27  # EFBIG
_IN_PLACE = not hasattr(os, "replace")  # on MicroPython

_dir = ["/saves/"]
_home = [""]
_found = set()  # names of files that are there: to look one up takes littlefs 5 ms


def root(path):
    """Use directory `path`, deleting what a power cut left behind; the first write creates it."""
    _dir[0] = path if path.endswith("/") else path + "/"
    _found.clear()
    try:
        for name in os.listdir(_folder()):
            if name.endswith("~"):
                os.remove(_dir[0] + name)
    except OSError:  # no saves yet, or a file that can't be deleted: play anyway
        pass


def home(path):
    """Set the folder of the files that ship with the game, if not the current folder."""
    _home[0] = path


def read_asset(name, at, into):
    """Fill the bytearray `into` from offset `at` of a file that ships with the game.

    Returns the number of bytes read, 0 if there is no such file. Caches nothing.
    """
    try:
        with open(_home[0] + name, "rb") as f:
            f.seek(at)
            return f.readinto(into)
    except OSError as error:
        if error.errno in _MISSING:
            return 0
        raise


def read(name):
    """The contents of file `name`, or None if there is none: see `read_with`."""
    return read_with(name, _whole, ())


def read_with(name, use, given):
    """What `use` makes of the open file `name`, its size and `given`, or None if there is no file.

    OSError if it can't be read, or is larger than any file that is written here.
    """
    try:
        with open(_dir[0] + name, "rb") as f:
            size = f.seek(0, 2)
            if size > _MOST:
                raise OSError(_TOO_LARGE, "too large: " + name)
            f.seek(0)
            _found.add(name)
            return use(f, size, *given)
    except OSError as error:
        if error.errno in _MISSING:
            return None
        raise


def _whole(f, size):
    return f.read(size)  # without its size MicroPython would read into ever larger blocks


def write(name, parts):
    """Replace file `name` by the concatenation of `parts`, a sequence of bytes-like objects.

    littlefs takes most of the C stack that is left: what it is called from is not nested deeper.
    """
    path = _dir[0] + name
    beside = "" if _IN_PLACE and _is_there(name) else "~"
    path += beside
    try:
        try:
            f = open(path, "wb")
        except OSError as error:
            if error.errno not in _MISSING:
                raise
            os.mkdir(_folder())
            f = open(path, "wb")
        with f:
            for part in parts:
                f.write(part)
            f.flush()
            if hasattr(os, "fsync"):
                os.fsync(f.fileno())
        if hasattr(os, "sync") and not hasattr(os, "fsync"):
            os.sync()
        if not _holds(path, parts):
            raise OSError(5, "not read back as written: " + path)
        if beside:
            rename(name + beside, name)
        _found.add(name)
    except (OSError, KeyboardInterrupt):  # closed where mpremote stops it, it is a part
        remove(name + beside)
        raise


def _is_there(name):
    if name in _found:
        return True
    try:
        os.stat(_dir[0] + name)
    except OSError:
        return False
    return True


def remove(name):
    """Delete file `name` if it exists."""
    _found.discard(name)
    try:
        os.remove(_dir[0] + name)
    except OSError:
        pass


def rename(name, to):
    """Rename file `name`, whatever is in it; a file of the new name is replaced."""
    # On Windows only os.replace overwrites; MicroPython has only os.rename, which does.
    (os.replace if hasattr(os, "replace") else os.rename)(_dir[0] + name, _dir[0] + to)
    _found.discard(name)


def quarantine(name, stem):
    """Rename file `name` to the first free of STEM.bad0, STEM.bad1, ...; returns its new name."""
    there = os.listdir(_folder())
    n = 0
    while "%s.bad%d" % (stem, n) in there:
        n += 1
    rename(name, "%s.bad%d" % (stem, n))
    return "%s.bad%d" % (stem, n)


def names():
    """The names of the files, in no particular order."""
    try:
        return [name for name in os.listdir(_folder()) if not name.endswith("~")]
    except OSError:
        return []


def _folder():
    return _dir[0][:-1] or "/"


def _holds(path, parts):
    with open(path, "rb") as f:
        for part in parts:
            part = memoryview(part)
            for start in range(0, len(part), _CHUNK):
                piece = part[start : start + _CHUNK]
                if f.read(len(piece)) != piece:
                    return False
        return not f.read(1)
