"""Layer 3. Cards move because they lie elsewhere: from what lay there to what lies there.

A card that lies elsewhere flies there, or falls; one that was not to be seen comes from the place
that has lost a card; one that is gone flies to the place that has gained one.
"""

from micropython import const

import hal
from thirteen import cards
from thirteen.fast import fast, native, ptr8, ptr16
from thirteen.ui import card_art, flights, piles, places, sound
from thirteen.ui.piles import held, lying, place, top_x, top_y, was, was_held, was_x, was_y, xs, ys

_FLY = const(200)  # ms at normal speed
_DEAL = const(140)  # the same for a card of a new deal
_APART = const(30)  # between the starts of two such cards
_REFILL = const(70)  # between those that replace cards taken
_COLUMN = const(70)  # between the columns of a new deal that falls
_GOLD = const(120)  # for which a pair is gold before it leaves
_SLIDE = const(80)  # between cards of a pile that is gathered,
_GATHERED = const(3)  # of which so many show


def start(ordered: bool, pair: int) -> None:
    """Let the cards that lie elsewhere now go there; `ordered`: in the order of a move.

    The cards at the places in `pair`, a bit each, turn gold before they leave.
    """
    if card_art.speed:
        _move(ordered, pair)
        _await()


def enter(s: bytearray) -> None:
    """A new deal: its cards come from the stock, or fall from above."""
    skip(s)
    if not card_art.speed:
        return
    was[:] = bytes(len(was))
    new = [e for e in range(places.at[places.count]) if lying[e] and not lying[e] & cards.DOWN]
    column = -1
    x = -1
    late = 0
    for e in _in_order(new):
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
            flights.fall(lying[e], x, above, places.y[p], w, h, p, then)
        else:
            home = _stock()
            _fly(lying[e], top_x[home], top_y[home], e, late, _DEAL, flights.HIDDEN)
            late += flights.scaled(_APART)
    _await()


@native
def _move(ordered: bool, pair: int) -> None:
    came: list[int] = []
    left: list[int] = []
    where = _changes(
        places.count, places.at, held, was_held, lying, was, places.x, was_x, places.y, was_y
    )
    if not where:
        return
    p = 0
    while where:
        if where & 1:
            _differences(p, came, left)
        where >>= 1
        p += 1
    # What each place has gained, but for the cards that were and are to be seen.
    gain = [held[p] - was_held[p] for p in range(places.count)]
    for e in came:
        gain[place[e]] -= 1
    for e in left:
        gain[place[e]] += 1
    late = 0
    if pair:
        late = flights.scaled(_GOLD)
    then = _leave(came, left, gain, late, pair) if ordered else 0
    then = _shift(came, left, then)
    if not ordered:
        _leave(came, left, gain, 0, 0)
    then = _gather(gain, then if ordered else 0)
    _deal(came, gain, then if ordered else 0)


@fast
def _changes(
    n: int, at: ptr8, held: ptr16, had: ptr16, now: ptr8, was: ptr8, x: ptr16, was_x: ptr16,
    y: ptr16, was_y: ptr16,
) -> int:  # fmt: skip
    """The places where something else lies than before, or that are elsewhere, a bit each."""
    where = 0
    p = 0
    while p < n:
        differs = held[p] ^ had[p] | x[p] ^ was_x[p] | y[p] ^ was_y[p]
        e = at[p]
        while e < at[p + 1]:
            differs |= now[e] ^ was[e]
            e += 1
        if differs:
            where |= 1 << p
        p += 1
    return where


@native
def _differences(p: int, came: list[int], left: list[int]) -> None:
    """Add the entries of place p whose cards came, and those of before whose cards left."""
    at = places.at[p]
    n = min(held[p], places.show[p])
    k = min(was_held[p], places.show[p])
    stays = places.x[p] == was_x[p] and places.y[p] == was_y[p]
    up = held[p] - n - was_held[p] + k  # the entry of a card before, less its entry now
    for i in range(n):
        if lying[at + i] & cards.DOWN:
            continue
        if 0 <= i + up < k:
            if stays and was[at + i + up] == lying[at + i]:
                continue
        elif i + held[p] - n < was_held[p]:
            continue  # it lay there, out of sight
        came.append(at + i)
    for i in range(k):
        if was[at + i] & cards.DOWN:
            continue
        if 0 <= i - up < n:
            if stays and lying[at + i - up] == was[at + i]:
                continue
        elif i + was_held[p] - k < held[p]:
            continue  # it still does, out of sight now
        left.append(at + i)


@native
def _shift(came: list[int], left: list[int], then: int) -> int:
    """Cards that were to be seen elsewhere fly or fall from there; when the last has fallen."""
    end = then
    for e in _in_order(came):
        for g in left:
            if was[g] == lying[e]:
                p = place[e]
                q = place[g]
                x, y = _before(g)
                falls = places.kind[p] & places.kind[q] & places.FALLS
                if falls and x == xs[e] and y < ys[e]:
                    w, h = places.card_w[p], places.card_h[p]
                    end = max(end, flights.fall(lying[e], x, y, ys[e], w, h, p, then))
                else:
                    fan = places.kind[p] & places.kind[q] & places.OWN and places.across[p]
                    _fly(lying[e], x, y, e, then, _FLY, flights.FAN if fan else 0)
                came.remove(e)
                left.remove(g)
                was[g] = 0
                break
    return end


@native
def _leave(came: list[int], left: list[int], gain: list[int], then: int, pair: int) -> int:
    """Cards that are not to be seen any more fly to where one more lies; when they arrive."""
    end = 0
    now = [lying[e] for e in came]
    for g in tuple(left):
        c = was[g]
        if c in now:
            now.remove(c)
            continue
        left.remove(g)
        to = _most(gain)
        if gain[to] <= 0:
            continue
        gain[to] -= 1
        p = place[g]
        was[g] = 0
        x, y = _before(g)
        if places.kind[to] & places.STOCK:
            c = cards.DOWN
        end = flights.add(
            c, x, y, _middle_x(to, p), top_y[to], places.card_w[p], places.card_h[p],
            to, then, flights.scaled(_FLY), flights.GOLD if pair >> p & 1 else 0,
        )  # fmt: skip
    return end


def _gather(gain: list[int], then: int) -> int:
    """Cards that lay and lie out of sight: a few backs fly; when the last one arrives."""
    a = _least(gain)
    b = _most(gain)
    end = then
    for i in range(min(-gain[a], gain[b], _GATHERED)):
        start = then + flights.scaled(i * _SLIDE)
        x, y = top_x[a], top_y[a]
        w, h = places.card_w[b], places.card_h[b]
        end = flights.add(
            cards.DOWN, x, y, top_x[b], top_y[b], w, h, b, start, flights.scaled(_FLY),
            flights.HIDDEN,
        )  # fmt: skip
    return end


@native
def _deal(came: list[int], gain: list[int], then: int) -> None:
    """Cards that were not to be seen come from where one less lies, or from the stock."""
    for e in _in_order(came):
        a = _least(gain)
        if gain[a] >= 0 or gain[_stock()] > 0:
            a = _stock()
        gain[a] += 1
        p = place[e]
        if a == p:
            continue
        _fly(lying[e], _middle_x(a, p), top_y[a], e, then, _FLY, flights.HIDDEN)
        then += flights.scaled(_REFILL)


@native
def _fly(c: int, x: int, y: int, e: int, start: int, ms: int, kind: int) -> None:
    """Card c flies to entry e."""
    p = place[e]
    w, h = places.card_w[p], places.card_h[p]
    flights.add(c, x, y, xs[e], ys[e], w, h, p, start, flights.scaled(ms), kind)


@native
def _middle_x(p: int, q: int) -> int:
    """The x of a card of place q that lies in the middle of place p."""
    return top_x[p] + (places.card_w[p] - places.card_w[q]) // 2


@native
def _before(g: int) -> tuple[int, int]:
    """Where the card of entry g was."""
    p = place[g]
    i = g - places.at[p]
    return was_x[p] + i * places.across[p], was_y[p] + i * places.down[p]


@native
def _in_order(entries: list[int]) -> list[int]:
    """In the order of dealing: the lowest cards of a pile first, row by row from below."""
    return sorted(entries, key=_order)


@native
def _order(e: int) -> int:
    p = place[e]
    if places.kind[p] & places.OWN:  # one over the other, as in a fan
        return e
    return (e - places.at[p] << 20) - (places.y[p] << 10) + places.x[p]


def _stock() -> int:
    """The place from which new cards come."""
    for p in range(places.count):
        if places.kind[p] & places.STOCK:
            return p
    return 0


def _least(gain: list[int]) -> int:
    return gain.index(min(gain))


def _most(gain: list[int]) -> int:
    return gain.index(max(gain))


def _await() -> None:
    """Places with cards on their way show what was there before."""
    flights.advance(0)
    piles.wait_for_cards(flights.awaited())


def tick(dt: int) -> bool:
    """dt ms pass; whether the picture differs now."""
    if not flights.count:
        return False
    if flights.advance(dt):
        sound.land()
        came = piles.waiting & ~flights.awaited()
        flights.drop(came)
        piles.show(came)
        if not flights.going():
            flights.clear()
            if hal.POINTER:
                piles.lifted = places.NONE
    return True


def skip(s: bytearray) -> None:
    """End what moves: every card is where it lies."""
    flights.clear()
    if hal.POINTER:
        piles.lifted = places.NONE
    piles.show(piles.waiting)
