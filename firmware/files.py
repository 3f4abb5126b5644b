"""Layer 1: whole files in one directory, each of them either the old one or the new one.

A file is written beside the old one under a name that ends in "~", read back, and renamed onto it;
an open file is never renamed (littlefs would keep an empty one). Whatever fails raises OSError and
leaves the old file as it was.
"""

import os

_MISSING = (2, 44)  # ENOENT, and its number where MicroPython runs in WebAssembly
_CHUNK = 256

_dir = ["/saves/"]
_home = [""]


def root(path):
    """Use the directory `path`, rid of what a power cut left behind; a first write makes it."""
    _dir[0] = path if path.endswith("/") else path + "/"
    try:
        for name in os.listdir(_folder()):
            if name.endswith("~"):
                os.remove(_dir[0] + name)
    except OSError:  # no saves yet, or nothing that can be done: no reason not to play
        pass


def home(path):
    """The folder that holds what comes with the game, where that is not the current one."""
    _home[0] = path


def peek(name, at, into):
    """Fill the bytearray `into` from byte `at` on of a file that comes with the game.

    Returns how many bytes there were, 0 where there is no such file. Keeps nothing in memory.
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
    """The bytes of the file `name`, None where there is none."""
    try:
        with open(_dir[0] + name, "rb") as f:
            return f.read()
    except OSError as error:
        if error.errno in _MISSING:
            return None
        raise


def write(name, parts):
    """Make `parts`, a sequence of bytes-likes, the file `name`."""
    path = _dir[0] + name
    spare = path + "~"
    try:
        with _create(spare) as f:
            for part in parts:
                f.write(part)
            f.flush()
            if hasattr(os, "fsync"):
                os.fsync(f.fileno())
        if hasattr(os, "sync") and not hasattr(os, "fsync"):
            os.sync()
        if not _holds(spare, parts):
            raise OSError(5, "not read back as written: " + spare)
        # Only os.replace overwrites on a Windows desk; MicroPython has only os.rename, which does.
        (os.replace if hasattr(os, "replace") else os.rename)(spare, path)
    except OSError:
        remove(name + "~")
        raise


def remove(name):
    """Delete the file `name`; nothing happens where there is none."""
    try:
        os.remove(_dir[0] + name)
    except OSError:
        pass


def names():
    """The names of the files, in no order."""
    try:
        return [name for name in os.listdir(_folder()) if not name.endswith("~")]
    except OSError:
        return []


def _folder():
    return _dir[0][:-1] or "/"


def _create(path):
    try:
        return open(path, "wb")
    except OSError as error:
        if error.errno not in _MISSING:
            raise
    os.mkdir(_folder())
    return open(path, "wb")


def _holds(path, parts):
    with open(path, "rb") as f:
        for part in parts:
            part = memoryview(part)
            for start in range(0, len(part), _CHUNK):
                piece = part[start : start + _CHUNK]
                if f.read(len(piece)) != piece:
                    return False
        return not f.read(1)
