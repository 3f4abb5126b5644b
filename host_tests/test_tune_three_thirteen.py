"""The command that makes hard's weights at Three Thirteen."""

import random

import pytest

from thirteen.bots import three_thirteen as bot
from tools import games, tune
from tools import tune_three_thirteen as tuning


def test_a_fit_finds_the_weights_that_made_the_values():
    rnd = random.Random(1)
    true = (0.5, -2.0, 0.25)
    fit = tuning.Fit(3)
    for _ in range(500):
        x = [rnd.randrange(-160, 160) for _ in true]
        fit.add(x, sum(w * v / 16 for w, v in zip(true, x)) + rnd.gauss(0, 0.5))
    assert all(abs(got / 64 - w) < 0.02 for got, w in zip(fit.weights(), true))


def test_a_feature_that_never_shows_weighs_nothing():
    fit = tuning.Fit(2)
    fit.add([16, 0], 3)
    assert fit.weights() == (192, 0)


def test_the_command_writes_a_module_and_the_same_one_again(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(bot, "OUT", bot.OUT)  # what it plays with is set back
    monkeypatch.setattr(bot, "DISCARD", bot.DISCARD)
    texts = []
    for name in "ab":
        path = tmp_path / name
        arguments = ["--rounds", "4", "--passes", "1", "-o", str(path)]
        assert tune.main(["three_thirteen", *arguments]) == 0
        texts.append(path.read_text())
    assert texts[0] == texts[1]
    printed = capsys.readouterr().out
    assert printed[: len(printed) // 2] in texts[0]  # of two runs alike
    made = {}
    exec(printed, made)
    for name, n in tuning.FEATURES.items():
        assert [len(row) for row in made[name]] == [n, n]
    monkeypatch.undo()
    assert texts[0].replace(made_rows(made), made_rows(vars(bot))) == tuning.PATH.read_text()


def made_rows(names):
    return tuning.written(names["OUT"], names["DISCARD"])


def test_a_module_without_weights_is_refused():
    with pytest.raises(games.Bad):
        tuning.replaced("OUT = 3\n", tuning.written(bot.OUT, bot.DISCARD))


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess"],
        ["three_thirteen", "--rounds", "0"],
        ["three_thirteen", "--workers", "0"],
        ["three_thirteen", "--first", "0"],
        ["three_thirteen", "--first", "490000"],  # into the deals that are held out
    ],
)
def test_bad_input_is_reported(arguments):
    with pytest.raises(games.Bad):
        tune.main(arguments)
