"""Friday the 13th on the screen: where the cursor rests, and the cat. Turning: F3, F6, F12."""

import datetime
from types import SimpleNamespace

import pytest
import test_friday
from test_table import HAND, TURNED, WASTE, Table

from thirteen.storage import dates

BLACK, MOON, RED = 7, 0, 8
STIRS = 1200  # ms


def friday(handheld, *what, speed=2, **more):
    return Table(handheld, "friday", test_friday.put(*what, **more), speed)


def window(table):
    """The cat's window."""
    places = table.module("table.places")
    x, y, w, h = (sizes[CAT] for sizes in (places.x, places.y, places.w, places.h))
    table.full()
    return table.area(x + 1, y + 1, w - 2, h - 2)


def settled(table):
    """The cat's window when nothing is on its way."""
    table.view.skip(table.s)
    return window(table)


# The cursor


def test_the_cursor_rests_on_the_turned_card(handheld):
    table = friday(handheld, hand="9C 8C 7C", turned="7D", waste="QH")
    assert table.choice.cursor == TURNED
    was = bytearray(table.s)
    table.move(0)
    assert table.choice.cursor == TURNED
    table.undo(0, was)
    assert table.choice.cursor == TURNED


def test_it_stays_on_the_waste_while_its_top_can_be_played(handheld):
    table = friday(handheld, hand="9C 8C", turned="7D", waste="9H 3C 2C")
    table.choice.cursor = WASTE
    table.move(table.rules.FROM_WASTE | 4)  # the 2 begins its pile; then the 3 can
    assert table.choice.cursor == WASTE
    table.move(table.rules.FROM_WASTE | 5)
    assert table.choice.cursor == TURNED


def test_with_nothing_to_turn_it_rests_on_the_waste(handheld):
    table = friday(handheld, hand="", turned="2D", waste="QH KH", redeals=0)
    assert table.choice.cursor == TURNED
    table.move(table.rules.FROM_TURNED | 4)
    assert table.choice.cursor == WASTE


@pytest.mark.parametrize("deal", [13, 42])
def test_a_again_and_again_plays_through_both_trips(handheld, deal):
    """Without an arrow and without a look: a card that fits is played, any other is passed."""
    s = test_friday.dealt(deal)
    table = Table(handheld, "friday", s, 0)
    turned = refused = 0
    while not table.rules.over(s):
        m = table.view.key(table.hal.A, s)
        if m < 0:
            refused += 1
            assert refused <= 3, "A does nothing"  # but choose where a card goes
            continue
        turned += m < table.rules.FROM_TURNED
        refused = 0
        assert m < table.rules.FROM_WASTE
        table.move(m)
        if not (table.rules.hand(s) or table.rules.turned(s) or table.rules.redeals(s)):
            break
    assert turned > 48 and not table.rules.redeals(s)


def test_b_passes_over_a_card_that_fits(handheld):
    table = friday(handheld, hand="9C 8C", turned="2D", waste="QH")
    assert (
        table.view.key(table.hal.A, table.s) == table.rules.FROM_TURNED | 4 or table.choice.picked
    )
    table = friday(handheld, hand="9C 8C", turned="2D", waste="QH")
    assert table.view.key(table.hal.B, table.s) == table.rules.TURN


# The cat


def test_its_eyes_follow_the_card_in_play(handheld):
    table = friday(handheld, "J:JS Q:QH K:KD A:AC", hand="9C 8C", turned="2D", waste="QH")
    table.move(table.rules.FROM_TURNED | 4)
    looks = set()
    while table.flights.count:
        table.frame(20)
        looks.add(str(window(table)))
    assert len(looks) > 1


def test_it_gets_up_at_a_redeal_and_sits_down_again(handheld):
    table = friday(handheld, hand="", turned="7D", waste="QH 9C 2D", speed=2)
    table.move(table.rules.REDEAL)
    up, ms = window(table), 0
    while table.frame(10) or ms < STIRS - 100:
        ms += 10
        assert window(table) == up or ms > STIRS - 20
    while window(table) == up:
        assert ms < STIRS + 20
        table.frame(10)
        ms += 10
    assert table.same_as_anew()


def test_a_key_makes_it_sit_down(handheld):
    table = friday(handheld, hand="", turned="7D", waste="QH 9C 2D")
    table.move(table.rules.REDEAL)
    up = window(table)
    assert settled(table) != up
    assert table.same_as_anew()


def test_without_animation_it_keeps_sitting(handheld):
    table = friday(handheld, hand="", turned="7D", waste="QH 9C 2D", speed=0)
    table.move(table.rules.REDEAL)
    assert window(table) == settled(table)


@pytest.mark.parametrize(
    "day, real",
    [((2026, 11, 13), True), ((2026, 11, 12), False), ((2026, 12, 13), False), (None, False)],
)
def test_it_knows_a_real_friday_the_13th(handheld, day, real):
    """The moon is red, and a note says so before the first card is turned."""
    handheld.on()
    days = (datetime.date(*day) - datetime.date(2000, 1, 1)).days if day else -1
    on = handheld.on

    def switched_on():
        hal = on()
        hal.set_today(days)
        return hal

    handheld.on = switched_on
    table = Table(handheld, "friday", test_friday.dealt(13))
    assert ("It is Friday the 13th" in table.message()) == real
    moon = RED if real else MOON
    above = settled(table)[: table.module("table.places").h[CAT] // 3]
    assert sum(row.count(moon) for row in above) > 20
    table.move(0)
    assert "Friday" not in table.message()


CAT = 16


def visited(handheld, **more):
    """A table with the cursor on the cat, and the key that led there."""
    table = friday(handheld, hand="9C 8C", turned="7D", waste="QH", **more)
    table.choice.cursor = 6
    table.key(table.hal.DOWN)
    assert table.choice.cursor == CAT
    return table


def test_it_can_be_visited_and_petted_and_nothing_is_played(handheld):
    table = visited(handheld)
    assert "hand for the cat" in table.message()
    panel = table.status_panel
    assert panel._captions[0][1].endswith("pet")
    before = window(table)
    assert table.key(table.hal.A) == -1
    assert table.message() == "It purrs."
    looks = {str(window(table))}
    for _ in range(100):
        table.frame(20)
        looks.add(str(window(table)))
    assert len(looks) == 3 and window(table) == before  # eyes shut, two tails; then as before
    assert table.key(table.hal.B) == table.rules.TURN


def test_without_animation_its_tail_is_still_while_it_purrs(handheld):
    table = visited(handheld, speed=0)
    table.key(table.hal.A)
    looks = {str(window(table))}
    for _ in range(60):
        table.frame(20)
        looks.add(str(window(table)))
    assert len(looks) == 1


def test_it_sleeps_while_nobody_plays_and_any_key_wakes_it(handheld):
    table = friday(handheld, hand="9C 8C", turned="7D", waste="QH")
    awake = window(table)
    changes = sum(table.frame(100) for _ in range(500))
    asleep = window(table)
    assert changes == 1 and asleep != awake
    table.key(table.hal.LEFT)
    assert window(table) == awake
    sum(table.frame(100) for _ in range(500))
    assert window(table) == asleep
    table.move(0)
    assert settled(table) != asleep


@pytest.mark.parametrize(
    "won, comes", [((), 0), ((0, 0), 0), ((0, 0, 0), 1), ((0, 0, 1), 0), ((1, 0, 0, 0), 1)]
)
def test_after_three_losses_in_a_row_it_sits_on_the_hand(handheld, won, comes):
    handheld.on()
    for win in won:
        handheld.played("friday", win)
    handheld.played("imaginary", won=False)
    table = friday(handheld, hand="9C 8C", turned="7D", waste="QH")
    before = window(table)
    game = SimpleNamespace(view=table.view, row=table.module("catalog").row("friday"))
    table.module("modes.patience").Mode().ponder(game)
    table.frame(100)
    assert (window(table) != before) == comes
    x, y = (getattr(table.module("table.places"), at)[HAND] for at in "xy")
    hand = table.area(x, y, 42, 54)
    assert (sum(row.count(BLACK) for row in hand) > 150) == comes
    for _ in range(2):  # an empty hand shows whether there is a redeal
        table.move(table.rules.TURN)
    table.view.skip(table.s)
    assert window(table) == settled(friday(handheld, hand="", turned="8C", waste="QH 7D 9C"))


def test_buttons_lead_back_to_it_and_one_key_after_a_while(handheld):
    table = friday(handheld, hand="9C 8C", turned="7D", waste="QH")
    keys = table.module("ui.keys")
    for _ in range(3):
        table.key(keys.NEXT)
        assert table.choice.cursor != CAT
    seen = set()
    for _ in range(4):
        table.key(keys.PREV)
        seen.add(table.choice.cursor)
    assert CAT in seen
    keys.scan_ms = 900
    table.view.changed(table.s)
    seen = []
    for _ in range(12):
        table.key(keys.NEXT)
        seen.append(table.choice.cursor)
    assert CAT not in seen[:6] and CAT in seen[6:]


def test_friday_the_13th_by_the_calendar():
    first = datetime.date(2000, 1, 1)
    for n in range(9497, 49000):  # dates: days of play without one are numbered below
        day = first + datetime.timedelta(n)
        if day.day == 13 or n < 9600:
            assert dates.friday_13(n) == (day.day == 13 and day.weekday() == 4)
    assert not dates.friday_13(-1)


def test_the_hand_is_not_where_the_cursor_begins(handheld):
    assert friday(handheld, hand="9C", turned="").choice.cursor != HAND
