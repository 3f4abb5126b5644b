"""The number of key presses that common tasks take; every row of a menu is visible."""

import random

import playing
import pytest

from tools import boards
from tools.research import presses as counted

DRAWN = False  # by the fixture `handheld`


def presses(keys):
    return sum(int(word.partition("*")[2] or 1) for word in keys.split() if not word.isdigit())


def last_entry(handheld):
    return handheld.module("storage.make13_entries").last(playing.RULES["make13"])


@pytest.mark.parametrize("game", ("thirteens", "imaginary"))
@pytest.mark.parametrize("board", boards.names())
def test_undo_takes_one_press_on_every_board(handheld, board, game):
    """The key that the captions name: Y, or B on a board that has no Y to spare."""
    handheld.board = board
    handheld.prepare(game, 42, 5)
    handheld.on()
    key = "Y" if handheld.module("ui.captions").UNDO_KEY else "B"
    match = handheld.play(f"500 {key} 600").game.match
    texts = handheld.status_panel._captions
    assert match.played == 4 and any(text.endswith(" undo") for _, text in texts)


def test_a_discard_is_taken_back_by_one_press_before_the_turn_ends(handheld):
    handheld.board = "ws_lcd_114"
    handheld.prepare()
    turn_of(handheld, 40)
    n = handheld.saved("three_thirteen").match.played
    match = handheld.play("600 A 900 A 200 B 300").game.match
    assert match.played == n + 1 and match.log[n] == match.rules.STOCK


def test_b_that_does_something_else_takes_nothing_back(handheld):
    """A chosen card is put back first; Friday turns."""
    handheld.board = "youmaketech"
    handheld.prepare("friday", 42, 5)
    assert handheld.play("500 B 600").game.match.played == 6
    game = handheld.start("thirteens", 42, 5)
    game.view.open(game.match.s)
    choice = handheld.module("table.choice")
    choice.pick(0)
    assert game.view.key(handheld.hal.B, game.match.s) == -1 and not choice.picked
    assert game.view.key(handheld.hal.B, game.match.s) == choice.UNDO


@pytest.mark.parametrize("game", playing.PATIENCES + playing.MULTIPLAYER)
def test_the_daily_deal_takes_two_presses_in_the_launcher(handheld, game):
    day = 9824
    handheld.on()
    number = handheld.module("storage.deals").daily(game, playing.GAMES.index(game), day)
    keys = "X 300 A "
    assert presses(keys) == 2
    way = f"RIGHT*{playing.GAMES.index(game)} 900 "

    def play(deal, keys):
        handheld.prepare(game, deal, 3, last=False)
        table = handheld.saved(game)  # dealt as the day's
        table.day = day
        table.note(handheld.module("storage.history").IS_DAILY)
        table.save()
        settings = handheld.module("storage.settings")
        settings.remember(-1)
        settings.save()
        before = lambda: setattr(handheld.hardware, "day", day)  # noqa: E731 - short
        return handheld.play(way + keys, before=before).game.match

    assert play(number, keys + "600").played >= 3  # the game continues
    match = play(number + 1, keys + "600")
    assert match.number == number and match.played == 0
    match = play(number + 1, keys + "900 Y 600")  # the other one was kept
    assert match.number == number + 1 and match.played == 3


def test_restart_asks_in_games_with_others(handheld):
    handheld.prepare("three_thirteen", 42, 6, b"\0\0\2")
    restart = playing.row(handheld, "Restart")
    n = handheld.play("3000 MENU B 300").game.match.played
    assert handheld.play(f"500 {restart} 300 A 300").game.match.played >= n > 0
    assert handheld.play(f"500 {restart} 300 DOWN 100 A 500").game.match.played < n


def turn_of(handheld, dead, options=b"\0\0\2"):
    """A game in which the person is to draw and has at least that deadwood."""
    rummy = handheld.module("rules.three_thirteen_table")
    game = handheld.start("three_thirteen", 42, 0, options)
    match = game.match
    r = random.Random(1)
    while not match.rules.over(match.s):
        moves, n = match.legal()
        match.play(match.rules.END if match.rules.END in moves[:n] else r.choice(moves[:n]))
        if not rummy.turn(match.s) and rummy.phase(match.s) == rummy.DRAWING:
            if rummy.least(match.s, 0) >= dead:
                break
    settings = handheld.module("storage.settings")
    settings.remember(game.row)
    settings.save()
    game.save()
    return game


def test_a_turn_of_three_thirteen_takes_two_presses_and_a_way_to_a_card(handheld):
    """Draw and discard: the turn ends by itself if going out can't pay."""
    handheld.prepare()
    turn_of(handheld, 40)
    n = handheld.saved("three_thirteen").match.played
    keys = "A 900 A 500"
    assert presses(keys) == 2
    match = handheld.play("600 " + keys).game.match
    log = list(match.log[n : n + 3])
    rules = match.rules
    assert log[0] == rules.STOCK and log[1] & rules.DISCARD and log[2] == rules.END


def test_one_press_hurries_three_computer_players(handheld):
    def until_mine(key):
        """ms from the end of a person's turn to the end of three computer players' turns."""
        handheld.prepare()
        turn_of(handheld, 40, b"\2\0\2\2\2")
        n = handheld.saved("three_thirteen").match.played
        seen = []

        def watch():
            s = handheld.game.match.s
            seen.append((rummy.turn(s), rummy.phase(s)))

        handheld.on()
        rummy = handheld.module("rules.three_thirteen_table")
        events, ms = handheld.hardware.taps("600 A 900 A 900 " + key)
        events += [(at, watch) for at in range(ms, ms + 6000, 50)]
        handheld.follow(sorted(events + [(ms + 6000, handheld.hardware.Stop)], key=lambda e: e[0]))
        assert handheld.game.match.played == n + 12  # all four drew, discarded and ended a turn
        return 50 * seen.index((0, rummy.DRAWING))

    assert until_mine("A") * 4 < until_mine("")


# A race started from the launcher and quit at once.
RACE = "A 300 A "
QUIT = "RIGHT " + RACE + "500 MENU 100 DOWN A 100 DOWN A "


@pytest.mark.parametrize("board", ("ws_lcd_13", "ws_lcd_114", "display_pack"))
def test_a_race_begins_in_two_presses_in_the_launcher(handheld, board):
    """Also the first one; and its clock runs after the count of three."""
    handheld.board = board
    handheld.prepare(animation=2)
    assert presses(RACE) == 2
    way = "Y " if board == "display_pack" else "RIGHT "
    match = handheld.play(way + RACE + "4000").game.match
    rules = match.rules
    assert not rules.over(match.s) and rules.get(match.s, rules.TICKS)
    assert last_entry(handheld)[:1] + last_entry(handheld)[2:] == (match.number, b"AAA", 1)


def test_another_race_starts_with_one_press_and_its_player_is_a_row(handheld):
    handheld.prepare(animation=0)
    again = "900 B 100 DOWN*4 A 500 "  # done
    game = handheld.play(QUIT + again + "A 900").game
    assert not game.rules.over(game.match.s)
    deal = last_entry(handheld)[0]
    assert last_entry(handheld)[2:] == (b"AAA", 1) and game.match.number == deal
    handheld.prepare(animation=0)
    handheld.play(QUIT + again + "DOWN*2 A 100 UP A 100 UP*2 A 500")
    assert last_entry(handheld)[2:] == (b"BAA", 1)


def test_a_race_is_restarted_by_two_presses(handheld):
    handheld.prepare(animation=0)
    keys = "B 100 A 500"
    assert presses(keys) == 2
    match = handheld.play(QUIT + "900 " + keys).game.match
    deal, chosen, _, n = last_entry(handheld)
    assert (deal, bytes(chosen), n) == (match.number, bytes(match.options), 2)
    assert not match.rules.over(match.s)


def test_late_keys_of_a_race_turn_no_page_of_its_result(handheld):
    handheld.prepare(animation=0)
    handheld.on()
    pages = []
    leaf = handheld.module("ui.pages")
    head = leaf.head
    leaf.head = lambda title, at, n: (pages.append(at), head(title, at, n))
    handheld.tap(QUIT + "60 A 60 B 60 A 60 A", after=300)
    assert pages == [0]


@pytest.mark.parametrize("text", [0, 1])
def test_rows_of_cards_fit_the_page_in_both_sizes(handheld, text):
    handheld.prepare(text=text)
    handheld.on()
    handheld.module("storage.settings").load()
    handheld.module("preferences").apply()
    pages = handheld.module("ui.pages")
    for game in playing.GAMES:
        for line in handheld.module("sheets." + game).LINES:
            if line.startswith("\t"):
                assert pages._row(line, 50) <= handheld.hal.W + 2, line


@pytest.mark.parametrize("game", playing.MULTIPLAYER)
def test_any_key_ends_an_animation(handheld, game):
    """After some frames of a move; of the patiences test_table asks the same."""
    handheld.prepare(game, 42, 6, animation=3)
    handheld.on()
    handheld.blind()
    table = handheld.saved(game)
    match, view = table.match, table.view
    flights = handheld.module("table.flights")
    handheld.module("draw.card_art").speed = 3
    view.open(match.s)
    flew = 0
    for _ in range(12):
        moves, _ = match.legal()
        if match.rules.over(match.s):
            break
        was = bytearray(match.s)
        match.play(moves[0])
        view.moved(match.s, moves[0], was)
        for _ in range(25):
            view.tick(match.s, 10)
            view.draw(match.s)
        flew += flights.count > 0
        view.key(handheld.hal.LEFT, match.s)
        assert not flights.count
    assert flew


@pytest.mark.parametrize("game, deal, most", [("imaginary", 11, 1.75), ("thirteens", 1, 2.3)])
def test_the_cursor_is_near_the_next_move(handheld, game, deal, most):
    """Presses a move of the computer player, by the shortest ways: 1.65 and 2.03 they were."""
    handheld.on()
    presses, moves, _, missed = counted.count(game, deal)
    assert not missed and moves < presses < most * moves
