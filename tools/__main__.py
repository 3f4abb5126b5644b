"""`python -m tools COMMAND`: entry point of all host tools.

A command is a function in a module that is imported only when needed. It takes the arguments and
returns the exit code. To add one, write the module and add a row here. Groups are package groups
in pyproject.toml; environment.py installs what is missing.
"""

import os
import signal
import sys


def _quit(*_):
    os.write(2, b"Stopped.\n")
    os._exit(130)


# Ctrl-C while the modules below are imported. Not if it is ignored, as in the background.
if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, _quit)

import argparse  # noqa: E402
import contextlib  # noqa: E402
import errno  # noqa: E402
import importlib  # noqa: E402
import time  # noqa: E402

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python gets this far
    sys.exit("Python 3.11 or later is needed: this is %d.%d." % sys.version_info[:2])

from tools import environment  # noqa: E402
from tools.games import Bad, printable, version  # noqa: E402

# Command: module, function, help text, package groups that it needs.
COMMANDS = {
    "play": ("simulator.play", "main", "play in a window or in the terminal", "play"),
    "flash": ("device.flash", "main", "put the games on a Pico, or update them", "device"),
    "backup": ("device.backup", "main", "copy the saved games from a Pico", "device"),
    "restore": ("device.restore", "main", "copy saved games back to a Pico", "device"),
    "repl": ("device.repl", "main", "MicroPython's prompt (REPL) on a Pico", "device"),
    "new": ("new_game", "main", "write a playable skeleton of a new game", ""),
    "check": ("new_game", "check", "say what a game still lacks, and run its tests", "test"),
    "pack": ("device.pack", "main", "show what the handheld's file consists of", "device"),
    "build": ("device.built", "main", "compile what goes on the Pico", "device"),
    "web": ("web.site", "main", "build the page for a browser, and serve it", "device uf2 host"),
    "uf2": ("device.uf2", "main", "build a file to drag onto the Pico's drive", "device uf2"),
    "image": ("device.micropython", "main", "download MicroPython's image for the Pico", ""),
    "trace": ("trace", "main", "play a game without a screen and print every position", ""),
    "record": ("trace", "record", "play a game the same way and write its record", ""),
    "golden": ("golden", "main", "rewrite the tests' golden playthroughs", ""),
    "replay": ("records", "main", "check a record by replaying it", ""),
    "standings": ("standings", "main", "the table of a Make 13 tournament", ""),
    "records": ("handheld_records", "main", "convert a handheld's own records to JSON", ""),
    "research": ("research", "main", "strength and tuning of computer players, and more", ""),
    "setup": ("environment", "main", "create .venv with everything the commands need", ""),
    "test": ("checks", "test", "lint, then every test that needs no hardware", "test"),
    "quick": ("checks", "quick", "the quick tests only", "test"),
    "lint": ("checks", "lint", "ruff, mypy, tsc, biome, zizmor, actionlint", "test"),
    "soak": ("checks", "soak", "the long tests: a million keys, every random game", "test"),
    "journeys": ("journeys", "main", "play the journeys; show and accept what changed", "host"),
    "shots": ("shots", "main", "take the README's screenshots", "host"),
    "film": ("shots", "film", "record the README's film", "host"),
    "assets": ("assets", "main", "generate fonts, sprites and rule texts", ""),
    "wiring": ("wiring", "main", "draw each board's wiring diagram from its profile", ""),
    "emulate": (
        "emulator.emulate",
        "main",
        "play on an emulated Pico, on MicroPython's image",
        "play device emulator",
    ),
    "bench": (
        "bench",
        "main",
        "measure time and memory on a Pico or an emulated one",
        "device emulator",
    ),
    "faults": (
        "faults",
        "main",
        "cut the power of an emulated Pico at every write",
        "device emulator",
    ),
    "wasm": ("wasm.node", "main", "fetch MicroPython for WebAssembly, for the tests", ""),
    "lock": ("lock", "main", "lock the tools' packages by hash, after a change", ""),
    "release": (
        "release",
        "main",
        "build a release: the page, a UF2 per board",
        "device uf2 host",
    ),
    "clean": ("checks", "clean", "delete everything that can be rebuilt", ""),
}


def usage():
    lines = ["usage: python -m tools COMMAND ...", "", "commands:"]
    lines += [f"  {name:10} {COMMANDS[name][2]}" for name in COMMANDS]
    lines += ["", "python -m tools COMMAND --help describes it; --version prints the version."]
    return "\n".join(lines)


def main(argv):
    """Run a command; returns its exit code. Bad input is reported in one sentence."""
    name = argv[0] if argv else ""
    try:
        if signal.getsignal(signal.SIGINT) is _quit:
            signal.signal(signal.SIGINT, _Interrupt())
        try:
            code = _run(argv)
        finally:  # a full disk or a closed pipe is noticed here, not at Python's exit
            sys.stdout.flush()
        return code
    except Bad as e:
        complain(name, e)
        return 2
    except BrokenPipeError:  # as in `trace | head`
        _drop_output()
        return 1
    except OSError as e:
        if e.errno == errno.ENOSPC and not e.filename:
            where = "the disk is full"
            if _full_output():
                where = "standard output"
                _drop_output()
            complain(name, f"{where}: {e.strerror}")
        elif e.filename:
            complain(name, f"{e.filename}: {e.strerror}")
        else:
            raise
        return 2
    except KeyboardInterrupt:
        if isinstance(signal.getsignal(signal.SIGINT), _Interrupt):
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Python's exit is not interrupted
        print("Stopped.", file=sys.stderr)
        return 130


class _Interrupt:
    """Raises KeyboardInterrupt at Ctrl-C, but not again while the command may be tidying up."""

    PAUSE = 5  # seconds

    def __init__(self):
        self._last = -self.PAUSE

    def __call__(self, *_):
        now = time.monotonic()
        if now - self._last >= self.PAUSE:
            self._last = now
            raise KeyboardInterrupt


def _run(argv):
    if argv and argv[0] == "--version":
        print("thirteen " + version())
        return 0
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(usage())
        return 0 if argv else 2
    name = argv[0]
    if name not in COMMANDS:
        raise Bad(f"there is no command {name!r}: python -m tools --help")
    path, function, _, groups = COMMANDS[name]
    if not {"-h", "--help"} & {*argv}:
        code = environment.enter(groups.split(), argv)
        if code is not None:
            return code
    argparse.ArgumentParser.error = _refuse
    return getattr(importlib.import_module("tools." + path), function)(argv[1:]) or 0


def _refuse(parser, message):
    """In one sentence, as all bad input, in place of the usage and a line."""
    raise Bad(f"{message}; {parser.prog} --help says more")


def complain(name, what):
    with contextlib.suppress(BrokenPipeError):
        sys.stdout.flush()
    print(f"tools {name}: {printable(str(what))}", file=sys.stderr)


def _full_output():
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return False


def _drop_output():
    """Discard buffered output, or Python would try to write it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
