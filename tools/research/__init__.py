"""`research NAME`: what the makers of the computer players and of the tests run; see README.md."""

import argparse
import importlib

from tools import environment

# Name: module, help text, package groups that it needs.
COMMANDS = {
    "hints": ("survey_patience", "play deals by hints alone: the win rate", "host"),
    "survey": ("survey", "play many deals of Make 13: statistics", "host"),
    "styles": ("styles", "Ada, Bo and Cy: their strength, and what tells them apart", "host"),
    "arena": ("arena", "let computer players play each other", "host"),
    "tune": ("tune_patience", "tune the weights and tables of a computer player", "host"),
    "bank": ("bank", "find deals that are proved winnable", "host"),
    "share": ("share", "how many deals of Friday the 13th can be won: each proved", "host"),
    "named": ("named", "how often the review names the losing move", "host"),
    "steps": ("steps", "how often the steps of Make 13 and Three Thirteen are reached", "host"),
    "presses": ("presses", "count the presses of keys that games take", "host"),
    "difficulty": ("difficulty", "grade deals by sensible plays: presets and steps", "host"),
}


def main(argv):
    """Run one of them; returns its exit code."""
    p = argparse.ArgumentParser(
        prog="python -m tools research",
        epilog="\n".join(f"{name:10} {COMMANDS[name][1]}" for name in COMMANDS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("name", metavar="NAME", nargs="?", choices=COMMANDS, help="one of those below")
    p.add_argument("arguments", nargs=argparse.REMAINDER, metavar="...", help="NAME --help")
    args = p.parse_args(argv)
    if not args.name:
        p.print_help()
        return 2
    path, _, groups = COMMANDS[args.name]
    if not {"-h", "--help"} & {*args.arguments}:
        code = environment.enter(groups.split(), ["research", *argv])
        if code is not None:
            return code
    return importlib.import_module("tools.research." + path).main(args.arguments) or 0
