"""Places on the table: where the arrows and the next key lead."""

import pytest


@pytest.fixture
def slots(handheld):
    handheld.on()
    return handheld.module("ui.slots")


def test_an_arrow_leads_to_a_place_in_its_direction(handheld, slots):
    """Differences of up to four pixels count as the same column."""
    hal = handheld.hal
    for x, y in ((100, 100), (104, 30), (105, 170), (30, 100)):
        slots.add(x, y, 20, 30)
    assert slots.go(hal.RIGHT, 0) == 2 and slots.go(hal.LEFT, 0) == 3
    assert slots.go(hal.UP, 0) == 1 and slots.go(hal.DOWN, 0) == 2
    assert slots.go(hal.LEFT, 3) == 3


def test_a_pixel_aside_counts_as_three_ahead(handheld, slots):
    hal = handheld.hal
    for x, y in ((100, 100), (130, 120), (189, 100)):
        slots.add(x, y, 20, 30)
    assert slots.go(hal.RIGHT, 0) == 2  # 89 against 30 + 3 * 20
    slots.x[2] = 191
    assert slots.go(hal.RIGHT, 0) == 1


def test_next_and_previous_go_around_places_with_a_flag(handheld, slots):
    keys = handheld.module("ui.keys")
    for i in range(6):
        slots.add(30 * i, 0, 20, 30)
    for i in (1, 2, 5):
        slots.flags[i] = slots.CAN
    assert [slots.step(keys.NEXT, at, slots.CAN) for at in (0, 1, 2, 5)] == [1, 2, 5, 1]
    assert [slots.step(keys.PREV, at, slots.CAN) for at in (0, 1, 2, 5)] == [5, 5, 1, 2]
    assert slots.step(keys.NEXT, 3, slots.TAKES) == 3  # none has it
