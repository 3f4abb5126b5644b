"""Layer 4. The upper part of Three Thirteen's table: players, the round, the wild rank."""

from micropython import const

import hal
from thirteen.protocols import Numbers
from thirteen.rules import three_thirteen_table as table
from thirteen.ui import art, canvas
from thirteen.views import three_thirteen_labels as labels

MID = 30 if canvas.TINY else 42 if canvas.BROAD else 46  # the line of stock and pile

_TOP = 0 if canvas.TINY else 2
_BOX_H = 29 if canvas.TINY else 32
_NAME_Y = 1 if canvas.TINY else 4
_COUNT_Y = 15 if canvas.TINY else 18
_ROUND_X = 146 if canvas.TINY else 128 if canvas.BROAD else 116
_ROUND_Y = MID - 1 if canvas.TINY else 40
_ROUND_H = 26 if canvas.TINY else 56
_WILD_Y = MID - 1 if canvas.TINY else 48
_WORD_Y = MID + 11 if canvas.TINY else 68
_RANK_Y = MID + 2 if canvas.TINY else 52
_RANK_RIGHT = 22 if canvas.TINY else 30
_INSET = 4 if canvas.TINY else 8
_NARROW = const(60)  # a box of four on 240 pixels

# A box with round corners and a small card in it, for hal.stamp.
_BOX = (
    b"\x07"
    b"\x00\x03\xc8\xc5\x10"
    b"\x01\x01\xc7\x03\x10"
    b"\x01\xc5\xc7\xc7\x10"
    b"\x03\x00\xc5\x01\x10"
    b"\x03\xc7\xc5\xc8\x10"
    b"\x05\x10\x0c\x1a\x11"
    b"\x06\x11\x0b\x19\x10"
)
_INK = const(7)


_round = 0
_word = ""
names = [""] * 4  # and points before this round, cached: they take 0.5 ms per player
_points = [0] * 4
_totals = [""] * 4  # as shown, with a star for the leader
_widths = bytearray(4)  # the widths of those
_counts = [""] * 4  # cards of each, as texts
_held = bytearray(4)  # and as numbers


def begin(s: bytearray) -> None:
    """Start or resume a round."""
    global _round, _word
    _round = n = table.number(s)
    _word = "tie-break" if n == table.TIE_BREAK else "round %d/%d" % (n, table.rounds(s))
    for p in range(table.players(s)):
        names[p] = labels.name(s, p)
        _points[p] = table.total(s, p) - table.penalty(s, n, p)
    least = min(_points[: table.players(s)])
    for p in range(table.players(s)):
        leads = n > 1 and _points[p] == least
        _totals[p] = "%s%d" % (art.CH_STAR if leads else "", _points[p])
        _widths[p] = canvas.width(art.SMALL, _totals[p])


def _box_w(s: bytearray) -> int:
    return (hal.W - 4) // table.players(s)


def left(s: bytearray, p: int) -> int:
    """The left edge of a player's box."""
    return 2 + p * _box_w(s)


def draw_players(s: bytearray, seen: Numbers) -> None:
    """Redraw the boxes that have changed; `seen` holds what was drawn, from index 0."""
    width = _box_w(s)
    turn = table.turn(s)
    out = table.out(s)
    x = 2 - width
    for p in range(table.players(s)):
        x += width
        n = table.holds(s, p)
        look = n << 2 | (turn == p) << 1 | (out == p)
        if seen[p] != look:
            seen[p] = look
            _draw_player(p, n, x, width - 2, turn == p, out == p)
            if p == s[table.DEALER]:
                ink = canvas.ON_GOLD if turn == p else canvas.GOLD_FELT
                canvas.right(art.SMALL, "D", x + width - 7, _NAME_Y, ink)


def _draw_player(p: int, n: int, x: int, w: int, on: bool, gone: bool) -> None:
    """A player's box: name, number of cards, total; gold in their turn."""
    font = art.SMALL
    tint = canvas.GOLD | _INK << 4 if on else canvas.DARK_FELT | canvas.WHITE << 4
    ink = canvas.ON_GOLD if on else canvas.ON_FELT
    text = hal.text
    if gone:
        canvas.box(x, _TOP, w, _BOX_H, tint & 15)
        text(font, "OUT", x + 5, _COUNT_Y, ink)
    else:
        hal.stamp(_BOX, canvas.NONE, 0, x, _TOP, w, _BOX_H, tint)
        if _held[p] != n:
            _held[p] = n
            _counts[p] = "%d" % n
        text(font, _counts[p], x + (15 if w > _NARROW else 13), _COUNT_Y, ink)
    inset = 5 if w > _NARROW else 1
    text(font, names[p], x + inset, _NAME_Y, ink)
    text(font, _totals[p], x + w - inset - _widths[p], _COUNT_Y, ink)
    canvas.dirty(x, _TOP, w, _BOX_H)


def draw_round(s: bytearray) -> None:
    """The wild rank, and the round."""
    if table.number(s) != _round:
        begin(s)
    x = _ROUND_X
    canvas.box(x, _ROUND_Y, hal.W - x - 4, _ROUND_H, canvas.DARK_FELT)
    hal.text(art.SMALL, "wild", x + _INSET, _WILD_Y, canvas.ON_FELT)
    hal.text(art.SMALL, _word, x + _INSET, _WORD_Y, canvas.GOLD_FELT)
    at = (table.wild(s) - 1) * art.RANK_BIG_STEP
    hal.blit(art.RANK_BIG, at, hal.W - _RANK_RIGHT, _RANK_Y, canvas.GOLD_FELT)
    canvas.dirty(x, _ROUND_Y, hal.W - x - 4, _ROUND_H)
