"""Floor 2. Cards on a table: faces, backs, empty places, and cards in flight.

A card is drawn at any size: from 44 wide on as a large tile, from 30 on as a card, below that as
a small one. Its index (rank and suit in the top left corner) is what shows in a column or a fan.
"""

from array import array

from micropython import const

import hal
from hal import fb
from thirteen.ui import art, gfx

CURSOR = const(1)  # marks, to be added up
CHOSEN = const(2)
LIT = const(4)
DIM = const(8)
FAN = const(16)  # the suit stands under the rank, for cards that overlap sideways
WRONG = const(32)
COVERED = const(64)  # by the next card, but for its left edge

_FELT_DARK = const(2)
_FELT_PALE = const(3)
_PAPER = const(4)
_GREY = const(5)
_DARK_GREY = const(6)
_RED = const(8)
_PINK = const(9)
_BLUE = const(10)
_GOLD = const(12)
_DARK_GOLD = const(13)
_PANEL = const(14)
_WHITE = const(15)

_BACK_INK = const(0x1CDAE)  # midnight, a blue lattice, a gold medal

_FLIGHTS = const(4)
_FIELDS = const(12)
_SAVED = const(1440)  # bytes under one card in flight

four_colours = False
speed = 2  # 0 no animation, to 3 slow
_inks = array("H", (gfx.ON_PAPER, gfx.RED_PAPER, gfx.RED_PAPER, gfx.ON_PAPER))

# Of each flight: from x, y; to x, y; now x, y; w, h; what is saved under it x, y, w, h.
_fly = array("h", bytes(2 * _FIELDS * _FLIGHTS))
_what = bytearray(_FLIGHTS)
_under = tuple(bytearray(_SAVED) for _ in range(_FLIGHTS))
_n = 0
_age = 0
_time = 1


def colours(four):
    """Diamonds blue and clubs green, or both as their sisters."""
    global four_colours
    four_colours = four
    _inks[2] = gfx.BLUE_PAPER if four else gfx.RED_PAPER
    _inks[3] = gfx.GREEN_PAPER if four else gfx.ON_PAPER


def card(c, x, y, w, h, mark=0):
    """Card c (face down with bit 7) at x, y."""
    if c & 128:
        back(x, y, w, h, mark)
        return
    _paper(x, y, w, h, _GOLD if mark & CHOSEN else _GREY if mark & DIM else _PAPER)
    r = (c & 15) - 1
    s = c >> 4 & 3
    ink = _inks[s]
    blit = hal.blit
    if mark & FAN:  # or white would lie on white
        fb.vline(x, y + 2, h - 5, _DARK_GREY if mark & DIM else _GREY)
    if w >= 44:
        blit(art.RANK_BIG, r * art.RANK_BIG_STEP, x + 4, y + 4, ink)
        blit(art.SUIT19, s * art.SUIT19_STEP, x + w - 24, y + h - 24, ink)
    elif w >= 30:
        blit(art.RANK_MID, r * art.RANK_MID_STEP, x + 3, y + 3, ink)
        if mark & FAN:
            blit(art.SUIT9, s * art.SUIT9_STEP, x + 4, y + 20, ink)
        else:
            blit(art.SUIT9, s * art.SUIT9_STEP, x + 16, y + 5, ink)
        if not mark & COVERED:
            blit(art.SUIT19, s * art.SUIT19_STEP, x + w - 22, y + h - 23, ink)
    else:
        blit(art.RANK_SMALL, r * art.RANK_SMALL_STEP, x + 3, y + 3, ink)
        if mark & FAN:
            blit(art.SUIT9, s * art.SUIT9_STEP, x + 2, y + 16, ink)
        else:
            blit(art.SUIT9, s * art.SUIT9_STEP, x + w - 13, y + 4, ink)
        if h >= 32 and not mark & COVERED:
            blit(art.SUIT13, s * art.SUIT13_STEP, x + (w - 14) // 2, y + h - 18, ink)
    _edge(x, y, w, h, mark)


def _paper(x, y, w, h, c):
    """The body: round corners, a grey lower edge, a shadow to the right and below."""
    fb.fill_rect(x + 1, y + 1, w - 3, h - 3, c)
    fb.hline(x + 2, y, w - 5, c)
    fb.vline(x, y + 2, h - 5, c)
    fb.vline(x + w - 2, y + 2, h - 5, _GREY)
    fb.hline(x + 2, y + h - 2, w - 5, _GREY)
    fb.vline(x + w - 1, y + 3, h - 5, _FELT_DARK)
    fb.hline(x + 3, y + h - 1, w - 5, _FELT_DARK)


def _edge(x, y, w, h, mark):
    """The frame that tells the cursor, a partner or a refusal."""
    if mark & WRONG:
        c = _RED
    elif mark & CURSOR:
        c = _GOLD if not mark & CHOSEN else _DARK_GOLD
    elif mark & LIT:
        c = _BLUE
    else:
        return
    w -= 1
    h -= 1
    fb.rect(x + 1, y + 1, w - 2, h - 2, c)
    fb.rect(x + 2, y + 2, w - 4, h - 4, c)
    fb.hline(x + 2, y, w - 4, c)
    fb.hline(x + 2, y + h - 1, w - 4, c)
    fb.vline(x, y + 2, h - 4, c)
    fb.vline(x + w - 1, y + 2, h - 4, c)


def back(x, y, w, h, mark=0):
    """The back of a card."""
    _paper(x, y, w, h, _PAPER)
    fb.fill_rect(x + 3, y + 3, w - 7, h - 7, _PANEL)
    at = art.BACK_MID if h >= 44 else art.BACK_SMALL
    if w - 7 >= art.BACK[art.BACK_BIG] and h < 50:
        at = art.BACK_BIG
    left = x + (w - 1 - art.BACK[at]) // 2
    hal.blit(art.BACK, at, left, y + (h - 1 - art.BACK[at + 1]) // 2, _BACK_INK)
    _edge(x, y, w, h, mark)


def slot(x, y, w, h, mark=0):
    """An empty place."""
    c = _RED if mark & WRONG else _GOLD if mark & CURSOR else _WHITE if mark & LIT else _FELT_PALE
    gfx.box(x, y, w - 1, h - 1, c)
    edge = 2 if mark else 1
    gfx.box(x + edge, y + edge, w - 1 - 2 * edge, h - 1 - 2 * edge, _FELT_DARK)


def fly(c, x, y, to_x, to_y, w, h, ms):
    """Let card c fly over what is drawn; all that fly at once take the same time."""
    global _n, _age, _time
    if _n == _FLIGHTS or not speed:
        return
    if not _n:
        _age = 0
    _time = ms * speed // 2
    k = _n * _FIELDS
    f = _fly
    f[k] = f[k + 4] = x
    f[k + 1] = f[k + 5] = y
    f[k + 2] = to_x
    f[k + 3] = to_y
    f[k + 6] = w
    f[k + 7] = h
    f[k + 10] = 0
    _what[_n] = c
    _n += 1


def flying():
    return _n


def land():
    """Take the cards in flight off the glass, before anything else is drawn."""
    for i in range(_n - 1, -1, -1):
        _restore(i)


def rise(dt):
    """Put them back dt ms further; False once all have arrived."""
    global _age, _n
    _age += dt
    if _age >= _time:
        _n = 0
        return False
    f = _fly
    left = _time - _age
    part = 256 - (left * left // _time * 256) // _time  # fast, then slower
    for i in range(_n):
        k = i * _FIELDS
        f[k + 4] = f[k] + ((f[k + 2] - f[k]) * part >> 8)
        f[k + 5] = f[k + 1] + ((f[k + 3] - f[k + 1]) * part >> 8)
        _save(i)
        card(_what[i], f[k + 4], f[k + 5], f[k + 6], f[k + 7])
    return True


def _save(i):
    """Keep what flight i is about to cover: an even rectangle inside the glass."""
    f = _fly
    k = i * _FIELDS
    x = max(f[k + 4] & ~1, 0)
    y = max(f[k + 5], 0)
    w = (min(f[k + 4] + f[k + 6], hal.W) + 1 & ~1) - x
    h = min(f[k + 5] + f[k + 7], hal.H) - y
    if w <= 0 or h <= 0:
        w = h = 0
    else:
        hal.grab(_under[i], x, y, w, h)
        gfx.dirty(x, y, w, h)
    f[k + 8] = x
    f[k + 9] = y
    f[k + 10] = w
    f[k + 11] = h


def _restore(i):
    f = _fly
    k = i * _FIELDS
    if f[k + 10]:
        hal.put(_under[i], f[k + 8], f[k + 9], f[k + 10], f[k + 11])
        gfx.dirty(f[k + 8], f[k + 9], f[k + 10], f[k + 11])
        f[k + 10] = 0


def stop():
    """End every flight where it is; `land` first."""
    global _n
    _n = 0
