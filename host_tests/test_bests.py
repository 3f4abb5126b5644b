"""The best at a deal: par and fewest moves of a patience, the ghost of a race."""

import playing
import pytest

from thirteen import options
from thirteen.match import Match
from thirteen.rules import make13 as rules
from tools import bank

DRAWN = False  # by the fixture `handheld`

GROUP, LATER = 0b1100, 0b100  # f3+f4 and then the king f3, in deal 364


@pytest.fixture
def bests(handheld):
    handheld.on()
    return handheld.module("storage.make13_ghost")


def race(deal=364, waits=(70, 60), options=bytes(5)):
    """A race in which two groups are taken after those waits, and then three seconds pass."""
    match = Match(rules, deal, options)
    for ticks, m in zip(waits, (GROUP, LATER)):
        match.play(rules.WAIT | ticks)
        assert match.allows(m)
        match.play(m)
    match.play(rules.WAIT | 30)
    return match


def test_a_curve_has_the_points_every_five_seconds(bests):
    """Also if a wait passes several of these moments: 30 points after 7 s, 40 after 13 s."""
    match = race()
    match.forgotten = 1
    bests.raced("make13", match, b"ANN")
    assert not bests.find("make13", match)  # its log does not tell
    match = race()
    assert bests.curve(match) == (bytes((0, 1, 2)), 0)  # in twenties; 70 points round to 3
    bests.raced("make13", match, b"ANN")
    best = bests.find("make13", match)
    assert best[:3] == b"ANN" and bests.value(best) == 70
    times = 0, 49, 50, 100, 149, 150, 9999
    assert [bests.ghost_score(best, t) for t in times] == [0, 0, 0, 1, 1, 3, 3]


def test_what_is_earned_at_the_very_end_is_in_the_curve_whole(bests):
    """A step holds 255: more comes in steps behind the end."""
    bests.earned = lambda rules, s: 600
    line, _ = bests.curve(race(waits=(5, 5)))
    assert list(line) == [255, 255, 90]


def test_only_the_best_race_at_a_deal_is_kept_and_few_deals(bests):
    match = race()
    bests.raced("make13", match, b"ANN")
    bests.raced("make13", race(waits=(80, 70)), b"BOB")  # fewer points
    assert bests.find("make13", match)[:3] == b"ANN"
    bests.raced("make13", race(waits=(20, 20)), b"CID")
    assert bests.find("make13", match)[:3] == b"CID" and len(bests._rows("make13")) == 1
    other = Match(rules, 364, bytes((0, 2, 0, 0, 0)))
    assert bests.find("make13", other) == b""
    for deal in range(1, 40):
        bests.keep("make13", Match(rules, deal), b"ANN" + bytes(197))
    assert bests.find("make13", match) == b"" and len(bests._rows("make13")) == 16
    assert sum(len(data) for data in bests_files(bests).values()) < 7500


def test_a_ghost_lasts_as_long_as_its_race(bests):
    """Unhurried races take longer than 200 steps of five seconds: the steps are longer then."""
    levels = options.index(rules.OPTIONS[1][1], "99")  # it goes on if one is not busted
    for minutes in (16, 17, 40, 200):
        match = Match(rules, 364, bytes((0, levels, 0, 0, 0)))
        seed = minutes
        earned = []  # after so many ticks
        while rules.get(match.s, rules.TICKS) < 600 * minutes and not rules.over(match.s):
            match.play(rules.WAIT | 95)
            earned.append((rules.get(match.s, rules.TICKS), rules.score(match.s) // 20))
            groups, n = match.legal()
            seed = seed * 75 % 65537
            moves = [m for m in groups[:n] if m < rules.WAIT and m != rules.QUIT]
            if moves and not rules.over(match.s):
                match.play(moves[seed % len(moves)])
        bests.keep("make13", match, b"")
        bests.raced("make13", match, b"ANN")
        best = bests.find("make13", match)
        ticks, points = rules.get(match.s, rules.TICKS), rules.score(match.s)
        assert ticks >= 600 * minutes and not match.forgotten
        assert bests.value(best) == points and len(best) < 250
        assert bests.ghost_score(best, ticks + 5 * bests.interval(best)) == points // 20
        assert bests.ghost_score(best, ticks // 2) < points // 20
        assert all(bests.ghost_score(best, t) <= n for t, n in earned)  # never ahead of itself


def bests_files(bests):
    hal = bests.store.hal
    return {n: hal.read(n) for n in hal.names() if "-bests" in n}


@pytest.mark.parametrize("data", (b"", b"\0", b"\xff" * 9, b"\7" + bytes(9), bytes(50)))
def test_whatever_lies_in_the_file_is_no_crash(bests, data):
    bests.store.save("make13-bests", (data,))
    match = race()
    best = bests.find("make13", match)
    assert bests.value(best) == 0 and bests.ghost_score(best, 100) in (0, 2)
    bests.raced("make13", match, b"ANN")
    assert bests.value(bests.find("make13", match)) == 70
    nobody = bytes((13,)) + bests._key(match) + b"\xff\xff\xff" + bytes(4)
    bests.store.save("make13-bests", (nobody,))
    assert bests.find("make13", match) == b""  # whose letters the end card could not show


def test_a_race_shows_how_far_the_best_at_its_deal_is(handheld):
    handheld.prepare("make13", 364, options=bytes(5), animation=0)
    handheld.on()
    handheld.module("storage.make13_ghost").raced("make13", race(), b"ANN")
    handheld.tap("300 A 11000")  # goes on; no group is taken
    view = handheld.game.view
    assert view._shown.ahead == "-20"
    handheld.game.match.deal(365, bytes(5))
    view.open(handheld.game.match.s)
    assert view._shown.ahead == ""


def sprint(wait):
    """A sprint to level 1 of a deal whose first groups bust it, with a wait at its start."""
    match = Match(rules, 1, bytes((2, 2, 0, 0, 0)))
    match.play(rules.WAIT | wait)
    while not rules.over(match.s):
        groups, n = match.legal()
        match.play(min(groups[:n], key=lambda m: (m >= rules.NEXT, m == rules.DRAW)))
    return match


def test_the_best_sprint_is_the_fastest_that_was_won(bests):
    """Its curve counts levels; one that was lost is none."""
    match = sprint(90)
    assert rules.over(match.s) == 1
    bests.raced("make13", match, b"ANN")
    bests.raced("make13", sprint(95), b"BOB")
    best = bests.find("make13", match)
    assert best[:3] == b"ANN" and bests.value(best) == 90
    assert bests.ghost_score(best, 9999) == rules.get(match.s, rules.BUSTED) == 1
    bests.raced("make13", sprint(60), b"CID")
    assert bests.find("make13", match)[:3] == b"CID"
    lost = Match(rules, 6, match.options)
    lost.play(rules.QUIT)
    bests.raced("make13", lost, b"ANN")
    assert not bests.find("make13", lost)


def noted(handheld):
    handheld.on()
    handheld.tap("1500")
    return handheld.status_panel._message


def test_par_is_told_before_a_deal_that_is_proved_winnable(handheld):
    handheld.on()
    number = handheld.module("storage.deals").any_deal("friday", True)
    handheld.prepare("friday", number, animation=0)
    par = handheld.module("modes.patience").Mode().par(handheld.saved("friday"))
    assert par >= 48 and noted(handheld) == f"Par: {par} moves."
    choose = playing.row(handheld, "Choose a deal")
    handheld.on()
    rows, menu = [], handheld.module("ui.menu")
    row = menu._row
    menu._row = lambda item, *where: (rows.append(item), row(item, *where))[1]
    handheld.tap(f"1500 B 300 {choose} 400")
    assert f"This deal again\tpar {par}" in rows


def test_each_deal_has_a_par_of_its_own(handheld):
    """Also in one game, dealt again and again; by house rules there is none."""
    handheld.on()
    game, deals = handheld.start("friday"), handheld.module("storage.deals")
    for k, house in ((0, None), (1, None), (2, b"\1")):
        number = deals.in_turn("friday", k, 0)
        game.match.deal(number, house and house + bytes(len(game.rules.OPTIONS) - 1))
        game.mode.begin(game)
        line = bank.decode(game.rules, number, bank.read("friday")[number])
        assert game.mode.par(game) == (0 if house else len(list(line)))


def test_par_is_told_after_no_other_message(handheld):
    """What was said of the game that was left stands."""
    handheld.on()
    number = handheld.module("storage.deals").any_deal("friday", True)
    game, panel = handheld.start("friday", number), handheld.status_panel
    for said, stands in (("Deal 5 is lost.", True), ("", False)):
        game.view.open(game.match.s)
        game.mode.begin(game)
        panel.message(said)
        while game.mode.autoplay(game):
            pass
        assert (panel._message == said) == stands


def test_the_best_at_a_deal_is_told_before_it_and_on_the_result(handheld):
    handheld.prepare("thirteens", 42, animation=0)
    handheld.on()
    bot, game_over = handheld.module("bots.thirteens"), handheld.module("screens.game_over")
    ending, history = handheld.module("ending"), handheld.module("storage.history")
    for again in (False, True):
        game = handheld.start("thirteens", 42)
        game.identity = 5 + again
        while not game.rules.over(game.match.s):
            game.match.play(playing.think(bot, game.match.s))
        shown = f"Best at this deal\t{game.match.played} moves"
        ending.close(game, True, 0, 60)
        assert (shown in game_over.lines(game, True, history.load())) == again
    handheld.prepare("thirteens", 42, animation=0)
    assert noted(handheld) == f"Your best: {game.match.played}."
