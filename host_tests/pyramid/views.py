"""Layer 4. Pyramid: view. Stock and waste lie to the left of the peak, to its right what is gone.

Places 0 to 27 are the pyramid, as in the rules; each row lies over the one above it.
"""

import sys

from micropython import const

from thirteen.cards import NAMES, SHORT
from thirteen.draw import art, canvas
from thirteen.rules import pyramid as rules
from thirteen.table import piles, places, table
from thirteen.table.table import (  # noqa: F401 - the view's own names
    changed,
    draw,
    enter,
    flag,
    hint,
    key,
    leave_from,
    move_rects,
    moved,
    playable,
    skip,
    status,
    tick,
    undone,
    value,
)
from thirteen.ui import captions, keys
from thirteen.ui.status_panel import status_panel

_STOCK = const(29)  # places
_GONE = const(30)

_STRIP = const(13)  # pixels of a covered card that show its rank

_KEYS: tuple = (captions.of(keys.A, "take"),) + captions.SPARE_B


def open(s: bytearray) -> None:
    """Cut the places from the screen."""
    width, height = status_panel.below()
    pitch = (width - 2) // 7
    w = pitch - 2
    h = min(w * 11 // 8, height - 4 - 6 * _STRIP)
    step = (height - 4 - h) // 6
    pile_h = min(h, 3 * step - canvas.line_height())  # the third row is as wide as the piles
    places.clear()
    for p in range(rules.PLACES):
        r = rules.row(p)
        left = (width - 7 * pitch + 2 + (6 - r) * pitch) // 2
        what = places.SKIP_IF_EMPTY if p else 0
        places.add(left + (p - r * (r + 1) // 2) * pitch, 2 + r * step, w, h, what)
    places.add(4 + pitch, 2, w, pile_h)  # the waste
    places.add(2, 2, w, pile_h, places.STOCK)
    places.add(width - w - 2, 2, w, pile_h, places.COUNT_ONLY)
    status_panel.captions(_KEYS)
    table.open(sys.modules[__name__], s, rules.PLACES - 4)


def cards(s: bytearray, p: int, out: bytearray, at: int) -> int:
    """The uppermost cards of place p to out[at:], the lowest first; returns how many lie there."""
    if p == _GONE:
        return 52 - rules.left(s) - rules.wasted(s) - rules.stock(s)
    if p == _STOCK:
        out[at] = 0x80  # a back
        return rules.stock(s)
    out[at] = rules.at(s, p)
    if p == rules.WASTE:
        return rules.wasted(s)
    return 1 if out[at] else 0


def empty(s: bytearray, p: int) -> int:
    """What place p shows while it is empty: nothing, but for the piles."""
    return piles.BARE if p >= rules.WASTE else 0


def source(s: bytearray, m: int) -> int:
    return _STOCK if m >= rules.TURN else m >> 5


def target(s: bytearray, m: int) -> int:
    return _STOCK if m >= rules.TURN else m & 31


def pairs(m: int) -> bool:
    """Whether either card of move m may be chosen first."""
    return m < rules.TURN


def describe(s: bytearray, m: int, done: bool = False) -> str:
    """Move m in a few words, or what it did."""
    if m >= rules.TURN:
        verb = "Turn" if m == rules.TURN else "Redeal"
        return (verb + "ed" if done else verb) + (" a card" if m == rules.TURN else "")
    a = m >> 5
    b = m & 31
    verb = "Took " if done else "Take "
    return verb + (_named(s, a) if a == b else _named(s, a) + " and " + _named(s, b))


def _named(s: bytearray, p: int) -> str:
    c = rules.at(s, p)
    return SHORT[c & 15] + art.CH_SUITS[c >> 4 & 3]


def refusal(s: bytearray, p: int, chosen: int) -> str:
    """Why no move leads there."""
    if p == _STOCK:
        return "Stock and redeals are used up"
    c = rules.at(s, p)
    if not c:
        return "No card here"
    if p != rules.WASTE and not rules.is_free(s, p):
        return "Take what lies on it first"
    if chosen != places.NONE:
        a = rules.at(s, chosen)
        return "%s and %s make %d" % (NAMES[a & 15], NAMES[c & 15], (a & 15) + (c & 15))
    return "No %s is free to make 13" % NAMES[13 - (c & 15)]


def draw_labels(s: bytearray) -> None:
    """Draw what is not a card."""
    status_panel.progress("taken", rules.score(s), rules.PLACES)
    y = places.y[_STOCK] + places.h[_STOCK] + 1
    w = places.w[_STOCK]
    canvas.centre_formatted(0, "%d", rules.stock(s), places.x[_STOCK], y, w, canvas.ON_FELT)
    again = rules.redeals(s)
    text = "%d redeal" if again == 1 else "%d redeals"
    x = places.x[_GONE] - w
    canvas.centre_formatted(1, text, again, x, y, 2 * w, canvas.ON_FELT)
