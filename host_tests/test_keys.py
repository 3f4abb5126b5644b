"""The device's key driver on a fake chip: pins and IO_BANK0's edge registers.

The functions are extracted from firmware/hal and run with Python versions of viper's types. The
simulator's driver gets the same presses and must report the same keys.
"""

import ast
import random
from array import array
from pathlib import Path

import playing
import pytest

from tools import boards

HAL = Path(__file__).resolve().parent.parent / "firmware" / "hal" / "__init__.py"
INTR, SIO = 0x400140F0, 0xD0000000
UP, DOWN, LEFT, RIGHT, A, B, X, Y, MENU = (1 << i for i in range(9))
# Keys to pins, the first and a high one too; some share a register (four bits per pin).
PINS = {UP: 0, DOWN: 18, LEFT: 16, RIGHT: 20, A: 15, B: 17, X: 19, Y: 21, MENU: 28}
WRAP = 0x3FFFFFFF


CALLED = (
    "keys",
    "wait",
    "refresh",
    "_refresh_again",
    "_duty",
    "battery",
    "palette",
    "write",
    "remove",
    "_hush",
    "tone",
    "light",
    "turn",
)


class Chip:
    """Pins with pull-ups, and latched edges that are cleared by writing a 1."""

    def __init__(self, board=PINS, now=0x3FFFFFF0):
        self.now = now
        self.board = board
        self.levels = (1 << 30) - 1
        self.noted = [0] * 4
        self.later = []  # (ms, key, down)
        self.state = array("i", bytes(4 * 42))
        names = {
            "_state": self.state,
            "ptr32": self.ptr32,
            "ticks_ms": lambda: self.now & WRAP,
            "micropython": type("", (), {"viper": staticmethod(lambda f: f)}),
            "sleep_ms": self.sleep,
            "const": lambda n: n,
            "_buzzer": type("", (), {"duty_u16": self.duty}),
            "_lamp": type("", (), {"duty_u16": self.duty}),
            "lcd": type(
                "",
                (),
                {
                    "push": lambda *where: self.pushed.append((self.now, *where)),
                    "palette": lambda i, rgb: None,
                    "turn": lambda on: self.turns.append(on),
                },
            ),
            "tiles": type("", (), {"look": id, "send": lambda push: self.changed}),
            "_address": 0,
            "_show": lambda *where: self.shown.append(where),
            "W": 240,
            "H": 135,
            "SOUND": True,
            "LIGHT": True,
            "WRAP": WRAP,
            "files": type("", (), {"write": self.flash, "remove": self.flash}),
        }
        tree = ast.parse(HAL.read_text())
        wanted = []
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name in CALLED:
                node.returns = None
                for arg in node.args.args:
                    arg.annotation = None
                wanted.append(node)
            elif isinstance(node, ast.Assign) and "const(" in ast.unparse(node.value):
                wanted.append(node)
        exec(compile(ast.Module(wanted, []), str(HAL), "exec"), names)
        self.names = names
        self.state[names["_SIO"]] = -0x30000000
        self.state[names["_NOTED"]] = INTR
        for i, (key, pin) in enumerate(board.items()):
            at = names["_BUTTONS"] + 3 * i
            self.state[at] = 1 << pin
            self.state[names["_PINS"]] |= 1 << pin
            self.state[at + 1] = key
            self.state[at + 2] = self.now - 1000 & WRAP
        self.state[names["_LOOKED"]] = self.now - 5 & WRAP
        self.asleep = 0
        self.duties = []
        self.changed, self.shown, self.pushed, self.turns = 0, [], [], []

    def ptr32(self, what):
        if what is self.state:
            return what
        chip = self

        class Words:
            def __getitem__(self, i):
                address = (what & 0xFFFFFFFF) + 4 * i
                if address == SIO + 4:
                    return chip.levels
                return chip.noted[(address - INTR) // 4]

            def __setitem__(self, i, value):
                chip.noted[(what + 4 * i - INTR) // 4] &= ~value

        assert what & 0xFFFFFFFF in (INTR, SIO)
        return Words()

    def drive(self, key, down):
        pin = self.board[key]
        was = self.levels >> pin & 1
        self.levels = self.levels & ~(1 << pin) | (0 if down else 1 << pin)
        if was == down:
            self.noted[pin // 8] |= (4 if down else 8) << 4 * (pin % 8)

    def duty(self, level):
        self.duties.append((self.now, level))

    def flash(self, *what):
        self.duties.append((self.now, *what))

    def sleep(self, ms):
        self.asleep += ms
        self.pass_time(ms)

    def pass_time(self, ms):
        end = self.now + ms
        while self.later and self.later[0][0] <= end:
            self.now, key, down = self.later.pop(0)
            self.drive(key, down)
        self.now = end

    def script(self, *events):
        """(ms from now, key, down)"""
        self.later = sorted((self.now + ms, key, down) for ms, key, down in events)

    def keys(self):
        return self.names["keys"]()

    def wait(self, ms, held):
        return self.names["wait"](ms, held)

    def watch(self, ms, step=2):
        """Poll every `step` ms for `ms`; returns the changes."""
        seen = []
        for _ in range(0, ms, step):
            held = self.keys()
            if not seen or seen[-1] != held:
                seen.append(held)
            self.pass_time(step)
        return seen


@pytest.fixture
def chip():
    return Chip()


@pytest.mark.parametrize("key", PINS)
def test_presses_and_releases_count_at_once(chip, key):
    assert chip.keys() == 0
    chip.drive(key, 1)
    assert chip.keys() == key
    chip.pass_time(8)
    chip.drive(key, 0)
    assert chip.keys() == 0


@pytest.mark.parametrize("deaf", range(1, 8))
def test_after_an_edge_a_key_is_ignored_for_the_debounce_time(chip, deaf):
    chip.drive(A, 1)
    assert chip.keys() == A
    chip.drive(A, 0)
    chip.pass_time(deaf)
    assert chip.keys() == A  # bounce
    chip.drive(A, 1)
    chip.pass_time(8 - deaf)
    assert chip.keys() == A
    chip.drive(A, 0)
    assert chip.keys() == 0


def test_bounce_makes_one_press(chip):
    r = random.Random(1)
    for _ in range(200):
        events, down = [], 30 + r.random() * 60
        for start, last in ((10, 1), (10 + down, 0)):
            for _ in range(r.randrange(6)):
                at = start + r.random() * 6
                events += [(at, A, 1 - last), (at + 0.2, A, last)]
            events += [(start, A, last), (start + 6.5, A, last)]
        chip.script(*events)
        assert chip.watch(160, r.choice((1, 2, 5))) == [0, A, 0]


@pytest.mark.parametrize("key", PINS)
@pytest.mark.parametrize("length", (1, 20, 40, 80))
def test_a_press_between_two_polls_counts_once(chip, key, length):
    chip.watch(20)
    chip.script((5, key, 1), (5 + length, key, 0))
    chip.pass_time(100)
    assert chip.watch(60) == [key, 0]


def test_several_presses_between_two_polls_all_count(chip):
    chip.watch(20)
    events = []
    for i, key in enumerate(PINS):
        events += [(5 + 8 * i, key, 1), (10 + 8 * i, key, 0)]
    chip.script(*events)
    chip.pass_time(100)
    assert chip.watch(60) == [511, 0]


def test_a_key_down_before_or_after_does_not_count_twice(chip):
    chip.watch(20)
    chip.script((30, A, 1))
    chip.pass_time(100)  # pressed meanwhile, still held
    assert chip.watch(60) == [A]
    chip.script((30, A, 0), (32, A, 1), (33, A, 0))
    chip.pass_time(100)  # released meanwhile, with bounce
    assert chip.watch(100) == [0]
    chip.pass_time(100)
    assert chip.watch(60) == [0]


def test_bounce_of_a_release_after_the_last_poll_is_not_a_press(chip):
    for late in range(9):
        chip.drive(A, 1)
        chip.watch(40)
        chip.drive(A, 0)
        assert chip.keys() == 0
        chip.pass_time(late)
        if late:
            chip.keys()
        chip.script(*[(0.5, A, 1), (1, A, 0)] if late < 8 else [])
        chip.pass_time(100)
        assert chip.watch(60) == [0], late


def test_edges_of_short_waits_are_forgotten(chip):
    """Between polls in quick succession a press can't begin and end: that is a spike."""
    chip.watch(20)
    for _ in range(5):
        chip.script((0.5, A, 1), (0.6, A, 0))
        chip.pass_time(3)
        assert chip.keys() == 0
    chip.pass_time(100)
    assert chip.watch(60) == [0]


@pytest.mark.parametrize("turned", (0, 1))
def test_upside_down_the_arrows_are_swapped(chip, turned):
    chip.state[chip.names["_TURNED"]] = turned
    for key, other in ((UP, DOWN), (DOWN, UP), (LEFT, RIGHT), (RIGHT, LEFT), (A, A), (MENU, MENU)):
        chip.drive(key, 1)
        assert chip.keys() == (other if turned else key)
        chip.drive(key, 0)
        chip.pass_time(10)
        assert chip.keys() == 0
        chip.pass_time(10)


def test_the_picture_is_turned_and_sent_whole_only_if_it_lies_otherwise(chip):
    for on in (False, True, True, False, False):
        chip.names["turn"](on)
        assert chip.state[chip.names["_TURNED"]] == on
    assert chip.turns == [True, False] and chip.shown == 2 * [(0, 0, 240, 135)]
    chip.state[chip.names["_DARK"]] = 1
    chip.names["turn"](True)
    assert chip.turns[2:] == [True] and len(chip.shown) == 2  # the first picture will be whole


def test_waiting_ends_at_a_key_or_after_its_time(chip):
    assert chip.wait(0, 0) == 0 and chip.wait(-3, 0) == 0 and not chip.asleep
    start = chip.now
    assert chip.wait(30, 0) == 0 and chip.now - start == 30 == chip.asleep
    chip.script((5, A, 1), (50, A, 0))
    start = chip.now
    assert chip.wait(30, 0) == A and chip.now - start == 5
    assert chip.wait(100, A) == 0 and chip.now - start == 50
    assert chip.wait(100, A) == 0 and chip.now - start == 50  # not the keys held: returns at once


def test_a_tone_ends_in_time(chip):
    chip.state[chip.names["_SOUNDING"]] = 1
    end = chip.now + 20
    chip.state[chip.names["_UNTIL"]] = end & WRAP
    chip.wait(19, 0)
    assert not chip.duties
    chip.wait(3, 0)
    assert chip.duties == [(end, 0)]
    chip.wait(100, 0)
    chip.names["_hush"]()
    assert chip.duties == [(end, 0)]  # a silent buzzer is left alone


def test_without_a_buzzer_long_tones_dim_the_backlight_at_most_three_times_a_second(chip):
    """More than three flashes in a second are harmful to some people."""
    chip.names["SOUND"] = False
    chip.names["light"](100)
    chip.duties.clear()
    began = chip.now
    for _ in range(20):
        n = len(chip.duties)
        chip.names["tone"](587, 28, 255)
        assert len(chip.duties) == n
        chip.names["tone"](180, 60, 255)
        chip.wait(100, 0)
    dips = [now - began for now, level in chip.duties if level != 5177]
    ends = [now - began for now, level in chip.duties if level == 5177]
    assert dips and all(b - a >= 334 for a, b in zip(dips, dips[1:]))
    assert ends == [at + 60 for at in dips]
    assert {level for _, level in chip.duties} == {5177, 1314}


@pytest.mark.parametrize(
    "after, ms, dips", ((349, 60, False), (350, 60, True), (350, 49, False), (350, 50, True))
)
def test_the_backlight_dips_again_350_ms_after_a_dip_for_tones_of_50_ms(chip, after, ms, dips):
    chip.names["SOUND"] = False
    chip.names["light"](100)
    chip.names["tone"](180, 60, 255)
    chip.wait(60 + after, 0)
    chip.duties.clear()
    chip.names["tone"](180, ms, 255)
    assert [level for _, level in chip.duties] == [1314] * dips


def test_the_backlight_is_as_the_vendors_drive_it(chip):
    """By a power of 2.8, within a percent of the whole."""
    for level in range(256):
        duty = chip.names["_duty"](level) / 65535
        assert abs(duty - (level / 255) ** 2.8) < 0.01
    assert chip.names["_duty"](0) == 0 and chip.names["_duty"](255) == 65535


@pytest.mark.parametrize("light, word", ((False, ""), (True, "_DARK"), (True, "_SOUNDING")))
def test_the_backlight_does_not_dip(chip, light, word):
    """No dip where there is no backlight, while the screen is dark, or during another."""
    chip.names["SOUND"], chip.names["LIGHT"] = False, light
    if word:
        chip.state[chip.names[word]] = 1
    chip.names["tone"](180, 60, 255)
    assert not chip.duties


@pytest.mark.parametrize("what", [("write", "x", ()), ("remove", "x")])
def test_no_tone_sounds_while_the_flash_is_written(chip, what):
    """During a write no interrupt could end it."""
    name, *given = what
    chip.state[chip.names["_SOUNDING"]] = 1
    chip.state[chip.names["_UNTIL"]] = chip.now + 500 & WRAP
    chip.names[name](*given)
    assert chip.duties == [(chip.now, 0), (chip.now, *given)]


@pytest.mark.parametrize("seed", range(10))
def test_the_simulator_reports_the_same_keys(tmp_path, seed):
    r = random.Random(seed)
    with playing.kept_modules():
        hal = playing.Handheld(tmp_path).on()
        import hardware

        chip = Chip(now=0)
        hal.keys()
        chip.state[chip.names["_LOOKED"]] = 0
        chip.pass_time(1000)
        hardware.step(1000)
        assert chip.keys() == hal.keys() == 0
        for _ in range(300):
            ms = r.choice((1, 2, 2, 5, 9, 20, 40))
            if r.random() < 0.4:
                key = r.choice((UP, A, B))
                for at, down in sorted((r.randrange(ms), r.randrange(2)) for _ in range(3)):
                    chip.pass_time(at - (chip.now - hardware.now))
                    chip.drive(key, down)
                    hardware.hold(hardware.level | key if down else hardware.level & ~key)
            chip.pass_time(hardware.now + ms - chip.now)
            hardware.step(ms)
            assert chip.keys() == hal.keys()


@pytest.mark.parametrize("seed", range(4))
def test_the_simulator_dims_its_light_at_the_same_times(tmp_path, seed):
    r = random.Random(seed)
    with playing.kept_modules():
        hal = playing.Handheld(tmp_path).on()  # without a buzzer
        import hardware

        hal.refresh()
        hardware.step(1000 - hardware.now)
        chip = Chip(now=1000)
        chip.names["SOUND"] = False
        seen = set()
        for light in (hal.light, chip.names["light"]):
            light(100)
        for _ in range(400):
            if r.random() < 0.7:
                what = 440, r.choice((49, 50, 60, 90)), r.choice((128, 255))
                hal.tone(*what)
                chip.names["tone"](*what)
            assert chip.duties[-1][1] * 100 // 5177 == hardware.brightness
            seen.add(hardware.brightness)
            ms = r.choice((10, 20, 50, 110))
            hardware.step(ms)
            chip.pass_time(ms)
            hal.keys()
            chip.keys()
            assert chip.duties[-1][1] * 100 // 5177 == hardware.brightness
        assert seen == {25, 62, 100}


def test_a_tap_while_the_flash_is_written_makes_its_move(tmp_path):
    """From its press to its release the keys are not polled; still every tap counts."""
    with playing.kept_modules():
        handheld = playing.Handheld(tmp_path)
        for late in range(0, 60, 9):
            handheld.prepare("friday", 42)
            handheld.on()
            hardware = handheld.hardware
            keys = handheld.module("ui.keys")
            seen = []
            poll = keys.poll

            def watched(*pace, poll=poll, seen=seen):
                k = poll(*pace)
                if k:
                    seen.append(k)
                return k

            keys.poll = watched
            writes = []
            write = handheld.hal.write

            def began(name, parts, write=write, writes=writes, hardware=hardware, late=late):
                if name.startswith("friday"):
                    writes.append(hardware.now)
                    hardware.writing = 60
                    hardware.script([(late, 8), (late + 40, 0), (2000, hardware.Stop)])
                write(name, parts)

            handheld.hal.write = began
            handheld.tap("A 3000")
            assert len(writes) == 1 and seen == [16, 8], late


def test_work_is_done_right_after_a_press_and_while_the_player_pauses(tmp_path):
    """Not while the next key of a quick player, 80 to 120 ms after the last, may come, nor while
    B is down, which counts when it is let go.
    """
    with playing.kept_modules():
        handheld = playing.Handheld(tmp_path)
        handheld.on()
        keys, hardware = handheld.module("ui.keys"), handheld.hardware
        done = []
        keys.on_idle = lambda waited: done.append((hardware.now - pressed, waited > 200))
        pressed = hardware.now + 1000
        hardware.script([(pressed, 16), (pressed + 50, 0), (pressed + 400, 0)])
        while hardware.now < pressed + 400:
            keys.poll()
            keys.rest()
        assert min(done)[0] < -900 and {paused for at, paused in done if at < 0} == {True}
        after = {at: paused for at, paused in done if at >= 0}
        assert {at for at, paused in after.items() if not paused} <= {*range(65)}
        assert {at for at, paused in after.items() if paused} <= {*range(250, 403)}
        assert len(after) > 90  # every two milliseconds
        done.clear()
        pressed = hardware.now + 1000
        hardware.script([(1000, 32), (1050, 0), (1100, 0)])
        while hardware.now < pressed + 100:
            keys.poll()
            keys.rest()
        assert not [at for at, paused in done if 2 < at < 50]


# The picture: `wait` sends it once more when nothing has changed for a while.


def rested(chip, ms):
    """Wait without a key; returns when and where rows were sent."""
    chip.pushed.clear()
    chip.wait(ms, 0)
    return chip.pushed[:]


def test_a_picture_at_rest_is_sent_once_more_in_strips_between_two_polls():
    chip = Chip()
    chip.changed = 1
    chip.names["refresh"]()
    began = chip.now
    assert not rested(chip, 1500)
    sent = rested(chip, 500)
    assert [where for _, *where in sent] == [
        [0, y, 240, min(8, 135 - y)] for y in range(0, 135, 8)
    ]
    assert 1000 < sent[0][0] - began and sent[-1][0] - began < 2000
    assert all(b[0] > a[0] for a, b in zip(sent, sent[1:]))  # a key is seen after each
    assert not rested(chip, 9000)


def test_only_a_change_delays_that_and_each_change_is_followed_by_it():
    chip = Chip()
    chip.changed = 1
    chip.names["refresh"]()
    assert not rested(chip, 1000)
    chip.names["refresh"]()
    assert not rested(chip, 1000)
    chip.changed = 0
    chip.names["refresh"]()  # nothing is sent
    assert len(rested(chip, 600)) == 17
    chip.names["refresh"]()
    assert not rested(chip, 5000)
    chip.changed = 1
    chip.names["refresh"]()
    assert len(rested(chip, 2000)) == 17


def test_before_the_first_picture_none_is_sent_again():
    assert not rested(Chip(), 5000)


def test_the_first_picture_and_one_in_new_colours_are_sent_whole():
    chip = Chip()
    chip.state[chip.names["_DARK"]] = 1
    chip.names["refresh"]()
    assert chip.shown == [(0, 0, 240, 135)]
    chip.state[chip.names["_DARK"]] = 0  # done by the real _show
    chip.names["palette"](3, 0x102030)
    chip.names["refresh"]()
    chip.names["refresh"]()
    assert chip.shown == 2 * [(0, 0, 240, 135)]


def test_a_battery_behind_a_gate_and_a_diode(chip):
    """PicoPad's: GP25 is high while it is read; of 3.7 V it sees a third of 3.389."""
    events = []

    class Pin:
        OUT = 1

        def __init__(self, pin, _, value):
            events.append((pin, value))

        def __call__(self, value):
            events.append(value)

    class Adc:
        def read_u16(self):
            events.append("read")
            return round(3.389 / 3 / 3.3 * 65535)

    chip.names["_adc"] = Adc()
    chip.names["machine"] = type("", (), {"Pin": Pin})
    chip.names["sleep_us"] = lambda us: events.append(us)
    chip.names["board"] = type("", (), boards.read("picopad"))
    assert abs(chip.names["battery"]() - 3700) < 5
    assert events == [(25, 1), 20, "read", 0]
