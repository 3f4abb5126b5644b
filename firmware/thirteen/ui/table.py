"""Layer 3. The table of every game: it shows what lies where, chooses, refuses, marks, and moves.

A view adds its places (ui/places.py) and says which cards lie there in a state. After a move, an
undo or a new deal the table compares what lay where with what lies there now: a card that lies
elsewhere flies there, or falls; one that was not to be seen comes from the place that has lost a
card; one that is gone flies to the place that has gained one. Nothing is known of the screen: each
picture is drawn whole. Views: protocols.TableView.

Pressing A on a place plays at once if only one move leads from it, or none from it but one to it;
otherwise its card is chosen, and the places that take it are lit.
"""

from array import array

from micropython import const

import hal
from thirteen import cards
from thirteen.fast import fast, native, ptr8, ptr16
from thirteen.protocols import Module
from thirteen.ui import art, canvas, captions, card_art, flights, keys, places, sound, status_panel

NONE = const(255)
UNDO = const(-2)  # from `key` in place of a move: B, which does nothing else, takes one back
BARE = const(0x40)  # an empty place; plus a rank to show there, plus _GOLD for a gold one
GOLD_BARE = const(0x50)

_REFUSAL = const(400)  # ms for which a refused place is marked
_FLY = const(200)  # ms at normal speed
_DEAL = const(140)  # the same for a card of a new deal
_APART = const(30)  # between the starts of two such cards
_REFILL = const(70)  # between those that replace cards taken
_COLUMN = const(70)  # between the columns of a new deal that falls
_GOLD = const(120)  # for which a pair is gold before it leaves
_SLIDE = const(80)  # between cards of a pile that is gathered,
_GATHERED = const(3)  # of which so many show
_UNDER = const(7)  # pixels of a covered card behind the round corners of the next one
_ENTRIES = const(64)

cursor = 0
held = array("H", bytes(2 * 30))  # number of cards at each place

_v: Module = None  # the game's view
_out = array("H", bytes(2 * 64))
picked = 0  # the chosen places, a bit each
_pairing = False  # the chosen card is to be taken with another
_ask = ""  # the note while a card is chosen
_wrong = 0  # the refused places, a bit each,
_refused_for = 0  # and for how many ms they are still marked
_arrow = 0  # the last arrow, and the place that it led from: the opposite one leads back
_came_from = NONE
stops = bytearray(30)  # 1 where the cursor may stop
lifted = NONE  # the place whose top card is in a player's fingers
shown = False  # the table is drawn, and not something in its place

# What lies at each place: its upper cards, as many as it shows, and how it was before.
lying = bytearray(_ENTRIES)
_was = bytearray(_ENTRIES)
_was_held = array("H", bytes(2 * 30))
_was_x = array("h", bytes(2 * 30))
_was_y = array("h", bytes(2 * 30))

# What is to be drawn: the top card of each place, and the cards below it.
_tops = bytearray(30)
_top_x = array("h", bytes(2 * 30))
_top_y = array("h", bytes(2 * 30))
_lower = bytearray(_ENTRIES)
_xs = array("h", bytes(2 * _ENTRIES))
_ys = array("h", bytes(2 * _ENTRIES))
_empty = bytearray(30)  # what an empty place shows,
_bare = bytearray(30)  # and whether it does
_place = bytearray(_ENTRIES)  # of each entry
_awaits = 0  # places to which cards are on their way, a bit each: they show what was there before
_rows: list = []  # arguments of hal.stamps: neighbouring places, drawn in the same way
_standing = ""  # the note while there is no other


def open(view: Module, s: bytearray, at: int) -> None:
    """Start a game with the cursor at place `at`; the places are already set up."""
    global _v, cursor
    _v = view
    cursor = at
    _rows.clear()
    for p in range(places.n):
        _empty[p] = view.empty(s, p)
        for e in range(places.at[p], places.at[p + 1]):
            _place[e] = p
    first = 0
    for p in range(1, places.n + 1):
        if p == places.n or _looks(p) != _looks(first):
            if not places.kind[first] & (places.UNSEEN | places.OWN):
                _add_rows(first, p)
            first = p
    lay(s)


def close() -> None:
    """Forget the view: its modules go before another game's come."""
    global _v
    _v = None


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
    over = 0
    xs, ys = places.x, places.y
    empty = card_art.THIN, places.sign[first], canvas.PALE_FELT
    _add_row(empty, _bare, first, end - first, xs, ys, w, h)
    if places.across[first]:
        over = card_art.FAN
        under = card_art.look(over | card_art.COVERED, w, h)
        _add_row(under, _lower, at, places.at[end] - at, _xs, _ys, w, h)
    elif places.down[first]:
        over = card_art.OVER
        low = places.down[first] + _UNDER
        under = card_art.look(over | card_art.COVERED, w, low)
        _add_row(under, _lower, at, places.at[end] - at, _xs, _ys, w, low)
    _add_row(card_art.look(over, w, h), _tops, first, end - first, _top_x, _top_y, w, h)


def _add_row(look: tuple, what: bytearray, at: int, n: int, *where) -> None:  # type: ignore[no-untyped-def]
    body, signs, tint = look
    _rows.append((body, signs, what, at, n) + where + (tint,))


# The state


def changed(s: bytearray) -> None:
    """The state was replaced: cards go to where they lie now."""
    _compare(s, False, 0)


def moved(s: bytearray, m: int, was: bytearray) -> None:
    """Move m was made: its cards go, and the cursor returns to where it came from."""
    global cursor
    if picked:
        cursor = chosen()
    gold = 0
    if _v.pairs(m):
        gold = 1 << _v.source(was, m) | 1 << _v.target(was, m)
    _compare(s, True, gold)


def undone(s: bytearray, m: int, was: bytearray) -> None:
    """Called after `changed`: move m, which led from s to `was`, was undone."""
    global cursor
    cursor = _v.source(s, m)
    _find_stop()


def enter(s: bytearray) -> None:
    """A new deal: its cards come from the stock, or fall from above."""
    skip(s)
    if not card_art.speed:
        return
    _was[:] = bytes(_ENTRIES)
    new = [e for e in range(places.at[places.n]) if lying[e] and not lying[e] & cards.DOWN]
    column = -1
    x = -1
    late = 0
    for e in _in_order(new):
        p = _place[e]
        kind = places.kind[p]
        if kind & places.STOCK:
            continue
        if kind & places.FALLS:
            if places.x[p] != x:
                x = places.x[p]
                column = 0 if x == places.x[0] else column + 1
            w, h = places.card_w[p], places.card_h[p]
            above = places.y[p] - places.y[0] - h
            start = flights.scaled(column * _COLUMN)
            flights.fall(lying[e], x, above, places.y[p], w, h, p, start)
        else:
            home = _stock()
            _fly(lying[e], _top_x[home], _top_y[home], e, late, _DEAL, flights.HIDDEN)
            late += flights.scaled(_APART)
    _await()


@native
def lay(s: bytearray) -> None:
    """Lay the cards where the view says that they lie; nothing is chosen, nothing moves."""
    global picked, _wrong, _standing
    skip(s)
    picked = _wrong = 0
    v = _v
    at = places.at
    n = places.n
    for p in range(n):
        held[p] = v.cards(s, p, lying, at[p])
        if not held[p]:
            _empty[p] = v.empty(s, p)
    _arrange(
        n, held, places.show, at, lying, places.x, places.y, places.across, places.down, _xs, _ys
    )
    _show((1 << n) - 1, lying)
    _light(s)
    _standing = v.standing(s)
    _show_note()


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


def empty(s: bytearray, p: int) -> int:
    """What an empty place shows; views whose places are all alike import this as their own."""
    return BARE


def pairs(m: int) -> bool:
    """Whether m takes the cards of two places; views of games that take one import this."""
    return False


def why(s: bytearray, p: int, chosen: int) -> str:
    """Why no move leads there; views that refuse cards in their own way import this."""
    return ""


def standing(s: bytearray) -> str:
    """The note shown when there is no other: none."""
    return ""


def value(s: bytearray, m: int) -> int:
    """All moves are wanted alike."""
    return 0


# Motion: from what lay there to what lies there


def _compare(s: bytearray, ordered: bool, gold: int) -> None:
    """Let the cards that lie elsewhere now go there; `ordered`: in the order of a move.

    The cards at the places in `gold` turn gold before they leave.
    """
    _was_held[:] = held
    _was_x[:] = places.x
    _was_y[:] = places.y
    _was[:] = lying
    lay(s)
    if card_art.speed:
        _move(ordered, gold)
        _await()


@native
def _move(ordered: bool, gold: int) -> None:
    came: list[int] = []
    left: list[int] = []
    where = _changes(
        places.n, places.at, held, _was_held, lying, _was, places.x, _was_x, places.y, _was_y
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
    gain = [held[p] - _was_held[p] for p in range(places.n)]
    for e in came:
        gain[_place[e]] -= 1
    for e in left:
        gain[_place[e]] += 1
    late = 0
    if gold:
        late = flights.scaled(_GOLD)
    then = _leave(came, left, gain, late, gold) if ordered else 0
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
    k = min(_was_held[p], places.show[p])
    stays = places.x[p] == _was_x[p] and places.y[p] == _was_y[p]
    up = held[p] - n - _was_held[p] + k  # the entry of a card before, less its entry now
    for i in range(n):
        if lying[at + i] & cards.DOWN:
            continue
        if 0 <= i + up < k:
            if stays and _was[at + i + up] == lying[at + i]:
                continue
        elif i + held[p] - n < _was_held[p]:
            continue  # it lay there, out of sight
        came.append(at + i)
    for i in range(k):
        if _was[at + i] & cards.DOWN:
            continue
        if 0 <= i - up < n:
            if stays and lying[at + i - up] == _was[at + i]:
                continue
        elif i + _was_held[p] - k < held[p]:
            continue  # it still does, out of sight now
        left.append(at + i)


@native
def _shift(came: list[int], left: list[int], then: int) -> int:
    """Cards that were to be seen elsewhere fly or fall from there; when the last has fallen."""
    end = then
    for e in _in_order(came):
        for g in left:
            if _was[g] == lying[e]:
                p = _place[e]
                q = _place[g]
                x, y = _before(g)
                falls = places.kind[p] & places.kind[q] & places.FALLS
                if falls and x == _xs[e] and y < _ys[e]:
                    w, h = places.card_w[p], places.card_h[p]
                    end = max(end, flights.fall(lying[e], x, y, _ys[e], w, h, p, then))
                else:
                    fan = places.kind[p] & places.kind[q] & places.OWN and places.across[p]
                    _fly(lying[e], x, y, e, then, _FLY, flights.FAN if fan else 0)
                came.remove(e)
                left.remove(g)
                _was[g] = 0
                break
    return end


@native
def _leave(came: list[int], left: list[int], gain: list[int], then: int, gold: int) -> int:
    """Cards that are not to be seen any more fly to where one more lies; when they arrive."""
    end = 0
    now = [lying[e] for e in came]
    for g in tuple(left):
        c = _was[g]
        if c in now:
            now.remove(c)
            continue
        left.remove(g)
        to = _most(gain)
        if gain[to] <= 0:
            continue
        gain[to] -= 1
        p = _place[g]
        _was[g] = 0
        x, y = _before(g)
        if places.kind[to] & places.STOCK:
            c = cards.DOWN
        end = flights.add(
            c, x, y, _middle_x(to, p), _top_y[to], places.card_w[p], places.card_h[p],
            to, then, flights.scaled(_FLY), flights.GOLD if gold >> p & 1 else 0,
        )  # fmt: skip
    return end


def _gather(gain: list[int], then: int) -> int:
    """Cards that lay and lie out of sight: a few backs fly; when the last one arrives."""
    a = _least(gain)
    b = _most(gain)
    end = then
    for i in range(min(-gain[a], gain[b], _GATHERED)):
        start = then + flights.scaled(i * _SLIDE)
        x, y = _top_x[a], _top_y[a]
        w, h = places.card_w[b], places.card_h[b]
        end = flights.add(
            cards.DOWN, x, y, _top_x[b], _top_y[b], w, h, b, start, flights.scaled(_FLY),
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
        p = _place[e]
        if a == p:
            continue
        _fly(lying[e], _middle_x(a, p), _top_y[a], e, then, _FLY, flights.HIDDEN)
        then += flights.scaled(_REFILL)


@native
def _fly(c: int, x: int, y: int, e: int, start: int, ms: int, kind: int) -> None:
    """Card c flies to entry e."""
    p = _place[e]
    w, h = places.card_w[p], places.card_h[p]
    flights.add(c, x, y, _xs[e], _ys[e], w, h, p, start, flights.scaled(ms), kind)


@native
def _middle_x(p: int, q: int) -> int:
    """The x of a card of place q that lies in the middle of place p."""
    return _top_x[p] + (places.card_w[p] - places.card_w[q]) // 2


@native
def _before(g: int) -> tuple[int, int]:
    """Where the card of entry g was."""
    p = _place[g]
    i = g - places.at[p]
    return _was_x[p] + i * places.across[p], _was_y[p] + i * places.down[p]


@native
def _in_order(entries: list[int]) -> list[int]:
    """In the order of dealing: the lowest cards of a pile first, row by row from below."""
    return sorted(entries, key=_order)


@native
def _order(e: int) -> int:
    p = _place[e]
    if places.kind[p] & places.OWN:  # one over the other, as in a fan
        return e
    return (e - places.at[p] << 20) - (places.y[p] << 10) + places.x[p]


def _stock() -> int:
    """The place from which new cards come."""
    for p in range(places.n):
        if places.kind[p] & places.STOCK:
            return p
    return 0


def _least(gain: list[int]) -> int:
    return gain.index(min(gain))


def _most(gain: list[int]) -> int:
    return gain.index(max(gain))


def _await() -> None:
    """Places with cards on their way show what was there before."""
    global _awaits
    flights.advance(0)
    _awaits = flights.awaited()
    _show(_awaits, _was)


def _show(where: int, there: bytearray) -> None:
    """Set what is to be drawn at these places: what lies there, or was there before."""
    _find_tops(
        where, places.n, places.at, there, places.x, places.y, _xs, _ys, _empty, _lower, _tops,
        _bare, _top_x, _top_y,
    )  # fmt: skip


@fast
def _find_tops(  # type: ignore[no-untyped-def]
    where: int, n: int, at: ptr8, there: ptr8, x: ptr16, y: ptr16, xs: ptr16, ys: ptr16,
    empty: ptr8, lower: ptr8, tops: ptr8, bare: ptr8, top_x: ptr16, top_y: ptr16,
):  # fmt: skip
    p = 0
    while p < n:
        if where >> p & 1:
            top = -1
            e = at[p]
            while e < at[p + 1]:
                lower[e] = there[e]
                if there[e]:
                    top = e
                e += 1
            tops[p] = 0
            bare[p] = empty[p]
            top_x[p] = x[p]
            top_y[p] = y[p]
            if top >= 0:
                tops[p] = there[top]
                lower[top] = 0
                bare[p] = 0
                top_x[p] = xs[top]
                top_y[p] = ys[top]
        p += 1


def unchanged() -> int:
    """The places with as many cards as before the last change, a bit each."""
    where = 0
    for p in range(places.n):
        if held[p] == _was_held[p]:
            where |= 1 << p
    return where


@native
def depth(p: int) -> int:
    """The number of cards that place p shows to have."""
    return _was_held[p] if _awaits >> p & 1 else held[p]


@native
def awaiting() -> int:
    """The places to which cards are on their way, a bit each."""
    if hal.POINTER and lifted != NONE:
        return _awaits | 1 << lifted
    return _awaits


def awaits(p: int) -> bool:
    """Whether a card is on its way to place p."""
    return awaiting() >> p & 1 > 0


def tick(s: bytearray, dt: int) -> bool:
    """dt ms pass; whether the picture differs now."""
    global _refused_for, _awaits, lifted
    differs = False
    if _wrong:
        _refused_for -= dt
        if _refused_for <= 0:
            _unmark()
            differs = True
    if not flights.n:
        return differs
    if flights.advance(dt):
        sound.land()
        came = _awaits & ~flights.awaited()
        _awaits ^= came
        flights.drop(came)
        _show(came, lying)
        if not flights.going():
            flights.clear()
            if hal.POINTER:
                lifted = NONE
    return True


def skip(s: bytearray) -> None:
    """End what moves: every card is where it lies."""
    global _awaits, lifted
    flights.clear()
    if hal.POINTER:
        lifted = NONE
    if _awaits:
        _show(_awaits, lying)
        _awaits = 0


def leave_from() -> list[tuple[int, int]]:
    """Where the cards of a win leave from: all places with cards."""
    return [(places.x[p], places.y[p]) for p in range(places.n) if held[p]]


# Choosing


def _light(s: bytearray) -> None:
    """Flag what can be chosen, and find out where the cursor may stop."""
    _v.light(s)
    if keys.one and picked:
        places.flags[chosen()] |= places.TAKES  # to let go of it
    _set_stops(places.n, places.kind, held, places.flags, stops)
    _find_stop()


@fast
def _set_stops(n: int, kind: ptr8, held: ptr16, flags: ptr8, stops: ptr8):  # type: ignore[no-untyped-def]
    p = 0
    while p < n:
        stops[p] = 0
        if not kind[p] & places.UNSEEN:
            if held[p] or flags[p] or not kind[p] & places.PASSED:
                stops[p] = 1
        p += 1


@native
def light(s: bytearray) -> None:
    """Flag the places that some move leads from, and those that take the chosen card."""
    v = _v
    one = chosen()
    places.unlight()
    flags = places.flags
    for i in range(v.rules.moves(s, _out)):
        m = _out[i]
        p = v.source(s, m)
        q = v.target(s, m)
        flags[p] |= places.CAN
        if v.pairs(m):
            flags[q] |= places.CAN
        if p == one:
            flags[q] |= places.TAKES
        elif q == one:
            flags[p] |= places.TAKES


def offers() -> bool:
    """Whether there is a place to choose, for a player to whom they are offered in turn."""
    for p in range(places.n):
        if places.flags[p]:
            return True
    return False


def _find_stop() -> None:
    """If the cursor's place has gone empty, it goes to the nearest one where it may stop."""
    global cursor
    if stops[cursor]:
        return
    least = 32767
    x = places.x[cursor]
    y = places.y[cursor]
    for p in range(places.n):
        far = abs(places.x[p] - x) * 3 + abs(places.y[p] - y)
        if stops[p] and far < least:
            least = far
            cursor = p


def chosen() -> int:
    """The chosen place, the first of several; or NONE."""
    p = 0
    while p < places.n and not picked >> p & 1:
        p += 1
    return p if picked else NONE


def pick(where: int) -> None:
    """Choose these places, a bit each."""
    global picked
    picked = where


def key(k: int, s: bytearray) -> int:
    """Handle a key; returns the move it makes, -1, or UNDO on a board without a key for that."""
    global cursor
    skip(s)
    if k == keys.A:
        return press(s, cursor)
    if k == keys.B:
        if picked:
            cursor = chosen()
            _choose(s, 0)
        elif not captions.UNDO_KEY:
            return UNDO
    else:
        move_cursor(k)
    _show_note()
    return -1


def move_cursor(k: int) -> None:
    """An arrow moves the cursor to the nearest place, PREV and NEXT to what can be chosen."""
    global cursor, _arrow, _came_from
    _unmark()
    was = cursor
    if k & (keys.PREV | keys.NEXT):
        cursor = places.step(k, cursor, places.TAKES if picked else places.CAN)
    elif k == places.opposite(_arrow) and _came_from != NONE and stops[_came_from]:
        cursor = _came_from
    else:
        cursor = places.go(k, cursor, stops)
    _arrow = k
    _came_from = was if was != cursor else NONE


def press(s: bytearray, p: int) -> int:
    """Play from or to place p, choose it, or refuse."""
    global cursor, _ask, _pairing
    _unmark()
    v = _v
    one = chosen()
    if p == one:
        _choose(s, 0)
        _show_note()
        return -1
    from_it = to_it = 0
    best = leads = goes = fits = -1
    for i in range(v.rules.moves(s, _out) - 1, -1, -1):
        m = _out[i]
        a = v.source(s, m)
        b = v.target(s, m)
        if a == one and b == p or b == one and a == p:
            fits = m
        if a == p or b == p and v.pairs(m):
            from_it += 1
            value = v.value(s, m)
            if value >= best:
                best = value
                leads = m
        elif b == p:
            to_it += 1
            goes = m
    if fits >= 0:
        return fits
    alone = from_it == 1 and v.source(s, leads) == v.target(s, leads)
    if picked and _pairing and not alone:
        refuse(1 << p | picked, v.why(s, p, one))
    elif from_it == 1:
        return leads
    elif from_it:
        _choose(s, 1 << p)
        sound.choose()
        cursor = v.source(s, leads) + v.target(s, leads) - p  # the other place
        _pairing = v.pairs(leads)
        _ask = "Choose the other card" if _pairing else "Choose where it goes"
        _show_note()
    elif to_it == 1 and not picked:
        return goes
    elif to_it and not picked:
        _choose(s, 1 << p)
        sound.choose()
        cursor = v.source(s, goes)
        _pairing = False
        _ask = "Choose the card for it"
        _show_note()
    else:
        refuse(1 << p, v.why(s, p, one))
    return -1


def _choose(s: bytearray, where: int) -> None:
    """Choose these places, or none."""
    global _came_from
    pick(where)
    _came_from = NONE
    _light(s)


def refuse(where: int, why: str) -> None:
    """Mark these places as refused, and note why."""
    global _wrong, _refused_for
    _wrong = where
    _refused_for = _REFUSAL
    status_panel.note(why)
    sound.refuse()


def _unmark() -> None:
    """Remove the mark of a refusal."""
    global _wrong
    _wrong = 0


def _show_note() -> None:
    """Show the default note."""
    status_panel.note(_ask if picked else _standing)


def playable(s: bytearray) -> None:
    """Light every place that some move leads from."""
    _choose(s, 0)
    for p in range(places.n):
        if places.flags[p] & places.CAN:
            places.flags[p] |= places.HINT


def hint(s: bytearray, m: int) -> None:
    """Light a move."""
    global cursor
    _choose(s, 0)
    if m >= 0:
        cursor = _v.source(s, m)
        places.flags[cursor] |= places.HINT
        places.flags[_v.target(s, m)] |= places.HINT


def concerns(s: bytearray, m: int) -> list[tuple[int, int, int, int]]:
    """The rectangles of what move m concerns."""
    return tops(1 << _v.source(s, m) | 1 << _v.target(s, m))


def tops(where: int) -> list[tuple[int, int, int, int]]:
    """The rectangles of the top cards of these places, a bit each."""
    here = [p for p in range(places.n) if where >> p & 1]
    return [(_top_x[p], _top_y[p], places.card_w[p], places.card_h[p]) for p in here]


# Drawing


@native
def draw(s: bytearray) -> None:
    """Draw the table as it is now."""
    global shown
    if hal.POINTER:
        shown = True
    canvas.clear()
    status_panel.ground()
    for body, signs, what, at, n, xs, ys, w, h, tint in _rows:  # *row would need memory
        hal.stamps(body, signs, what, at, n, xs, ys, w, h, tint)
    where = picked | _wrong | 1 << cursor | _special(places.n, places.flags, _tops)
    p = 0
    while where:
        if where & 1:
            _draw_marked(p, mark(p))
        where >>= 1
        p += 1
    _v.words(s)
    status_panel.draw()
    flights.draw()


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
def mark(p: int) -> int:
    """The marks of place p."""
    if flights.golden():
        return 0
    if hal.POINTER and p == lifted:
        return card_art.DIM
    marks = card_art.CURSOR if p == cursor else 0
    if _wrong >> p & 1:
        marks |= card_art.WRONG
    if picked >> p & 1:
        marks |= card_art.CHOSEN
    elif places.flags[p] & (places.TAKES | places.HINT):
        marks |= card_art.LIT
    return marks


@native
def _draw_marked(p: int, marks: int) -> None:
    """Draw the marks of place p: over its top card, which is drawn, or the empty place."""
    if places.kind[p] & (places.UNSEEN | places.OWN):
        return
    c = _tops[p]
    x = _top_x[p]
    y = _top_y[p]
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
        card_art.edge(x, y, w, h, marks)


@native
def icon(p: int, at: int, ink: int) -> None:
    """Draw the icon art.ICONS[at] amid place p."""
    x = places.x[p] + (places.card_w[p] - 13) // 2
    hal.blit(art.ICONS, at, x, places.y[p] + (places.card_h[p] - 12) // 2, ink)
