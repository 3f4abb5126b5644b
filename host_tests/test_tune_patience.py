"""`tune friday`, `tune imaginary`: reproducible, and only improvements are kept."""

import pytest

from tools import tune_patience as tune
from tools.__main__ import main as tools

DEALS = range(1, 41)


def numbers(game):
    return tune.read(game, tune.PLAYERS[game].path.read_text(encoding="utf-8"))


def test_tuning_corrects_a_bad_number():
    """Without a cost for burying cards needed earlier, few games are won."""
    bad = dict(numbers("imaginary"), _BURIED=0)
    tried = []
    found, won = tune.tune("imaginary", bad, DEALS, log=tried.append)
    assert found["_BURIED"] > 0 and won > sum(tune.wins("imaginary", bad, DEALS))
    assert f"_BURIED {found['_BURIED']}: {won} won, kept" in tried


def test_a_trial_uses_its_own_numbers(monkeypatch):
    from thirteen.bots import friday

    standing = numbers("friday")
    seen = []
    monkeypatch.setattr(tune.Friday, "wins", lambda deal: seen.append(friday._GAMES) or True)
    assert tune.wins("friday", dict(standing, _GAMES=9), range(1, 3)) == [True, True]
    assert seen == [9, 9] and friday._GAMES == standing["_GAMES"]


def test_the_better_of_two_is_found_by_a_clear_margin():
    assert tune.better([False] * 9, [True] * 9)
    assert not tune.better([True] * 4 + [False] * 5, [False] * 4 + [True] * 5)
    assert not tune.better([True] * 9, [False] * 9)


@pytest.mark.parametrize("start", [[], ["--anew"]])
def test_the_command_writes_the_numbers_found(start, tmp_path, capsys):
    out = tmp_path / "table.py"
    command = ["tune", "imaginary", "--deals", "2", "--passes", "1", "-o", str(out), *start]
    assert tools(command) == 0
    assert tune.read("imaginary", out.read_text(encoding="utf-8"))
    assert "of 2 deals won" in capsys.readouterr().out


@pytest.mark.parametrize("bad", [["--deals", "0"], ["--first", "500001"], ["--workers", "0"]])
def test_invalid_arguments_are_reported(bad, capsys):
    assert tools(["tune", "imaginary", *bad]) == 2
    assert "tune" in capsys.readouterr().err
