"""Layer 3. What lies at the places of a table: its cards before the last change, and now.

A place shows the upper cards of its pile. Places that look alike are drawn together.
"""

from array import array

from micropython import const

import hal
from thirteen import cards
from thirteen.draw import art, canvas, card_art
from thirteen.fast import fast, native, ptr8, ptr16
from thirteen.protocols import Module
from thirteen.table import flights, places
from thirteen.ui import sound

BARE = const(0x40)  # an empty place; plus a rank to show there, plus _GOLD for a gold one
GOLD_BARE = const(0x50)

_UNDER = const(7)  # pixels of a covered card behind the round corners of the next one

counts = array("H", bytes(2 * places.MOST))  # number of cards at each place
lifted = places.NONE  # the place whose top card is in a player's fingers

# What lies at each place: its upper cards, as many as it shows, and how it was before.
cards_now = bytearray(places.SHOWN)
cards_before = bytearray(places.SHOWN)
counts_before = array("H", bytes(2 * places.MOST))
xs_before = array("h", bytes(2 * places.SHOWN))
ys_before = array("h", bytes(2 * places.SHOWN))

# What is to be drawn: the top card of each place, and the cards below it.
_tops = bytearray(places.MOST)
top_x = array("h", bytes(2 * places.MOST))
top_y = array("h", bytes(2 * places.MOST))
_lower = bytearray(places.SHOWN)
_backs = bytearray(places.SHOWN)  # 1 for one of these that lies face down
xs = array("h", bytes(2 * places.SHOWN))
ys = array("h", bytes(2 * places.SHOWN))
_empty = bytearray(places.MOST)  # what an empty place shows,
_bare = bytearray(places.MOST)  # and whether it does
place = bytearray(places.SHOWN)  # of each entry
# Where places lie over others, the top cards anew: those that are covered, up and down, and not.
_covered = bytearray(places.MOST)
_covered_backs = bytearray(places.MOST)
_open = bytearray(places.MOST)
marked = bytearray(places.MOST)  # 1 for each place that is not drawn with its row alone
_rows: list = []  # arguments of hal.stamps: neighbouring places, drawn in the same way
_laps: list = []  # the first and the last of the rows whose places lie over each other


def open(view: Module, s: bytearray) -> None:
    """A game starts; the places are already set up."""
    _rows.clear()
    _laps.clear()
    for p in range(places.count):
        _empty[p] = view.empty(s, p)
        for e in range(places.at[p], places.at[p + 1]):
            place[e] = p
    first = 0
    for p in range(1, places.count + 1):
        if p == places.count or not _alike(
            first, p, places.kind, places.card_w, places.card_h, places.across, places.down
        ) or places.sign[p] != places.sign[first]:  # fmt: skip
            if not places.kind[first] & (places.COUNT_ONLY | places.VIEW_DRAWS):
                _add_rows(first, p)
            first = p


@fast
def _alike(p: int, q: int, kind: ptr8, w: ptr8, h: ptr8, across: ptr8, down: ptr8) -> int:
    """Whether two places are drawn together, if the ranks of empty ones look alike, too."""
    if (kind[p] ^ kind[q]) & (places.COUNT_ONLY | places.VIEW_DRAWS):
        return 0
    if w[p] != w[q] or h[p] != h[q]:
        return 0
    return int(across[p] == across[q] and down[p] == down[q])


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
    if places.lap and not over:
        n = len(_rows)
        under = card_art.look(card_art.OVER | card_art.COVERED, w, places.lap)
        k = end - first
        x, y = places.x, places.y
        _add_row(card_art.back_look(), _covered_backs, first, k, x, y, w, h)
        _add_row(under, _covered, first, k, x, y, w, h)
        _add_row(card_art.look(card_art.OVER, w, h), _open, first, k, x, y, w, h)
        _laps.append((n, len(_rows)))
        return
    _add_row(card_art.look(over, w, h), _tops, first, end - first, top_x, top_y, w, h)


@native
def _add_row(
    look: tuple, what: bytearray, at: int, n: int, x: array, y: array, w: int, h: int
) -> None:
    _rows.append((look[0], look[1], what, at, n, x, y, w, h, look[2]))


def keep() -> None:
    """What lies there is what was there before, from now on."""
    counts_before[:] = counts
    xs_before[:] = xs
    ys_before[:] = ys
    cards_before[:] = cards_now


@native
def lay(v: Module, s: bytearray) -> None:
    """Lay the cards where the view v says that they lie."""
    at = places.at
    n = places.count
    for p in range(n):
        counts[p] = v.cards(s, p, cards_now, at[p])
        if not counts[p]:
            _empty[p] = v.empty(s, p)
    _arrange(
        n,
        counts,
        places.show,
        at,
        cards_now,
        places.x,
        places.y,
        places.across,
        places.down,
        xs,
        ys,
    )
    _show(0, cards_now)


@fast
def _arrange(  # type: ignore[no-untyped-def]
    n: int, counts: ptr16, show: ptr8, at: ptr8, cards_now: ptr8, x: ptr16, y: ptr16, across: ptr8,
    down: ptr8, xs: ptr16, ys: ptr16,
):  # fmt: skip
    """Set the position of each entry, and clear those of which no card is left."""
    p = 0
    while p < n:
        i = 0
        e = at[p]
        while e < at[p + 1]:
            if i >= counts[p] or i >= show[p]:
                cards_now[e] = 0
            xs[e] = x[p] + i * across[p]
            ys[e] = y[p] + i * down[p]
            i += 1
            e += 1
        p += 1


def show_before() -> None:
    """The places with cards on their way show what was there before."""
    _show(places.INCOMING, cards_before)


def show(mark: int) -> None:
    """The places with that mark show what lies there now, and lose it; 0: all of them."""
    _show(mark, cards_now)
    places.unmark(mark)


def tick(dt: int) -> bool:
    """dt ms pass; whether the picture differs now."""
    global lifted
    if not flights.count:
        return False
    if flights.advance(dt):
        sound.land()
        flights.land(places.count, places.marks)
        show(places.CAME)
        if not flights.going():
            flights.clear()
            if hal.POINTER:
                lifted = places.NONE
    return True


def skip(s: bytearray) -> None:
    """End what moves: every card is where it lies."""
    global lifted
    if hal.POINTER:
        lifted = places.NONE
    if flights.count:
        flights.clear()
        show(places.INCOMING)


@native
def _show(mark: int, there: bytearray) -> None:
    """Set what is to be drawn at the places with that mark: what lies there, or was there."""
    n = places.count
    _find_tops(
        mark, n, places.marks, places.at, there, places.x, places.y, xs, ys, _empty, _lower,
        _backs, _tops, _bare, top_x, top_y,
    )  # fmt: skip
    if places.lap:
        _cover(
            n, places.marks, places.kind, places.x, places.y, places.w, places.h, _tops, _covered,
            _covered_backs, _open,
        )  # fmt: skip


@fast
def _find_tops(  # type: ignore[no-untyped-def]
    mark: int, n: int, marks: ptr8, at: ptr8, there: ptr8, x: ptr16, y: ptr16, xs: ptr16,
    ys: ptr16, empty: ptr8, lower: ptr8, backs: ptr8, tops: ptr8, bare: ptr8, top_x: ptr16,
    top_y: ptr16,
):  # fmt: skip
    p = 0
    while p < n:
        if marks[p] & mark == mark:
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


@fast
def _cover(  # type: ignore[no-untyped-def]
    n: int, marks: ptr8, kind: ptr8, x: ptr16, y: ptr16, w: ptr16, h: ptr16, tops: ptr8,
    covered: ptr8, backs: ptr8, open: ptr8,
):  # fmt: skip
    """Find the places whose card lies below that of a later one."""
    p = 0
    while p < n:
        marks[p] = marks[p] & 255 - places.COVERED
        q = p + 1
        if not tops[p] or kind[p] & (places.COUNT_ONLY | places.VIEW_DRAWS):
            q = n
        while q < n:
            if tops[q] and not kind[q] & (places.COUNT_ONLY | places.VIEW_DRAWS):
                if x[p] < x[q] + w[q] and x[q] < x[p] + w[p]:
                    if y[p] < y[q] + h[q] and y[q] < y[p] + h[p]:
                        marks[p] = marks[p] | places.COVERED
                        q = n
            q += 1
        open[p] = covered[p] = backs[p] = 0
        if not marks[p] & places.COVERED:
            open[p] = tops[p]
        elif tops[p] & cards.DOWN:
            backs[p] = 1
        else:
            covered[p] = tops[p]
        p += 1


def unchanged(p: int) -> bool:
    """Whether as many cards lie at place p as before the last change."""
    return counts[p] == counts_before[p]


@native
def depth(p: int) -> int:
    """The number of cards that place p shows to have."""
    return counts_before[p] if places.marks[p] & places.INCOMING else counts[p]


@native
def any_incoming() -> bool:
    """Whether cards are on their way, or one is in a player's fingers."""
    if hal.POINTER and lifted != places.NONE:
        return True
    if flights.count:
        for p in range(places.count):
            if places.marks[p] & places.INCOMING:
                return True
    return False


def is_incoming(p: int) -> bool:
    """Whether a card is on its way to place p."""
    if hal.POINTER and lifted == p:
        return True
    return places.marks[p] & places.INCOMING > 0


def leave_from() -> list[tuple[int, int]]:
    """Where the cards of a win leave from: all places with cards."""
    return [(places.x[p], places.y[p]) for p in range(places.count) if counts[p]]


def tops(*which: int) -> list[tuple[int, int, int, int]]:
    """The rectangles of the top cards of these places."""
    here = [p for p in range(places.count) if p in which]
    return [(top_x[p], top_y[p], places.card_w[p], places.card_h[p]) for p in here]


@native
def draw() -> None:
    """Draw all places, but for their marks and the backs of cards."""
    for body, signs, what, at, n, xs, ys, w, h, tint in _rows:  # *row would need memory
        hal.stamps(body, signs, what, at, n, xs, ys, w, h, tint)


def find_marked(cursor: int) -> None:
    """Find the places that are marked or lit, or show a card's back."""
    _find_marked(places.count, cursor, places.flags, places.marks, _tops, marked)


@fast
def _find_marked(n: int, cursor: int, flags: ptr8, marks: ptr8, tops: ptr8, marked: ptr8):  # type: ignore[no-untyped-def]
    p = 0
    while p < n:
        marked[p] = 0
        if p == cursor or flags[p] > places.FREE or marks[p] & (places.PICKED | places.REFUSED):
            marked[p] = 1
        elif tops[p] & cards.DOWN and not marks[p] & places.COVERED:
            marked[p] = 1
        p += 1


@native
def draw_marked(p: int, marks: int) -> None:
    """Draw the marks of place p: over its top card, which is drawn, or the empty place."""
    if places.kind[p] & (places.COUNT_ONLY | places.VIEW_DRAWS):
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
    if places.marks[p] & places.COVERED:
        if marks:
            card_art.edge(x, y, w, h, marks)
            _draw_above(p)
    elif places.across[p]:
        card_art.card(c, x, y, w, h, marks | card_art.FAN)
    elif c & cards.DOWN or marks & (card_art.CHOSEN | card_art.DIM):
        card_art.card(c, x, y, w, h, marks | card_art.OVER if places.down[p] else marks)
    elif marks:  # else it looks as its row does
        card_art.edge(x, y, w, h, marks)


@native
def _draw_above(p: int) -> None:
    """Draw the cards again that lie over that of place p."""
    for first, end in _laps:
        for i in range(first, end):
            body, signs, what, at, n, xs, ys, w, h, tint = _rows[i]
            skipped = max(p + 1 - at, 0)
            hal.stamps(body, signs, what, at + skipped, n - skipped, xs, ys, w, h, tint)


@native
def icon(p: int, at: int, ink: int) -> None:
    """Draw the icon art.ICONS[at] amid place p."""
    x = places.x[p] + (places.card_w[p] - 13) // 2
    hal.blit(art.ICONS, at, x, places.y[p] + (places.card_h[p] - 12) // 2, ink)
