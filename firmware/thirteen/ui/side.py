"""Floor 2. The panel beside a table: stock, score, deal number, a word to the player, the keys.

It is drawn from what a view last told it, and only where that has changed.
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

x = 0
_w = 0
_deal = 0
_stock = -1
_part = -1
_whole = 0
_label = ""
_note = ""
_shown = [None, None, None, None]  # deal, stock, part and note as they stand on the glass


def open(left):
    """The panel takes the glass from `left` to the right edge."""
    global x, _w, _note
    x = left
    _w = hal.W - left - 3
    _note = ""


def deal(number):
    global _deal
    _deal = number


def stock(n):
    """How many cards the stock has."""
    global _stock
    _stock = n


def part(label, n, whole):
    """How far the game has come."""
    global _label, _part, _whole
    _label = label
    _part = n
    _whole = whole


def note(text):
    """A few words to the player; the next ones take their place."""
    global _note
    _note = text


def draw(full):
    if full:
        _frame()
    shown = _shown
    if shown[0] != _deal:
        shown[0] = _deal
        gfx.centre(art.SMALL, "deal", x, 7, _w, gfx.ON_FELT)
        fb.fill_rect(x + 2, 21, _w - 4, art.SMALL[0], _GROUND)
        gfx.centre(art.SMALL, "%d" % _deal, x, 21, _w, gfx.GOLD_FELT)
        gfx.dirty(x, 7, _w, 30)
    if shown[1] != _stock:
        shown[1] = _stock
        _draw_stock()
    if shown[2] != _part:
        shown[2] = _part
        y = _PART_Y
        fb.fill_rect(x + 2, y, _w - 4, art.SMALL[0], _GROUND)
        hal.text(art.SMALL, _label, x + _INSET, y, gfx.ON_FELT)
        gfx.right(art.SMALL, "%d/%d" % (_part, _whole), x + _w - _INSET, y, gfx.ON_FELT)
        gfx.bar(x + _INSET, y + art.SMALL[0] + 2, _w - 2 * _INSET, 6, _part, _whole, _GOLD)
        gfx.dirty(x, y, _w, art.SMALL[0] + 8)
    if shown[3] != _note:
        shown[3] = _note
        _draw_note()


def _frame():
    gfx.box(x, 3, _w, hal.H - 6, _GROUND)
    for i in range(4):
        _shown[i] = None
    y = hal.H - 3 - 2 * (art.SMALL[0] + 2) - 4
    if hal.PAD:
        keys = art.CH_BUTTON_X + " hint", art.CH_BUTTON_Y + " undo"
    else:
        keys = art.CH_BUTTON_X + art.CH_BUTTON_Y + " move", art.CH_BUTTON_B + " hold: menu"
    for line in keys:
        hal.text(art.SMALL, line, x + _INSET, y, gfx.ON_FELT)
        y += art.SMALL[0] + 2


def _draw_stock():
    at = x + _INSET
    fb.fill_rect(x + 2, _STOCK_Y, _w - 4, _CARD_H + 4, _GROUND)
    if _stock:
        for i in range(min(_stock // 8, 4), -1, -1):
            table.back(at + i, _STOCK_Y + 4 - i, _CARD_W, _CARD_H)
    else:
        table.slot(at, _STOCK_Y + 4, _CARD_W, _CARD_H)
    gfx.centre(
        art.LARGE, "%d" % _stock, at + _CARD_W + 2, _STOCK_Y + 16, _w - _CARD_W - 14, gfx.ON_FELT
    )
    gfx.dirty(x, _STOCK_Y, _w, _CARD_H + 6)


def _draw_note():
    step = art.SMALL[0] + 1
    fb.fill_rect(x + 2, _NOTE_Y, _w - 4, _LINES * step, _GROUND)
    at = 0
    y = _NOTE_Y
    text = _note
    while at < len(text) and y < _NOTE_Y + _LINES * step:
        end = gfx.wrap(art.SMALL, text, at, _w - 2 * _INSET)
        hal.text(art.SMALL, text[at:end], x + _INSET, y, gfx.GOLD_FELT)
        y += step
        at = end
        while at < len(text) and text[at] == " ":
            at += 1
    gfx.dirty(x, _NOTE_Y, _w, _LINES * step)
