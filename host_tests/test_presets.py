"""Presets: deals by name, with rules of their own or by how often sensible play wins."""

import re

import playing
import pytest

from tools import bank
from tools.research import difficulty, plain_play

DRAWN = False  # by the fixture `handheld`

FILES = ("thirteens", "friday", "imaginary", "three_thirteen")


def presets(handheld, game):
    handheld.on()
    return handheld.module("screens.deal_menu").presets_of(game)


@pytest.mark.parametrize("game", playing.GAMES)
def test_their_rows_are_data(handheld, game):
    rows = presets(handheld, game)
    assert rows
    names = [name for name, *_ in playing.RULES[game].OPTIONS]
    proved = bank.read(game) if game in bank.GAMES else None
    for name, rules, numbers in rows:
        assert 5 < len(name) <= 24 and not (rules and numbers)
        assert {part.partition("=")[0] for part in rules.split()} <= set(names)
        assert len(set(numbers)) == len(numbers)
        assert proved is None or all(bank.won(proved[n]) for n in numbers)


@pytest.mark.parametrize("game", bank.GAMES)
def test_easy_deals_are_won_and_hard_ones_lost_by_sensible_play(handheld, game):
    """Each hard one by a few plays; `tools research difficulty` chose them by 200."""
    (_, _, easy), (_, _, hard) = presets(handheld, game)[:2]
    assert len(easy) == len(hard) == 24 and not set(easy) & set(hard)
    plays = 24 if playing.SOAK else 6
    won, lost = ([plain_play.wins(game, n, plays) for n in part] for part in (easy[:6], hard))
    low, high = (share / difficulty.PLAYS for share in difficulty.BANDS[game])
    assert sum(won) > plays * 6 * low / 2 and max(lost) <= plays * high * 4


@pytest.mark.parametrize("game", bank.GAMES)
def test_thirteen_steps_lead_from_easy_to_hard(handheld, game):
    """Deals that are proved winnable; the first are won more often than the last."""
    handheld.on()
    rows = handheld.module("presets." + game).STEPS
    proved = bank.read(game)
    shares = [row[1] for row in rows]
    assert len(rows) == 13 and len({row[0] for row in rows}) == 13
    assert all(bank.won(proved[row[0]]) for row in rows)
    assert shares == sorted(shares, reverse=True) and len(set(shares)) == 13 and shares[-1] > 0
    first, last = (
        sum(plain_play.wins(game, row[0], 12) for row in part) for part in (rows[:2], rows[-2:])
    )
    assert first > 2 * last + 3


@pytest.mark.parametrize("game", FILES)
def test_each_is_dealt_from_the_deal_menu_by_its_rules(handheld, game):
    """The options that the player has set are not changed, and the note names the deal."""
    rows = presets(handheld, game)
    for i, (name, rules, numbers) in enumerate(rows):
        handheld.prepare(game, 42, 4, b"\0\0\2" if game == "three_thirteen" else None)
        menu = playing.row(handheld, "Choose a deal") + f" 200 DOWN*{3 + i} A 400 "
        match = handheld.play(
            "600 " + menu + ("A 500" if game == "three_thirteen" else "")
        ).game.match
        got = {
            name: value
            for (name, _), value in zip(match.rules.OPTIONS, match.options, strict=True)
            if value and name[:4] != "seat"
        }
        options = handheld.module("options")
        want = dict(part.split("=") for part in rules.split())
        assert got == {
            key: options.index(dict(match.rules.OPTIONS)[key], value)
            for key, value in want.items()
        }
        assert match.number in numbers if numbers else match.number != 42
        note = handheld.status_panel._message
        assert note == f"{name}. Undo: back to deal 42" or game == "three_thirteen"
        settings = handheld.module("storage.settings")
        assert not any(
            settings.option(handheld.game.row, k, spec)
            for k, (name, spec) in enumerate(match.rules.OPTIONS)
            if name[:4] != "seat"
        )


@pytest.mark.parametrize("game", playing.GAMES)
def test_a_name_with_a_number_says_its_rule(handheld, game):
    words = {"No": 0, "One": 1, "Two": 2, "Six": 6}
    for name, rules, _ in presets(handheld, game):
        if not rules:  # "One of thirteen" is no rule
            continue
        values = [part.partition("=")[2] for part in rules.split()]
        want = [int(v) // (10 if "timer" in rules else 1) for v in values if v.isdigit()]
        digits = [int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*", name)]
        assert digits + [words[word] for word in name.split() if word in words] == want, name


def test_each_deal_of_a_name_may_come(handheld):
    (_, _, easy), *_ = presets(handheld, "friday")
    game = handheld.start("friday", 42)
    game.view.open(game.match.s)
    handheld.module("ui.menu").ask = lambda *_, **__: 3  # the row below "This deal again"
    got = set()
    for n in range(len(easy)):
        handheld.hal.entropy = lambda n=n: n
        got.add(handheld.module("screens.deal_menu").other(game)[0])
    assert got == set(easy)


@pytest.mark.parametrize("up", (1, 2, 3))
def test_races_by_name_begin_in_the_menu_of_make_13(handheld, up):
    _, text, _ = presets(handheld, "make13")[-up]
    handheld.prepare(last=False, animation=0)
    match = handheld.play(f"RIGHT A 300 UP A 200 UP*{up + 4} A 200 A 900").game.match
    for (name, spec), value in zip(match.rules.OPTIONS, match.options):
        want = dict(part.split("=") for part in text.split()).get(name)
        assert value == (handheld.module("options").index(spec, want) if want else 0)
