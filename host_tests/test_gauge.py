"""storage/gauge.py: what the battery's voltages mean."""

import struct

import pytest

DRAWN = False

FULL, EMPTY = 4100, 2800  # the PicoSystem's


@pytest.fixture
def gauge(handheld):
    handheld.board = "picosystem"
    handheld.on()
    return handheld.module("storage.gauge")


def test_at_first_it_shows_what_the_board_s_profile_says(handheld, gauge):
    for percent in (100, 64, 9, 0, -40):
        handheld.hardware.charge = percent
        assert gauge.charge() == max(percent, 0)


def run_down(gauge, seen, top, bottom, times):
    """Charges to `top` and uses down to `bottom`, ten steps each."""
    for _ in range(times):
        for to in (top, bottom):
            now = seen[3]
            for step in range(1, 11):
                seen = gauge.learn(seen, now + (to - now) * step // 10, FULL, EMPTY)
    return seen


@pytest.mark.parametrize("top, bottom", [(3900, 3100), (4150, 2700), (4080, 2950)])
def test_it_learns_what_the_handheld_s_battery_has(gauge, top, bottom):
    seen = run_down(gauge, (FULL, EMPTY, 3500, 3500), top, bottom, 12)
    assert abs(seen[0] - top) < 25 and abs(seen[1] - bottom) < 40


def test_a_charge_that_is_broken_off_and_a_cable_teach_nothing(gauge):
    start = (FULL, EMPTY, 3500, 3500)
    assert run_down(gauge, start, 3600, 3300, 8)[:2] == (FULL, EMPTY)
    assert gauge.learn(start, 4950, FULL, EMPTY) == start


def test_what_it_learned_is_saved_once_it_matters(handheld, gauge):
    handheld.hardware.charge = 90
    gauge.charge()
    gauge.save()
    assert "battery.a" not in handheld.files()
    handheld.hardware.charge = 70
    gauge.charge()
    gauge.save()
    assert "battery.a" in handheld.files()
    handheld.on()
    again = handheld.module("storage.gauge")
    handheld.hardware.charge = 50
    again.charge()
    assert again._seen == (4067, EMPTY, 0, EMPTY + (FULL - EMPTY) // 2)  # 90% was taken for full


@pytest.mark.parametrize("data", [b"", b"\x01", bytes(8), struct.pack("<4H", 3000, 3000, 0, 0)])
def test_a_file_that_means_nothing_is_not_used(handheld, gauge, data):
    handheld.module("storage.store").save("battery", (data,))
    handheld.on()
    handheld.hardware.charge = 50
    assert handheld.module("storage.gauge").charge() == 50


def test_what_a_battery_had_when_it_was_lowest_is_learned_once_a_charge(gauge):
    charged = gauge.learn((FULL, EMPTY, 0, 3000), 3600, FULL, EMPTY)
    assert charged[1] > EMPTY
    assert gauge.learn(charged, 3700, FULL, EMPTY)[1] == charged[1]
