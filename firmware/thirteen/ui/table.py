"""Floor 2. Cards on a table: faces, backs, empty places, and cards in flight.

A card is drawn at any size: from 44 wide on as a large tile, from 30 on as a card, below that as
a small one. Its index (rank and suit in the top left corner) is what shows in a column or a fan.
"""

from array import array

from micropython import const

import hal
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

_BACK_INK = const(0xCDAE)  # on midnight a blue lattice, a gold medal
_EDGES = const(37)  # the marks that have an edge
_LOOKS = const(90)  # those that change the face

# Other kinds of shapes, with a colour in the four bits below; a face has none of these alone.
_BACK = const(0x80)
_BODY = const(0x81)
_FRAME = const(0x90)
_THIN = const(0xA0)
_THICK = const(0xB0)
_MOST = const(16)

_BIG = (art.RANK_BIG, art.SUIT19)
_MID = (art.RANK_MID, art.SUIT9, art.SUIT19)
_SMALL = (art.RANK_SMALL, art.SUIT9, art.SUIT13)
_BACKS = (art.BACK,)

_FLIGHTS = const(4)
_FIELDS = const(12)
_SAVED = const(1440)  # bytes under one card in flight

four_colours = False
_shapes = {}  # by kind and size
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
    _shapes.clear()
    _inks[2] = gfx.BLUE_PAPER if four else gfx.RED_PAPER
    _inks[3] = gfx.GREEN_PAPER if four else gfx.ON_PAPER


def card(c, x, y, w, h, mark=0):
    """Card c (face down with bit 7) at x, y."""
    if c & 128:
        back(x, y, w, h, mark)
        return
    try:  # as _shape does, for a call takes a tenth of the time of a card
        shape = _shapes[(w << 6 | h) << 8 | mark & _LOOKS]
    except KeyError:
        shape = _shape(_face, w, h, mark & _LOOKS)
    hal.stamp(shape, _BIG if w >= 44 else _MID if w >= 30 else _SMALL, c, x, y)
    if mark & _EDGES:
        _edge(x, y, w, h, mark)


def _shape(make, w, h, mark):
    """What hal.stamp draws of a kind of card, of that size; made when it is first wanted."""
    key = (w << 6 | h) << 8 | mark
    try:
        return _shapes[key]
    except KeyError:
        if len(_shapes) > _MOST:
            _shapes.clear()
        _shapes[key] = array("H", make(w, h, mark))
        return _shapes[key]


def _paper(w, h, c):
    """The body: round corners, a grey lower edge, a shadow to the right and below."""
    return [
        1, 1, w - 3, h - 3, c,
        2, 0, w - 5, 1, c,
        0, 2, 1, h - 5, c,
        w - 2, 2, 1, h - 5, _GREY,
        2, h - 2, w - 5, 1, _GREY,
        w - 1, 3, 1, h - 5, _FELT_DARK,
        3, h - 1, w - 5, 1, _FELT_DARK,
    ]  # fmt: skip


def _face(w, h, mark):
    """The body, then rank, small suit and large suit."""
    body = _paper(w, h, _GOLD if mark & CHOSEN else _GREY if mark & DIM else _PAPER)
    fan = mark & FAN
    if fan:  # or white would lie on white
        body += [0, 2, 1, h - 5, _DARK_GREY if mark & DIM else _GREY]
    rank, small, suit = art.RANK_SMALL_STEP, art.SUIT9_STEP, art.SUIT13_STEP
    if w >= 44:
        rank, suit = art.RANK_BIG_STEP, art.SUIT19_STEP
        signs = [2, 0, 0, rank, 0, 4, 4, 0, 1, 0, 0, suit, w - 24, h - 24, 0]
    elif w >= 30:
        rank, suit = art.RANK_MID_STEP, art.SUIT19_STEP
        signs = [3, 0, 0, rank, 0, 3, 3, 0]
        signs += [1, 0, 0, small, 4 if fan else 16, 20 if fan else 5, 0]
        signs += [2, 0, 0, suit, w - 22, h - 23, 0]
    else:
        signs = [3, 0, 0, rank, 0, 3, 3, 0]
        signs += [1, 0, 0, small, 2 if fan else w - 13, 16 if fan else 4, 0]
        signs += [2, 0, 0, suit, (w - 14) // 2, h - 18, 0]
    if signs[0] == 3 and (mark & COVERED or h < 32):
        signs[0] = 2
        del signs[15:]
    return [len(body) // 5] + body + signs + list(_inks)


def _edge(x, y, w, h, mark):
    """The frame that tells the cursor, a partner or a refusal."""
    if mark & WRONG:
        c = _RED
    elif mark & CURSOR:
        c = _GOLD if not mark & CHOSEN else _DARK_GOLD
    else:
        c = _BLUE
    hal.stamp(_shape(_frame, w, h, _FRAME | c), (), 0, x, y)


def _frame(w, h, mark):
    c = mark & 15
    w -= 1
    h -= 1
    return [
        8,
        2, 0, w - 4, 1, c,
        1, 1, w - 2, 1, c,
        2, 2, w - 4, 1, c,
        2, h - 3, w - 4, 1, c,
        1, h - 2, w - 2, 1, c,
        2, h - 1, w - 4, 1, c,
        0, 2, 3, h - 4, c,
        w - 3, 2, 3, h - 4, c,
        0,
    ]  # fmt: skip


def below(x, y, w, h):
    """The edges of a card that another one covers but for two pixels."""
    hal.stamp(_shape(_body, w, h, _BODY), (), 0, x, y)


def _body(w, h, mark):
    return [7] + _paper(w, h, _PAPER) + [0]


def back(x, y, w, h, mark=0):
    """The back of a card."""
    hal.stamp(_shape(_back, w, h, _BACK), _BACKS, 0, x, y)
    if mark & _EDGES:
        _edge(x, y, w, h, mark)


def _back(w, h, mark):
    at = art.BACK_MID if h >= 44 else art.BACK_SMALL
    if w - 7 >= art.BACK[art.BACK_BIG] and h < 50:
        at = art.BACK_BIG
    left = (w - 1 - art.BACK[at]) // 2
    top = (h - 1 - art.BACK[at + 1]) // 2
    body = _paper(w, h, _PAPER) + [3, 3, w - 7, h - 7, _PANEL]
    return [8] + body + [1, 0, at, 0, 0, left, top, _BACK_INK]


def slot(x, y, w, h, mark=0):
    """An empty place."""
    c = _RED if mark & WRONG else _GOLD if mark & CURSOR else _WHITE if mark & LIT else _FELT_PALE
    hal.stamp(_shape(_slot, w, h, (_THICK if mark else _THIN) | c), (), 0, x, y)


def _slot(w, h, mark):
    edge = 2 if mark & _THICK == _THICK else 1
    inner = _box(edge, w - 1 - 2 * edge, h - 1 - 2 * edge, _FELT_DARK)
    return [6] + _box(0, w - 1, h - 1, mark & 15) + inner + [0]


def _box(at, w, h, c):
    """As gfx.box has it."""
    return [at + 3, at, w - 6, h, c, at + 1, at + 1, w - 2, h - 2, c, at, at + 3, w, h - 6, c]


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
