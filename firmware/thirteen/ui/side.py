"""Floor 2. The panel beside a table: stock, score, deal number, a word to the player, the keys.

It stands at the right of a table or lies at its foot, where it has no stock and no keys. It is
drawn from what a view last told it, and only where that has changed.
"""

from micropython import const

import hal
from hal import fb
from thirteen.ui import art, gfx, table

_GROUND = const(2)
_GOLD = const(12)
_INSET = const(6)
_CARD_W = const(32)
_CARD_H = const(44)
_STOCK_Y = const(46)
_PART_Y = const(104)
_NOTE_Y = const(144)
_LINES = const(3)

_PAD_KEYS = (art.CH_BUTTON_X + " hint", art.CH_BUTTON_Y + " undo")
_KEYS = (art.CH_BUTTON_X + art.CH_BUTTON_Y + " move", art.CH_BUTTON_B + " hold: menu")

x = 0
y = 0
_w = 0
_h = 0
_low = False  # at the foot
_deal = 0
_stock = -1
_part = -1
_whole = 0
_label = ""
_note = ""
_deal_text = _stock_text = _part_text = ""  # made when they change: it takes a tenth of a ms
_shown: list = [None, None, None, None]  # deal, stock, part and note as they stand on the glass
late = False  # the note waits for the next frame
_laid = False  # the whole panel is being drawn, and its ground is there


def open(left):
    """The panel takes the glass from `left` to the right edge."""
    _place(left, 3, hal.W - left - 3, hal.H - 6, False)


def foot(top):
    """The panel takes the glass from `top` to the lower edge."""
    _place(3, top, hal.W - 6, hal.H - top - 3, True)


def _place(left, top, w, h, low):
    global x, y, _w, _h, _low, _note
    x = left
    y = top
    _w = w
    _h = h
    _low = low
    _note = ""


def deal(number):
    global _deal, _deal_text
    if number != _deal:
        _deal = number
        _deal_text = "%d" % number


def stock(n):
    """How many cards the stock has."""
    global _stock, _stock_text
    if n != _stock:
        _stock = n
        _stock_text = "%d" % n


def part(label, n, whole):
    """How far the game has come."""
    global _label, _part, _part_text, _whole
    if n != _part or whole != _whole:
        _part = n
        _whole = whole
        _part_text = "%d/%d" % (n, whole)
    _label = label


def note(text):
    """A few words to the player; the next ones take their place."""
    global _note
    _note = text


def draw(full):
    """What has changed. A note takes long: what moved gets to the glass a frame before it."""
    global _laid, late
    if full:
        gfx.box(x, y, _w, _h, _GROUND)
        _shown[0] = _shown[1] = _shown[2] = None
        _shown[3] = ""
        if not _low:
            _draw_captions()
    _laid = full
    shown = _shown
    if shown[0] != _deal:
        shown[0] = _deal
        _draw_deal()
    if shown[1] != _stock and not _low:
        shown[1] = _stock
        _draw_stock()
    if shown[2] != _part:
        shown[2] = _part
        _draw_part()
    if shown[3] != _note:
        late = not (full or late) and gfx.n > 0
        if not late:
            shown[3] = _note
            _draw_note()
    else:
        late = False
    if full:
        gfx.drawn()


def _wipe(left, top, w, h):
    """Make room for what is drawn anew."""
    if not _laid:
        fb.fill_rect(left, top, w, h, _GROUND)
        gfx.dirty(left, top, w, h)


def _draw_captions():
    if hal.PAD:
        keys = _PAD_KEYS
    else:
        keys = _KEYS
    top = y + _h - 2 * (art.SMALL[0] + 2) - 4
    for line in keys:
        hal.text(art.SMALL, line, x + _INSET, top, gfx.ON_FELT)
        top += art.SMALL[0] + 2
    gfx.centre(art.SMALL, "deal", x, y + 4, _w, gfx.ON_FELT)


def _draw_deal():
    high = art.SMALL[0]
    if _low:
        _wipe(x + 2, y + 3, _w // 2, high)
        end = hal.text(art.SMALL, "deal ", x + _INSET, y + 3, gfx.ON_FELT)
        hal.text(art.SMALL, _deal_text, end, y + 3, gfx.GOLD_FELT)
        return
    _wipe(x + 2, y + 18, _w - 4, high)
    gfx.centre(art.SMALL, _deal_text, x, y + 18, _w, gfx.GOLD_FELT)


def _draw_part():
    high = art.SMALL[0]
    if _low:
        left = x + _w // 2
        top = y + 3
        _wipe(left, top, _w // 2 - 2, high)
        gfx.right(art.SMALL, _part_text, left + _w // 2 - _INSET, top, gfx.ON_FELT)
        gfx.bar(left, top + high // 2 - 2, 60, 6, _part, _whole, _GOLD)
    else:
        _wipe(x + 2, _PART_Y, _w - 4, high + 8)
        gfx.right(art.SMALL, _part_text, x + _w - _INSET, _PART_Y, gfx.ON_FELT)
        hal.text(art.SMALL, _label, x + _INSET, _PART_Y, gfx.ON_FELT)
        gfx.bar(x + _INSET, _PART_Y + high + 2, _w - 2 * _INSET, 6, _part, _whole, _GOLD)


def _draw_stock():
    at = x + _INSET
    top = _STOCK_Y + 4
    _wipe(x + 2, _STOCK_Y, _w - 4, _CARD_H + 4)
    if _stock:
        if _stock > 25:
            table.below(at + 4, top - 4, _CARD_W, _CARD_H)
        if _stock > 12:
            table.below(at + 2, top - 2, _CARD_W, _CARD_H)
        table.back(at, top, _CARD_W, _CARD_H)
    else:
        table.slot(at, top, _CARD_W, _CARD_H)
    left = at + _CARD_W + 2
    gfx.centre(art.LARGE, _stock_text, left, _STOCK_Y + 16, x + _w - 6 - left, gfx.ON_FELT)


def _draw_note():
    step = art.SMALL[0] + 1
    top = y + 3 + step if _low else _NOTE_Y
    low = y + _h - step if _low else _NOTE_Y + (_LINES - 1) * step
    _wipe(x + 2, top, _w - 4, low + step - top - 1)
    at = 0
    text = _note
    while at < len(text) and top <= low:
        end = gfx.wrap(art.SMALL, text, at, _w - 2 * _INSET)
        hal.text(art.SMALL, text[at:end], x + _INSET, top, gfx.GOLD_FELT)
        top += step
        at = end
        while at < len(text) and text[at] == " ":
            at += 1
