"""An emulated Pico for the tests: MicroPython's image, a folder as its flash, a console.

PICO_UF2 names the image (RPI_PICO.uf2 from MicroPython's download page). The default emulator is
rp2040py, about fifteen times slower than a Pico. PICO_RIG can name the folder of a faster one; its
run.py has a class Rig that also supports the panel, power cuts and snapshots.

    with boot(folder) as pico:
        pico.wait("text", 60)      seconds of host time
        pico.run("print(1 + 1)")   interrupts the game; returns the program's output
"""

import contextlib
import importlib
import os
import sys
import tempfile
import time
from pathlib import Path

import pytest
from mpremote.transport import TransportError, TransportExecError

_BLOCK, _BLOCKS = 4096, 352  # MicroPython's file system on a Pico with 2 MB
_MARK = b"\x04"


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


def boot(folder, uf2=None, **more):
    """A running Pico with the folder's files, on whichever emulator is available.

    uf2: another image than MicroPython's; if the folder is None, it includes the files.
    more: options of the faster emulator, such as `board`, the wiring if not that of ws_lcd_13.
    """
    return (Rig if os.environ.get("PICO_RIG") else Py2040)(folder, uf2 or image(), **more)


def littlefs(folder):
    """The folder as a littlefs image, a bytearray."""
    from littlefs import LittleFS, UserContext

    context = UserContext(buffsize=_BLOCK * _BLOCKS)
    fs = LittleFS(
        context=context,
        block_size=_BLOCK,
        block_count=_BLOCKS,
        prog_size=256,
        disk_version=0x00020000,
    )
    for path in sorted(Path(folder).rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_dir():
            fs.mkdir(name)
        else:
            with fs.open(name, "wb") as f:
                f.write(path.read_bytes())
    fs.unmount()
    return context.buffer


class PowerCut(Exception):
    """The emulated Pico lost power while running a program, and has restarted."""


class _Pico:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def wait(self, text, seconds):
        """Run until the console has printed the text, or fail."""
        end = time.monotonic() + seconds
        while text.encode() not in self.console:
            if time.monotonic() > end:
                shown = bytes(self.console[-2000:]).decode("utf-8", "replace")
                raise AssertionError(f"no {text!r} within {seconds} s; the console:\n{shown}")
            self.idle(0.05)

    def run(self, program, seconds=120):
        """Interrupt the game and run a program; returns its output."""
        out, error = self._exec(program, seconds)
        if error:
            raise ProgramError(error.decode("utf-8", "replace"))
        return out.decode("utf-8", "replace").replace("\r\n", "\n")


class _Panel:
    """The ST7789 of a Pico-LCD-1.3 on an SPI port of rp2040py."""

    def __init__(self, spi, dc, light):
        self.spi, self.dc, self.light = spi, dc, light
        self.memory = bytearray(240 * 240 * 3)  # four bits each of red, green and blue
        self.window = [0, 239, 0, 239]
        self.command, self.given, self.at, self.on, self.inverted = 0, [], 0, False, False
        self._answer = spi.on_transmit
        spi.on_transmit = self._receive

    def _receive(self, word):
        if not self.dc.raw_output_value:
            self.command, self.given, self.at = word, [], 0
            self.on = (self.on or word == 0x29) and word != 0x28
            self.inverted = (self.inverted or word == 0x21) and word != 0x20
        elif self.command == 0x2C:
            if self.spi.data_bits == 16:
                self._draw(word >> 12 & 15)
                self._draw(word >> 8 & 15)
            self._draw(word >> 4 & 15)
            self._draw(word & 15)
        else:
            self.given.append(word)
            if self.command in (0x2A, 0x2B) and len(self.given) == 4:
                ends = (self.given[0] << 8 | self.given[1], self.given[2] << 8 | self.given[3])
                start = 2 * (self.command - 0x2A)
                self.window[start : start + 2] = ends
        self._answer(word)

    def _draw(self, primary):
        left, right, top, bottom = self.window
        row, column = divmod(self.at, 3 * (right - left + 1))
        row = top + row % (bottom - top + 1)
        self.memory[3 * (240 * row + left) + column] = primary
        self.at += 1

    def picture(self):
        """Three bytes a pixel, as in the simulator; black while the panel is off."""
        if not (self.on and self.inverted and self.light.raw_output_value):
            return bytes(240 * 240 * 3)
        return bytes(primary * 17 for primary in self.memory)


class Py2040(_Pico):
    GLANCE = 1  # seconds between two readings of the picture

    def __init__(self, folder, uf2):
        from rp2040py.boards import BOARDS, resolve_firmware
        from rp2040py.device import MicroPythonDevice

        board = resolve_firmware(BOARDS["pico"], "micropython", str(uf2))
        with tempfile.TemporaryDirectory() as spare:
            disk = Path(spare) / "littlefs"
            if folder:
                disk.write_bytes(littlefs(folder))
            with contextlib.redirect_stdout(sys.stderr):
                self._device = MicroPythonDevice(board=board, filesystem=disk if folder else None)
        self.console = bytearray()
        mcu = self._device.mcu
        self._panel = _Panel(mcu.spi[1], mcu.gpio[8], mcu.gpio[13])
        self._device.cdc.on_serial_data = self._hear
        self._device.start_async(60).result()

    def _hear(self, data):
        self.console += bytes([data]) if isinstance(data, int) else bytes(data)

    @property
    def seconds(self):
        """The Pico's time since power-on."""
        return self._device.simulator.clock.nanos / 1e9

    def idle(self, seconds):
        time.sleep(seconds)

    def picture(self):
        return self._panel.picture()

    def _exec(self, program, seconds):
        try:
            return self._device.exec_async(program, seconds).result()
        finally:
            self._device.cdc.on_serial_data = self._hear

    def close(self):
        self._device.stop()


class Rig(_Pico):
    GLANCE = 0.05

    def __init__(self, folder, uf2, board="waveshare13"):
        home = os.environ["PICO_RIG"]
        if home not in sys.path:
            sys.path.append(home)
        self.rig = importlib.import_module("run").Rig(
            str(uf2), folder and str(folder), board, quiet=True
        )
        self.pico = self.rig.p
        self.cuts = 0

    @property
    def console(self):
        return self.rig.con

    @property
    def seconds(self):
        return self.rig.t

    def idle(self, seconds):
        self.rig.run(seconds)

    def picture(self):
        if not self.pico.stat("lcd_bl"):
            return bytes(240 * 240 * 3)
        return bytes((byte >> 4) * 17 for byte in self.pico.lcd_rgb(0))  # it keeps 16 bits a pixel

    def _exec(self, program, seconds):
        self.prompt()
        return self.follow(program, seconds)

    def connect(self):
        """Run until USB is connected: nothing typed before arrives.

        What was printed before, MicroPython 1.28 loses and 1.29 sends now.
        """
        while not self.pico.L.emu_connected():
            self.rig.run(0.001)

    def prompt(self):
        """Interrupt the game and enter the raw REPL."""
        self.connect()
        start = len(self.console)
        self.rig.type(b"\r\x03\x03\x01")
        if not self.rig.wait("raw REPL; CTRL-B to exit\r\n>", 5, start):
            raise AssertionError("the emulated Pico does not answer")

    def follow(self, program, seconds=60):
        """Run a program at the raw REPL; returns (output, traceback)."""
        self.begin(program)
        start = self._begun
        # OK, output, an end mark, traceback, an end mark.
        limit = self.rig.t + seconds
        while self.console.count(_MARK, start) < 2:
            if self._cuts() > self.cuts:
                self.cuts = self._cuts()
                raise PowerCut
            if self.rig.t > limit or not self.rig.run_to(self.rig.t + 0.001):
                raise AssertionError("the program does not end: " + program[:200])
        out, error = bytes(self.console[start:]).split(_MARK)[:2]
        return out.partition(b"OK")[2], error

    def snapshot(self):
        return self.pico.save(), bytes(self.console)

    def restore(self, snapshot):
        state, console = snapshot
        self.pico.load(state)
        self.console[:] = console

    def plan_cut(self, operation, part):
        """Cut the power in the nth flash operation from now, when that fraction of it is done."""
        self.pico.opt("cut_frac", part)
        self.pico.opt("cut_op", operation)

    def cable(self):
        """The console with the interface of mpremote's transport, at the raw REPL."""
        return _Cable(self)

    def _cuts(self):
        return getattr(self.rig, "cuts", 0)

    def begin(self, program):
        """Start a program at the raw REPL."""
        self._begun = len(self.console)
        data = program.encode() + _MARK
        while data:
            data = data[self.pico.cdc_write(data[:256]) :]
            self.rig.run(0.002)

    def close(self):
        pass


class _Cable:
    def __init__(self, rig):
        self.rig = rig

    def exec(self, program, data_consumer=None):
        try:
            out, error = self.rig.follow(program)
        except PowerCut:
            raise TransportError("the power was cut") from None
        if error:
            raise TransportExecError(out, error.decode("utf-8", "replace"))
        return out
