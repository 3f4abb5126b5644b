"""`run`: how Ctrl-C ends a game whose files come through the cable."""

import types

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
