"""Settings act at once and stay; keys repeat, and wake what is dark."""

import playing
import pytest

EFFECTS = {
    "text": lambda h: h.module("ui.canvas").reading[0],
    "sound": lambda h: h.module("ui.sound").level,
    "brightness": lambda h: h.desk.brightness,
    "animation": lambda h: h.module("ui.card_art").speed,
    "colours": lambda h: h.hal._suits,
    "theme": lambda h: h.panel.colours()[1],
    "left": lambda h: h.desk.turned,
    "repeat": lambda h: h.module("ui.keys").repeat,
    "sleep": lambda h: h.module("ui.keys").dim_after,
    "winnable": lambda h: h.module("storage.settings").winnable(
        0, h.module("rules.thirteens").OPTIONS
    ),
}


@pytest.mark.parametrize("name", playing.NAMES)
def test_a_setting_acts_at_once_and_stays(handheld, name):
    handheld.board = "picosystem"
    handheld.prepare("thirteens", 42, 5)
    i = playing.NAMES.index(name)
    at = handheld.module("screens.pause_menu").ROWS.index("Settings")
    settings = f"B:700 DOWN*{at} A 100 DOWN*{i} "
    n = len(handheld.module("screens.settings_menu").ROWS[i][1])
    effect = EFFECTS[name]
    handheld.play("500")
    old = [effect(handheld)]
    for turn in range(n - 1):
        handheld.on()
        seen = []
        keys = "RIGHT A".split()[turn % 2]  # both choose the next value
        events, ms = handheld.desk.taps(settings + keys)
        back, end = handheld.desk.taps("B B", ms + 300)
        look = lambda seen=seen: seen.append(effect(handheld))  # noqa: E731
        handheld.follow([*events, (ms + 100, look), *back, (end + 300, handheld.desk.Stop)])
        assert seen[0] not in old, "it does not act at once"
        assert not handheld.stale()
        old.append(seen[0])
        picture = handheld.picture()
        assert handheld.play("500").picture() == picture
        assert effect(handheld) == seen[0], "it does not stay"


def test_left_handed_keys_point_where_the_picture_says(handheld):
    handheld.prepare("thirteens", 42, 5, left=1)
    turned = handheld.play("500 LEFT LEFT UP 300")  # on the board: right, right, down
    upright = playing.Handheld(handheld.saves / "other")
    upright.prepare("thirteens", 42, 5)
    assert upright.play("500 RIGHT RIGHT DOWN 300").picture() == turned.picture()
    assert not turned.stale()


def test_held_arrows_repeat_and_other_keys_do_not(handheld):
    handheld.on()
    keys = handheld.module("ui.keys")

    def pressed(word):
        events, ms = handheld.desk.taps(word)
        handheld.desk.script(events + [(ms + 200, handheld.desk.Stop)])
        got = []
        try:
            while True:
                got.append(keys.wait())
        except handheld.desk.Stop:
            return got

    assert pressed("RIGHT:1000") == [8] * 9
    assert pressed("A:1000 X:1000 Y:900") == [16, 64, 128]
    assert pressed("B:300") == [32] and pressed("B:1500") == [256]
    assert pressed("MENU:1000") == [256]
    keys.repeat = False
    assert pressed("RIGHT:1000") == [8]


def test_a_key_that_wakes_does_nothing_else(handheld):
    handheld.prepare("thirteens", 42, 5, sleep=1)
    before = handheld.play("500").picture()
    playing.rest(handheld, 62, "")
    bright = handheld.module("ui.keys").light
    assert handheld.desk.brightness == bright // 4  # dimmed
    playing.rest(handheld, 125, "")
    assert handheld.desk.brightness == 0  # dark
    for key in ("RIGHT", "A", "B", "MENU", "B:900", "RIGHT:900", "Y"):
        playing.rest(handheld, 125, key)
        assert handheld.desk.brightness == bright
        assert handheld.picture() == before and handheld.game.match.n == 5
    playing.rest(handheld, 125, "A 500 RIGHT")
    assert handheld.picture() != before


@pytest.mark.parametrize("size", (1, 5, 11, 40, 61, 91, 120))
def test_settings_of_another_version_are_taken_as_far_as_they_go(handheld, size):
    """Earlier ones had fewer of them, later ones have more; none is called damaged."""
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
    assert handheld.module("storage.store").trouble() is None
    assert not [name for name in handheld.files() if "bad" in name]


@pytest.mark.parametrize("board, there", (("picosystem", True), ("ws_lcd_13", False)))
def test_a_setting_that_a_board_has_nothing_for_says_so(handheld, board, there):
    handheld.board = board
    handheld.on()
    handheld.module("storage.settings").load()
    row = handheld.module("screens.settings_menu")._row
    assert ("not on this board" in row(0)) != there
    assert "not on this board" not in row(2)
