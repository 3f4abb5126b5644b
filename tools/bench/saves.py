"""Saved games to measure with, made on the desk by the firmware itself, as a player has them."""

import tempfile
from pathlib import Path

from tools import games
from tools.bench import walks
from tools.simulator import handheld

PRACTICE = b"\0\0\0\3\0"  # Make 13 without its clock
HARD = b"\2\0\3\3\3"  # Three Thirteen with as many players as there can be, who think hard
MOVES = 64

_EVERY = 0xFF  # all games were opened before: no lesson is offered


def saved(board, titles, last=None, race=False):
    """{path on the device: bytes}: each game some moves on, and `last` as the one left open."""
    with tempfile.TemporaryDirectory() as folder:
        handheld.power_on(board, folder)
        from thirteen import catalog, shell
        from thirteen.storage import settings

        settings.load()
        settings.values[settings._OPENED] = _EVERY
        for name in titles:
            game = shell.Game(name)
            deal, moves, options = position(name, race)
            game.match.deal(deal, options)
            game.fresh()
            for m in moves:
                game.match.play(m)
            game.clean = False
            game.save()
        settings.remember(catalog.row(last) if last else -1)
        settings.save()
        return {f"/saves/{path.name}": path.read_bytes() for path in Path(folder).iterdir()}


def position(name, race=False):
    """(deal, moves, options) of a game that has gone on for long."""
    rules = games.rules(name)
    if name == "make13":
        options = bytes(len(rules.OPTIONS)) if race else PRACTICE
        return 1, walks.play(rules, 1, MOVES, options), options
    if name == "three_thirteen":
        options = HARD + bytes(len(rules.OPTIONS) - len(HARD))
        return 1, walks.late(rules, 1, options), options
    deal, moves = walks.walk(rules, MOVES)
    return deal, moves, bytes(len(rules.OPTIONS))
