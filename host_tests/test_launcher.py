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


def test_the_selected_tile_moves_and_after_a_while_all_stand_still(handheld):
    quick = pictures(handheld, range(3000, 7200, 100))
    changes = sum(a != b for a, b in zip(quick, quick[1:]))
    assert 6 <= changes <= 9  # twice a second
    assert len(set(pictures(handheld, range(20000, 22000, 100)))) == 1


def test_each_tile_has_two_pictures_and_shows_both(handheld):
    """The selected one half of the time, each other one once in a while."""
    handheld.prepare(last=False)
    handheld.on()
    seen = []
    take = lambda: seen.append(bytes(handheld.hal.buf))  # noqa: E731
    handheld.follow(
        [*((ms, take) for ms in range(3000, 8000, 100)), (8100, handheld.hardware.Stop)]
    )
    launcher = handheld.module("screens.launcher")
    tiles = launcher._Tiles()
    pitch = handheld.hal.W // 2
    often = []
    for i in range(len(launcher.catalog.GAMES)):
        x, y, w, h = tiles.place(i)
        rows = range(y * pitch, (y + h) * pitch, pitch)
        shown = [b"".join(buf[at + x // 2 : at + (x + w) // 2] for at in rows) for buf in seen]
        assert len(set(shown)) == 2
        often.append(sum(a != b for a, b in zip(shown, shown[1:])))
    assert often[0] >= 8 and max(often[1:]) <= 4


@pytest.mark.parametrize("key, place", (("RIGHT", 1), ("RIGHT LEFT", 0)))
def test_a_tile_that_is_left_is_at_rest(handheld, key, place):
    """The same picture however long the tile was selected before."""
    seen = set()
    for ms in (2800, 3350, 3900):
        handheld.prepare(last=False)
        handheld.on()
        handheld.tap(f"{ms} {key} 380", after=0)
        seen.add(handheld.picture())
    assert len(seen) == 1


def test_tiles_show_the_steps_and_todays_deal_that_were_won(handheld):
    """More of both, more gold: pips, a mark, and in the thirteen of the headline."""
    golden = []
    for n, stars in ((0, 0), (4, 0), (13, 3)):
        handheld.prepare(last=False)
        handheld.on()
        history = handheld.module("storage.history")
        past = history.empty()
        for i in range(n):
            for row in range(5):
                history.put_step(past, row, i, 31, stars and history.STAR_ALONE | history.STAR_PAR)
        history.save(past)
        handheld.play("RIGHT 900")
        launcher = handheld.module("screens.launcher")
        x, y, w, h = launcher._Tiles().place(0)
        fb = handheld.hal.fb
        gold = handheld.module("draw.canvas").GOLD
        pips = sum(
            fb.pixel(i, j) == gold for i in range(x, x + w) for j in range(y + h - 9, y + h)
        )
        logo = sum(fb.pixel(i, j) == gold for i in range(70) for j in range(56))
        golden.append((pips, logo))
    assert golden[0][0] == 0 and golden[0] < golden[1] < golden[2]
    assert golden[1][0] >= 4 * 3 * 3 and golden[2][1] > 3 * golden[1][1]


def test_without_animation_nothing_moves(handheld):
    assert len(set(pictures(handheld, range(3000, 5000, 100), animation=0))) == 1


@pytest.mark.parametrize("row", range(6))
@pytest.mark.parametrize("tile", ("", "RIGHT*2 DOWN"))  # the first game's, the settings'
def test_each_row_of_the_menu_opens_from_a_game_s_tile_and_the_settings(handheld, tile, row):
    handheld.prepare(last=False)
    handheld.play(f"600 {tile} B:700 300 DOWN*{row} A 600")
    assert not [path for path in handheld.saves.iterdir() if path.name.startswith("crash")]


@pytest.mark.parametrize("days, said", ((0, []), (1, []), (2, ["2 days in a row"])))
def test_a_streak_is_told_from_two_days_on(handheld, days, said):
    handheld.prepare(last=False)
    handheld.on()
    launcher, history = handheld.module("screens.launcher"), handheld.module("storage.history")
    history.in_a_row = lambda *_: days
    parts = []
    launcher._look_up(2, 2, parts)
    assert parts == said


def test_what_a_tile_says_stays_left_of_the_settings_small_tile(handheld):
    """Games that fill all tiles leave the settings a small one."""
    handheld.on()
    launcher, text, ends = handheld.module("screens.launcher"), handheld.hal.text, []
    launcher._headline = True
    handheld.hal.text = lambda *at: ends.append(text(*at)) or ends[-1]
    launcher._show_summary(0, [], "a word " * 20)
    assert handheld.hal.W // 2 < ends[-1] <= handheld.hal.W - launcher._SMALL
