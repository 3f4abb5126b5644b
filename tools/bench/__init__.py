"""bench: measures time and memory on a handheld or on an emulated one.

Programs (probes/) are sent to the REPL and drive the built firmware from outside; their output
becomes rows of a table. On the emulator, buttons are pressed and the panel watched as well.
Nothing is written to the handheld.
"""

import argparse
import json
import sys

from tools import boards, emulator, games
from tools.bench import player, session, sheet, soak
from tools.device import Trouble, build, pack
from tools.device.flash import check
from tools.device.port import Device, add_port, connect, find
from tools.emulator.prompt import Transport

SECTIONS = (*player.Player.SECTIONS, *session.SECTIONS)
LONG = player.Player.LONG


def main(argv=None):
    """Build the firmware and measure it."""
    parser = argparse.ArgumentParser(
        prog="python -m tools bench",
        description="Build the firmware and measure it on the handheld at --port, which must "
        "have that build (make flash), or on an emulated one, if PICO_UF2 in the environment "
        "names MicroPython's image. The exit code is 1 if a figure is over its limit.",
        epilog=f"The sections: {', '.join(SECTIONS)}; and, if named, {', '.join(LONG)}. "
        "For one: --only power_on",
    )
    parser.add_argument("--board", default=build.BOARD, help=f"default: {build.BOARD}")
    parser.add_argument("--json", metavar="FILE", help="also write the figures as JSON")
    parser.add_argument("--hours", type=float, default=0, metavar="N",
                        help="instead, that many emulated hours of random keys")  # fmt: skip
    parser.add_argument("--elf", metavar="FILE", help="with --hours: the image's .elf file, to "
                        "watch the heap, too")  # fmt: skip
    parser.add_argument("--only", action="append", metavar="SECTION", help="measure only this")
    add_port(parser)
    args = parser.parse_args(argv)
    chosen = [name.replace("-", "_") for name in args.only or SECTIONS]
    for name in set(chosen) - {*SECTIONS, *LONG}:
        raise Trouble(
            f"There is no section {name!r}: choose one of {', '.join((*SECTIONS, *LONG))}."
        )
    profile = boards.read(args.board)
    rows, missing = Rows(), []
    image = None if args.port else emulator.named()
    if args.hours:
        if not image:
            raise Trouble(
                "Random keys need an emulated Pico: set PICO_UF2 to MicroPython's image."
            )
        _at_random(rows, args, image, profile, _built(args.board))
    elif image:
        _emulated(rows, chosen, image, profile, _built(args.board), missing)
    else:
        with connect(args.port or _handheld()) as device:
            check(device.about())
            _same(device, _built(args.board))
            session.at_the_prompt(rows, chosen, session.Prompt(device, tell, missing))
    print(sheet.end(rows))
    if args.json:
        games.write(args.json, json.dumps([row._asdict() for row in rows], indent=1))
    if missing:
        raise Trouble("\n".join(missing))
    return 1 if sheet.over(rows) else 0


def _built(board):
    """{path: bytes} of what `make flash` writes; built once port and image have been looked at."""
    build.refresh()
    out = build.ROOT / "build" / "bench" / board
    build.build(board, out)
    return pack.pack(out)


def _handheld():
    try:
        return find()
    except Trouble as none:
        raise Trouble(
            f"{str(none).rstrip('.')}; or set PICO_UF2 to MicroPython's image, to measure an"
            " emulated Pico."
        ) from None


def _emulated(rows, chosen, image, profile, wanted, missing):
    plays = player.Player(image, profile, wanted, session.titles(), tell)
    for name in (*player.Player.SECTIONS, *LONG):
        if name in chosen:
            tell(name)
            rows += getattr(plays, name)()
    if set(chosen) & set(session.SECTIONS):
        machine, _ = plays.machine()
        device = Device(Transport(machine), "the emulator")
        session.at_the_prompt(rows, chosen, session.Prompt(device, tell, missing))


def _at_random(rows, args, image, profile, wanted):
    runs = soak.Soak(image, profile, wanted, session.titles(), args.elf)
    while runs.seconds < 3600 * args.hours:
        runs.run(runs.runs)
        tell(runs.so_far())
    for number, what in runs.crashes:
        print(f"run {number}: {what}")
    rows += runs.rows()


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


def _same(device, wanted):
    """Trouble unless the handheld has exactly this build."""
    from tools.device.port import sha

    there = device.hashes(list(wanted))
    if any(there.get(path) != sha(data) for path, data in wanted.items()):
        raise Trouble("The handheld has another build: `make flash` first, with the same BOARD.")
