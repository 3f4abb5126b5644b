"""backup: copy the saves off a handheld."""

import argparse
import re
import time
from pathlib import Path

from tools.device import Trouble
from tools.device.port import add_port, connect, sha

SAVES = "/saves"
SUMS = "SHA256SUMS"  # `sha256sum -c` reads it

# Below SAVES, in letters that every file system takes; Windows splits at backslashes and colons.
_PART = r'(?!\.+(?:/|$))[^\x00-\x1f\x7f"*/:<>?\\|]+(?<![. ])'
_SAVE = re.compile(f"{SAVES}(?:/{_PART})+")


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
    """{path: bytes} of all saves on a handheld; Trouble if one's name is none for a computer."""
    tree = device.tree(SAVES)
    for path in tree:
        if not is_save(path):
            raise Trouble(f"The handheld has a file {path!r}, which can't be copied: rename it.")
    return {path: device.read(path) for path, size in tree.items() if size != -1}


def is_save(path):
    """Whether a path, "/saves/...", stays in its folder on every computer."""
    return _SAVE.fullmatch(path) is not None


def store(out, files):
    """Write a backup: the files by their paths, and their hashes."""
    for path in files:
        if not is_save(path):
            raise ValueError(path)
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
    except ValueError:
        raise Trouble(f"{folder / SUMS} is damaged: it is no text.") from None
    files = {}
    for line in lines:
        digest, _, name = line.partition("  ")
        if not is_save("/" + name):
            raise Trouble(f"{folder / SUMS} names {name!r}, which is no save.")
        try:
            data = (folder / name).read_bytes()
        except OSError:
            raise Trouble(f"{folder / name} is missing: this backup is not whole.") from None
        if sha(data) != digest:
            raise Trouble(f"{folder / name} is damaged: its hash is not the one in {SUMS}.")
        files["/" + name] = data
    there = {"/" + path.relative_to(folder).as_posix(): path for path in folder.glob("saves/**/*")}
    for path in sorted(there.keys() - files.keys()):
        if not there[path].is_dir():
            raise Trouble(f"{folder / SUMS} does not name {path[1:]}: this backup is not whole.")
    if not files:
        raise Trouble(f"{folder} has no saves in it: there is nothing to restore.")
    return files
