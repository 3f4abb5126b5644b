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


def played(handheld, *sounds, ms=200, polls=80):
    """(ms from its beginning, Hz, ms) of each tone, as `sounds` are asked for one at a poll."""
    handheld.on()
    sound = handheld.module("ui.sound")
    sound.level = 255
    tones = []
    handheld.hal.tone = lambda hz, long, _: tones.append((ms * n, hz, long))
    for n in range(polls):
        if n < len(sounds):
            name, *values = sounds[n]
            getattr(sound, name)(*values)
        sound.pass_time(ms)
    return tones


def test_each_game_is_won_with_its_own_jingle_and_a_cadence(handheld):
    wins = []
    for row in catalog.GAMES:
        notes = [hz for _, hz, _ in played(handheld, ("won", row[catalog.JINGLE]))]
        opening = [8 * n for n in row[catalog.JINGLE].encode()]
        assert notes[: len(opening)] == opening and notes[-1] > notes[-2] and notes[-1] > notes[0]
        wins.append(notes)
    assert len({*map(tuple, wins)}) == len(wins)


@pytest.mark.parametrize("name, way", (("mastered", 1), ("lost", -1)))
def test_a_level_rises_and_a_loss_falls(handheld, name, way):
    tones = played(handheld, (name,))
    assert len(tones) > 2 and (tones[-1][1] - tones[0][1]) * way > 0


def test_a_tune_has_the_voice_until_it_ends(handheld):
    """Short sounds are left out, the next tune follows, and each note has its time."""
    short = [("tick",), ("run", 4), ("refuse",), ("place",), ("choose",), ("land",)]
    tones = played(handheld, ("mastered",), *short, ("lost",), *short, ("mastered",), ms=16)
    assert [hz for _, hz, _ in tones] == [656, 784, 984, 376, 312, 248, 656, 784, 984]
    assert all(b - a > long for (a, _, long), (b, _, _) in zip(tones, tones[1:]))
    assert [hz for _, hz, _ in played(handheld, ("tick",), ("place",))] == [1200, 587]


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
