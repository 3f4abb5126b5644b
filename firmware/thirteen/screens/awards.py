"""Layer 5. Trophies: what a game that is over earns, and their pictures.

trophies/GAME.py lists a game's as (name, sentence, conditions); a condition is a fact, >= or <=
and a number, the goal last. Facts of every game, 1 for true, 0 where they have no meaning:
    won, undone, hinted, seconds, moves
    rated    its result changed the rating: no hints, one person, usual rules, a deal not known
    house    house rules that differ from the sheet; none for all that are easier by some
    spare    by how many moves it is shorter than the proof that the deal can be won
    streak   games won in a row; wins in all: both of deals not known, by the usual rules
    days     daily deals in a row, 0 unless it was dealt on its day
    black_friday   it was dealt on a Friday the 13th, or without a date on a 13th day of play
"""

from micropython import const

import hal
from thirteen import catalog
from thirteen.draw import canvas
from thirteen.protocols import Game, Module
from thirteen.storage import dates, history

_NEAR = const(4)  # of the goal, at most 1/4 is missing,
_LEAST = const(4)  # and the goal is not less
_ALONE = "On your own"
_PICTURE = const(104)  # bytes of a picture: its ink, then the sprite
_DIM = const(0x3320)  # the ink of one that is still missing
PLATE = const(22)  # pixels of a picture and its ground, wide and high


def of(name: str) -> Module:
    """The module trophies/GAME.py, None if the game has none."""
    try:
        return catalog.module("trophies", name)
    except ImportError:
        return None


def earn(game: Game, past: list, record: tuple) -> tuple:
    """Earn in the history what a game that is over earns: (the trophies' numbers, lines of news).

    A known deal earns nothing. If there is none, the news is of the nearest other one: only its
    goal is missed, and not by much.
    """
    how = record[history.HOW]
    module = None if how & history.IS_KNOWN else of(game.name)
    if not module:
        return [], []
    facts = _facts(game, past, record)
    facts.update(module.facts(game.match))
    earned = []
    near = []
    for i, (name, _, conditions) in enumerate(module.TROPHIES):
        if history.trophies(past, game.row) >> i & 1:
            continue
        missed = [text for text in conditions.split() if not _met(facts, text)]
        if not missed:
            history.earn(past, game.row, i)
            earned.append(i)
        elif not near and missed == [goal(conditions)] and _close(facts, missed[0]):
            fact, _, number = parts(missed[0])
            near.append("Near: %s\t%s" % (name, so_far(fact, facts.get(fact, 0), number)))
    return earned, near if not earned else []


def names(name: str, numbers: list) -> list:
    """The names of some of a game's trophies."""
    if not numbers:
        return []
    module = of(name)
    return [module.TROPHIES[i][0] for i in numbers]


def picture(name: str, i: int, x: int, y: int, won: int = True) -> None:
    """The picture of trophy i of a game on its ground; dim unless it was won."""
    data = bytearray(_PICTURE)
    if hal.read_asset("thirteen/pictures/%s.bin" % name, i * _PICTURE, data) < _PICTURE:
        hal.read_asset("thirteen/pictures/house.bin", 0, data)  # a game without has that
    canvas.box(x, y, PLATE, PLATE, canvas.PAPER if won else canvas.FELT)
    hal.blit(data, 2, x + 1, y + 1, data[0] | data[1] << 8 if won else _DIM)


def _facts(game: Game, past: list, record: tuple) -> dict:
    """What every trophy may ask; what the date was set to while it was on earns none."""
    how = record[history.HOW]
    won = how & history.IS_WON
    day = record[history.DAY]
    if dates.moved and dates.is_date(day):
        day = 0
    on_its_day = day and how & (history.IS_DAILY | history.IS_LATE) == history.IS_DAILY
    rows = history.statistics(past, game.row)
    par = game.mode.par(game) if won else 0
    return {
        "won": int(won > 0),
        "undone": int(how & history.IS_UNDONE > 0),
        "hinted": int(how & history.IS_HINTED > 0),
        "rated": int(how & history.IS_RATED > 0),
        "seconds": record[history.TIME],
        "moves": record[history.MOVES],
        "house": int(how & history.IS_HOUSE > 0),
        "spare": par and par - record[history.MOVES],
        "streak": rows[record[history.WHERE] & 15][history.STREAK],
        "wins": history.total(rows, history.NEW),
        "days": history.in_a_row(past, game.row, day) if on_its_day else 0,
        "black_friday": int(dates.friday_13(day)),
    }


def on_its_own(game: Game) -> bool:
    """Whether a game may still earn the trophy for a win without undo and hints."""
    if game.has(history.IS_UNDONE | history.IS_HINTED | history.IS_KNOWN | history.IS_HOUSE):
        return False
    module = of(game.name)
    names = [trophy[0] for trophy in module.TROPHIES] if module else ()
    return (
        _ALONE in names
        and not history.trophies(history.load(), game.row) >> names.index(_ALONE) & 1
    )


def progress(row: int, goal: str, past: list) -> str:
    """How far the player is on the way to a trophy that takes many games, else ""."""
    fact, _, number = parts(goal)
    if fact == "days":
        n = history.in_a_row(past, row, history.today(past))
    elif fact in ("wins", "streak"):
        r = history.statistics(past, row)[0]
        n = r[history.NEW if fact == "wins" else history.STREAK]
    else:
        return ""
    return so_far(fact, n, number)


def so_far(fact: str, value: int, goal: int) -> str:
    """How far a fact is from its goal."""
    if fact == "seconds":
        return "%s of %s" % (dates.clock(value), dates.clock(goal))
    return "%d of %d" % (value, goal)


def goal(conditions: str) -> str:
    """The last of the conditions."""
    return conditions.split()[-1]


def parts(condition: str) -> tuple:
    """(fact, whether it is to be at least that, the number) of a condition."""
    least = ">=" in condition
    fact, number = condition.split(">=" if least else "<=")
    return fact, least, int(number)


def _met(facts: dict, condition: str) -> bool:
    fact, least, number = parts(condition)
    return facts.get(fact, 0) >= number if least else facts.get(fact, 0) <= number


def _close(facts: dict, condition: str) -> bool:
    fact, _, number = parts(condition)
    return number >= _LEAST and abs(number - facts.get(fact, 0)) * _NEAR <= number
