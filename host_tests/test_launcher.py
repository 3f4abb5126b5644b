"""The launcher: what moves there while nobody presses a key."""

import pytest


def pictures(handheld, moments, **chosen):
    """The launcher's picture so many ms after power-on."""
    handheld.prepare(last=False, **chosen)
    handheld.on()
    seen = []
    take = lambda: seen.append(handheld.picture())  # noqa: E731
    handheld.follow([*((ms, take) for ms in moments), (moments[-1] + 50, handheld.hardware.Stop)])
    return seen


def test_the_selected_tile_moves_and_after_a_while_stands_still(handheld):
    quick = pictures(handheld, range(3000, 5000, 100))
    assert len(set(quick)) == 2  # two pictures,
    changes = sum(a != b for a, b in zip(quick, quick[1:]))
    assert 3 <= changes <= 4  # twice a second
    assert len(set(pictures(handheld, range(20000, 22000, 100)))) == 1


def test_only_that_tile(handheld):
    handheld.prepare(last=False)
    handheld.on()
    seen = []

    def take():
        seen.append(bytes(handheld.hal.buf))

    handheld.follow(
        [*((ms, take) for ms in range(3000, 4200, 100)), (4300, handheld.hardware.Stop)]
    )
    a, b = sorted(set(seen))
    wide = handheld.hal.W // 2
    rows = {i // wide for i in range(len(a)) if a[i] != b[i]}
    columns = {i % wide for i in range(len(a)) if a[i] != b[i]}
    assert max(rows) - min(rows) < 60 and max(columns) < wide // 3


@pytest.mark.parametrize("key, place", (("RIGHT", 1), ("RIGHT LEFT", 0)))
def test_a_tile_that_is_left_lies_flat(handheld, key, place):
    """The same picture however long the tile was selected before."""
    seen = set()
    for ms in (2800, 3350, 3900):
        handheld.prepare(last=False)
        handheld.on()
        handheld.tap(f"{ms} {key} 380", after=0)
        seen.add(handheld.picture())
    assert len(seen) == 1


def test_without_animation_nothing_moves(handheld):
    assert len(set(pictures(handheld, range(3000, 5000, 100), animation=0))) == 1


@pytest.mark.parametrize("row", range(6))
@pytest.mark.parametrize("tile", ("", "RIGHT*2 DOWN"))  # the first game's, the settings'
def test_each_row_of_the_menu_opens_from_a_game_s_tile_and_the_settings(handheld, tile, row):
    handheld.prepare(last=False)
    handheld.play(f"600 {tile} B:700 300 DOWN*{row} A 600")
    assert not [path for path in handheld.saves.iterdir() if path.name.startswith("crash")]


@pytest.mark.parametrize("days, said", ((0, []), (1, []), (2, ["2 in a row"])))
def test_a_streak_is_told_from_two_days_on(handheld, days, said):
    handheld.prepare(last=False)
    handheld.on()
    launcher, history = handheld.module("screens.launcher"), handheld.module("storage.history")
    history.in_a_row = lambda *_: days
    parts = []
    launcher._look_up(2, 2, parts)
    assert parts == said
