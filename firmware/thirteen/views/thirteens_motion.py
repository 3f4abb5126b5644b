"""Layer 4. The animation of a move of Thirteens, in the order of rule T9.

Its cards turn gold and fly to the pile, the cards above fall, and new cards fly in from the stock,
two at a time. `skip` ends it all at once.
"""

from micropython import const

import hal
from thirteen.fast import fast, ptr8
from thirteen.protocols import Function
from thirteen.rules import thirteens as rules
from thirteen.ui import card_art
from thirteen.views import thirteens_columns as columns
from thirteen.views import thirteens_panel as panel
from thirteen.views import thirteens_tableau as tableau

_BRING = const(256)
_MARK = const(120)  # ms at normal speed for which a pair is gold
_FLY = const(180)
_APART = const(70)  # ms from one new card to the next
_FLIGHTS = const(2)

_STILL = const(0)  # nothing moves
_ENTERING = const(1)  # a new deal, before its first picture
_MARKED = const(2)  # the discards are gold
_LEAVING = const(3)  # they fly to the pile
_LANDED = const(4)  # they have got there
_FALLING = const(5)  # the cards above fall
_DEALING = const(6)  # new cards fly to their places

_phase = _STILL
_clock = 0  # ms left of the gold
_was = bytearray(15)  # the tableau before the move
_gone = 0  # places of _was whose cards are discarded, a bit each
_pair = 0  # those of them that the move names
_goals = bytearray(_FLIGHTS)  # the places where flights end


def rest() -> None:
    """Nothing moves."""
    global _phase
    _phase = _STILL
    tableau.gold = tableau.hidden = 0
    columns.still()


def enter() -> None:
    """Animate a new deal with the next full redraw."""
    global _phase
    if card_art.speed:
        _phase = _ENTERING


def begin(s: bytearray) -> bool:
    """Before a full redraw: start the animation of a new deal; whether there is one."""
    global _phase
    if _phase != _ENTERING:
        return False
    _phase = _FALLING
    columns.enter(s)
    return True


def first(s: bytearray, m: int) -> int:
    """The first place of a pair, or the place of the card that move m brings down."""
    if m & _BRING:
        a = (m >> 2 & 3) * 5
        return a + rules.height(s, a) - 1
    return m >> 4


def second(m: int) -> int:
    """The second place of a pair, or the place that move m brings a card down to."""
    return (m & 3) * 5 if m & _BRING else m & 15


def show(s: bytearray, m: int, was: bytearray) -> None:
    """Start the animation of move m."""
    global _phase, _clock, _pair, _gone
    if not card_art.speed:
        return
    p = first(was, m)
    q = second(m)
    if m & _BRING:
        _phase = _DEALING
        _launch(0, was[p], columns.x[p], columns.rest_y[p], q, 0)
        return
    panel.prepare(rules.stock(s), 52 - rules.left(s))
    for i in range(15):
        _was[i] = was[i]
    _pair = tableau.gold = 1 << p | 1 << q
    _gone = _lacking(was, s)
    _phase = _MARKED
    _clock = _MARK * card_art.speed // 2
    tableau.draw(_was, tableau.ALL)
    tableau.draw_badge(p, q)


def show_back(s: bytearray, m: int) -> None:
    """Start the animation of undoing move m."""
    global _phase
    if not card_art.speed:
        return
    p = first(s, m)
    q = second(m)
    _phase = _DEALING
    if m & _BRING:
        _launch(0, s[p], columns.x[q], columns.rest_y[q], p, 0)
        return
    _launch(0, s[p], _pile_x(), panel.y(), p, 0)
    if p != q:
        _launch(1, s[q], _pile_x(), panel.y(), q, 0)


@fast
def _lacking(cards: ptr8, others: ptr8) -> int:
    """The places whose cards are not among the others, a bit each."""
    bits = 0
    for p in range(15):
        if cards[p]:
            q = 0
            while q < 15 and others[q] != cards[p]:
                q += 1
            if q == 15:
                bits |= 1 << p
    return bits


def _launch(i: int, c: int, x: int, y: int, p: int, delay: int) -> None:
    """Start flight i: card c from x, y to place p, hidden there until it has landed."""
    tableau.hidden |= 1 << p
    _goals[i] = p
    card_art.fly(
        c, x, y, columns.x[p], columns.rest_y[p], tableau.card_w, columns.CARD_H, _FLY, delay
    )


def _pile_x() -> int:
    """The x on the pile of a card of the tableau's size."""
    return min(panel.gone_x(), hal.W - tableau.card_w - 2)


def tick(s: bytearray, dt: int, draw: Function) -> bool:
    """dt ms pass; True while something moves. `draw` draws what has changed."""
    global _clock
    if _phase <= _ENTERING:
        return False
    if _phase == _MARKED:
        if _clock <= 0:
            _leave()
        else:
            _clock -= dt
            if _clock <= 0:  # a frame of its own, too
                tableau.wipe_badge()
        draw(s, False)
    elif _phase == _LANDED:  # a frame of its own: it takes 5 ms
        _fall(s)
        draw(s, False)
    elif _phase == _FALLING:
        if columns.falling:
            tableau.stale |= columns.step(s, dt, tableau.seen)
        if not columns.falling:
            _deal(s)
        draw(s, False)
    else:
        card_art.land()
        _fly(s, dt)
        draw(s, False)
        card_art.rise()
    return True


def _fly(s: bytearray, dt: int) -> None:
    """Advance the flights, and start the next phase when all have landed."""
    global _phase
    going = card_art.advance(dt)
    if _phase == _DEALING:
        _reveal()
        if not going:
            _deal(s)
    elif not going:
        _phase = _LANDED


def _leave() -> None:
    """The gold cards fly to the pile."""
    global _phase
    _phase = _LEAVING
    tableau.invalidate()
    tableau.gold = 0
    tableau.hidden = _gone
    for p in range(15):
        if _pair >> p & 1:
            x = columns.x[p]
            y = columns.rest_y[p]
            card_art.fly(_was[p], x, y, _pile_x(), panel.y(), tableau.card_w, columns.CARD_H, _FLY)


def _fall(s: bytearray) -> None:
    """The cards above fall; new cards are hidden until they are dealt."""
    global _phase
    _phase = _FALLING
    tableau.invalidate()
    tableau.hidden = _lacking(s, _was)
    columns.start(s, _was)


def _deal(s: bytearray) -> None:
    """The next new cards fly from the stock, the lowest row first, from left to right."""
    global _phase
    n = 0
    for i in range(15):
        p = i % 3 * 5 + i // 3
        if tableau.hidden >> p & 1 and n < _FLIGHTS:
            _launch(n, s[p], panel.stock_x(), panel.y(), p, n * _APART)
            n += 1
    _phase = _DEALING if n else _STILL


def _reveal() -> None:
    """Reveal the cards whose flights have finished."""
    for i in range(_FLIGHTS):
        bit = 1 << _goals[i]
        if card_art.arrived >> i & 1 and tableau.hidden & bit:
            tableau.hidden ^= bit
            tableau.stale |= bit


def skip(s: bytearray) -> None:
    """Cancel all animation."""
    global _phase
    if _phase == _STILL:
        return
    card_art.land()
    card_art.stop()
    if _phase == _MARKED:
        tableau.wipe_badge()
    columns.end(s, tableau.seen)
    tableau.invalidate()
    rest()


def shown(s: bytearray) -> bytearray:
    """The tableau to draw: the one before the move until its cards have left."""
    return _was if _MARKED <= _phase <= _LANDED else s


def leaving() -> bool:
    """Whether the move's cards are still on their way to the pile."""
    return _phase == _MARKED or _phase == _LEAVING
