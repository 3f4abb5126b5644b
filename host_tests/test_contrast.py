"""Accessibility: contrast, suits that differ by shape, no flicker."""

import importlib
import itertools
import types

import contrast
import playing
import pytest

from thirteen.draw import canvas, palettes

GAMES = playing.GAMES
HERTZ = 3
THEMES = range(len(palettes.ROWS))

# An ink is named after its background; felt and paper have two shades, and text is on both.
GROUNDS = {"FELT": (1, 2), "PANEL": (14,), "GOLD": (12,), "PAPER": (4, 0)}  # and gilt: below
# Deliberately faint, and shown in full elsewhere: not text.
NO_TEXT = ("PALE", "")


def inks(canvas):
    """(name, text colour, backgrounds) of every ink of the canvas."""
    for name in dir(canvas):
        about, _, on = name.partition("_")
        ink = getattr(canvas, name)
        # A number below 16 is a colour.
        if on in GROUNDS and isinstance(ink, int) and ink > 15 and about not in NO_TEXT:
            yield name, ink >> 12 & 15, GROUNDS[on]


FACES = [
    pytest.param(theme, row, id=f"{name}-{theme}")
    for theme in THEMES
    for row, name in ((palettes.HOUSE, "launcher"), *enumerate(GAMES))
]
FELTS = range(len(palettes.FELTS) + 1)


@pytest.fixture
def felts():
    """The games' own felts, then each that may be worn: `for palettes.felt in felts`."""
    yield FELTS
    palettes.felt = 0


def coloured(theme, row):
    """The canvas's names in that theme, and its sixteen colours as the panel shows them."""
    inks = dict(vars(canvas))
    names = "ON_PANEL", "DIM_PANEL", "ON_GOLD", "GILT_FELT", "GILT_PANEL", "GILT_EDGE"
    inks.update(zip(names, palettes.INKS[theme], strict=True))
    return types.SimpleNamespace(**inks), [
        contrast.rgb565(rgb) for rgb in palettes.colours(theme, row)
    ]


@pytest.mark.parametrize("theme, row", FACES)
def test_text_has_a_contrast_of_four_and_a_half(theme, row, felts):
    for palettes.felt in felts:
        names, colours = coloured(theme, row)
        named = list(inks(names))
        assert len(named) >= 9
        for name, ink, grounds in named:
            for ground in grounds:
                assert contrast.ratio(colours[ink], colours[ground]) >= 4.5, (name, ground)


@pytest.mark.parametrize("theme", THEMES)
def test_text_on_the_launchers_tiles_has_a_contrast_of_four_and_a_half(theme, felts):
    """It is the launcher's white and gold, on the games' felts."""
    for palettes.felt in felts:
        _, house = coloured(theme, palettes.HOUSE)
        for row in range(len(GAMES)):
            for ink in (canvas.WHITE, palettes.INKS[theme][3] >> 12):
                assert contrast.ratio(house[ink], palettes.tile(theme, row)) >= 4.5, (row, ink)


@pytest.mark.parametrize("theme", THEMES)
def test_no_two_tiles_of_the_launcher_are_alike(theme, felts):
    """Whatever is worn, and in a theme with one felt for all games, too."""
    for palettes.felt in felts:
        house = palettes.colours(theme, palettes.HOUSE)[canvas.FELT]
        tiles = [palettes.tile(theme, row) for row in range(len(GAMES))]
        for a, b in itertools.combinations([house, *tiles], 2):
            assert sum(abs((a >> i & 255) - (b >> i & 255)) for i in (0, 8, 16)) >= 0x22, (a, b)


def test_what_was_won_is_gold_on_every_theme():
    """On a screen that is gilt: text on it is dark, and an edge of it shows on the felt."""
    for theme in THEMES:
        shades = palettes.colours(theme, palettes.HOUSE)
        edge = palettes.INKS[theme][5]
        shades[canvas.GOLD] = palettes.GILT
        assert contrast.ratio(shades[canvas.ON_GILT >> 12], palettes.GILT) >= 4.5
        assert contrast.ratio(shades[edge], shades[canvas.FELT]) >= 3


@pytest.mark.parametrize("theme, row", FACES)
def test_anti_aliasing_levels_are_between_ink_and_background(theme, row, felts):
    """No level of an ink is darker or lighter than both ends."""
    for palettes.felt in felts:
        names, shades = coloured(theme, row)
        colours = [contrast.luminance(rgb) for rgb in shades]
        for name, ink, grounds in inks(names):
            ends = sorted([colours[ink]] + [colours[ground] for ground in grounds])
            low, high = ends[0], ends[-1]
            for level in (1, 2):
                step = colours[getattr(names, name) >> 4 * level & 15]
                assert low - 0.02 <= step <= high + 0.02, (name, level)


def test_every_panel_shows_the_palettes_exactly(felts):
    """Twelve bits a pixel are enough for every colour."""
    for palettes.felt, theme in itertools.product(felts, THEMES):
        for row in range(-1, len(GAMES)):
            for rgb in palettes.colours(theme, row):
                assert all(byte >> 4 == byte & 15 for byte in rgb.to_bytes(3, "big")), hex(rgb)


@pytest.mark.parametrize("theme", [0, 2])
def test_no_two_games_have_the_same_table_or_backs(theme):
    rows = palettes.ROWS[theme]
    assert 1 < len(rows) <= len(GAMES) + 1  # and the house's; a game without has that
    assert len({row[0] for row in rows}) == len({row[6] for row in rows}) == len(rows)


@pytest.mark.parametrize("theme, row", FACES)
def test_suits_and_marks_are_the_same_in_every_game(theme, row, felts):
    """Only seven of the colours are a game's own."""
    own = {canvas.FELT, canvas.DARK_FELT, canvas.PALE_FELT, canvas.PANEL, canvas.GOLD}
    own |= {canvas.DARK_GOLD, canvas.ACCENT}
    for palettes.felt in felts:
        one, house = palettes.colours(theme, row), palettes.colours(theme, palettes.HOUSE)
        assert {i for i in range(16) if one[i] != house[i]} <= own


@pytest.mark.parametrize("sight", contrast.SIGHTS)
@pytest.mark.parametrize("theme", THEMES)
def test_four_suit_colours_are_told_apart_by_every_kind_of_sight(theme, sight):
    """Red and green are the pair that one man of twelve can't tell."""
    shades = palettes.colours(theme, palettes.HOUSE)
    suits = [shades[c] for c in (canvas.INK, canvas.RED, canvas.BLUE, canvas.GREEN)]
    for a, b in itertools.combinations(suits, 2):
        assert contrast.difference(a, b, sight) >= 25, (hex(a), hex(b))


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
    art = importlib.import_module("thirteen.draw.art")
    sheet = getattr(art, f"SUIT{size}")
    step = getattr(art, f"SUIT{size}_STEP")
    shapes = [pixels(sheet, s * step) for s in range(4)]
    for a, b in itertools.combinations(shapes, 2):
        assert len(a ^ b) >= max(len(a), len(b)) // 7
        assert silhouette(a) != silhouette(b)


def silhouette(shape):
    """The width of each row."""
    return [sum(1 for x, row in shape if row == y) for y in range(20)]


@pytest.mark.parametrize("size", ["BIG", "MID", "SMALL"])
def test_the_thirteen_ranks_differ_by_shape(size):
    art = importlib.import_module("thirteen.draw.art")
    sheet, step = getattr(art, f"RANK_{size}"), getattr(art, f"RANK_{size}_STEP")
    shapes = [pixels(sheet, r * step) for r in range(13)]
    for a, b in itertools.combinations(shapes, 2):
        assert len(a ^ b) >= 5


CELL = 8  # pixels, of the squares checked for flicker


def watch(handheld):
    """Record, for each cell of the screen, when it returns to its previous picture.

    A thing that passes over a cell does so once, at its end; a thing that blinks, every time.
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
                        changes.setdefault((x, y), []).append(handheld.hardware.now)
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
    """The cells that changed back more than 2 * HERTZ times in a second (on, and off again)."""
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
    """After a hint, a choice, a refusal, an undo and a move, while animations run."""
    handheld.prepare(game, 42, 9, animation=3)
    handheld.on()
    watched = watch(handheld)
    handheld.tap("800 A 1500 " + keys)
    assert not flickers(watched)


def test_flicker_is_found():
    assert flickers({(0, 0): [0, 150, 300, 450, 600, 750, 900]})
    assert not flickers({(0, 0): [0, 170, 340, 510, 680, 850, 1020]})
