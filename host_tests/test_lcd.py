"""lcd.py, startup.py: the commands sent to a panel, and the picture's offset in its memory."""

import array
import importlib.util
import sys
import types
from pathlib import Path

import pytest

from tools import boards

FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"
BOARDS = boards.names()
SWRESET, SLPOUT, INVON, DISPON, MADCTL, COLMOD = 0x01, 0x11, 0x21, 0x29, 0x36, 0x3A


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def panel(monkeypatch):
    """The module, with what it sends in `panel.sent` and its reset line in `panel.line`."""
    line = []

    class Pin:
        OUT = 1

        def __init__(self, pin, *_, value=0):
            self.pin = pin
            line.append((pin, value))

        def __call__(self, value):
            line.append((self.pin, value))

    stubs = {
        "micropython": {"const": lambda n: n, "viper": lambda f: f, "asm_thumb": lambda f: f},
        "board": {**boards.read("ws_lcd_13")},
        "_rp2": {"DMA": None, "Flash": None},
        "array": {"array": array.array},
        "uctypes": {"addressof": None, "bytearray_at": None},
        "machine": {"SPI": None, "PWM": None, "Pin": Pin, "mem32": None},
        "time": {
            "sleep_ms": None,
            "sleep_us": lambda n: line.append(n),
            "ticks_diff": None,
            "ticks_ms": None,
            "gmtime": None,
            "time": None,
        },
        "hal": {"brush": None, "lcd": None},
        "files": {"names": None, "read": None},
    }
    for name, contents in stubs.items():
        stub = types.ModuleType(name)
        stub.__dict__.update(contents)
        monkeypatch.setitem(sys.modules, name, stub)
    module = load(FIRMWARE / "hal" / "lcd.py", "lcd_under_test")
    module.sent, module.line, module.command = [], line, module.send
    module.send = lambda code, values: module.sent.append((code, bytes(values)))
    module.push = lambda *where: None
    sys.modules["hal"].lcd = module
    power = load(FIRMWARE / "hal" / "startup.py", "startup_under_test")
    module.reset, module.wake = power._reset, power._wake
    return module


def fit(panel, b):
    """Give the driver a board's profile."""
    vars(panel.board).update(vars(b))
    panel.how[:] = bytes((0, 0, b.MADCTL, getattr(b, "INVERT", 0), b.XOFF, b.YOFF))
    return b


def board(panel, name):
    return fit(panel, types.SimpleNamespace(**boards.read(name)))


def window(panel):
    return panel.control[15], panel.control[16]


@pytest.mark.parametrize("name", BOARDS)
def test_a_panel_is_set_up_while_it_sleeps_and_shown_last(panel, name):
    b = board(panel, name)
    panel.reset()
    panel.turn(False)
    panel.wake()
    panel.unveil()
    codes = [code for code, _ in panel.sent]
    assert codes[-2:] == [SLPOUT, DISPON]
    assert (MADCTL, bytes((b.MADCTL,))) in panel.sent
    assert (INVON in codes) == b.INVERT
    assert (COLMOD, {12: b"\x53", 16: b"\x55"}[b.BITS]) in panel.sent


def test_the_reset_line_is_low_long_enough(panel):
    board(panel, "ws_lcd_13")
    panel.reset()
    assert panel.line == [(12, 1), (12, 1), 20, (12, 0), 20, (12, 1), 20]
    assert not panel.sent


def test_without_a_reset_line_a_command_resets(panel):
    board(panel, "display_pack_2")
    panel.reset()
    assert panel.sent == [(SWRESET, b"")] and not panel.line


@pytest.mark.parametrize(
    "name, turned",
    (
        ("ws_lcd_13", (80, 0)),
        ("picosystem", (0, 80)),
        ("youmaketech", (0, 80)),
        ("ws_lcd_2", (0, 0)),
        ("breadboard_ili9341", (0, 0)),
    ),
)
def test_rotation(panel, name, turned):
    b = board(panel, name)
    panel.turn(True)
    assert panel.sent == [(MADCTL, bytes((b.MADCTL ^ 0xC0,)))]
    assert window(panel) == turned
    panel.turn(False)
    assert window(panel) == (b.XOFF, b.YOFF)


def test_the_rows_between_round_corners_are_black(panel):
    board(panel, "picoboy_color")
    pushed = []
    panel.push = lambda *where: pushed.append((panel.control[16], *where))
    panel.turn(False)
    panel.wake()
    assert pushed == [(20, 0, 0, 240, 20), (280, 0, 0, 240, 20)]
    assert window(panel) == (0, 40)


def test_a_small_panel_in_a_larger_memory_rotates_about_its_own_centre(panel):
    fit(panel, types.SimpleNamespace(MADCTL=0x70, W=240, H=135, XOFF=40, YOFF=53))
    panel.turn(True)
    assert window(panel) == (40, 52)


@pytest.mark.parametrize("busy", ("DMA", "SPI"))
def test_a_command_waits_for_the_pixels_before_it(panel, busy):
    at, bit = {"DMA": (0x112, 1 << 24), "SPI": (0x212, 16)}[busy]
    events = []

    left = [3]

    class Words:
        def __init__(self, base):
            self.base = base

        def __getitem__(self, i):
            if self.base + 4 * i == at and left[0]:
                left[0] -= 1
                return bit
            return 0

        def __setitem__(self, i, value):
            events.append((left[0], self.base + 4 * i, value))

    panel.ptr32 = lambda at: Words(at) if isinstance(at, int) else at
    panel.ptr8 = bytes
    control = panel.control
    control[panel.DMA], control[panel.SPI] = 0x106, 0x206
    control[panel.BUSY] = 1 << 24
    control[panel.SET], control[panel.CLEAR] = 0x300, 0x304
    control[panel.CS], control[panel.DC] = 2, 4
    panel.command(0x2A, b"\x01\x02")
    assert [event for event in events if event[1] == 0x20E] == [(0, 0x20E, n) for n in (42, 1, 2)]
    assert not any(waiting for waiting, *_ in events)
    assert [event[1:] for event in events if event[1] in (0x300, 0x304)] == [
        (0x300, 2), (0x304, 6), (0x300, 4), (0x300, 4), (0x300, 4),
    ]  # fmt: skip
