"""run: play on a handheld what lies on the desk; nothing is written to the handheld."""

import argparse
import struct
import sys

from tools.device import Lost, Trouble, build, command
from tools.device.flash import check
from tools.device.port import add_port, connect

SAVES = "saves"

# The game's files come through the cable, and its saves go back the same way.
_PLAY = f"""
import files
files.root("/remote/{SAVES}")
files.root = lambda path: None
with open("main.py") as f:
    s = f.read()
exec(s, {{"__name__": "__main__"}})
"""


@command
def main(argv=None):
    """Play from the desk."""
    parser = argparse.ArgumentParser(
        prog="python -m tools run",
        description="Build, and run the result on the handheld through the cable, without writing "
        "to it. Saves lie in the build's folder on the desk. Ctrl-C ends it.",
    )
    parser.add_argument("--board", default=build.BOARD, help=f"default: {build.BOARD}")
    add_port(parser)
    args = parser.parse_args(argv)
    build.profile(args.board)
    build.refresh()
    out = build.ROOT / "build" / "run" / args.board
    build.build(args.board, out, keep=(SAVES,))
    with connect(args.port or None) as device:
        check(device.about())
        play(device, out)


def play(device, out):
    """Run the build in `out`, showing what it prints, until it ends or Ctrl-C."""
    from mpremote.transport import TransportError, stdout_write_bytes

    print(f"Playing from {build.shown(out)} on {device.port}; Ctrl-C ends it.", flush=True)
    transport = device.transport
    try:
        transport.mount_local(str(out))
        transport.exec_raw_no_follow(_PLAY)
        _, error = transport.follow(None, stdout_write_bytes)
        if error:
            sys.stdout.flush()
            raise Trouble("The game ended with an error:\n" + error.decode("utf-8", "replace"))
    except (TransportError, OSError, struct.error):
        raise Lost(f"The handheld on {device.port} stopped answering.") from None
