"""Layer 3. The pointer on a table, on hosts that have one: hal.POINTER.

A tap on a place is the cursor there and A. A card is dragged: it follows the pointer, and where it
is let go the move that leads there is made; if there is none it flies back.
"""

from array import array

from micropython import const

import hal
from thirteen import cards
from thirteen.protocols import Module
from thirteen.table import choice, flights, piles, places, table
from thirteen.ui import pointer

MOVE = pointer.DROP  # what `key` returns for a move that no key makes

move = -1  # that move

_NEAR = const(5)  # pixels beside a place that still belong to it
_FOR_EVER = const(30000)  # ms
_BACK = const(200)

_out = array("H", bytes(2 * places.MOVES))
_home_x = _home_y = 0  # where the card in the fingers lies
_at_x = _at_y = 0  # and where it is let go
_cursor = 0  # where the cursor was before


def key(view: Module, s: bytearray, k: int) -> int:
    """What key or gesture k means here: a key, MOVE, or 0 for nothing."""
    if k == pointer.TAP:
        return _tap(view, s)
    if k == pointer.LIFT:
        _lift(view, s)
        return 0
    if k == pointer.DROP:
        return _drop(view, s)
    if k == pointer.LOST:
        if piles.lifted != places.NONE and flights.count:
            _put_back(s, piles.lifted)
            choice.cursor = _cursor
        return 0
    if piles.lifted != places.NONE and flights.count and pointer.active():
        _follow()
    return k


def moved() -> None:
    """The move was made: its card leaves from where it was let go."""
    flights.begin_at(_home_x, _home_y, _at_x, _at_y)


def _tap(view: Module, s: bytearray) -> int:
    global move, _home_x, _home_y, _at_x, _at_y
    if not table.shown or view.rules.over(s):
        return hal.LEFT if pointer.x < hal.W // 4 else hal.A
    p = _find(view, s, pointer.x, pointer.y)
    if p == places.NONE:
        return hal.B if choice.picked else 0
    if choice.stops[p]:
        choice.cursor = p
        return hal.A
    move = _only(view, s, p)  # from a place where the cursor never stops
    _home_x = _at_x = places.x[p]
    _home_y = _at_y = places.y[p]
    return MOVE


def _find(view: Module, s: bytearray, x: int, y: int) -> int:
    """The place at x, y, the uppermost of several, or NONE."""
    found = places.NONE
    least = _NEAR
    for p in range(places.count):
        right = places.x[p] + places.w[p]
        low = places.y[p] + places.h[p]
        far = max(places.x[p] - x, x - right + 1, places.y[p] - y, y - low + 1, 0)
        if far <= least and (choice.stops[p] or _only(view, s, p) >= 0):
            found = p
            least = far
    return found


def _only(view: Module, s: bytearray, p: int) -> int:
    """The one move that leads from or to p; -1 if there are none or several."""
    found = -1
    for i in range(view.rules.moves(s, _out)):
        if view.source(s, _out[i]) == p or view.target(s, _out[i]) == p:
            if found >= 0:
                return -1
            found = _out[i]
    return found


# Dragging


def _lift(view: Module, s: bytearray) -> None:
    """Take the top card of the place where the pointer went down."""
    global _home_x, _home_y, _cursor
    if not table.shown or view.rules.over(s):
        return
    p = _find(view, s, pointer.from_x, pointer.from_y)
    if p == places.NONE or not piles.counts[p] or places.marks[p] & places.COVERED:
        return
    table.lay(s)
    choice.pick(p)
    view.flag(s)
    _cursor = choice.cursor
    if choice.stops[p]:
        choice.cursor = p
    i = max(min(piles.counts[p], places.show[p]) - 1, 0)
    c = piles.cards_now[places.at[p] + i] if places.show[p] else cards.DOWN
    own = places.kind[p] & places.VIEW_DRAWS
    if own and not c:  # a button
        table.lay(s)
        return
    _home_x = places.x[p] + (0 if own else i * places.across[p])
    _home_y = places.y[p] + i * places.down[p]
    piles.lifted = p
    _fly(c, _home_x, _home_y, p, _FOR_EVER)
    _follow()


def _fly(c: int, x: int, y: int, p: int, ms: int) -> None:
    fan = flights.FAN if places.kind[p] & places.VIEW_DRAWS and places.across[p] else 0
    w, h = places.card_w[p], places.card_h[p]
    flights.add(c, x, y, _home_x, _home_y, w, h, p, 0, ms, fan)


def _follow() -> None:
    x = _home_x + pointer.x - pointer.from_x
    flights.put(x, _home_y + pointer.y - pointer.from_y)


def _drop(view: Module, s: bytearray) -> int:
    """Let go of the card."""
    global move, _at_x, _at_y
    p = piles.lifted
    if p == places.NONE or not flights.count:
        return 0
    _follow()
    _at_x = flights.now_x[0]
    _at_y = flights.now_y[0]
    q = _under(p)
    mine = places.flags[p] & places.FREE or not choice.stops[p]  # and not another player's turn
    move = _leads(view, s, p, q) if mine else -1
    if move >= 0:
        table.lay(s)
        return MOVE
    _put_back(s, p)
    if q != places.NONE and choice.stops[q]:
        choice.refuse(p, view.refusal(s, q, p))
    return 0


def _put_back(s: bytearray, p: int) -> None:
    """The card in the fingers flies back to place p."""
    c = flights.card(0)
    x = flights.now_x[0]
    y = flights.now_y[0]
    table.lay(s)
    ms = flights.scaled(_BACK)
    if ms:
        piles.lifted = p
        _fly(c, x, y, p, ms)


def _under(p: int) -> int:
    """The place of which the card from p covers most, or NONE."""
    found = places.NONE
    most = 0
    for q in range(places.count):
        right = min(_at_x + places.card_w[p], places.x[q] + places.w[q])
        low = min(_at_y + places.card_h[p], places.y[q] + places.h[q])
        w = right - max(_at_x, places.x[q])
        h = low - max(_at_y, places.y[q])
        if w > 0 and h > 0 and w * h > most:
            most = w * h
            found = q
    return found


def _leads(view: Module, s: bytearray, p: int, q: int) -> int:
    """The move that leads from p to q, -1 for none; nothing can be laid on a stock."""
    if q == p or q == places.NONE or places.kind[q] & places.STOCK:
        return -1
    if not choice.stops[p]:
        return _only(view, s, p)
    for i in range(view.rules.moves(s, _out)):
        m = _out[i]
        a = view.source(s, m)
        b = view.target(s, m)
        if a == b:
            if a == p or places.kind[a] & places.VIEW_DRAWS and _alike(a, p):
                if _goes(p, q):
                    return m
        elif a == p and b == q or view.pairs(m) and a == q and b == p:
            return m
    return -1


def _alike(p: int, q: int) -> bool:
    """Whether the same card lies at both: of a double, a move names either."""
    return piles.cards_now[places.at[p]] == piles.cards_now[places.at[q]]


def _goes(p: int, q: int) -> bool:
    """Whether a move made at one place leads from p to q for the eye.

    From a stock cards go anywhere, from a hand to the table, others to a hand or away.
    """
    if places.kind[p] & places.STOCK:
        return True
    if places.kind[p] & places.VIEW_DRAWS:
        return not places.kind[q] & (places.VIEW_DRAWS | places.COUNT_ONLY | places.STOCK)
    return places.kind[q] & (places.VIEW_DRAWS | places.COUNT_ONLY) > 0
