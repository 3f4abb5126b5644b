"""Thirteen steps: which they are, what wins one, and the way to them by keys."""

import re

import playing
import pytest

from thirteen import options
from tools import bank
from tools.research import steps as reached

DRAWN = False  # by the fixture `handheld`

ROW = {game: row for row, game in enumerate(playing.GAMES)}


@pytest.fixture
def steps(handheld):
    handheld.on()
    return handheld.module("screens.steps")


def won(handheld, row):
    """The moves of a game's steps that were won, as the file has them."""
    handheld.on()
    history = handheld.module("storage.history")
    log = history.load()
    return [history.step(log, row, i) for i in range(history.steps(log, row))]


def finish(handheld, game, i, line):
    """Deal step i as the path does, and play these moves; the game, at its end."""
    handheld.prepare(last=False)
    table = handheld.saved(game)
    handheld.module("screens.deal_menu").chosen(table, 0, i + 1)
    for m in line(table):
        table.match.play(m)
    assert table.rules.over(table.match.s)
    table.save()
    settle(handheld, table)
    return table


def settle(handheld, table):
    handheld.module("ending").settle(table, table.mode.won(table), 0, 60)


def proof(game, deal):
    rules = playing.RULES[game]
    return lambda _: bank.decode(rules, deal, bank.read(game)[deal])


@pytest.mark.parametrize("game", ("make13", "three_thirteen"))
def test_the_words_of_a_step_say_its_rules_and_its_goal(steps, game):
    """Each number in them is one of its rules, in the order of words, or the points to reach."""
    usual = options.unpack(playing.RULES[game].OPTIONS, bytes(len(playing.RULES[game].OPTIONS)))
    for rules, points, words in steps.of(game):
        chosen = dict(part.split("=") for part in rules.split())
        goal = points or int(chosen.get("target", usual.get("target", 0)))
        goal = goal if points or chosen.get("kind") == "score" else 0
        want = [int(chosen[name]) for name in ("levels", "rounds") if name in chosen]
        want += [int(chosen["timer"]) // 10] if "timer" in chosen else []
        told = [int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*\b", words)]
        assert told == want + [goal] * (goal > 0), words
        seats = [value for name, value in chosen.items() if name[:4] == "seat"]
        names = 3 if "all three" in words else words.count("Ada") + words.count("Bo")
        assert names == len(seats) and all(level in words for level in seats), words


@pytest.mark.parametrize("game", playing.GAMES)
def test_each_game_has_thirteen_that_can_be_dealt(steps, game):
    rows = steps.of(game)
    if not rows:
        pytest.skip("a game may have none")
    assert len(rows) == 13
    rules = playing.RULES[game]
    seen = set()
    for i in range(13):
        deal, text, points = steps.deal(rows, i)
        chosen = options.pack(rules.OPTIONS, dict(part.split("=") for part in text.split()))
        seen.add((deal, chosen, points))
        s = bytearray(rules.SIZE)
        rules.new(s, deal, chosen)
        assert not rules.over(s)
        assert 8 < len(steps.words(rows, i)) < 44
        if game in bank.GAMES:
            assert bank.won(bank.read(game)[deal])
    assert len(seen) == 13


@pytest.mark.parametrize("game", bank.GAMES)
def test_a_step_is_won_once_with_its_moves_and_opens_the_next(handheld, steps, game):
    rows = steps.of(game)
    first, second = (steps.deal(rows, i)[0] for i in (0, 1))
    table = handheld.saved(game)
    handheld.module("dealing").deal(table, first)
    for m in proof(game, first)(table):
        table.match.play(m)
    settle(handheld, table)
    assert won(handheld, table.row) == []  # it was not dealt as a step
    table = finish(handheld, game, 0, proof(game, first))
    assert table.end.news[0] == "Step 1 of 13 won" and table.end.record[10] == 1
    moves = table.match.played
    assert won(handheld, table.row) == [moves]
    table = finish(handheld, game, 0, proof(game, first))
    assert not any("Step" in line for line in table.end.news)
    table = finish(handheld, game, 1, proof(game, second))
    assert won(handheld, table.row) == [moves, table.match.played]


@pytest.mark.parametrize("n", (11, 12))
def test_the_thirteenth_can_be_shown_as_a_code_at_once(handheld, steps, n):
    history = handheld.module("storage.history")
    log = history.load()
    for i in range(n):
        history.put_step(log, ROW["friday"], i, 90)
    history.save(log)
    table = finish(handheld, "friday", n, proof("friday", steps.deal(steps.of("friday"), n)[0]))
    assert table.end.news[0] == ("Step 12 of 13 won" if n == 11 else "All thirteen steps are won")
    offered = []
    handheld.module("ui.menu").ask = lambda title, rows, *_, **__: (offered.extend(rows), -1)[1]
    table.end.trophies = ()
    handheld.module("screens.game_over")._show(table, True, False)
    assert (offered[0] == "QR code") == (n == 12) and offered.count("QR code") == 1


def test_so_can_a_race(handheld, steps):
    handheld.prepare(last=False)
    table = handheld.saved("make13")
    handheld.module("ending").again(table)
    table.end.news = [steps.ALL]
    table.view.open(table.match.s)
    offered = []
    menu, keys = handheld.module("ui.menu"), handheld.module("ui.keys")
    answers = iter((0, 1))
    menu.ask = lambda title, rows, *_, **__: (offered.extend(rows), next(answers))[1]
    keys.wait = lambda *_: keys.B
    keys.poll = lambda *_: 0
    over = handheld.module("screens.game_over")
    ways = [(over.AGAIN, "Again"), (over.LEAVE, "No")]
    chosen = over.ask(table, "", ["Deal"], ways, won=True, new=False)
    assert offered == ["QR code", "Again", "No"] * 2 and chosen == over.AGAIN


def test_a_lost_game_wins_no_step(handheld, steps):
    deal = steps.deal(steps.of("friday"), 0)[0]

    def badly(table):
        while not table.rules.over(table.match.s):
            out, n = table.match.legal()
            yield out[0]

    finish(handheld, "friday", 0, badly)
    assert won(handheld, ROW["friday"]) == [] and deal


def test_a_win_in_no_time_is_the_fastest(handheld):
    """0 stands for no win."""
    handheld.prepare(last=False)
    table = handheld.saved("friday")
    table.match.deal(7)
    handheld.module("ending").settle(table, True, 0, 0)
    assert handheld.numbers("friday")["FASTEST"] == 1


def test_a_race_wins_its_step_by_points(handheld, steps):
    """One point short wins nothing, nor a race that was not dealt as the step."""
    history = handheld.module("storage.history")
    table = handheld.module("game").Game("make13")
    deal, _, points = steps.deal(steps.of("make13"), 0)
    for score, step, new in ((points - 1, 1, 0), (points, 0, 0), (points, 1, 1), (points, 1, 0)):
        log = history.load()
        record = 7, deal, score, 0, 0, 0, 60, 900, ROW["make13"] << 4, 0, step, 0
        assert steps.settle(table, log, record) == new
        history.save(log)
    assert won(handheld, ROW["make13"]) == [900]


@pytest.mark.parametrize("game", playing.GAMES)
def test_from_the_launcher_one_key_leads_to_the_path_and_the_next_to_its_table(handheld, game):
    handheld.prepare(last=False)
    if not handheld.module("screens.steps").of(game):
        pytest.skip("a game may have none")
    handheld.play(f"600 {'RIGHT ' * ROW[game]}400 Y 500 A 6000")
    table = handheld.game
    steps = handheld.module("screens.steps")
    deal, text, _ = steps.deal(steps.of(game), 0)
    assert table.name == game and table.match.number == deal
    assert bytes(table.match.options) == steps.rules(table, text)
    assert not table.how & handheld.module("storage.history").IS_KNOWN


def test_a_step_that_is_closed_is_not_dealt_and_back_leads_to_the_launcher(handheld):
    handheld.prepare(last=False)
    handheld.play("600 Y 500 RIGHT A 500 B 500 A 3000")
    assert handheld.game.name == playing.GAMES[0]
    steps = handheld.module("screens.steps")
    assert handheld.game.match.number != steps.deal(steps.of(playing.GAMES[0]), 1)[0]


def test_a_game_in_play_is_kept_when_a_step_is_dealt(handheld):
    handheld.prepare("friday", 42, 9, last=False)
    handheld.play(f"600 {'RIGHT ' * ROW['friday']}400 Y 500 A 3000")
    assert handheld.game.match.number != 42
    assert handheld.module("storage.set_aside").deal("friday", handheld.game.match.number) == 42


def test_the_step_in_play_goes_on(handheld):
    handheld.prepare(last=False)
    keys = f"600 {'RIGHT ' * ROW['friday']}400 Y 500 A 3000"
    handheld.play(keys + " A 2500 MENU 400 UP A 900")
    assert handheld.play(keys).game.match.played == 1


def test_a_history_without_steps_is_read(handheld, steps):
    history = handheld.module("storage.history")
    log = history.load()
    history.earn(log, 2, 3)
    history.save(log)
    store = handheld.module("storage.store")
    data = bytes(store.load("history"))
    n = data[1]
    assert n == 6
    sizes = data[2 : 2 + 2 * n]
    kept = 2 + 2 * n
    store.save("history", (bytes((1, 5)) + sizes[:10] + data[kept:],))
    log = history.load()
    assert history.trophies(log, 2) == 8 and history.steps(log, 2) == 0


@pytest.mark.parametrize("game", reached.PLAYERS)
def test_each_step_is_reached_at_its_own_deal_by_some_player(game):
    """Of few steps by who is quick to compute; with SOAK all: `research steps` has the shares."""
    rows = reached.rows(game)
    for i in range(len(rows)) if playing.SOAK else (0, 2):
        players = reached.PLAYERS[game] if playing.SOAK else list(reached.PLAYERS[game])[:1]
        deals = range(reached.FIRST + i, reached.FIRST + i + 40, 13)
        if game == "make13":
            deals = deals[:1]  # at a table others may be luckier: there chance decides, too
        assert any(reached.play(game, i, deal, who)[0] for deal in deals for who in players), i


def test_of_races_by_one_set_of_rules_the_later_step_asks_for_more():
    least = {}
    for text, points, _ in reached.rows("make13"):
        assert points > least.get(text, -1)
        least[text] = points
