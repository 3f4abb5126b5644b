"""Layer 3. What lies at the places of a table: its cards before the last change, and now.

A place shows the upper cards of its pile. Places that look alike are drawn together.
"""

from array import array

from micropython import const

import hal
from thirteen import cards
from thirteen.fast import fast, native, ptr8, ptr16
from thirteen.protocols import Module
from thirteen.ui import art, canvas, card_art, places

BARE = const(0x40)  # an empty place; plus a rank to show there, plus _GOLD for a gold one
GOLD_BARE = const(0x50)

_UNDER = const(7)  # pixels of a covered card behind the round corners of the next one
_ENTRIES = const(64)

view: Module = None  # the game's
held = array("H", bytes(2 * 30))  # number of cards at each place
lifted = places.NONE  # the place whose top card is in a player's fingers

# What lies at each place: its upper cards, as many as it shows, and how it was before.
lying = bytearray(_ENTRIES)
was = bytearray(_ENTRIES)
was_held = array("H", bytes(2 * 30))
was_xs = array("h", bytes(2 * _ENTRIES))
was_ys = array("h", bytes(2 * _ENTRIES))

# What is to be drawn: the top card of each place, and the cards below it.
_tops = bytearray(30)
top_x = array("h", bytes(2 * 30))
top_y = array("h", bytes(2 * 30))
_lower = bytearray(_ENTRIES)
_backs = bytearray(_ENTRIES)  # 1 for one of these that lies face down
xs = array("h", bytes(2 * _ENTRIES))
ys = array("h", bytes(2 * _ENTRIES))
_empty = bytearray(30)  # what an empty place shows,
_bare = bytearray(30)  # and whether it does
place = bytearray(_ENTRIES)  # of each entry
waiting = 0  # places to which cards are on their way, a bit each: they show what was there before
_rows: list = []  # arguments of hal.stamps: neighbouring places, drawn in the same way


def open(s: bytearray) -> None:
    """A game starts; the places are already set up."""
    _rows.clear()
    for p in range(places.count):
        _empty[p] = view.empty(s, p)
        for e in range(places.at[p], places.at[p + 1]):
            place[e] = p
    first = 0
    for p in range(1, places.count + 1):
        if p == places.count or _looks(p) != _looks(first):
            if not places.kind[first] & (places.UNSEEN | places.OWN):
                _add_rows(first, p)
            first = p


def _looks(p: int) -> tuple:
    """What places that are drawn together have in common."""
    own = places.kind[p] & (places.UNSEEN | places.OWN)
    look = places.across[p], places.down[p], places.sign[p]
    return own, places.card_w[p], places.card_h[p], look


def _add_rows(first: int, end: int) -> None:
    """Draw the places from `first` to `end`, which look alike, from now on."""
    w = places.card_w[first]
    h = places.card_h[first]
    at = places.at[first]
    over = low = 0
    empty = card_art.THIN, places.sign[first], canvas.PALE_FELT
    _add_row(empty, _bare, first, end - first, places.x, places.y, w, h)
    if places.across[first]:
        over = card_art.FAN
        low = h
    elif places.down[first]:
        over = card_art.OVER
        low = places.down[first] + _UNDER
    if over:
        under = card_art.look(over | card_art.COVERED, w, low)
        _add_row(card_art.back_look(), _backs, at, places.at[end] - at, xs, ys, w, low)
        _add_row(under, _lower, at, places.at[end] - at, xs, ys, w, low)
    _add_row(card_art.look(over, w, h), _tops, first, end - first, top_x, top_y, w, h)


def _add_row(look: tuple, what: bytearray, at: int, n: int, *where) -> None:  # type: ignore[no-untyped-def]
    body, signs, tint = look
    _rows.append((body, signs, what, at, n) + where + (tint,))


def keep() -> None:
    """What lies there is what was there before, from now on."""
    was_held[:] = held
    was_xs[:] = xs
    was_ys[:] = ys
    was[:] = lying


@native
def lay(s: bytearray) -> None:
    """Lay the cards where the view says that they lie."""
    v = view
    at = places.at
    n = places.count
    for p in range(n):
        held[p] = v.cards(s, p, lying, at[p])
        if not held[p]:
            _empty[p] = v.empty(s, p)
    _arrange(
        n, held, places.show, at, lying, places.x, places.y, places.across, places.down, xs, ys
    )
    _show((1 << n) - 1, lying)


@fast
def _arrange(  # type: ignore[no-untyped-def]
    n: int, held: ptr16, show: ptr8, at: ptr8, lying: ptr8, x: ptr16, y: ptr16, across: ptr8,
    down: ptr8, xs: ptr16, ys: ptr16,
):  # fmt: skip
    """Set the position of each entry, and clear those of which no card is left."""
    p = 0
    while p < n:
        i = 0
        e = at[p]
        while e < at[p + 1]:
            if i >= held[p] or i >= show[p]:
                lying[e] = 0
            xs[e] = x[p] + i * across[p]
            ys[e] = y[p] + i * down[p]
            i += 1
            e += 1
        p += 1


def wait_for_cards(where: int) -> None:
    """Cards are on their way to these places, a bit each: they show what was there before."""
    global waiting
    waiting = where
    _show(where, was)


def show(where: int) -> None:
    """These places, a bit each, show what lies there now."""
    global waiting
    if where:
        waiting &= ~where
        _show(where, lying)


def _show(where: int, there: bytearray) -> None:
    """Set what is to be drawn at these places: what lies there, or was there before."""
    _find_tops(
        where, places.count, places.at, there, places.x, places.y, xs, ys, _empty, _lower, _backs,
        _tops, _bare, top_x, top_y,
    )  # fmt: skip


@fast
def _find_tops(  # type: ignore[no-untyped-def]
    where: int, n: int, at: ptr8, there: ptr8, x: ptr16, y: ptr16, xs: ptr16, ys: ptr16,
    empty: ptr8, lower: ptr8, backs: ptr8, tops: ptr8, bare: ptr8, top_x: ptr16, top_y: ptr16,
):  # fmt: skip
    p = 0
    while p < n:
        if where >> p & 1:
            top = -1
            e = at[p]
            while e < at[p + 1]:
                backs[e] = there[e] >> 7
                lower[e] = 0 if backs[e] else there[e]
                if there[e]:
                    top = e
                e += 1
            tops[p] = 0
            bare[p] = empty[p]
            top_x[p] = x[p]
            top_y[p] = y[p]
            if top >= 0:
                tops[p] = there[top]
                lower[top] = backs[top] = 0
                bare[p] = 0
                top_x[p] = xs[top]
                top_y[p] = ys[top]
        p += 1


def unchanged() -> int:
    """The places with as many cards as before the last change, a bit each."""
    where = 0
    for p in range(places.count):
        if held[p] == was_held[p]:
            where |= 1 << p
    return where


@native
def depth(p: int) -> int:
    """The number of cards that place p shows to have."""
    return was_held[p] if waiting >> p & 1 else held[p]


@native
def awaiting() -> int:
    """The places to which cards are on their way, a bit each."""
    if hal.POINTER and lifted != places.NONE:
        return waiting | 1 << lifted
    return waiting


def awaits(p: int) -> bool:
    """Whether a card is on its way to place p."""
    return awaiting() >> p & 1 > 0


def leave_from() -> list[tuple[int, int]]:
    """Where the cards of a win leave from: all places with cards."""
    return [(places.x[p], places.y[p]) for p in range(places.count) if held[p]]


def tops(where: int) -> list[tuple[int, int, int, int]]:
    """The rectangles of the top cards of these places, a bit each."""
    here = [p for p in range(places.count) if where >> p & 1]
    return [(top_x[p], top_y[p], places.card_w[p], places.card_h[p]) for p in here]


@native
def draw() -> None:
    """Draw all places, but for their marks and the backs of cards."""
    for body, signs, what, at, n, xs, ys, w, h, tint in _rows:  # *row would need memory
        hal.stamps(body, signs, what, at, n, xs, ys, w, h, tint)


def special() -> int:
    """The places that are lit, or show a card's back, a bit each."""
    return _special(places.count, places.flags, _tops)


@fast
def _special(n: int, flags: ptr8, tops: ptr8) -> int:
    """The places that are lit, or show a card's back, a bit each."""
    where = 0
    p = 0
    while p < n:
        if flags[p] > places.CAN or tops[p] & cards.DOWN:
            where |= 1 << p
        p += 1
    return where


@native
def draw_marked(p: int, marks: int) -> None:
    """Draw the marks of place p: over its top card, which is drawn, or the empty place."""
    if places.kind[p] & (places.UNSEEN | places.OWN):
        return
    c = _tops[p]
    x = top_x[p]
    y = top_y[p]
    w = places.card_w[p]
    h = places.card_h[p]
    if not c:
        card_art.slot(x, y, w, h, marks)
        if _bare[p] & 15:
            hal.stamp(canvas.NONE, places.sign[p], _bare[p], x, y, w, h, 0)
        return
    if places.across[p]:
        card_art.card(c, x, y, w, h, marks | card_art.FAN)
    elif c & cards.DOWN or marks & (card_art.CHOSEN | card_art.DIM):
        card_art.card(c, x, y, w, h, marks | card_art.OVER if places.down[p] else marks)
    elif marks:  # else it looks as its row does
        card_art.edge(x, y, w, h, marks, c)


@native
def icon(p: int, at: int, ink: int) -> None:
    """Draw the icon art.ICONS[at] amid place p."""
    x = places.x[p] + (places.card_w[p] - 13) // 2
    hal.blit(art.ICONS, at, x, places.y[p] + (places.card_h[p] - 12) // 2, ink)
