"""Floor 2. How one plays with piles: a card is chosen, then the place where it goes.

For games whose every move leads from one place to another. A press plays at once where only one
move leads from a place, or none from it and some to it; else it chooses the card, and the places
that take it light up. The view `v` tells of its game:

    v.rules                 with `moves`, `source(s, m)` the card that m moves
    v.source(s, m)          the place that move m leads from, and
    v.target(s, m)          the one it leads to
    v.why(s, p)             why place p takes and gives nothing now
    v.card_y(s, p)          where the top card of place p lies
    v.look(s, p)            what place p shows, as one small number
    v.draw_place(s, p, mark)
"""

from array import array

from micropython import const

from hal import fb
from thirteen.ui import art, gfx, places, side, sound, table

_A = const(16)
_B = const(32)
_PREV = const(512)
_NEXT = const(1024)

NONE = const(255)

_FELT = const(1)
_FLY = const(200)  # ms at normal speed
_TALLER = const(12)  # than wide are the cards of these games, of all sizes
_SHAKE = const(400)  # ms that a refusal shows

hidden = NONE  # where a card will land that is still in the air
cursor = 0

_out = array("H", bytes(2 * 64))
_v = None
_chosen = NONE
_wrong = NONE
_anger = 0


def open(view, s, at):
    """A game begins with the cursor at place `at`; the places are there."""
    global _v, cursor
    _v = view
    cursor = at
    changed(s)


def changed(s):
    """The state is another one: forget what was chosen in the last."""
    global _chosen, _wrong, hidden
    _chosen = _wrong = hidden = NONE
    _light(s)


def _light(s):
    """Find the places that some move leads from, and those that take the chosen card."""
    places.unlight()
    flags = places.flags
    for i in range(_v.rules.moves(s, _out)):
        p = _v.source(s, _out[i])
        flags[p] |= places.CAN
        if p == _chosen:
            flags[_v.target(s, _out[i])] |= places.TAKES


def key(k, s):
    global cursor, _chosen, _wrong
    _wrong = NONE
    if k == _A:
        return press(s, cursor)
    if k == _B:
        if _chosen != NONE:
            cursor = _chosen
            _choose(s, NONE)
    elif k & (_PREV | _NEXT):
        cursor = places.step(k, cursor, places.CAN if _chosen == NONE else places.TAKES)
    else:
        cursor = places.go(k, cursor)
    return -1


def chosen():
    """Whether a card is chosen."""
    return _chosen != NONE


def press(s, p):
    """Play from or to place p, choose it, or refuse."""
    global cursor, _wrong
    _wrong = NONE
    v = _v
    if p == _chosen:
        _choose(s, NONE)
        return -1
    n = v.rules.moves(s, _out)
    from_it = 0
    leads = to_it = -1
    for i in range(n - 1, -1, -1):
        m = _out[i]
        a = v.source(s, m)
        if a == p:
            from_it += 1
            leads = m
        if v.target(s, m) == p and (_chosen == NONE or a == _chosen):
            to_it = m
    if _chosen != NONE and to_it >= 0:
        return to_it
    if from_it == 1:
        return leads
    if from_it:
        _choose(s, p)
        cursor = v.target(s, leads)
        side.note("Choose where it goes")
        return -1
    if to_it >= 0:
        return to_it
    refuse(p, v.why(s, p))
    return -1


def _choose(s, p):
    global _chosen
    _chosen = p
    side.note("")
    _light(s)


def refuse(p, why):
    """Show that place p is the wrong one."""
    global _wrong, _anger
    _wrong = p
    _anger = _SHAKE
    side.note(why)
    sound.refuse()


def moved(s, m, was):
    """Move m was made: its card flies, the cursor is back where the card came from."""
    global cursor
    if _chosen != NONE:
        cursor = _chosen
    changed(s)
    side.note("")
    if _v.rules.source(was, m):
        a = _v.source(was, m)
        b = _v.target(was, m)
        fly(_v.rules.source(was, m), a, _v.card_y(was, a), b, _v.card_y(s, b))


def fly(c, a, a_y, b, b_y):
    """Let card c fly from place a to place b; b shows it when it has landed."""
    global hidden
    if table.speed:
        hidden = b
        w = places.w[b]
        table.fly(c, places.x[a], a_y, places.x[b], b_y, w, w + _TALLER, _FLY)


def tick(s, dt):
    global _anger, _wrong, hidden
    if _wrong != NONE:
        _anger -= dt
        if _anger <= 0:
            _wrong = NONE
    if not table.flying():
        hidden = NONE
        return False
    table.land()
    draw(s, False)
    if not table.rise(dt):
        hidden = NONE
    return True


def skip(s):
    """End all motion at once."""
    global hidden
    table.land()
    table.stop()
    hidden = NONE


def hint(s, m):
    """Point at a move."""
    global cursor
    _choose(s, NONE)
    if m >= 0:
        cursor = _v.source(s, m)
        places.flags[cursor] |= places.HINT
        places.flags[_v.target(s, m)] |= places.HINT


def draw(s, full):
    """Draw the places that look another way than they were drawn."""
    if full:
        skip(s)
        gfx.clear()
        places.forget()
    flags = places.flags
    for p in range(places.n):
        mark = 0
        if p == cursor:
            mark = table.CURSOR
        if p == _wrong:
            mark |= table.WRONG
        if p == _chosen:
            mark |= table.CHOSEN
        elif flags[p] & (places.TAKES | places.HINT):
            mark |= table.LIT
        if places.differs(p, _v.look(s, p) << 6 | mark):
            x = places.x[p]
            y = places.y[p]
            fb.fill_rect(x, y, places.w[p], places.h[p], _FELT)
            _v.draw_place(s, p, mark)
            gfx.dirty(x, y, places.w[p], places.h[p])


def card_or_slot(c, p, mark):
    """Card c, or an empty place where c is 0, at place p."""
    if c:
        table.card(c, places.x[p], places.y[p], places.w[p], places.h[p], mark)
    else:
        table.slot(places.x[p], places.y[p], places.w[p], places.h[p], mark)


def words(x, y, w, text, ink):
    """A line of text on the felt, in the middle of a width."""
    high = art.SMALL[0]
    fb.fill_rect(x, y, w, high, _FELT)
    gfx.centre(art.SMALL, text, x, y, w, ink)
    gfx.dirty(x, y, w, high)
