"""bench: measures time and memory on a handheld or on an emulated one.

Programs (probes/) are sent to the REPL and drive the built firmware from outside; their output
becomes rows of a table. On the emulator, buttons are pressed and the panel watched as well.
Nothing is written to the handheld.
"""

import argparse
import functools
import json
import sys

from tools import games
from tools.bench import emulator, player, session, sheet
from tools.device import Trouble, build, pack
from tools.device.flash import check
from tools.device.port import Device, add_port, connect

SECTIONS = (*player.Player.SECTIONS, *session.SECTIONS)  # and "long" on request


def main(argv=None):
    """Build the firmware and measure it."""
    parser = argparse.ArgumentParser(
        prog="python -m tools bench",
        description="Build the firmware and measure it on the handheld at --port, which must "
        "have that build (make flash), or on an emulator: in the environment, PICO_RIG names its "
        "folder, with a run.py, and PICO_UF2 the MicroPython image that it boots. The exit code "
        "is 1 if a figure is over its limit.",
        epilog="The sections: " + ", ".join(SECTIONS) + ". For one: --only power_on",
    )
    parser.add_argument("--board", default=build.BOARD, help=f"default: {build.BOARD}")
    parser.add_argument("--json", metavar="FILE", help="also write the figures as JSON")
    parser.add_argument("--long", action="store_true", help="also an emulated hour of random keys")
    parser.add_argument("--only", action="append", metavar="SECTION", help="measure only this")
    add_port(parser)
    args = parser.parse_args(argv)
    chosen = [name.replace("-", "_") for name in args.only or SECTIONS]
    if args.long:
        chosen = [*(args.only or ()), "long"]
    for name in set(chosen) - {*SECTIONS, "long"}:
        raise Trouble(f"There is no section {name!r}: choose one of {', '.join(SECTIONS)}.")
    profile = _profile(args.board)
    build.refresh()
    out = build.ROOT / "build" / "bench" / args.board
    build.build(args.board, out)
    rows, missing = Rows(), []
    spelled = functools.partial(build.respelled, out=out)
    rig = None if args.port else emulator.named()
    if rig:
        _on_the_rig(rows, chosen, rig, profile, pack.pack(out), spelled, missing)
    else:
        with connect(args.port or None) as device:
            check(device.about())
            _same(device, pack.pack(out))
            session.at_the_prompt(rows, chosen, session.Prompt(device, spelled, tell, missing))
    print(sheet.end(rows))
    if args.json:
        games.write(args.json, json.dumps([row._asdict() for row in rows], indent=1))
    if missing:
        raise Trouble("\n".join(missing))
    return 1 if sheet.over(rows) else 0


def _on_the_rig(rows, chosen, rig, profile, wanted, spelled, missing):
    plays = player.Player(rig, profile, wanted, session.titles(), tell)
    for name in (*player.Player.SECTIONS, "long"):
        if name in chosen:
            tell(name)
            rows += getattr(plays, name)()
    if set(chosen) & set(session.SECTIONS):
        machine, _ = plays.machine()
        device = Device(emulator.Transport(machine), "the emulator")
        session.at_the_prompt(rows, chosen, session.Prompt(device, spelled, tell, missing))


class Rows(list):
    """Figures; each is printed as soon as it is added."""

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
    """Trouble unless the handheld has exactly this build."""
    from tools.device.port import sha

    there = device.hashes(list(wanted))
    if any(there.get(path) != sha(data) for path, data in wanted.items()):
        raise Trouble("The handheld has another build: `make flash` first, with the same BOARD.")
