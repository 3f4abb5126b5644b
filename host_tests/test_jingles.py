"""Each game has a jingle, heard once when it is opened from the launcher."""

import pytest

from thirteen import catalog

JINGLES = [row[catalog.JINGLE].encode() for row in catalog.GAMES]


def heard(handheld, keys, board="picosystem", **chosen):
    """The tones in Hz of at least 50 ms."""
    handheld.board = board
    handheld.prepare(last=False, **chosen)
    handheld.on()
    handheld.blind()
    tones = []
    handheld.hal.tone = lambda hz, ms, level: ms > 50 and tones.append(hz)
    handheld.tap(keys)
    return tones


@pytest.mark.parametrize("row", range(len(catalog.GAMES)))
def test_a_game_opened_from_the_launcher_plays_its_own(handheld, row):
    assert heard(handheld, f"RIGHT*{row} A 2000", sound=1) == [8 * n for n in JINGLES[row]]


def test_a_win_and_a_level_rise_and_a_loss_falls(handheld):
    handheld.on()
    sound = handheld.module("ui.sound")
    sound.level = 255
    tones = []
    handheld.hal.tone = lambda hz, *_: tones.append(hz)
    for play, way in ((sound.won, 1), (sound.mastered, 1), (sound.lost, -1)):
        tones.clear()
        play()
        for _ in range(9):
            sound.pass_time(200)
        assert len(tones) > 2 and (tones[-1] - tones[0]) * way > 0


def test_they_are_short_soft_and_different():
    assert len(set(JINGLES)) == len(JINGLES)
    for notes in JINGLES:
        assert 3 <= len(notes) <= 8 and all(250 < 8 * n < 1100 for n in notes)


@pytest.mark.parametrize("board, sound", (("picosystem", 0), ("ws_lcd_13", 2)))
def test_with_sound_off_and_without_a_buzzer_there_is_none(handheld, board, sound):
    assert not heard(handheld, "RIGHT*2 A 2000", board, sound=sound)


def test_a_game_that_comes_back_at_power_on_is_silent(handheld):
    handheld.board = "picosystem"
    handheld.prepare("friday", 42, 5, sound=2)
    handheld.on()
    tones = []
    handheld.hal.tone = lambda *tone: tones.append(tone)
    handheld.tap("1500")
    assert handheld.game and not tones
