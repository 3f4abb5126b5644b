"""The C port of Three Thirteen plays as the firmware does; ratings follow Elo."""

import itertools
import math
import shutil

import pytest

from tools import games
from tools.research import arena, ratings
from tools.research import tune_three_thirteen as tuning

compiler = pytest.mark.skipif(
    not (shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")),
    reason="no C compiler",
)


@compiler
@pytest.mark.parametrize(
    "seats, deals",
    [("hard,greedy", 3), ("medium,hard,greedy", 3), ("easy,medium", 4), ("exact,hard", 1)],
)
def test_the_program_plays_as_the_firmware_and_the_arena_do(seats, deals):
    from thirteen.bots import three_thirteen_weigh as weigh

    tables = {"OUT": weigh.OUT, "DISCARD": weigh.DISCARD}
    kinds = seats.split(",")
    n = len(kinds)
    options = games.options("three_thirteen", f"players={n}")
    for deal, turn, winner, *totals in tuning.play(tables, seats, deals, 41):
        turned = [kinds[(p + turn) % n] for p in range(n)]
        assert arena.play(turned, deal, options) == (winner, totals)


@compiler
def test_the_arena_finds_the_same_figures_compiled():
    kinds = ["hard", "medium", "greedy"]
    options = games.options("three_thirteen", "players=3")
    assert arena.compiled(kinds, range(7, 10)) == arena.arena(kinds, range(7, 10), options)


@compiler
def test_the_handheld_s_ratings_are_those_of_the_arena():
    """They come from `--ratings`, which lets greedy0 play, too: that is worth up to 20 points."""
    from thirteen.rules import three_thirteen_rating as rating
    from thirteen.rules import three_thirteen_table as table

    won = []
    for a, b in itertools.combinations(("easy", "medium", "hard", "greedy"), 2):
        first, second = arena.compiled([a, b], range(800001, 801001))
        won += [(a, b, first["won"]), (b, a, second["won"])]
    fitted = ratings.fit(won, "medium", rating.LEVELS[table.MEDIUM])
    for name, level in ("easy", table.EASY), ("hard", table.HARD):
        assert abs(fitted[name] - rating.LEVELS[level]) < 25


def test_ratings_follow_elo():
    """Three wins to one are 191 points; players who never met are compared by a third."""
    games_ = [("a", "medium", 7500), ("medium", "a", 2500), ("b", "a", 5000), ("a", "b", 5000)]
    fitted = ratings.fit(games_, "medium", 1200)
    assert abs(fitted["a"] - 1391) < 1 and abs(fitted["b"] - 1391) < 1
    deals = [[("a", "medium"), ("a", "medium")]] * 60 + [[("medium", "a"), ("a", "medium")]] * 40
    value, low, high = ratings.rate([deals], "medium", 1200)["a"]
    assert low < value < high and abs(value - (1200 + 400 * math.log10(4))) < 12
    assert high - low < 160
