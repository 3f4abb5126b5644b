"""`run`: how Ctrl-C ends a game whose files come through the cable."""

import builtins
import signal
import types
from pathlib import Path

import pytest

from tools.device import run

DRAWN = False


class Port:
    """A serial port: what the handheld has sent, and what it was sent."""

    def __init__(self):
        self.sent, self.got = bytearray(), bytearray()

    def inWaiting(self):  # noqa: N802 (pyserial's name)
        return len(self.sent)

    def read(self, n):
        out = bytes(self.sent[:n])
        del self.sent[:n]
        return out

    def write(self, data):
        self.got += data


@pytest.fixture
def cable(monkeypatch):
    """(the port, mpremote's side of it, Ctrl-C, the clock)."""
    now = [100.0]
    monkeypatch.setattr(run.time, "monotonic", lambda: now[0])
    port = Port()
    serial = types.SimpleNamespace(orig_serial=port, buf=b"", answered=[])
    serial._check_input = lambda blocking: serial.answered.append(blocking)
    stop = run._Stop()
    stop.watch(types.SimpleNamespace(serial=serial))
    return port, serial, stop, now


def test_until_ctrl_c_each_request_is_answered(cable):
    port, serial, _, _ = cable
    port.sent += b"\x18\x06"
    serial._check_input(False)
    assert serial.answered == [False] and not port.got


def test_a_game_that_asks_for_a_file_is_told_to_end(cable):
    """At once, however much it still has to load."""
    port, serial, stop, _ = cable
    stop.ask()
    port.sent += b"ab\x18\x06\x04"
    for _ in range(4):
        serial._check_input(False)
    assert port.got == b"\x19" and serial.buf == b"ab\x04" and not serial.answered


def test_a_game_that_asks_for_nothing_is_interrupted_again_and_again(cable):
    port, serial, stop, now = cable
    stop.ask()
    for _ in range(10):
        now[0] += 0.2
        serial._check_input(False)
    assert 3 <= port.got.count(b"\x03") <= 6
    now[0] += 21
    with pytest.raises(OSError, match="does not stop"):
        serial._check_input(False)


def test_after_its_end_nothing_is_interrupted(cable):
    port, serial, stop, now = cable
    stop.ask()
    stop.ended = True
    now[0] += 5
    serial._check_input(True)
    assert serial.answered == [True] and not port.got


class Transport:
    """mpremote's, to a handheld whose game ends at once; Ctrl-C is pressed during one call."""

    def __init__(self, pressed):
        self.pressed, self.calls = pressed, []
        serial = types.SimpleNamespace(orig_serial=Port(), buf=b"", _check_input=lambda wait: None)
        self.serial = serial

    def _call(self, name):
        self.calls.append(name)
        if name == self.pressed:
            signal.raise_signal(signal.SIGINT)
            self.serial._check_input(False)
            assert not self.serial.orig_serial.got

    def mount_local(self, folder):
        self._call("mount")

    def exec_raw_no_follow(self, program):
        self._call("send")

    def follow(self, *_):
        self.calls.append("follow")
        return b"", b"KeyboardInterrupt"

    def umount_local(self):
        self.calls.append("umount")


@pytest.mark.parametrize("pressed, follows", [("mount", 0), ("send", 1)])
def test_ctrl_c_before_the_game_runs_ends_it(pressed, follows):
    """What is being sent then is not broken off: the handheld would wait for the rest for ever."""
    transport = Transport(pressed)
    device = types.SimpleNamespace(transport=transport, port="here")
    with pytest.raises(KeyboardInterrupt):
        run.play(device, Path("build"))
    assert transport.calls.count("follow") == follows and transport.calls[-1] == "umount"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_game_imports_nothing_through_the_cable_before_it_can_be_told_to_end():
    """MicroPython has these at once, without looking for a file that comes first."""
    command, names = types.SimpleNamespace(begin=None), []

    def imported(name, *_):
        names.append(name)
        if command.begin:
            raise StopIteration(name)
        return types.SimpleNamespace(
            poll=lambda: types.SimpleNamespace(register=lambda *_: None), POLLIN=1,
            stdin=types.SimpleNamespace(buffer=None), kbd_intr=lambda n: None,
        )  # fmt: skip

    with pytest.raises(StopIteration, match="files"):
        exec(run._PLAY, {"RemoteCommand": command, "__builtins__": {
            **vars(builtins), "__import__": imported}})  # fmt: skip
    assert set(names[:-1]) <= {"micropython", "sys", "uselect"}
