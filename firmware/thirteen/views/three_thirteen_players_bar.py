"""Layer 4. The upper part of Three Thirteen's table: players, the round, the wild rank.

Beside the name of an opponent stands the card that they took last from the discards and still
hold: everyone saw that.
"""

from micropython import const

import hal
from thirteen import cards
from thirteen.draw import art, canvas, card_art
from thirteen.fast import native
from thirteen.rules import three_thirteen_table as rummy
from thirteen.table import piles
from thirteen.views import three_thirteen_labels as labels

_NARROW = const(60)  # a box of four on 240 pixels
_WIDE = const(100)  # a box of two, with room for words
_FACED = const(70)  # from this width on a box has room for a face
_COUNTS = const(3)  # the first slot of canvas.formatted

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
_PLAIN = b"\x05" + _BOX[1:26]  # without the card
_RANK = b"\x01\x00\x56\x00\x00\x00"  # a large one alone, likewise

width = 0  # of the table
number = 0  # of the round shown
names = [""] * 4

_word = ""  # the round
_totals = [""] * 4  # before this round, with a star for the leader
_widths = bytearray(4)  # the widths of those
_inks: tuple = ()  # of the suits when the boxes were laid out: settings change them
_boxes: list = []  # what the boxes are drawn from: body, x, y, width, height and tint;
_faces: list = []  # player, x and y;
_texts: list = []  # for canvas.texts;
_counts: list = []  # player, x, y and ink of their number of cards
_low = False
_top = 0  # of the boxes
_box_w = _box_h = 0
_round_x = _round_y = 0


def open(s: bytearray, table_w: int, low: bool, round_x: int, round_y: int) -> None:
    """Cut the boxes from a table that wide, and the round's from round_x, round_y to its right."""
    global width, _low, _top, _box_w, _box_h, _round_x, _round_y
    width = table_w
    _low = low
    _top, _box_h = (0, 29) if low else (2, 32)
    _box_w = (width - 4) // rummy.players(s)
    _round_x = round_x
    _round_y = round_y
    begin(s)


def begin(s: bytearray) -> None:
    """Format the texts of a round."""
    global number, _word
    number = n = rummy.number(s)
    _word = "tie-break" if n == rummy.TIE_BREAK else "round %d/%d" % (n, rummy.rounds(s))
    points = [rummy.total(s, p) - rummy.penalty(s, n, p) for p in range(rummy.players(s))]
    least = min(points)
    for p in range(rummy.players(s)):
        names[p] = labels.name(s, p)
        if len(names[p]) > 3 and rummy.players(s) > 2:
            names[p] = "P%d" % (p + 1)
        leads = n > 1 and points[p] == least
        _totals[p] = "%s%d" % (art.CH_STAR if leads else "", points[p])
        _widths[p] = canvas.width(art.SMALL, _totals[p])


def middle(p: int) -> int:
    """The x of the middle of a player's box."""
    return 2 + p * _box_w + _box_w // 2


@native
def lay_out(s: bytearray, viewer: int) -> None:
    """Lay out the boxes anew: they are drawn more often than they change."""
    global _inks
    _inks = card_art.inks
    for what in _boxes, _faces, _texts, _counts:
        what.clear()
    for p in range(rummy.players(s)):
        _lay_out_player(s, p, viewer)
    low = _low
    x = _round_x
    y = _round_y
    inset = 4 if low else 8
    _boxes.append((_PLAIN, x, y - low, width - x - 4, 26 if low else 52, canvas.DARK_FELT))
    _write("wild", x + inset, y - 1 if low else y + 6, canvas.ON_FELT)
    _write(_word, x + inset, y + 11 if low else y + 33, canvas.GOLD_FELT)


@native
def _write(text: str, x: int, y: int, ink: int) -> None:
    _texts.append((art.SMALL, text, x, y, ink))


@native
def _lay_out_player(s: bytearray, p: int, viewer: int) -> None:
    """A player's box: name, number of cards, total; gold in their turn."""
    x = 2 + p * _box_w
    w = _box_w - 2
    y = _top + (1 if _low else 2)
    low_y = y + 14
    on = rummy.turn(s) == p
    ink = canvas.ON_GOLD if on else canvas.ON_FELT
    inset = 5 if w > _NARROW else 1
    start = x + inset
    left = x + (15 if w > _NARROW else 13)
    body = _BOX
    if rummy.seat(s, p) and w >= _FACED:
        _faces.append((p, start, y))
        start += labels.FACE_W
    elif rummy.seat(s, p) and rummy.out(s) != p:  # the face is beside the count
        _faces.append((p, x + 2, low_y - 1))
        left = x + 2 + labels.FACE_W
        body = _PLAIN
    tint = canvas.GOLD | canvas.INK << 4 if on else canvas.DARK_FELT | canvas.WHITE << 4
    if rummy.out(s) == p:
        body = _PLAIN
        _write("OUT", x + 5, low_y, ink)
        left = x + 5 + canvas.width(art.SMALL, "OUT")
    else:
        _counts.append((p, left, low_y, ink))
        left += canvas.width(art.SMALL, "12")
    _boxes.append((body, x, _top, w, _box_h, tint))
    _write(names[p], start, y, ink)
    total = x + w - inset - _widths[p]
    if total < left + 4:  # the leader's star would touch the count
        _write(_totals[p][1:], x + w - inset - canvas.width(art.SMALL, _totals[p][1:]), low_y, ink)
    else:
        _write(_totals[p], total, low_y, ink)
    if p == s[rummy.DEALER]:
        text = "deals" if w >= _WIDE else "D"
        right = x + w - inset - 3 - canvas.width(art.SMALL, text)
        _write(text, right, y, canvas.ON_GOLD if on else canvas.GOLD_FELT)
    c = _taken(s, p) if p != viewer else 0
    if c:
        text = labels.card(c)
        start += canvas.width(art.SMALL, names[p]) + art.SMALL[3] + inset
        wide = canvas.width(art.SMALL, text) + 3
        _boxes.append((_PLAIN, start, y - 1, wide, 13, canvas.PAPER))
        _write(text, start + 2, y, _inks[c >> 4])


def _taken(s: bytearray, p: int) -> int:
    """The card of player p that everyone knows, or 0."""
    c = 0
    for i in range(rummy.hand(p), rummy.hand(p) + rummy.holds(s, p)):
        if s[i] < cards.DOWN:
            c = s[i]
    return c


@native
def draw(s: bytearray, boxes: int, viewer: int) -> None:
    """Draw the players, whose hands are the table's places from `boxes` on, and the round."""
    if _inks is not card_art.inks:
        lay_out(s, viewer)
    for body, x, y, w, h, tint in _boxes:
        hal.stamp(body, canvas.NONE, 0, x, y, w, h, tint)
    for p, x, y in _faces:
        labels.face_of(p, x, y)
    for p, x, y, ink in _counts:
        n = rummy.holds(s, p) if p == viewer else piles.depth(boxes + p)
        hal.text(art.SMALL, canvas.formatted(_COUNTS + p, "%d", n), x, y, ink)
    canvas.texts(_texts)
    x = width - (22 if _low else 30)
    y = _round_y + (2 if _low else 8)
    hal.stamp(canvas.NONE, _RANK, 0x50 | rummy.wild(s), x, y, 0, 0, 0)  # in gold
