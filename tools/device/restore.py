"""restore: put backed-up saves onto a handheld; those that were there are backed up first."""

import argparse
import sys

from tools.device import Trouble, pack, starts
from tools.device.backup import SAVES, fresh, load, saves, store
from tools.device.install import install, plan, recover
from tools.device.port import add_port, connect


def main(argv=None):
    """Put a backup's saves onto a handheld."""
    parser = argparse.ArgumentParser(
        prog="python -m tools restore",
        description="Replace the saves on the handheld by a backup's. Those that are there go "
        "into a new backup first.",
    )
    parser.add_argument("folder", nargs="?", metavar="DIR", help="the folder that backup made")
    add_port(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask")
    args = parser.parse_args(argv)
    if not args.folder:
        raise Trouble("Name the backup to restore: make restore DIR=backup-...")
    files = load(args.folder)
    if not args.yes and not sys.stdin.isatty():
        raise Trouble("Nobody is here to ask: add --yes to replace the saves on the handheld.")
    with connect(args.port or None) as device:
        restore(device, files, args.yes or ask(device, files))
        games = pack.PACK in device.tree()
    if games:
        starts.look(device)


def ask(device, files):
    count = sum(size != -1 for size in device.tree(SAVES).values())
    question = f"Replace the {count} saved files on the handheld by these {len(files)}? [y/N] "
    return input(question).strip().lower() in ("y", "yes")


def restore(device, files, sure):
    """Make the saves on the handheld exactly `files` {path: bytes}, if `sure`."""
    if not sure:
        raise Trouble("Nothing was changed.")
    tree = recover(device)
    there = saves(device)
    if there == files:
        print("The handheld has exactly these saves already.")
        return
    if there:
        out = fresh(prefix="backup-before-restore")
        store(out, there)
        print(f"The {len(there)} files that were on the handheld are in {out}.")
    work = plan(device, tree, files, set(there) - set(files))
    install(device, work)
    print(f"{len(files)} saved files are on the handheld.")
