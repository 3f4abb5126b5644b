"""bench: time and memory, measured on a handheld or on an emulated one.

Programs (probes/) are sent to the prompt and play the built firmware from outside; what they print
becomes rows of a table. Where the emulator is at hand, buttons are pressed and the panel watched
as well. Nothing is written to the handheld.
"""

import argparse
import json
import sys

from tools.bench import emulator, session, sheet
from tools.device import Trouble, build, pack
from tools.device.flash import check
from tools.device.port import Device, add_port, connect


def main(argv=None):
    """Measure."""
    parser = argparse.ArgumentParser(
        prog="python -m tools bench",
        description="Build the firmware and measure it: on the handheld at --port, which must "
        "hold that build (make flash), else on an emulator: in the environment PICO_RIG names its "
        "folder, with a run.py, and PICO_UF2 the MicroPython image that it boots.",
    )
    parser.add_argument("--board", default=build.BOARD, help=f"default: {build.BOARD}")
    parser.add_argument("--json", metavar="FILE", help="write the figures there too")
    add_port(parser)
    args = parser.parse_args(argv)
    profile = _profile(args.board)
    build.refresh()
    out = build.ROOT / "build" / "bench" / args.board
    build.build(args.board, out)
    machine = None if args.port else emulator.load(out, profile)
    rows = Rows()
    if machine:
        prompt = session.Prompt(Device(emulator.Transport(machine), "the emulator"), tell)
        session.on_the_rig(rows, machine, prompt)
        session.at_the_prompt(rows, prompt, emulated=True)
    else:
        with connect(args.port or None) as device:
            check(device.about())
            _same(device, pack.pack(out))
            prompt = session.Prompt(device, tell)
            session.at_the_prompt(rows, prompt)
    print(sheet.end(rows))
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump([row._asdict() for row in rows], file, indent=1)
    if prompt.missing:
        raise Trouble("\n".join(prompt.missing))


class Rows(list):
    """Figures, each printed as soon as it is there."""

    def __iadd__(self, rows):
        for row in rows:
            if not self:
                print(sheet.HEAD)
            print(sheet.line(row), flush=True)
            self.append(row)
        return self


def tell(what):
    print(what + " ...", file=sys.stderr, flush=True)


def _profile(board):
    names = {}
    exec(build.profile(board).read_text(encoding="utf-8"), names)
    return names


def _same(device, wanted):
    """Trouble unless the handheld holds this very build."""
    from tools.device.port import sha

    there = device.hashes(list(wanted))
    if any(there.get(path) != sha(data) for path, data in wanted.items()):
        raise Trouble("The handheld holds another build: `make flash` first, with the same BOARD.")
