"""low_power.py: sleep with the screen off, on a fake chip that records all calls."""

import importlib.util
import sys
import time
import types
from pathlib import Path

import playing
import pytest

FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"
SLPIN, SLPOUT = 0x10, 0x11
CONNECTED, SUSPENDED = 0x10000, 0x10
BEGAN = 1_790_000_000


class Chip:
    """The time in ms, the USB controller's register, and a log of all calls."""

    def __init__(self):
        self.ms = 1000
        self.usb = 0x40000000 | 0x5  # irrelevant bits
        self.pins = 1 << 25
        self.id = 0x20002927  # an RP2040's
        self.hz = 125_000_000
        self.events = []

    def stubs(self):
        return {
            "hal": {"lcd": types.SimpleNamespace(send=lambda code, _: self.record("send", code))},
            "micropython": {"const": lambda n: n},
            "machine": {
                "freq": self.freq,
                "mem32": self,
                "lightsleep": self.light,
                "RTC": Rtc(self),
            },
            "time": {
                "gmtime": self.gmtime,
                "sleep_ms": self.idle,
                "ticks_ms": lambda: self.ms & 0x3FFFFFFF,
                "ticks_diff": lambda a, b: (a - b + 0x20000000 & 0x3FFFFFFF) - 0x20000000,
                "time": lambda: BEGAN,  # the clock stops: the worst case
            },
        }

    def record(self, *what):
        self.events.append((self.ms, *what))

    def __getitem__(self, address):
        if address == 0x40000000:
            return self.id
        assert address in (0x50110050, 0xD0000004)
        if address == 0xD0000004:
            return self.pins
        assert self.hz, "no register is looked at in the midst of sleep"
        return self.usb

    def freq(self, *hz):
        if not hz:
            return self.hz
        self.hz = hz[0]
        self.record("freq", *hz)

    def light(self, ms):
        assert 0 < ms <= 60  # or a short press would be missed
        self.ms += ms
        self.record("light")

    def idle(self, ms):
        assert ms >= 0
        self.ms += ms
        self.record("idle")

    def gmtime(self, seconds):
        t = time.gmtime(seconds)
        return (*t[:6], t.tm_wday, t.tm_yday)


class Rtc:
    def __init__(self, chip):
        self.chip = chip

    def __call__(self):
        return self

    def datetime(self, to):
        self.chip.record("clock", to)


@pytest.fixture
def chip():
    return Chip()


@pytest.fixture
def sleep(chip, monkeypatch):
    for name, contents in chip.stubs().items():
        stub = types.ModuleType(name)
        stub.__dict__.update(contents)
        monkeypatch.setitem(sys.modules, name, stub)
    spec = importlib.util.spec_from_file_location(
        "low_power_under_test", FIRMWARE / "hal" / "low_power.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def press(chip, at, key=16):
    return lambda: key if chip.ms >= at else 0


def kinds(chip):
    return [what[1] for what in chip.events]


def test_a_key_ends_light_sleep(chip, sleep):
    assert sleep.until_key(press(chip, 5000), 24) == 16
    assert kinds(chip).count("light") >= 60
    assert chip.ms < 5000 + 60 + 125


def test_on_usb_the_chip_stays_awake(chip, sleep):
    chip.usb |= CONNECTED
    sleep.until_key(press(chip, 5000), 24)
    assert "light" not in kinds(chip)


def test_an_rp2350_only_idles(chip, sleep):
    chip.id = 0x20004927
    assert sleep.until_key(press(chip, 5000), 24) == 16
    assert "light" not in kinds(chip)


def test_a_sleeping_or_unplugged_usb_host_does_not_prevent_sleep(chip, sleep):
    chip.usb |= CONNECTED | SUSPENDED
    sleep.until_key(press(chip, 5000), 24)
    assert kinds(chip).count("light") >= 60


def test_usb_plugged_in_during_sleep_keeps_it_awake(chip, sleep):
    def keys():
        if chip.ms >= 3000:
            chip.usb |= CONNECTED
        return chip.ms >= 5000

    sleep.until_key(keys, 24)
    slept = [ms for ms, what, *_ in chip.events if what == "light"]
    assert 2900 < slept[-1] < 3100


@pytest.mark.parametrize("pin", (2, 24, -1))
def test_power_on_the_pin_of_usb_keeps_it_awake(chip, sleep, pin):
    """From the next slice on: asleep, it might not be noticed by the host."""

    def keys():
        chip.pins = 1 << 2 | 1 << 24 if 2000 <= chip.ms < 4000 else 1 << 25
        return chip.ms >= 6000

    sleep.until_key(keys, pin)
    slept = [ms for ms, what, *_ in chip.events if what == "light"]
    assert [ms for ms in slept if ms < 2000] and [ms for ms in slept if ms > 4000]
    assert bool([ms for ms in slept if 2015 < ms < 4000]) == (pin < 0)


@pytest.mark.parametrize("at", (0, 1001, 60_000))
def test_the_panel_gets_its_time_and_the_spi_its_clock(chip, sleep, at):
    sleep.until_key(press(chip, at), 24)
    sent = [what for what in chip.events if what[1] == "send"]
    (down, _, first), (up, _, last) = sent
    assert (first, last) == (SLPIN, SLPOUT)
    assert up - down >= 120 and chip.ms - up >= 120
    clocked = chip.events.index(next(what for what in chip.events if what[1] == "freq"))
    assert chip.events[clocked][2:] == (125_000_000, 125_000_000)
    assert clocked < chip.events.index(sent[1])
    assert not [what for what in chip.events[clocked:] if what[1] == "light"]


def test_the_date_advances_during_sleep(chip, sleep):
    """Over more days than the tick counter's period."""
    step = 20_000_000
    sleep.machine.lightsleep = lambda ms: setattr(chip, "ms", chip.ms + step)
    days = 20
    sleep.until_key(press(chip, days * 86_400_000), 24)
    (to,) = (what[2] for what in chip.events if what[1] == "clock")
    expected = time.gmtime(BEGAN + (chip.ms - 1000) // 1000)
    assert to == (*expected[:3], expected.tm_wday, *expected[3:6], 0)


def test_a_short_press_only_wakes_it(tmp_path):
    """The key may be released before the panel is awake."""
    with playing.kept_modules():
        handheld = playing.Handheld(tmp_path)
        hal = handheld.on()
        keys = handheld.module("ui.keys")
        saved = []
        keys.on_screen_off = lambda: saved.append(hal.ms())
        keys.dim_after = 1000
        dark = []
        sleep = hal.sleep_until_key

        def counted():
            dark.append(hal.ms())
            return sleep()

        hal.sleep_until_key = counted
        for _ in range(2000):
            assert keys.poll() == 0
            if len(dark) > 5:
                break
        assert saved and saved[0] <= dark[0] and handheld.hardware.brightness == 0
        hal.sleep_until_key = lambda: handheld.hardware.step(3_600_000) or hal.A
        assert keys.poll() == 0  # that key was released while the panel woke
        assert handheld.hardware.brightness == keys.light
        assert keys.dt < 1000  # animations do not see the sleep as one long frame
        hal.sleep_until_key = None
        assert [keys.poll() for _ in range(100)] == [0] * 100
        handheld.hardware.level = hal.A
        assert hal.A in [keys.poll() for _ in range(10)]


@pytest.mark.parametrize(
    "charge, words", [(8, ["Battery at 8%: moves are saved less often now."]), (40, [])]
)
def test_a_low_battery_is_reported_once(handheld, charge, words):
    handheld.board = "picosystem"
    handheld.prepare("friday", 42, 5)
    handheld.on()
    handheld.hardware.charge = charge
    panel = handheld.status_panel
    note = panel.message
    notes = []
    panel.message = lambda text: (notes.append(text), note(text))
    handheld.tap("500 B 3000 B 3000")
    assert [text for text in notes if text.startswith("Battery")] == words


@pytest.mark.parametrize("charge, rarely", [(8, True), (40, False)])
def test_with_a_low_battery_a_pause_saves_later(handheld, charge, rarely):
    handheld.board = "picosystem"
    handheld.prepare("friday", 42, 5)
    handheld.on()
    handheld.hardware.charge = charge
    seen = []
    look = [(ms, lambda: seen.append(handheld.files())) for ms in (3000, 9000, 36000)]
    y = handheld.hal.Y  # the first one is saved, and the battery measured
    events = [(500, y), (540, 0), look[0], (3100, y), (3140, 0), *look[1:]]
    handheld.follow([*events, (36100, handheld.hardware.Stop)])
    assert (seen[0] == seen[1]) is rarely and seen[2] != seen[0]


def test_the_pause_menu_shows_the_charge(handheld):
    handheld.board = "picosystem"
    handheld.prepare("friday", 42, 5)
    handheld.on()
    handheld.hardware.charge = 64
    menu, notes = handheld.module("ui.menu"), []
    ask = menu.ask
    menu.ask = lambda *what, **how: (notes.append(repr((what, how))), ask(*what, **how))[1]
    handheld.tap("500 B:700 300")
    assert "Battery 64%" in notes[0]
