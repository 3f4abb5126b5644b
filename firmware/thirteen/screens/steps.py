"""Layer 5. Thirteen steps: tables of a game from easy to hard, won one after another, each once.

presets/GAME.py lists them as STEPS. Of a patience each is a proven winnable deal and the per cent
of sensible plays that win it; of other games the house rules ("levels=1 timer=200"), the points to
reach or 0 for a win, and what that is in a few words.
"""

from micropython import const

from thirteen import catalog, options
from thirteen.protocols import Game
from thirteen.storage import history

ALL = "All thirteen steps are won"

_DEAL = const(1301)  # of the first step of a game that has no bank


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
    """What step i is, in a line."""
    if isinstance(steps[i][0], int):
        return "Deal %d: %d of 100 plain plays win" % steps[i]
    return steps[i][2]


def rules(game: Game, text: str) -> bytes:
    """The options that a step's house rules are."""
    return options.pack(game.rules.OPTIONS, dict([part.split("=") for part in text.split()]))


def settle(game: Game, log: list, record: tuple) -> bool:
    """Note in the history that a game which is over has won its step; whether for the first time.

    It must have been dealt as that step.
    """
    steps = of(game.name)
    i = record[history.STEP] - 1
    if not 0 <= i < len(steps):
        return False
    _, _, points = deal(steps, i)
    there = record[history.SCORE] >= points if points else record[history.HOW] & history.IS_WON
    new = there and not history.step(log, game.row, i)
    if there:
        history.put_step(log, game.row, i, record[history.MOVES])
    return bool(new)
