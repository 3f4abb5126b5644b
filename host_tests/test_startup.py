"""startup.py on a fake chip: what is set up, in which order, and the panel's waiting times.

Bits and addresses are from the RP2040's datasheet: 2.5.7 (DMA), 4.4.4 (SPI), 4.7.6 (watchdog),
2.12.8 (chip level reset), 2.3.1.7 (SIO), 2.19.6.1 (IO_BANK0); those of the RP2350 are from
pico-sdk's headers. The panels' requirements are from the datasheets of ST7789 and ILI9341.
"""

import array
import ast
import importlib.util
import sys
import types
from pathlib import Path

import pytest

from tools import boards

FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"
BOARDS = boards.names()
SWRESET, SLPOUT = 0x01, 0x11
CHIP_ID = 0x40000000
CHANNEL = 5
RP2040 = types.SimpleNamespace(
    chip_id=0x20002927, scratch_0=0x4005800C, chip_reset=0x40064008, power=1 << 8, run=1 << 16,
    spi={0: 0x4003C000, 1: 0x40040000}, tx={0: 16, 1: 18}, out_set=0xD0000014,
    out_clear=0xD0000018, intr_0=0x400140F0, abort=0x50000444,
    chain=11, treq=15, quiet=21, busy=24,
)  # fmt: skip
RP2350 = types.SimpleNamespace(
    chip_id=0x20004927, scratch_0=0x400D800C, chip_reset=0x4010002C, power=1 << 16, run=1 << 18,
    spi={0: 0x40080000, 1: 0x40088000}, tx={0: 24, 1: 26}, out_set=0xD0000018,
    out_clear=0xD0000020, intr_0=0x40028230, abort=0x50000464,
    chain=13, treq=17, quiet=23, busy=26,
)  # fmt: skip
both = pytest.mark.parametrize("part", [RP2040, RP2350], ids=["rp2040", "rp2350"])


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem + "_on_paper", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def constants(name):
    """{name: value} of a driver: where it expects the values from startup.py."""
    tree = ast.parse((FIRMWARE / "hal" / f"{name}.py").read_text("utf-8"))
    return {
        node.targets[0].id: ast.literal_eval(node.value.args[0]) for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("const(")
        and isinstance(node.value.args[0], ast.Constant)
    }  # fmt: skip


class Chip:
    """Records events with the time in microseconds; time passes only in waits."""

    def __init__(self, monkeypatch, name, woken=False, cause="power", part=RP2040, kept=None):
        self.board = types.SimpleNamespace(**boards.read(name))
        self.now = 0x3FFFF000 * 1000  # the counter wraps soon
        self.events = []  # (us, what, ...)
        chip = self
        self.memory = {base: 0x1C7 for base in part.spi.values()}
        self.memory[CHIP_ID] = part.chip_id
        self.memory[part.chip_reset] = part.run if cause == "run" else part.power
        if cause == "watchdog":  # which leaves the cause of the reset before
            self.memory[part.scratch_0 - 4] = 2  # REASON: forced

        class Memory:
            def __getitem__(_, at):
                return chip.memory.get(at, 0)

            def __setitem__(_, at, value):
                chip.note("write", at, value)
                chip.memory[at] = value

        class Pin:
            IN, OUT, PULL_UP = "in", "out", "up"

            def __init__(_, pin, *what, **more):
                _.pin = pin
                chip.note("pin", pin, *what, *more.values())

            def __call__(_, level):
                chip.note("level", _.pin, level)

        machine = {
            "freq": lambda *hz: chip.note("freq", *hz),
            "idle": lambda: chip.wait(300),
            "ADC": lambda pin: chip.note("adc", pin) or "adc",
            "PWM": lambda pin, freq, duty_u16=0: chip.note("pwm", pin.pin, duty_u16) or "pwm",
            "SPI": lambda *what, **more: chip.note("spi", *what, more),
            "RTC": None, "Pin": Pin, "mem32": Memory(),
        }  # fmt: skip
        b = self.board
        lcd = types.SimpleNamespace(
            own=(own := bytes((b.BAUD // 10**6, b.MODE, b.MADCTL, b.INVERT, b.XOFF, b.YOFF))),
            how=bytearray(own),
            control=array.array("q", bytes(8 * 24)), table=bytes(8), strips=bytes(16),
            send=lambda code, values: chip.note("send", code, bytes(values)),
            turn=lambda turned: chip.note("turn", turned), push=lambda *where: None,
            room=lambda: (0, 80),
            **constants("lcd"),
        )  # fmt: skip
        brush = types.SimpleNamespace(attach=lambda *what: None)
        stubs = {
            "board": vars(self.board),
            "micropython": {"const": lambda n: n, "viper": lambda f: f},
            "_rp2": {"DMA": lambda: types.SimpleNamespace(channel=CHANNEL), "Flash": None},
            "uctypes": {"addressof": id, "bytearray_at": None},
            "machine": machine,
            "time": {
                "sleep_ms": lambda ms: chip.wait(1000 * ms), "sleep_us": chip.wait,
                "ticks_ms": lambda: chip.now // 1000 & 0x3FFFFFFF,
                "ticks_diff": lambda a, b: (a - b + 0x20000000 & 0x3FFFFFFF) - 0x20000000,
                "gmtime": None,
            },
            "hal": {"brush": brush, "lcd": lcd},
            "files": {"read": lambda name: kept},
        }  # fmt: skip
        for module, contents in stubs.items():
            stub = types.ModuleType(module)
            stub.__dict__.update(contents)
            monkeypatch.setitem(sys.modules, module, stub)
        self.startup = startup = load(FIRMWARE / "hal" / "startup.py")
        if woken:  # as left by an earlier start
            self.memory[part.scratch_0] = startup._AWAKE
        self.control = lcd.control
        self.word = lambda name: lcd.control[getattr(lcd, name)]
        self.state = array.array("i", bytes(4 * 42))
        self.given = startup.power_on(self.state, 0x20001000, True)

    def wait(self, us):
        self.now += us

    def note(self, *what):
        self.events.append((self.now, *what))

    def when(self, *what):
        """The times of the events that start with these values."""
        return [e[0] for e in self.events if e[1 : 1 + len(what)] == what]

    def places(self, *what):
        return [i for i, e in enumerate(self.events) if e[1 : 1 + len(what)] == what]


@both
def test_a_date_kept_over_a_reset_is_set_unless_the_clock_has_one(monkeypatch, part):
    chip = Chip(monkeypatch, "picosystem", part=part)
    chip.startup.set_today = (seen := []).append
    mark = 0x13CA << 16
    for word, dated in ((mark | 9811, True), (9812, False), (mark | 9813, False)):
        chip.memory[part.scratch_0 + 4] = word
        chip.startup.power_on(chip.state, 0x20001000, dated)
    assert seen == [9813]


@both
@pytest.mark.parametrize("name", BOARDS)
def test_the_dma_sends_halfwords_at_the_spi_s_pace_and_does_not_chain(monkeypatch, name, part):
    chip = Chip(monkeypatch, name, part=part)
    word = chip.word("DMA_GO")
    fields = {
        "EN": word & 1, "DATA_SIZE": word >> 2 & 3, "INCR_READ": word >> 4 & 1,
        "others": word >> 5 & (1 << part.chain - 5) - 1, "CHAIN_TO": word >> part.chain & 15,
        "TREQ_SEL": word >> part.treq & 63, "IRQ_QUIET": word >> part.quiet & 1,
        "above": word >> part.quiet + 1,
    }  # fmt: skip
    assert fields == {
        "EN": 1, "DATA_SIZE": 1, "INCR_READ": 1, "others": 0,
        "CHAIN_TO": CHANNEL,  # itself: none
        "TREQ_SEL": part.tx[chip.board.SPI],  # DREQ_SPI0_TX, DREQ_SPI1_TX
        "IRQ_QUIET": 1, "above": 0,
    }  # fmt: skip
    assert chip.word("DMA") == 0x50000000 + 0x40 * CHANNEL
    assert chip.word("SPI") == part.spi[chip.board.SPI]
    assert chip.word("SET") == part.out_set and chip.word("CLEAR") == part.out_clear
    assert chip.word("BUSY") == 1 << part.busy
    assert chip.word("STRIDE") == chip.board.W // 2
    for word, pin in (("CS", chip.board.CS), ("DC", chip.board.DC)):
        assert chip.word(word) == (1 << pin if pin >= 0 else 0)
    assert chip.given[0].channel == CHANNEL  # kept, or it could be claimed again


@both
@pytest.mark.parametrize("name", BOARDS)
def test_the_order_of_power_on(monkeypatch, name, part):
    chip = Chip(monkeypatch, name, part=part)
    b = chip.board
    abort = chip.places("write", part.abort, 1 << CHANNEL)  # CHAN_ABORT
    spi = chip.places("spi", b.SPI)
    assert 0 <= chip.events[spi[0]][3] - b.BAUD < 1_000_000
    first = chip.places("send")[0]
    assert len(abort) == len(spi) == 1
    # The clock comes before the SPI, which divides it; the abort before any DMA; the SPI
    # claims a default MISO, so the pins that may be the same are set up after it.
    assert chip.places("freq", 125_000_000, 125_000_000)[0] < abort[0] < spi[0]
    for pin in (b.CS, b.DC):
        if pin >= 0:
            assert spi[0] < chip.places("pin", pin, "out", 1)[0] < first
    if b.BL >= 0:  # dark until the first picture
        lamp = chip.places("pwm", b.BL)
        assert len(lamp) == 1 and chip.events[lamp[0]][3] == 0 and lamp[0] < first
    codes = [e[2] for e in chip.events if e[1] == "send"]
    assert codes[-1] == SLPOUT and chip.places("turn", False)[0] < chip.places("send", SLPOUT)[0]
    words = constants("__init__")
    assert chip.memory[part.scratch_0]
    assert chip.state[words["_DARK"]] == 1 and chip.state[words["_LEVEL"]] == 255
    assert chip.state[words["_SIO"]] & 0xFFFFFFFF == 0xD0000000
    assert chip.state[words["_NOTED"]] == part.intr_0
    assert {e[2] for e in chip.events if e[1] == "write"} == {part.abort, part.scratch_0}
    assert chip.state[words["_SINCE"]] == chip.when("send", SLPOUT)[0] // 1000 & 0x3FFFFFFF


@both
@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize(
    "woken, cause", [(False, "power"), (True, "power"), (False, "run"), (False, "watchdog")]
)
def test_a_panel_gets_its_time(monkeypatch, name, woken, cause, part):
    """ST7789, ILI9341: 5 ms from a reset to the next command, 120 to sleep-out if it was awake, by
    whatever ran before; 120 from sleep-out to a reset by command. None of it after power-on."""
    chip = Chip(monkeypatch, name, woken, cause, part)
    awake = woken or cause != "power"
    began = chip.events[0][0]
    b = chip.board
    if b.RST >= 0:
        assert not chip.when("send", SWRESET)
        levels = [e for e in chip.events if e[1:3] == ("level", b.RST)]
        assert [e[3] for e in levels] == [1, 0, 1]
        assert levels[2][0] - levels[1][0] >= 10  # us that the reset line must be low
        reset = levels[2][0]
        assert reset - began < 1000  # without waiting
    else:
        reset = chip.when("send", SWRESET)[0]
        assert reset - began >= 120_000 if awake else reset - began < 1000
    asked = min(e[0] for e in chip.events if e[1] == "send" and e[2] != SWRESET)
    assert asked - reset >= 5000
    out = chip.when("send", SLPOUT)[0]
    assert out - reset >= 120_000 if awake else out - reset < 10_000


@pytest.mark.parametrize("name, mine", [("ws_lcd_13", True), ("ws_lcd_13", False)])
def test_the_panel_is_driven_as_it_was_kept(monkeypatch, name, mine):
    """What was kept on another board is not used."""
    data = bytes((15, 3, 0xA8, 0, 7, 9)) + (name if mine else "picosystem").encode()
    total = 0
    for byte in data:
        total ^= byte
    chip = Chip(monkeypatch, name, kept=data + bytes((total,)))
    (hz,) = [e[3] for e in chip.events if e[1] == "spi"]
    assert hz // 10**6 == (15 if mine else 62)
    assert bool([e for e in chip.events if e[1] == "send" and e[2] == 0x21]) is not mine


@pytest.mark.parametrize("name", BOARDS)
def test_a_panel_driven_at_another_speed_is_set_up_as_at_power_on(monkeypatch, name):
    chip = Chip(monkeypatch, name)

    def sent():
        """From a reset to the end of sleep, but for the inversion, which comes first or last."""
        registers = [e[2:] for e in chip.events if e[1] == "send" and e[2] not in (0x20, 0x21)]
        chip.events.clear()
        return [e for e in registers if e[0] != SWRESET]

    first = sent()
    how = bytearray(chip.startup.lcd.how)
    how[0] -= 1  # MHz
    chip.startup.drive(chip.state, how)
    assert sent() == first and first[-1][0] == SLPOUT


@pytest.mark.parametrize("name, lit", [("display_pack", 0), ("picoboy_color", 1), ("picopad", 0)])
def test_a_board_s_lights_are_driven_off(monkeypatch, name, lit):
    """Low ones too: a pin that nobody drives may let them glow."""
    chip = Chip(monkeypatch, name)
    assert chip.board.LEDS
    for pin in chip.board.LEDS:
        assert chip.places("pin", pin, "out", 1 - lit)


@pytest.mark.parametrize("name", BOARDS)
def test_each_button_has_its_pin_with_a_pull_up(monkeypatch, name):
    chip = Chip(monkeypatch, name)
    wanted = {}
    for key, button in enumerate("UP DOWN LEFT RIGHT A B X Y MENU".split()):
        pin = getattr(chip.board, button)
        if pin >= 0:
            wanted[1 << pin] = 1 << key
            assert chip.places("pin", pin, "in", "up")
    at = constants("__init__")["_BUTTONS"]
    words = chip.state[at : at + 27]
    assert {pin: key for pin, key in zip(words[::3], words[1::3]) if pin} == wanted


@pytest.mark.parametrize("pin", (-1, 0, 15))
def test_a_buzzer_may_be_at_any_pin(monkeypatch, pin):
    profile = boards.read("breadboard_ili9341") | {"BUZZER": pin}
    monkeypatch.setattr(boards, "read", lambda name: profile)
    chip = Chip(monkeypatch, "breadboard_ili9341")
    assert len(chip.when("pwm", pin)) == (pin >= 0)


@both
def test_with_too_little_memory_behind_the_framebuffer_nothing_begins(monkeypatch, part):
    """What a boot.py took lies before it; the panel then is left to no_room.py."""
    chip = Chip(monkeypatch, "picosystem", part=part)
    end = 0x20080000 if part is RP2350 else 0x20040000
    size = 240 * 240 // 2
    chip.startup.power_on(chip.state, end - size - 96_000, True)
    with pytest.raises(MemoryError):
        chip.startup.power_on(chip.state, end - size - 95_990, True)
