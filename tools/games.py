"""Which games there are, their rules and their solvers, by name."""

import importlib
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware"
SIMULATOR = ROOT / "tools" / "simulator"

for _path in (FIRMWARE, SIMULATOR):
    if str(_path) not in sys.path:
        sys.path.insert(0, str(_path))


class Bad(Exception):
    """Bad input, with one sentence that says why."""


def version():
    """The project's version: pyproject.toml has it, once for all."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return re.search(r'^version = "(.*)"$', text, re.MULTILINE)[1]


def printable(text):
    """Text for a terminal: what a file smuggled in (escape codes, say) as Python writes it."""
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)


def names():
    """The names of the games, in alphabetical order."""
    from thirteen import catalog

    return sorted(game[catalog.NAME] for game in catalog.GAMES)


def rules(name):
    """The module of a game's rules; Bad where there is no such game."""
    if name not in names():
        raise Bad(f"there is no game {name!r}: there is {', '.join(names())}")
    return importlib.import_module("thirteen.rules." + name)


def bot(name):
    """The module of a game's solver or computer player; Bad where there is no such game."""
    rules(name)
    return importlib.import_module("thirteen.bots." + name)


def deal(text):
    """A deal number as it was typed: an int of 1 to 999999, or Bad."""
    if text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= 999999:
        return int(text)
    raise Bad(f"{text!r} is no deal: deals are numbered 1 to 999999")


def options(name, text):
    """Options typed as k=v,k=v: the bytes that `new` takes, or Bad."""
    from thirteen import options as packed

    chosen = {}
    for item in text.split(",") if text else ():
        key, equals, value = item.partition("=")
        if not equals:
            raise Bad(f"{item!r} is no option: write NAME=VALUE, with commas between several")
        if key in chosen:
            raise Bad(f"the option {key} is there twice")
        chosen[key] = value
    try:
        return packed.pack(rules(name).OPTIONS, chosen)
    except ValueError as e:
        raise Bad(str(e)) from None
