"""Floor 2. Three columns of five cards that fall: where each card is, one part drawn a frame.

Places 0..4 are the first column from below, 5..9 the second, 10..14 the third. The lower three
cards of a column are a part, the upper two are one: a whole column takes too long to send.
"""

from array import array

from micropython import const

from hal import fb
from thirteen.ui import gfx, table

HIGH = const(45)  # a card
FLIGHT = const(6)  # in place of a part: the cards in flight

_FELT = const(1)
_PITCH = const(47)
_BASE = const(191)  # the lowest row

x = array("h", bytes(30))  # where each place is
y = array("h", bytes(30))  # and its card, above it while that falls
falling = 0  # parts
_fell = array("h", bytes(12))  # how far each part has fallen that falls, -1 of one at rest
_speed = 0  # of the fall, in 1/256 pixel a ms
_depth = 0  # how far cards would have fallen by now
_turn = 0  # what moved in the last frame: a part, or FLIGHT
_wide = 0


def open(left, pitch, wide):
    """The columns stand from `left` on."""
    global _wide
    _wide = wide
    for p in range(15):
        x[p] = left + p // 5 * pitch


def still():
    """Nothing falls."""
    global falling
    falling = 0
    for p in range(15):
        y[p] = rest(p)


def rest(p):
    """Where a card of place p lies when it has come down."""
    return _BASE - p % 5 * _PITCH


def start(s, was):
    """Set each card of s where it was or where it comes from."""
    global falling, _speed, _depth
    _speed = _depth = falling = 0
    for i in range(3):
        a = i * 5
        row = 0  # the lowest row of the column as it was that is not yet accounted for
        new = 0
        low = i * 2
        _fell[low] = _fell[low + 1] = -1
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
            y[p] = _BASE - r * _PITCH
            if r + a > p:
                _fell[low + (p - a > 2)] = 0
        falling += (_fell[low] == 0) + (_fell[low + 1] == 0)
        for p in range(a, a + 5):
            if was[p] and not _stays(s, a, was[p]):
                gfx.wipe(x[p], rest(p), _wide, HIGH)


def _stays(s, a, c):
    for p in range(a, a + 5):
        if s[p] == c:
            return True
    return False


def step(dt, flying):
    """dt ms pass; which part is to be drawn in this frame, or FLIGHT."""
    global _speed, _depth, _turn
    if not falling:
        return FLIGHT
    _speed += dt * (4 - table.speed)
    _depth += max(_speed * dt >> 9, 1)
    while True:
        _turn = (_turn + 1) % 7
        if flying if _turn == FLIGHT else _fell[_turn] >= 0:
            return _turn


def end(s, seen):
    """All come down at once; as drop."""
    global _depth
    _depth = 999
    down = 0
    for i in range(6):
        if falling and _fell[i] >= 0:
            down |= drop(s, i, seen)
    return down


def drop(s, i, seen):
    """Draw part i as far down as it has come by now, in one piece.

    The places whose cards have come down, a bit each; `seen` has what was drawn in each place.
    """
    global falling
    depth = _depth
    a = i // 2 * 5
    end = a + 3
    if i & 1:
        if _fell[i - 1] >= 0:
            depth = _fell[i - 1]  # the upper ones come no nearer than they are
        a = end
        end += 2
    d = depth - _fell[i]
    first = -1  # of the cards that fall: the lowest
    top = low = down = 0
    here = rest(a)  # of a card at rest
    done = True
    for p in range(a, end):
        if not s[p]:
            break
        was = y[p]
        if was != here:
            top = was
            was += d
            if was < here:
                done = False
            else:
                was = here
                down |= 1 << p
            y[p] = was
            if first < 0:
                first = p
                low = was + HIGH
            seen[p] = s[p]
            n = p + 1 - first
        here -= _PITCH
    if done:
        _fell[i] = -1
        falling -= 1
    else:
        _fell[i] = depth
    if first >= 0:
        top = max(top, 0)
        fb.fill_rect(x[a], top, _wide, low - top, _FELT)
        table.faces(s, first, n, x, y, _wide, HIGH)
        gfx.dirty(x[a], top, _wide, low - top)
    return down
