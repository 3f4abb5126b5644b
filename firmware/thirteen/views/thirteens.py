"""Floor 3. Thirteens on the glass: the tableau left, stock and score to the right.

Cards fall and fill as rule T5 has it; the two that go fly to the score.
"""

from array import array

from micropython import const

import hal
from thirteen.rules import thirteens as rules
from thirteen.ui import columns, gfx, side, sound, table

_UP = const(1)
_DOWN = const(2)
_LEFT = const(4)
_RIGHT = const(8)
_A = const(16)
_B = const(32)
_PREV = const(512)
_NEXT = const(1024)

_BRING = const(256)
_NOWHERE = const(15)
_ALL = const(0x7FFF)  # places
_UNKNOWN = const(0xFFFF)
_FLY = const(260)  # ms at normal speed
_SHAKE = const(400)  # ms that a refusal shows

_wide = 46  # a card's width
_pitch = 49
_left = 4

_out = array("H", bytes(2 * rules.MOVES))
_seen = array("H", bytes(30))  # what was drawn in each place
_partner = bytearray(15)  # 1: of some legal move; 2: takes the chosen card; 4: of the hint

_cursor = 0
_chosen = _NOWHERE
_wrong = _NOWHERE
_anger = 0  # ms left of a refusal
_hidden = _NOWHERE  # where a card will land that is still in the air
_stale = 0  # places that may look another way than they were drawn, a bit each


def open(s):
    global _wide, _pitch, _left, _cursor
    if hal.W > 300:
        _wide = 58
        _pitch = 62
        _left = 6
    side.open(_left + 3 * _pitch + 2)
    table.room(2, _wide, columns.HIGH)
    columns.open(_left, _pitch, _wide)
    _cursor = 7
    _still(s)


def _still(s):
    """No choice, no hint, nothing in the air."""
    global _chosen, _wrong, _hidden
    _chosen = _wrong = _hidden = _NOWHERE
    columns.still()
    _light(s)


def _light(s):
    """Find the places that some move concerns, and those that take the chosen card."""
    global _stale
    _stale = _ALL
    for p in range(15):
        _partner[p] = 0
    n = rules.moves(s, _out)
    for i in range(n):
        m = _out[i]
        if m & _BRING:
            p = (m >> 2 & 3) * 5
            p += rules.height(s, p) - 1
            q = (m & 3) * 5
        else:
            p = m >> 4
            q = m & 15
        _partner[p] |= 1
        if m < _BRING:
            _partner[q] |= 1
        if p == _chosen:
            _partner[q] |= 2
        elif q == _chosen:
            _partner[p] |= 2


def key(k, s):
    global _cursor, _chosen, _wrong, _stale
    if _wrong != _NOWHERE:
        _stale = _ALL
        _wrong = _NOWHERE
    _stale |= 1 << _cursor
    if k == _A:
        return _press(s, _cursor)
    if k == _B:
        _chosen = _NOWHERE
        _light(s)
    elif k & (_PREV | _NEXT):
        _step(1 if k == _NEXT else 14)
    elif k == _UP:
        _cursor = _cursor // 5 * 5 + (_cursor + 1) % 5
    elif k == _DOWN:
        _cursor = _cursor // 5 * 5 + (_cursor % 5 + 4) % 5
    elif k == _LEFT:
        _cursor = (_cursor + 10) % 15
    elif k == _RIGHT:
        _cursor = (_cursor + 5) % 15
    _stale |= 1 << _cursor
    return -1


def _step(way):
    """To the next place that can be chosen now, for boards without a pad."""
    global _cursor
    want = 1 if _chosen == _NOWHERE else 2
    for _ in range(15):
        _cursor = (_cursor + way) % 15
        if _partner[_cursor] & want or _cursor == _chosen:
            return


def _press(s, p):
    global _chosen
    c = _chosen
    if not s[p]:
        if c != _NOWHERE and _partner[p] & 2:
            return _BRING | c // 5 << 2 | p // 5
        if c != _NOWHERE:
            _refuse(p, "There is no card")
        return -1
    if s[p] & 15 == 13:
        return p << 4 | p
    if c == _NOWHERE:
        _chosen = p
        _light(s)
        side.note("")
    elif c == p:
        _chosen = _NOWHERE
        _light(s)
    elif _partner[p] & 2:
        return min(p, c) << 4 | max(p, c)
    else:
        a = s[c] & 15
        b = s[p] & 15
        _refuse(p, "They do not touch" if a + b == 13 else "%d and %d make %d" % (a, b, a + b))
    return -1


def _refuse(p, why):
    global _wrong, _anger, _stale
    _stale = _ALL
    _wrong = p
    _anger = _SHAKE
    side.note(why)
    sound.refuse()


def moved(s, m, was):
    global _cursor, _hidden
    _still(s)
    side.note("")
    if table.speed:
        if m & _BRING:
            a = (m >> 2 & 3) * 5
            p = a + rules.height(was, a) - 1
            _hidden = (m & 3) * 5
            _launch(was[p], p, columns.x[_hidden], columns.rest(_hidden))
        else:
            columns.start(s, was)
            _launch(was[m >> 4], m >> 4, side.x + 12, 150)
            if m >> 4 != m & 15:
                _launch(was[m & 15], m & 15, side.x + 20, 150)
    while not s[_cursor] and _cursor % 5:
        _cursor -= 1


def _launch(c, p, x, y):
    table.fly(c, columns.x[p], columns.rest(p), x, y, _wide, columns.HIGH, _FLY)


def tick(s, dt):
    """Let time pass; True while something moves, or shows for a while, and is drawn then.

    A frame moves a part of a falling column, or the cards in flight; what moves takes turns.
    """
    global _anger, _wrong, _stale
    if _wrong != _NOWHERE:
        _anger -= dt
        if _anger <= 0:
            _wrong = _NOWHERE
            _stale = _ALL
    flying = table.flying()
    if not columns.falling and not flying:
        if _wrong == _NOWHERE:
            return False
        draw(s, False)
        return True
    part = columns.step(dt, flying)
    still = part != columns.FLIGHT
    lifted = flying and (_stale or not still or table.over(columns.x[part // 2 * 5], _wide))
    if lifted:
        table.land()
    if still:
        _stale |= columns.drop(s, part, _seen)
    if _stale or side.late:
        draw(s, False)
    if lifted:
        if not table.rise(dt, still):
            _land()
    elif flying:
        table.wait(dt)
    return True


def _land():
    """No card is in the air any more."""
    global _hidden, _stale
    if _hidden != _NOWHERE:
        _stale |= 1 << _hidden
        _hidden = _NOWHERE


def skip(s):
    """End all motion at once."""
    global _stale
    table.land()
    table.stop()
    _stale |= columns.end(s, _seen)
    _land()


def playable(s):
    """Light up every card that some move concerns."""
    global _chosen
    _chosen = _NOWHERE
    _light(s)
    for p in range(15):
        if _partner[p] & 1:
            _partner[p] |= 4


def hint(s, m):
    """Point at a move."""
    global _cursor, _chosen
    _chosen = _NOWHERE
    _light(s)
    if m < 0:
        return
    if m & _BRING:
        p = (m >> 2 & 3) * 5
        p += rules.height(s, p) - 1
        q = (m & 3) * 5
    else:
        p = m >> 4
        q = m & 15
    _partner[p] |= 4
    _partner[q] |= 4
    _cursor = p


def changed(s):
    """The state is another one, by undo or redo: forget what was chosen in it."""
    _still(s)


def draw(s, full):
    if full:
        if columns.falling or table.flying():
            skip(s)
        gfx.clear()
        table.faces(s, 0, 15, columns.x, columns.y, _wide, columns.HIGH)
        other = 1 << _cursor | 1 << _chosen | 1 << _wrong  # what is no plain card
        for p in range(15):
            _seen[p] = s[p]
            if _partner[p] > 1:
                other |= 1 << p
        for p in range(0, 15, 5):
            if not s[p]:
                _seen[p] = _UNKNOWN
                other |= 1 << p
        _draw_places(s, other & _ALL)
    elif _stale:
        _draw_places(s, _stale)
    side.stock(rules.stock(s))
    side.part("gone", 52 - rules.left(s), 52)
    side.draw(full)


def _draw_places(s, stale):
    """Those that look another way than they were drawn, but for the cards that fall."""
    global _stale
    _stale = 0
    p = -1
    while stale:
        p += 1
        here = stale & 1
        stale >>= 1
        if not here:
            continue
        mark = 0
        if p == _cursor:
            mark = table.CURSOR
        if p == _wrong or p == _chosen and _wrong != _NOWHERE:
            mark |= table.WRONG
        if p == _chosen:
            mark |= table.CHOSEN
        elif _partner[p] & 6:
            mark |= table.LIT
        c = s[p] if p != _hidden else 0
        look = c | mark << 8
        if look == _seen[p]:
            continue
        y = columns.rest(p)
        if columns.y[p] != y:
            continue  # it will be stale again when it has come down
        _seen[p] = look
        x = columns.x[p]
        gfx.wipe(x, y, _wide, columns.HIGH)
        if c:
            table.card(c, x, y, _wide, columns.HIGH, mark)
        elif p % 5 == 0 or mark & table.CURSOR:
            table.slot(x, y, _wide, columns.HIGH, mark)
