"""Layer 4. How a move of Thirteens is shown, in the order of rule T9.

Its cards turn gold, fly to the pile, what lay above them falls, and the new cards come from the
stock, two at a time. `skip` ends it all at once.
"""

from micropython import const

import hal
from thirteen.rules import thirteens as rules
from thirteen.ui import card_art
from thirteen.views import thirteens_columns as columns
from thirteen.views import thirteens_panel as panel
from thirteen.views import thirteens_tableau as tableau

_BRING = const(256)
_MARK = const(120)  # ms at normal speed that a pair stands in gold
_FLY = const(180)
_APART = const(70)  # from one new card to the next
_FLIGHTS = const(2)

_STILL = const(0)  # nothing moves
_ENTERING = const(1)  # a new deal, before its first picture
_MARKED = const(2)  # the cards that go stand in gold
_LEAVING = const(3)  # they fly to the pile
_FALLING = const(4)  # what lay above falls
_DEALING = const(5)  # other cards fly to their places

_phase = _STILL
_clock = 0  # ms left of the gold
_was = bytearray(15)  # the tableau before the move
_gone = 0  # places of _was whose cards leave, a bit each
_pair = 0  # of them, those that the move names
_goals = bytearray(_FLIGHTS)  # the places where flights end


def rest():
    """Nothing moves."""
    global _phase
    _phase = _STILL
    tableau.gold = tableau.hidden = 0
    columns.still()


def enter():
    """A new deal comes in with the next full picture."""
    global _phase
    if card_art.speed:
        _phase = _ENTERING


def begin(s):
    """The full picture is about to be drawn: whether cards of a new deal fall into it."""
    global _phase
    if _phase != _ENTERING:
        return False
    _phase = _FALLING
    columns.enter(s)
    return True


def first(s, m):
    """The first place of a pair, or the place of the card that move m brings down."""
    if m & _BRING:
        a = (m >> 2 & 3) * 5
        return a + rules.height(s, a) - 1
    return m >> 4


def second(m):
    """The second place of a pair, or the place that move m brings a card down to."""
    return (m & 3) * 5 if m & _BRING else m & 15


def show(s, m, was):
    """Begin to show move m."""
    global _phase, _clock, _pair
    if not card_art.speed:
        return
    p = first(was, m)
    q = second(m)
    if m & _BRING:
        _phase = _DEALING
        _launch(0, was[p], columns.x[p], columns.rest(p), q, 0)
        return
    panel.prepare(rules.stock(s), 52 - rules.left(s))
    for i in range(15):
        _was[i] = was[i]
    _pair = tableau.gold = 1 << p | 1 << q
    _find_gone(s)
    _phase = _MARKED
    _clock = _MARK * card_art.speed // 2
    tableau.draw(_was, tableau.ALL)
    tableau.draw_badge(p, q)


def show_back(s, m):
    """Begin to show that move m was taken back."""
    global _phase
    if not card_art.speed:
        return
    p = first(s, m)
    q = second(m)
    _phase = _DEALING
    if m & _BRING:
        _launch(0, s[p], columns.x[q], columns.rest(q), p, 0)
        return
    _launch(0, s[p], _pile_x(), panel.y(), p, 0)
    if p != q:
        _launch(1, s[q], _pile_x(), panel.y(), q, 0)


def _find_gone(s):
    """What the move took away."""
    global _gone
    _gone = 0
    for p in range(15):
        if _was[p] and not _holds(s, _was[p]):
            _gone |= 1 << p


def _holds(cards, c):
    for p in range(15):
        if cards[p] == c:
            return True
    return False


def _launch(i, c, x, y, p, delay):
    """Flight i: card c flies from x, y to place p, which shows it when it has landed."""
    tableau.hidden |= 1 << p
    _goals[i] = p
    card_art.fly(c, x, y, columns.x[p], columns.rest(p), tableau.wide, columns.HIGH, _FLY, delay)


def _pile_x():
    """Where cards lie on the pile, as large as they are in the tableau."""
    return min(panel.gone_x(), hal.W - tableau.wide - 2)


def tick(s, dt, draw):
    """dt ms pass; True while something moves. `draw` draws what has changed."""
    global _clock
    if _phase <= _ENTERING:
        return False
    if _phase == _MARKED:
        _clock -= dt
        if _clock <= 0:
            _leave()
        draw(s, False)
    elif _phase == _FALLING:
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


def _fly(s, dt):
    """The cards in flight move on; what comes after them begins when all have landed."""
    going = card_art.advance(dt)
    if _phase == _DEALING:
        _reveal()
        if not going:
            _deal(s)
    elif not going:
        _fall(s)


def _leave():
    """The gold cards fly to the pile."""
    global _phase
    _phase = _LEAVING
    tableau.wipe_badge()
    tableau.gold = 0
    tableau.hidden = _gone
    for p in range(15):
        if _pair >> p & 1:
            x = columns.x[p]
            y = columns.rest(p)
            card_art.fly(_was[p], x, y, _pile_x(), panel.y(), tableau.wide, columns.HIGH, _FLY)


def _fall(s):
    """What lay above falls; new cards wait in the stock."""
    global _phase
    _phase = _FALLING
    tableau.invalidate()
    tableau.hidden = 0
    for p in range(15):
        if s[p] and not _holds(_was, s[p]):
            tableau.hidden |= 1 << p
    columns.start(s, _was)
    if not columns.falling:
        _deal(s)


def _deal(s):
    """The next new cards fly from the stock, the lowest row first, from left to right."""
    global _phase
    n = 0
    for i in range(15):
        p = i % 3 * 5 + i // 3
        if tableau.hidden >> p & 1 and n < _FLIGHTS:
            _launch(n, s[p], panel.stock_x(), panel.y(), p, n * _APART)
            n += 1
    _phase = _DEALING if n else _STILL


def _reveal():
    """Places show the cards whose flights are over."""
    for i in range(_FLIGHTS):
        bit = 1 << _goals[i]
        if card_art.arrived >> i & 1 and tableau.hidden & bit:
            tableau.hidden ^= bit
            tableau.stale |= bit


def skip(s):
    """End all motion at once."""
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


def shown(s):
    """The tableau that is to be seen: that before the move, while its cards leave."""
    return _was if _phase == _MARKED or _phase == _LEAVING else s


def leaving():
    """Whether the move's cards have not reached the pile yet."""
    return _phase == _MARKED or _phase == _LEAVING
