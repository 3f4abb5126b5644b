"""Layer 4. Skeleton: view. Thirteen places in two rows; below, the stock and the cards taken."""

import sys

from micropython import const

from thirteen.cards import NAMES, SHORT
from thirteen.draw import art, canvas
from thirteen.rules import skeleton as rules
from thirteen.table import piles, places, table
from thirteen.table.table import (  # noqa: F401 - the view's own names
    changed,
    draw,
    empty,
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

_STOCK = const(13)  # places
_GONE = const(14)

_KEYS: tuple = (captions.of(keys.A, "take"),) + captions.SPARE_B


def open(s: bytearray) -> None:
    """Cut the places from the screen."""
    width, height = status_panel.below()
    pitch = (width - 2) // 7
    w = pitch - 2
    h = min(w * 11 // 8, height // 2 - canvas.line_height())
    places.clear()
    for p in range(rules.PLACES):
        places.add(2 + p % 7 * pitch, 2 + p // 7 * (height - h - 2) // 2, w, h)
    places.add(width // 2 - w // 2, height - h, w, h, places.STOCK | places.COUNT_ONLY)
    places.add(width - w, height - h, w, h, places.COUNT_ONLY)
    status_panel.captions(_KEYS)
    table.open(sys.modules[__name__], s, 0)


def cards(s: bytearray, p: int, out: bytearray, at: int) -> int:
    if p == _STOCK:
        return rules.stock(s)
    if p == _GONE:
        return rules.score(s)
    out[at] = s[p]
    return 1 if s[p] else 0


def source(s: bytearray, m: int) -> int:
    return m >> 4


def target(s: bytearray, m: int) -> int:
    return m & 15


def pairs(m: int) -> bool:
    return True


def describe(s: bytearray, m: int, done: bool = False) -> str:
    """Move m in a few words, or what it did; with suits, which tell cards of one rank apart."""
    verb = "Took " if done else "Take "
    a = _named(s[m >> 4])
    return verb + (a if m >> 4 == m & 15 else a + " and " + _named(s[m & 15]))


def _named(c: int) -> str:
    return SHORT[c & 15] + art.CH_SUITS[c >> 4 & 3]


def refusal(s: bytearray, p: int, chosen: int) -> str:
    if not s[p]:
        return "No card here"
    return "No %s to make 13 with" % NAMES[13 - (s[p] & 15)]


def draw_labels(s: bytearray) -> None:
    status_panel.progress("taken", rules.score(s), 52)
    y = places.y[_STOCK] + places.h[_STOCK] - art.SMALL[0]
    x = places.x[0]
    w = places.x[6] + places.w[6]
    n = piles.depth(_STOCK)
    canvas.centre_formatted(0, "%d cards in the stock", n, x, y, w, canvas.ON_FELT)
