"""A handheld on a serial port or a socket: found, interrupted, and asked to run things.

`connect(port)` returns a `Device`, which sends small programs through mpremote's raw REPL. Each
program does a whole step, in one round trip.
"""

import ast
import base64
import contextlib
import errno
import hashlib
import io
import os
import re
import signal
import struct
from datetime import date
from pathlib import Path

from tools.device import Lost, Trouble, delta

_PICO = 0x2E8A  # the USB vendor of the RP2040
_PROBE = 0x000C  # its debug probe, which runs no MicroPython
_PIECE = 3072  # bytes sent at a time
_KEEP = 65536  # bytes of a file after which it is closed, and goes on
_SUMS = 256  # checksums in an answer
_SILENCE = 10  # seconds without an answer before a handheld counts as lost
_TRIES = 3  # the last one without a restart, whose boot.py may take its time
_FILES = 4000  # files and folders on a handheld: ten times what its flash holds of this size

_ABOUT = """
import sys, os
i = sys.implementation
try:
    import machine, binascii
    u = binascii.hexlify(machine.unique_id()).decode()
except Exception:
    u = ""
s = os.statvfs("/") if hasattr(os, "statvfs") else (0, 0, 0, 0, 0)
print((i.name, i.version[:3], getattr(i, "_machine", sys.platform), getattr(i, "_mpy", 0), u,
       s[0], s[3], s[2]))
"""

_LIST = """
import os
def _list(d):
    try:
        for e in os.ilistdir(d or "/"):
            p = d + "/" + e[0]
            if e[1] == 0x4000:
                print((p, -1))
                _list(p)
            else:
                print((p, e[3]))
    except OSError:
        pass
_list(%r)
"""

WRITE = """
from binascii import a2b_base64 as _a
_f = open({path}, {mode})
_o = {old} and open({old}, 'rb')
def _c(at, n):
    _o.seek(at)
    while n:
        d = _o.read(min(n, 1024))
        _f.write(d)
        n -= len(d) or n
"""

_HASH = """
import hashlib, binascii
def _hash(p):
    h = hashlib.sha256()
    b = bytearray(1024)
    m = memoryview(b)
    try:
        with open(p, "rb") as f:
            while True:
                n = f.readinto(b)
                if not n:
                    break
                h.update(m[:n])
        print((p, binascii.hexlify(h.digest()).decode()))
    except OSError:
        pass
for p in %r:
    _hash(p)
"""


def add_port(parser):
    """The argument that all commands for a handheld share."""
    parser.add_argument("--port", help="a serial port, socket://HOST:PORT (default: the only one)")


def find():
    """The port of the one handheld plugged in; Trouble unless there is exactly one."""
    from serial.tools import list_ports

    ports = sorted(list_ports.comports(), key=lambda port: port.device)
    picos = [port.device for port in ports if port.vid == _PICO and port.pid != _PROBE]
    if len(picos) == 1:
        return picos[0]
    if picos:
        raise Trouble(f"Several handhelds are plugged in: choose one, {_choices(picos)}.")
    others = [port.device for port in ports if port.vid]
    if others:
        raise Trouble(f"No Pico found; if it is one of these ports, name it: {_choices(others)}.")
    raise Trouble(
        "No handheld found: plug it in with a USB cable that carries data, put MicroPython on it "
        "if it shows up as the drive RPI-RP2, or name its port with PORT=... (--port)"
    )


def numbers():
    """{port: serial number, or None} of all that is plugged in."""
    from serial.tools import list_ports

    return {port.device: port.serial_number for port in list_ports.comports()}


def _choices(ports):
    return " or ".join("PORT=" + port for port in ports)


def connect(port=None):
    """A Device whose program was stopped and whose heap is fresh."""
    try:
        from mpremote.transport import TransportError

        from tools.device.link import Link
    except ImportError:
        raise Trouble("The package mpremote is missing: run `make setup`.") from None
    port = port or find()
    talk = io.StringIO()  # mpremote prints what it did not expect
    try:
        with contextlib.redirect_stdout(talk):
            transport = Link(port, timeout=_SILENCE)
    except (TransportError, OSError, ValueError):
        raise Trouble(_why_closed(port)) from None
    device = Device(transport, port, numbers().get(port))
    for attempt in range(_TRIES):
        anew = attempt + 1 < _TRIES
        with contextlib.redirect_stdout(talk):
            try:
                transport.enter_raw_repl(soft_reset=anew, timeout_overall=_SILENCE / 2)
                return device
            except Lost:
                device.close()
                raise
            except (TransportError, OSError, struct.error):
                pass
        if anew:
            print(f"{port} does not answer; trying again ...", flush=True)
    device.close()
    raise Trouble(
        f"{port} does not answer like MicroPython: if it runs something else, put MicroPython on"
        " it; close any other program connected to it; switch it off and on."
    )


def _why_closed(port):
    import serial

    try:
        serial.serial_for_url(port, exclusive=True).close()
    except (OSError, ValueError) as error:
        cause = error.__cause__ or error.__context__
        number = error.errno or (cause.args[0] if cause and cause.args else None)  # (n, text)
        if port.startswith("socket://") and not re.search(r":\d+$", port):
            return f"{port} names no TCP port: it is socket://HOST:PORT."
        if "://" in port:
            return f"Nobody answers at {port}: {error}."
        if number == errno.ENOENT or not os.path.exists(port) and os.name == "posix":
            return f"There is no port {port}: {_plugged()}."
        if number in (errno.EACCES, errno.EPERM):
            return f"You may not use {port}: {_permission(port)}."
        if number in (errno.EBUSY, errno.EAGAIN):
            return f"{port} is in use: close the other program (a terminal, Thonny, another make)."
        if number in (errno.ENOTTY, errno.EISDIR):
            return f"{port} is not a serial port: {_plugged()}."
        return f"{port} cannot be opened: {error}."
    return f"{port} could not be opened just now: try again."


def _plugged():
    from serial.tools import list_ports

    ports = [port.device for port in list_ports.comports() if port.vid]
    return "plugged in are " + ", ".join(sorted(ports)) if ports else "nothing is plugged in"


def _permission(port):
    try:
        group = Path(port).group()
    except (OSError, KeyError, NotImplementedError):
        return "ask for the right to read and write it"
    return f"join its group with `sudo usermod -aG {group} $USER`, then log in again"


class Device:
    """MicroPython at the other end of a transport (mpremote's, or one that acts like it)."""

    def __init__(self, transport, port, number=None):
        self.transport = transport
        self.port = port
        self.sent = 0  # bytes of files
        self.number = number  # of the USB device, by which it is found under another port

    def run(self, program):
        """Run a program and return what it printed. Trouble when it raised, Lost when it broke."""
        from mpremote.transport import TransportError, TransportExecError

        try:
            with contextlib.redirect_stdout(io.StringIO()):
                return bytes(self.transport.exec(program)).decode("utf-8", "replace")
        except TransportExecError as error:
            last = (error.error_output.strip().splitlines() or ["no reason given"])[-1]
            if "ENOSPC" in last:
                last = "its flash is full; remove some of your own files"
            raise Trouble(f"The handheld on {self.port} refused a step: {last}.") from None
        except (TransportError, OSError, struct.error) as error:
            raise Lost(f"The handheld on {self.port} stopped answering.") from error

    def _lines(self, program, *types):
        """The tuples that a program prints, one a line; Lost unless they are of these types."""
        try:
            rows = [ast.literal_eval(line) for line in self.run(program).splitlines() if line]
            for row in rows:
                if types and [type(item) for item in row] != list(types):
                    raise ValueError(row)
                for text in row:
                    str(text).encode()  # half a surrogate pair is no text
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            raise Lost(f"The handheld on {self.port} gave an answer without sense.") from None
        return rows

    def about(self):
        """What runs there: dict of name, version, machine, mpy, id, block, free and total."""
        keys = ("name", "version", "machine", "mpy", "id", "block", "free", "total")
        types = (str, tuple, str, int, str, int, int, int)
        for row in self._lines(_ABOUT, *types):
            if all(type(number) is int for number in row[1]):
                return dict(zip(keys, row, strict=True))
        raise Lost(f"The handheld on {self.port} gave no answer.")

    def tree(self, folder=""):
        """{path: size} of everything below a folder ("" the root), -1 for a folder."""
        tree = dict(self._lines(_LIST % folder, str, int))
        if len(tree) > _FILES:
            raise Trouble(
                f"The handheld on {self.port} lists {len(tree)} files; no more than {_FILES} are"
                " looked at: remove those of your own."
            )
        return tree

    def hashes(self, paths):
        """{path: sha256} of those of the files that can be read."""
        paths = sorted(paths)
        found = {}
        for start in range(0, len(paths), 32):
            found.update(self._lines(_HASH % (paths[start : start + 32],), str, str))
        return found

    def write(self, path, data, sent=lambda count: None, begun=0, old=None):
        """Write a file in pieces, telling `sent` how many bytes of it are there each time.

        begun: bytes that it has already. old: a file on the handheld that may share much with it.
        """
        step = WRITE.format(path=repr(path), mode="'ab'" if begun else "'wb'", old=repr(old))
        left = _KEEP
        for part in delta.parts(data[begun:], self.sums(old) if old else []):
            size = part[1] if isinstance(part, tuple) else len(part)
            for at in range(0, size, _PIECE):
                n = min(_PIECE, size - at)
                if isinstance(part, tuple):
                    step += f"_c({part[0] + at}, {n})\n"
                else:
                    self.sent += n
                    step += f"_f.write(_a({base64.b64encode(part[at : at + n]).decode()!r}))\n"
                left -= n
                if left <= 0:  # what is closed is there after a break
                    step += f"_f.close()\n_f = open({path!r}, 'ab')\n"
                    left = _KEEP
                if len(step) >= _PIECE:
                    self.run(step)
                    step = ""
                sent(n)
        self.run(step + "_f.close()\n")

    def sums(self, path):
        """A checksum of each whole piece of a file, see delta.py."""
        found = []
        while True:
            at, size = len(found) * delta.PIECE, delta.PIECE
            asked = delta.SUMS.format(path=repr(path), at=at, count=_SUMS, size=size)
            try:
                some = base64.b64decode(self.run(asked))
            except ValueError:
                raise Lost(f"The handheld on {self.port} gave an answer without sense.") from None
            found += [some[i : i + delta.SUM] for i in range(0, len(some), delta.SUM)]
            if len(some) < _SUMS * delta.SUM:
                return found

    def read(self, path):
        """A file's bytes, checked against the hash that the handheld takes of it."""
        program = (
            "from binascii import b2a_base64 as _b\n"
            f"with open({path!r}, 'rb') as f:\n"
            " while True:\n"
            f"  d = f.read({_PIECE})\n"
            "  if not d: break\n"
            "  print(_b(d).decode().strip())\n"
        )
        try:
            data = b"".join(base64.b64decode(line) for line in self.run(program).split())
        except ValueError:
            data = None
        if data is None or self.hashes([path]).get(path) != sha(data):
            raise Trouble(f"{path} did not arrive as it is on the handheld: try again.")
        return data

    def restart(self):
        """Reset it: the game starts. The connection ends."""
        day = (date.today() - date(2000, 1, 1)).days
        program = (
            "import time, machine\nm = machine.mem32\n"
            # Where the firmware looks for the date on an RP2350 and on an RP2040: the clock itself
            # does not outlive a reset.
            "at = 0x400D8010 if m[0x40000000] >> 12 & 0xFFFF == 4 else 0x40058010\n"
            f"m[at] = {0x13CA << 16 | day}\n"
            "time.sleep_ms(100)\nmachine.reset()"
        )
        # It may be gone before it has said so.
        with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
            self.transport.exec_raw_no_follow(program)
        self.close()

    def close(self):
        # A port that has vanished is closed enough, whichever way its driver says so.
        with contextlib.suppress(Exception):
            self.transport.close()

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        """Start the game however the work ended, if the handheld still responds."""
        if kind is KeyboardInterrupt:
            # An impatient second Ctrl-C would leave the handheld without its game.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            # It may be in the middle of a program.
            with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
                self.transport.enter_raw_repl(soft_reset=False, timeout_overall=2)
        if isinstance(error, Lost):
            self.close()
        else:
            self.restart()


def sha(data):
    return hashlib.sha256(data).hexdigest()
