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


class PlayersBar:
    """The boxes of the players, and of the round."""

    def __init__(self) -> None:
        self.number = 0  # of the round shown
        self.names = [""] * 4
        self._totals = [""] * 4  # before this round, with a star for the leader
        self._widths = bytearray(4)  # the widths of those
        self._facts: tuple = ()  # what the boxes were laid out from,
        self._inks: tuple = ()  # and those of the suits then: settings change them
        self._boxes: list = []  # what they are drawn from: body, x, y, width, height and tint;
        self._faces: list = []  # player, x and y;
        self._texts: list = []  # for canvas.texts;
        self._counts: list = []  # player, x, y and ink of their number of cards

    def open(
        self, s: bytearray, table_w: int, low: bool, round_x: int, round_y: int, round_h: int
    ) -> None:
        """Cut the boxes from a table that wide, and the round's, from round_x, round_y on."""
        self.width = table_w
        self._low = low
        self.top, self.box_h = (0, 29) if low else (2, 32)
        self._box_w = (table_w - 4) // rummy.players(s)
        self._round_x = round_x
        self._round_y = round_y
        self._round_h = round_h
        self.begin(s)

    def begin(self, s: bytearray) -> None:
        """Format the texts of a round."""
        self._facts = ()
        self.number = n = rummy.number(s)
        self._word = "tie-break" if n == rummy.TIE_BREAK else "round %d/%d" % (n, rummy.rounds(s))
        points = [rummy.total(s, p) - rummy.penalty(s, n, p) for p in range(rummy.players(s))]
        least = min(points)
        for p in range(rummy.players(s)):
            name = labels.name(s, p)
            self.names[p] = "P%d" % (p + 1) if len(name) > 3 and rummy.players(s) > 2 else name
            leads = n > 1 and points[p] == least
            self._totals[p] = "%s%d" % (art.CH_STAR if leads else "", points[p])
            self._widths[p] = canvas.width(art.SMALL, self._totals[p])

    def middle(self, p: int) -> int:
        """The x of the middle of a player's box."""
        return 2 + p * self._box_w + self._box_w // 2

    @native
    def lay_out(self, s: bytearray, viewer: int) -> None:
        """Lay out the boxes, if they change: they are drawn more often."""
        seats = range(rummy.players(s))
        taken = [0 if p == viewer else _taken(s, p) for p in seats]
        facts = rummy.turn(s), rummy.out(s), s[rummy.DEALER], viewer, taken
        if facts == self._facts and self._inks is card_art.inks:
            return
        self._facts = facts
        self._inks = card_art.inks
        for what in self._boxes, self._faces, self._texts, self._counts:
            what.clear()
        for p in seats:
            self._lay_out_player(s, p, taken[p])
        low = self._low
        x = self._round_x
        y = self._round_y
        inset = 4 if low else 8
        w = self.width - x - 4
        self._boxes.append((_PLAIN, x, y - low, w, self._round_h, canvas.DARK_FELT))
        self._write("wild", x + inset, y + (1 if low else 6), canvas.ON_FELT)
        self._write(self._word, x + inset, y + (13 if low else 33), canvas.GOLD_FELT)

    @native
    def _write(self, text: str, x: int, y: int, ink: int) -> None:
        self._texts.append((art.SMALL, text, x, y, ink))

    @native
    def _lay_out_player(self, s: bytearray, p: int, c: int) -> None:
        """A player's box: name, number of cards, total, the card c; gold in their turn."""
        x = 2 + p * self._box_w
        w = self._box_w - 2
        y = self.top + (1 if self._low else 2)
        low_y = y + 14
        on = rummy.turn(s) == p
        ink = canvas.ON_GOLD if on else canvas.ON_FELT
        inset = 5 if w > _NARROW else 1
        start = x + inset
        left = x + (15 if w > _NARROW else 13)
        body = _BOX
        if rummy.seat(s, p) and w >= _FACED:
            self._faces.append((p, start, y))
            start += labels.FACE_W
        elif rummy.seat(s, p) and rummy.out(s) != p:  # the face is beside the count
            self._faces.append((p, x + 2, low_y - 1))
            left = x + 2 + labels.FACE_W
            body = _PLAIN
        tint = canvas.GOLD | canvas.INK << 4 if on else canvas.DARK_FELT | canvas.WHITE << 4
        if rummy.out(s) == p:
            body = _PLAIN
            self._write("OUT", x + 5, low_y, ink)
            left = x + 5 + canvas.width(art.SMALL, "OUT")
        else:
            self._counts.append((p, left, low_y, ink))
            left += canvas.width(art.SMALL, "12")
        self._boxes.append((body, x, self.top, w, self.box_h, tint))
        self._write(self.names[p], start, y, ink)
        right = x + w - inset
        total = self._totals[p]
        wide = self._widths[p]
        if right - wide < left + 4:  # the leader's star would touch the count
            total = total[1:]
            wide = canvas.width(art.SMALL, total)
        self._write(total, right - wide, low_y, ink)
        end = right - wide  # of the room beside the count
        start += canvas.width(art.SMALL, self.names[p])
        if c:
            text = labels.card(c)
            start += art.SMALL[3] + inset
            wide = canvas.width(art.SMALL, text) + 3
            self._boxes.append((_PLAIN, start, y - 1, wide, 13, canvas.PAPER))
            self._write(text, start + 2, y, self._inks[c >> 4])
            start += wide
        if p == s[rummy.DEALER]:
            text = "deals" if w >= _WIDE else "D"
            wide = canvas.width(art.SMALL, text)
            x = right - 3 - wide
            if x < start + 1:  # a card that was taken is there: beside the count
                x = left + 6
                y = low_y
            if y != low_y or x + wide < end:
                self._write(text, x, y, canvas.ON_GOLD if on else canvas.GOLD_FELT)

    @native
    def draw(self, s: bytearray, boxes: int, viewer: int) -> None:
        """Draw the players, whose hands are the table's places from `boxes` on, and the round."""
        if self._inks is not card_art.inks:
            self.lay_out(s, viewer)
        for body, x, y, w, h, tint in self._boxes:
            hal.stamp(body, canvas.NONE, 0, x, y, w, h, tint)
        for p, x, y in self._faces:
            labels.face_of(p, x, y)
        for p, x, y, ink in self._counts:
            n = rummy.holds(s, p) if p == viewer else piles.depth(boxes + p)
            hal.text(art.SMALL, canvas.formatted(_COUNTS + p, "%d", n), x, y, ink)
        canvas.texts(self._texts)
        x = self.width - (22 if self._low else 30)
        y = self._round_y + (2 if self._low else 8)
        hal.stamp(canvas.NONE, _RANK, 0x50 | rummy.wild(s), x, y, 0, 0, 0)  # in gold


@native
def _taken(s: bytearray, p: int) -> int:
    """The card of player p that everyone knows, or 0."""
    c = 0
    for i in range(rummy.hand(p), rummy.hand(p) + rummy.holds(s, p)):
        if s[i] < cards.DOWN:
            c = s[i]
    return c
