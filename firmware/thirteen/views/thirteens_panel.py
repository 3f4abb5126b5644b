"""Layer 4. Beside the tableau of Thirteens: the stock, and the pile of discarded cards."""

from micropython import const

import hal
from hal import fb
from thirteen.ui import art, canvas, card_art, large, status_panel

# On a tiny screen each pile has its count beside it, and no label.
_CARD_W = 26 if canvas.TINY else 32
_CARD_H = 24 if canvas.TINY else 44
_LABEL_Y = const(6)
_CARD_Y = 7 if canvas.TINY else 26
_COUNT_Y = 12 if canvas.TINY else 72
_COUNT_X = _CARD_W + 4 if canvas.TINY else 0
_COUNT_W = 18 if canvas.TINY else _CARD_W
_EDGES = const(4)  # pixels by which the lower cards of a pile stand out
_ALL = const(52)

_shown_stock = -1
_shown_gone = -1


def stock_x() -> int:
    """The x of the stock."""
    if canvas.TINY:
        return status_panel.x + 4
    return status_panel.x + (hal.W - 3 - status_panel.x) // 4 - _CARD_W // 2


def gone_x() -> int:
    """The x of the discarded cards."""
    if canvas.TINY:
        return status_panel.x + 58
    return status_panel.x + (hal.W - 3 - status_panel.x) * 3 // 4 - _CARD_W // 2


def y() -> int:
    """The y of both."""
    return _CARD_Y


def prepare(stock: int, gone: int) -> None:
    """Format the counts ahead, as they are drawn during animation, which must not allocate."""
    canvas.counted(0, "%d", stock)
    canvas.counted(1, "%d", gone)


def draw(full: bool, stock: int, gone: int) -> None:
    """Draw what has changed, on top of the status panel."""
    global _shown_stock, _shown_gone
    status_panel.part("gone", gone, _ALL)
    status_panel.draw(full)
    if full or stock != _shown_stock:
        _shown_stock = stock
        _draw_pile(full, stock_x(), "stock", stock)
        if stock:
            card_art.back(stock_x(), _CARD_Y, _CARD_W, _CARD_H)
    if full or gone != _shown_gone:
        _shown_gone = gone
        x = gone_x()
        _draw_pile(full, x, "gone", gone)
        if gone:
            card_art.below(x, _CARD_Y, _CARD_W, _CARD_H)
            top = _CARD_Y + (_CARD_H - art.LARGE_H) // 2
            canvas.centre(large.FONT, "13", x, top, _CARD_W, canvas.RED_PAPER)


def _draw_pile(full: bool, x: int, label: str, n: int) -> None:
    """A pile's label, its count, and the edges of its lower cards or its empty place."""
    if not full:
        fb.fill_rect(x, _CARD_Y - _EDGES, _CARD_W + _EDGES, _CARD_H + _EDGES, canvas.DARK_FELT)
        fb.fill_rect(x + _COUNT_X, _COUNT_Y, _COUNT_W, art.SMALL[0], canvas.DARK_FELT)
        canvas.dirty(
            x, _CARD_Y - _EDGES, max(_COUNT_X + _COUNT_W, _CARD_W + _EDGES),
            max(_COUNT_Y + art.SMALL[0], _CARD_Y + _CARD_H) - _CARD_Y + _EDGES,
        )  # fmt: skip
    elif not canvas.TINY:
        canvas.centre(art.SMALL, label, x, _LABEL_Y, _CARD_W, canvas.ON_FELT)
    text = canvas.counted(label == "gone", "%d", n)
    canvas.centre(art.SMALL, text, x + _COUNT_X, _COUNT_Y, _COUNT_W, canvas.ON_FELT)
    if not n:
        card_art.slot(x, _CARD_Y, _CARD_W, _CARD_H)
    if n > 25:
        card_art.below(x + 4, _CARD_Y - 4, _CARD_W, _CARD_H)
    if n > 12:
        card_art.below(x + 2, _CARD_Y - 2, _CARD_W, _CARD_H)
