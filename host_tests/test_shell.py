"""Whole games at the handheld: launcher, pause menu, ends, settings, power cuts, crashes."""

import ast
import importlib
import json
import random
import runpy
import sys
from array import array
from pathlib import Path

import playing
import pytest

GAMES = playing.GAMES
RULES = {game: importlib.import_module("thirteen.rules." + game) for game in GAMES}
RACES = [game for game in GAMES if hasattr(RULES[game], "TICK")]  # with a clock
PARTIES = [game for game in GAMES if hasattr(RULES[game], "peeked")]  # of several players
PATIENCES = [game for game in GAMES if game not in RACES + PARTIES]
BOTH = ("ws_lcd_13", "display_pack_2")
BY_NUMBER = " 100 DOWN*2 A"  # in the menu that New deal leads to
MAIN = Path(__file__).resolve().parent.parent / "firmware" / "main.py"


@pytest.fixture
def handheld(tmp_path):
    with playing.kept_modules():
        yield playing.Handheld(tmp_path)


def row(handheld, name):
    """Keys that choose a row of the pause menu."""
    handheld.on()
    at = handheld.module("pausing").ROWS.index(name)
    return f"MENU DOWN*{at} A" if at else "MENU A"


def at_rest(handheld):
    """The saved game, as the next power-on finds it."""
    handheld.on()
    handheld.module("settings").load()
    table = handheld.module("shell").Game(handheld.game_name)
    table.open()
    return table


# Launcher


@pytest.mark.parametrize("board", BOTH)
def test_every_tile_opens_what_it_shows(handheld, board):
    handheld.board = board
    handheld.on()
    games = handheld.module("catalog").GAMES
    for i, (name, _) in enumerate(games):
        step = "RIGHT" if board == "ws_lcd_13" else "Y"
        opened = []
        handheld.prepare()
        handheld.on()
        shell = handheld.module("shell")
        first = shell.Game.__init__

        def noted(table, name, first=first, opened=opened):
            opened.append(name)
            first(table, name)

        shell.Game.__init__ = noted
        handheld.tap(f"300 {step}*{i} A 500" if i else "300 A 500")
        assert opened == [name] * (name in GAMES)
        for path in handheld.saves.iterdir():
            path.unlink()


def test_the_game_that_was_open_comes_back_and_the_one_that_was_left_does_not(handheld):
    handheld.prepare("thirteens", 42, 5)
    assert handheld.play("300").game.match.number == 42
    assert handheld.play("300 MENU UP A 500").game.match.number == 42
    assert handheld.play("300").game is None
    assert handheld.play("300 A 300").game.match.number == 42


def test_a_game_that_is_not_built_says_so(handheld):
    missing = [i for i, row in enumerate(catalog_rows(handheld)) if row[0] not in GAMES]
    for i in missing:
        handheld.play(f"300 RIGHT*{i} A 300" if i else "300 A 300")
        told = handheld.picture()
        assert handheld.play(f"300 RIGHT*{i} A 300 A 300" if i else "300 A 300 A 300").game is None
        assert handheld.picture() != told


def catalog_rows(handheld):
    handheld.on()
    return handheld.module("catalog").GAMES


# The pause menu, row by row


def test_resume_changes_nothing(handheld):
    handheld.prepare("thirteens", 42, 5)
    before = handheld.play("500").picture()
    assert handheld.play("500 MENU 200 A 200").picture() == before
    assert handheld.play("500 MENU 200 B 200").picture() == before
    assert handheld.play("500 B:800 200 MENU 200").picture() == before


@pytest.mark.parametrize("game", PATIENCES)
def test_hint_points_at_a_legal_move_and_is_remembered(handheld, game):
    handheld.prepare(game, 42, 3)
    pointed = []
    keys = row(handheld, "Hint") + " 300 X 5000"  # what can be played; asked again, the best
    handheld.on()
    view = handheld.module("views." + game)
    hint, playable = view.hint, view.playable
    shown = []
    view.playable = lambda s: (shown.append(bytes(s)), playable(s))
    view.hint = lambda s, m: (pointed.append((bytes(s), m)), hint(s, m))
    handheld.tap(keys + " MENU B 2000")
    match = handheld.game.match
    assert shown == [bytes(match.s)]
    assert len(pointed) == 1 and pointed[0][0] == bytes(match.s)
    out = array("H", bytes(2 * match.rules.MOVES))
    n = match.rules.moves(bytearray(match.s), out)
    assert pointed[0][1] in list(out[:n]) + [-1]
    handheld.game_name = game
    assert at_rest(handheld).hinted


@pytest.mark.parametrize("game", PATIENCES)
def test_with_the_best_play_is_told_whether_the_game_can_be_won(handheld, game):
    handheld.prepare(game, 42, 3)
    handheld.play("500 X 300 X 5000")
    assert handheld.module("ui.side")._note in handheld.module("hinting")._VERDICTS


@pytest.mark.parametrize("game", PATIENCES)
def test_undo_redo_and_restart(handheld, game):
    handheld.prepare(game, 42, 6)
    states = []
    first = handheld.play("500").game.match
    whole = bytes(first.s)
    top = first.top
    while first.undo():
        states.append(bytes(first.s))
    undo, redo, restart = (row(handheld, name) for name in ("Undo", "Redo", "Restart"))
    assert bytes(handheld.play(f"500 {undo}").game.match.s) == states[0]
    assert bytes(handheld.play(f"{redo} 500").game.match.s) == whole
    assert bytes(handheld.play("500 Y Y 300").game.match.s) == states[1]
    assert handheld.game.undone
    match = handheld.play(f"500 {restart} 2000").game.match
    assert bytes(match.s) == states[-1] and match.n == 0 and match.top == top
    assert not handheld.game.undone
    handheld.play(f"500 {undo} 2000")
    assert handheld.game.match.n == 0


def test_a_new_deal_is_another_one_and_the_number_can_be_chosen(handheld):
    handheld.prepare("thirteens", 42, 5)
    handheld.play(row(handheld, "New deal") + " 100 A 300")
    assert handheld.game.match.number != 42 and handheld.game.match.n == 0
    number = row(handheld, "New deal") + BY_NUMBER
    handheld.prepare("thirteens", 42, 5)
    handheld.play(f"{number} 100 UP RIGHT*4 UP*2 RIGHT DOWN*3 A 2000")
    assert handheld.game.match.number == 100069 and handheld.game.match.n == 0
    handheld.play(f"{number} 100 UP B 300")
    assert handheld.game.match.number == 100069
    handheld.play(f"{number} 100 DOWN RIGHT*4 DOWN*6 RIGHT UP A 2000")
    assert handheld.game.match.number == 100069  # there is no deal 0
    assert handheld.play("300").game.match.number == 100069


def test_the_number_is_entered_without_a_pad(handheld):
    handheld.board = "display_pack_2"
    handheld.prepare("thirteens", 42, 5)
    handheld.on()
    at = handheld.module("pausing").ROWS.index("New deal")
    pick = f"B:700 Y*{at} A 100 Y*2 A 100"
    handheld.play(f"{pick} Y A X A B X A A*3 Y A 2000")
    assert handheld.game.match.number == 180043
    handheld.play(f"{pick} Y A Y A B B B 300")
    assert handheld.game.match.number == 180043


@pytest.mark.parametrize("game", PATIENCES)
def test_house_rules_hold_from_the_next_deal_on(handheld, game):
    handheld.prepare(game, 42, 3)
    house, number = row(handheld, "House rules"), row(handheld, "New deal") + BY_NUMBER
    handheld.play(f"{house} 100 RIGHT 100 B 100 B 500")
    n = len(handheld.game.rules.OPTIONS)
    assert handheld.game.match.options == bytes(n)
    assert handheld.play(f"{number} A 300").game.match.options == b"\x01" + bytes(n - 1)
    assert handheld.game.match.number == 42
    handheld.play(f"{house} 100 LEFT 100 B 100 B {number} A 300")
    assert handheld.game.match.options == bytes(n)


def test_statistics_are_wiped_only_when_the_player_says_yes(handheld):
    handheld.prepare("thirteens", 42)
    stats = handheld.module("stats")
    stats.add("thirteens", 1, 0, True, 52000, 1000, 60, False, False)
    page = row(handheld, "Statistics")
    handheld.play(f"{page} 100 UP A 100 A 300")
    assert stats_of(handheld, "thirteens")[0] == 1
    handheld.play(f"{page} 100 UP A 100 DOWN A 300")
    assert stats_of(handheld, "thirteens")[0] == 0


def test_the_sheet_of_every_game_can_be_read_to_its_end(handheld):
    for game in GAMES:
        handheld.on()
        pages = handheld.module("ui.pages")
        drawn = set()
        draw = pages._draw

        def noted(title, text, page, last, draw=draw, drawn=drawn):
            drawn.add((page, last))
            draw(title, text, page, last)

        pages._draw = noted
        events, ms = handheld.desk.taps("A RIGHT*40")
        handheld.desk.script(events + [(ms, handheld.desk.Stop)])
        with pytest.raises(handheld.desk.Stop):
            handheld.module("asides").read_rules(game)
        last = max(drawn)[1]
        assert {page for page, _ in drawn} == set(range(last + 1)), game


# Ends and statistics


def stats_of(handheld, game):
    handheld.on()
    stats = handheld.module("stats")
    return stats._load(game, 1)[0][:10]


def almost_over(handheld, game, want=None):
    """A saved game one first legal move before its end: (deal, the last move), or a skip."""
    handheld.on()
    table = handheld.module("shell").Game(game)
    for deal in range(1, 400):
        table.match.deal(deal)
        playing.play_on(table.match, 5000, deal)
        over = table.match.rules.over(table.match.s)
        if over and (want is None or over == want):
            table.fresh()
            table.seconds = 61
            table.match.undo()
            table.save()
            settings = handheld.module("settings")
            settings.load()
            settings.remember(table.row)
            settings.save()
            return deal
    pytest.fail(f"no random game of {game} ends so")


END = {"new": "A", "again": "DOWN A", "undo": "DOWN*2 A", "look": "DOWN*3 A", "leave": "UP A"}


@pytest.mark.parametrize("game", PATIENCES)
def test_the_end_offers_five_ways_on(handheld, game):
    deal = almost_over(handheld, game)
    redo = row(handheld, "Redo") + " 2500"
    handheld.play(redo)
    assert handheld.game.told and stats_of(handheld, game)[0] == 1
    saved = handheld.files()

    def on(keys):
        for path in handheld.saves.iterdir():
            path.unlink()
        for name, data in saved.items():
            (handheld.saves / name).write_bytes(data)
        return handheld.play("600 " + keys + " 2500").game

    assert on(END["look"]).told and handheld.game.match.number == deal
    assert on(END["new"]).match.n == 0 and handheld.game.match.number != deal
    assert on(END["again"]).match.n == 0 and handheld.game.match.number == deal
    table = on(END["undo"])
    assert not table.rules.over(table.match.s) and table.undone
    assert on(END["leave"]) and handheld.play("500").game is None


@pytest.mark.parametrize("game", PATIENCES)
def test_a_game_counts_once(handheld, game):
    almost_over(handheld, game)
    redo = row(handheld, "Redo") + " 2500 "
    handheld.play(redo)
    first = stats_of(handheld, game)
    assert first[0] == 1 and first[7] >= 61
    for _ in range(2):  # at the next power-on its end is told again, and not counted again
        assert handheld.play("1000").game.told
        assert stats_of(handheld, game) == first
    handheld.play("600 " + END["undo"] + " 2500")
    assert stats_of(handheld, game) == [0] * 10  # taken back, it is not over any more
    handheld.play(redo)
    again = stats_of(handheld, game)
    assert again[0] == 1 and again[8] == 0  # nor is it without undo
    handheld.play("600 " + END["look"] + " 600 Y 300 " + redo + END["look"] + " 500")
    assert stats_of(handheld, game)[:4] == again[:4]
    handheld.play("600 " + END["leave"] + " 300 A 600")
    assert handheld.game.told and stats_of(handheld, game)[:4] == again[:4]


def test_what_was_counted_before_stays_when_a_game_is_taken_back(handheld):
    handheld.on()
    stats = handheld.module("stats")
    stats.add("thirteens", 1, 0, True, 52000, 1000, 60, False, False)
    stats.add("thirteens", 1, 0, True, 52000, 1000, 50, True, False)
    before = stats._load("thirteens", 1)
    stats.add("thirteens", 1, 0, False, 11000, 1000, 40, False, True)
    assert stats._load("thirteens", 1)[0][:4] == [3, 2, 0, 2]
    stats.take_back("thirteens", 1)
    assert stats._load("thirteens", 1) == before
    stats.take_back("thirteens", 1)
    assert stats._load("thirteens", 1) == before


def test_streaks_means_and_times(handheld):
    handheld.on()
    stats = handheld.module("stats")
    for won, seconds in ((True, 100), (True, 80), (False, 10), (True, 90)):
        assert stats.add("x", 2, 1, won, 52 if won else 12, 1, seconds, not won, False)
    told = dict(line.split("\t") for line in stats.lines("x", 2, 1, str, 1))
    assert told["Played"] == "4" and told["Won"] == "3 (75%)"
    assert told["Streak now / best"] == "1 / 2"
    assert told["Best score"] == "52" and told["Mean score"] == "42"
    assert told["Fastest win"] == "1:20" and told["Mean time"] == "1:10"
    assert told["Won without undo"] == "3" and told["Won without hints"] == "3"
    assert stats.lines("x", 2, 0, str, 1) == ["No game finished yet"]


# Settings


EFFECTS = {
    "sound": lambda h: h.module("ui.sound").level,
    "brightness": lambda h: h.desk.brightness,
    "animation": lambda h: h.module("ui.table").speed,
    "colours": lambda h: h.hal._suits,
    "theme": lambda h: h.glass._colours[1],
    "left": lambda h: h.desk.turned,
    "repeat": lambda h: h.module("ui.keys").repeat,
    "sleep": lambda h: h.module("ui.keys").dim_after,
    "winnable": lambda h: h.module("settings").winnable(0, h.module("rules.thirteens").OPTIONS),
}


@pytest.mark.parametrize("name", playing.NAMES)
def test_a_setting_acts_at_once_and_stays(handheld, name):
    handheld.board = "picosystem"
    handheld.prepare("thirteens", 42, 5)
    i = playing.NAMES.index(name)
    at = handheld.module("pausing").ROWS.index("Settings")
    settings = f"B:700 DOWN*{at} A 100 DOWN*{i} "
    n = len(handheld.module("settings").ROWS[i][1])
    effect = EFFECTS[name]
    handheld.play("500")
    old = [effect(handheld)]
    for turn in range(n - 1):
        handheld.on()
        seen = []
        keys = "RIGHT A".split()[turn % 2]  # both choose the next value
        events, ms = handheld.desk.taps(settings + keys)
        back, end = handheld.desk.taps("B B", ms + 300)
        look = lambda seen=seen: seen.append(effect(handheld))  # noqa: E731
        handheld.follow([*events, (ms + 100, look), *back, (end + 300, handheld.desk.Stop)])
        assert seen[0] not in old, "it does not act at once"
        assert not handheld.stale()
        old.append(seen[0])
        picture = handheld.picture()
        assert handheld.play("500").picture() == picture
        assert effect(handheld) == seen[0], "it does not stay"


def test_left_handed_keys_point_where_the_picture_says(handheld):
    handheld.prepare("thirteens", 42, 5, left=1)
    turned = handheld.play("500 LEFT LEFT UP 300")  # on the board: right, right, down
    upright = playing.Handheld(handheld.saves / "other")
    upright.prepare("thirteens", 42, 5)
    assert upright.play("500 RIGHT RIGHT DOWN 300").picture() == turned.picture()
    assert not turned.stale()


# Keys


def test_held_arrows_repeat_and_other_keys_do_not(handheld):
    handheld.on()
    keys = handheld.module("ui.keys")

    def pressed(word):
        events, ms = handheld.desk.taps(word)
        handheld.desk.script(events + [(ms + 200, handheld.desk.Stop)])
        got = []
        try:
            while True:
                got.append(keys.wait())
        except handheld.desk.Stop:
            return got

    assert pressed("RIGHT:1000") == [8] * 9
    assert pressed("A:1000 X:1000 Y:900") == [16, 64, 128]
    assert pressed("B:300") == [32] and pressed("B:1500") == [256]
    assert pressed("MENU:1000") == [256]
    keys.repeat = False
    assert pressed("RIGHT:1000") == [8]


def test_a_key_that_wakes_does_nothing_else(handheld):
    handheld.prepare("thirteens", 42, 5, sleep=1)
    before = handheld.play("500").picture()
    rest(handheld, 62, "")
    bright = handheld.module("ui.keys").light
    assert handheld.desk.brightness == bright // 4  # dimmed
    rest(handheld, 125, "")
    assert handheld.desk.brightness == 0  # dark
    for key in ("RIGHT", "A", "B", "MENU", "B:900", "RIGHT:900", "Y"):
        rest(handheld, 125, key)
        assert handheld.desk.brightness == bright
        assert handheld.picture() == before and handheld.game.match.n == 5
    rest(handheld, 125, "A 500 RIGHT")
    assert handheld.picture() != before


def rest(handheld, seconds, then):
    """Leave it alone for so long after power-on (in fewer and longer frames), then tap keys."""
    handheld.on()
    sleep = handheld.hal.sleep
    end = seconds * 1000

    def slow(ms):
        sleep(200 if 500 < handheld.desk.now < end else ms)

    handheld.hal.sleep = slow
    handheld.tap(f"{end} {then}".strip())


# Power cuts and crashes


@pytest.mark.parametrize("game", PATIENCES)
def test_switched_off_at_any_moment_it_comes_back_to_that_game(handheld, game):
    handheld.prepare(game, 42)
    r = random.Random(game)
    words = [r.choice("A A A A RIGHT LEFT UP DOWN B Y 300 1200 2500".split()) for _ in range(40)]
    events, end = handheld.desk.taps(" ".join(words))
    first = handheld.files()
    for stop in sorted(r.sample(range(1000, end), 60 if playing.SOAK else 5)):
        for path in handheld.saves.iterdir():
            path.unlink()
        for name, data in first.items():
            (handheld.saves / name).write_bytes(data)
        handheld.on()
        handheld.blind()
        history = [(0, saved_state(handheld, game))]
        shell_game = handheld.module("shell").Game
        changed = shell_game.changed

        def noted(table, changed=changed, history=history):
            changed(table)
            history.append((handheld.desk.now, bytes(table.match.s)))

        shell_game.changed = noted
        handheld.follow([e for e in events if e[0] < stop] + [(stop, handheld.desk.Stop)])
        last = bytes(handheld.game.match.s)
        handheld.on()
        handheld.blind()
        handheld.tap("")
        assert handheld.game and handheld.game.name == game
        back = bytes(handheld.game.match.s)
        recent = [s for ms, s in history if ms > stop - 7500] or [history[-1][1]]
        older = [s for ms, s in history if ms <= stop - 7500][-1:]
        assert back in recent + older, f"switched off after {stop} ms"
        if stop - history[-1][0] > 2500:
            assert back == last, f"switched off after {stop} ms"


@pytest.mark.parametrize("game", RACES)
def test_a_race_that_was_switched_off_waits_and_goes_on(handheld, game):
    handheld.prepare(game, 42, 3)
    rules = RULES[game]

    def ticks(keys, after=0):
        return rules.get(handheld.play(keys, after=after).game.match.s, rules.TICKS)

    start = ticks("500")
    assert ticks("9000") == start  # behind the pause menu no time passes
    ran = ticks("500 A 6000")
    assert 50 <= ran - start <= 62
    back = ticks("500")
    assert ran - 35 <= back <= ran  # a save may wait for three seconds without a key
    stopped = ticks("500 A 2000 MENU 5000")
    assert stopped - back <= 22 and ticks("500") == stopped


@pytest.mark.parametrize("game", RACES)
def test_a_race_waits_in_the_dark(handheld, game):
    handheld.prepare(game, 42, 3, sleep=1)
    rules = RULES[game]
    rest(handheld, 1, "A 1000")
    start = rules.get(handheld.game.match.s, rules.TICKS)
    rest(handheld, 125, "A 1000 A 1000")  # one A wakes, the next resumes
    assert rules.get(handheld.game.match.s, rules.TICKS) - start < 30


@pytest.mark.parametrize("game", PARTIES)
def test_keys_in_a_computer_players_turn_bring_no_move_that_is_not_legal(handheld, game):
    """Neither a step back or on nor a hint that is broken off mixes up what it has thought."""
    for seed in range(2):
        handheld.prepare(game, 42, 0, options=b"\x00\x00\x01\x02\x02")
        handheld.on()
        handheld.blind()
        r = random.Random(seed)
        keys = [r.choice("A A A Y X DOWN RIGHT".split()) for _ in range(250)]
        handheld.tap(" ".join(f"{key} {r.choice((0, 100, 300))}" for key in keys))
        check_log(handheld.game.match, 10)
    handheld.prepare(game, 42, 40, options=b"\x00\x01\x01")
    redo = f"{row(handheld, 'Redo')} 50 "
    handheld.play(f"300 {row(handheld, 'Restart')} 50 {redo * 5} 3000")
    check_log(handheld.game.match, 8)


def check_log(m, least):
    """Every move of the log was legal, and they lead where the match stands."""
    assert m.n > least
    other = type(m)(m.rules, m.number, m.options)
    for move in m.log[: m.n]:
        assert other.allows(move)
        other.play(move)
    assert other.s == m.s


@pytest.mark.parametrize("game", PARTIES)
def test_computer_players_move_on_after_power_off(handheld, game):
    options = bytes((0, 1, 0))  # a computer player begins, against a person
    handheld.prepare(game, 42, 0, options)
    for keys in ("300", "2500", "6000"):
        match = handheld.play(keys, after=0).game.match
        states = [bytes(match.s)]
        while match.undo():
            states.append(bytes(match.s))
        assert bytes(handheld.play("", after=0).game.match.s) in states
    match = handheld.play("9000").game.match
    from thirteen import rummy

    assert not rummy.seat(match.s, rummy.turn(match.s)) and match.n >= 2


def saved_state(handheld, game):
    table = handheld.module("shell").Game(game)
    table.open()
    return bytes(table.match.s)


@pytest.mark.parametrize("game", PATIENCES + PARTIES)
def test_at_rest_it_comes_back_to_the_same_picture(handheld, game):
    handheld.prepare(game, 7, 9)
    picture = handheld.play("3000").picture()
    assert handheld.play("500").picture() == picture


@pytest.mark.parametrize("moves", [9, 5000])
@pytest.mark.parametrize("game", PATIENCES + PARTIES)
def test_at_rest_nothing_is_brought_in(handheld, monkeypatch, game, moves):
    """It takes tens of milliseconds on the device: a frame that did would not hear keys."""
    handheld.prepare(game, 7, moves)
    handheld.on()
    catalog = handheld.module("catalog")
    bring, brought = catalog.bring, []

    def noted(*what):
        brought.append(handheld.desk.now)
        return bring(*what)

    monkeypatch.setattr(catalog, "bring", noted)
    handheld.tap("3000")
    assert brought and max(brought) < 1000


def crash_at(handheld, monkeypatch, game="thirteens"):
    """Let key A raise in the game's view."""
    view = handheld.module("views." + game)
    key = view.key

    def broken(k, s):
        if k == 16:
            raise IndexError("a deliberate one")
        return key(k, s)

    monkeypatch.setattr(view, "key", broken)


@pytest.mark.parametrize("answer, open_then", [("A", True), ("B", False)])
def test_an_exception_is_shown_kept_and_left_behind(handheld, monkeypatch, answer, open_then):
    handheld.prepare("thirteens", 42, 5)
    before = handheld.play("2000").game.match.n
    table = handheld.picture()
    handheld.on()
    crash_at(handheld, monkeypatch)
    handheld.tap("500 A 500")  # the crash screen stands, and the light goes out
    shown = handheld.picture()
    assert shown != table
    kept = (handheld.saves / "crash").read_text()
    assert "IndexError: a deliberate one" in kept and "view.key" in kept
    handheld.play("500")  # told of at the next start
    told = handheld.picture()
    assert told not in (table, shown) and handheld.game is None
    handheld.play(f"500 {answer} 800")
    assert (handheld.game is not None) == open_then
    if open_then:
        assert handheld.game.match.n == before and handheld.picture() == table
    assert "crash" not in handheld.files() and "crash-read" in handheld.files()
    handheld.play("500")
    assert (handheld.game is not None) == open_then


def test_after_a_crash_one_goes_on_at_once_too(handheld, monkeypatch):
    handheld.prepare("thirteens", 42, 5)
    handheld.on()
    crash_at(handheld, monkeypatch)
    handheld.tap("500 A 500 A 800")
    assert handheld.game.match.n == 5 and "crash" not in handheld.files()


def test_a_crash_in_each_screen_leads_on(handheld):
    for name in ("ui.menu", "stats", "ui.pages"):
        handheld.prepare("thirteens", 42, 5)
        handheld.on()
        module = handheld.module(name)
        for function in ("ask", "lines", "show"):
            if hasattr(module, function):
                setattr(module, function, None)
        rows = handheld.module("pausing").ROWS
        way = {
            "ui.menu": "",
            "stats": f"DOWN*{rows.index('Statistics')} A",
            "ui.pages": f"DOWN*{rows.index('Rules')} A 200 A",
        }[name]
        handheld.tap(f"500 MENU {way} 300 B 500")
        assert handheld.play("500").game is None  # B led to the launcher
        assert "crash-read" in handheld.files()


def test_b_at_power_on_gives_the_prompt(handheld):
    handheld.prepare("thirteens", 42, 5)
    handheld.on()
    handheld.desk.level = 32
    runpy.run_path(str(MAIN), run_name="__main__")  # an exit would have MicroPython start again
    assert handheld.desk.shows == 1 and not handheld.stale()
    assert handheld.game is None


def test_without_b_power_on_plays(handheld):
    handheld.on()
    handheld.desk.script([(500, handheld.desk.Stop)])
    with pytest.raises(handheld.desk.Stop):
        runpy.run_path(str(MAIN), run_name="__main__")
    assert handheld.desk.shows


# Every move can be made, with a pad and without


@pytest.mark.parametrize("board", BOTH)
@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_can_be_made(handheld, game, board):
    handheld.board = board
    handheld.on()
    handheld.blind()
    handheld.module("settings").load()
    keys = handheld.module("ui.keys")
    pad = handheld.hal.PAD
    choice = [1, 2, 4, 8, 16, 16, 32] if pad else [keys.PREV, keys.NEXT, keys.NEXT, 16, 16, 32]
    r = random.Random(13)
    view = handheld.module("views." + game)
    for deal in range(1, 7):
        match = handheld.start(game, deal, moves=9 * deal).match
        if match.rules.over(match.s):
            continue
        out, n = match.legal()
        wanted = set(out[:n])
        same = getattr(match.rules, "same", lambda m: m)
        if game in PARTIES:
            view.viewer = handheld.module("rummy").turn(match.s)
        view.open(match.s)
        view.draw(match.s, True)
        for _ in range(20000):
            m = view.key(r.choice(choice), match.s)
            if m >= 0:
                assert match.allows(m), match.rules.text(match.s, m)
                wanted.discard(same(m))
                if not wanted:
                    break
                view.open(match.s)
        wanted -= {m for m in wanted if game in RACES and m >= match.rules.DRAW}  # by themselves
        told = [match.rules.text(match.s, m) for m in wanted]
        assert not told, (deal, json.dumps(match.rules.state(match.s)))


@pytest.mark.parametrize("board", BOTH)
@pytest.mark.parametrize("game", PARTIES)
def test_the_discards_can_be_looked_at(handheld, board, game):
    handheld.board = board
    handheld.on()
    keys, side = handheld.module("ui.keys"), handheld.module("ui.side")
    match = handheld.start(game, 5).match
    rummy = handheld.module("rummy")
    while rummy.phase(match.s) != rummy.DRAWING or rummy.pile(match.s) < 9:
        out, n = match.legal()
        match.play(rummy.END if rummy.END in out[:n] else out[0])
    view = handheld.module("views." + game)
    view.viewer = rummy.turn(match.s)
    view.open(match.s)
    view.key(keys.NEXT if not handheld.hal.PAD else handheld.hal.RIGHT, match.s)
    told = [rummy.discarded(match.s, i) for i in range(rummy.pile(match.s))]
    assert side._note.split() == [handheld.module("ui.scored").card(c) for c in told]


# Nobody sees another's cards


@pytest.mark.parametrize("game", PARTIES)
@pytest.mark.parametrize("deal", (1, 2))  # a computer player begins, a person does
def test_between_two_people_no_hand_lies_open_but_of_who_took_the_handheld(handheld, game, deal):
    handheld.prepare(game, deal, options=b"\1\0\0\2", animation=0)
    for scored in (False, True):
        handheld.on()
        handheld.blind()
        rummy, fan, seats, view = map(
            handheld.module, ("rummy", "ui.fan", "seats", "views." + game)
        )
        taken, shown = [], []

        def covered(table, p, cover=seats._cover, taken=taken):
            taken.append(p)
            cover(table, p)

        def drawn(draw=fan.draw, shown=shown, view=view, taken=taken):
            shown.append((taken[-1:], view.viewer))
            draw()

        def played(table, seats=seats, begin=seats.begin, scored=scored):
            begin(table)
            seats._taken = seats._taken or scored  # as at the end of a round that was played

        seats._cover, fan.draw, seats.begin = covered, drawn, played
        handheld.tap("300 A 300 A 300" + " A 900" * 4)
        s = handheld.game.match.s
        assert shown and all(who == [p] and not rummy.seat(s, p) for who, p in shown)
        if not scored:  # then the round's end: the next one begins with whoever takes it
            table = handheld.start(game, deal, 0, b"\1\0\0\2")
            while rummy.phase(table.match.s) != rummy.SCORED:
                out, n = table.match.legal()
                table.match.play(rummy.OUT if rummy.OUT in out[:n] else out[0])
            table.save()


@pytest.mark.parametrize("game", PARTIES)
def test_what_was_drawn_unseen_cannot_be_put_back_and_a_discard_can(handheld, game):
    """Deal 1 is begun by the person."""
    handheld.prepare(game, 1, options=b"\0\0\2", animation=0)
    match = handheld.play("500 A 500 Y 300").game.match
    assert match.rules.text(match.s, match.log[0]) == "stock"
    assert (match.n, match.top) == (1, 1)
    match = handheld.play("500 A 500 Y 300 A 500 Y 300 Y 300").game.match
    assert (match.n, match.top) == (1, 2)


# Words to the player


def _notes():
    """What the modules of floor 4 tell beside any table, as far as it stands in them."""
    for name in ("shell", "pausing", "hinting", "lesson"):
        tree = ast.parse((playing.ROOT / f"firmware/thirteen/{name}.py").read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "note":
                text = node.args[0]
                if isinstance(text, ast.Constant) and text.value:
                    yield text.value
            elif isinstance(node, ast.Assign) and "_VERDICTS" in ast.dump(node.targets[0]):
                yield from ast.literal_eval(node.value)


@pytest.mark.parametrize("board", ("ws_lcd_13", "display_pack_2"))
@pytest.mark.parametrize("game", GAMES)
def test_no_word_to_the_player_is_cut_off(handheld, board, game):
    handheld.board = board
    handheld.on()
    table = handheld.module("shell").Game(game)
    table.view.open(table.match.s)
    side = handheld.module("ui.side")
    drawn = []
    handheld.hal.text = lambda font, s, *_: drawn.append(s) or 0
    notes = list(_notes())
    assert len(notes) > 8
    side.draw(True)
    for text in notes:
        drawn.clear()
        side.note(text)
        side.draw(False)
        side.draw(False)  # what moves goes before it
        assert " ".join(filter(None, drawn)) == text


def test_what_is_needed_for_a_moment_goes_again(handheld):
    """A step back from an end that was counted brings statistics in, in the midst of play."""
    handheld.prepare("thirteens", 42, 5)
    handheld.on()
    catalog, shell = handheld.module("catalog"), handheld.module("shell")
    catalog.keep()
    table = shell.Game("thirteens")
    catalog.keep()
    assert table.load() and table.match.n
    catalog.clear()
    table.view.open(table.match.s)
    table.counted = True
    table.undo()
    brought = {name for name in sys.modules if name.startswith("thirteen.")}
    assert not table.counted and "thirteen.views.thirteens" in brought
    assert not {"thirteen.asides", "thirteen.stats"} & brought
