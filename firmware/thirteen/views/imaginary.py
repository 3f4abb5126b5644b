"""Floor 3. Imaginary Thirteen on the glass: eight foundations above, stock and wastes below.

Places 0..7 are the foundations, 8 the turned card, from 9 on the wastes.
"""

import sys
from array import array

from micropython import const

import hal
from hal import fb
from thirteen.rules import imaginary as rules
from thirteen.ui import art, gfx, piles, places, side, table
from thirteen.ui.piles import hint, playable, skip  # noqa: F401 - the view's own names

_A = const(16)
_B = const(32)
_STEPS = const(1536)  # PREV and NEXT
_LOT = const(20)  # cards that can be told at once
_GOLD = const(12)
_TURNED = const(8)
_WASTE = const(9)
_TO_WASTE = const(16)
_FROM_WASTE = const(64)
_CARD_W = const(28)
_CARD_H = const(40)
_TOP = const(16)
_BIG_W = const(44)
_BIG_H = const(56)
_WASTES_Y = const(88)
_STEP = const(14)  # of the cards in a waste
_IN_SIGHT = const(20)  # so much is drawn of them: the next one has round corners
_SHOWN = const(5)
_ROOM = const(6)  # for one that is in the air too
_BAR_Y = const(71)  # of the foundations
_FOOT = const(190)

# Below a foundation: a bar, and a small rank; see table.py. c8 is the card's lower edge.
_BAR = b"\x01\x01\xd7\xc7\xda\x0e"
_NEXT = b"\x01\x02\x23\x00\x0a\xca"
_MARKS = ("+1", "+2", "+3", "+4", "+5", "+6", "+7", "+8")

_pile = bytearray(96)
_tops = bytearray(8)  # of the foundations
_next = bytearray(8)  # and the ranks that they want
_bars = bytearray(8)  # and how far they are, in pixels
_tail = bytearray(8 * _ROOM)  # cards of the wastes that show but for the top, and where they are
_xs = array("h", bytes(16 * _ROOM))
_ys = array("h", [_WASTES_Y + i % _ROOM * _STEP for i in range(8 * _ROOM)])
_last = bytearray(_WASTE + 8)  # the wastes' tops, by place
_last_y = array("h", bytes(2 * (_WASTE + 8)))
_more = bytearray(8)  # cards of them that do not show
_found = False  # all that is so
_inset = 0  # of the markers
_asked = -1  # the waste of which the cards are to be told, from that one on
_from = 0
_warned = 0  # wastes whose top buries what must come first, a bit each
_unsure = 0  # wastes of which that is not known now: it takes a ms to find out
_below = 0  # what the card in the air will cover


def open(s):
    global _inset
    _inset = (_CARD_W - gfx.width(art.SMALL, _MARKS[0])) // 2
    places.clear()
    pitch = hal.W // 8
    for f in range(8):
        places.add(f * pitch + (pitch - _CARD_W) // 2, _TOP, _CARD_W, _CARD_H)
    places.add(6, _WASTES_Y + 14, _BIG_W, _BIG_H)
    n = rules.wastes(s)
    left = 58
    pitch = (hal.W - left) // n
    for w in range(n):
        x = left + w * pitch + (pitch - _CARD_W) // 2
        places.add(x, _WASTES_Y, _CARD_W, _CARD_H + (_SHOWN - 1) * _STEP)
        for i in range(_ROOM):
            _xs[w * _ROOM + i] = x
    side.foot(_FOOT)
    table.room(1, _CARD_W, _CARD_H)
    _doubt(s)
    piles.open(sys.modules[__name__], s, _TURNED)


def source(s, m):
    return _WASTE + (m >> 3 & 7) if m & _FROM_WASTE else _TURNED


def target(s, m):
    return _WASTE + (m & 7) if m & _TO_WASTE and m < _FROM_WASTE else m & 7


def why(s, p):
    if p < _TURNED:
        r = rules.wants(s, p)
        return "This pile waits for %s" % _name(r) if r else "This pile is complete"
    c = rules.turned(s) if p == _TURNED else rules.waste(s, p - _WASTE)
    if not c:
        return "There is no card"
    return "No pile takes %s now" % _name(c & 15)


def key(k, s):
    global _asked, _from
    at = piles.cursor
    more = k == _B and at >= _WASTE and not piles.chosen()
    if k & _STEPS:  # wastes that only can be looked at are stepped to as well
        for p in range(_WASTE, places.n):
            if rules.wasted(s, p - _WASTE):
                places.flags[p] |= places.CAN
    m = piles.key(k, s)
    if more or k != _A and piles.cursor != at and piles.cursor >= _WASTE:
        _asked = piles.cursor - _WASTE
        _from = _from + _LOT if more else 0
    return m


def _all_of(s, w):
    """I9: the cards of a waste, the top last; of very many a lot, and B leads to the next."""
    global _from
    n = rules.pile(s, w, _pile)
    if not n:
        return ""
    if _from >= n:
        _from = 0
    end = min(_from + _LOT, n)
    told = "%s: " if n <= _LOT else "%%s, %d to %d of %d, B more: " % (_from + 1, end, n)
    cards = [_SHORT[(_pile[i] & 15) - 1] for i in range(_from, end)]
    return told % rules.WASTES[w] + " ".join(cards)


def changed(s):
    global _asked
    _asked = -1
    piles.changed(s)
    _doubt(s)


def _doubt(s):
    global _found, _unsure
    _found = False
    side.part("played", rules.score(s), 96)
    _unsure = (1 << rules.wastes(s)) - 1


def _look_at_one(s):
    """Find out about one waste."""
    global _unsure, _warned
    w = 0
    while not _unsure >> w & 1:
        w += 1
    bit = 1 << w
    _unsure &= ~bit
    if (_warned & bit > 0) != (rules.buries(s, w) > 0):
        _warned ^= bit
        piles.doubt(_WASTE + w)


def tick(s, dt):
    global _asked
    if piles.tick(s, dt):
        return True
    if _asked >= 0 and not piles.stale:  # not in the key's own frame: it takes a ms or two
        side.note(_all_of(s, _asked))
        _asked = -1
        return True
    if not _unsure:
        return False
    if piles.stale:
        piles.draw(s, False)
    else:
        _look_at_one(s)  # one a frame, in which nothing is drawn
    return True


def moved(s, m, was):
    global _below
    piles.moved(s, m, was)
    _doubt(s)
    p = target(was, m)
    _below = rules.built(was, p, rules.height(was, p) - 1) if p < _TURNED else 0


def draw(s, full):
    while full and _unsure:
        _look_at_one(s)
    piles.draw(s, full)
    side.draw(full)


def lay(s):
    x = places.x
    y = places.y
    if not _found:
        _find(s)
    wants = _next
    bars = _bars
    text = hal.text
    fill = fb.fill_rect
    for f in range(8):
        text(art.SMALL, _MARKS[f], x[f] + _inset, 2, gfx.GOLD_FELT)  # I1: it counts by that
    table.faces(_tops, 0, 8, x, y, _CARD_W, _CARD_H)
    table.ranks(_BAR, _NEXT, wants, 0, 8, x, y, _CARD_W, _CARD_H)
    for f in range(8):
        if wants[f]:
            fill(x[f] + 1, _BAR_Y, bars[f], 3, _GOLD)
        else:
            _progress(s, f, x[f], _TOP + _CARD_H + 1)
    draw_place(s, _TURNED, 0, True)
    n = rules.wastes(s)
    for w in range(n):
        _draw_head(w, x[_WASTE + w])
    table.covered(_tail, 0, n * _ROOM, _xs, _ys, _CARD_W, _IN_SIGHT)
    table.faces(_last, _WASTE, n, x, _last_y, _CARD_W, _CARD_H)


def _find(s):
    """What lies where."""
    global _found
    for f in range(8):
        h = rules.height(s, f)
        _tops[f] = rules.built(s, f, h - 1)
        _next[f] = 0x60 | rules.rank_at(f, h) if h < 12 else 0
        _bars[f] = (_CARD_W - 2) * h // 12
    for w in range(rules.wastes(s)):
        _find_waste(s, w, 0)
    _found = True


def _find_waste(s, w, hides):
    """Put the cards of waste w that show into _tail and _last; `hides` of them are in the air."""
    global _found
    if hides:
        _found = False
    at = w * _ROOM
    n = rules.upper(s, w, _SHOWN + hides, _tail, at) - hides
    top = at + n - 1
    _last[_WASTE + w] = _tail[top] if n else 0
    _last_y[_WASTE + w] = _ys[top]
    _more[w] = rules.wasted(s, w) - hides - n
    for i in range(top if n else at, at + _ROOM):
        _tail[i] = 0


def card_y(s, p):
    shown = min(rules.wasted(s, p - _WASTE), _SHOWN) if p >= _WASTE else 1
    return places.y[p] + max(shown - 1, 0) * _STEP


def look(s, p):
    if p < _TURNED:
        return rules.height(s, p) << 1 | (p == piles.hidden)
    if p == _TURNED:
        return rules.stock(s)
    w = p - _WASTE
    look = (rules.waste(s, w) << 8 | rules.wasted(s, w)) << 2 | _warned >> w & 1
    return look | 2 if p == piles.hidden else look


def draw_place(s, p, mark, anew):
    x = places.x[p]
    y = places.y[p]
    if p < _TURNED:
        c = _below if p == piles.hidden else rules.built(s, p, rules.height(s, p) - 1)
        piles.card_or_slot(c if rules.height(s, p) else 0, p, mark)
        if anew:
            _progress(s, p, x, y + _CARD_H + 1)
    elif p == _TURNED:
        piles.card_or_slot(rules.turned(s), p, mark)
        if anew:
            word = gfx.counted(0, "%d left", rules.stock(s))
            piles.words(x - 4, y + _BIG_H + 2, _BIG_W + 8, word, gfx.ON_FELT)
    elif anew or not rules.wasted(s, p - _WASTE):
        _draw_waste(s, p, x, mark)
    else:
        table.card(rules.waste(s, p - _WASTE), x, card_y(s, p), _CARD_W, _CARD_H, mark)


def _progress(s, f, x, y):
    """What a foundation wants next, and how far it has come."""
    gfx.wipe(x, y, _CARD_W, 18)
    r = rules.wants(s, f)
    if r:
        hal.blit(art.RANK_SMALL, (r - 1) * art.RANK_SMALL_STEP, x + 10, y + 1, gfx.ON_FELT)
    else:
        hal.blit(art.ICONS, art.ICON_CHECK, x + 8, y + 2, gfx.GOLD_FELT)
    gfx.bar(x + 1, _BAR_Y, _CARD_W - 2, 3, rules.height(s, f), 12, _GOLD)


def _draw_waste(s, p, x, mark):
    """The uppermost cards of a waste."""
    w = p - _WASTE
    _find_waste(s, w, 1 if p == piles.hidden else 0)
    _draw_head(w, x)
    if _last[p]:
        table.covered(_tail, w * _ROOM, _SHOWN, _xs, _ys, _CARD_W, _IN_SIGHT)
        table.card(_last[p], x, _last_y[p], _CARD_W, _CARD_H, mark)
    elif mark:
        table.slot(x, _WASTES_Y, _CARD_W, _CARD_H, mark)
        gfx.centre(art.SMALL, rules.WASTES[w], x, _WASTES_Y + 14, _CARD_W, gfx.ON_FELT)


def _draw_head(w, x):
    """What stands over a waste, or in its place; a warning where its top is in the way."""
    y = _WASTES_Y - 13
    gfx.wipe(x - 4, y, _CARD_W + 8, 13)
    if _warned >> w & 1:
        hal.blit(art.ICONS, art.ICON_WARNING, x + 16, y, gfx.GOLD_FELT)
    more = _more[w]
    if more:
        word = _MARKS[more - 1] if more < 9 else "+%d" % more
        hal.text(art.SMALL, word, x - 2, y, gfx.ON_FELT)
    elif not _last[_WASTE + w]:
        table.slot(x, _WASTES_Y, _CARD_W, _CARD_H)
        gfx.centre(art.SMALL, rules.WASTES[w], x, _WASTES_Y + 14, _CARD_W, gfx.ON_FELT)


_RANKS = ("an ace", "a 2", "a 3", "a 4", "a 5", "a 6", "a 7", "an 8", "a 9", "a 10", "a jack",
          "a queen", "a king")  # fmt: skip

_SHORT = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def _name(r):
    return _RANKS[r - 1]
