"""Layer 3. The canvas: colours, panels, and text.

Colours are indices into the palette of sixteen. An ink packs the colours of a sprite's four
levels, lowest nibble first; level 0 is transparent. Nothing here allocates.
"""

from micropython import const

import hal
from hal import fb
from thirteen.draw import art, palettes
from thirteen.fast import native

# The palette.
CHOICE = const(0)  # the ground of a chosen card, light enough for each suit
FELT = const(1)
DARK_FELT = const(2)
PALE_FELT = const(3)
PAPER = const(4)
LIGHT_GREY = const(5)
DARK_GREY = const(6)
INK = const(7)
RED = const(8)
ACCENT = const(9)  # the game's own: its cards' backs, and what is its alone
BLUE = const(10)
GREEN = const(11)
GOLD = const(12)
DARK_GOLD = const(13)
PANEL = const(14)
WHITE = const(15)

ON_FELT = const(0xF530)  # inks are named text_ground: white text on felt
ON_PANEL = 0xF560  # these three are set by the theme
DIM_PANEL = 0x5660
GOLD_FELT = const(0xCD20)
GOLD_PANEL = const(0xCDE0)
ON_GOLD = 0x77D0
GILT_FELT = 0xCD20  # these, too: gold text and edges, also on a screen with `gild`
GILT_PANEL = 0xCDE0
GILT_EDGE = GOLD
ON_GILT = const(0x77D0)
BACK = 0xCDE9  # this one by the game, its ground included
ON_PAPER = const(0x7650)
RED_PAPER = const(0x8850)
BLUE_PAPER = const(0xAA50)
GREEN_PAPER = const(0xBB50)
COURT_PAPER = const(0x7800)  # of figures: yellow, red, black

NONE = b"\x00"  # an empty list of signs, for shapes that are not cards

# For hal.stamp: left, top, right, bottom, colour; c8 is the right or lower edge, 10 the tint.
_ROUND = (
    b"\x05"
    b"\x00\x03\xc8\xc5\x10"
    b"\x01\x01\xc7\x03\x10"
    b"\x01\xc5\xc7\xc7\x10"
    b"\x03\x00\xc5\x01\x10"
    b"\x03\xc7\xc5\xc8\x10"
)

# With an edge of one pixel: the tint's lower colour; inside the upper one.
_EDGED = (
    b"\x0a"
    + _ROUND[1:]
    + b"\x01\x04\xc7\xc4\x11"
    + b"\x02\x02\xc6\x04\x11"
    + b"\x02\xc4\xc6\xc6\x11"
    + b"\x04\x01\xc4\x02\x11"
    + b"\x04\xc6\xc4\xc7\x11"
)

LOW_CHARGE = const(10)  # percent of a battery below which the player is warned

_COUNTS = const(8)

SPACE = hal.H // 60  # between the parts of a page, in pixels

reading = art.SMALL  # the font of rules and notes
# Of each count: format, number, width; the text and how far it is from the left edge.
_counts: list = [[None, 0, -1, "", 0] for _ in range(_COUNTS)]

worn = 0  # the ink of the backs that are worn in place of a game's own, 0 for none
_theme = 0
_row = palettes.HOUSE


def theme(i: int) -> None:
    """Choose the theme, and set its palette."""
    global _theme, ON_PANEL, DIM_PANEL, ON_GOLD, GILT_FELT, GILT_PANEL, GILT_EDGE
    _theme = i
    ON_PANEL, DIM_PANEL, ON_GOLD, GILT_FELT, GILT_PANEL, GILT_EDGE = palettes.INKS[i]
    use_theme_of(_row)


def use_theme_of(row: int) -> int:
    """Set the palette of the game in that row of the catalogue, or of the HOUSE.

    It shows with the next picture, which is sent whole. Returns the row until now.
    """
    global _row
    was = _row
    _row = row
    own_back()
    for k, rgb in enumerate(palettes.colours(_theme, row)):
        hal.palette(k, rgb)
    return was


def gild() -> None:
    """Until the next `use_theme_of` GOLD is gold in every theme, for pictures and what was won."""
    if palettes.is_pale(_theme):  # there it is dark, for texts
        hal.palette(GOLD, palettes.GILT)


def own_back() -> None:
    """Set the ink of the backs."""
    global BACK
    BACK = worn or palettes.own(_theme, _row)[palettes.BACK]


def tile(row: int) -> int:
    """The ground of a game's tile, 0xRRGGBB: the launcher shows several at once."""
    return palettes.tile(_theme, row)


def felt_worn(i: int) -> int:
    """The colour of the table of the game shown with felt i, from 1, in place of its own, 0."""
    was = palettes.felt
    palettes.felt = i
    colour = palettes.colours(_theme, max(_row, 0))[FELT]  # the launcher has none of its own
    palettes.felt = was
    return colour


def clear(c: int = FELT) -> None:
    """Fill the framebuffer with one colour."""
    if hal.POINTER:
        hal.cleared()  # type: ignore[attr-defined]
    fb.fill(c)


def screen() -> tuple:
    """The width and height of the screen: views cut their places from it."""
    return hal.W, hal.H


def line_height() -> int:
    """The height of a line of small text, with a little room below it."""
    return art.SMALL[0] + SPACE - 2


@native
def box(x: int, y: int, w: int, h: int, c: int) -> None:
    """A filled box with round corners."""
    hal.stamp(_ROUND, NONE, 0, x, y, w, h, c)


@native
def frame(x: int, y: int, w: int, h: int, c: int, ground: int) -> None:
    """A box filled with `ground`, with an edge of colour c."""
    hal.stamp(_EDGED, NONE, 0, x, y, w, h, ground << 4 | c)


def button(x: int, y: int, w: int, h: int, s: str, on: bool, font: bytes | None = None) -> None:
    """A button; `on` if it has the cursor."""
    box(x, y, w, h, GOLD if on else PANEL)
    font = font or art.SMALL
    centre(font, s, x, y + (h - font[0] + 1) // 2, w, ON_GOLD if on else ON_PANEL)


@native
def texts(what: list) -> None:
    """Draw texts: font, text, x, y and ink of each."""
    for font, text, x, y, ink in what:  # *args would need memory
        hal.text(font, text, x, y, ink)


@native
def bar(x: int, y: int, w: int, h: int, part: int, whole: int, c: int) -> None:
    """A progress bar, part/whole of it filled."""
    full = w * part // whole if whole else 0
    fb.fill_rect(x, y, full, h, c)
    fb.fill_rect(x + full, y, w - full, h, PANEL)


@native
def formatted(i: int, form: str, n: int) -> str:
    """form % n. Formatting takes 0.2 ms, so the last text of each slot i is kept."""
    count = _counts[i]
    if count[1] != n or count[0] != form:
        count[0] = form
        count[1] = n
        count[2] = -1
        count[3] = form % n
    return count[3]


@native
def centre_formatted(i: int, form: str, n: int, x: int, y: int, w: int, ink: int) -> None:
    """Draw form % n centred in a width; its own width is kept, too."""
    count = _counts[i]
    if count[1] != n or count[0] != form or count[2] != w:
        text = formatted(i, form, n)
        count[2] = w
        count[4] = (w - width(art.SMALL, text)) // 2
    hal.text(art.SMALL, count[3], x + count[4], y, ink)


@native
def width(font: bytes, s: str) -> int:
    """The width of a text in pixels, found by drawing it below the screen, where nothing shows."""
    return hal.text(font, s, 0, hal.H, ON_FELT) - font[3] if s else 0


centre = hal.centre  # text centred in a width
right = hal.right  # text that ends at x


@native
def wrap(font: bytes, s: str, at: int, w: int) -> int:
    """The end of the line of s that starts at `at` and fits w, at a space if possible."""
    end = hal.fit(font, s, at, w)
    if end == len(s) or s.startswith(" ", end):
        return end
    space = s.rfind(" ", at, end)
    return space if space > at else end
