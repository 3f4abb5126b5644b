"""Floor 3. Imaginary Thirteen on the glass: eight foundations above, stock and wastes below.

Places 0..7 are the foundations, 8 the turned card, from 9 on the wastes.
"""

import sys

from micropython import const

import hal
from hal import fb
from thirteen.rules import imaginary as rules
from thirteen.ui import art, gfx, piles, places, side, table
from thirteen.ui.piles import changed, hint, playable, skip, tick  # noqa: F401 - the view's own names

_FELT = const(1)
_DARK = const(2)
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
_SHOWN = const(5)
_FOOT = const(190)

_pile = bytearray(96)
_below = 0  # what the card in the air will cover


def open(s):
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
    side.foot(_FOOT)
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
    at = piles.cursor
    m = piles.key(k, s)
    if piles.cursor != at and piles.cursor >= _WASTE:
        side.note(_all_of(s, piles.cursor - _WASTE))
    return m


def _all_of(s, w):
    """I9: the cards of a waste, the top last."""
    n = rules.pile(s, w, _pile)
    if not n:
        return ""
    return "%s: " % rules.WASTES[w] + " ".join([_SHORT[(_pile[i] & 15) - 1] for i in range(n)])


def moved(s, m, was):
    global _below
    piles.moved(s, m, was)
    p = target(was, m)
    _below = rules.built(was, p, rules.height(was, p) - 1) if p < _TURNED else 0


def draw(s, full):
    piles.draw(s, full)
    if full:
        _markers()
    side.part("played", rules.score(s), 96)
    side.draw(full)


def _markers():
    """I1: what each foundation is counted by."""
    for f in range(8):
        x = places.x[f]
        gfx.centre(art.SMALL, "+%d" % (f + 1), x, 2, _CARD_W, gfx.GOLD_FELT)


def card_y(s, p):
    shown = min(rules.wasted(s, p - _WASTE), _SHOWN) if p >= _WASTE else 1
    return places.y[p] + max(shown - 1, 0) * _STEP


def look(s, p):
    if p < _TURNED:
        return rules.height(s, p) << 1 | (p == piles.hidden)
    if p == _TURNED:
        return rules.stock(s)
    w = p - _WASTE
    return (rules.waste(s, w) << 8 | rules.wasted(s, w)) << 2 | (p == piles.hidden) << 1 | (
        rules.buries(s, w) > 0
    )


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
            piles.words(x - 4, y + _BIG_H + 2, _BIG_W + 8, "%d left" % rules.stock(s), gfx.ON_FELT)
    elif anew or not rules.wasted(s, p - _WASTE):
        _draw_waste(s, p, x, y, mark)
    else:
        table.card(rules.waste(s, p - _WASTE), x, card_y(s, p), _CARD_W, _CARD_H, mark)


def _progress(s, f, x, y):
    """What a foundation wants next, and how far it has come."""
    fb.fill_rect(x, y, _CARD_W, 18, _FELT)
    r = rules.wants(s, f)
    if r:
        hal.blit(art.RANK_SMALL, (r - 1) * art.RANK_SMALL_STEP, x + 10, y + 1, gfx.ON_FELT)
    else:
        hal.blit(art.ICONS, art.ICON_CHECK, x + 8, y + 2, gfx.GOLD_FELT)
    gfx.bar(x + 1, y + 14, _CARD_W - 2, 3, rules.height(s, f), 12, _GOLD)
    gfx.dirty(x, y, _CARD_W, 18)


def _draw_waste(s, p, x, y, mark):
    """The uppermost cards of a waste, a warning where the top buries what must come first."""
    w = p - _WASTE
    n = rules.pile(s, w, _pile) - (p == piles.hidden)
    first = max(n - _SHOWN, 0)
    fb.fill_rect(x - 4, y - 13, _CARD_W + 8, 13, _FELT)
    if rules.buries(s, w):
        hal.blit(art.ICONS, art.ICON_WARNING, x + 16, y - 13, gfx.GOLD_FELT)
    if first:
        hal.text(art.SMALL, "+%d" % first, x - 2, y - 13, gfx.ON_FELT)
    gfx.dirty(x - 4, y - 13, _CARD_W + 8, 13)
    if n < 1:
        table.slot(x, y, _CARD_W, _CARD_H, mark)
        gfx.centre(art.SMALL, rules.WASTES[w], x, y + 14, _CARD_W, gfx.ON_FELT)
        return
    for i in range(first, n):
        last = i == n - 1
        table.card(_pile[i], x, y + (i - first) * _STEP, _CARD_W, _CARD_H, mark if last else 0)

_RANKS = ("an ace", "a 2", "a 3", "a 4", "a 5", "a 6", "a 7", "an 8", "a 9", "a 10", "a jack",
          "a queen", "a king")  # fmt: skip

_SHORT = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def _name(r):
    return _RANKS[r - 1]
