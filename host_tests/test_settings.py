"""Settings take effect at once and are kept; keys repeat, and wake the screen."""

import importlib

import playing
import pytest

from thirteen import options
from thirteen.rules import make13

EFFECTS = {
    "text": lambda h: h.module("draw.canvas").reading[0],
    "sound": lambda h: h.module("ui.sound").level,
    "brightness": lambda h: h.hardware.brightness,
    "animation": lambda h: h.module("draw.card_art").speed,
    "colours": lambda h: h.hal._suits,
    "theme": lambda h: h.panel.colours()[1],
    "left": lambda h: h.hardware.turned,
    "repeat": lambda h: h.module("ui.keys").repeat,
    "sleep": lambda h: h.module("ui.keys").dim_after,
    "winnable": lambda h: h.module("storage.settings").winnable(b"\0"),
}


@pytest.mark.parametrize("name", EFFECTS)
def test_a_setting_takes_effect_at_once_and_is_kept(handheld, name):
    handheld.board = "picosystem"
    handheld.prepare("thirteens", 42, 5)
    rows = handheld.module("screens.settings_menu")
    at = rows.settings.TEXT if name == "text" else playing.NAMES.index(name)
    i = rows.PLACES.index(at)
    settings = playing.row(handheld, "Settings", opens="B:700") + f" 100 DOWN*{i} "
    n = len(rows.ROWS[i][1])
    effect = EFFECTS[name]
    handheld.play("500")
    old = [effect(handheld)]
    for turn in range(n - 1):
        handheld.on()
        seen = []
        keys = "RIGHT A".split()[turn % 2]  # both choose the next value
        events, ms = handheld.hardware.taps(settings + keys)
        back, end = handheld.hardware.taps("B B B", ms + 300)
        look = lambda seen=seen: seen.append(effect(handheld))  # noqa: E731
        handheld.follow([*events, (ms + 100, look), *back, (end + 1400, handheld.hardware.Stop)])
        assert seen[0] not in old, "it does not act at once"
        assert not handheld.stale()
        old.append(seen[0])
        picture = handheld.picture()
        assert handheld.play("500").picture() == picture
        assert effect(handheld) == seen[0], "it does not stay"
    if name == "brightness":  # none is dark, one is all there is
        assert 30 < min(old) < max(old) == 255


def test_left_handed_arrows_match_the_rotated_picture(handheld):
    handheld.prepare("thirteens", 42, 5, left=1)
    turned = handheld.play("500 LEFT LEFT UP 300")  # on the board: right, right, down
    upright = playing.Handheld(handheld.saves / "other")
    upright.prepare("thirteens", 42, 5)
    assert upright.play("500 RIGHT RIGHT DOWN 300").picture() == turned.picture()
    assert not turned.stale()


def test_a_key_that_wakes_the_screen_does_nothing_else(handheld):
    handheld.prepare("thirteens", 42, 5, sleep=1)
    before = handheld.play("500").picture()
    playing.rest(handheld, 62, "")
    bright = handheld.module("ui.keys").light
    assert handheld.hardware.brightness == bright // 2  # dimmed: a quarter by gamma
    playing.rest(handheld, 125, "")
    assert handheld.hardware.brightness == 0  # dark
    for key in ("RIGHT", "A", "B", "MENU", "B:900", "RIGHT:900", "Y"):
        playing.rest(handheld, 125, key)
        assert handheld.hardware.brightness == bright
        assert handheld.picture() == before and handheld.game.match.played == 5
    playing.rest(handheld, 125, "A 500 RIGHT")
    assert handheld.picture() != before


@pytest.mark.parametrize("size", (1, 5, 11, 40, 61, 91, 113, 120))
def test_settings_of_another_version_are_read_as_far_as_possible(handheld, size):
    """Earlier versions had fewer settings, later ones have more; none counts as damaged."""
    handheld.prepare("friday", 42, 3, sound=2, theme=1)
    handheld.on()
    store = handheld.module("storage.store")
    store.load("settings")
    whole = bytes(handheld.module("storage.settings").values) + bytes(range(100))
    store.save("settings", (whole[:size],))
    handheld.on()
    settings = handheld.module("storage.settings")
    defaults = bytes(settings.values)
    settings.load()
    assert settings.values[:size] == whole[: min(size, len(settings.values))]
    assert len(settings.values) == len(defaults)
    assert handheld.module("storage.store").take_problems() is None
    assert not [name for name in handheld.files() if "bad" in name]


@pytest.mark.parametrize(
    "board, text",
    (
        ("picosystem", "Sound\tsoft"),
        ("ws_lcd_13", "Light signals\tweak"),
        ("breadboard_ili9341", "Sound\tnot on this board"),
    ),
)
def test_without_a_buzzer_the_light_signals_and_without_a_light_nothing(handheld, board, text):
    handheld.board = board
    handheld.on()
    handheld.module("storage.settings").load()
    row = handheld.module("screens.settings_menu")._row
    assert row(0) == text
    assert "not on this board" not in row(1)
    handheld.hal.refresh()
    for level in (0, 90, 255):
        handheld.module("ui.sound").level = level
        handheld.module("ui.sound").refuse()
        assert (handheld.hardware.brightness < 255) == (board == "ws_lcd_13" and level > 0)
        assert (handheld.hardware.beeps > 0) == (board == "picosystem" and level > 0)
        handheld.hardware.step(500)
        handheld.hal.keys()
        assert handheld.hardware.brightness == 255


def test_at_first_three_medium_players_are_chosen_and_no_other_option(handheld):
    handheld.on()
    settings, catalog = handheld.module("storage.settings"), handheld.module("catalog")
    settings.load()
    for row, game in enumerate(playing.GAMES):
        names = handheld.module("rules." + game).OPTIONS
        chosen = settings.options(row, names)
        medium = [name for (name, _), i in zip(names, chosen) if i == 2]
        assert medium == (["seat1", "seat2", "seat3"] if game == "three_thirteen" else [])
        assert sum(chosen) == 2 * len(medium) and catalog.row(game) == row


def test_each_game_is_opened_for_the_first_time_once(handheld):
    handheld.on()
    settings = importlib.reload(handheld.module("storage.settings"))
    settings.load()
    assert [settings.first(row) for row in (3, 0, 4, 1)] == [True] * 4
    assert [settings.first(row) for row in (3, 0, 2, 1)] == [False, False, True, False]


def millisecond_by_millisecond(handheld, levels, n, pad=True, **set_to):
    """The results of keys.poll in each of n ms from the first key on: {ms: key}.

    levels: {ms: keys that are down from then on}.
    """
    hal = handheld.on()
    hal.PAD = pad
    keys = handheld.module("ui.keys")
    for name, value in set_to.items():
        setattr(keys, name, value)
    now = [-1]
    level = [0]

    def wait(ms, down):
        now[0] += 1
        level[0] = levels.get(now[0], level[0])
        return level[0]

    hal.ms, hal.wait, hal.sleep_until_key = lambda: now[0], wait, lambda: wait(0, 0)
    hal.keys = lambda: level[0]
    keys._then = -1
    found = {}
    for _ in range(n):
        k = keys.poll()
        if k:
            found[now[0]] = k
    return found


@pytest.mark.parametrize("key", (1, 2, 4, 8))
def test_a_held_arrow_repeats_after_320_ms_and_then_every_90(handheld, key):
    found = millisecond_by_millisecond(handheld, {0: key, 800: 0}, 1500)
    assert found == dict.fromkeys((0, 321, 411, 501, 591, 681, 771), key)
    assert millisecond_by_millisecond(handheld, {0: key}, 900, repeat=False) == {0: key}


def test_without_a_pad_x_and_y_step_and_repeat(handheld):
    keys = handheld.module("ui.keys") if handheld.on() else None
    for key, step in ((keys.X, keys.PREV), (keys.Y, keys.NEXT)):
        found = millisecond_by_millisecond(handheld, {0: key, 400: 0}, 900, pad=False)
        assert found == {0: step, 321: step}
        assert millisecond_by_millisecond(handheld, {0: key, 400: 0}, 900) == {0: key}


def test_b_counts_when_released_and_as_menu_after_550_ms(handheld):
    keys = handheld.module("ui.keys") if handheld.on() else None
    assert millisecond_by_millisecond(handheld, {0: 32, 550: 0}, 900) == {550: keys.B}
    assert millisecond_by_millisecond(handheld, {0: 32, 552: 0}, 900) == {551: keys.MENU}
    assert millisecond_by_millisecond(handheld, {0: 32, 9: 48, 20: 0}, 900) == {9: 16}
    assert millisecond_by_millisecond(handheld, {0: 16, 9: 48, 20: 0}, 900) == {0: 16, 20: 32}
    assert millisecond_by_millisecond(handheld, {0: 0x30}, 9) == {0: 16}, "the lowest bit counts"


def test_the_backlight_dims_then_goes_off_and_a_key_only_wakes_it(handheld):
    lights = []
    hal = handheld.on()
    handheld.module("ui.keys")
    hal.light = lambda level: lights.append(level)
    power_on = handheld.on
    handheld.on = lambda: hal  # the same one, with its backlight recorded
    dark = []
    levels = {0: 16, 5: 0, 2100: 16, 2200: 0, 2300: 16, 2310: 0}
    on_screen_off = lambda: dark.append(len(lights))  # noqa: E731
    found = millisecond_by_millisecond(
        handheld, levels, 2400, dim_after=1000, light=200, on_screen_off=on_screen_off
    )
    handheld.on = power_on
    assert found == {0: 16, 2300: 16}
    assert lights == [100, 0, 200] and dark == [1]


@pytest.mark.parametrize("row", (7, 8, 100, 255))
def test_a_game_of_a_later_version_left_open_leads_to_the_launcher(handheld, row):
    handheld.prepare("thirteens", 42, 5)
    settings = handheld.module("storage.settings")
    for _ in range(2):
        settings.values[settings._LAST] = row
        settings.save()
    assert handheld.play("500").game is None
    assert handheld.tap("300 A 500").game is not None
    assert "crash" not in handheld.files()


def test_a_value_that_no_setting_has_becomes_the_first(handheld):
    handheld.on()
    settings, store = handheld.module("storage.settings"), handheld.module("storage.store")
    most = max(settings.VALUES)
    for value in range(most + 2):
        store.save("settings", (bytes([value]) * len(settings.VALUES),))
        settings.load()
        for i, n in enumerate(settings.VALUES):
            assert settings.values[i] == (value if value < n else 0)
    settings.save()
    assert len(store.load("settings")) == 120  # as settings.py says


@pytest.mark.parametrize("board", ["ws_lcd_13", "picosystem", "display_pack"])
def test_a_line_says_what_each_setting_does(handheld, board):
    handheld.board = board
    handheld.on()
    menu, art = handheld.module("screens.settings_menu"), handheld.module("draw.art")
    assert len(menu.ABOUT) == len(menu.ROWS) + 2  # the backs, and the date
    width = handheld.module("draw.canvas").width
    assert all(0 < width(art.SMALL, line) <= 212 for line in menu.ABOUT)


def letters(handheld, keys):
    """The heights of the fonts that a picture's texts are in, by text."""
    handheld.on()
    found = {}
    for name in "text", "centre", "right":
        drawn = getattr(handheld.hal, name)

        def noted(font, s, x, y, *more, drawn=drawn):
            if y < handheld.hal.H:
                found[s] = font[0]
            return drawn(font, s, x, y, *more)

        setattr(handheld.hal, name, noted)
    handheld.module("draw.canvas").centre = handheld.hal.centre
    handheld.module("draw.canvas").right = handheld.hal.right
    handheld.tap(keys)
    return found


def test_large_text_is_in_menus_and_lessons(handheld):
    from thirteen.draw import art

    handheld.prepare("thirteens", 42, 9, text=1)
    menu = letters(handheld, "600 MENU 500")
    assert menu["Resume"] == menu["New deal"] == art.LARGE_H > art.SMALL[0]
    lesson = letters(handheld, "600 MENU 300 UP*2 A 300 UP*4 A 300 DOWN A 900")
    lines = [s for s in lesson if "cards" in s and len(s) > 9]
    assert lines and all(lesson[s] == art.LARGE_H for s in lines)


def test_a_target_entered_becomes_the_nearest_that_there_is(handheld):
    handheld.prepare()
    house, settings = handheld.module("screens.settings_menu"), handheld.module("storage.settings")
    for n in (0, 499, 740, 760, 5240, 5260, 60100, 99999):
        rows = [1, -1]  # the target, then back
        house.menu.ask = lambda *_, rows=rows, **__: rows.pop(0)
        handheld.module("ui.digits").number = lambda *_, n=n: n
        house.house(handheld.saved("make13"))
        got = options.value(make13.OPTIONS[2][1], settings.options(1, make13.OPTIONS)[2])
        assert abs(got - n) == min(abs(there - n) for there in range(500, 60500, 500)), n
