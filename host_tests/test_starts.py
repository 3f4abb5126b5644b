"""Looking whether the games start: what is said where they don't, and nothing where they do."""

import contextlib

import emulator
import pytest

from tools import boards
from tools.device import Trouble, starts
from tools.emulator.pico import Pico

BANNER = (
    'MicroPython v1.29.0; Raspberry Pi Pico with RP2040\r\nType "help()" for more information.\r\n'
)
TRACE = "Traceback (most recent call last):\r\n"


class Line:
    """A handheld at whose prompt, if it has one, a soft reset prints `said`."""

    def __init__(self, said=None, later=0):
        self.said, self.later = said, later
        self.now, self.out, self.sent = 0.0, b"", b""

    def clock(self):
        return self.now

    def open(self, until):
        pass

    def write(self, data):
        self.sent += data
        if self.said is None or self.now < self.later:
            return
        if data == b"\x04":
            self.out += b"\r\nMPY: soft reboot\r\n" + self.said.encode()
        self.out += b"\r\n>>> "

    def read(self):
        self.now += 0.1
        heard, self.out = self.out, b""
        return heard


def told(said):
    return starts.reason(starts.watch(line := Line(said), line.clock))


def test_silence_means_that_they_run_and_nothing_else_is_sent_to_them():
    line = Line()
    assert starts.watch(line, line.clock) is None
    assert set(line.sent) == {13} and line.now < 6


def test_a_prompt_that_comes_late_counts():
    """A first start takes up to four seconds before it may say that it can't."""
    line = Line("These games need MicroPython 1.29.\r\n" + BANNER, later=4)
    assert "These games need" in starts.watch(line, line.clock)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (
            TRACE + '  File "boot.py", line 1, in <module>\r\n'
            "ImportError: no module named 'network'\r\n",
            ["own boot.py ends in ImportError: no module named 'network'", "rm :boot.py"],
        ),
        (
            TRACE + '  File "main.py", line 1, in <module>\r\n  File "boot.py", line 3, in x\r\n'
            "ValueError: incompatible .mpy file\r\n",
            ["the games end in ValueError: incompatible .mpy file", "micropython.org"],
        ),
        (
            TRACE + '  File "hal.mpy", line 74, in x\r\nMemoryError: \r\nMPY: soft reboot\r\n',
            ["too little memory is left", "rm :boot.py"],
        ),
        ("MPY: soft reboot\r\n" * 4, ["boot.py exits (sys.exit())"]),
        ("wlan: off\r\nToo little memory.\r\n", ["said: wlan: off Too little memory."]),
        ("", ["is B held down"]),
    ],
)  # fmt: skip
def test_what_is_said(said, words):
    sentence = told(said + BANNER)
    assert all(word in sentence for word in words) and "\n" not in sentence
    assert "Type" not in sentence and "MicroPython v" not in sentence


def test_one_that_is_not_back_is_no_claim(capsys):
    class Device:
        port, number = "socket://127.0.0.1:1", None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(starts, "BACK", 0.1)
        starts.look(Device)
    said = capsys.readouterr().out
    assert "not come back on USB" in said and "run." not in said


class Cable(Line):
    """The same to an emulated Pico."""

    def __init__(self, pico):
        super().__init__()
        self.pico = pico

    def clock(self):
        return self.pico.t

    def open(self, until):
        while not self.pico.chip.connected():
            assert self.pico.t < until
            self.pico.run(0.01)

    def write(self, data):
        self.pico.chip.write(data)

    def read(self):
        self.pico.run(0.1)
        heard = bytes(self.pico.console)
        self.pico.console.clear()
        return heard


@pytest.fixture(scope="module")
def flashed(tmp_path_factory):
    return emulator.games(tmp_path_factory.mktemp("starts") / "built")


@pytest.mark.parametrize(
    ("boot", "words"),
    [
        (b"x = 1\n", None),
        (b"import network\n", "boot.py ends in ImportError: no module named 'network'"),
        (b"import os\nos.chdir('/sd')\n", "boot.py ends in OSError"),
        (b"import time\ntime.sleep(8)\n1 / 0\n", "ends in ZeroDivisionError"),
        (b"x = bytearray(150_000)\n", "oo little memory is"),
        (b"import sys\nsys.exit()\n", "boot.py exits"),
    ],
)  # fmt: skip
def test_on_an_emulated_pico(flashed, boot, words):
    pico = Pico(emulator.image(), boards.read(emulator.BOARD), {**flashed, "/boot.py": boot})
    cable = Cable(pico)
    said = starts.watch(cable, cable.clock)
    if words is None:
        assert said is None
        with contextlib.suppress(Trouble):
            assert pico.lit()
    else:
        assert words in starts.reason(said)
