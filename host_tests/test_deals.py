"""The choice of deals: daily ones by date or in order, winnable ones; the menu; the heap."""

import datetime
import re
import struct

import playing
import pytest
import wasm

from tools import bank

DRAWN = False  # by the fixture `handheld`

PATIENCES = bank.GAMES
FIRST = (datetime.date(2026, 1, 1) - datetime.date(2000, 1, 1)).days
MANY = 400


@pytest.fixture
def deals(handheld):
    handheld.on()
    return handheld.module("storage.deals")


@pytest.fixture(scope="module")
def proved():
    """For each patience the deals that are proved winnable."""
    return {
        game: [deal for deal, text in bank.read(game).items() if bank.won(text)]
        for game in PATIENCES
    }


# The bank


@pytest.mark.parametrize("game", PATIENCES)
def test_the_bank_has_each_proved_deal_and_no_other(deals, proved, game):
    n = len(proved[game])
    assert deals.winnable(game) == n
    step = 1 if playing.SOAK else 7
    assert [deals.in_turn(game, k, 0) for k in range(0, n, step)] == proved[game][::step]
    assert deals.in_turn(game, n - 1, 0) == proved[game][-1]


def test_a_game_without_a_bank_has_no_winnable_deals(deals):
    for game in ("make13", "three_thirteen"):
        assert deals.winnable(game) == deals.in_turn(game, 0, 0) == 0


@pytest.mark.parametrize("game", PATIENCES)
def test_winnable_only_gives_only_proved_deals(deals, proved, game):
    got = {deals.any_deal(game, True) for _ in range(MANY)}
    assert got <= set(proved[game]) and len(got) > MANY // 2
    assert max(deals.any_deal(game, False) for _ in range(50)) > 16384


def test_without_a_bank_any_deal_is_taken(deals):
    got = {deals.any_deal("make13", True) for _ in range(MANY)}
    assert min(got) >= 1 and max(got) <= 999999 and len(got) > MANY // 2


def test_a_truncated_bank_in_flash_does_no_harm(deals, handheld, tmp_path):
    name = "thirteen/bank/friday.bin"
    data = (playing.ROOT / "firmware" / name).read_bytes()
    import files

    (tmp_path / "thirteen/bank").mkdir(parents=True)
    files.home(str(tmp_path) + "/")
    assert deals.winnable("friday") == 0  # the file is missing
    for size in (0, 3, 4, 10, 40, 100, len(data) - 1):
        (tmp_path / name).write_bytes(data[:size])
        for k in (0, 700, 1400):
            assert 0 <= deals.in_turn("friday", k, 0) <= 999999
        assert 1 <= deals.daily("friday", 2, FIRST) <= 999999
        assert 1 <= deals.any_deal("friday", True) <= 999999


# Daily deals


def rows(handheld):
    catalog = handheld.module("catalog")
    return [(game[catalog.NAME], i) for i, game in enumerate(catalog.GAMES)]


def test_every_daily_deal_is_valid_and_many_in_a_row_differ(handheld, deals, proved):
    for game, row in rows(handheld):
        got = [deals.daily(game, row, FIRST + i) for i in range(MANY)]
        assert len(set(got)) == MANY
        assert min(got) >= 1 and max(got) <= 999999
        if game in proved:
            assert set(got) <= set(proved[game])


@pytest.mark.parametrize("game", PATIENCES)
def test_every_proved_deal_becomes_a_daily_deal(deals, proved, game, monkeypatch):
    n = len(proved[game])
    monkeypatch.setattr(deals, "_pick", lambda game, k: k + 1)
    row = playing.GAMES.index(game)
    assert {deals.daily(game, row, FIRST + i) for i in range(n)} == {*range(1, n + 1)}


def test_the_daily_deals_of_a_day_never_change(deals):
    """Except those of the patiences, whose banks may grow."""
    assert [deals.daily("make13", 1, FIRST + i) for i in range(3)] == [208122, 216041, 223960]
    assert deals.daily("three_thirteen", 4, 65535) == 977396


def today(handheld):
    history = handheld.module("storage.history")
    return history.today(history.load())


def test_a_day_without_a_date_is_one_of_play(handheld, deals):
    """The next one comes after a power-on, if something was played to its end; or a day later."""
    assert handheld.hal.today() == -1
    for n in (1, 2, 3):
        for _ in range(2):  # the first time nothing is played
            handheld.on()
            assert today(handheld) == n
        for game, row in rows(handheld):
            assert today(handheld) == n
            handheld.played(game, how="DAILY", day=n)
            assert handheld.module("storage.history").is_done(past(handheld), row)
    handheld.hardware.day = -2  # it was on for a day
    assert today(handheld) == 4
    handheld.played("friday")
    assert today(handheld) == 4
    handheld.hal.set_today(FIRST)
    assert today(handheld) == FIRST
    handheld.played("friday", how="DAILY", day=FIRST)
    handheld.on()
    assert today(handheld) == 5  # a date uses up no day of play


def past(handheld):
    return handheld.module("storage.history").load()


def deal(handheld, table, *what, **how):
    """Deal, and the names of what is noted of it."""
    handheld.module("dealing").deal(table, *what, **how)
    return handheld.facts(table)


def test_what_is_known_of_a_deal_is_noted_when_it_is_dealt(handheld, deals):
    handheld.module("storage.settings").load()
    table = handheld.module("game").Game("friday")
    number = deals.daily("friday", 2, FIRST)
    assert deal(handheld, table) == set() and table.day == 1
    assert deal(handheld, table, 42, typed=True) == {"KNOWN"}
    assert deal(handheld, table, 42) == set()  # by its name, or as a step
    handheld.hal.set_today(FIRST)
    assert deal(handheld, table) == set() and table.day == FIRST
    assert deal(handheld, table, number, typed=True) == {"DAILY"} and table.day == FIRST
    assert deal(handheld, table, day=FIRST, rules=b"\1") == {"DAILY", "HOUSE"}
    handheld.hal.set_today(FIRST + 1)  # it is that day's deal still
    assert (table.day, deal(handheld, table, day=FIRST)) == (FIRST, {"DAILY", "LATE"})
    table.note(handheld.module("storage.history").IS_BEGUN)
    assert deal(handheld, table, day=FIRST) == {"KNOWN", "DAILY", "LATE"}
    handheld.played("friday", deal=table.match.number, how="DAILY", day=FIRST)
    assert "KNOWN" in deal(handheld, table, day=FIRST)  # finished before
    table.save()
    again = handheld.saved("friday")
    assert (again.how, again.day, again.identity) == (table.how, table.day, table.identity)


def test_a_day_s_deal_is_known_as_long_as_the_day_is(handheld, deals):
    """Also once the game itself has left the records."""
    handheld.module("storage.settings").load()
    history = handheld.module("storage.history")
    past = history.load()
    past[history.DAYS] += struct.pack("<HHB", FIRST, history.FINISHED << 6, 0)
    assert history.save(past) and not past[history.RECORDS]
    table = handheld.module("game").Game("friday")
    handheld.hal.set_today(FIRST + 1)
    assert "KNOWN" in deal(handheld, table, day=FIRST)
    assert "KNOWN" not in deal(handheld, table, day=FIRST + 1)


@pytest.mark.parametrize("game", PATIENCES)
def test_each_winnable_deal_comes_once_before_one_comes_again(handheld, deals, game, monkeypatch):
    """From a place of this handheld's own, whatever is finished, and over power-offs."""
    n, row = 40, playing.GAMES.index(game)
    monkeypatch.setattr(deals, "winnable", lambda game: n)
    monkeypatch.setattr(deals, "_pick", lambda game, k: k + 1)
    handheld.module("storage.settings").load()
    ending, dealing = handheld.module("ending"), handheld.module("dealing")
    history, table = handheld.module("storage.history"), handheld.module("game").Game(game)
    table.rules.over = lambda s: 0
    seen = []
    for i in range(n):
        dealing.deal(table)
        seen.append(table.match.number)
        if i % 3 == 0:
            table.identity = 100 + i
            ending.close(table, True, 0, 60)
        if i % 5 == 0:  # off and on: what is in play was saved
            index = table.deal_index
            table = handheld.module("game").Game(game)
            table.deal_index = index if i % 3 else 0  # of one that is over the history knows it
    assert sorted(seen) == [*range(1, n + 1)]
    start = history.deal_index(history.load(), row)[0]
    assert [(start + k * 5003) % n + 1 for k in range(n)] == seen
    assert len({(start + 1 + k * 5003) % n for k in range(n)}) == n
    past = history.load()
    history.put_deal_index(past, row, 65535)
    for index, known in ((65534, 65535), (65535, 65535), (0, 0), (7, 7)):  # after 65,535 comes 0
        table.deal_index = index
        assert dealing.deal_index(table, past) == known


@pytest.mark.parametrize("chip, name", [(0x20002927, "_RP2040"), (0x20004927, "_RP2350")])
def test_the_host_sets_the_date_where_the_hal_reads_it(chip, name):
    """The word survives a reset, the clock does not."""
    import fake_pico

    from tools.device import port

    pico = fake_pico.FakePico()
    device = port.Device.__new__(port.Device)
    device.transport = pico
    pico.mem32[0x40000000] = chip
    device.restart()
    del pico.mem32[0x40000000]
    ((address, word),) = pico.mem32.items()
    today = (datetime.date.today() - datetime.date(2000, 1, 1)).days
    assert word in (0x13CA << 16 | today, 0x13CA << 16 | today - 1) and pico.resets == 1
    text = (playing.ROOT / "firmware/hal/startup.py").read_text()
    words = re.search(name + r" = \((.*?)^\)", text, re.M | re.S)[1]
    assert f"0x{address - 4:08X}" in words
    assert "_DATED = const(0x13CA)" in text


# The calendar


def test_dates_are_those_of_the_calendar(handheld):
    handheld.on()
    dates = handheld.module("storage.dates")
    day = datetime.date(2000, 1, 1)
    for n in range(0, 60000):
        if n < 3000 or n % 37 == 0:
            y, m, d = dates.date(n)
            assert (y, m, d) == tuple((day + datetime.timedelta(n)).timetuple())[:3]
            assert dates.day_of(y, m, d) == n
    for y, m, d in ((1999, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 2, 29), (2026, 4, 31)):
        assert dates.day_of(y, m, d) == -1
    assert dates.day_of(2028, 2, 29) >= 0 and dates.day_of(2026, 1, 0) == -1


def test_dates_are_written_in_the_usual_way(handheld):
    handheld.on()
    dates = handheld.module("storage.dates")
    assert dates.today() == "not set"
    handheld.hal.set_today(dates.day_of(2026, 5, 9))
    assert dates.today() == "9 May 2026"
    for n in (9497, 9528, 9999, 20000, 36524):
        day = datetime.date(2000, 1, 1) + datetime.timedelta(n)
        handheld.hal.today = lambda n=n: n
        assert dates.today() == f"{day.day} {day:%b %Y}"
        assert dates.yymmdd(9497) == int(f"{day:%y%m%d}")
    handheld.hal.today = lambda: -1
    assert dates.yymmdd(0) == 260101 and dates.yymmdd(9813) == 261113
    chosen = []
    handheld.hal.set_today = chosen.append
    assert not dates.set_today(251231) and not dates.set_today(260230)
    assert dates.set_today(260101) and chosen == [9497]


# On the handheld


def pause_row(handheld, name):
    return "500 " + playing.row(handheld, name) + " 200 "


def test_the_menu_of_new_deals(handheld, proved):
    handheld.prepare("thirteens", 42, 5)
    menu = pause_row(handheld, "Choose a deal")
    game = handheld.play(menu + "DOWN*2 A 300").game
    assert game.match.number == 42 and game.match.played == game.match.logged == 0
    handheld.prepare("thirteens", 42, 5)
    assert handheld.play(menu + "B 300").game.match.played == 5  # back: the game continues
    game = handheld.play(menu + "A 300").game
    assert game.match.number == handheld.module("storage.deals").daily("thirteens", 0, 1)
    assert game.match.number in proved["thirteens"]


def test_winnable_only_holds_under_the_default_rules(handheld, proved):
    for game in PATIENCES:
        handheld.on()
        settings = handheld.module("storage.settings")
        settings.load()
        table = handheld.module("game").Game(game)
        names = table.rules.OPTIONS
        assert settings.winnable(settings.options(table.row, names))  # from the first start on
        assert {_next(handheld, table) for _ in range(9)} <= set(proved[game])
        settings.choose(table.row, 0, 1)
        assert not settings.winnable(settings.options(table.row, names))
        assert max(_next(handheld, table) for _ in range(9)) > 16384


def test_no_random_deal_is_over_before_the_first_move(handheld, monkeypatch):
    """Thirteens deal 17 is over at once; by its number it can still be chosen."""
    handheld.on()
    handheld.module("storage.settings").load()
    table = handheld.module("game").Game("thirteens")
    given = iter((17, 17, 18))
    monkeypatch.setattr(handheld.module("storage.deals"), "in_turn", lambda *_: next(given))
    handheld.module("dealing").deal(table)
    assert table.match.number == 18 and not table.rules.over(table.match.s)
    handheld.module("dealing").deal(table, 17)
    assert table.match.number == 17 and table.rules.over(table.match.s)


def _next(handheld, table):
    """The next deal."""
    handheld.module("dealing").deal(table)
    return table.match.number


@pytest.mark.parametrize("day, name", ((-1, "no. 1"), (9822, "22 Nov 2026")))
def test_a_daily_deal_names_its_day(handheld, proved, day, name):
    """In the pause menu and when it is won; another deal its number."""
    handheld.on()
    deals = handheld.module("storage.deals")
    number = deals.daily("friday", 2, max(day, 1))
    other = next(n for n in proved["friday"] if n != number)
    for deal, title, line in (
        (number, "Daily " + name, "Daily deal\t" + name),
        (other, f"Deal {other}", f"Deal\t{other}"),
    ):
        handheld.prepare("friday", deal, 1)
        table = handheld.saved("friday")
        handheld.hal.today = lambda: day
        handheld.module("dealing").begin(table)
        table.clean = False
        assert table.save()
        handheld.on()
        menu = handheld.module("ui.menu")
        shown = []
        menu.ask = lambda title, *_, shown=shown, **__: shown.append(title) or -1
        handheld.tap("500 MENU 300")
        assert shown == [title]
        handheld.on()  # on a later day
        handheld.hal.today = lambda: day + 3
        table = handheld.saved("friday")
        table.rules.over = lambda s: 1
        assert table.mode.result_lines(table, [], None) == [line]


def test_the_date_is_set_by_hand(handheld):
    handheld.prepare("thirteens", 42, 5)
    n = len(handheld.module("screens.settings_menu").ROWS) + 1  # below the backs
    date = pause_row(handheld, "Settings") + f"DOWN*{n} A 200 "
    day = handheld.module("storage.dates").day_of
    handheld.play(date + "DOWN 100 A 200")  # 1 Jan 2016: too early
    assert handheld.hal.today() == -1
    handheld.play(date + "RIGHT*3 UP RIGHT*2 UP A 200 B B 300")
    assert handheld.hal.today() == day(2026, 2, 2)
    handheld.play(date + "RIGHT*2 UP RIGHT UP*2 A 200 A 100 B 300")
    assert handheld.hal.today() == -1  # month 13


# Real MicroPython

HEAP = """
import gc
import hal
from thirteen.storage import deals

def measured(f, *args):
    f(*args)
    gc.collect()
    before = gc.mem_alloc()
    for _ in range(20):
        f(*args)
    garbage = gc.mem_alloc() - before
    return before, garbage // 20

into = bytearray(16)
before, garbage = measured(hal.read_asset, "thirteen/bank/thirteens.bin", 100, into)
print(hal.read_asset("thirteen/bank/thirteens.bin", 100, into), bytes(into).hex(), garbage)
print(hal.read_asset("thirteen/bank/nothing.bin", 0, into))
print([deals.in_turn("thirteens", k, 0) for k in (0, 1, 511, 4000, 8000)])
before, garbage = measured(deals.in_turn, "thirteens", 8000, 0)
print(garbage)
"""
KEPT = "gc.collect()\nprint(gc.mem_alloc() - before)"


def test_micropython_reads_the_bank_and_keeps_nothing(proved):
    folder = playing.ROOT / "firmware/thirteen/bank"
    files = dict(wasm.game())
    files.update({f"/thirteen/bank/{path.name}": path for path in folder.glob("*.bin")})
    peeked, none, picked, garbage, kept = wasm.run(HEAP, KEPT, files=files).splitlines()
    data = (folder / "thirteens.bin").read_bytes()
    n, hexed, waste = peeked.split()
    assert (n, hexed) == ("16", data[100:116].hex()) and none == "0"
    assert int(waste) < 400  # the open file, freed by the next collection
    assert picked == str([proved["thirteens"][k] for k in (0, 1, 511, 4000, 8000)])
    assert int(garbage) < 1500
    assert int(kept) < 64
