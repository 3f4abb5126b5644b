"""Layer 4. A hand as a fan: meld by meld, deadwood on the right, a pointer above.

`group` holds the number of each card's meld as arranged, 0 for those without; `deadwood` is the
penalty for these. The places of the table from FIRST on are the cards, as large as so many of them
fit.
"""

from array import array

from micropython import const

import hal
from hal import fb
from thirteen.draw import art, canvas, card_art
from thirteen.fast import fast, native, ptr8
from thirteen.rules import three_thirteen_melds as melds
from thirteen.rules import three_thirteen_table as rummy
from thirteen.rules.three_thirteen_arrange import arrange
from thirteen.table import flights, piles, places

FIRST = const(2)

_GAP = const(6)  # between melds
_LARGE = const(44)  # width from which a card's rank is large,
_INDEX = const(21)  # and the pixels that such a rank needs
_SMALL_INDEX = const(14)  # those of a smaller one
_MOST = const(72)

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

group = bytearray(rummy.HAND)
deadwood = 0
by_suit = False
n = 0  # number of cards
label_y = 0  # of the line above them

_order = bytearray(rummy.HAND)  # the index in the hand of each card as arranged
_as_was = bytearray(rummy.HAND + 3)  # the hand that is arranged, the round, player, sorting
_cards = bytearray(FIRST + rummy.HAND)  # as arranged, by place
_shown = bytearray(FIRST + rummy.HAND)  # those that are not in flight
_bars = array("H", bytes(6 * rummy.HAND))  # of each meld's bar: left edge, length, last place
_stars = bytearray(rummy.HAND)  # places of the wild cards
_wild = 0
_melds = 0
_step = 0
_w = _h = 0  # of a card
_look: tuple = ()  # how a card looks, see card_art.look,
_under: tuple = ()  # and below another one
_row = 0  # the upper edge of the melds
# The room: its width, lower edge and height, the least and greatest width of many cards, and from
# the cards' lower edge to a bar, from their upper edge to the pointer and the line above.
_width = _foot = _room = _narrow = _broad = _lower = _bar_y = _point = _above = 0


def open(width: int, height: int, low: bool, other_w: int) -> None:
    """The hand has the lower part of a table that wide and high, with other cards other_w wide."""
    global _width, _foot, _room, _narrow, _broad, _lower, _bar_y, _point, _above
    _width = width
    _foot = height - (3 if low else 6)
    _room = _foot - places.y[0] - places.h[0] - (21 if low else 30)
    _narrow = min(other_w, width * 2 // 15)
    _broad = min(other_w, _LARGE - 1)
    _lower = 2 if low else 4
    _bar_y = _foot + _lower // 2
    _point = 7 if low else 9
    _above = 20 if low else 26
    _as_was[-3] = 0


@native
def arrange_hand(s: bytearray, player: int) -> None:
    """Arrange a player's hand, unless it is, and set the place of each card."""
    global deadwood, n
    at = rummy.hand(player)
    now = bytes(s[at : at + rummy.HAND]) + bytes((s[rummy.ROUND], player, by_suit))
    if now == _as_was:
        return
    _as_was[:] = now
    n = rummy.holds(s, player)
    deadwood = arrange(s, at, n, rummy.wild(s), rummy.price(s), _order, group)
    _sort_deadwood(s, at, n, _order, group, by_suit)
    for i in range(n):
        _cards[FIRST + i] = s[at + _order[i]] & 63
    _size(rummy.number(s) + 3)
    _lay_out(rummy.wild(s))


def _size(many: int) -> None:
    """Make the cards as large as they fit if there are `many`, the most in this round."""
    global _w, _h, _row, _step, _look, _under, label_y
    free = _width - 8
    room = free - _GAP * ((many - 1) // 3)
    _w = card_w(many, room, _room, max(_narrow, min(_broad, room - _SMALL_INDEX * (many - 1))))
    _h = min(_room, _w * 11 // 8)
    _row = _foot - _h
    for i in range(1, n):
        if group[i] != group[i - 1]:
            free -= _GAP
    _step = min(_w + 1, (free - _w) // max(n - 1, 1))
    fan = card_art.FAN if _overlap() else 0
    _look = card_art.look(fan, _w, _h)
    _under = card_art.look(fan | card_art.COVERED, _w, _h)
    label_y = _row - _above


def card_w(many: int, free: int, room: int, narrow: int) -> int:
    """The width of so many cards side by side on `free` pixels, `room` high.

    They are as wide as they fit if that lets them have large ranks, else `narrow`.
    """
    if room < _LARGE or free - _LARGE < _INDEX * (many - 1):
        return narrow
    return max(min(free // many - 1, room * 5 // 6, _MOST), _LARGE)


@native
def _lay_out(wild: int) -> None:
    """Set the place of each card, and find the bars and stars."""
    global _wild, _melds
    _wild = _melds = 0
    x = _width - _w - _step * (n - 1)
    for i in range(1, n):
        if group[i] != group[i - 1]:
            x -= _GAP
    x //= 2
    before = 0
    for i in range(n):
        p = FIRST + i
        meld = group[i]
        if i:
            x += _step if meld == before else _step + _GAP
        places.x[p] = x
        places.y[p] = _row if meld else _row + _lower
        places.w[p] = places.card_w[p] = _w
        places.h[p] = places.card_h[p] = _h
        places.across[p] = _step if _overlap() else 0
        if _cards[p] & 15 == wild:
            _stars[_wild] = p
            _wild += 1
        if meld:
            if meld != before:
                _bars[_melds] = x + 2
                _melds += 3
            _bars[_melds - 2] = x + (_w if i == n - 1 else _step) - _bars[_melds - 3] - 2
            _bars[_melds - 1] = p
        before = meld


def _overlap() -> bool:
    """Whether the cards cover each other's large suits."""
    return _step < _w - 4


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


def card(p: int) -> int:
    """The card at place p."""
    return _cards[p]


_STAR_W = const(13)


def find(c: int) -> int:
    """The place of card c, the last of duplicates; the last place if the hand has none."""
    p = FIRST + n - 1
    while p > FIRST and _cards[p] != c:
        p -= 1
    return p if _cards[p] == c else FIRST + n - 1


def costliest() -> int:
    """The place of the most costly natural card in the deadwood; the last card if all are melded.

    The cursor starts there for the discard, never on a wild card while there is another.
    """
    best = most = -1
    for p in range(FIRST, FIRST + n):
        c = _cards[p]
        if p in list(_stars[:_wild]):  # MicroPython looks for nothing in an array
            continue
        value = 0 if group[p - FIRST] else melds.VALUE[c & 15]
        if value >= most:
            best = p
            most = value
    return best if best >= 0 else FIRST + n - 1


@native
def draw() -> None:
    """Draw the cards that are not in flight, and a bar under each meld."""
    shown = _cards
    if piles.any_incoming():
        shown = _shown
        for p in range(FIRST, FIRST + n):
            shown[p] = 0 if piles.is_incoming(p) else _cards[p]
    x, y = places.x, places.y
    last = FIRST
    if _overlap():
        last += n - 1
        body, signs, tint = _under
        hal.stamps(body, signs, shown, FIRST, n - 1, x, y, _w, _h, tint)
    body, signs, tint = _look
    hal.stamps(body, signs, shown, last, FIRST + n - last, x, y, _w, _h, tint)
    for i in range(0, _melds, 3):
        if not piles.is_incoming(_bars[i + 2]):
            fb.fill_rect(_bars[i], _bar_y, _bars[i + 1], _lower // 2 + 1, canvas.GOLD)


@native
def draw_stars() -> None:
    """Draw a star on each wild card, where it is now."""
    for i in range(_wild):
        p = _stars[i]
        x = places.x[p]
        y = places.y[p]
        if piles.is_incoming(p):
            f = flights.to(p)
            if f < 0:
                continue
            x = flights.now_x[f]
            y = flights.now_y[f]
        star(x, y, _h, _step)


@native
def star(x: int, y: int, h: int, step: int) -> None:
    """The star on a wild card at x, y that is h high and shows `step` pixels."""
    y += h - (14 if h < 32 else 15)
    if step < _STAR_W:  # a small one, in the place of the suit
        fb.fill_rect(x + 1, y, step - 1, 12, canvas.PAPER)
        hal.text(art.SMALL, art.CH_STAR, x + 1, y, canvas.BLUE_PAPER)
        return
    x += min(step, 15) - _STAR_W
    fb.fill_rect(x + 1, y + 2, _STAR_W - 3, 10, canvas.GOLD)
    hal.blit(art.ICONS, art.ICON_STAR, x, y, canvas.BLUE_PAPER)


@native
def point(p: int, marks: int) -> None:
    """The pointer above place p: white for a hint, red for a refusal."""
    c = canvas.WHITE if marks & card_art.LIT else canvas.GOLD
    if marks & card_art.WRONG:
        c = canvas.RED
    hal.stamp(_POINTER, canvas.NONE, 0, places.x[p] + 1, _row - _point, 14, 7, c)
