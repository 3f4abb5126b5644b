"""The games by name: their rules, solvers and options."""

import importlib
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware"
SIMULATOR = ROOT / "tools" / "simulator"
HOST = ROOT / "tools" / "host"  # what the firmware imports on a host only

for _path in (FIRMWARE, HOST, SIMULATOR):
    if str(_path) not in sys.path:
        sys.path.insert(0, str(_path))


class Bad(Exception):
    """Bad input; the text is one sentence that says why."""


PAGE = r'https?://[^"#\s\\]+'  # its address, as a pattern


def version():
    """The project's version, from pyproject.toml, its only source."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return re.search(r'^version = "(.*)"$', text, re.MULTILINE)[1]


def page():
    """The page's address, from `page` in pyproject.toml's [project.urls]; "" if it has none."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    urls = text.partition("[project.urls]\n")[2].partition("\n[")[0]
    found = re.search(rf'^page = "({PAGE})"$', urls, re.MULTILINE)
    return found[1] if found else ""


def printable(text):
    """Text for a terminal, with unprintable characters (such as escape codes) quoted."""
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)


def write(path, data):
    """Write a file (str as UTF-8, or bytes) whole or not at all, whatever interrupts it."""
    data = data.encode() if isinstance(data, str) else data
    real = Path(path).resolve()  # a link stays one
    spare = real.with_name(f"{real.name}.{os.getpid()}~")
    try:
        if real.exists() and not real.is_file():  # a device or a pipe
            real.write_bytes(data)
            return
        try:
            spare.write_bytes(data)
            os.replace(spare, real)
        finally:
            spare.unlink(missing_ok=True)
    except OSError as error:
        error.filename = str(path)  # a full disk names none
        raise


def names(mode=None):
    """The names of the games, or of those of a mode, in alphabetical order."""
    from thirteen import catalog

    rows = [row for row in catalog.GAMES if mode in (None, row[catalog.MODE])]
    return sorted(row[catalog.NAME] for row in rows)


def rules(name):
    """The module of a game's rules; Bad if there is no such game."""
    if name not in names():
        raise Bad(f"there is no game {name!r}: choose from {', '.join(names())}")
    return importlib.import_module("thirteen.rules." + name)


def bot(name):
    """The module of a game's solver or computer player; Bad if there is no such game."""
    rules(name)
    return importlib.import_module("thirteen.bots." + name)


def think(bot, s, *level):
    """Let a bot think about a position to its end; returns the move that it proposes, or -1."""
    bot.think(s, *level)
    while not bot.step():
        pass
    return bot.move()


def deal(text):
    """A deal number from text: an int from 1 to 999999, or Bad."""
    from thirteen.rng import DEALS

    if text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= DEALS:
        return int(text)
    raise Bad(f"{text!r} is not a deal: deals are numbered 1 to {DEALS}")


def deals(first, n):
    """That many deals from the first on, or Bad."""
    from thirteen.rng import DEALS

    if n < 1:
        raise Bad(f"{n} deals are none: choose one or more")
    if first < 1 or first + n > DEALS + 1:
        raise Bad(f"deals are numbered 1 to {DEALS}: {n} from {first} on go beyond that")
    return range(first, first + n)


def options(name, text):
    """Options from text, k=v,k=v: the bytes that `new` takes, or Bad."""
    from thirteen import options as packed

    chosen = {}
    for item in text.split(",") if text else ():
        key, equals, value = item.partition("=")
        if not equals:
            raise Bad(f"{item!r} is not an option: write NAME=VALUE, separated by commas")
        if key in chosen:
            raise Bad(f"the option {key} is given twice")
        chosen[key] = value
    try:
        return packed.pack(rules(name).OPTIONS, chosen)
    except ValueError as e:
        raise Bad(str(e)) from None
