"""The saved files over a file system in a dict that fails, or loses power, at any step."""

import errno
import importlib.util
from pathlib import Path

_SOURCE = Path(__file__).resolve().parent.parent / "firmware" / "files.py"


def apart():
    """A private copy of files.py, to be used with other file systems."""
    spec = importlib.util.spec_from_file_location("files_apart", _SOURCE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Cut(BaseException):
    """A power cut; nothing in the firmware catches it."""


class Dict:
    """A file system in a dict that counts its steps and fails at one of them.

    A write reaches the dict in two halves, so that a cut leaves incomplete
    files; a rename of an open file empties it, as on littlefs.
    """

    in_place = False

    def __init__(self, break_at=None, how=Cut, folders=("/saves",)):
        self.files, self.folders, self.opened = {}, set(folders), set()
        self.steps, self.break_at, self.how = 0, break_at, how

    def step(self):
        self.steps += 1
        if self.steps == self.break_at:
            raise self.how()

    def open(self, path, mode):
        return _DictFile(self, path, mode)

    def stat(self, path):
        if path not in self.files:
            raise OSError(errno.ENOENT, path)

    def mkdir(self, path):
        self.step()
        if path in self.folders:
            raise OSError(errno.EEXIST, path)
        self.folders.add(path)

    def listdir(self, path):
        if path not in self.folders:
            raise OSError(errno.ENOENT, path)
        return [name.rpartition("/")[2] for name in self.files]

    def remove(self, path):
        if path not in self.files:
            raise OSError(errno.ENOENT, path)
        self.step()
        del self.files[path]

    def rename(self, old, new):
        self.step()
        if old in self.opened:
            self.files[old] = b""
        self.files[new] = self.files.pop(old)
        self.step()

    def sync(self):
        self.step()


class _DictFile:
    def __init__(self, disk, path, mode):
        self.disk, self.path, self.at = disk, path, 0
        if "w" in mode:
            if path.rpartition("/")[0] not in disk.folders:
                raise OSError(errno.ENOENT, path)
            disk.step()
            disk.files[path] = b""
        elif path not in disk.files:
            raise OSError(errno.ENOENT, path)
        disk.opened.add(path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.disk.opened.discard(self.path)

    def write(self, part):
        for half in bytes(part)[: len(part) // 2], bytes(part)[len(part) // 2 :]:
            self.disk.files[self.path] += half
            self.disk.step()

    def flush(self):
        self.disk.step()

    def seek(self, at, whence=0):
        self.at = at + (len(self.disk.files[self.path]) if whence else 0)
        return self.at

    def read(self, n=-1):
        data = self.disk.files[self.path]
        data = data[self.at :] if n < 0 else data[self.at : self.at + n]
        self.at += len(data)
        return data

    def readinto(self, into):
        data = self.read(len(into))
        into[: len(data)] = data
        return len(data)


def use(files, disk):
    files.os, files.open, files._IN_PLACE = disk, disk.open, disk.in_place
    files.root("/saves/")
