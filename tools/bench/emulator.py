"""An emulated Pico with panel and buttons, if the environment names one.

PICO_RIG is the emulator's folder: its run.py has a class Rig that boots an image (PICO_UF2) with a
folder as its flash, presses buttons and records what reaches the panel, and when. Times are those
of the emulated chip, in seconds or microseconds.
"""

import contextlib
import importlib.util
import io
import json
import os
import sys
from pathlib import Path
from typing import NamedTuple

from tools.device import Lost, Trouble, uf2

_BUTTONS = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "X", "Y", "MENU")
_WIRES = ("SPI", "SCK", "MOSI", "CS", "DC", "RST", "BL", "W", "H", "XOFF", "YOFF")
_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
_PATIENCE = 120  # emulated seconds that a program may run without output
_ANSWER = 5  # emulated seconds until it must react to an interrupt
_TRIES = 5
_BOOT = 5
_LONG = 550  # ms after which a press of B opens the pause menu


def named():
    """(folder, image) from the environment, or None; Trouble if they are of no use."""
    folder, image = os.environ.get("PICO_RIG"), os.environ.get("PICO_UF2")
    if image and not folder:
        raise Trouble("PICO_UF2 is set, but PICO_RIG, the emulator's folder, is not.")
    if not folder:
        return None
    if not image:
        raise Trouble("PICO_RIG is set, but PICO_UF2, the image to boot, is not.")
    for path in (Path(folder) / "run.py", Path(image)):
        if not path.is_file():
            raise Trouble(f"There is no {path}: PICO_RIG or PICO_UF2 is wrong.")
    uf2.Image(Path(image).read_bytes(), image)
    return folder, image


def wiring(profile):
    """The emulator's description of a board; `profile` is the board's profile as a dict."""
    if profile["PANEL"] != "ST7789":
        raise Trouble(f"The emulator has no {profile['PANEL']}: choose a board with an ST7789.")
    wires = {name.lower(): profile[name] for name in _WIRES}
    keys = {name: profile[name] for name in _BUTTONS if profile[name] >= 0}
    more = {"ref": profile["MADCTL"], "ips": int(profile["INVERT"]), "keys": keys}
    return json.dumps(wires | more)


class PowerCut(Exception):
    """The planned power cut inside a flash operation happened, and the power is on again."""


class Answer(NamedTuple):
    """The response to a key: ms to the first and to the last changed pixel."""

    first: float
    last: float
    saved: bool  # the flash was written meanwhile


class Emulator:
    """The board, switched on with the folder `files` on an empty flash or with a flash image."""

    def __init__(self, folder, image, profile, files=None, flash=None):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
        spec = importlib.util.spec_from_file_location("pico_rig", Path(folder) / "run.py")
        module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
            files, flash = files and str(files), flash and str(flash)
            board = wiring(profile)
            with contextlib.redirect_stderr(io.StringIO()):
                self.rig = module.Rig(image, files, board, flash_in=flash, quiet=True)
        except (ImportError, OSError) as error:
            raise Trouble(f"The emulator in {folder} does not start: {error}.") from None
        self.rig.note = lambda text: None
        self._power_cycle = self.rig.p.power_cycle
        self.rig.p.power_cycle = self._cut
        self._on = 0.0  # time of the last power-on
        self.keys = list(self.rig.keys)
        self.w, self.h = profile["W"], profile["H"]

    def restart(self):
        """Switch it off and on; the flash keeps its contents."""
        self._power_cycle()
        self._on = self.rig.t
        self.rig.con.clear()

    def _cut(self):
        """The emulator switches off and on by itself only for a planned cut."""
        self.restart()
        raise PowerCut

    def plan_cut(self, operation, part):
        """Cut the power in the nth flash operation from now, when that fraction of it is done."""
        self.rig.p.opt("cut_frac", part)
        self.rig.p.opt("cut_op", operation)

    def flash(self):
        """The contents of the flash."""
        return self.rig.p.flash_read()

    def writes(self):
        """The number of flash operations so far, erase and program."""
        return int(self.rig.p.stat("fl_ops"))

    def lit(self):
        """Milliseconds from power-on to the first complete picture with the backlight on."""
        pico = self.rig.p
        while not (pico.stat("lcd_on") and pico.stat("lcd_bl")):
            if self.rig.t > self._on + _BOOT or not self.rig.run_to(self.rig.t + 0.001):
                raise Trouble("The emulated Pico shows no picture.")
        return pico.us / 1000 - 1000 * self._on

    def settled(self, still=0.5, most=8):
        """Run until no pixel has changed for `still` seconds, `most` seconds at most."""
        end = self.rig.t + most
        while self.rig.t < end:
            self.rig.p.opt("chg_reset", 0)
            self.rig.run(still)
            if not self.rig.p.stat("chg_n"):
                break

    def answer(self, key, hold=60, gap=30, most=1500):
        """Press a key; returns an Answer, or None if no pixel changes.

        The response ends when no pixel has changed for `gap` ms. For B the time starts at its
        release, because a long B is the pause menu.
        """
        pico = self.rig.p
        pico.opt("chg_reset", 0)
        start = pico.us
        down = True
        writes = pico.stat("fl_ops")
        self.rig.press(key)
        while pico.us < start + 1000 * most:
            self.rig.run(0.0005, slice_us=500)
            if down and pico.us >= start + 1000 * hold:
                self.rig.release(key)
                down = False
            if pico.stat("chg_n") and pico.us > pico.stat("chg_last") + 1000 * gap:
                break
        first, last, count = (pico.stat(name) for name in ("chg_first", "chg_last", "chg_n"))
        saved = pico.stat("fl_ops") > writes
        if down:
            self.rig.run(max(start / 1e6 + hold / 1000 - self.rig.t, 0))
            self.rig.release(key)
        if not count:
            return None
        if key == "B" and hold < _LONG:
            start += 1000 * hold
        return Answer((first - start) / 1000, (last - start) / 1000, saved)

    def tap(self, key, hold=0.06):
        """Press and release a key, and run until the screen is still."""
        self.rig.tap(key, hold)
        self.settled(0.2, 2)

    def busy(self, seconds):
        """Processor load: the percentage of time in which it does not sleep."""
        before = self.rig.p.stat("idle_us")
        self.rig.run(seconds)
        return 100 - (self.rig.p.stat("idle_us") - before) / seconds / 10000

    def heap(self):
        """(live bytes, largest free block), measured at an interrupt; then the game continues.

        An import that is searching for its file swallows the interrupt and reports a missing
        module; then the interrupt is sent again a moment later.
        """
        for tries in range(_TRIES):
            state = self.save()
            transport = Transport(self)
            try:
                transport.enter_raw_repl(soft_reset=False)
                if b"no module named" not in self.rig.con[len(state[1]) :]:
                    break
            except Lost:
                if tries == _TRIES - 1:
                    raise
            self.load(state)
            self.rig.run(0.1)
        printed = transport.exec(
            "import gc, micropython\ngc.collect()\nprint(gc.mem_alloc())\nmicropython.mem_info()"
        ).decode()
        self.load(state)
        return int(printed.split()[0]), 16 * int(printed.partition("max free sz: ")[2].split()[0])

    def save(self):
        """A snapshot of the whole machine, for `load`."""
        return self.rig.p.save(), bytes(self.rig.con), self._on

    def load(self, saved):
        state, console, self._on = saved
        self.rig.p.load(state)
        self.rig.con[:] = console


class Transport:
    """MicroPython's raw REPL over the emulated USB, with the interface of mpremote's transport."""

    def __init__(self, emulator):
        self.rig = emulator.rig

    def enter_raw_repl(self, soft_reset=True, timeout_overall=None):
        start = len(self.rig.con)
        self._send(b"\r\x03\x03")
        self.rig.run(0.1)
        self._send(b"\r\x01")
        self._until(_PROMPT, start, _ANSWER)
        if soft_reset:
            start = len(self.rig.con)
            self._send(b"\x04")
            self._until(_PROMPT, start)

    def exec(self, program):
        from mpremote.transport import TransportExecError

        data = program.encode() if isinstance(program, str) else program
        start = len(self.rig.con)
        self._send(data + b"\x04")
        start = self._until(b"OK", start)
        end = self._until(b"\x04", start)
        last = self._until(b"\x04>", end)
        out, error = bytes(self.rig.con[start : end - 1]), bytes(self.rig.con[end : last - 2])
        if error:
            raise TransportExecError(1, error.decode("utf-8", "replace"))
        return out

    def close(self):
        pass

    def _send(self, data):
        while data:
            taken = self.rig.p.cdc_write(data[:2048])
            data = data[taken:]
            self.rig.run(0.001)

    def _until(self, text, start, patience=_PATIENCE):
        """Run until the console prints the text; returns the index after it."""
        end = self.rig.t + patience
        seen = len(self.rig.con)
        while True:
            at = self.rig.con.find(text, start)
            if at >= 0:
                return at + len(text)
            if not self.rig.run_to(self.rig.t + 0.001) or self.rig.t > end:
                raise Lost("The emulated Pico stopped answering.")
            if len(self.rig.con) > seen:
                seen = len(self.rig.con)
                end = self.rig.t + patience
