"""Layer 3. What a player has chosen on a table: the cursor, the card, what was refused.

Pressing A on a place plays at once if only one move leads from it, or several that do not differ
in play, or none from it but one to it; otherwise its card is chosen, and the places that take it
are lit. On a place of a hint it plays the hint.
"""

from array import array

from micropython import const

import hal
from thirteen.draw import card_art
from thirteen.fast import fast, native, ptr8, ptr16
from thirteen.protocols import Module
from thirteen.rules import forced
from thirteen.table import flights, piles, places
from thirteen.ui import captions, keys, sound
from thirteen.ui.status_panel import status_panel

UNDO = const(-2)  # from `key` in place of a move: B, which does nothing else, takes one back

_REFUSAL = const(400)  # ms for which a refused place is marked

view: Module = None  # of the game in play
cursor = 0
picked = 0  # how many places are chosen
stops = bytearray(places.MOST)  # 1 where the cursor may stop

_out = array("H", bytes(2 * places.MOVES))
advised = -1  # the move of a hint, until the cursor goes elsewhere: A plays it
_pairing = False  # the chosen card is to be taken with another
_ask = ""  # the message while a card is chosen
_status = ""  # the message while there is no other
_refused_for = 0  # ms for which a refused place is still marked
# The last arrow, and the places that it led from and to: from there the opposite one leads back.
_arrow = 0
_came_from = _led_to = places.NONE


def open(its: Module, at: int) -> None:
    """A game starts, with its view and the cursor at that place, to which no arrow has led."""
    global view, cursor, _came_from
    view = its
    cursor = at
    _came_from = places.NONE


def begin(s: bytearray) -> None:
    """The cards lie where they are now: nothing is chosen."""
    global _status
    pick(places.NONE)
    _unmark()
    _flag(s)
    _status = view.status(s)
    _show_message()


def undone(s: bytearray, m: int, after: bytearray) -> None:
    """Called after `changed`: move m, which led from s to `after`, was undone."""
    global cursor
    cursor = view.source(s, m)
    _find_stop()


def tick(dt: int) -> bool:
    """dt ms pass; whether the mark of a refusal goes."""
    global _refused_for
    if not _refused_for:
        return False
    _refused_for -= dt
    if _refused_for > 0:
        return False
    _unmark()
    return True


def _flag(s: bytearray) -> None:
    """Flag what can be chosen, and find out where the cursor may stop."""
    view.flag(s)
    if keys.scan_ms and picked:
        places.flags[chosen()] |= places.TARGET  # to let go of it
    _set_stops(places.count, places.kind, places.marks, piles.counts, places.flags, stops)
    _find_stop()


@fast
def _set_stops(  # type: ignore[no-untyped-def]
    n: int, kind: ptr8, marks: ptr8, held: ptr16, flags: ptr8, stops: ptr8
):
    p = 0
    while p < n:
        stops[p] = 0
        if not kind[p] & places.COUNT_ONLY:
            if flags[p] or not kind[p] & places.SKIP_IF_EMPTY:
                stops[p] = 1
            elif held[p] and not marks[p] & places.COVERED:
                stops[p] = 1
        p += 1


@native
def flag(s: bytearray) -> None:
    """Flag the places that some move leads from, and those that take the chosen card."""
    v = view
    one = chosen()
    places.unflag()
    flags = places.flags
    for i in range(v.rules.moves(s, _out)):
        m = _out[i]
        p = v.source(s, m)
        q = v.target(s, m)
        flags[p] |= places.FREE
        if v.pairs(m):
            flags[q] |= places.FREE
        if p == one:
            flags[q] |= places.TARGET
        elif q == one:
            flags[p] |= places.TARGET


def offers() -> bool:
    """Whether there is a place to choose, for a player to whom they are offered in turn."""
    for p in range(places.count):
        if places.flags[p]:
            return True
    return False


@native
def _find_stop() -> None:
    """If the cursor's place has gone empty, it goes to the nearest one where it may stop."""
    global cursor
    if stops[cursor]:
        return
    least = 32767
    x = places.x[cursor]
    y = places.y[cursor]
    for p in range(places.count):
        far = abs(places.x[p] - x) * 3 + abs(places.y[p] - y)
        if stops[p] and far < least:
            least = far
            cursor = p


def chosen() -> int:
    """The chosen place, the first of several; or places.NONE."""
    if picked:
        for p in range(places.count):
            if places.marks[p] & places.PICKED:
                return p
    return places.NONE


def group() -> int:
    """The chosen places, a bit each, for a view of few places."""
    where = 0
    if picked:
        for p in range(places.count):
            if places.marks[p] & places.PICKED:
                where |= 1 << p
    return where


def pick(p: int) -> None:
    """Choose place p alone, or nothing: places.NONE."""
    global picked, advised
    advised = -1
    places.unmark(places.PICKED)
    picked = 0
    if p != places.NONE:
        toggle(p)
    else:
        status_panel.lets_go(False)


def toggle(p: int) -> None:
    """Choose place p besides what is chosen, or let go of it."""
    global picked
    places.marks[p] ^= places.PICKED
    picked += 1 if places.marks[p] & places.PICKED else -1
    status_panel.lets_go(picked > 0)


def key(k: int, s: bytearray) -> int:
    """Handle a key; returns the move it makes, -1, or UNDO on a board without a key for that."""
    global cursor
    piles.skip(s)
    if k == keys.A:
        return press(s, cursor)
    if k == keys.B:
        if picked:
            cursor = chosen()
            _choose(s, places.NONE)
        elif not captions.UNDO_KEY:
            return UNDO
    else:
        move_cursor(k)
    _show_message()
    return -1


def move_cursor(k: int) -> None:
    """An arrow moves the cursor to the nearest place, PREV and NEXT to what can be chosen."""
    global cursor, advised, _arrow, _came_from, _led_to
    advised = -1
    _unmark()
    was = cursor
    if k & (keys.PREV | keys.NEXT):
        cursor = places.next_flagged(k, cursor, places.TARGET if picked else places.FREE)
    elif k == places.opposite(_arrow) and _leads_back():
        cursor = _came_from
    else:
        cursor = places.go(k, cursor, stops)
    _arrow = k
    _came_from = was if was != cursor else places.NONE
    _led_to = cursor


def _leads_back() -> bool:
    """Whether the cursor still is where the last arrow led, and can go back."""
    return cursor == _led_to and _came_from != places.NONE and stops[_came_from] > 0


def press(s: bytearray, p: int) -> int:
    """Play from or to place p, choose it, or refuse."""
    global cursor, _ask, _pairing
    _unmark()
    v = view
    if advised >= 0 and p in (v.source(s, advised), v.target(s, advised)):
        return advised
    one = chosen()
    if p == one:
        _choose(s, places.NONE)
        _show_message()
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
        refuse(p, v.refusal(s, p, one), True)
    elif from_it == 1 or from_it and _any_will_do(s, p):
        return leads
    elif from_it:
        _choose(s, p)
        sound.choose()
        cursor = v.source(s, leads) + v.target(s, leads) - p  # the other place
        _pairing = v.pairs(leads)
        _ask = "Choose the other card" if _pairing else "Choose where it goes"
        _show_message()
    elif to_it == 1 and not picked:
        return goes
    elif to_it and not picked:
        _choose(s, p)
        sound.choose()
        cursor = v.source(s, goes)
        _pairing = False
        _ask = "Choose the card for it"
        _show_message()
    else:
        refuse(p, v.refusal(s, p, one))
    return -1


def _any_will_do(s: bytearray, p: int) -> bool:
    """Whether all moves of place p lead to positions that do not differ in play."""
    v = view
    k = 0
    for i in range(v.rules.moves(s, _out)):
        m = _out[i]
        if v.source(s, m) == p or v.target(s, m) == p and v.pairs(m):
            _out[k] = m
            k += 1
    return forced.only(v.rules, s, _out, k) >= 0


def _choose(s: bytearray, p: int) -> None:
    """Choose place p, or none."""
    global _came_from
    pick(p)
    _came_from = places.NONE
    _flag(s)


def refuse(p: int, why: str, chosen: bool = False) -> None:
    """Mark place p, unless it is NONE, and what is chosen, if `chosen`; say why."""
    global _refused_for
    _unmark()
    for q in range(places.count):
        if q == p or chosen and places.marks[q] & places.PICKED:
            places.marks[q] |= places.REFUSED
    _refused_for = _REFUSAL
    status_panel.message(why)
    sound.refuse()


def _unmark() -> None:
    """Remove the mark of a refusal."""
    global _refused_for
    _refused_for = 0
    places.unmark(places.REFUSED)


def _show_message() -> None:
    """Show the default message."""
    status_panel.message(_ask if picked else _status)


def playable(s: bytearray) -> None:
    """Light every place that some move leads from."""
    _choose(s, places.NONE)
    for p in range(places.count):
        if places.flags[p] & places.FREE:
            places.flags[p] |= places.HINT


def hint(s: bytearray, m: int) -> None:
    """Light a move."""
    global cursor
    _choose(s, places.NONE)
    if m >= 0:
        cursor = view.source(s, m)
        places.flags[cursor] |= places.HINT
        places.flags[view.target(s, m)] |= places.HINT


def move_rects(s: bytearray, m: int) -> list[tuple[int, int, int, int]]:
    """The rectangles of what move m concerns."""
    return piles.tops(view.source(s, m), view.target(s, m))


@native
def mark(p: int) -> int:
    """The marks of place p."""
    if flights.pair_is_lit():
        return 0
    if hal.POINTER and p == piles.lifted:
        return card_art.DIM
    marks = card_art.CURSOR if p == cursor else 0
    mine = places.marks[p]
    if mine & places.REFUSED:
        marks |= card_art.WRONG
    if mine & places.PICKED:
        marks |= card_art.CHOSEN
    elif places.flags[p] & (places.TARGET | places.HINT):
        marks |= card_art.LIT
    return marks
