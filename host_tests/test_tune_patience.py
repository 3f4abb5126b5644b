"""`tune imaginary`: the same weights each time, and only such as win more."""

import pytest

from tools import tune_patience as tune
from tools.__main__ import main as tools

DEALS = range(1, 41)


def test_tuning_mends_a_bad_weight():
    """Without a cost for burying what is needed earlier few games are won."""
    weights = tune.read(tune.PATH.read_text(encoding="utf-8"))
    bad = dict(weights, _BURIED=0)
    found, won = tune.tune(bad, DEALS)
    assert found["_BURIED"] > 0 and won > sum(tune.wins(bad, DEALS))
    assert tune.read(tune.PATH.read_text(encoding="utf-8")) == weights


def test_more_is_clearly_more():
    assert tune.better([False] * 9, [True] * 9)
    assert not tune.better([True] * 4 + [False] * 5, [False] * 4 + [True] * 5)
    assert not tune.better([True] * 9, [False] * 9)


def test_the_command_writes_the_weights_it_found(tmp_path, capsys):
    out = tmp_path / "table.py"
    assert tools(["tune", "imaginary", "--deals", "2", "--passes", "1", "-o", str(out)]) == 0
    assert tune.read(out.read_text(encoding="utf-8"))
    assert "of 2 deals won" in capsys.readouterr().out


@pytest.mark.parametrize("bad", [["--deals", "0"], ["--first", "500001"], ["--workers", "0"]])
def test_impossible_requests_are_reported(bad, capsys):
    assert tools(["tune", "imaginary", *bad]) == 2
    assert "tune" in capsys.readouterr().err
