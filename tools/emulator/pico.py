"""A board around the chip: its panel, its buttons, its flash's contents, its console.

Times are those of the emulated chip, in seconds or milliseconds as said.
"""

from typing import NamedTuple

from tools import boards
from tools.device import Trouble, uf2
from tools.emulator import checked, chip, heap

_WIRES = ("SPI", "SCK", "MOSI", "CS", "DC", "RST", "BL", "W", "H", "XOFF", "YOFF")
_STEP = 0.001  # seconds between two looks at the console
_BOOT = 5  # seconds until a picture must be shown
_LONG = 550  # ms after which a press of B opens the pause menu
_STACK, _TOP = 0x20040000, 0x20042000  # MicroPython's C stack; the heap ends where it does
_PAINT = 0xA5


class PowerCut(Exception):
    """The planned power cut inside a flash operation happened, and the power is on again."""


class Answer(NamedTuple):
    """The response to a key: ms to the first and to the last changed pixel."""

    first: float
    last: float
    saved: bool  # the flash was written meanwhile


def wiring(profile):
    """A board's panel for the chip, {name: value}; `profile` is the board's profile as a dict."""
    if profile["PANEL"] != "ST7789":
        raise Trouble(f"The emulator has no {profile['PANEL']}: choose a board with an ST7789.")
    wires = {name.lower(): profile[name] for name in _WIRES}
    return wires | {"ref": profile["MADCTL"], "ips": int(profile["INVERT"])}


class Pico:
    """Switched on with `files` {"/path": bytes} on its flash, with a flash image, or empty.

    image: the path of MicroPython's UF2, or of one that includes the files.
    """

    def __init__(self, image, profile, files=None, flash=None):
        micropython = checked(image)
        self.chip = chip.Chip()
        if flash is not None:
            self.chip.write_flash(0, flash)
        for address, page in micropython.memory.items():
            self.chip.write_flash(address - uf2.FLASH, page)
        if files is not None:
            start, size = micropython.filesystem()
            for block, data in uf2.littlefs(files, size).items():
                self.chip.write_flash(start - uf2.FLASH + block * uf2.SECTOR, data)
        self.chip.connect_panel(wiring(profile))
        self.w, self.h = profile["W"], profile["H"]
        self.pins = {name: profile[name] for name in boards.KEYS if profile[name] >= 0}
        self.keys = list(self.pins)
        self.console = bytearray()
        self.notes = []  # what the chip noticed, lines of text
        self._on = 0.0  # time of the last power-on

    # Time and power.

    @property
    def t(self):
        """Seconds since the power was first switched on."""
        return self.chip.us / 1e6

    def run(self, seconds, step=_STEP):
        """Go on for that long; False if the processor is locked up. Raises a planned PowerCut."""
        end = self.chip.us + seconds * 1e6
        while self.chip.us < end - 0.01:
            self.chip.run_until(min(end, self.chip.us + step * 1e6))
            self.console += self.chip.read()
            self.notes += self.chip.notes()
            if self.chip.stat("cut"):
                self.restart()
                raise PowerCut
            if self.chip.stat("fault") >= 2:
                return False
        return True

    def restart(self):
        """Switch it off and on; the flash keeps its contents."""
        self.chip.power_cycle()
        self._on = self.t
        self.console.clear()

    def plan_cut(self, operation, part):
        """Cut the power in the nth flash operation from now, when that fraction of it is done."""
        self.chip.option("cut_frac", part)
        self.chip.option("cut_op", operation)

    def save(self):
        """A snapshot of the whole machine, for `load`."""
        return self.chip.save(), bytes(self.console), self._on

    def load(self, saved):
        state, console, self._on = saved
        self.chip.load(state)
        self.console[:] = console

    def flash(self):
        """The contents of the flash."""
        return self.chip.read_flash()

    def writes(self):
        """The number of flash operations so far, erase and program."""
        return int(self.chip.stat("fl_ops"))

    def writing(self, seconds):
        """Run that long; ms from now to the first flash operation, and to the end of the last."""
        start = first = last = self.t
        n = self.writes()
        end = start + seconds
        while self.t < end:
            self.run(_STEP)
            if self.writes() != n:
                n = self.writes()
                last = self.t
                first = last if first == start else first
        return 1000 * (first - start), 1000 * (last - start)

    # The panel.

    def picture(self):
        """What a player sees, three bytes a pixel; black without a backlight."""
        return self.chip.panel() if self.chip.stat("lcd_bl") else bytes(3 * self.w * self.h)

    def lit(self):
        """Milliseconds from power-on to the first complete picture with the backlight on."""
        while not (self.chip.stat("lcd_on") and self.chip.stat("lcd_bl")):
            if self.t > self._on + _BOOT or not self.run(_STEP):
                raise Trouble("The emulated Pico shows no picture.")
        return 1000 * (self.t - self._on)

    def settled(self, still=0.5, most=8):
        """Run until no pixel has changed for `still` seconds, `most` seconds at most."""
        end = self.t + most
        while self.t < end:
            self.chip.option("changed_reset", 0)
            self.run(still)
            if not self.chip.stat("changed"):
                break

    def busy(self, seconds):
        """Processor load: the percentage of time in which it does not sleep."""
        before = self.chip.stat("idle_us")
        self.run(seconds)
        return 100 - (self.chip.stat("idle_us") - before) / seconds / 10000

    # The buttons.

    def press(self, key):
        self.chip.drive(self.pins[key], 0)

    def release(self, key):
        self.chip.drive(self.pins[key], -1)

    def tap(self, key, hold=0.06):
        self.press(key)
        try:
            self.run(hold)
        finally:  # whoever sees the power go lets go as well
            self.release(key)

    def answer(self, key, hold=60, gap=30, most=1500, least=1):
        """Press a key for `hold` ms; returns an Answer, or None if no pixel changes.

        The response ends when `least` pixels have changed, and none for `gap` ms. For B the time
        starts at its release, because a long B is the pause menu.
        """
        self.chip.option("changed_reset", 0)
        start, writes = self.chip.us, self.writes()
        down = True
        self.press(key)
        while self.chip.us < start + 1000 * most:
            self.run(_STEP / 2, _STEP / 2)
            if down and self.chip.us >= start + 1000 * hold:
                self.release(key)
                down = False
            last = self.chip.stat("changed_last")
            if self.chip.stat("changed") >= least and self.chip.us > last + 1000 * gap:
                break
        first, last, count = map(self.chip.stat, ("changed_first", "changed_last", "changed"))
        saved = self.writes() > writes
        if down:
            self.run(max((start - self.chip.us) / 1e6 + hold / 1000, 0))
            self.release(key)
        if not count:
            return None
        if key == "B" and hold < _LONG:
            start += 1000 * hold
        return Answer((first - start) / 1000, (last - start) / 1000, saved)

    # Memory.

    def paint_stack(self):
        """Fill what is unused of the C stack, so that `stack` can tell how deep it gets."""
        self.chip.fill_memory(_STACK, int(self.chip.stat("sp")), _PAINT)

    def stack(self):
        """Bytes of the C stack used at most since `paint_stack`; all of them: or more."""
        left = self.chip.read_memory(_STACK, _TOP - _STACK)
        return len(left.lstrip(bytes([_PAINT])))

    # The console.

    def wait(self, text, seconds):
        """Run until the console has printed the text: whether it has."""
        end = self.t + seconds
        while text.encode() not in self.console:
            if self.t > end or not self.run(_STEP):
                return False
        return True

    def heap(self):
        """(live bytes, largest free block) as a collection of garbage would leave them."""
        return heap.measured(
            self.chip.read_memory(heap.RAM, heap.END - heap.RAM), int(self.chip.stat("sp"))
        )  # fmt: skip
