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

# The game's files come through the cable, and its saves go back the same way.
_PLAY = f"""
import files
files.root("/remote/{SAVES}")
files.root = lambda path: None
with open("main.py") as f:
    s = f.read()
exec(s, {{"__name__": "__main__"}})
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
    build.refresh()
    out = build.ROOT / "build" / "run" / args.board
    build.build(args.board, out, keep=(SAVES,), outside=(_PLAY,))
    with connect(args.port or None) as device:
        check(device.about())
        play(device, out)


def play(device, out):
    """Run the build in `out`, showing what it prints, until it ends or Ctrl-C."""
    from mpremote.transport import TransportError, stdout_write_bytes

    print(f"Playing from {build.shown(out)} on {device.port}; Ctrl-C ends it.", flush=True)
    transport = device.transport
    stop = _Stop()
    before = signal.signal(signal.SIGINT, stop.ask)
    try:
        transport.mount_local(str(out))
        stop.watch(transport.serial)
        transport.exec_raw_no_follow(_PLAY)
        _, error = transport.follow(None, stdout_write_bytes)
        # Otherwise it would request its next import from a host that no longer answers.
        transport.umount_local()
    except (TransportError, OSError, struct.error):
        raise Lost(f"The handheld on {device.port} stopped answering.") from None
    finally:
        signal.signal(signal.SIGINT, before)
    if stop.asked:
        raise KeyboardInterrupt
    if error:
        raise Trouble("The game ended with an error:\n" + error.decode("utf-8", "replace"))


class _Stop:
    """Ctrl-C while files go through the cable: the game is stopped once the cable is quiet.

    In the middle of a file one side or the other would wait for the rest of it.
    """

    def __init__(self):
        self.asked = self.busy = 0

    def ask(self, *signal):
        self.asked = self.asked or time.monotonic()

    def watch(self, serial):
        waiting = serial.inWaiting

        def in_waiting():
            now = time.monotonic()
            if serial.orig_serial.inWaiting():
                self.busy = now
            elif self.asked and now - self.busy > _QUIET:
                if now - self.asked > _PATIENCE:
                    raise OSError("it does not stop")
                self.busy = now
                serial.write(b"\x03")
            return waiting()

        serial.inWaiting = in_waiting
