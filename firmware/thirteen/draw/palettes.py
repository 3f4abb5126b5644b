"""Layer 3. The palettes: each game has colours of its own, a row in each theme.

A colour has one hexadecimal digit a primary, which every panel shows exactly. The other colours
are the same in every game, so that suits and marks stay what they are. The pale theme has dark
text, and a gold dark enough to be legible on the table.

One more theme is one more of ROWS and of INKS, last, since saved settings have a theme's number;
its name in screens/settings_menu.py (ROWS), one more in storage/settings.py (VALUES) and, if its
text is dark, its bit in _PALE_THEMES. host_tests/test_contrast.py says what is too faint.
"""

from micropython import const

HOUSE = const(-1)  # the launcher's, in place of a game's row in the catalogue
_PALE_THEMES = const(0b100)  # those with dark text, a bit each

BACK = const(7)  # after a game's own colours, the ink of its cards' backs

# The palette of canvas.py; the zeros stand for a game's own colours.
_DARK = (
    0xFE5, 0, 0, 0, 0xFFE, 0xBBB, 0x666, 0x112, 0xC23, 0, 0x52C, 0x078, 0, 0, 0, 0xFFF,
)  # fmt: skip
_PALE = (
    0xFE5, 0, 0, 0, 0xFFF, 0xAAA, 0x555, 0x112, 0xC12, 0, 0x52C, 0x078, 0, 0, 0, 0x111,
)  # fmt: skip
_OWN = b"\x01\x02\x03\x0e\x0c\x0d\x09"  # their places in it

# Felt, dark felt, pale felt, panel, gold, dark gold, accent; the back's ink, its ground included.
# The rows of the catalogue, and last the house's, which a game without one has, too.
ROWS = (
    (
        (0x154, 0x043, 0x587, 0x022, 0xFC4, 0xA72, 0x912, 0xCDE9),  # green baize
        (0x136, 0x024, 0x579, 0x013, 0xFC4, 0xA72, 0xC42, 0xCD9E),  # night race
        (0x314, 0x203, 0x657, 0x102, 0xFB4, 0xA62, 0x537, 0xCD39),  # moonlight
        (0x512, 0x401, 0x956, 0x201, 0xFC5, 0xA63, 0x358, 0xCDE9),  # burgundy
        (0x532, 0x421, 0x876, 0x211, 0xFC5, 0xA73, 0x166, 0xCDE9),  # walnut
        (0x234, 0x123, 0x678, 0x112, 0xFC4, 0xA72, 0x25B, 0xCDE9),
    ),
    (
        (0x268, 0x257, 0x7AB, 0x246, 0xFD4, 0xB83, 0x25B, 0xCDE9),
    ),
    (
        (0xDED, 0xCDC, 0x8A8, 0xEED, 0x840, 0x840, 0x912, 0x0DE9),
        (0xDEF, 0xCDE, 0x79B, 0xEEE, 0x730, 0x730, 0xC42, 0x0D97),
        (0xEDF, 0xDCE, 0xA8B, 0xEDE, 0x730, 0x730, 0x537, 0x0D39),
        (0xFDD, 0xECC, 0xC99, 0xFEE, 0x730, 0x730, 0x358, 0x0DE9),
        (0xEDB, 0xDCA, 0xA97, 0xFED, 0x730, 0x730, 0x166, 0x0DE9),
        (0xDDE, 0xCCD, 0x99A, 0xEEE, 0x730, 0x730, 0x25B, 0x0DE9),
    ),
)  # fmt: skip

# Felts that are worn in place of the games' own: their first six colours, with pale text and dark.
FELTS = (
    ((0x055, 0x044, 0x498, 0x023, 0xFC4, 0xA72), (0xCEE, 0xBDD, 0x8AA, 0xDFF, 0x730, 0x730)),
    ((0x344, 0x233, 0x788, 0x122, 0xFC4, 0xA72), (0xDDD, 0xCCC, 0x999, 0xEEE, 0x730, 0x730)),
)  # fmt: skip
felt = 0  # the one that is worn, from 1; 0 for none

# The inks of the panel and of gold, by theme: canvas.ON_PANEL, DIM_PANEL, ON_GOLD, and GILT_FELT,
# GILT_PANEL, GILT_EDGE for a screen whose gold is GILT, as pictures are.
INKS = (
    (0xF560, 0x5660, 0x77D0, 0xCD20, 0xCDE0, 12),
    (0xF560, 0x5660, 0x77D0, 0xCD20, 0xCDE0, 12),
    (0xF650, 0x6650, 0x44D0, 0xDD50, 0xDD50, 13),
)  # fmt: skip
GILT = const(0xFFCC44)


def is_pale(theme: int) -> int:
    """1 for a theme with dark text."""
    return _PALE_THEMES >> theme & 1


def own(theme: int, row: int) -> tuple:
    """A game's own colours, and the ink of its backs."""
    rows = ROWS[theme]
    mine = rows[row if 0 <= row < len(rows) else -1]
    return FELTS[felt - 1][is_pale(theme)] + mine[6:] if felt and row >= 0 else mine


def tile(theme: int, row: int) -> int:
    """The ground of a game's tile in the launcher, 0xRRGGBB: each has its own in every theme."""
    rows = ROWS[theme] if len(ROWS[theme]) > 1 else ROWS[0]
    return full(rows[row if row < len(rows) - 1 else -1][0])


def full(c: int) -> int:
    """A colour of one digit a primary as 0xRRGGBB."""
    return (c & 0xF00) * 0x1100 | (c & 0xF0) * 0x110 | (c & 15) * 0x11


def colours(theme: int, row: int) -> list:
    """The palette of a game in a theme: sixteen colours, 0xRRGGBB."""
    shades = list(_PALE if is_pale(theme) else _DARK)
    for i, at in enumerate(_OWN):
        shades[at] = own(theme, row)[i]
    return [full(c) for c in shades]
