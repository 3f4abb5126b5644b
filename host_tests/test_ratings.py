"""Ratings follow Elo."""

import math

from tools.research import ratings


def test_ratings_follow_elo():
    """Three wins to one are 191 points; players who never met are compared by a third."""
    games_ = [("a", "medium", 7500), ("medium", "a", 2500), ("b", "a", 5000), ("a", "b", 5000)]
    fitted = ratings.fit(games_, "medium", 1200)
    assert abs(fitted["a"] - 1391) < 1 and abs(fitted["b"] - 1391) < 1
    deals = [[("a", "medium"), ("a", "medium")]] * 60 + [[("medium", "a"), ("a", "medium")]] * 40
    value, low, high = ratings.rate([deals], "medium", 1200)["a"]
    assert low < value < high and abs(value - (1200 + 400 * math.log10(4))) < 12
    assert high - low < 160
