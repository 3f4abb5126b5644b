"""Layer 3. The canvas: colours, themes, panels, and text.

Colours are indices into the palette of sixteen. An ink packs the colours of a sprite's four
levels, lowest nibble first; level 0 is transparent. Nothing here allocates.
"""

from micropython import const

import hal
from hal import fb
from thirteen.fast import native
from thirteen.ui import art

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
PINK = const(9)
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
ON_PAPER = const(0x7650)
RED_PAPER = const(0x8890)
BLUE_PAPER = const(0xAA50)
GREEN_PAPER = const(0xBB50)

# Green, blue and pale, in colours that a panel with four bits per primary shows exactly. The pale
# theme has dark text, and a gold dark enough to be legible on the table.
_THEMES = (
    (
        0xFFEE55, 0x115544, 0x004433, 0x558877, 0xFFFFEE, 0xBBBBBB, 0x666666, 0x111122,
        0xCC2233, 0xEEAAAA, 0x2255BB, 0x117733, 0xFFCC44, 0xAA7722, 0x112233, 0xFFFFFF,
    ),
    (
        0xFFEE55, 0x226688, 0x225577, 0x77AABB, 0xFFFFEE, 0xBBBBBB, 0x667777, 0x111122,
        0xCC1122, 0xEEAA99, 0x1144AA, 0x117733, 0xFFDD44, 0xBB8833, 0x224466, 0xFFFFFF,
    ),
    (
        0xFFEE55, 0xDDEEDD, 0xCCDDCC, 0x88AA88, 0xFFFFFF, 0xAAAAAA, 0x555555, 0x111122,
        0xCC1122, 0xEEAAAA, 0x1144AA, 0x117733, 0x884400, 0xAA7744, 0xEEEEDD, 0x111111,
    ),
)  # fmt: skip

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

_COUNTS = const(8)

TINY = hal.H < 200  # 240x135: flat cards, two lines at the foot
BROAD = hal.W >= 300  # 320x240: larger cards

reading = art.SMALL  # the font of rules and notes
_counted = [None] * (3 * _COUNTS)  # formats, numbers and the resulting texts

_INKS = ((0xF560, 0x5660, 0x77D0), (0xF560, 0x5660, 0x77D0), (0xF650, 0x6650, 0x44D0))


def theme(i):
    global ON_PANEL, DIM_PANEL, ON_GOLD
    ON_PANEL, DIM_PANEL, ON_GOLD = _INKS[i]
    for k, rgb in enumerate(_THEMES[i]):
        hal.palette(k, rgb)


def clear(c=FELT):
    """Fill the framebuffer with one colour."""
    fb.fill(c)


def screen():
    """The width and height of the screen: views cut their places from it."""
    return hal.W, hal.H


def line():
    """The height of a line of small text, with a little room on screens that have it."""
    return art.SMALL[0] + (0 if TINY else 2)


@native
def box(x, y, w, h, c):
    """A filled box with round corners."""
    hal.stamp(_ROUND, NONE, 0, x, y, w, h, c)


@native
def frame(x, y, w, h, c, ground):
    """A box filled with `ground`, with an edge of colour c."""
    box(x, y, w, h, c)
    box(x + 1, y + 1, w - 2, h - 2, ground)


@native
def button(x, y, w, h, s, on, font=None):
    """A button; `on` if it has the cursor."""
    box(x, y, w, h, GOLD if on else PANEL)
    font = font or art.SMALL
    centre(font, s, x, y + (h - font[0] + 1) // 2, w, ON_GOLD if on else ON_PANEL)


@native
def bar(x, y, w, h, part, whole, c):
    """A progress bar, part/whole of it filled."""
    full = w * part // whole if whole else 0
    fb.fill_rect(x, y, full, h, c)
    fb.fill_rect(x + full, y, w - full, h, PANEL)


@native
def counted(i, form, n):
    """form % n. Formatting takes 0.2 ms, so the last text of each slot i is cached."""
    at = 3 * i
    if _counted[at + 1] != n or _counted[at] != form:
        _counted[at] = form
        _counted[at + 1] = n
        _counted[at + 2] = form % n
    return _counted[at + 2]


def width(font, s):
    """The width of a text in pixels, found by drawing it below the screen, where nothing shows."""
    return hal.text(font, s, 0, hal.H, ON_FELT) - font[3] if s else 0


centre = hal.centre  # text centred in a width
right = hal.right  # text that ends at x


def wrap(font, s, at, w):
    """The end of the line of s that starts at `at` and fits w, at a space if possible."""
    end = hal.fit(font, s, at, w)
    if end == len(s) or s.startswith(" ", end):
        return end
    space = s.rfind(" ", at, end)
    return space if space > at else end
