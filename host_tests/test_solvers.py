"""What can be won and what cannot, all cards known: the firmware's solvers against plain ones."""

import plain_solvers
import playing
import pytest

from thirteen.bots import visited
from tools import bank
from tools.research import named, plain_play

DRAWN = False
# Positions, how many each may take to try everything, and how many come from the end of one game.
SAMPLES = {"friday": (80, 20000, 16), "imaginary": (70, 6000, 14)}


@pytest.mark.parametrize("game", SAMPLES)
def test_verdicts_agree_with_trying_everything(game):
    """From the ends of games backwards, until trying everything takes too long."""
    rules = playing.RULES[game]
    bot = playing.importlib.import_module("thirteen.bots." + game)
    count, most, each = SAMPLES[game]
    count *= 50 if playing.SOAK else 1
    met = {1: 0, 2: 0}
    deal = 100
    while sum(met.values()) < count:
        deal += 1
        for s in plain_play.line(game, deal, deal % 3)[-2 : -each * 2 : -2]:
            truth = plain_solvers.SOLVERS[game](rules.state(s), most)
            if not truth:
                break
            for most, keep in ((1344, 0), (5376, 192)):  # the second forgets what it has met
                found = list(bot.settle(s, most, keep))[-1]
                assert found in (truth, 0), (deal, rules.state(s))
            met[truth] += found > 0
    assert min(met.values()) > 5


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_a_search_without_room_claims_nothing_false(game):
    """A deal that is proved winnable is never called lost, however few positions may be met."""
    rules = playing.RULES[game]
    bot = playing.importlib.import_module("thirteen.bots." + game)
    for deal in [deal for deal, line in bank.read(game).items() if bank.won(line)][:12]:
        for most in (3, 30):
            assert list(bot.settle(bank.dealt(rules, deal), most))[-1] < 2


def test_a_search_may_meet_more_than_it_keeps():
    met = visited.Visited(2000, 200)
    assert sum(met.fresh(n * 65537 & 0x3FFFFFFF, n * 7919) for n in range(2000)) > 1990
    assert met.full()


def test_a_seed_repeats_its_sample_of_lost_games():
    for each in (False, True):
        rows = list(named.sample("thirteens", 3, 3, each))
        assert rows == list(named.sample("thirteens", 3, 3, each)) and len(rows) == 3
        assert rows != list(named.sample("thirteens", 3, 4, each))
        for deal, n, moves, won, lost, met in rows:
            assert 0 <= won < lost <= moves and met
            assert (
                playing.RULES["thirteens"].over(plain_play.line("thirteens", deal, n)[moves]) == 2
            )
    assert named.summary([(1, 0, 9, 3, 4, 5), (2, 0, 9, 1, 8, 5)]).startswith(
        "1 of 2 named, 50.0%"
    )
