"""Layer 3. Cards move because they lie elsewhere: from what lay there to what lies there.

A card that lies elsewhere flies there, or falls; one that was not to be seen comes from the place
that has lost a card; one that is gone flies to the place that has gained one.
"""

from array import array

from micropython import const

from thirteen import cards
from thirteen.draw import card_art
from thirteen.fast import fast, native, ptr8, ptr16, ptr32
from thirteen.table import flights, piles, places
from thirteen.table.piles import (
    cards_before,
    cards_now,
    counts,
    counts_before,
    place,
    top_x,
    top_y,
    xs,
    xs_before,
    ys,
    ys_before,
)

_FLY = const(200)  # ms at normal speed
_DEAL = const(140)  # the same for a card of a new deal
_APART = const(30)  # between the starts of two such cards
_REFILL = const(70)  # between those that replace cards taken
_COLUMN = const(70)  # between the columns of a new deal that falls
_GOLD = const(120)  # for which a pair is gold before it leaves
_SLIDE = const(80)  # between cards of a pile that is gathered,
_GATHERED = const(3)  # of which so many show
_NONE = const(255)

_came = bytearray(places.SHOWN)  # entries whose cards came, in the order of dealing,
_from = bytearray(places.SHOWN)  # and where each was to be seen before: an entry, or _NONE
_left = bytearray(places.SHOWN)  # entries of before whose cards left, _NONE if it came elsewhere
_order = array("I", bytes(4 * places.SHOWN))
# What each place has gained, but for the cards that were and are to be seen.
_unseen = array("h", bytes(2 * places.MOST))


def start(ordered: bool, a: int = places.NONE, b: int = places.NONE) -> None:
    """Let the cards that lie elsewhere now go there; `ordered`: in the order of a move.

    A pair of cards, at places a and b, turns gold before it leaves.
    """
    if card_art.speed:
        _move(ordered, a, b)
        _hold_incoming()


def enter(s: bytearray) -> None:
    """A new deal: its cards come from the stock, or fall from above."""
    piles.skip(s)
    if not card_art.speed:
        return
    cards_before[:] = bytes(len(cards_before))
    n = 0
    for e in range(places.at[places.count]):
        if cards_now[e] and not cards_now[e] & cards.DOWN:
            _came[n] = e
            n += 1
    _sort(n, _came, _order, place, places.at, places.kind, places.x, places.y)
    column = -1
    x = -1
    late = 0
    for i in range(n):
        e = _came[i]
        p = place[e]
        kind = places.kind[p]
        if kind & places.STOCK:
            continue
        if kind & places.FALLS:
            if places.x[p] != x:
                x = places.x[p]
                column = 0 if x == places.x[0] else column + 1
            w, h = places.card_w[p], places.card_h[p]
            above = places.y[p] - places.y[0] - h
            then = flights.scaled(column * _COLUMN)
            flights.fall(cards_now[e], x, above, places.y[p], w, h, goal=p, start=then)
        else:
            home = _stock()
            ms = flights.scaled(_DEAL)
            _fly(cards_now[e], top_x[home], top_y[home], home, e, late, ms, flights.HIDDEN)
            late += flights.scaled(_APART)
    _hold_incoming()


@native
def _move(ordered: bool, a: int, b: int) -> None:
    found = _find_changes(
        places.count, places.at, counts, counts_before, places.show, cards_now, cards_before, xs,
        xs_before, ys, ys_before, _came, _left,
    )  # fmt: skip
    came = found & 255
    left = found >> 8
    _count_unseen(places.count, counts, counts_before, came, _came, left, _left, place, _unseen)
    _sort(came, _came, _order, place, places.at, places.kind, places.x, places.y)
    _match(came, _came, _from, left, _left, cards_now, cards_before)
    then = 0
    if ordered:
        then = _leave(left, flights.scaled(_GOLD) if a != places.NONE else 0, a, b)
        then = _shift(came, then)
    else:
        _shift(came, 0)
        _leave(left, 0, places.NONE, places.NONE)
    then = _gather(then)
    _deal(came, then if ordered else 0)


@fast
def _find_changes(
    n: int, at: ptr8, held: ptr16, had: ptr16, show: ptr8, now: ptr8, was: ptr8, x: ptr16,
    was_x: ptr16, y: ptr16, was_y: ptr16, came: ptr8, left: ptr8,
) -> int:  # fmt: skip
    """List the entries whose cards came, and those of before whose cards left: 256 a card left.

    A card that is turned over where it lies has done neither.
    """
    came_n = left_n = 0
    p = 0
    while p < n:
        first = at[p]
        moves = x[first] ^ was_x[first] | y[first] ^ was_y[first]
        seen = held[p] if held[p] < show[p] else show[p]
        was_seen = had[p] if had[p] < show[p] else show[p]
        up = held[p] - seen - had[p] + was_seen  # the entry of a card before, less its entry now
        i = 0
        while i < seen:
            c = now[first + i]
            j = i + up
            if c < cards.DOWN:
                if j < 0 or j >= was_seen:  # it may have lain there, out of sight
                    if i + held[p] - seen >= had[p]:
                        came[came_n] = first + i
                        came_n += 1
                elif was[first + j] < cards.DOWN and (moves or was[first + j] != c):
                    came[came_n] = first + i
                    came_n += 1
            i += 1
        i = 0
        while i < was_seen:
            c = was[first + i]
            j = i - up
            if c < cards.DOWN:
                if j < 0 or j >= seen:  # it may still lie there
                    if i + had[p] - was_seen >= held[p]:
                        left[left_n] = first + i
                        left_n += 1
                elif now[first + j] < cards.DOWN and (moves or now[first + j] != c):
                    left[left_n] = first + i
                    left_n += 1
            i += 1
        p += 1
    return came_n | left_n << 8


@fast
def _count_unseen(  # type: ignore[no-untyped-def]
    n: int, held: ptr16, had: ptr16, k: int, came: ptr8, j: int, left: ptr8, place: ptr8,
    unseen: ptr16,
):  # fmt: skip
    p = 0
    while p < n:
        unseen[p] = held[p] - had[p]
        p += 1
    i = 0
    while i < k:
        p = place[came[i]]
        unseen[p] = unseen[p] - 1
        i += 1
    i = 0
    while i < j:
        p = place[left[i]]
        unseen[p] = unseen[p] + 1
        i += 1


@fast
def _sort(  # type: ignore[no-untyped-def]
    n: int, entries: ptr8, order: ptr32, place: ptr8, at: ptr8, kind: ptr8, x: ptr16, y: ptr16
):
    """Sort entries as they are dealt: the lowest cards of a pile first, row by row from below."""
    i = 0
    while i < n:
        e = entries[i]
        p = place[e]
        rank = e  # one over the other, as in a fan
        if not kind[p] & places.VIEW_DRAWS:
            rank = e - at[p] << 20 | 511 - y[p] << 10 | x[p]
        j = i
        while j > 0 and order[j - 1] > rank:
            order[j] = order[j - 1]
            entries[j] = entries[j - 1]
            j -= 1
        order[j] = rank
        entries[j] = e
        i += 1


@fast
def _match(  # type: ignore[no-untyped-def]
    n: int, came: ptr8, where: ptr8, k: int, left: ptr8, now: ptr8, was: ptr8
):
    """Find where each card that came was to be seen before."""
    i = 0
    while i < n:
        where[i] = _NONE
        j = 0
        while j < k:
            if left[j] != _NONE:
                if was[left[j]] == now[came[i]]:
                    where[i] = left[j]
                    left[j] = _NONE
                    j = k
            j += 1
        i += 1


@native
def _shift(n: int, then: int) -> int:
    """Cards that were to be seen elsewhere fly or fall from there; when the last has fallen."""
    end = then
    ms = flights.scaled(_FLY)
    for i in range(n):
        g = _from[i]
        if g == _NONE:
            continue
        e = _came[i]
        p = place[e]
        q = place[g]
        x = xs_before[g]
        y = ys_before[g]
        cards_before[g] = 0
        both = places.kind[p] & places.kind[q]
        if both & places.FALLS and x == xs[e] and y < ys[e]:
            w, h = places.card_w[p], places.card_h[p]
            fallen = flights.fall(cards_now[e], x, y, ys[e], w, h, goal=p, start=then)
            end = max(end, fallen)
        else:
            fan = both & places.VIEW_DRAWS and places.across[p]
            kind = flights.FAN if fan else 0
            _fly(cards_now[e], x, y, q, e, then, ms, kind)
    return end


@native
def _leave(n: int, then: int, a: int, b: int) -> int:
    """Cards that are not to be seen any more fly to where one more lies; when they arrive."""
    end = 0
    for i in range(n):
        g = _left[i]
        if g == _NONE:
            continue
        to = _most(1)
        if _unseen[to] <= 0:
            continue
        _unseen[to] -= 1
        p = place[g]
        c = cards.DOWN if places.kind[to] & places.STOCK else cards_before[g]
        cards_before[g] = 0
        end = flights.add(
            c, xs_before[g], ys_before[g], top_x[to], top_y[to], places.card_w[to],
            places.card_h[to], goal=to, start=then, ms=flights.scaled(_FLY),
            kind=flights.LIFTED | (flights.LIT_PAIR if p == a or p == b else 0),
        )  # fmt: skip
        flights.grow(places.card_w[p], places.card_h[p])
    return end


def _gather(then: int) -> int:
    """Cards that lay and lie out of sight: a few backs fly; when the last one arrives."""
    a = _most(-1)
    b = _most(1)
    end = then
    for i in range(min(-_unseen[a], _unseen[b], _GATHERED)):
        start = then + flights.scaled(i * _SLIDE)
        x, y = top_x[a], top_y[a]
        w, h = places.card_w[b], places.card_h[b]
        end = flights.add(
            cards.DOWN, x, y, top_x[b], top_y[b], w, h, goal=b, start=start,
            ms=flights.scaled(_FLY), kind=flights.HIDDEN,
        )  # fmt: skip
        flights.grow(places.card_w[a], places.card_h[a])
    return end


@native
def _deal(n: int, then: int) -> None:
    """Cards that were not to be seen come from where one less lies, or from the stock."""
    for i in range(n):
        if _from[i] != _NONE:
            continue
        e = _came[i]
        a = _most(-1)
        if _unseen[a] >= 0 or _unseen[_stock()] > 0:
            a = _stock()
        _unseen[a] += 1
        p = place[e]
        if a == p:
            continue
        x, y = top_x[a], top_y[a]
        _fly(cards_now[e], x, y, a, e, then, flights.scaled(_FLY), flights.HIDDEN)
        then += flights.scaled(_REFILL)


@native
def _fly(c: int, x: int, y: int, q: int, e: int, start: int, ms: int, kind: int) -> None:
    """Card c flies from x, y at place q to entry e."""
    p = place[e]
    w, h = places.card_w[p], places.card_h[p]
    flights.add(c, x, y, xs[e], ys[e], w, h, p, start, ms, kind)
    if places.card_w[q] != w or places.card_h[q] != h:
        flights.grow(places.card_w[q], places.card_h[q])


def _stock() -> int:
    """The place from which new cards come."""
    for p in range(places.count):
        if places.kind[p] & places.STOCK:
            return p
    return 0


@native
def _most(way: int) -> int:
    """The place that has gained most unseen, or lost most, for -1."""
    return _find_most(places.count, _unseen, way)


@fast
def _find_most(n: int, unseen: ptr16, way: int) -> int:
    found = p = 0
    most = -0x8000
    while p < n:
        delta = ((unseen[p] + 0x8000 & 0xFFFF) - 0x8000) * way  # signed
        if delta > most:
            most = delta
            found = p
        p += 1
    return found


def _hold_incoming() -> None:
    """Places with cards on their way show what was there before."""
    flights.advance(0)
    flights.mark_incoming(places.marks)
    piles.show_before()
