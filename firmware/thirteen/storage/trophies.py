"""Layer 3. Trophies: those earned, and what a game that is over earns.

trophies/GAME.py lists a game's as (name, sentence, conditions); a condition is a fact, >= or <=
and a number, the goal last. Facts of every game, 1 for true, 0 where they have no meaning:
    won, undone, hinted, seconds, moves
    rated    its result changed the rating: no hints, one person, a deal not known
    house    house rules that differ from the sheet
    spare    by how many moves it is shorter than the proof that the deal can be won
    streak   games won in a row; wins in all
    days     daily deals in a row, 0 unless it was today's
    black_friday   it is a Friday the 13th
The file "trophies" has a byte for each of eight rows of the catalogue: a bit for each trophy.
"""

from micropython import const

from thirteen.storage import store

NAME = "trophies"
_ROWS = const(8)
_NEAR = const(4)  # of the goal, at most 1/4 is missing,
_LEAST = const(4)  # and the goal is not less


def earned(row: int) -> int:
    """The trophies of a game that were earned: a bit each."""
    return _load()[row]


def _load() -> bytearray:
    data = bytearray(store.load(NAME) or b"")
    return data + bytes(max(0, _ROWS - len(data)))


def earn(row: int, trophies: tuple, facts: dict) -> tuple[list, tuple | None]:
    """(names of the trophies earned now, the nearest other as (name, fact, its value, goal)).

    Of the nearest only the goal is missed, and not by much; None if there is none.
    """
    data = _load()
    won = []
    near = None
    for i, (name, _, conditions) in enumerate(trophies):
        if data[row] >> i & 1:
            continue
        missed = [text for text in conditions.split() if not _met(facts, text)]
        if not missed:
            data[row] |= 1 << i
            won.append(name)
        elif near is None and missed == [goal(conditions)] and _close(facts, missed[0]):
            fact, _, number = parts(missed[0])
            near = name, fact, facts.get(fact, 0), number
    if won:
        store.save(NAME, (data,))
    return won, near


def goal(conditions: str) -> str:
    """The last of the conditions."""
    return conditions.split()[-1]


def parts(condition: str) -> tuple[str, bool, int]:
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
