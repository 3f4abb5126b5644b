"""backup: copy the saves off a handheld."""

import argparse
import time
from pathlib import Path

from tools.device import Trouble
from tools.device.port import add_port, connect, sha

SAVES = "/saves"
SUMS = "SHA256SUMS"  # `sha256sum -c` reads it


def main(argv=None):
    """Copy the saves off a handheld."""
    parser = argparse.ArgumentParser(
        prog="python -m tools backup", description="Copy the saves and settings off the handheld."
    )
    add_port(parser)
    parser.add_argument("--out", metavar="DIR", help="a new folder (default: backup-DATE-TIME)")
    args = parser.parse_args(argv)
    out = fresh(args.out)
    with connect(args.port or None) as device:
        files = saves(device)
    if not files:
        print("There are no saves on the handheld: nothing to back up.")
        return
    store(out, files)
    print(f"{len(files)} files ({sum(map(len, files.values()))} bytes) are in {out}.")


def fresh(name=None, prefix="backup"):
    """A folder's name that is free; Trouble when the one that was asked for is not."""
    out = Path(name or time.strftime(f"{prefix}-%Y%m%d-%H%M%S"))
    if out.exists():
        raise Trouble(f"{out} exists already: name a new folder.")
    return out


def saves(device):
    """{path: bytes} of all saves on a handheld."""
    tree = device.tree(SAVES)
    return {path: device.read(path) for path, size in tree.items() if size != -1}


def store(out, files):
    """Write a backup: the files by their paths, and their hashes."""
    sums = []
    for path, data in sorted(files.items()):
        made = out / path[1:]
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_bytes(data)
        sums.append(f"{sha(data)}  {path[1:]}\n")
    (out / SUMS).write_text("".join(sums), encoding="utf-8")


def load(folder):
    """{path: bytes} of a backup; Trouble when it is not whole."""
    folder = Path(folder)
    try:
        lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
    except OSError:
        raise Trouble(f"{folder} is not a backup: there is no {SUMS} in it.") from None
    files = {}
    for line in lines:
        digest, _, name = line.partition("  ")
        parts = name.split("/")
        if parts[0] != SAVES[1:] or ".." in parts:
            raise Trouble(f"{folder / SUMS} names {name!r}, which is no save.")
        try:
            data = (folder / name).read_bytes()
        except OSError:
            raise Trouble(f"{folder / name} is missing: this backup is not whole.") from None
        if sha(data) != digest:
            raise Trouble(f"{folder / name} is damaged: its hash is not the one in {SUMS}.")
        files["/" + name] = data
    return files
