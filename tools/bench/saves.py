"""Realistic saved games for measurements, written on the host by the firmware itself."""

import tempfile
from array import array
from pathlib import Path

from tools import bank, games, veteran
from tools.bench import walks
from tools.simulator import handheld

PRACTICE = b"\0\0\0\3\0"  # Make 13 without its clock
HARD = b"\2\0\3\3\3"  # Three Thirteen with the most players, at hard
PEOPLE = HARD[:1]  # the same with a person on every seat
MOVES = 40

_LAST = 9899  # the day of a veteran's last game
_EVERY = 0xFF  # every game was opened before, so no lesson is offered


def saved(board, titles, last=None, *, race=False, people=False, lamp=False, full=False):
    """{path on the device: bytes}: every game after some moves, `last` as the one left open.

    race: Make 13 with its clock; people: Three Thirteen without computer players; lamp: a lamp
    shows whether a game can be won; full: the player's history is.
    """
    with tempfile.TemporaryDirectory() as folder:
        handheld.power_on(board, folder)
        from thirteen import catalog
        from thirteen.game import Game
        from thirteen.storage import history, settings

        settings.load()
        settings.values[settings._OPENED] = _EVERY
        settings.values[settings.LAMP] = lamp
        if full:
            veteran.play(_LAST)
        for name in titles:
            game = Game(name)
            deal, moves, options = position(name, race, people)
            game.match.deal(deal, options)
            game.reset_counters()
            for m in moves:
                game.match.play(m)
            game.note(history.IS_BEGUN)
            game.save()
        settings.remember(catalog.row(last) if last else -1)
        settings.save()
        return {f"/saves/{path.name}": path.read_bytes() for path in Path(folder).iterdir()}


def position(name, race=False, people=False):
    """(deal, moves, options) of a game with many moves."""
    rules = games.rules(name)
    if name == "make13":
        options = bytes(len(rules.OPTIONS)) if race else PRACTICE
        return 1, walks.play(rules, 1, MOVES, options), options
    if name == "three_thirteen":
        options = PEOPLE if people else HARD
        options += bytes(len(rules.OPTIONS) - len(options))
        return (*_taken(rules, options), options)
    # Thirteens has fewer than fifty moves, and its last ones are forced.
    deal, moves = walks.walk(rules, MOVES // 2 if name == "thirteens" else MOVES)
    return deal, moves, bytes(len(rules.OPTIONS))


def _taken(rules, options):
    """(deal, moves) to the last round, after the first player has taken the pile's top card.

    That move can be undone, and the hand is the largest possible.
    """
    out = array("H", bytes(2 * rules.MOVES))
    for deal in range(1, 100):
        moves = walks.late(rules, deal, options)[:-1]
        s = bytearray(rules.SIZE)
        rules.new(s, deal, options)
        for m in moves:
            rules.apply(s, m)
        if rules.PILE in out[: rules.moves(s, out)]:
            return deal, [*moves, rules.PILE]
    raise ValueError("no pile to take from")


def ended(board, titles, name, day=1, won=False):
    """{path on the device: bytes}: that day's deal has just ended but is not counted yet.

    won: a patience, by the proof that it can be. The player's history is full.
    """
    with tempfile.TemporaryDirectory() as folder:
        for path, data in saved(board, titles).items():
            (Path(folder) / Path(path).name).write_bytes(data)
        handheld.power_on(board, folder)
        from thirteen import catalog
        from thirteen.game import Game
        from thirteen.storage import deals, history, make13_entries, settings

        settings.load()
        game = Game(name)
        rules = game.rules
        number = deals.daily(name, game.row, day)
        options = HARD if name == "three_thirteen" else b""
        options += bytes(len(rules.OPTIONS) - len(options))
        if name == "make13":
            make13_entries.begin(number, options, b"AAA")
        game.match.deal(number, options)
        game.reset_counters()
        most = MOVES if name == "make13" else 5000
        if won:
            moves = bank.decode(rules, number, bank.read(name)[number])
        else:
            moves = walks.play(rules, number, most, options)
        for m in moves:
            game.match.play(m)
        if name == "make13":
            game.match.play(rules.QUIT)
        if not rules.over(game.match.s):
            raise AssertionError(f"{name} does not end")
        game.day, game.how = day, history.IS_DAILY
        veteran.play(_LAST)
        history.save(history.load())  # both of its files are there, as after many games
        game.clean = False
        game.save()
        settings.remember(catalog.row(name))
        settings.save()
        return {f"/saves/{path.name}": path.read_bytes() for path in Path(folder).iterdir()}
