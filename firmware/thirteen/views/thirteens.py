"""Layer 4. Thirteens on the screen: the tableau on the left, stock and discards on the right.

Places 0 to 4 are the first column from the bottom up, 5 to 9 the second, 10 to 14 the third, as in
the rules.
"""

import sys
from array import array

from micropython import const

from thirteen.cards import NAMES, SHORT
from thirteen.draw import art, canvas, card_art, large
from thirteen.fast import native
from thirteen.rules import thirteens as rules
from thirteen.table import flights, piles, places, table
from thirteen.table.table import (  # noqa: F401 - the view's own names
    changed,
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
)
from thirteen.ui import captions, keys
from thirteen.ui.status_panel import status_panel

_KEYS: tuple = (captions.of(keys.A, "take"),) + captions.SPARE_B

_STOCK = const(15)  # places
_GONE = const(16)
_MIDDLE = const(7)
_LABEL_Y = const(6)
_EDGES = const(2)  # pixels by which each lower card of a pile stands out
_PILES = const(86)  # pixels that stock and discards have with their labels and counts,
_LOW_PILES = const(31)  # and without labels, the counts beside them
_BADGE_W = const(34)
_BADGE_H = const(24)
_SIDES = (" on the left", " in the middle", " on the right")  # by column

# The y of a pile's label, -1 for none; the left edge of its count, from the pile's, y and width.
_BELOW = (_LABEL_Y, 0, 72, 32)
_BESIDE = (-1, 30, 12, 18)

_texts = _BELOW


def open(s: bytearray) -> None:
    global _texts
    width, height = canvas.screen()
    low = height < _PILES + (len(_KEYS) + 3) * canvas.line_height()  # three lines fit between
    pitch = (height - 3) // 5
    h = pitch - height // 120
    top = (height - 5 * pitch + height // 120) // 2
    w = min((width - (117 if low else 93)) // 3 - 3, max(h * 8 // 7, 46))
    places.clear()
    for p in range(15):
        y = top + (4 - p % 5) * pitch
        places.add(
            4 + p // 5 * (w + 3), y, w, h, places.FALLS | (places.SKIP_IF_EMPTY if p % 5 else 0)
        )
    status_panel.beside(4 + 3 * (w + 3) + 2, _LOW_PILES + 1 if low else _PILES)
    x = status_panel.x
    panel_w = status_panel.w
    if low:  # each pile has its count beside it, and no label
        places.add(x + 4, 7, 26, 24, places.STOCK | places.COUNT_ONLY)
        places.add(x + 58, 7, 26, 24, places.COUNT_ONLY)
        _texts = _BESIDE
    else:
        places.add(x + panel_w // 4 - 16, 26, 32, 44, places.STOCK | places.COUNT_ONLY)
        places.add(x + panel_w * 3 // 4 - 16, 26, 32, 44, places.COUNT_ONLY)
        _texts = _BELOW
    status_panel.captions(_KEYS)
    table.open(sys.modules[__name__], s, _MIDDLE)


def cards(s: bytearray, p: int, out: bytearray, at: int) -> int:
    if p == _STOCK:
        return rules.stock(s)
    if p == _GONE:
        return 52 - rules.left(s)
    out[at] = s[p]
    return 1 if s[p] else 0


def empty(s: bytearray, p: int) -> int:
    return 0 if p % 5 else piles.BARE


def source(s: bytearray, m: int) -> int:
    """The first place of a pair, or that of the card that move m brings down."""
    if m & rules.BRING:
        a = (m >> 2 & 3) * 5
        return a + rules.height(s, a) - 1
    return m >> 4


def target(s: bytearray, m: int) -> int:
    """The second place of a pair, or the one that move m brings a card down to."""
    return (m & 3) * 5 if m & rules.BRING else m & 15


def pairs(m: int) -> bool:
    return not m & rules.BRING


def value(s: bytearray, m: int) -> int:
    """A pair is preferred to bringing its card down."""
    return 0 if m & rules.BRING else 1


def describe(s: bytearray, m: int, done: bool = False) -> str:
    """Move m in a few words, or what it did; by suits where ranks don't tell it from others."""
    moves = array("H", bytes(2 * rules.MOVES))
    kind = _kind(s, m)
    first = source(s, m)
    alike = ways = 0
    for i in range(rules.moves(s, moves)):
        if _kind(s, moves[i]) == kind:
            if source(s, moves[i]) != first or pairs(m) and moves[i] != m:
                alike = 1
            ways += 1
    a = _named(s[first], alike)
    if m & rules.BRING:
        where = _SIDES[m & 3] if ways > 1 else ""
        return ("Brought %s down%s" if done else "Bring %s down%s") % (a, where)
    verb = "Took " if done else "Take "
    if first == target(s, m):
        return verb + a
    b = _named(s[target(s, m)], alike)
    return verb + (a + " and " + b if s[first] & 15 > 6 else b + " and " + a)


def _kind(s: bytearray, m: int) -> int:
    """What the ranks tell of move m."""
    r = s[source(s, m)] & 15
    return m & rules.BRING | r if m & rules.BRING or r > 6 else 13 - r


def _named(c: int, suit: int) -> str:
    return SHORT[c & 15] + art.CH_SUITS[c >> 4 & 3] if suit else "the " + NAMES[c & 15]


def refusal(s: bytearray, p: int, chosen: int) -> str:
    if not s[p] and p % 5:
        return "No card here"
    if chosen != places.NONE and not (s[p] and s[chosen]):  # an empty column, and a lower card
        return "Only the top card of a column comes down"
    b = s[p] & 15
    if chosen == places.NONE:
        return "No %s touches it" % NAMES[13 - b]
    a = s[chosen] & 15
    if a + b == 13:
        return "They make 13 but do not touch"
    return "%d and %d make %d, not 13" % (a, b, a + b)


@native
def draw_labels(s: bytearray) -> None:
    """The stock, and the cards discarded."""
    gone = piles.depth(_GONE)
    status_panel.progress("gone", gone, 52)
    _draw_pile(_STOCK, "stock", piles.depth(_STOCK))
    _draw_pile(_GONE, "gone", gone)
    x = places.x[_STOCK]
    y = places.y[_STOCK]
    w = places.w[_STOCK]
    h = places.h[_STOCK]
    if piles.depth(_STOCK):
        card_art.back(x, y, w, h)
    if gone:
        x = places.x[_GONE]
        card_art.card_edges(x, y, w, h)
        canvas.centre(large.FONT, "13", x, y + (h - art.LARGE_H) // 2, w, canvas.RED_PAPER)


@native
def _draw_pile(p: int, label: str, n: int) -> None:
    """A pile's label, its count, and the edges of its lower cards or its empty place."""
    x = places.x[p]
    y = places.y[p]
    w = places.w[p]
    h = places.h[p]
    label_y, left, top, wide = _texts
    if label_y >= 0:
        canvas.centre(art.SMALL, label, x, label_y, w, canvas.ON_FELT)
    canvas.centre_formatted(p & 1, "%d", n, x + left, top, wide, canvas.ON_FELT)
    if not n:
        card_art.slot(x, y, w, h)
    if n > 25:
        card_art.card_edges(x + 2 * _EDGES, y - 2 * _EDGES, w, h)
    if n > 12:
        card_art.card_edges(x + _EDGES, y - _EDGES, w, h)


def draw(s: bytearray) -> None:
    """Draw the table; between two cards about to leave, what they make."""
    table.draw(s)
    if flights.pair_is_lit():
        x = flights.pair_x + (places.w[0] - _BADGE_W) // 2
        y = flights.pair_y + (places.h[0] - _BADGE_H) // 2
        canvas.frame(x, y, _BADGE_W, _BADGE_H, canvas.GOLD, canvas.PANEL)
        canvas.centre(large.FONT, "13", x, y + 2, _BADGE_W, canvas.GOLD_PANEL)
