"""Floor 3. Thirteens on the glass: the tableau left, stock and score to the right.

Cards fall and fill as rule T5 has it; the two that go fly to the score.
"""

from array import array

from micropython import const

import hal
from hal import fb
from thirteen.rules import thirteens as rules
from thirteen.ui import gfx, side, sound, table

_UP = const(1)
_DOWN = const(2)
_LEFT = const(4)
_RIGHT = const(8)
_A = const(16)
_B = const(32)
_PREV = const(512)
_NEXT = const(1024)

_FELT = const(1)
_BRING = const(256)
_PITCH_Y = const(47)
_BASE = const(191)  # the lowest row
_CARD_H = const(45)
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
_x = array("h", bytes(30))  # where each place is
_y = array("h", bytes(30))  # and its card, above it while that falls
_fell = array("h", bytes(6))  # how far each column has fallen that falls, -1 of one at rest
_partner = bytearray(15)  # 1: of some legal move; 2: takes the chosen card; 4: of the hint

_cursor = 0
_chosen = _NOWHERE
_wrong = _NOWHERE
_anger = 0  # ms left of a refusal
_speed = 0  # of the fall, in 1/256 pixel a ms
_depth = 0  # how far cards would have fallen by now
_falling = 0  # columns
_turn = 0  # what moves in the next frame: a column, or 3 the cards in flight
_hidden = _NOWHERE  # where a card will land that is still in the air
_stale = 0  # places that may look another way than they were drawn, a bit each


def open(s):
    global _wide, _pitch, _left, _cursor
    if hal.W > 300:
        _wide = 58
        _pitch = 62
        _left = 6
    side.open(_left + 3 * _pitch + 2)
    table.room(2, _wide, _CARD_H)
    for p in range(15):
        _x[p] = _left + p // 5 * _pitch
    _cursor = 7
    _still(s)


def _still(s):
    """No choice, no hint, nothing in the air."""
    global _chosen, _wrong, _falling, _hidden
    _chosen = _wrong = _hidden = _NOWHERE
    _falling = 0
    for p in range(15):
        _y[p] = _rest(p)
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
    global _cursor, _falling, _speed, _depth, _hidden
    _still(s)
    side.note("")
    if table.speed:
        if m & _BRING:
            a = (m >> 2 & 3) * 5
            p = a + rules.height(was, a) - 1
            _hidden = (m & 3) * 5
            _launch(was[p], p, _x[_hidden], _rest(_hidden))
        else:
            _falling = _fall(s, was)
            _speed = _depth = 0
            _launch(was[m >> 4], m >> 4, side.x + 12, 150)
            if m >> 4 != m & 15:
                _launch(was[m & 15], m & 15, side.x + 20, 150)
    while not s[_cursor] and _cursor % 5:
        _cursor -= 1


def _launch(c, p, x, y):
    table.fly(c, _x[p], _rest(p), x, y, _wide, _CARD_H, _FLY)


def _fall(s, was):
    """Set each card of s where it was or where it comes from; how many columns will fall."""
    some = 0
    for i in range(3):
        a = i * 5
        row = 0  # the lowest row of the column as it was that is not yet accounted for
        new = 0
        _fell[i] = -1
        for p in range(a, a + 5):
            if not s[p]:
                continue
            r = row
            while r < 5 and was[a + r] != s[p]:
                r += 1
            if r < 5:
                row = r + 1
            else:
                r = 5 + new
                new += 1
            _y[p] = _BASE - r * _PITCH_Y
            if r + a > p:
                _fell[i] = 0
        some += _fell[i] == 0
        for p in range(a, a + 5):
            if was[p] and not _stays(s, a, was[p]):
                fb.fill_rect(_x[p], _rest(p), _wide, _CARD_H, _FELT)
                gfx.dirty(_x[p], _rest(p), _wide, _CARD_H)
    return some


def _stays(s, a, c):
    for p in range(a, a + 5):
        if s[p] == c:
            return True
    return False


def tick(s, dt):
    """Let time pass; True while something moves, or shows for a while, and is drawn then.

    A frame moves one falling column, or the cards in flight; what moves takes turns.
    """
    global _anger, _wrong, _speed, _depth, _turn, _stale
    if _wrong != _NOWHERE:
        _anger -= dt
        if _anger <= 0:
            _wrong = _NOWHERE
            _stale = _ALL
    flying = table.flying()
    if not _falling and not flying:
        if _wrong == _NOWHERE:
            return False
        draw(s, False)
        return True
    if _falling:
        _speed += dt * (4 - table.speed)
        _depth += max(_speed * dt >> 9, 1)
        i = _turn
        while True:
            i = i + 1 & 3
            if flying if i == 3 else _fell[i] >= 0:
                break
        _turn = i
    else:
        _turn = 3
    still = _turn != 3
    table.land(still)
    if still:
        _drop(s, _turn)
    draw(s, False)
    if flying and not table.rise(dt, still):
        _land()
    return True


def _land():
    """No card is in the air any more."""
    global _hidden, _stale
    if _hidden != _NOWHERE:
        _stale |= 1 << _hidden
        _hidden = _NOWHERE


def skip(s):
    """End all motion at once."""
    global _depth
    table.land()
    table.stop()
    if _falling:
        _depth = 999
        for i in range(3):
            if _fell[i] >= 0:
                _drop(s, i)
    _land()


def _drop(s, i):
    """Column i falls as far as it has come by now: drawn as one piece, from the highest card."""
    global _falling, _stale
    d = _depth - _fell[i]
    ys = _y
    a = i * 5
    first = -1  # of the cards that fall: the lowest
    top = low = 0
    y = _BASE  # of a card at rest
    done = True
    for p in range(a, a + 5):
        if not s[p]:
            break
        was = ys[p]
        if was != y:
            if first < 0:
                first = p
                low = y if was + d > y else was + d
            top = was
            if was + d < y:
                ys[p] = was + d
                done = False
            else:
                ys[p] = y
                if p == _cursor or _partner[p] & 6:
                    _stale |= 1 << p
            _seen[p] = s[p]
            n = p + 1 - first
        y -= _PITCH_Y
    if done:
        _fell[i] = -1
        _falling -= 1
    else:
        _fell[i] = _depth
    if first >= 0:
        x = _x[a]
        top = max(top, 0)
        low += _CARD_H
        fb.fill_rect(x, top, _wide, low - top, _FELT)
        table.faces(s, first, n, _x, ys, _wide, _CARD_H)
        gfx.dirty(x, top, _wide, low - top)


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
        skip(s)
        gfx.clear()
        table.faces(s, 0, 15, _x, _y, _wide, _CARD_H)
        for p in range(15):
            _seen[p] = s[p]
            if not s[p] and not p % 5:
                _seen[p] = _UNKNOWN
        _draw_places(s, _ALL)
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
        y = _rest(p)
        if _y[p] != y:
            _stale |= 1 << p  # when it has come down
            continue
        _seen[p] = look
        x = _x[p]
        fb.fill_rect(x, y, _wide, _CARD_H, _FELT)
        gfx.dirty(x, y, _wide, _CARD_H)
        if c:
            table.card(c, x, y, _wide, _CARD_H, mark)
        elif p % 5 == 0 or mark & table.CURSOR:
            table.slot(x, y, _wide, _CARD_H, mark)


def _rest(p):
    return _BASE - p % 5 * _PITCH_Y
