"""Layer 4. The falling columns of Thirteens: card positions, one part drawn per frame.

Places 0..4 are the first column from the bottom up, 5..9 the second, 10..14 the third. A column is
drawn in two parts, the lower three and the upper two cards: a whole one takes too long to send.
"""

from array import array

from micropython import const

from hal import fb
from thirteen.ui import canvas, card_art, sound

CARD_H = 25 if canvas.TINY else 45  # height of a card

_PITCH = 26 if canvas.TINY else 47
_BASE = 108 if canvas.TINY else 191  # the lowest row
_PARTS = const(6)
_APART = const(70)  # ms from one column of a new deal to the next, at normal speed
_HOP = const(64)  # ms that a part bounces
_HOPS = b"\x01\x02\x02\x01"  # and how high
_REST = const(-1)
_UNKNOWN = const(0xFFFF)  # what was drawn in a place

x = array("h", bytes(30))  # the x of each place
rest_y = array("h", [_BASE - p % 5 * _PITCH for p in range(15)])  # the y of its card at rest,
y = array("h", bytes(30))  # and now, while it falls
falling = 0  # parts
_fell = array("h", bytes(12))  # how far each part has fallen, _REST if it is at rest
_landed = array("h", bytes(12))  # when each landed, -1 before
_first = bytearray(_PARTS)  # its lowest falling card, and the place above its highest
_end = bytearray(_PARTS)
_delay = array("h", (0, 0, 0))  # ms until each column begins
_age = 0  # ms since the fall began
_turn = 0  # the part drawn in the last frame
_card_w = 0


def open(left: int, pitch: int, card_w: int) -> None:
    """Set the columns' positions."""
    global _card_w
    _card_w = card_w
    for p in range(15):
        x[p] = left + p // 5 * pitch


def still() -> None:
    """Put all cards at rest."""
    global falling
    falling = 0
    for p in range(15):
        y[p] = rest_y[p]
    for i in range(_PARTS):
        _fell[i] = _REST


def enter(s: bytearray) -> None:
    """Let all cards of s fall in from above, column by column."""
    for p in range(15):
        y[p] = rest_y[p] - 5 * _PITCH if s[p] else rest_y[p]
    _start()
    for a in range(3):
        _delay[a] = a * _APART * card_art.speed // 2


def start(s: bytearray, was: bytearray) -> None:
    """Let the cards of s that were higher in their column in `was` fall from there."""
    for a in range(0, 15, 5):
        for p in range(a, a + 5):
            y[p] = rest_y[p]
            for q in range(p + 1, a + 5):
                if s[p] and was[q] == s[p]:
                    y[p] = rest_y[q]
    _start()


def _start() -> None:
    """Start the fall of the parts with a card above its place."""
    global falling, _age
    falling = _age = 0
    for i in range(_PARTS):
        _fell[i] = _landed[i] = _REST
        p = i // 2 * 5 + 3 * (i & 1)
        end = p + 3 - (i & 1)
        while p < end and y[p] == rest_y[p]:
            p += 1
        if p < end:
            _first[i] = p
            while p < end and y[p] != rest_y[p]:
                p += 1
            _end[i] = p
            _fell[i] = 0
            falling += 1
    for a in range(3):
        _delay[a] = 0


def step(s: bytearray, dt: int, seen: array) -> int:
    """dt ms pass: advance and draw one part. Returns the places now at rest, a bit each.

    `seen` holds what was drawn in each place.
    """
    global _age, _turn
    _age += dt
    while True:
        _turn = (_turn + 1) % _PARTS
        if _fell[_turn] >= 0:
            return _draw_part(s, _turn, seen)


def end(s: bytearray, seen: array) -> None:
    """End the fall: columns with falling cards are drawn at rest, without marks."""
    global falling
    for a in range(0, 15, 5):
        i = a // 5 * 2
        if _fell[i] < 0 and _fell[i + 1] < 0:
            continue
        for p in range(a, a + 5):
            y[p] = rest_y[p]
            seen[p] = s[p] or _UNKNOWN
        _fell[i] = _fell[i + 1] = _REST
        low = rest_y[a] + CARD_H
        fb.fill_rect(x[a], 0, _card_w, low, canvas.FELT)
        card_art.faces(s, a, 5, x, y, _card_w, CARD_H)
        canvas.dirty(x[a], 0, _card_w, low)
    falling = 0


def _depth(i: int) -> int:
    """The distance that part i should have fallen by now."""
    t = _age - _delay[i // 2]
    if t <= 0:
        return 0
    depth = min(t, 999) * min(t, 999) * (4 - card_art.speed) >> 10
    if i & 1 and _fell[i - 1] >= 0 and _landed[i - 1] < 0:
        depth = min(depth, _fell[i - 1])  # the upper part never catches up with the lower
    return depth


def _draw_part(s: bytearray, i: int, seen: array) -> int:
    """Advance and draw part i; returns as `step`."""
    global falling
    first = _first[i]
    end = _end[i]
    down = 0
    if _landed[i] < 0:
        top = max(y[end - 1], 0)
        _fall(i, first, end)
        low = y[first] + CARD_H
    else:
        top = max(rest_y[end - 1] - 2, 0)
        low = rest_y[first] + CARD_H
        t = _age - _landed[i]
        up = _HOPS[t * 4 // _HOP] if t < _HOP else 0
        if not up:
            _fell[i] = _REST
            falling -= 1
        for p in range(first, end):
            y[p] = rest_y[p] - up
            if not up:
                down |= 1 << p
    if low <= 0:
        return down
    for p in range(first, end):
        seen[p] = s[p]
    fb.fill_rect(x[first], top, _card_w, low - top, canvas.FELT)
    card_art.faces(s, first, end - first, x, y, _card_w, CARD_H)
    canvas.dirty(x[first], top, _card_w, low - top)
    return down


def _fall(i: int, first: int, end: int) -> None:
    """Advance the fall of part i, each card until it is at rest."""
    depth = _depth(i)
    d = depth - _fell[i]
    done = True
    for p in range(first, end):
        at = min(y[p] + d, rest_y[p])
        y[p] = at
        if at < rest_y[p]:
            done = False
    _fell[i] = depth
    if done:
        _landed[i] = _age
        sound.land()
