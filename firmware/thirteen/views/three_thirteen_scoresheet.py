"""Layer 4. A score sheet over the whole screen: a column per player, a row per round, totals."""

from micropython import const

import hal
from hal import fb
from thirteen.ui import art, canvas

_BAND = const(2)
_LABEL = const(30)  # width of the first column
_TOP = const(22)

_wide = 0
_high = 0
_rows = 0
_font = art.SMALL  # of the last line


def begin(columns, rows, over):
    """An empty sheet; `over`: its last line is a large one."""
    global _wide, _high, _rows, _font
    _font = art.LARGE if over else art.SMALL
    _rows = rows
    _wide = (hal.W - _LABEL - 6) // columns
    _high = min((hal.H - _TOP - 28 - _font[0]) // rows, 22)
    fb.fill(canvas.PANEL)
    for i in range(0, rows, 2):
        fb.fill_rect(4, _y(i), hal.W - 8, _high, _BAND)
    fb.hline(4, _TOP - 3, hal.W - 8, canvas.DARK_GOLD)
    fb.hline(4, _y(rows) + 2, hal.W - 8, canvas.DARK_GOLD)
    canvas.dirty(0, 0, hal.W, hal.H)


def head(column, text, best):
    """A column's name; `best` for who leads or has won."""
    canvas.centre(
        art.SMALL, text, _x(column), 4, _wide, canvas.GOLD_PANEL if best else canvas.ON_PANEL
    )


def label(row, text):
    canvas.right(art.SMALL, text, _LABEL - 4, _y(row) + _inset(), canvas.DIM_PANEL)


def cell(row, column, text):
    canvas.centre(art.SMALL, text, _x(column), _y(row) + _inset(), _wide, canvas.ON_PANEL)


def total(column, text):
    canvas.centre(art.LARGE, text, _x(column), _y(_rows) + 4, _wide, canvas.GOLD_PANEL)


def end(text):
    """A line at the bottom."""
    font = _font if canvas.width(_font, text) < hal.W - 8 else art.SMALL
    ink = canvas.ON_PANEL if _font is art.SMALL else canvas.GOLD_PANEL
    canvas.centre(font, text, 0, hal.H - font[0] - 2, hal.W, ink)


def _x(column):
    return _LABEL + column * _wide


def _y(row):
    return _TOP + row * _high


def _inset():
    return (_high - art.SMALL[0]) // 2
