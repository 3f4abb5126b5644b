"""An emulated Pico for the tests, if PICO_UF2 names MicroPython's image, else they are skipped.

games(folder)              builds what `make flash` writes
boot(folder)               a Pico switched on with the folder's files
run(pico, "print(1 + 1)")  interrupts the game; returns the program's output
Device(Cable(pico), "")    for what installs files
"""

import os
import shutil
from pathlib import Path

import pytest
from mpremote.transport import TransportError

from tools import boards
from tools.bench.image import linked
from tools.device import build, pack
from tools.emulator.pico import Pico, PowerCut
from tools.emulator.prompt import Transport

BOARD = "ws_lcd_13"
needs_compiler = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="there is no C compiler"
)


class ProgramError(Exception):
    """A program on the emulated Pico ended with an exception; the text is its traceback."""


def image():
    """The image's path; skips the test if none is given."""
    path = os.environ.get("PICO_UF2")
    if not path:
        pytest.skip("no emulated Pico: PICO_UF2 names no MicroPython image")
    if not Path(path).is_file():
        pytest.fail(f"PICO_UF2 names {path}, which is no file")
    return path


def boot(folder=None, uf2=None, board=BOARD, saves=(), first=False):
    """A running Pico with the folder's files, or with those that another image `uf2` includes.

    saves: more files, {"/path": bytes}. first: it is the first start of the pack among them.
    """
    files = folder and {
        "/" + path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file()
    } | dict(saves)
    profile = boards.read(board)
    if first or not files or pack.PACK not in files:
        return Pico(uf2 or image(), profile, files)
    games = {path: data for path, data in files.items() if path not in saves}
    return Pico(image(), profile, flash=linked(image(), profile, games, dict(saves)))


def games(folder, board=BOARD):
    """{"/path": bytes} of what `make flash` writes, built in a folder; skips without an image."""
    image()
    build.build(board, folder)
    return pack.pack(folder)


def wait(pico, text, seconds):
    """Run until the console has printed the text, or fail."""
    if not pico.wait(text, seconds):
        shown = bytes(pico.console[-2000:]).decode("utf-8", "replace")
        raise AssertionError(f"no {text!r} within {seconds} s; the console:\n{shown}")


def run(pico, program, seconds=120):
    """Interrupt the game and run a program; returns its output."""
    transport = Transport(pico)
    transport.enter_raw_repl(soft_reset=False)
    out, error = transport.follow(program, seconds)
    if error:
        raise ProgramError(error.decode("utf-8", "replace"))
    return out.decode("utf-8", "replace").replace("\r\n", "\n")


def picture(pico):
    """What it shows, with four bits of each colour, as the panel is sent and the simulator has."""
    return bytes((byte >> 4) * 17 for byte in pico.picture())


class Cable(Transport):
    """The raw REPL, which says so when the power is cut."""

    def exec(self, program, data_consumer=None):
        try:
            return super().exec(program)
        except PowerCut:
            raise TransportError("the power was cut") from None
