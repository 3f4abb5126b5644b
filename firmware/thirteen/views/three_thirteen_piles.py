"""Layer 4. Stock and discards of Three Thirteen, with the number of their cards."""

from thirteen import cards
from thirteen.protocols import Numbers
from thirteen.rules import three_thirteen_table as table
from thirteen.ui import art, canvas, card_art
from thirteen.views import three_thirteen_fan as fan
from thirteen.views import three_thirteen_players_bar as players_bar

STOCK_X = 4 if canvas.TINY else 10
PILE_X = 78 if canvas.TINY else 70 if canvas.BROAD else 66

_Y = players_bar.MID
_W = fan.CARD_W
_H = fan.CARD_H
# The number of cards: below each, on a tiny screen beside it.
_COUNT_Y = _Y + (6 if canvas.TINY else _H + 3)
_STOCK_COUNT_X = 35 if canvas.TINY else 9 if canvas.BROAD else 2
_PILE_COUNT_X = 109 if canvas.TINY else 61 if canvas.BROAD else 51
_STOCK_COUNT_W = 40 if canvas.TINY else 48
_PILE_COUNT_W = 36 if canvas.TINY else 62
_STOCK, _DISCARDS = ("%d left", "%d") if canvas.TINY else ("stock %d", "discards %d")


def prepare(s: bytearray) -> None:
    """Format the counts ahead, as they are drawn during animation, which must not allocate."""
    canvas.counted(0, _STOCK, table.stock(s))
    canvas.counted(1, _DISCARDS, table.pile(s))


def draw(s: bytearray, stock_mark: int, pile_mark: int, late: int, seen: Numbers) -> None:
    """Redraw what has changed; `late`: not the discards; seen[5] and seen[6]: what was drawn."""
    n = table.stock(s)
    text = canvas.counted(0, _STOCK, n)
    look = (n << 8 | cards.DOWN) << 8 | stock_mark
    if seen[5] != look:
        _draw_pile(look, seen[5], STOCK_X, _STOCK_COUNT_X, _STOCK_COUNT_W, text)
        seen[5] = look
    if late and seen[6] >= 0:
        return
    n = table.pile(s)
    text = canvas.counted(1, _DISCARDS, n)
    look = (n << 8 | table.top(s) & 63) << 8 | pile_mark
    if seen[6] != look:
        _draw_pile(look, seen[6], PILE_X, _PILE_COUNT_X, _PILE_COUNT_W, text)
        seen[6] = look


def _draw_pile(look: int, was: int, x: int, count_x: int, count_w: int, text: str) -> None:
    """Draw a pile from its `look`: number, card, mark; only the card if only its mark changed."""
    c = look >> 8 & 255
    if was >> 16 == look >> 16 and c:
        canvas.dirty(x, _Y, _W, _H)
    else:
        if canvas.TINY:
            canvas.wipe(x, _Y, count_x + count_w - x, _H)
        else:
            canvas.wipe(count_x, _Y, count_w, _COUNT_Y + art.SMALL[0] + 2 - _Y)
        canvas.centre(art.SMALL, text, count_x, _COUNT_Y, count_w, canvas.ON_FELT)
    if c:
        card_art.card(c, x, _Y, _W, _H, look & 255)
    else:
        card_art.slot(x, _Y, _W, _H, look & 255)
