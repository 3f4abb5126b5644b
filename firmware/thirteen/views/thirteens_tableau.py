"""Layer 4. The tableau of Thirteens: drawing its fifteen places and their marks."""

from array import array

from micropython import const

import hal
from thirteen.ui import canvas, card_art, large, slots
from thirteen.views import thirteens_columns as columns

NOWHERE = const(15)
ALL = const(0x7FFF)  # places

_UNKNOWN = const(0xFFFF)
_BADGE_W = const(34)
_BADGE_H = const(24)

card_w = 46  # a card's width
right = 0  # where the tableau ends
flags = bytearray(15)
cursor = 7
chosen = NOWHERE
wrong = NOWHERE
gold = 0  # places whose cards are being discarded, a bit each; hides other marks
hidden = 0  # places whose cards are in flight, or still in the stock
stale = 0  # places that may need redrawing
seen = array("H", bytes(30))  # what was drawn in each place
_badge_x = 0
_badge_y = 0


def open() -> None:
    """Set up the places; wide screens have wider cards."""
    global card_w, right, cursor
    card_w = 58 if hal.W > 300 else 38 if canvas.TINY else 46
    left = 6 if hal.W > 300 else 4
    pitch = card_w + (4 if hal.W > 300 else 3)
    right = left + 3 * pitch
    card_art.room(2, card_w, columns.CARD_H)
    columns.open(left, pitch, card_w)
    cursor = 7


def invalidate() -> None:
    """Mark every place stale."""
    global stale
    stale = ALL


def draw_all(s: bytearray) -> None:
    """Draw everything from the state alone, except falling or flying cards."""
    for p in range(15):
        seen[p] = _UNKNOWN
    draw(s, ALL)


def draw(cards: bytearray, which: int) -> None:
    """Redraw those of these places that have changed and are not falling."""
    global stale
    stale = 0
    p = -1
    while which:
        p += 1
        here = which & 1
        which >>= 1
        y = columns.rest_y[p]
        if not here or columns.y[p] != y:
            continue  # falling: it is stale again when it has landed
        mark = _mark(p)
        away = hidden >> p & 1
        c = 0 if away else cards[p]
        look = c | away << 7 | mark << 8
        if look == seen[p]:
            continue
        seen[p] = look
        x = columns.x[p]
        canvas.wipe(x, y, card_w, columns.CARD_H)
        if c:
            card_art.card(c, x, y, card_w, columns.CARD_H, mark)
        elif not away and (p % 5 == 0 or mark & card_art.CURSOR):
            card_art.slot(x, y, card_w, columns.CARD_H, mark)


def _mark(p: int) -> int:
    """The marks of place p."""
    if gold:
        return card_art.CHOSEN if gold >> p & 1 else 0
    mark = 0
    if p == cursor:
        mark = card_art.CURSOR
    if p == wrong or p == chosen and wrong != NOWHERE:
        mark |= card_art.WRONG
    if p == chosen:
        mark |= card_art.CHOSEN
    elif flags[p] & (slots.TAKES | slots.HINT):
        mark |= card_art.LIT
    return mark


def draw_badge(p: int, q: int) -> None:
    """Draw "13" between the two cards of a pair."""
    global _badge_x, _badge_y
    _badge_x = x = (columns.x[p] + columns.x[q] + card_w - _BADGE_W) // 2
    _badge_y = y = (columns.rest_y[p] + columns.rest_y[q] + columns.CARD_H - _BADGE_H) // 2
    canvas.frame(x, y, _BADGE_W, _BADGE_H, canvas.GOLD, canvas.PANEL)
    canvas.centre(large.FONT, "13", x, y + 2, _BADGE_W, canvas.GOLD_PANEL)
    canvas.dirty(x, y, _BADGE_W, _BADGE_H)


def wipe_badge() -> None:
    """Erase the badge, and mark the places below it stale."""
    global stale
    canvas.wipe(_badge_x, _badge_y, _BADGE_W, _BADGE_H)
    for p in range(15):
        x = columns.x[p] - _badge_x
        y = columns.rest_y[p] - _badge_y
        if -card_w < x < _BADGE_W and -columns.CARD_H < y < _BADGE_H:
            seen[p] = _UNKNOWN
            stale |= 1 << p
