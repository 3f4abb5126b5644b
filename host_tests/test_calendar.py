"""The calendar of daily deals: its file, its months, and the deals that are played from it."""

import datetime
import random

import playing
import pytest

DRAWN = False  # by the fixture `handheld`

FIRST = 9497  # 2026-01-01
NOVEMBER = 9824  # 2026-11-24
FRIDAY = playing.GAMES.index("friday")


# On the screen


def launched(handheld, keys, day=NOVEMBER):
    """Switch on at the launcher, and press keys."""
    handheld.on()
    settings = handheld.module("storage.settings")
    settings.load()
    settings.remember(-1)
    settings.save()
    handheld.on()
    handheld.hardware.day = day
    return handheld.tap(keys)


def daily(handheld, game, day):
    return handheld.module("storage.deals").daily(game, playing.GAMES.index(game), day)


@pytest.mark.parametrize("game", playing.PATIENCES + playing.RACES)
def test_any_day_s_deal_is_played_from_the_launcher(handheld, game):
    way = f"500 RIGHT*{playing.GAMES.index(game)} 600 X 300 "
    for keys, day in (("", 0), ("LEFT*3 ", 3), ("UP*4 RIGHT ", 27), ("RIGHT DOWN ", 0)):
        for path in handheld.saves.glob("*"):
            path.unlink()
        handheld.prepare(animation=0)
        match = launched(handheld, way + keys + "A 900").game.match
        assert match.number == daily(handheld, game, NOVEMBER - day)


def test_the_games_follow_one_another_and_all_come_last(handheld):
    handheld.prepare(animation=0)
    launched(handheld, "500 RIGHT*2 600 X 300 X 100 A 900")
    assert handheld.game.name == "imaginary"
    launched(handheld, "500 LEFT 600 X 300 LEFT 100 A 200 DOWN*2 A 900")  # all; a day; the third
    assert handheld.game.match.number == daily(handheld, "friday", NOVEMBER - 1)


def in_play(handheld, game, deal, moves):
    """A game that was dealt as the day's."""
    handheld.prepare(game, deal, moves, last=False, animation=0)
    table = handheld.saved(game)
    table.day = NOVEMBER
    table.note(handheld.module("storage.history").IS_DAILY)
    table.save()


def test_a_race_at_the_day_s_deal_goes_on(handheld):
    handheld.on()
    number = daily(handheld, "make13", NOVEMBER)
    in_play(handheld, "make13", number, 4)
    game = launched(handheld, "500 RIGHT 600 X 300 A 400 A 900").game
    assert (
        game.match.number == number
        and game.match.played >= 3
        and not game.rules.over(game.match.s)
    )


def test_without_a_date_it_asks_for_one_first_and_then_plays_the_next_deal(handheld):
    handheld.prepare(animation=0)
    launched(handheld, "500 X 300 B 300", -1)
    match = launched(handheld, "500 X 300 A 900", -1).game.match
    assert match.number == daily(handheld, "thirteens", 1)
    handheld.prepare(animation=0)
    for name in handheld.saves.glob("history*"):
        name.unlink()
    match = launched(handheld, "500 X 300 UP A 200 A 300 A 900", -1).game.match
    assert match.number == daily(handheld, "thirteens", FIRST)  # the first date that is offered
    assert handheld.hardware.day == FIRST


@pytest.mark.parametrize(
    "keys, day",
    (("A", 0), ("RIGHT", 1), ("LEFT", 0), ("DOWN A", 1), ("B", None), ("UP*2 A", None),
     ("DOWN*2 A 300 A", 0)),
)  # fmt: skip
def test_after_a_power_on_one_press_sets_the_date_on(handheld, keys, day):
    """From the day on which something was played last; once, over the launcher."""
    handheld.prepare(animation=0)
    handheld.hardware.day = NOVEMBER
    handheld.played("friday", day=NOVEMBER)
    asked = []

    def watch():
        menu = handheld.module("ui.menu")
        ask = menu.ask
        menu.ask = lambda title, *rest, **how: asked.append(title) or ask(title, *rest, **how)

    handheld.play(f"900 {keys} 600 A 900 MENU 300 UP A 900", before=watch)
    assert asked[0] == "Still 24 Nov?" and asked.count(asked[0]) == 1
    assert handheld.hal.today() == (-1 if day is None else NOVEMBER + day)
    handheld.play("900", before=watch)
    assert asked.count(asked[0]) == 2


def test_a_player_who_wants_no_date_is_not_asked_again_until_it_is_set(handheld):
    handheld.prepare(animation=0)
    handheld.play("900 A 900 MENU 300 UP A 900")  # nobody has played on a day yet: no question
    assert handheld.module("screens.ask_date")._asked
    handheld.hardware.day = NOVEMBER
    handheld.played("friday", day=NOVEMBER)
    handheld.play("900 UP A 2500")
    handheld.on()
    settings = handheld.module("storage.settings")
    settings.load()
    assert settings.values[settings.DATELESS] and not handheld.module("screens.ask_date").due()
    handheld.module("screens.settings_menu").digits.number = lambda *what: 261125
    handheld.module("screens.settings_menu").set_date(lambda: None)
    handheld.module("background").finish()
    settings.load()  # from the calendar, too, where nothing else saves it
    assert not settings.values[settings.DATELESS]


@pytest.mark.parametrize("won", (True, False))
def test_after_a_day_s_deal_comes_today_s_of_the_next_game_that_was_played(handheld, won):
    """Until all of these are done; not after that of another day."""
    handheld.on()
    handheld.hal.set_today(NOVEMBER)
    onward, history = handheld.module("screens.onward"), handheld.module("storage.history")
    game = handheld.start("friday")

    def after(late=0):
        game.how = history.IS_DAILY | late
        then = onward.after(game, won, history.load())
        return then and (playing.GAMES[then.row], then.day)

    assert not after()
    handheld.played("thirteens")
    assert after() == ("thirteens", NOVEMBER) and not after(history.IS_LATE)
    handheld.played("thirteens", how="DAILY", day=NOVEMBER)
    assert not after()


@pytest.mark.parametrize(
    "game, then, keys",
    (
        ("friday", "thirteens", "A"),
        ("friday", "make13", "A"),
        ("thirteens", "three_thirteen", "A"),
        ("three_thirteen", "friday", "A 900 A 900 A"),
        ("make13", "friday", "A 900 DOWN A"),
    ),
)
def test_the_end_of_a_day_s_deal_leads_there(handheld, game, then, keys):
    handheld.prepare(game, moves=0, animation=0)
    handheld.played(then)
    table, dice = handheld.saved(game), random.Random(1)
    if game in playing.PATIENCES:
        deal, moves = playing.won(game)
        table.match.deal(deal)
        for m in moves:
            table.match.play(m)
    while not table.rules.over(table.match.s):
        out, n = table.match.legal()
        table.match.play(out[dice.randrange(n)])
    table.reset_counters()
    history = handheld.module("storage.history")
    table.day = NOVEMBER
    table.note(history.IS_DAILY | history.IS_BEGUN)
    assert table.save()
    handheld.play("5000 " + keys + " 1500", before=lambda: handheld.hal.set_today(NOVEMBER))
    opened = handheld.game
    deals = handheld.module("storage.deals")
    assert (opened.name, opened.day, opened.step) == (then, NOVEMBER, 0)
    assert opened.match.number == deals.daily(then, opened.row, NOVEMBER)
    handheld.play("500")
    assert handheld.game.name == then  # after a power-off, too


def test_what_is_said_of_a_day(handheld):
    handheld.on()
    for day, how, won in (
        (3, "DAILY", False), (5, "DAILY", True), (6, "DAILY GIVEN_UP", False),
        (7, "DAILY LATE", True), (3, "DAILY LATE", True), (8, "DAILY", False),
    ):  # fmt: skip
        handheld.played("friday", won, how=how, day=FIRST + day)
    history, screen = handheld.module("storage.history"), handheld.module("screens.calendar")
    screen._past = history.load()
    screen._first = history.first_date(screen._past)
    screen._now = FIRST + 9
    assert [screen._word(FRIDAY, FIRST + day) for day in range(2, 10)] == [
        "", "lost, won later", "missed", "won", "given up", "won later", "played, not won",
        "not played yet",
    ]  # fmt: skip
    month, edges = screen._Month(FRIDAY, FIRST), []
    screen._ground = lambda x, y, w, h, edge, ground: edges.append(edge)
    for day in range(2, 10):  # the cursor is seen on each of them
        for on in (True, False):
            month.cell(day, on, 0, 0, 30, 20)
    assert {*edges[::2]} == {screen.canvas.WHITE} and screen.canvas.WHITE not in edges[1::2]


def test_each_month_stands_under_its_days_of_the_week(handheld):
    handheld.on()
    screen = handheld.module("screens.calendar")
    screen._past = handheld.module("storage.history").empty()
    handheld.module("preferences").apply()
    fb, boxes = handheld.hal.fb, []
    screen.fb = type("Spy", (), {"fill": fb.fill, "fill_rect": lambda *a: boxes.append(a[1:])})()
    for month in range(1, 40):
        date = datetime.date(2026 + month // 12, month % 12 + 1, 1)
        day = (date - datetime.date(2000, 1, 1)).days
        screen._now = day
        boxes.clear()
        grid = screen._Month(0, day)
        grid.show()
        left, top, w, h = grid.left, grid.top, grid.w, grid.h
        rows = [((x - left) // w, (y - top) // h) for x, y, *_ in boxes[:-1]]
        n = (date.replace(day=28) + datetime.timedelta(4)).replace(day=1) - date
        assert rows == [
            ((date.weekday() + i) % 7, (date.weekday() + i) // 7) for i in range(n.days)
        ]
        assert top + (rows[-1][1] + 1) * h <= boxes[-1][1]  # above the foot
