"""Serial ports: the only handheld is found; failures are reported in one sentence."""

import contextlib
import errno
import os

import pytest
from fake_pico import message

from tools.__main__ import main as tools
from tools.device import backup, build, port


class Listed:
    def __init__(self, device, vid=0x2E8A, pid=5):
        self.device, self.vid, self.pid = device, vid, pid


def plug(monkeypatch, *ports):
    from serial.tools import list_ports

    monkeypatch.setattr(list_ports, "comports", lambda: ports)


@pytest.mark.parametrize("command", ["backup", "repl"])
def test_no_handheld(monkeypatch, capsys, command, tmp_path):
    plug(monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", os.fdopen(os.openpty()[1]))
    assert "No handheld found" in message(capsys, command)


def test_other_ports_are_listed_but_not_used(monkeypatch, capsys):
    plug(monkeypatch, Listed("/dev/ttyS0", None), Listed("/dev/ttyUSB3", 0x1A86))
    assert "No Pico found" in (text := message(capsys, "backup"))
    assert "PORT=/dev/ttyUSB3" in text and "ttyS0" not in text


def test_several_handhelds_are_listed(monkeypatch, capsys):
    plug(monkeypatch, Listed("/dev/ttyACM1"), Listed("/dev/ttyACM0"))
    assert "PORT=/dev/ttyACM0 or PORT=/dev/ttyACM1" in message(capsys, "backup")


def test_one_handheld_is_found_next_to_its_debug_probe(monkeypatch):
    plug(monkeypatch, Listed("/dev/ttyACM0", pid=12), Listed("/dev/ttyACM7"), Listed("x", None))
    assert port.find() == "/dev/ttyACM7"


@pytest.mark.parametrize("command", ["backup", "restore", "flash", "bench"])
def test_a_missing_port(monkeypatch, capsys, tmp_path, command):
    """It is named at once, and not after a build."""
    plug(monkeypatch, Listed("/dev/ttyACM7"))
    monkeypatch.setattr(build, "build", None)
    backup.store(tmp_path / "kept", {"/saves/settings.a": b"1"})
    which = (str(tmp_path / "kept"), "--yes") if command == "restore" else ()
    text = message(capsys, command, *which, "--port", "/dev/no-such-port")
    assert "no port /dev/no-such-port: plugged in are /dev/ttyACM7" in text


@pytest.mark.parametrize("command", ["emulate", "bench"])
def test_a_missing_image(monkeypatch, capsys, command):
    monkeypatch.setattr(build, "build", None)
    monkeypatch.setenv("PICO_UF2", "none.uf2")
    assert "image none.uf2 cannot be read" in message(capsys, command)


@pytest.mark.parametrize(
    ("number", "text"),
    [(errno.EACCES, "You may not use"), (errno.EBUSY, "is in use"), (errno.EAGAIN, "is in use")],
)
def test_a_port_that_does_not_open(monkeypatch, capsys, number, text):
    import serial

    def refuse(*args, **kwargs):
        raise serial.SerialException(number, f"could not open port: {os.strerror(number)}")

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    assert text in message(capsys, "backup", "--port", os.devnull)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other ports")
def test_a_file_is_not_a_serial_port(tmp_path, capsys):
    for path in os.devnull, str(tmp_path), __file__:
        assert f"{path} is not a serial port" in message(capsys, "backup", "--port", path)


def test_a_socket_without_a_server(capsys):
    assert "Nobody answers" in message(capsys, "backup", "--port", "socket://127.0.0.1:9")
    for url in ("socket://localhost", "socket://localhost:", "socket://a:b"):
        assert f"{url} names no TCP port" in message(capsys, "backup", "--port", url)


def test_a_port_without_an_answer(capsys, monkeypatch):
    import socket

    monkeypatch.setattr(port, "_SILENCE", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        assert tools(["backup", "--port", url]) != 0
    printed = capsys.readouterr()
    assert printed.out == f"{url} does not answer; trying again ...\n" * (port._TRIES - 1)
    assert "does not answer like MicroPython: if it runs something else, put" in printed.err


RAW = b"raw REPL; CTRL-B to exit\r\n>soft reboot\r\nraw REPL; CTRL-B to exit\r\n>"


@pytest.mark.parametrize(
    ("first", "ever"),
    [(b"", b"tick\n"), (RAW, b"tick\n"), (RAW + b"R\0OK", b"(1, 2)\n"), (RAW + b"R\1\1\0", b"\1")],
    ids=["from the first", "no prompt", "no end of the answer", "no end of the window"],
)
@pytest.mark.parametrize("limit", ["PATIENCE", "ANSWER"])
def test_a_handheld_that_sends_without_end_is_given_up(capsys, monkeypatch, first, ever, limit):
    import socket
    import threading

    from tools.device import link

    monkeypatch.setattr(link, limit, {"PATIENCE": 0.3, "ANSWER": 3000}[limit])

    def send(server):
        with contextlib.suppress(OSError), server.accept()[0] as cable:
            cable.sendall(first)
            while True:
                cable.sendall(ever * 100)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=send, args=(server,))
        thread.start()
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        assert "does not end: switch it off" in message(capsys, "backup", "--port", url)
        thread.join(5)
        assert not thread.is_alive()


@pytest.mark.parametrize("command", ["build", "flash"])
def test_an_unknown_board_is_refused_before_anything_else(capsys, command):
    assert "choose one of" in (text := message(capsys, command, "--board", "gameboy"))
    assert "ws_lcd_13" in text


def test_ctrl_c_prints_no_traceback(monkeypatch, capsys):
    def stop(port):
        raise KeyboardInterrupt

    monkeypatch.setattr(backup, "connect", stop)
    assert "Stopped" in message(capsys, "backup")
