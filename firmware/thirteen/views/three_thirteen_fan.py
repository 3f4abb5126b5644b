"""Layer 4. A hand as a fan: meld by meld, deadwood on the right, a pointer above.

`order` holds the index in the hand of each card as arranged, `group` the number of its meld, 0 for
deadwood; `dead` is the deadwood's penalty. The places of the table from FIRST on are the cards.
"""

from array import array

from micropython import const

import hal
from hal import fb
from thirteen.fast import fast, ptr8
from thirteen.rules import three_thirteen_melds as melds
from thirteen.rules import three_thirteen_table as table
from thirteen.rules.three_thirteen_arrange import arrange
from thirteen.ui import art, canvas, card_art, slots

FIRST = const(2)
ROW = 76 if canvas.TINY else 138 if canvas.BROAD else 142  # its upper edge
CARD_W = 30 if canvas.TINY else 44 if canvas.BROAD else 32
CARD_H = 25 if canvas.TINY else 48 if canvas.BROAD else 44

_GAP = const(6)  # between melds
_LOWER = 2 if canvas.TINY else 4  # pixels by which deadwood is lower
_BAR_Y = ROW + CARD_H + (1 if canvas.TINY else 2)  # under melds
_BAR_H = 2 if canvas.TINY else 3
_STAR_Y = 11 if canvas.TINY else 29  # from a card's upper edge down; on tiny cards on their suit
_NARROW = const(42)  # a broad card in a hand so full that large ranks would not be seen whole
_ROOMY = const(21)  # pixels that they need
POINT = 7 if canvas.TINY else 9  # from the row up to the pointer

# Six lines, the first the longest, for hal.stamp.
_POINTER = (
    b"\x06"
    b"\x00\x00\x0d\x01\x10"
    b"\x01\x01\x0c\x02\x10"
    b"\x02\x02\x0b\x03\x10"
    b"\x03\x03\x0a\x04\x10"
    b"\x04\x04\x09\x05\x10"
    b"\x05\x05\x08\x06\x10"
)

_WIDE = 40 if canvas.BROAD else 28  # at this distance a covered card shows its large suit

order = bytearray(table.HAND)
group = bytearray(table.HAND)
dead = 0
by_suit = False
missing = -1  # the place of a card still in flight
shown = table.HAND  # cards dealt so far

_cards = bytearray(FIRST + table.HAND)  # as arranged, by place
_bars = array("H", bytes(4 * table.HAND))  # left edge and length of each meld's bar
_stars = bytearray(table.HAND)  # places of the wild cards
_n = 0  # number of cards
_wild = 0
_melds = 0
_step = 0
_w = CARD_W  # of a card
_marked = -1  # the place with the pointer, as drawn


def put(p: int, x: int, y: int, w: int, h: int) -> None:
    """Set the rectangle of place p of the table."""
    slots.x[p] = x
    slots.y[p] = y
    slots.w[p] = w
    slots.h[p] = h


def arrange_hand(s: bytearray, player: int) -> None:
    """Arrange a player's hand, and set the place of each card."""
    global dead, _n, _wild, _melds, _step, _w
    n = table.holds(s, player)
    at = table.hand(player)
    wild = table.wild(s)
    dead = arrange(s, at, n, wild, table.price(s), order, group)
    _sort_deadwood(s, at, n, order, group, by_suit)
    gaps = 0
    for i in range(1, n):
        gaps += group[i] != group[i - 1]
    step = CARD_W
    if n > 1:
        step = min(CARD_W + 1, (hal.W - 8 - CARD_W - _GAP * gaps) // (n - 1))
    w = _NARROW if canvas.BROAD and step < _ROOMY else CARD_W
    _w = w
    _step = step
    _n = n
    _wild = _melds = 0
    x = (hal.W - w - step * (n - 1) - _GAP * gaps) // 2
    for p in range(FIRST + n, FIRST + table.HAND):
        put(p, 0, 0, 0, 0)
    xs = slots.x
    ys = slots.y
    ws = slots.w
    hs = slots.h
    before = 0
    for i in range(n):
        p = FIRST + i
        meld = group[i]
        if i:
            x += step
            if meld != before:
                x += _GAP
        xs[p] = x
        ys[p] = ROW if meld else ROW + _LOWER
        ws[p] = w
        hs[p] = CARD_H
        c = _cards[p] = s[at + order[i]] & 63
        if c & 15 == wild:
            _stars[_wild] = p
            _wild += 1
        if meld:
            if meld != before:
                _bars[_melds] = x + 2
                _melds += 2
            last = i == n - 1
            _bars[_melds - 1] = x + (w if last else step) - _bars[_melds - 2] - 2
        before = meld


@fast
def _sort_deadwood(  # type: ignore[no-untyped-def]
    s: ptr8, at: int, n: int, order: ptr8, group: ptr8, by_suit: int
):
    """Sort the deadwood by rank or by suit."""
    first = 0
    while first < n and group[first]:
        first += 1
    while first < n:  # the least of those left comes first
        least = 255
        best = j = first
        while j < n:
            c = s[at + order[j]] & 63
            look = c if by_suit else (c & 15) << 2 | c >> 4
            if look < least:
                least = look
                best = j
            j += 1
        k = order[best]
        while best > first:
            order[best] = order[best - 1]
            best -= 1
        order[first] = k
        first += 1


def card(s: bytearray, player: int, p: int) -> int:
    """The card at place p."""
    return s[table.hand(player) + order[p - FIRST]] & 63


def find(s: bytearray, player: int, c: int) -> int:
    """The place of card c, the last of duplicates; -1 if the hand has none."""
    found = -1
    for p in range(FIRST, FIRST + _n):
        if _cards[p] == c:
            found = p
    return found


def costliest(s: bytearray) -> int:
    """The place of the most costly natural card in the deadwood; the last card if all are melded.

    The cursor starts there for the discard, never on a wild card while there is another.
    """
    best = most = -1
    wild = table.wild(s)
    for p in range(FIRST, FIRST + _n):
        c = _cards[p]
        if c & 15 == wild:
            continue
        value = 0 if group[p - FIRST] else melds.VALUE[c & 15]
        if value >= most:
            best = p
            most = value
    return best if best >= 0 else FIRST + _n - 1


def _draw_cards(first: int, n: int) -> None:
    if _step < _WIDE and n:
        card_art.fan(_cards, first, n, slots.x, slots.y, _w, CARD_H)
    else:
        card_art.faces(_cards, first, n, slots.x, slots.y, _w, CARD_H)


def draw() -> None:
    """Draw the cards, a star on wild ones, a bar under each meld."""
    global _marked
    _marked = -1
    x = slots.x
    y = slots.y
    if shown < _n:
        _draw_cards(FIRST, shown)
        return
    if missing < 0:
        _draw_cards(FIRST, _n)
    else:
        _draw_cards(FIRST, missing - FIRST)
        _draw_cards(missing + 1, FIRST + _n - missing - 1)
    for i in range(_wild):
        if _stars[i] == missing:
            continue
        left = x[_stars[i]]
        low = y[_stars[i]] + _STAR_Y
        fb.fill_rect(left + 3, low + 3, min(_step, 12) - 3, 8, canvas.GOLD)
        hal.blit(art.ICONS, art.ICON_STAR, left + min(_step, 15) - 13, low, canvas.BLUE_PAPER)
    for i in range(0, _melds, 2):
        fb.fill_rect(_bars[i], _BAR_Y, _bars[i + 1], _BAR_H, canvas.GOLD)


def point(p: int, hinted: bool) -> None:
    """Set the pointer above place p, -1 for none; white for a hint."""
    global _marked
    at = p | 32 if p >= 0 and hinted else p
    if at == _marked:
        return
    if _marked >= 0:
        _arrow(_marked & 31, canvas.FELT)
    if at >= 0:
        _arrow(p, canvas.WHITE if hinted else canvas.GOLD)
    _marked = at


def _arrow(p: int, c: int) -> None:
    x = slots.x[p] + 1
    hal.stamp(_POINTER, canvas.NONE, 0, x, ROW - POINT, 14, 7, c)
    canvas.dirty(x, ROW - POINT, 14, 7)
