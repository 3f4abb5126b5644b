"""Regression tests by golden playthroughs and pinned deals: they show changes of the rules.

If a change is intended, `python -m tools golden` rewrites them.
"""

import json

import playing
import pytest

from tools import golden, records, vectors
from tools.games import Bad


@pytest.mark.parametrize("name", playing.GAMES)
def test_a_playthrough_is_unchanged(name):
    text = (golden.FOLDER / f"{name}.txt").read_text("utf-8")
    what = golden.read(text)
    assert what[0] == name and len(what[3]) > 20
    assert golden.write(*what) == text
    assert not text.splitlines()[-1].startswith("still in play")


@pytest.mark.parametrize("name", playing.GAMES)
def test_deals_and_games_are_unchanged(name):
    """If they must change, raise VERSION in the rules."""
    pinned = (golden.DEALS / f"{name}.txt").read_text("utf-8")
    assert vectors.text(playing.RULES[name]) == pinned


@pytest.mark.parametrize("name", playing.PATIENCES)
def test_won_games_stay_won(name):
    """At least twenty deals, by two values of the first option."""
    lines = (golden.FOLDER.parent / "records" / f"{name}.jsonl").read_text().splitlines()
    won = [records.check(json.loads(line)) for line in lines]
    assert all(playing.RULES[name].over(m.s) == 1 for m in won)
    assert len({m.number for m in won}) >= 20
    for i in range(min(1, len(playing.RULES[name].OPTIONS))):
        assert {m.options[i] for m in won} >= {0, 1}


def test_what_a_playthrough_shows(monkeypatch):
    from thirteen.rules import thirteens

    text = golden.write("thirteens", 1, {"kings": "manual"}, ["c5"])
    head, *lines = text.splitlines()
    assert head == "thirteens 1 kings=manual"
    at = lines.index("> c5")
    assert lines[at - 1] == "  a3-b2, a5, b4-b5, c5"
    assert [line.split()[0] for line in lines[at + 1 : -2]] == ["columns", "stock", "discarded"]
    assert lines[-1] == "still in play, 1000"
    assert golden.read(text) == ("thirteens", 1, {"kings": "manual"}, ["c5"])
    monkeypatch.setattr(thirteens, "score", lambda s: 7)  # a changed rule
    assert golden.write(*golden.read(text)) != text
    with pytest.raises(Bad, match="a1 is not legal in thirteens, deal 1, after 0 moves"):
        golden.write("thirteens", 1, {}, ["a1"])


def test_long_piles_are_shortened_and_empty_ones_shown():
    assert golden.shown([[], ["AS", "KD"]]) == "-- | AS KD"
    assert golden.shown([str(i) for i in range(60)]) == "0 1 .. 58 59 (60)"
    assert golden.shown({"J": ["JD"], "Q": []}) == "J JD | Q --"
    assert golden.shown(["AS", None]) == "AS --" and golden.shown([]) == "--"


def test_the_command_creates_one_at_random_or_from_a_record(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.setattr(golden, "DEALS", tmp_path / "deals")
    golden.DEALS.mkdir()
    golden.main(["friday"])  # of a random game
    assert len(golden.read((tmp_path / "friday.txt").read_text())[3]) > 20
    rec = {"format": 1, "game": "friday", "rules": 1, "deal": 3, "options": {"redeals": 1},
           "moves": ["turn", "turn"], "result": None}  # fmt: skip
    path = tmp_path / "friday.json"
    path.write_text(json.dumps(rec))
    golden.main(["--record", str(path)])
    text = (tmp_path / "friday.txt").read_text()
    assert text == golden.write("friday", 3, {"redeals": 1}, ["turn", "turn"])
    (tmp_path / "friday.txt").write_text(text.replace("hand", "Hand"))
    assert "raise VERSION" not in capsys.readouterr().out
    (golden.DEALS / "friday.txt").write_text("")
    golden.main([])
    assert (tmp_path / "friday.txt").read_text() == text
    assert "friday: its deals or games have changed: raise VERSION" in capsys.readouterr().out
