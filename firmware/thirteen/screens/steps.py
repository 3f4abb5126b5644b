"""Layer 5. Thirteen steps: tables of a game from easy to hard, each with three stars.

presets/GAME.py lists them as STEPS. Of a patience each is a proven winnable deal, the per cent of
sensible plays that win it, and the moves of the proof if it is not in the bank; of other games the
house rules ("levels=1 timer=200"), the points to reach or 0 for a win, and that in a few words.

Five steps are open at first, then as many as the player has stars: a hard one ends no way. Stars
add up from one win to the next.
"""

from micropython import const

from thirteen import catalog, options
from thirteen.draw import art
from thirteen.protocols import Game
from thirteen.storage import history

ALL = "All thirteen steps are won"
COUNT = const(13)
STARS = const(3)  # of a step
OPEN = const(5)  # steps that take no stars

_DEAL = const(1301)  # of the first step of a game that has no bank
_ODDS = (
    (98, "everybody wins it"), (82, "nine in ten win it"), (70, "three in four win it"),
    (62, "two in three win it"), (46, "one in two wins it"), (37, "two in five win it"),
    (29, "one in three wins it"), (22, "one in four wins it"), (18, "one in five wins it"),
    (12, "one in seven wins it"), (8, "one in ten wins it"), (4, "one in twenty wins it"),
    (0, "one in a hundred wins it"),
)  # fmt: skip


def of(name: str) -> tuple:
    """The STEPS of a game, () if it has none."""
    try:
        return getattr(catalog.module("presets", name), "STEPS", ())
    except ImportError:
        return ()


def deal(steps: tuple, i: int) -> tuple:
    """(deal, house rules as a text, points to reach or 0) of step i, from 0."""
    if isinstance(steps[i][0], int):
        return steps[i][0], "", 0
    return _DEAL + i, steps[i][0], steps[i][1]


def words(steps: tuple, i: int) -> str:
    """What step i asks, in a player's words: how many plays of a deal win it."""
    if isinstance(steps[i][0], int):
        return [text for least, text in _ODDS if steps[i][1] >= least][0]
    return steps[i][2]


def points(name: str, n: int) -> int:
    """The points to reach in step number n, 0 for a win."""
    return deal(of(name), n - 1)[2]


def par(name: str, i: int) -> int:
    """The moves of the proof that step i can be won, as its row has them; 0 if it has none."""
    step = of(name)[i]
    return step[2] if isinstance(step[0], int) and len(step) > 2 else 0


def rules(game: Game, text: str) -> bytes:
    """The options that a step's house rules are."""
    return options.pack(game.rules.OPTIONS, dict([part.split("=") for part in text.split()]))


def stars(past: list, row: int) -> int:
    """How many stars the player has on a game's steps."""
    return sum([history.stars(past, row, i) for i in range(COUNT)])


def open_at(past: list, row: int) -> int:
    """How many of a game's steps are open."""
    return min(max(stars(past, row), OPEN), COUNT)


def following(past: list, row: int, i: int = -1) -> int:
    """The step to play after step i, from 0: the next open one that is not won, or -1."""
    n = open_at(past, row)
    for k in list(range(i + 1, n)) + list(range(i + 1)):
        if k < n and not history.step(past, row, k):
            return k
    return -1


def goals(row: int, steps: tuple, i: int) -> tuple:
    """What the three stars of step i are for, in a few words each."""
    mode = catalog.GAMES[row][catalog.MODE]
    if mode == "patience":
        return "won", "no hint", "par or less"
    if mode == "make13":
        return "goal", "20% above" if deal(steps, i)[2] else "a Super Bust", "first try"
    return "won", "20% ahead", "first try"


def stars_of(past: list, row: int, i: int) -> str:
    """The stars that step i has, and what for."""
    got = history.got(past, row, i)
    every = goals(row, of(catalog.GAMES[row][catalog.NAME]), i)
    names = [name for k, name in enumerate(every) if got >> k & 1]
    return art.CH_STAR * len(names) + (" " + ", ".join(names) if len(names) < STARS else "")


def reached(name: str, record: tuple) -> bool:
    """Whether a game that was dealt as a step ended at its goal."""
    _, _, points = deal(of(name), record[history.STEP] - 1)
    if points:
        return record[history.SCORE] >= points
    return record[history.HOW] & history.IS_WON > 0


def note_end(game: Game, past: list, record: tuple) -> bool:
    """Note in the history how a game ended that was dealt as a step; whether it is won now first.

    Its stars are added to those that earlier games have earned.
    """
    steps = of(game.name)
    i = record[history.STEP] - 1
    if not 0 <= i < len(steps):
        return False
    _, _, points = deal(steps, i)
    there = reached(game.name, record)
    new = there and not history.step(past, game.row, i)
    known = record[history.HOW] & history.IS_KNOWN or history.tried(past, game.row, i)
    second, third = game.mode.stars(game, record, points, not known)
    stars = history.STAR_ALONE * second | history.STAR_PAR * third if there else 0
    moves = max(record[history.MOVES], 1) if there else 0
    history.put_step(past, game.row, i, moves, stars)
    return bool(new)
