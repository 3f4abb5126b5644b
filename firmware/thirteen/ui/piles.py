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
    v.draw_place(s, p, mark, anew)  all of it, or only its top card where that has another mark
    v.lay(s)                all places without a mark, on bare felt: in few calls
"""

from array import array

from micropython import const

from thirteen.ui import art, gfx, places, side, sound, table

_A = const(16)
_B = const(32)
_PREV = const(512)
_NEXT = const(1024)

NONE = const(255)

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
stale = 0  # places that may look another way than they were drawn, a bit each


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
    _doubt()
    places.unlight()
    flags = places.flags
    for i in range(_v.rules.moves(s, _out)):
        p = _v.source(s, _out[i])
        flags[p] |= places.CAN
        if p == _chosen:
            flags[_v.target(s, _out[i])] |= places.TAKES


def _doubt():
    """Any place may look another way now."""
    global stale
    stale = (1 << places.n) - 1


def key(k, s):
    global cursor, _wrong, stale
    _unmark()
    if k == _A:
        return press(s, cursor)
    was = cursor
    if k == _B:
        if _chosen != NONE:
            cursor = _chosen
            _choose(s, NONE)
    elif k & (_PREV | _NEXT):
        cursor = places.step(k, cursor, places.CAN if _chosen == NONE else places.TAKES)
    else:
        cursor = places.go(k, cursor)
    stale |= 1 << was | 1 << cursor
    return -1


def _unmark():
    """No place is the wrong one any more."""
    global _wrong
    if _wrong != NONE:
        _wrong = NONE
        _doubt()


def chosen():
    """Whether a card is chosen."""
    return _chosen != NONE


def press(s, p):
    """Play from or to place p, choose it, or refuse."""
    global cursor
    _unmark()
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
    _doubt()
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
    global hidden, stale
    if table.speed:
        stale |= 1 << b
        hidden = b
        w = places.w[b]
        table.fly(c, places.x[a], a_y, places.x[b], b_y, w, w + _TALLER, _FLY)


def tick(s, dt):
    global _anger, hidden
    if _wrong != NONE:
        _anger -= dt
        if _anger <= 0:
            _unmark()
    if table.flying():
        table.land()
        draw(s, False)
        if not table.rise(dt):
            _landed()
        return True
    if hidden != NONE:
        _landed()
    if _wrong != NONE:
        draw(s, False)
        return True
    return False


def skip(s):
    """End all motion at once."""
    table.land()
    table.stop()
    _landed()


def _landed():
    global hidden, stale
    if hidden != NONE:
        stale |= 1 << hidden
        hidden = NONE


def doubt(p):
    """Place p may look another way now."""
    global stale
    stale |= 1 << p


def playable(s):
    """Light up every place that some move leads from."""
    _choose(s, NONE)
    _doubt()
    for i in range(places.n):
        if places.flags[i] & places.CAN:
            places.flags[i] |= places.HINT


def hint(s, m):
    """Point at a move."""
    global cursor
    _choose(s, NONE)
    if m >= 0:
        _doubt()
        cursor = _v.source(s, m)
        places.flags[cursor] |= places.HINT
        places.flags[_v.target(s, m)] |= places.HINT


def draw(s, full):
    """Draw the places that look another way than they were drawn."""
    global stale
    if full:
        if table.flying():
            skip(s)
        gfx.clear()
        _v.lay(s)
    old = stale
    stale = 0
    todo = (1 << places.n) - 1 if full else old
    flags = places.flags
    seen = places.seen
    p = -1
    while todo:
        p += 1
        here = todo & 1
        todo >>= 1
        if not here:
            continue
        was = look = seen[p]
        if old >> p & 1:
            mark = 0
            if p == cursor:
                mark = table.CURSOR
            if p == _wrong:
                mark |= table.WRONG
            if p == _chosen:
                mark |= table.CHOSEN
            elif flags[p] & (places.TAKES | places.HINT):
                mark |= table.LIT
            look = _v.look(s, p) << 6 | mark
            seen[p] = look
        if full:
            if look & 63:
                _v.draw_place(s, p, look & 63, False)
            continue
        if look == was:
            continue
        x = places.x[p]
        w = places.w[p]
        if was >= 0 and was >> 6 == look >> 6 and p != hidden:
            _v.draw_place(s, p, mark, False)
            gfx.dirty(x, _v.card_y(s, p), w, w + _TALLER)
            continue
        gfx.wipe(x, places.y[p], w, places.h[p])
        _v.draw_place(s, p, mark, True)


def card_or_slot(c, p, mark):
    """Card c, or an empty place where c is 0, at place p."""
    if c:
        table.card(c, places.x[p], places.y[p], places.w[p], places.h[p], mark)
    else:
        table.slot(places.x[p], places.y[p], places.w[p], places.h[p], mark)


def words(x, y, w, text, ink):
    """A line of text on the felt, in the middle of a width."""
    gfx.wipe(x, y, w, art.SMALL[0])
    gfx.centre(art.SMALL, text, x, y, w, ink)
