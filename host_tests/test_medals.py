"""Medals: for the days of a month whose daily deals were won."""

import struct

import playing
import pytest

DRAWN = False

FIRST = 9497  # 2026-01-01
FEBRUARY = FIRST + 31


def days_of(results):
    """The days of a history: {day: bits}."""
    return bytearray(b"".join(struct.pack("<HH", day, results[day]) for day in sorted(results)))


@pytest.fixture
def history(handheld):
    handheld.on()
    return handheld.module("storage.history")


@pytest.mark.parametrize(
    "won, medal", ((0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (27, 2), (28, 3))
)
def test_a_month_earns_by_days_won(history, won, medal):
    row = 2
    results = {
        FEBRUARY + i: (history.LATER if i % 3 else history.WON_THEN) << 4 for i in range(won)
    }
    results.update({FEBRUARY + i: history.PLAYED_THEN << 4 for i in range(won, 28)})
    results.update({day: history.WON_THEN << 4 for day in (FEBRUARY - 1, FEBRUARY + 28)})
    assert history.medal(days_of(results), row, FEBRUARY, 28) == medal
    assert history.medal(days_of(results), row + 1, FEBRUARY, 28) == 0


def test_for_all_games_a_day_counts_with_any_of_them_won(history):
    results = {FEBRUARY + i: history.WON_THEN << 2 * (i % 5) for i in range(20)}
    assert history.medal(days_of(results), -1, FEBRUARY, 28) == 2


def test_the_calendar_leads_to_them(handheld):
    """November 2026: eleven days won."""
    handheld.prepare(last=False)
    handheld.on()
    history = handheld.module("storage.history")
    now = FIRST + 330
    log = history.load()
    history.put_days(log, days_of({now - i: history.WON_THEN << 4 for i in range(2, 13)}))
    history.save(log)
    handheld.on()
    handheld.hardware.day = now
    drawn = []
    text = handheld.hal.text
    handheld.hal.text = lambda font, s, *rest: (drawn.append(s), text(font, s, *rest))[1]
    right = playing.GAMES.index("friday")
    handheld.tap(f"600 {'RIGHT ' * right}400 X 500 MENU 400 UP*3 A 400")
    assert "Nov 2026, bronze" in drawn
