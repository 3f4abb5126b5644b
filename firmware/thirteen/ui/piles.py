"""Layer 3. How one plays with piles: choose a card, then the place where it goes.

For games whose every move leads from one place to another. A press plays at once where only one
move leads from a place, or none from it and some to it; else it chooses the card, and the places
that take it light up. The view `v` says of its game:

    v.rules                 with `moves`, `source(s, m)` the card that m moves
    v.source(s, m)          the place that move m leads from, and
    v.target(s, m)          the one it leads to
    v.value(s, m)           how good a guess m is, 0 to 255: the cursor goes to its target
    v.why(s, p)             why place p takes and gives nothing now
    v.standing(s)           what is to be said while nothing else is
    v.card_x(s, p)          where the top card of place p lies, and
    v.card_y(s, p)
    v.look(s, p)            what place p shows, as one small number
    v.draw_place(s, p, mark, anew)  all of it, or only its top card where only its mark changed
    v.draw_all(s)           all places without a mark, on bare felt: in few calls
    v.undone(s, m, was)     move m was taken back; `changed` came before
    v.draw(s, full)         the whole table, which comes here for its places
"""

from array import array

from micropython import const

from thirteen.ui import art, canvas, card_art, slots, sound, status_panel

_A = const(16)
_B = const(32)
_PREV = const(512)
_NEXT = const(1024)

NONE = const(255)

_FLY = const(200)  # ms at normal speed
_ENTER = const(140)  # of a card of a new deal
_APART = const(30)  # from one of them to the next
_SHAKE = const(400)  # ms that a refusal shows
_FLIGHTS = const(4)
_NOWHERE = const(29)  # where a flight ends that hides nothing

cursor = 0

_out = array("H", bytes(2 * 64))
_v = None
_chosen = NONE
_wrong = NONE
_anger = 0  # ms for which place _wrong shows on
_hidden = 0  # places whose top card is still in the air, a bit each
_waiting = 0  # of them, those whose flight has not begun
_entering = False  # a new deal comes in with the next full picture
_from = array("h", (0, 0))  # where they come from
_goals = bytearray(_FLIGHTS)  # of each flight the place where it ends
stale = 0  # places that may look another way than they were drawn, a bit each


def open(view, s, at):
    """A game begins with the cursor at place `at`; the places are there."""
    global _v, cursor
    _v = view
    cursor = at
    changed(s)


def changed(s):
    """The state is another one: forget what was chosen in the last."""
    global _chosen, _wrong, _hidden, _waiting, _entering
    _chosen = _wrong = NONE
    _hidden = _waiting = 0
    _entering = False
    _light(s)
    _say(s)


def _light(s):
    """Find the places that some move leads from, and those that take the chosen card."""
    invalidate()
    slots.unlight()
    flags = slots.flags
    for i in range(_v.rules.moves(s, _out)):
        p = _v.source(s, _out[i])
        flags[p] |= slots.CAN
        if p == _chosen:
            flags[_v.target(s, _out[i])] |= slots.TAKES


def invalidate():
    """Any place may look another way now."""
    global stale
    stale = (1 << slots.n) - 1


def doubt(p):
    """Place p may look another way now."""
    global stale
    stale |= 1 << p


def chosen():
    """Whether a card is chosen."""
    return _chosen != NONE


def hides(p):
    """Whether the top card of place p is still in the air."""
    return _hidden >> p & 1


def key(k, s):
    """What a key does; the move that it makes, or -1."""
    global cursor, stale
    skip(s)
    _unmark()
    if k == _A:
        return press(s, cursor)
    was = cursor
    if k == _B:
        if _chosen != NONE:
            cursor = _chosen
            _choose(s, NONE)
    elif k & (_PREV | _NEXT):
        cursor = slots.step(k, cursor, slots.CAN if _chosen == NONE else slots.TAKES)
    else:
        cursor = slots.go(k, cursor)
    stale |= 1 << was | 1 << cursor
    _say(s)
    return -1


def _say(s):
    """What the note says while there is nothing new to say."""
    status_panel.note(_v.standing(s) if _chosen == NONE else "Choose where it goes")


def _unmark():
    """No place is the wrong one any more."""
    global _wrong
    if _wrong != NONE:
        doubt(_wrong)
        _wrong = NONE


def press(s, p):
    """Play from or to place p, choose it, or refuse."""
    global cursor
    _unmark()
    v = _v
    if p == _chosen:
        _choose(s, NONE)
        _say(s)
        return -1
    from_it = 0
    best = leads = to_it = -1
    for i in range(v.rules.moves(s, _out) - 1, -1, -1):
        m = _out[i]
        a = v.source(s, m)
        if a == p:
            from_it += 1
            value = v.value(s, m)
            if value >= best:
                best = value
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
        _say(s)
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
    """Show that place p is the wrong one, and say why."""
    global _wrong, _anger
    doubt(p)
    _wrong = p
    _anger = _SHAKE
    status_panel.note(why)
    sound.refuse()


def playable(s):
    """Light up every place that some move leads from."""
    skip(s)
    _choose(s, NONE)
    for i in range(slots.n):
        if slots.flags[i] & slots.CAN:
            slots.flags[i] |= slots.HINT


def hint(s, m):
    """Point at a move."""
    global cursor
    skip(s)
    _choose(s, NONE)
    if m >= 0:
        cursor = _v.source(s, m)
        slots.flags[cursor] |= slots.HINT
        slots.flags[_v.target(s, m)] |= slots.HINT


# Motion


def moved(s, m, was):
    """Move m was made: its card flies, the cursor is back where the card came from."""
    global cursor
    if _chosen != NONE:
        cursor = _chosen
    changed(s)
    c = _v.rules.source(was, m)
    if c:
        a = _v.source(was, m)
        fly(s, c, _v.card_x(was, a), _v.card_y(was, a), _v.target(was, m))


def undone(s, m, was):
    """Move m, made in s, was taken back, and had led to `was`: its card flies back."""
    global cursor
    c = _v.rules.source(s, m)
    if c:
        b = _v.target(s, m)
        cursor = _v.source(s, m)
        fly(s, c, _v.card_x(was, b), _v.card_y(was, b), cursor)


def enter(s, x, y, first, n):
    """A new deal: backs will fly from x, y to n places from `first` on."""
    global _hidden, _waiting, _entering
    skip(s)
    if card_art.speed:
        _hidden = _waiting = (1 << n) - 1 << first
        _entering = True
        _from[0] = x
        _from[1] = y
        _enter_some(s)


def _enter_some(s):
    """Begin as many flights as there can be at once."""
    global _waiting
    i = 0
    for p in range(slots.n):
        if _waiting >> p & 1 and i < _FLIGHTS:
            fly(s, 128, _from[0], _from[1], p, _APART * i, True, _ENTER)
            _waiting ^= 1 << p
            i += 1


def fly(s, c, x, y, p, delay=0, hides=True, ms=_FLY):
    """Let card c fly from x, y to place p, which shows it, where it `hides`, only then."""
    global _hidden
    w = slots.card_w[p]
    h = slots.card_h[p]
    at = card_art.fly(c, x, y, _v.card_x(s, p), _v.card_y(s, p), w, h, ms, delay)
    if at < 0:
        return
    _goals[at] = _NOWHERE
    if hides:
        _goals[at] = p
        _hidden |= 1 << p
        doubt(p)


def tick(s, dt):
    """dt ms pass; True while something moves, or shows for a while, and was drawn."""
    global _anger
    if _wrong != NONE:
        _anger -= dt
        if _anger <= 0:
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
        return True
    return False


def _land():
    """Places show the cards whose flights are over."""
    global _hidden, stale
    still = _waiting
    for i in range(card_art.flying()):
        if not card_art.arrived >> i & 1:
            still |= 1 << _goals[i]
    stale |= _hidden & ~still
    _hidden &= still


def skip(s):
    """End all motion at once."""
    global _waiting, _entering
    if card_art.flying():
        card_art.land()
        card_art.stop()
    _waiting = 0
    _entering = False
    _land()


# Drawing


def draw(s, full):
    """Draw the places that look another way than they were drawn, or the whole table."""
    if full:
        _draw_all(s)
    else:
        _draw_changed(s)


def _look(s, p):
    """How place p is to look, its mark in the lowest six bits."""
    mark = 0
    if p == cursor:
        mark = card_art.CURSOR
    if p == _wrong:
        mark |= card_art.WRONG
    if p == _chosen:
        mark |= card_art.CHOSEN
    elif slots.flags[p] & (slots.TAKES | slots.HINT):
        mark |= card_art.LIT
    return _v.look(s, p) << 6 | mark


def _draw_all(s):
    """Everything, from the state alone: nothing that was drawn or found before is trusted."""
    global stale, _entering
    if not _entering:
        skip(s)
    _entering = False
    canvas.clear()
    _v.draw_all(s)
    stale = 0
    for p in range(slots.n):
        look = slots.seen[p] = _look(s, p)
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
        look = _look(s, p)
        if look == was:
            continue
        seen[p] = look
        if was >= 0 and was >> 6 == look >> 6 and not hides(p):
            _v.draw_place(s, p, look & 63, False)
            canvas.dirty(_v.card_x(s, p), _v.card_y(s, p), slots.card_w[p], slots.card_h[p])
            continue
        canvas.wipe(slots.x[p], slots.y[p], slots.w[p], slots.h[p])
        _v.draw_place(s, p, look & 63, True)


def card_or_slot(c, p, mark):
    """Card c, or an empty place where c is 0, at place p."""
    if c:
        card_art.card(c, slots.x[p], slots.y[p], slots.card_w[p], slots.card_h[p], mark)
    else:
        card_art.slot(slots.x[p], slots.y[p], slots.card_w[p], slots.card_h[p], mark)


def words(x, y, w, text, ink):
    """A line of text on the felt, in the middle of a width."""
    canvas.wipe(x, y, w, art.SMALL[0])
    canvas.centre(art.SMALL, text, x, y, w, ink)
