"""A fake handheld for tests: its files are a dict, its MicroPython is sandboxed CPython.

It runs the same programs that are sent to a real handheld. Changes of its files are counted, and
the power can be cut before any of them. Like littlefs, it renames over existing files, and a file
keeps its old contents until the new ones are closed.
"""

import builtins
import contextlib
import errno
import hashlib
import io
import sys
import traceback
from types import SimpleNamespace

from mpremote.transport import TransportError, TransportExecError

from tools.__main__ import main as tools

BLOCK = 4096


class PowerCut(BaseException):
    """Not an Exception, so that no program on the handheld can catch it."""


class Memory(dict):
    """Hardware registers; those never written are 0."""

    def __missing__(self, at):
        return 0


class FakePico:
    """`files` {path: bytes, None for a folder}; `changes` counts; `cut`: the change to cut."""

    def __init__(self, files=(), version=(1, 28, 0), name="micropython", mpy=0x1306, blocks=352):
        self.files = dict(files)
        for path in list(self.files):
            for end in range(1, len(path)):
                if path[end] == "/":
                    self.files.setdefault(path[:end], None)
        self.machine = "Raspberry Pi Pico with RP2040"
        self.version, self.name, self.mpy, self.blocks = version, name, mpy, blocks
        self.changes, self.cut = 0, None
        self.worn = None  # a path whose contents get corrupted
        self.dead = self.closed = False
        self.resets = 0
        self.mem32 = Memory()
        self._new_heap()

    # The interface of mpremote's transport.

    def exec(self, program, data_consumer=None):
        if self.dead:
            raise TransportError("timeout waiting for first EOF reception")
        self._out = io.StringIO()
        try:
            self._execute(program)
        except PowerCut:
            self.dead = True
            raise TransportError("timeout waiting for first EOF reception") from None
        except SystemExit:
            pass
        except Exception:
            message = traceback.format_exc()
            raise TransportExecError(self._out.getvalue().encode(), message) from None
        return self._out.getvalue().encode()

    def exec_raw_no_follow(self, program):
        self.exec(program)

    def enter_raw_repl(self, soft_reset=True, timeout_overall=10):
        if self.dead:
            raise TransportError("could not enter raw repl")

    def close(self):
        self.closed = True

    # The handheld itself.

    def power_on(self, cut=None):
        """Start it, running boot.py if there is one. True unless the power was cut."""
        self.dead, self.cut, self.changes = False, cut, 0
        self._new_heap()
        if self.files.get("/boot.py") is not None:
            self._out = io.StringIO()
            try:
                self._execute(self.files["/boot.py"].decode())
            except PowerCut:
                self.dead = True
                return False
        self.cut = None
        return True

    def _new_heap(self):
        self._globals = {
            "__name__": "__main__",
            "__builtins__": {**vars(builtins), "open": self._open, "print": self._print},
        }
        self._globals["__builtins__"]["__import__"] = self._import

    def _execute(self, program):
        exec(compile(program, "<stdin>", "exec"), self._globals)

    def _print(self, *values, sep=" ", end="\n"):
        self._out.write(sep.join(map(str, values)) + end)

    def _import(self, name, *rest):
        if name == "os":
            calls = ("ilistdir", "listdir", "mkdir", "remove", "rename", "rmdir", "statvfs")
            return SimpleNamespace(**{call: getattr(self, "_" + call) for call in calls})
        if name == "sys":
            implementation = SimpleNamespace(
                name=self.name, version=self.version, _machine=self.machine, _mpy=self.mpy
            )
            return SimpleNamespace(implementation=implementation, platform="rp2")
        if name == "machine":
            return SimpleNamespace(
                unique_id=lambda: b"\1\2\3\4", reset=self._reset, mem32=self.mem32
            )
        if name == "time":
            return SimpleNamespace(sleep_ms=lambda ms: None)
        if name in ("binascii", "hashlib", "json"):
            return sys.modules.get(name) or hashlib
        raise ImportError("no module named " + name)

    def _reset(self):
        self.resets += 1
        raise SystemExit

    def _change(self):
        if self.changes == self.cut:
            raise PowerCut
        self.changes += 1

    def used(self):
        return sum(2 if data is None else -(-len(data) // BLOCK) for data in self.files.values())

    def _statvfs(self, path):
        free = self.blocks - self.used()
        return (BLOCK, BLOCK, self.blocks, free, free, 0, 0, 0, 0, 255)

    def _listdir(self, path):
        return [entry[0] for entry in self._ilistdir(path)]

    def _ilistdir(self, path):
        path = path.rstrip("/")
        if path and self.files.get(path, b"") is not None:
            raise OSError(errno.ENOENT, path)
        inside = [name for name in self.files if name.rpartition("/")[0] == path]
        for name in inside:
            data = self.files[name]
            short = name.rpartition("/")[2]
            yield (short, 0x4000, 0, 0) if data is None else (short, 0x8000, 0, len(data))

    def _mkdir(self, path):
        if path in self.files:
            raise OSError(errno.EEXIST, path)
        self._change()
        self.files[path] = None

    def _remove(self, path):
        if path not in self.files:
            raise OSError(errno.ENOENT, path)
        if any(name.startswith(path + "/") for name in self.files):
            raise OSError(errno.ENOTEMPTY, path)
        self._change()
        del self.files[path]

    _rmdir = _remove

    def _rename(self, old, new):
        if old not in self.files or self.files.get(new.rpartition("/")[0]) is not None:
            raise OSError(errno.ENOENT, old)
        if new in self.files and self.files[new] is None:
            raise OSError(errno.EISDIR, new)
        self._change()
        self.files[new] = self.files.pop(old)

    def _open(self, path, mode="r"):
        if "a" in mode:
            file = _Writing(self, path)
            file.write(self.files[path])
            return file
        if "w" in mode:
            parent = path.rpartition("/")[0]
            if parent and parent not in self.files:
                raise OSError(errno.ENOENT, path)
            if path not in self.files:
                self._change()
                self.files[path] = b""
            return _Writing(self, path)
        data = self.files.get(path)
        if data is None:
            raise OSError(errno.ENOENT, path)
        return io.BytesIO(data) if "b" in mode else io.StringIO(data.decode())


class _Writing(io.BytesIO):
    def __init__(self, pico, path):
        super().__init__()
        self.pico, self.path = pico, path

    def close(self):
        if not self.closed:
            data = self.getvalue()
            there = -(-len(self.pico.files[self.path]) // BLOCK)
            if -(-len(data) // BLOCK) - there > self.pico.blocks - self.pico.used():
                raise OSError(errno.ENOSPC, "ENOSPC")
            self.pico._change()
            self.pico.files[self.path] = data if self.path != self.pico.worn else data[:-1] + b"?"
        super().close()

    def __del__(self):
        # A file that was not closed keeps its old contents.
        with contextlib.suppress(Exception):
            io.BytesIO.close(self)


# Possible contents: a version of the game, a new one, and the player's files.

OLD = {"/main.py": b"old main", "/pack.mpy": b"old pack" * 2000}
NEW = {"/main.py": b"new main", "/pack.mpy": b"new pack" * 2500}
MINE = {"/saves/thirteens": b"a game", "/saves/settings": b"\0\1", "/notes.txt": b"my own"}


def files(pico):
    return {path: data for path, data in pico.files.items() if data is not None}


def starts(pico, more=()):
    """Which complete game is on it, the old or the new, with `more` files; fails if none is."""
    game = {path: data for path, data in files(pico).items() if "thirteen." not in path}
    if game == {**OLD, **MINE, **dict(more)}:
        return "old"
    assert game == {**NEW, **MINE, **dict(more)}
    return "new"


def message(capsys, *argv):
    """The message of a failing command: one line, with a non-zero exit code."""
    assert tools(list(argv)) != 0
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    return captured.err
