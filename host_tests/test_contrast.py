"""What can be read by everybody: contrast, suits by their shape, nothing that flickers."""

import importlib
import itertools

import contrast
import playing
import pytest

GAMES = playing.GAMES
HERTZ = 3

# An ink's name says what it stands on; the felt has a darker part, and text stands on both.
GROUNDS = {"FELT": (1, 2), "PANEL": (14,), "GOLD": (12,), "PAPER": (4,)}
# Drawn on purpose to be passed over, and said elsewhere in full: no text.
NO_TEXT = ("PALE", "")


def inks(gfx):
    """(name, colour of the text, grounds) of every ink that gfx names."""
    for name in dir(gfx):
        about, _, on = name.partition("_")
        ink = getattr(gfx, name)
        # A number below 16 is a colour.
        if on in GROUNDS and isinstance(ink, int) and ink > 15 and about not in NO_TEXT:
            yield name, ink >> 12 & 15, GROUNDS[on]


@pytest.mark.parametrize("theme", [0, 1, 2])
def test_text_has_a_contrast_of_four_and_a_half(handheld, theme):
    handheld.on()
    handheld.module("ui.canvas").theme(theme)
    named = list(inks(handheld.module("ui.canvas")))
    assert len(named) >= 9
    colours = handheld.panel.colours()
    for name, ink, grounds in named:
        poor = contrast.unreadable({(colours[ink], colours[ground]) for ground in grounds})
        assert not poor, name


@pytest.mark.parametrize("theme", [0, 1, 2])
def test_steps_between_ink_and_ground_lie_between(handheld, theme):
    """Anti-aliasing: no level of an ink stands out darker or lighter than both its ends."""
    handheld.on()
    gfx = handheld.module("ui.canvas")
    gfx.theme(theme)
    colours = [contrast.luminance(contrast.rgb565(rgb)) for rgb in gfx._THEMES[theme]]
    for name, ink, grounds in inks(gfx):
        ends = sorted([colours[ink]] + [colours[ground] for ground in grounds])
        low, high = ends[0], ends[-1]
        for level in (1, 2):
            step = colours[getattr(gfx, name) >> 4 * level & 15]
            assert low - 0.02 <= step <= high + 0.02, (name, level)


def test_every_panel_shows_the_themes_as_they_are_meant(handheld):
    """Twelve bits a pixel are enough: no colour has more."""
    handheld.on()
    for theme in handheld.module("ui.canvas")._THEMES:
        for rgb in theme:
            assert all(byte >> 4 == byte & 15 for byte in rgb.to_bytes(3, "big")), hex(rgb)


def test_the_formula():
    assert contrast.ratio(0xFFFFFF, 0) == 21
    assert round(contrast.ratio(0x777777, 0xFFFFFF), 1) in (4.4, 4.5, 4.6)
    assert contrast.rgb565(0x0B4F3B) == 0x084D39


def pixels(sheet, at):
    """A sprite's full pixels: a set of (x, y)."""
    w, h = sheet[at], sheet[at + 1]
    pitch = (w + 3) // 4
    return {
        (x, y)
        for y in range(h)
        for x in range(w)
        if sheet[at + 2 + y * pitch + x // 4] >> x % 4 * 2 & 3 > 1
    }


@pytest.mark.parametrize("size", [9, 13, 19])
def test_the_four_suits_differ_by_shape(size):
    art = importlib.import_module("thirteen.ui.art")
    sheet = getattr(art, f"SUIT{size}")
    step = getattr(art, f"SUIT{size}_STEP")
    shapes = [pixels(sheet, s * step) for s in range(4)]
    for a, b in itertools.combinations(shapes, 2):
        assert len(a ^ b) >= max(len(a), len(b)) // 7
        assert silhouette(a) != silhouette(b)


def silhouette(shape):
    """How wide each row is."""
    return [sum(1 for x, row in shape if row == y) for y in range(20)]


@pytest.mark.parametrize("size", ["BIG", "MID", "SMALL"])
def test_the_thirteen_ranks_differ_by_shape(size):
    art = importlib.import_module("thirteen.ui.art")
    sheet, step = getattr(art, f"RANK_{size}"), getattr(art, f"RANK_{size}_STEP")
    shapes = [pixels(sheet, r * step) for r in range(13)]
    for a, b in itertools.combinations(shapes, 2):
        assert len(a ^ b) >= 5


CELL = 8  # pixels, of the places that are watched for flicker


def watch(handheld):
    """From now on note, for each cell of the glass, when it looks again as it did before.

    What only passes over a cell never does so, but at its end; what blinks does nothing else.
    """
    w, h = handheld.hal.W, handheld.hal.H
    changes = {}
    last = {}
    before = {}
    sleep = handheld.hal.sleep

    def look():
        shown = bytes(handheld.panel.shown)
        for y in range(0, h, CELL):
            for x in range(0, w, CELL):
                cell = shown[y * w + x : y * w + x + CELL]
                if last.setdefault((x, y), cell) != cell:
                    if before.get((x, y)) == cell:
                        changes.setdefault((x, y), []).append(handheld.desk.now)
                    before[x, y] = last[x, y]
                    last[x, y] = cell

    seen = [0]

    def watched(ms):
        if handheld.panel.changes != seen[0]:
            seen[0] = handheld.panel.changes
            look()
        sleep(ms)

    handheld.hal.sleep = watched
    return changes


def flickers(changes):
    """Cells that changed back more than 2 * HERTZ times (there, and back again) in a second."""
    most = 2 * HERTZ
    return {
        cell: times
        for cell, times in changes.items()
        if any(b - a < 1000 for a, b in zip(times, times[most:]))
    }


@pytest.mark.parametrize(
    "keys", ["X 4000", "A 2500 B 2500", "RIGHT A A 3000", "Y 2500", "A LEFT A 3000"]
)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_blinks_faster_than_three_times_a_second(handheld, game, keys):
    """After a hint, a choice, a refusal, undo, a move: what then happens by itself."""
    handheld.prepare(game, 42, 9, animation=3)
    handheld.on()
    watched = watch(handheld)
    handheld.tap("800 A 1500 " + keys)
    assert not flickers(watched)


def test_flicker_would_be_found():
    assert flickers({(0, 0): [0, 150, 300, 450, 600, 750, 900]})
    assert not flickers({(0, 0): [0, 170, 340, 510, 680, 850, 1020]})
