"""Floor 3. Friday the 13th on the glass: foundations above, hand, turned card and waste below.

Places 0..12 are the foundations, 13 the hand, 14 the turned card, 15 the waste.
"""

import sys

from micropython import const

import hal
from thirteen.rules import friday as rules
from thirteen.ui import art, gfx, piles, places, side, table
from thirteen.ui.piles import changed, hint, playable, skip, tick  # noqa: F401 - the view's own names

_B = const(32)
_HAND = const(13)
_TURNED = const(14)
_WASTE = const(15)
_FROM_TURNED = const(16)
_FROM_WASTE = const(32)
_CARD_W = const(32)
_CARD_H = const(44)
_BIG_W = const(44)
_BIG_H = const(56)
_LOW = const(116)
_PALE_INK = const(0x3330)

_RANKS = ("an ace", "a 2", "a 3", "a 4", "a 5", "a 6", "a 7", "an 8", "a 9", "a 10", "a jack",
          "a queen", "a king")  # fmt: skip

_LABEL = b"\x01\x01\x2f\x00\x0a\x0e"  # a middle rank, see table.py

_tops = bytearray(13)  # of the foundations, for `lay`: cards, and ranks of the empty ones
_ranks = bytearray(13)
_filled = 0
_below = 0  # what the card in the air will cover


def open(s):
    places.clear()
    pitch = (hal.W - 2) // 7
    left = (hal.W - 7 * pitch + pitch - _CARD_W) // 2
    for f in range(13):
        places.add(left + f % 7 * pitch, 3 + f // 7 * 48, _CARD_W, _CARD_H)
    gap = (hal.W - 3 * _BIG_W) // 4
    for i in range(3):
        places.add(gap + i * (_BIG_W + gap), _LOW, _BIG_W, _BIG_H)
    side.foot(192)
    table.room(2, _BIG_W, _BIG_H)
    piles.open(sys.modules[__name__], s, _HAND)


def source(s, m):
    if m < _FROM_TURNED:
        return _HAND
    return _WASTE if m & _FROM_WASTE else _TURNED


def target(s, m):
    return _HAND if m < _FROM_TURNED else m & 15


def why(s, p):
    if p == _HAND:
        return "The hand is through, and there is no redeal"
    if p > _HAND:
        c = rules.turned(s) if p == _TURNED else rules.waste(s)
        return "No pile takes %s now" % _RANKS[(c & 15) - 1] if c else "There is no card"
    if rules.top(s, p) or p == rules.filled(s):
        return "This pile waits for %s" % _RANKS[rules.wants(s, p) - 1]
    return "The piles to its left come first"


def key(k, s):
    if k == _B and not piles.chosen():
        return piles.press(s, _HAND)
    return piles.key(k, s)


def moved(s, m, was):
    global _below
    piles.moved(s, m, was)
    _below = rules.top(was, target(was, m)) if m >= _FROM_TURNED else 0
    if m < _FROM_TURNED:
        if rules.turned(was):
            piles.fly(rules.turned(was), _TURNED, _LOW, _WASTE, _LOW)
        if rules.turned(s):
            piles.fly(rules.turned(s), _HAND, _LOW, _TURNED, _LOW)
    elif rules.lacking(s) >= 0 and rules.lacking(was) < 0:
        side.note(
            "No %s is left for its pile: this deal is lost. Play on, or undo"
            % _RANKS[rules.label(rules.lacking(s)) - 1].split(" ")[1]
        )


def draw(s, full):
    global _filled
    _filled = rules.filled(s)
    piles.draw(s, full)
    side.part("played", rules.score(s), 52)
    side.draw(full)


def lay(s):
    tops = _tops
    ranks = _ranks
    for p in range(13):
        c = tops[p] = rules.top(s, p)
        ranks[p] = 0 if c else 0x40 | rules.label(p)
    if _filled < 13:
        ranks[_filled] |= 0x10
    x = places.x
    y = places.y
    table.faces(tops, 0, 13, x, y, _CARD_W, _CARD_H)
    table.ranks(table.THIN, _LABEL, ranks, 0, 13, x, y, _CARD_W, _CARD_H)
    for p in (_HAND, _TURNED, _WASTE):
        draw_place(s, p, 0, True)


def card_y(s, p):
    return places.y[p]


def look(s, p):
    if p == _HAND:
        return rules.hand(s) << 2 | rules.redeals(s)
    if p == _TURNED:
        return rules.turned(s) if piles.hidden != _TURNED else 0
    if p == _WASTE:
        return rules.waste(s) << 6 | rules.wasted(s)
    return rules.height(s, p) << 1 | (p == piles.hidden) | (p == _filled) << 9


def draw_place(s, p, mark, anew):
    x = places.x[p]
    y = places.y[p]
    if p == _HAND:
        if rules.hand(s):
            table.back(x, y, _BIG_W, _BIG_H, mark)
        else:
            table.slot(x, y, _BIG_W, _BIG_H, mark)
            if rules.redeals(s):
                hal.blit(art.ICONS, art.ICON_UNDO, x + 15, y + 22, gfx.GOLD_FELT)
        if not anew:
            return
        n = rules.redeals(s)
        word = ("no redeal", "1 redeal", "2 redeals")[n]
        piles.words(x - 14, y - 15, _BIG_W + 28, word, gfx.GOLD_FELT)
        word = gfx.counted(0, "%d left", rules.hand(s))
        piles.words(x - 14, y + _BIG_H + 1, _BIG_W + 28, word, gfx.ON_FELT)
    elif p == _TURNED:
        piles.card_or_slot(rules.turned(s) if piles.hidden != p else 0, p, mark)
    elif p == _WASTE:
        piles.card_or_slot(rules.waste(s), p, mark)
        if anew:
            word = gfx.counted(1, "waste %d", rules.wasted(s))
            piles.words(x - 14, y + _BIG_H + 1, _BIG_W + 28, word, gfx.ON_FELT)
    else:
        c = _top(s, p)
        piles.card_or_slot(c, p, mark)
        if not c:
            r = rules.label(p) - 1
            ink = gfx.GOLD_FELT if p == _filled else _PALE_INK
            hal.blit(art.RANK_MID, r * art.RANK_MID_STEP, x + 10, y + 14, ink)


def _top(s, f):
    """The top card of a foundation; of what is to land on it, the card below."""
    return _below if f == piles.hidden else rules.top(s, f)
