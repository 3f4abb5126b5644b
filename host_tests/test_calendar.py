"""The calendar of daily deals: its file, its months, and the deals that are played from it."""

import datetime
import random

import playing
import pytest
from screen_checks import ScreenChecks

DRAWN = False  # by the fixture `handheld`

FIRST = 9497  # 2026-01-01
NOVEMBER = 9824  # 2026-11-24
FRIDAY = playing.GAMES.index("friday")


@pytest.fixture
def calendar(handheld):
    handheld.on()
    return handheld.module("storage.calendar")


def finish(handheld, day, won, number=0, now=None, game="friday"):
    """A game ends on day `now`, at the daily deal of a day unless another one is given."""
    deals = handheld.module("storage.deals")
    row = playing.GAMES.index(game)
    handheld.hal.today = lambda: day if now is None else now
    number = number or deals.daily(game, row, day)
    return handheld.module("storage.calendar").finished(game, row, number, won)


def results(handheld, days, row=FRIDAY):
    calendar = handheld.module("storage.calendar")
    data = calendar.load()
    return [calendar.result(data, row, day) for day in days]


def test_a_day_is_missed_played_or_won(handheld, calendar):
    assert finish(handheld, FIRST, False) == "1 Jan 2026"
    assert finish(handheld, FIRST + 1, True) == "2 Jan 2026"
    assert finish(handheld, FIRST + 1, False) == "2 Jan 2026"  # a win stays
    assert finish(handheld, FIRST + 3, False, number=999999) == ""  # another deal
    assert finish(handheld, FIRST + 4, False) and finish(handheld, FIRST + 4, True)
    days = range(FIRST, FIRST + 5)
    want = [calendar.PLAYED, calendar.WON, calendar.MISSED, calendar.MISSED, calendar.WON]
    assert results(handheld, days) == want
    handheld.on()  # switched off and on
    assert results(handheld, days) == want
    assert results(handheld, days, FRIDAY + 1) == [0] * 5
    assert calendar.first(calendar.load()) == FIRST


def test_a_missed_day_is_won_later_only_if_it_was_chosen(handheld, calendar):
    """The same deal may also be dealt by chance."""
    finish(handheld, FIRST, False)
    assert finish(handheld, FIRST + 2, True, now=FIRST + 9) == ""
    calendar.choose(FRIDAY, FIRST + 2)
    assert finish(handheld, FIRST + 2, False, now=FIRST + 9) == "3 Jan 2026"
    assert results(handheld, [FIRST + 2]) == [calendar.MISSED]
    assert finish(handheld, FIRST + 2, True, number=999999, now=FIRST + 9) == ""
    assert results(handheld, [FIRST + 2]) == [calendar.MISSED]
    assert finish(handheld, FIRST + 2, True, now=FIRST + 9) == "3 Jan 2026"
    calendar.choose(FRIDAY, FIRST)
    assert finish(handheld, FIRST, True, now=FIRST + 9)
    assert results(handheld, [FIRST, FIRST + 2]) == [calendar.WON, calendar.LATER]


def test_without_a_date_nothing_is_written_but_the_deal_is_named(handheld, calendar):
    assert finish(handheld, 1, True, now=-1) == "no. 1"
    assert finish(handheld, 2, True, now=-1) == "no. 2"
    assert not [name for name in handheld.files() if name.startswith("calendar")]


def test_days_in_a_row_need_one_game_each_and_none_won_later(handheld, calendar):
    for day, game in (
        (0, "friday"),
        (1, "make13"),
        (2, "thirteens"),
        (2, "friday"),
        (5, "friday"),
    ):
        finish(handheld, FIRST + day, day == 1, game=game)

    def row(day):
        return calendar.days_in_a_row(calendar.load(), FIRST + day)

    assert [row(day) for day in range(8)] == [1, 2, 3, 3, 0, 1, 1, 0]
    calendar.choose(FRIDAY, FIRST + 4)
    finish(handheld, FIRST + 4, True, now=FIRST + 6)
    assert row(5) == 1


def test_a_year_of_days_is_kept_in_a_small_file(handheld, calendar):
    days = random.Random(5).sample(range(FIRST, FIRST + 2000), 600)
    data = calendar.load()
    for day in days:
        data = calendar._put(data, day % 5, day, calendar.WON)
    kept = sorted(days)
    assert len(data) < 1500
    late = [day for day in kept if calendar.results(data, day)]
    assert len(late) == 366 and calendar.first(data) == late[0]
    for day in late:
        assert calendar.results(data, day) == calendar.WON << 2 * (day % 5)
    wrong = calendar._put(data, 0, 60000, calendar.WON)  # a wrong date costs one day
    assert [calendar.results(wrong, day) for day in late[1:]] == [
        calendar.results(data, day) for day in late[1:]
    ]


@pytest.mark.parametrize("size", (1, 17, 19, 20, 21))
def test_a_file_that_is_none_of_this_version_is_kept_aside(handheld, calendar, size):
    store = handheld.module("storage.store")
    store.save("calendar", (bytes(size),))
    assert calendar.first(calendar.load()) == -1
    assert "calendar file can't be used" in store.trouble()
    finish(handheld, FIRST, True)
    assert results(handheld, [FIRST]) == [calendar.WON]


def test_a_power_cut_in_either_write_leaves_whole_files(handheld, calendar):
    """Of the two files, "daily" for the streak and this one."""
    finish(handheld, FIRST, True)
    for cut in (1, 2):
        handheld.hal.write = cutting(handheld, cut)
        with pytest.raises(handheld.hardware.Stop):
            finish(handheld, FIRST + cut, True)
        handheld.on()
        assert handheld.module("storage.store").trouble() is None
        assert results(handheld, [FIRST]) == [calendar.WON]
        assert finish(handheld, FIRST + cut, True)
        assert results(handheld, [FIRST + cut]) == [calendar.WON]


def cutting(handheld, cut):
    """A hal.write that loses power at its call number `cut`."""
    write, done = handheld.hal.write, []

    def cutting(name, parts):
        done.append(name)
        if len(done) == cut:
            raise handheld.hardware.Stop
        write(name, parts)

    return cutting


# On the screen


def launched(handheld, keys, day=NOVEMBER, checks=None):
    """Switch on at the launcher, and press keys."""
    handheld.on()
    settings = handheld.module("storage.settings")
    settings.load()
    settings.remember(-1)
    settings.save()
    handheld.on()
    handheld.hardware.day = day
    if checks is not None:
        checks.append(ScreenChecks(handheld))
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


def test_a_deal_in_play_goes_on_and_another_is_kept(handheld):
    handheld.on()
    number = daily(handheld, "friday", NOVEMBER)
    for deal, n in ((number, 5), (number + 1, 0)):
        handheld.prepare("friday", deal, 5, last=False)
        match = launched(handheld, "500 RIGHT*2 600 X 300 A 900").game.match
        assert match.number == number and match.n == n
    left = handheld.module("storage.left")
    assert left.deal("friday", number) == number + 1


def test_a_race_at_the_day_s_deal_goes_on(handheld):
    handheld.on()
    number = daily(handheld, "make13", NOVEMBER)
    handheld.prepare("make13", number, 4, last=False, animation=0)
    game = launched(handheld, "500 RIGHT 600 X 300 A 400 A 900").game
    assert game.match.number == number and game.match.n >= 3 and not game.rules.over(game.match.s)


def test_without_a_date_it_asks_for_one_first_and_then_plays_the_next_deal(handheld):
    handheld.prepare(animation=0)
    launched(handheld, "500 X 300 B 300", -1)
    match = launched(handheld, "500 X 300 A 900", -1).game.match
    assert match.number == daily(handheld, "thirteens", 1)
    handheld.prepare(animation=0)
    for name in handheld.saves.glob("calendar*"):
        name.unlink()
    match = launched(handheld, "500 X 300 A 200 A 300 A 900", -1).game.match
    assert match.number == daily(handheld, "thirteens", FIRST)  # the first date that is offered
    assert handheld.hardware.day == FIRST


def test_what_is_said_of_a_day(handheld, calendar):
    handheld.hal.today = lambda: FIRST + 9
    for day, won in ((3, False), (5, True)):
        finish(handheld, FIRST + day, won)
    screen = handheld.module("screens.calendar")
    screen._data = calendar.load()
    screen._now = FIRST + 9
    got = [screen._word(FRIDAY, FIRST + day) for day in (2, 3, 4, 5, 9)]
    assert got == ["", "played, not won", "missed", "won", "not played yet"]


def test_each_month_stands_under_its_days_of_the_week(handheld):
    handheld.on()
    screen = handheld.module("screens.calendar")
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


@pytest.mark.parametrize("board", ("ws_lcd_13", "ws_lcd_114", "display_pack_2", "display_pack"))
@pytest.mark.parametrize("theme", (0, 2))
def test_the_calendar_on_every_board(handheld, board, theme):
    handheld.drawn = True
    handheld.board = board
    handheld.prepare(theme=theme, animation=0)
    calendar = handheld.module("storage.calendar")
    data = calendar.load()
    for day in range(NOVEMBER - 70, NOVEMBER):
        for row in range(5):
            data = calendar._put(data, row, day, (day * 7 + row * 3) // 2 % 4)
    handheld.module("storage.store").save("calendar", (data,))
    handheld.on()
    pad = handheld.hal.PAD
    down = "DOWN" if pad else "Y"
    menu = "MENU" if handheld.hal._PINS[8] >= 0 else "B:700"
    other = "X" if pad and handheld.hal.XY else f"{menu} 100 {down} 100 A"
    keys = f"500 {menu} 200 {down} A 300 {down}*3 200 " + f"{other} 200 {down}*9 200 " * 6
    checks = []
    launched(handheld, keys + "A 200 B 200 B 200", checks=checks)
    assert not checks[0].faults and checks[0].frames > 10
