"""A person's rating at Three Thirteen: Elo's formula in integers, game by game."""

import random

import playing
import pytest

from thirteen.rules import three_thirteen_rating as rating
from thirteen.rules import three_thirteen_table as table

DRAWN = False  # by the fixture `handheld`


def elo(difference):
    return 1024 / (1 + 10 ** (-difference / 400))


def test_the_expected_score_is_elos_formula():
    for difference in range(-800, 801):
        assert abs(rating.expected(difference) - elo(difference)) < 2
        assert rating.expected(difference) + rating.expected(-difference) == 1024
    assert rating.expected(3000) == rating.expected(800)


@pytest.mark.parametrize("played, pace", [(0, 64), (9, 64), (10, 32), (29, 32), (30, 16)])
def test_ratings_change_less_with_more_games(played, pace):
    assert rating.after(1200, played, [1200], [rating.WON]) == 1200 + pace // 2
    assert rating.after(1200, played, [1200], [rating.DRAWN]) == 1200
    assert rating.after(1200, played, [1200], [rating.LOST]) == 1200 - pace // 2


def test_a_rating_starts_at_medium_s_and_stays_within_its_bounds():
    assert rating.START == rating.LEVELS[table.MEDIUM]
    assert rating.after(0, 0, [rating.START], [rating.DRAWN]) == rating.START
    assert rating.after(rating.MOST, 0, [rating.MOST], [rating.WON]) == rating.MOST
    assert rating.after(rating.LEAST, 0, [rating.LEAST], [rating.LOST]) == rating.LEAST
    assert rating.after(1300, 5, [], []) == 1300


def test_three_opponents_change_it_no_more_than_one():
    won = [rating.WON] * 3
    assert rating.after(1200, 0, [1200] * 3, won) == rating.after(1200, 0, [1200], won[:1])
    mixed = [rating.WON, rating.DRAWN, rating.LOST]
    assert rating.after(1200, 0, [1200] * 3, mixed) == 1200


def test_a_game_is_rated_by_its_totals_without_other_people():
    hard, easy = table.HARD, table.EASY
    assert rating.of_game(1200, 0, [0, hard], [100, 120], 0) > 1200
    assert rating.of_game(1200, 0, [0, hard], [120, 100], 0) < 1200
    # A draw with easy is worse than expected, one with hard better.
    assert rating.of_game(1200, 0, [easy, 0], [90, 90], 1) < 1200
    assert rating.of_game(1200, 0, [hard, 0], [90, 90], 1) > 1200
    assert rating.of_game(1200, 0, [0, 0], [10, 90], 0) == 1200
    assert rating.of_game(1200, 0, [0, 0, hard], [50, 10, 60], 0) > 1200
    assert list(rating.LEVELS[1:]) == sorted(rating.LEVELS[1:])


def test_it_converges_to_the_player_s_strength():
    """A player 150 points above hard, over 400 games."""
    rnd = random.Random(13)
    strength = rating.LEVELS[table.HARD] + 150
    now = 0
    seen = []
    for played in range(400):
        level = rnd.choice((table.EASY, table.MEDIUM, table.HARD))
        won = rnd.random() * 1024 < elo(strength - rating.LEVELS[level])
        totals = [100, 101 if won else 99]
        now = rating.of_game(now, played, [0, level], totals, 0)
        seen.append(now)
    assert abs(sum(seen[200:]) / 200 - strength) < 50


# On the handheld

GAME = "three_thirteen"
TO_THE_END = "3000 A 3000 A 5000 "  # the last round's hands, the score sheet


def page(handheld):
    """The texts in the boxes of the statistics' first page."""
    handheld.on()
    seen = []
    handheld.module("ui.keys").wait = lambda *_: handheld.hal.B
    text = handheld.hal.text
    handheld.hal.text = lambda font, what, *at: seen.append(what) or text(font, what, *at)
    centre = handheld.hal.centre
    canvas = handheld.module("draw.canvas")
    canvas.centre = lambda font, what, *at: seen.append(what) or centre(font, what, *at)
    handheld.module("screens.statistics").pages(handheld.saved(GAME))
    return {name: value for value, name in zip(seen, seen[1:]) if value.isdigit()}


@pytest.mark.parametrize("deal", (7, 8, 9))
def test_a_game_against_computer_players_is_rated_once(handheld, deal):
    handheld.prepare(GAME, deal, 5000, b"\0\0\3")  # a person and hard
    assert "rating" not in page(handheld)
    for _ in range(2):  # at the next power-on its end is shown again
        ended = handheld.play(TO_THE_END).game
        assert ended.end_shown
        s = ended.match.s
        totals = [table.total(s, p) for p in range(2)]
        wanted = rating.of_game(0, 0, [0, table.HARD], totals, 0)
        assert rated(handheld) == (1, wanted - rating.START)
        assert wanted != rating.START
        assert page(handheld)["rating"] == str(wanted)


def test_games_among_people_are_not_rated_and_without_one_do_not_count(handheld):
    for deal, seats, counts in (7, b"\0\0\0", 1), (8, b"\1\0\0\3", 2), (9, b"\0\2\3", 2):
        handheld.prepare(GAME, deal, 5000, seats)
        assert handheld.play(TO_THE_END).game.end_shown
        assert rated(handheld) == (0, 0)
        assert sum(handheld.numbers(GAME, kind)["PLAYED"] for kind in range(4)) == counts
        assert "rating" not in page(handheld)


def test_whichever_person_wins_has_won(handheld):
    handheld.on()
    game = handheld.start(GAME, 7, 3, b"\1\0\0\3")  # two people and hard
    for p, won in enumerate((True, True, False)):
        game.rules.over = lambda s, p=p: 16 + p
        assert game.mode.won(game) == won


def test_who_is_in_the_tie_break_is_ahead_of_who_is_not(handheld):
    """R10: whatever it costs; on the card, too."""
    handheld.on()
    game = handheld.start(GAME, 7, 0, b"\1\0\3\2")
    s = game.match.s
    for n, penalties in (1, (5, 14, 5)), (table.TIE_BREAK, (25, 0, 40)):
        for p, penalty in enumerate(penalties):
            s[table.PENALTY + 4 * (n - 1) + p] = penalty
    s[table.ROUND], s[table.OVER] = table.TIE_BREAK, 16
    seats = [table.HUMAN, table.HARD, table.MEDIUM]
    wanted = rating.of_game(0, 0, seats, [1, 3, 2], 0) - rating.START
    assert game.mode.gain(game, handheld.module("storage.history").load()) == wanted > 0
    lines = game.mode.result_lines(game, [], ())
    assert [line.partition("\t")[2] for line in lines] == [
        "30 points, tie-break", "45 points", "14 points",
    ]  # fmt: skip
    s[table.PENALTY + 4 * (table.TIE_BREAK - 1)] = 0
    assert game.mode.stars(game, (), 0, True) == (False, True)  # nor is it a fifth ahead by that
    s[table.PENALTY + 4 * (table.TIE_BREAK - 1) + 2] = 0  # equal to the first: drawn for
    for winner in 0, 2:
        s[table.OVER] = 16 + winner
        best = game.mode.result_lines(game, [], ())[0]
        assert best.partition("\t")[0] == ("You", "Ada", "Bo")[winner]


AGAINST_HARD = b"\0\0\3"


def rated(handheld):
    rows = [handheld.numbers(GAME, kind) for kind in range(4)]
    return sum(row["RATED"] for row in rows), sum(row["CHANGE"] for row in rows)


@pytest.mark.parametrize("won", (True, False))
def test_a_hint_never_saves_points(handheld, won):
    """With one a lost match counts as ever, and one that was won is not rated."""
    handheld.on()
    table, past = handheld.start(GAME, 7, 9, AGAINST_HARD), []
    mode = table.mode
    mode._rated_so_far = lambda *_: (1200, 0)
    handheld.module("rules.three_thirteen_table").total = lambda s, p: 5 if (p == 0) == won else 50
    without = mode.gain(table, past)
    assert (without > 0) == won
    table.note(handheld.module("storage.history").IS_HINTED)
    assert mode.gain(table, past) == (None if won else without)
    assert "not rated" in mode.hint_costs(table)
    history = handheld.module("storage.history")
    for fact in (history.IS_KNOWN, history.IS_HOUSE):
        table.how = fact
        assert mode.gain(table, past) is None and mode.hint_costs(table) == ""


def test_a_deal_that_may_be_known_is_not_rated(handheld):
    handheld.prepare(GAME, 7, 5000, AGAINST_HARD).on()
    table = handheld.saved(GAME)
    history, deals = handheld.module("storage.history"), handheld.module("storage.deals")

    def known(number=0):
        handheld.module("dealing").deal(table, number, typed=number > 0)
        return table.how & history.IS_KNOWN

    today = deals.daily(GAME, table.row, 1)
    assert [known(), known(42), known(), known(today)] == [0, 1, 0, 0]
    table.note(history.IS_BEGUN)
    assert known(today) == 1  # begun before
    assert known() == 0
    table.match.deal(3, AGAINST_HARD + bytes(6))
    handheld.module("dealing").restart(table)
    table.save()
    assert handheld.saved(GAME).how & history.IS_KNOWN  # also after power-off
    assert table.mode.gain(table, history.load()) is None


def test_a_match_given_up_is_rated_as_lost(handheld):
    """A restart gives it up, or two new deals in a row: one is kept."""
    handheld.prepare(GAME, 7, 3, AGAINST_HARD).on()
    table = handheld.saved(GAME)
    table.view.open(table.match.s)
    dealing = handheld.module("dealing")
    lost = rating.of_game(1200, 0, [0, 3], [1, 0], 0) - 1200
    assert lost < 0 and table.in_play()
    assert dealing.leave(table)[0] and rated(handheld) == (0, 0)
    table.match.deal(8, AGAINST_HARD + bytes(6))
    table.reset_counters()
    dealing.begin(table)
    playing.play_on(table.match, 3)
    table.note(handheld.module("storage.history").IS_BEGUN)
    assert dealing.leave(table)[0] and rated(handheld) == (1, lost)
    n = rated(handheld)
    for _ in range(3):  # power is lost before the new position is saved, and it is tried again
        dealing._give_up(table, dealing._packed(table))
        assert rated(handheld)[0] == n[0] + 1 and rated(handheld)[1] < n[1]
    dealing.restart(table)
    assert rated(handheld)[0] == n[0] + 1
    n = rated(handheld)
    playing.play_on(table.match, 3)
    table.note(handheld.module("storage.history").IS_BEGUN)
    dealing.restart(table)  # its deal was known
    assert rated(handheld) == n


@pytest.mark.parametrize("seats, how, rates, counts", [
    (AGAINST_HARD, "", 1, 1), (AGAINST_HARD, "HINTED", 1, 1), (AGAINST_HARD, "KNOWN", 0, 1),
    (AGAINST_HARD, "HOUSE", 0, 1), (b"\1\0\0\3", "", 0, 0),
])  # fmt: skip
def test_a_match_given_up_is_lost_but_not_among_people(handheld, seats, how, rates, counts):
    """In the row of the strongest; rated with hints, too, but not by house rules."""
    handheld.prepare(GAME, 7, 3, seats).on()
    table, dealing = handheld.saved(GAME), handheld.module("dealing")
    if how:
        table.note(getattr(handheld.module("storage.history"), "IS_" + how))
    dealing._give_up(table, dealing._packed(table))
    assert rated(handheld)[0] == rates
    assert [handheld.numbers(GAME, k)["PLAYED"] for k in range(4)] == [0, 0, 0, counts]
