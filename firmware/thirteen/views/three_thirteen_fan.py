"""Layer 4. A hand as a fan: meld by meld, deadwood on the right, a pointer above.

The places of the table from FIRST on are the cards, as large as so many of them fit.
"""

from array import array

from micropython import const

import hal
from hal import fb
from thirteen.draw import art, canvas, card_art
from thirteen.fast import fast, native, ptr8
from thirteen.rules import three_thirteen_melds as melds
from thirteen.rules import three_thirteen_table as rummy
from thirteen.rules.three_thirteen_arrange import arrange
from thirteen.table import flights, piles, places

FIRST = const(2)

_GAP = const(6)  # between melds
_LARGE = const(44)  # width from which a card's rank is large,
_INDEX = const(21)  # and the pixels that such a rank needs
_SMALL_INDEX = const(14)  # those of a smaller one
_MOST = const(72)
_STAR_W = const(13)
_SIDE_BY_SIDE = const(22)  # pixels of a flat card on which rank and suit are seen

# Six lines, the first the longest, for hal.stamp.
_POINTER = (
    b"\x06"
    b"\x00\x00\x0d\x01\x10"
    b"\x01\x01\x0c\x02\x10"
    b"\x02\x02\x0b\x03\x10"
    b"\x03\x03\x0a\x04\x10"
    b"\x04\x04\x09\x05\x10"
    b"\x05\x05\x08\x06\x10"
)


class Fan:
    """The hand that is shown."""

    def __init__(self) -> None:
        self.group = bytearray(rummy.HAND)  # the number of each card's meld as arranged, or 0,
        self.deadwood = 0  # and the penalty for those without
        self.by_suit = False
        self.n = 0  # number of cards
        self.label_y = 0  # of the line above them
        self._order = bytearray(rummy.HAND)  # the index in the hand of each card as arranged
        self._as_was = bytearray(rummy.HAND + 3)  # the hand, the round, player, sorting
        self._cards = bytearray(FIRST + rummy.HAND)  # as arranged, by place
        self._shown = bytearray(FIRST + rummy.HAND)  # those that are not in flight
        self._bars = array("H", bytes(6 * rummy.HAND))  # of a meld: left, length, last place
        self._melds = 0  # numbers in that array
        self._stars = bytearray(rummy.HAND)  # places of the wild cards
        self._wild = 0  # of which there are so many

    def open(self, width: int, height: int, low: bool, other_w: int) -> None:
        """The hand has the lower part of a table of that size, with other cards other_w wide."""
        self.low = low
        self._width = width
        self._foot = height - (3 if low else 6)  # the cards' lower edge
        self._room = self._foot - places.y[0] - places.h[0] - (21 if low else 30)
        self._narrow = min(other_w, width * 2 // 15)  # many cards are at least so wide
        self._broad = min(other_w, _LARGE - 1)  # and at most
        self._lower = 2 if low else 4  # from a meld's lower edge to its bar
        self._bar_y = self._foot + self._lower // 2
        self._point = 7 if low else 9  # from the cards' upper edge to the pointer,
        self._above = 20 if low else 26  # and to the line above
        self._as_was[-3] = 0

    @native
    def arrange_hand(self, s: bytearray, player: int) -> None:
        """Arrange a player's hand, unless it is, and set the place of each card."""
        at = rummy.hand(player)
        now = bytes(s[at : at + rummy.HAND]) + bytes((s[rummy.ROUND], player, self.by_suit))
        if now == self._as_was:
            return
        self._as_was[:] = now
        self.n = n = rummy.holds(s, player)
        order = self._order
        self.deadwood = arrange(s, at, n, rummy.wild(s), rummy.price(s), order, self.group)
        _sort_deadwood(s, at, n, order, self.group, self.by_suit)
        for i in range(n):
            self._cards[FIRST + i] = s[at + order[i]] & 63
        self._size(rummy.number(s) + 3)
        self._lay_out(rummy.wild(s))

    def _size(self, many: int) -> None:
        """Make the cards as large as they fit if there are `many`, the most in this round."""
        free = self._width - 8
        room = free - _GAP * ((many - 1) // 3)
        narrow = max(self._narrow, min(self._broad, room - _SMALL_INDEX * (many - 1)))
        self._w = card_w(many, room, self._room, narrow)
        self._h = min(self._room, self._w * 11 // 8)
        self._row = self._foot - self._h  # the upper edge of the melds
        for i in range(1, self.n):
            if self.group[i] != self.group[i - 1]:
                free -= _GAP
        self._step = min(self._w + 1, (free - self._w) // max(self.n - 1, 1))
        fan = card_art.FAN if self._overlap() else 0
        self._look = card_art.look(fan, self._w, self._h)  # of a card,
        self._under = card_art.look(fan | card_art.COVERED, self._w, self._h)  # and of a lower one
        self.label_y = self._row - self._above

    @native
    def _lay_out(self, wild: int) -> None:
        """Set the place of each card, and find the bars and stars."""
        n = self.n
        w = self._w
        group = self.group
        bars = self._bars
        wilds = melds = 0
        x = self._width - w - self._step * (n - 1)
        for i in range(1, n):
            if group[i] != group[i - 1]:
                x -= _GAP
        x //= 2
        before = 0
        for i in range(n):
            p = FIRST + i
            meld = group[i]
            if i:
                x += self._step if meld == before else self._step + _GAP
            places.x[p] = x
            places.y[p] = self._row if meld else self._row + self._lower
            places.w[p] = places.card_w[p] = w
            places.h[p] = places.card_h[p] = self._h
            places.across[p] = self._step if self._overlap() else 0
            if self._cards[p] & 15 == wild:
                self._stars[wilds] = p
                wilds += 1
            if meld:
                if meld != before:
                    bars[melds] = x + 2
                    melds += 3
                bars[melds - 2] = x + (w if i == n - 1 else self._step) - bars[melds - 3] - 2
                bars[melds - 1] = p
            before = meld
        self._wild = wilds
        self._melds = melds

    def _overlap(self) -> bool:
        """Whether the cards cover each other's large suits."""
        return self._step < self._w - 4

    def card(self, p: int) -> int:
        """The card at place p."""
        return self._cards[p]

    def find(self, c: int) -> int:
        """The place of card c, the last of duplicates; the last place if the hand has none."""
        p = FIRST + self.n - 1
        while p > FIRST and self._cards[p] != c:
            p -= 1
        return p if self._cards[p] == c else FIRST + self.n - 1

    def costliest(self) -> int:
        """The place of the costliest natural card in the deadwood; the last one if all are melded.

        The cursor starts there for the discard, never on a wild card while there is another.
        """
        best = most = -1
        for p in range(FIRST, FIRST + self.n):
            c = self._cards[p]
            if p in list(self._stars[: self._wild]):  # MicroPython looks for nothing in an array
                continue
            value = 0 if self.group[p - FIRST] else melds.VALUE[c & 15]
            if value >= most:
                best = p
                most = value
        return best if best >= 0 else FIRST + self.n - 1

    @native
    def draw(self) -> None:
        """Draw the cards that are not in flight, and a bar under each meld."""
        n = self.n
        w = self._w
        h = self._h
        shown = self._cards
        if piles.any_incoming():
            shown = self._shown
            for p in range(FIRST, FIRST + n):
                shown[p] = 0 if piles.is_incoming(p) else self._cards[p]
        x, y = places.x, places.y
        last = FIRST
        if self._overlap():
            last += n - 1
            body, signs, tint = self._under
            hal.stamps(body, signs, shown, FIRST, n - 1, x, y, w, h, tint)
        body, signs, tint = self._look
        hal.stamps(body, signs, shown, last, FIRST + n - last, x, y, w, h, tint)
        bars = self._bars
        high = self._lower // 2 + 1
        for i in range(0, self._melds, 3):
            if not piles.is_incoming(bars[i + 2]):
                fb.fill_rect(bars[i], self._bar_y, bars[i + 1], high, canvas.GOLD)

    @native
    def draw_stars(self) -> None:
        """Draw a star on each wild card, where it is now."""
        for i in range(self._wild):
            p = self._stars[i]
            x = places.x[p]
            y = places.y[p]
            if piles.is_incoming(p):
                f = flights.to(p)
                if f < 0:
                    continue
                x = flights.now_x[f]
                y = flights.now_y[f]
            star(x, y, self._h, self._step if p < FIRST + self.n - 1 else self._w)

    def point(self, p: int, marks: int) -> None:
        """The pointer above place p, white for a hint, red for a refusal; and what is seen of
        the card framed.
        """
        c = canvas.WHITE if marks & card_art.LIT else canvas.GOLD
        if marks & card_art.WRONG:
            c = canvas.RED
        x = places.x[p]
        hal.stamp(_POINTER, canvas.NONE, 0, x + 1, self._row - self._point, 14, 7, c)
        if not piles.is_incoming(p):
            wide = self._w
            if p < FIRST + self.n - 1:
                wide = min(places.x[p + 1] - x + 1, wide)
            card_art.edge(x, places.y[p], wide, self._h, marks)


def card_w(many: int, free: int, room: int, narrow: int) -> int:
    """The width of so many cards side by side on `free` pixels, `room` high.

    They are as wide as they fit if that lets them have large ranks, else `narrow`.
    """
    if room < _LARGE or free - _LARGE < _INDEX * (many - 1):
        return narrow
    return max(min(free // many - 1, room * 5 // 6, _MOST), _LARGE)


@fast
def _sort_deadwood(  # type: ignore[no-untyped-def]
    s: ptr8, at: int, n: int, order: ptr8, group: ptr8, by_suit: int
):
    """Sort the deadwood by rank or by suit."""
    first = 0
    while first < n and group[first]:
        first += 1
    while first < n:  # the least of those left comes first
        least = 255
        best = j = first
        while j < n:
            c = s[at + order[j]] & 63
            look = c if by_suit else (c & 15) << 2 | c >> 4
            if look < least:
                least = look
                best = j
            j += 1
        k = order[best]
        while best > first:
            order[best] = order[best - 1]
            best -= 1
        order[first] = k
        first += 1


def star(x: int, y: int, h: int, step: int) -> None:
    """The star on a wild card at x, y that is h high and shows `step` pixels.

    On a flat one, whose rank is beside its suit, it hangs on the upper edge.
    """
    if h < card_art.FLAT and step >= _SIDE_BY_SIDE:
        hal.blit(art.ICONS, art.ICON_STAR, x + step - _STAR_W, y - 7, canvas.BLUE_PAPER)
        return
    y += h - (14 if h < card_art.FLAT else 15)
    if step < _STAR_W:  # a small one, in the place of the suit
        fb.fill_rect(x + 1, y, step - 1, 12, canvas.PAPER)
        hal.text(art.SMALL, art.CH_STAR, x + 1, y, canvas.BLUE_PAPER)
        return
    x += min(step, 15) - _STAR_W
    fb.fill_rect(x + 1, y + 2, _STAR_W - 3, 10, canvas.GOLD)
    hal.blit(art.ICONS, art.ICON_STAR, x, y, canvas.BLUE_PAPER)
