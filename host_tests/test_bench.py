"""How the bench plays, on a machine that only notes its keys."""

import random
from collections import Counter
from itertools import islice

import pytest

from tools.bench import player, sheet, soak
from tools.emulator.pico import Answer


class Machine:
    """Notes (ms, key) of each press."""

    keys = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "X", "Y", "MENU")

    def __init__(self):
        self.t, self.pressed = 0.0, []

    def run(self, seconds, step=None):
        self.t += seconds

    def tap(self, key, hold):
        self.pressed.append((round(1000 * self.t), key))
        self.run(hold)

    def answer(self, key, **_):
        self.tap(key, 0)
        return Answer(10.0, 20.0, False)


@pytest.fixture
def plays():
    return player.Player("image", {}, {}, {"one": "One", "two": "Two", "three": "Three"}, print)


def test_its_keys_are_120_ms_apart_and_a_comes_80_ms_after_the_last(plays):
    machine = Machine()
    plays._quick(machine, "MENU", *plays._down(machine, 2))
    machine.answer("A")
    assert machine.pressed == [(0, "MENU"), (120, "DOWN"), (240, "DOWN"), (320, "A")]


def test_a_game_is_left_by_the_menu_s_last_row(plays):
    machine = Machine()
    plays._leave(machine)
    assert [key for _, key in machine.pressed] == ["MENU", "UP", "A"]


def test_the_way_to_a_tile_before_passes_the_settings(plays):
    """Of three games here."""
    assert plays._to(Machine(), 2) == ["RIGHT"] * 2
    assert plays._to(Machine(), -1) == ["RIGHT"] * 3


def test_the_worst_has_a_row_and_each_other_that_is_too_slow(plays):
    answers = {
        "Rules": Answer(1, 59, False), "Undo": Answer(61, 500, False),
        "Settings": Answer(1, 99, False), "House rules": None,
    }  # fmt: skip
    rows = list(plays._each("One", "the menu leads to", answers))
    assert [row.measured for row in rows] == [1000, 99, 61]
    assert "worst of 4: House rules" in rows[0].what and rows[2].what == "One: Undo"
    assert sheet.over(rows) == 3


@pytest.mark.parametrize("hand", (soak._person, soak._monkey))
def test_hands_press_every_key_and_wait_now_and_then(hand):
    keys = ["UP", "DOWN", "LEFT", "RIGHT", "A", "B", "X", "Y", "MENU"]
    pressed = list(islice(hand(random.Random(1), keys), 2000))
    assert {key for key, _, _ in pressed} == {"", *keys}
    assert all(0 <= held <= 2 and 0 < then < 130 for _, held, then in pressed)


def test_random_keys_report_crashes_and_refused_requests():
    runs = soak.Soak("image", {"NAME": "b"}, {}, {"one": "One"}, "elf")
    runs.seconds, runs.runs, runs.least = 7200, 12, 9000
    runs.margin = 1.5
    runs.refused, runs.largest = Counter({16000: 3}), 17000
    runs.crashes = [(3, "MemoryError")]
    runs.restarts = 3
    crashes, again, refused, largest, least, margin = runs.rows()
    assert crashes.measured == 1 and "2.0 hours, 12 runs" in crashes.what
    assert again.measured == 1.5
    assert refused.measured == 3 and "3 of 16000" in refused.what
    assert largest.measured == 17 and (least.measured, least.most) == (9, 40)
    assert sheet.verdict(crashes) == "over" and sheet.verdict(least) == "under"
    assert margin.measured == 1.5 and sheet.verdict(margin) == "under"
