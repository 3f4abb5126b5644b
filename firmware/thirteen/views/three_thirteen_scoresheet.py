"""Layer 4. A score sheet over the whole screen: a column per player, a row per round, totals."""

from micropython import const

import hal
from hal import fb
from thirteen.ui import art, canvas, large

_BAND = const(2)
_LABEL = const(30)  # width of the first column
_TOP = 18 if canvas.TINY else 22
_SUMS = art.SMALL if canvas.TINY else large.FONT  # the font of the totals
_BELOW = 18 if canvas.TINY else 28  # the rows, without the last line
_HEAD_Y = 1 if canvas.TINY else 4
_SUM_Y = 3 if canvas.TINY else 4

_column_w = 0
_row_h = 0
_rows = 0
_font = art.SMALL  # of the last line
_ink = canvas.ON_PANEL


def begin(columns: int, rows: int, over: bool) -> None:
    """An empty sheet; `over`: its last line is a large one."""
    global _column_w, _row_h, _rows, _font, _ink
    _ink = canvas.GOLD_PANEL if over else canvas.ON_PANEL
    _font = large.FONT if over and not canvas.TINY else art.SMALL
    _rows = rows
    _column_w = (hal.W - _LABEL - 6) // columns
    _row_h = min((hal.H - _TOP - _BELOW - _font[0]) // rows, 22)
    fb.fill(canvas.PANEL)
    for i in range(0, rows, 2):
        fb.fill_rect(4, _y(i), hal.W - 8, _row_h, _BAND)
    fb.hline(4, _TOP - 3, hal.W - 8, canvas.DARK_GOLD)
    fb.hline(4, _y(rows) + 2, hal.W - 8, canvas.DARK_GOLD)
    canvas.dirty(0, 0, hal.W, hal.H)


def head(column: int, text: str, best: bool) -> None:
    """A column's name; `best` for who leads or has won."""
    canvas.centre(
        art.SMALL,
        text,
        _x(column),
        _HEAD_Y,
        _column_w,
        canvas.GOLD_PANEL if best else canvas.ON_PANEL,
    )


def label(row: int, text: str) -> None:
    canvas.right(art.SMALL, text, _LABEL - 4, _y(row) + _inset(), canvas.DIM_PANEL)


def cell(row: int, column: int, text: str) -> None:
    canvas.centre(art.SMALL, text, _x(column), _y(row) + _inset(), _column_w, canvas.ON_PANEL)


def total(column: int, text: str) -> None:
    canvas.centre(_SUMS, text, _x(column), _y(_rows) + _SUM_Y, _column_w, canvas.GOLD_PANEL)


def end(text: str, caption: str) -> None:
    """A line at the bottom, with a key's caption to its right."""
    room = hal.W - 16 - canvas.width(art.SMALL, caption)
    font = _font if canvas.width(_font, text) < room else art.SMALL
    y = hal.H - font[0] - (1 if canvas.TINY else 2)
    if caption:
        hal.text(font, text, 8, y, _ink)
        y = hal.H - art.SMALL[0] - (1 if canvas.TINY else 4)
        canvas.right(art.SMALL, caption, hal.W - 8, y, canvas.ON_PANEL)
    else:
        canvas.centre(font, text, 0, y, hal.W, _ink)


def _x(column: int) -> int:
    return _LABEL + column * _column_w


def _y(row: int) -> int:
    return _TOP + row * _row_h


def _inset() -> int:
    return (_row_h - art.SMALL[0]) // 2
