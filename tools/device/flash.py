"""flash: build, and update a handheld; saves and settings are kept."""

import argparse
import sys

from tools import boards
from tools.device import Trouble, build, built, starts
from tools.device.install import install, plan, recover
from tools.device.port import add_port, connect

OLDEST = (1, 28)  # which the link was tried on
MPY = (6, 3)  # what mpy-cross makes
RISCV = 11  # among the architectures in sys.implementation._mpy


def main(argv=None):
    """Update a handheld."""
    parser = argparse.ArgumentParser(
        prog="python -m tools flash",
        description="Build the firmware and copy to the handheld what changed; saves stay.",
    )
    parser.add_argument("--board", default=build.BOARD, help=f"default: {build.BOARD}")
    add_port(parser)
    args = parser.parse_args(argv)
    boards.read(args.board)
    with connect(args.port or None) as device:  # before a build of seconds: the port may be wrong
        check(device.about())
        wanted, *made = built.files(args.board)
        print(built.summary(*made).splitlines()[0])
        flash(device, wanted)
    starts.look(device)


def flash(device, wanted):
    """Make the handheld hold `wanted` {path: bytes} and nothing else of the game."""
    check(device.about())
    tree = recover(device)
    work = plan(device, tree, wanted, hiding(wanted))
    progress = Progress(work)
    try:
        install(device, work, progress)
    finally:
        progress.end()
    print(
        f"{device.port}: {len(work.copy)} files copied ({work.bytes} bytes, {device.sent} sent), "
        f"{work.same} already there, {len(work.gone)} removed."
    )


def check(about):
    """Trouble unless this MicroPython can run what the build made."""
    version = ".".join(map(str, about["version"]))
    if about["name"] != "micropython":
        raise Trouble(f"The handheld runs {about['name']} {version}: put MicroPython on it first.")
    if tuple(about["version"][:2]) < OLDEST:
        raise Trouble(
            f"The handheld runs MicroPython {version}, the game needs "
            f"{'.'.join(map(str, OLDEST))} or later: install a newer one first."
        )
    if not any(chip in about["machine"] for chip in ("RP2040", "RP2350")):
        raise Trouble(
            f"This is a {about['machine']}; the games are for boards with an RP2040 or RP2350."
        )
    if about["mpy"] >> 10 & 15 == RISCV:
        raise Trouble("MicroPython runs on the RISC-V cores here: install the one for Arm.")
    if (about["mpy"] & 0xFF, about["mpy"] >> 8 & 3) != MPY:
        raise Trouble(
            f"MicroPython {version} takes compiled files of another version than "
            f"{'.'.join(map(str, MPY))}: install another MicroPython."
        )


def hiding(wanted):
    """Paths that would hide a module of these: its .py is imported in preference to its .mpy."""
    return {path[:-4] + ".py" for path in wanted if path.endswith(".mpy")}


class Progress:
    """Shows progress: one line that changes, or a line a file if the output is not a terminal."""

    def __init__(self, work):
        self.left = {path: len(data) for path, data in work.copy.items()}
        self.all, self.done = work.bytes, 0
        self.live = sys.stdout.isatty()

    def __call__(self, path, count):
        self.done += count
        self.left[path] -= count
        whole = not self.left[path]
        percent = 100 * self.done // (self.all or 1)
        if self.live:
            print(f"\r{percent:3}%  {path[1:]:<50}", end="", flush=True)
        elif whole:
            print(f"{percent:3}%  {path[1:]}", flush=True)

    def end(self):
        if self.live and self.done:
            print()
