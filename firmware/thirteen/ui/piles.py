"""Layer 3. Playing with piles: choose a card, then its destination.

For games in which every move leads from one place to another, or takes the cards of both. Pressing
A on a place plays at once if only one move leads from it, or none from it but one to it; otherwise
it selects the card, and the places that take it are highlighted. Views: protocols.PilesView.
"""

from array import array

from micropython import const

from thirteen.ui import art, canvas, card_art, keys, slots, sound, status_panel

NONE = const(255)

_FLY = const(200)  # ms at normal speed
_ENTER = const(140)  # the same for a card of a new deal
_APART = const(30)  # ms between the starts of two such cards
_FLIGHTS = const(4)
_NOWHERE = const(29)  # the goal of a flight that hides nothing

cursor = 0

_out = array("H", bytes(2 * 64))
_v = None
_chosen = NONE
_ask = ""  # the note while a card is selected
_wrong = NONE
_refused_for = 0  # ms for which place _wrong is still marked
_hidden = 0  # places whose top card is still in the air, a bit each
_waiting = 0  # those of them whose flight has not started
_entering = False  # the next full redraw starts the animation of a new deal
_from = array("h", (0, 0))  # where the cards of a new deal come from
_goals = bytearray(_FLIGHTS)  # the place where each flight ends
stale = 0  # places that may need redrawing, a bit each


def open(view, s, at):
    """Start a game with the cursor at place `at`; the places are already set up."""
    global _v, cursor
    _v = view
    cursor = at
    changed(s)


def changed(s):
    """The state was replaced: clear the selection and the animation."""
    global _chosen, _wrong, _hidden, _waiting, _entering
    _chosen = _wrong = NONE
    _hidden = _waiting = 0
    _entering = False
    _light(s)
    _show_note(s)


def _light(s):
    """Flag the places that some move leads from, and those that take the selected card."""
    invalidate()
    slots.unlight()
    flags = slots.flags
    for i in range(_v.rules.moves(s, _out)):
        m = _out[i]
        p = _v.source(s, m)
        q = _v.target(s, m)
        flags[p] |= slots.CAN
        if p == _chosen:
            flags[q] |= slots.TAKES
        if _v.pairs(m):
            flags[q] |= slots.CAN
            if q == _chosen:
                flags[p] |= slots.TAKES


def pairs(m):
    """Views of games whose moves take one card import this as their own."""
    return False


def invalidate():
    """Mark every place stale."""
    global stale
    stale = (1 << slots.n) - 1


def invalidate_place(p):
    """Mark place p stale."""
    global stale
    stale |= 1 << p


def chosen():
    """Whether a card is selected."""
    return _chosen != NONE


def hides(p):
    """Whether the top card of place p is still in flight."""
    return _hidden >> p & 1


def key(k, s):
    """Handle a key; returns the move it makes, or -1."""
    global cursor, stale
    skip(s)
    _unmark()
    if k == keys.A:
        return press(s, cursor)
    was = cursor
    if k == keys.B:
        if _chosen != NONE:
            cursor = _chosen
            _choose(s, NONE)
    elif k & (keys.PREV | keys.NEXT):
        cursor = slots.step(k, cursor, slots.CAN if _chosen == NONE else slots.TAKES)
    else:
        cursor = slots.go(k, cursor)
    stale |= 1 << was | 1 << cursor
    _show_note(s)
    return -1


def _show_note(s):
    """Show the default note."""
    status_panel.note(_v.standing(s) if _chosen == NONE else _ask)


def _unmark():
    """Remove the mark of a refusal."""
    global _wrong
    if _wrong != NONE:
        invalidate_place(_wrong)
        _wrong = NONE


def press(s, p):
    """Play from or to place p, select it, or refuse."""
    global cursor, _ask
    _unmark()
    v = _v
    if p == _chosen:
        _choose(s, NONE)
        _show_note(s)
        return -1
    from_it = 0
    best = leads = to_it = -1
    for i in range(v.rules.moves(s, _out) - 1, -1, -1):
        m = _out[i]
        a = v.source(s, m)
        b = v.target(s, m)
        if (b == _chosen or b == p and a != _chosen) and v.pairs(m):
            a, b = b, a
        if a == p:
            from_it += 1
            value = v.value(s, m)
            if value >= best:
                best = value
                leads = m
        if b == p and (_chosen == NONE or a == _chosen):
            to_it = m
    if _chosen != NONE and to_it >= 0:
        return to_it
    if from_it == 1:
        return leads
    if from_it:
        _choose(s, p)
        sound.choose()
        cursor = v.source(s, leads) + v.target(s, leads) - p  # the other place
        _ask = "Choose the other card" if v.pairs(leads) else "Choose where it goes"
        _show_note(s)
        return -1
    if to_it >= 0:
        return to_it
    refuse(p, v.why(s, p))
    return -1


def _choose(s, p):
    global _chosen
    _chosen = p
    _light(s)


def refuse(p, why):
    """Mark place p as refused, and note why."""
    global _wrong, _refused_for
    invalidate_place(p)
    _wrong = p
    _refused_for = slots.REFUSAL
    status_panel.note(why)
    sound.refuse()


def playable(s):
    """Highlight every place that some move leads from."""
    skip(s)
    _choose(s, NONE)
    for i in range(slots.n):
        if slots.flags[i] & slots.CAN:
            slots.flags[i] |= slots.HINT


def hint(s, m):
    """Highlight a move."""
    global cursor
    skip(s)
    _choose(s, NONE)
    if m >= 0:
        cursor = _v.source(s, m)
        slots.flags[cursor] |= slots.HINT
        slots.flags[_v.target(s, m)] |= slots.HINT


# Motion


def moved(s, m, was):
    """Move m was made: its card flies, and the cursor returns to where it came from."""
    global cursor
    if _chosen != NONE:
        cursor = _chosen
    changed(s)
    c = _v.rules.source(was, m)
    if c:
        a = _v.source(was, m)
        fly(s, c, _v.card_x(was, a), _v.card_y(was, a), _v.target(was, m))


def undone(s, m, was):
    """Move m, which led from s to `was`, was undone: its card flies back."""
    global cursor
    c = _v.rules.source(s, m)
    if c:
        b = _v.target(s, m)
        cursor = _v.source(s, m)
        fly(s, c, _v.card_x(was, b), _v.card_y(was, b), cursor)


def leave_from():
    return [(slots.x[p], slots.y[p]) for p in range(slots.n)]


def enter(s, x, y, first, n):
    """A new deal: card backs will fly from x, y to n places from `first` on."""
    global _hidden, _waiting, _entering
    skip(s)
    if card_art.speed:
        _hidden = _waiting = (1 << n) - 1 << first
        _entering = True
        _from[0] = x
        _from[1] = y
        _enter_some(s)


def _enter_some(s):
    """Start as many flights as can run at once."""
    global _waiting
    i = 0
    for p in range(slots.n):
        if _waiting >> p & 1 and i < _FLIGHTS:
            fly(s, 128, _from[0], _from[1], p, _APART * i, True, _ENTER)
            _waiting ^= 1 << p
            i += 1


def fly(s, c, x, y, p, delay=0, hides=True, ms=_FLY):
    """Start a flight of card c from x, y to place p, whose top card it may hide until then."""
    global _hidden
    w = slots.card_w[p]
    h = slots.card_h[p]
    at = card_art.fly(c, x, y, _v.card_x(s, p), _v.card_y(s, p), w, h, ms, delay)
    if at >= 0:
        _goals[at] = p if hides else _NOWHERE
        if hides:
            _hidden |= 1 << p
            invalidate_place(p)


def tick(s, dt):
    """dt ms pass; True while something is animated, after drawing it."""
    global _refused_for
    if _wrong != NONE:
        _refused_for -= dt
        if _refused_for <= 0:
            _unmark()
    if card_art.flying():
        card_art.land()
        if not card_art.advance(dt) and _waiting:
            _enter_some(s)
        _land()
        _v.draw(s, False)
        card_art.rise()
        return True
    if _wrong != NONE:
        _v.draw(s, False)
    return _wrong != NONE


def _land():
    """Reveal the cards whose flights have finished."""
    global _hidden, stale
    still = _waiting
    for i in range(card_art.flying()):
        if not card_art.arrived >> i & 1:
            still |= 1 << _goals[i]
    if _hidden & ~still:
        sound.land()
    stale |= _hidden & ~still
    _hidden &= still


def skip(s):
    """Cancel all animation."""
    global _waiting, _entering, _hidden, stale
    if card_art.flying():
        card_art.land()
        card_art.stop()
    _waiting = 0
    _entering = False
    stale |= _hidden
    _hidden = 0


# Drawing


def draw(s, full):
    """Redraw the places that have changed, or the whole table."""
    if full:
        _draw_all(s)
    else:
        _draw_changed(s)


def mark(p):
    """The marks of place p, six bits; a view needs those of the cards that it draws again."""
    marks = card_art.CURSOR if p == cursor else 0
    if p == _wrong:
        marks |= card_art.WRONG
    if p == _chosen:
        marks |= card_art.CHOSEN
    elif slots.flags[p] & (slots.TAKES | slots.HINT):
        marks |= card_art.LIT
    return marks


def _draw_all(s):
    """Draw everything from the state alone, ignoring what was cached."""
    global stale, _entering
    if not _entering:
        skip(s)
    _entering = False
    canvas.clear()
    _v.draw_all(s)
    stale = 0
    for p in range(slots.n):
        look = _v.look(s, p) << 6
        if p == cursor or p == _wrong or p == _chosen or slots.flags[p] > slots.CAN:
            look |= mark(p)  # few places have one
        slots.seen[p] = look
        if look & 63:
            _v.draw_place(s, p, look & 63, False)


def _draw_changed(s):
    global stale
    todo = stale
    stale = 0
    seen = slots.seen
    p = -1
    while todo:
        p += 1
        here = todo & 1
        todo >>= 1
        if not here:
            continue
        was = seen[p]
        look = _v.look(s, p) << 6 | mark(p)
        if look == was:
            continue
        seen[p] = look
        if was >= 0 and was >> 6 == look >> 6 and not hides(p):
            _v.draw_place(s, p, look & 63, False)
            canvas.dirty(_v.card_x(s, p), _v.card_y(s, p), slots.card_w[p], slots.card_h[p])
        else:
            canvas.wipe(slots.x[p], slots.y[p], slots.w[p], slots.h[p])
            _v.draw_place(s, p, look & 63, True)


def card_or_slot(c, p, mark):
    """Draw card c at place p, or an empty place if c is 0."""
    if c:
        card_art.card(c, slots.x[p], slots.y[p], slots.card_w[p], slots.card_h[p], mark)
    else:
        card_art.slot(slots.x[p], slots.y[p], slots.card_w[p], slots.card_h[p], mark)


def words(x, y, w, text, ink):
    """A line of text on the felt, centred in a width."""
    canvas.wipe(x, y, w, art.SMALL[0])
    canvas.centre(art.SMALL, text, x, y, w, ink)
