"""The survey of Make 13: its figures, independent of the number of workers."""

import json

import pytest

from tools import games, survey
from tools.games import Bad


def test_the_workers_make_no_difference(monkeypatch):
    deals = range(300, 345)
    alone = survey.survey(deals, bytes(5), "human", 1)
    monkeypatch.setattr(survey, "_CHUNK", 1)
    assert alone == survey.survey(deals, bytes(5), "human", 2)
    assert len(alone) == 45
    other = survey.survey(range(301, 302), bytes(5), "human", 1)
    assert other == alone[1:2]


def test_the_policies():
    entries = {p: survey.survey(range(1, 61), bytes(5), p) for p in survey.POLICIES}
    rows = {p: survey.figures(e) for p, e in entries.items()}
    fast, human, greedy = rows["fast"], rows["human"], rows["greedy"]
    assert fast["ticks_a_deal"] == [0, 0, 0] and fast["moves_a_deal"] == human["moves_a_deal"]
    assert human["ticks_a_deal"][0] == 10 * human["moves_a_deal"][0]  # a move a second
    assert fast["score"][0] > human["score"][0] > greedy["score"][0]
    assert fast["super_bust_rate"] == human["super_bust_rate"] > greedy["super_bust_rate"]
    # By the source of M8, greedy play busts about 70% of levels.
    assert greedy["bust_rate"][1] < 0.70 < greedy["bust_rate"][2]
    assert all(e["levels"] == 5 and e["over"] == 3 for e in entries["human"])


def test_the_intervals():
    p, low, high = survey.rate(8, 10)  # Wilson's interval, as tables have it
    assert p == 0.8 and round(low, 4) == 0.4902 and round(high, 4) == 0.9433
    assert survey.rate(0, 50)[1] == 0 and 0.05 < survey.rate(0, 50)[2] < 0.08
    m, low, high = survey.mean([1, 2, 3, 4, 5])
    assert m == 3 and round(high - m, 3) == round(m - low, 3) == 1.386
    assert survey.mean([7]) == [7, 7, 7]
    values = list(range(100, 0, -1))
    assert survey.quantile(values, 0.5) == [50, 41, 60]
    assert survey.quantile([4], 0.25) == [4, 4, 4]


def test_a_level_ended_by_a_win_is_not_counted():
    chosen = games.options("make13", "kind=score,target=500")
    entries = survey.survey(range(1, 31), chosen, "fast")
    assert all(e["over"] == 1 and e["levels"] == 0 for e in entries)
    assert survey.figures(entries)["bust_rate"] == [0, 0, 1]


def test_the_report_for_people(capsys):
    assert survey.main(["make13", "--deals", "12", "--first", "9", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert rows["deals"] == rows["done"] == 12 and rows["levels"] == 60
    assert rows["least"] <= rows["quartiles"][0][0] <= rows["quartiles"][2][0] <= rows["most"]
    argv = ["make13", "--deals", "5", "--policy", "fast", "--options", "kind=level,levels=2"]
    assert survey.main(argv) == 0
    out, err = capsys.readouterr()
    assert "Super Bust" in out and "lost" in out and not err


@pytest.mark.parametrize(
    "argv",
    [
        ["--deals", "0"],
        ["--first", "0"],
        ["--first", "999999", "--deals", "2"],
        ["--workers", "0"],
        ["--options", "levels=100"],
        ["--options", "speed=3"],
    ],
)
def test_unsupported_requests_are_refused(argv):
    with pytest.raises(Bad):
        survey.main(["make13", *argv])
