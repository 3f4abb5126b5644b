"""Floor 2. A rummy hand as a fan: meld by meld, what fits no meld to the right, a pointer over it.

`order` holds, for each card as it is laid, its place in the hand; `group` the number of its meld,
0 for deadwood. The places of the table from FIRST on are the cards'.
"""

from micropython import const

import hal
from hal import fb
from thirteen import rummy
from thirteen.arrange import arrange
from thirteen.ui import art, gfx, places, table

FIRST = const(2)
ROW = const(142)  # its upper edge
CARD_W = const(32)
CARD_H = const(44)

_FELT = const(1)
_GOLD = const(12)
_WHITE = const(15)
_GAP = const(6)  # between melds

# Six lines, the first the longest: as hal.stamp takes it.
_POINTER = (
    b"\x06"
    b"\x00\x00\x0d\x01\x10"
    b"\x01\x01\x0c\x02\x10"
    b"\x02\x02\x0b\x03\x10"
    b"\x03\x03\x0a\x04\x10"
    b"\x04\x04\x09\x05\x10"
    b"\x05\x05\x08\x06\x10"
)

order = bytearray(rummy.HAND)
group = bytearray(rummy.HAND)
dead = 0
by_suit = False

_marked = -1  # the place that bears the pointer on the glass


def put(p, x, y, w, h):
    """Where place p of the table lies."""
    places.x[p] = x
    places.y[p] = y
    places.w[p] = w
    places.h[p] = h


def lay(s, player):
    """Arrange a player's hand, and give each card its place."""
    global dead
    n = rummy.holds(s, player)
    at = rummy.hand(player)
    dead = arrange(s, at, n, rummy.wild(s), rummy.price(s), order, group)
    _sort_deadwood(s, at, n)
    gaps = 0
    for i in range(1, n):
        gaps += group[i] != group[i - 1]
    step = CARD_W
    if n > 1:
        step = min(CARD_W + 1, (hal.W - 8 - CARD_W - _GAP * gaps) // (n - 1))
    x = (hal.W - CARD_W - step * (n - 1) - _GAP * gaps) // 2
    for i in range(rummy.HAND):
        if i >= n:
            put(FIRST + i, 0, 0, 0, 0)
            continue
        if i:
            x += step + (_GAP if group[i] != group[i - 1] else 0)
        put(FIRST + i, x, ROW, CARD_W, CARD_H)


def _sort_deadwood(s, at, n):
    first = 0
    while first < n and group[first]:
        first += 1
    for i in range(first + 1, n):
        k = order[i]
        j = i
        while j > first and _key(s[at + order[j - 1]]) > _key(s[at + k]):
            order[j] = order[j - 1]
            j -= 1
        order[j] = k


def _key(c):
    r = c & 15
    suit = c >> 4 & 3
    return suit << 4 | r if by_suit else r << 2 | suit


def card(s, player, p):
    """The card at place p."""
    return s[rummy.hand(player) + order[p - FIRST]] & 63


def find(s, player, c):
    """The place of card c, the last one of equals; -1 where the hand has none."""
    found = -1
    for i in range(rummy.holds(s, player)):
        if card(s, player, FIRST + i) == c:
            found = FIRST + i
    return found


def draw(s, player):
    """The cards, a star on those that are wild, a bar under each meld."""
    global _marked
    _marked = -1
    n = rummy.holds(s, player)
    wild = rummy.wild(s)
    for i in range(n):
        x = places.x[FIRST + i]
        c = card(s, player, FIRST + i)
        step = places.x[FIRST + i + 1] - x if i < n - 1 else CARD_W
        mark = table.FAN | table.COVERED if step < 28 else 0
        table.card(c, x, ROW, CARD_W, CARD_H, mark)
        if c & 15 == wild:
            fb.fill_rect(x + 3, ROW + 32, min(step, 12) - 3, 8, _GOLD)
            hal.blit(art.ICONS, art.ICON_STAR, x + 2, ROW + 29, gfx.BLUE_PAPER)
    i = 0
    while i < n:
        j = i
        while j + 1 < n and group[j + 1] == group[i]:
            j += 1
        x = places.x[FIRST + i]
        end = places.x[FIRST + j] + CARD_W if j == n - 1 else places.x[FIRST + j + 1] - _GAP
        if group[i]:
            fb.fill_rect(x + 2, ROW + CARD_H + 2, end - x - 4, 3, _GOLD)
        i = j + 1


def point(p, hinted):
    """Set the pointer over place p, -1 for none; white where it is a hint."""
    global _marked
    at = p | 32 if p >= 0 and hinted else p
    if at == _marked:
        return
    if _marked >= 0:
        _arrow(_marked & 31, _FELT)
    if at >= 0:
        _arrow(p, _WHITE if hinted else _GOLD)
    _marked = at


def _arrow(p, c):
    x = places.x[p] + 1
    hal.stamp(_POINTER, gfx.NONE, 0, x, ROW - 9, 14, 7, c)
    gfx.dirty(x, ROW - 9, 14, 7)
