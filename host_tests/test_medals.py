"""Medals: for the days of a month whose daily deals were won."""

import struct

import playing
import pytest

DRAWN = False

FIRST = 9497  # 2026-01-01
FEBRUARY = FIRST + 31


def with_days(history, results):
    """A history with these days: {day: (row, result)}."""
    past = history.empty()
    for day, (row, got) in results.items():
        bits = got << 3 * row
        past[history.DAYS] += struct.pack("<HHB", day, bits & 0xFFFF, bits >> 16)
    return past


@pytest.fixture
def history(handheld):
    handheld.on()
    return handheld.module("storage.history")


@pytest.mark.parametrize(
    "won, medal", ((0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (27, 2), (28, 3))
)
def test_a_month_earns_by_days_won(history, won, medal):
    row = 2
    kinds = history.LATER, history.WON_THEN, history.FINISHED | history.LATER
    results = {FEBRUARY + i: (row, kinds[i % 3]) for i in range(won)}
    results.update({FEBRUARY + i: (row, 1 + i % 2) for i in range(won, 28)})  # not won, dropped
    results.update({day: (row, history.WON_THEN) for day in (FEBRUARY - 1, FEBRUARY + 28)})
    past = with_days(history, results)
    assert history.medal(past, row, FEBRUARY, 28) == medal == history.medal(past, -1, FEBRUARY, 28)
    assert history.medal(past, row + 1, FEBRUARY, 28) == 0


def test_for_all_games_a_day_counts_with_any_of_them_won(history):
    results = {FEBRUARY + i: (i % 5, history.WON_THEN) for i in range(20)}
    assert history.medal(with_days(history, results), -1, FEBRUARY, 28) == 2


def test_the_calendar_leads_to_them(handheld):
    """November 2026: eleven days won."""
    handheld.prepare(last=False)
    handheld.on()
    history = handheld.module("storage.history")
    now = FIRST + 330
    days = {now - i: (2, history.WON_THEN) for i in range(2, 13)}
    history.save(with_days(history, days))
    handheld.on()
    handheld.hardware.day = now
    drawn = []
    text = handheld.hal.text
    handheld.hal.text = lambda font, s, *rest: (drawn.append(s), text(font, s, *rest))[1]
    right = playing.GAMES.index("friday")
    handheld.tap(f"600 {'RIGHT ' * right}400 X 500 MENU 400 UP*3 A 400")
    assert "Nov 2026: 11 won, bronze; silver at 20" in drawn


@pytest.mark.parametrize("first, day, won, new", (
    (FEBRUARY, 9, 9, "bronze"), (FEBRUARY, 9, 8, ""), (FEBRUARY, 9, 10, ""),
    (FEBRUARY, 27, 27, "gold"), (1, 9, 9, ""),
))  # fmt: skip
@pytest.mark.parametrize("late", (False, True))
def test_the_end_of_a_daily_deal_tells_a_medal_that_it_wins(handheld, first, day, won, new, late):
    """And not once more at the next end of that deal; days without a date make no month."""
    handheld.prepare()
    handheld.on()
    handheld.hardware.day = first + 27 if first > 1 else -1
    history, ending = handheld.module("storage.history"), handheld.module("ending")
    history.save(with_days(history, {first + i: (2, history.WON_THEN) for i in range(won)}))
    table = handheld.start("friday", 3)
    table.day = first + (day if won <= day else won)
    table.rules.over = lambda s: 1
    table.mode.won = lambda game: True
    told = []
    for identity in (77, 78):
        table.identity = identity
        table.how = history.IS_DAILY | late * history.IS_LATE
        ending.close(table, True, 0, 60, True)
        told.append([text for text in table.end.news if "medal" in text])
    assert told == [["New medal: " + new] if new else [], []]
