"""build: compile and pack the firmware; build/BOARD then has exactly a handheld's files."""

import argparse
from collections import Counter
from pathlib import Path

from tools import boards
from tools.device import build, pack


def files(board, out=None):
    """Fill a folder with a handheld's files: ({path there: bytes}, *arguments of summary)."""
    build.refresh()
    modules = build.ROOT / "build" / "modules" / board
    sizes, anew = build.build(board, modules)
    packed = pack.pack(modules)
    out = Path(out) if out else build.ROOT / "build" / board
    build.refuse_foreign(out, pack.PACK[1:])
    out.mkdir(parents=True, exist_ok=True)
    for path, data in packed.items():
        build.write(out / path[1:], data, [], out)
    build.sweep(out, {path[1:] for path in packed})
    return packed, build.shown(out), sizes, anew


def summary(out, sizes, anew):
    """A one-line summary of the build: its size and its folder."""
    parts = Counter()
    for name, size in sizes.items():
        parts["/".join(name.split("/")[:2][: name.count("/")]) or "."] += size
    lines = [f"{out}: {len(sizes)} files, {sum(sizes.values())} bytes, {len(anew)} made anew"]
    lines += [f"{size:10}  {part}" for part, size in parts.most_common()]
    return "\n".join(lines)


def main(argv=None):
    """Compile the firmware for one board."""
    parser = argparse.ArgumentParser(
        prog="python -m tools build",
        description="Compile the firmware and leave exactly the files that go on the device.",
    )
    parser.add_argument("--board", default=build.BOARD, help=f"default: {build.BOARD}")
    parser.add_argument("--out", metavar="DIR", help="the folder to fill (default: build/BOARD)")
    args = parser.parse_args(argv)
    boards.read(args.board)
    print(summary(*files(args.board, args.out)[1:]))
