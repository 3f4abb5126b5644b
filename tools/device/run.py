"""run: run a local build on a handheld, without writing to its flash."""

import argparse
import signal
import struct
import time

from tools import boards
from tools.device import Lost, Trouble, build
from tools.device.flash import check
from tools.device.port import add_port, connect

SAVES = "saves"

_QUIET = 0.3  # seconds without a byte
_PATIENCE = 20
_COMMAND, _STOP = b"\x18", b"\x19"

# The game's files come through the cable, and its saves go back the same way. mpremote's program
# on the handheld asks for each with interrupts off. Here an answer can be that the game is to end;
# and if none comes for ten seconds, it ends as well: nobody is there any more. mpremote's own
# request knows neither, so nothing is imported through the cable before it is replaced.
_PLAY = f"""
import micropython, sys, uselect
_byte = bytearray(1)
_asked = uselect.poll()
_asked.register(sys.stdin.buffer, uselect.POLLIN)
def _begin(self, type):
    micropython.kbd_intr(-1)
    try:
        for i in range(2):
            pass  # an interrupt of just before is raised here, before anything is sent
        sys.stdout.buffer.write(bytes((0x18, type)))
        for i in range(10):
            if not _asked.poll(1000):
                continue
            sys.stdin.buffer.readinto(_byte, 1)
            if _byte[0] == 0x18:
                return
            if _byte[0] == 0x19:
                break
    except KeyboardInterrupt:
        pass
    micropython.kbd_intr(3)
    raise KeyboardInterrupt
RemoteCommand.begin = _begin
try:
    import files
    files.root("/remote/{SAVES}")
    files.root = lambda path: None
    import main
    main.run()
finally:
    micropython.kbd_intr(3)
"""


def main(argv=None):
    """Run the game from this computer."""
    parser = argparse.ArgumentParser(
        prog="python -m tools run",
        description="Build, and run the result on the handheld through the cable, without writing "
        "to it. Saves go to the build's folder on this computer. Ctrl-C ends it.",
    )
    parser.add_argument("--board", default=build.BOARD, help=f"default: {build.BOARD}")
    add_port(parser)
    args = parser.parse_args(argv)
    boards.read(args.board)
    print("Connecting ...", flush=True)
    with connect(args.port or None) as device:
        check(device.about())
        print(f"Building for {args.board} ...", flush=True)
        build.refresh()
        out = build.ROOT / "build" / "run" / args.board
        build.build(args.board, out, keep=(SAVES,), outside=(_PLAY,))
        play(device, out)


def play(device, out):
    """Run the build in `out`, showing what it prints, until it ends or Ctrl-C."""
    from mpremote.transport import TransportError, stdout_write_bytes

    print(f"Playing from {build.shown(out)} on {device.port}; Ctrl-C ends it.", flush=True)
    transport = device.transport
    stop = _Stop()
    error = b""
    before = signal.signal(signal.SIGINT, stop.ask)
    try:
        transport.mount_local(str(out))
        if not stop.asked:
            transport.exec_raw_no_follow(_PLAY)
            stop.watch(transport)  # from here on: a Ctrl-C amid the program would break that off
            _, error = transport.follow(None, stdout_write_bytes)
        stop.ended = True
        # Otherwise it would request its next import from a host that no longer answers.
        transport.umount_local()
    except (TransportError, OSError, struct.error, IndexError):
        raise Lost(f"The handheld on {device.port} stopped answering.") from None
    finally:
        signal.signal(signal.SIGINT, before)
    if stop.asked:
        raise KeyboardInterrupt
    if error:
        raise Trouble("The game ended with an error:\n" + error.decode("utf-8", "replace"))


class _Stop:
    """Ctrl-C: the game is told so when it asks for a file, and interrupted if it asks for none."""

    def __init__(self):
        self.asked = self.busy = 0
        self.ended = False

    def ask(self, *signal):
        self.asked = self.asked or time.monotonic()

    def watch(self, transport):
        serial = transport.serial
        port, answer = serial.orig_serial, serial._check_input

        def check(blocking):
            now = time.monotonic()
            if port.inWaiting():
                self.busy = max(now, self.busy)
            elif self.asked and not self.ended and now - self.busy > _QUIET:
                if now - max(self.asked, self.busy) > _PATIENCE:
                    raise OSError("it does not stop")
                if now - self.sent > _QUIET:
                    self.sent = now
                    port.write(b"\x03")
            if not self.asked or self.ended or not (blocking or port.inWaiting()):
                return answer(blocking)
            byte = port.read(1)
            if byte == _COMMAND:
                port.read(1)
                port.write(_STOP)
            else:
                serial.buf += byte

        self.sent = 0
        serial._check_input = check
