"""Layer 3. Cards on their way: each flies, or falls, from one position to another.

A flight begins after its delay. Until then its card lies where it comes from, if it could be seen
there; once it has arrived, it lies at its goal until `drop` takes it from the list: a place shows
its own cards again when all that fly to it have arrived. No frame allocates.
"""

from array import array

from micropython import const

import hal
from thirteen.draw import card_art
from thirteen.fast import fast, native, ptr8, ptr16
from thirteen.table import places

NOWHERE = const(255)  # the goal of a flight that no place waits for

_MOST = const(32)
_HOP = const(64)  # ms that a card bounces at the end of its fall
_HOPS = b"\x01\x02\x02\x01\x00"  # and how high
_SLOWEST = const(40)  # ms: a frame that took longer does not make the cards jump

_card = bytearray(_MOST)
_goal = bytearray(_MOST)  # the place that waits for it
_kind = bytearray(_MOST)
_from_x = array("h", bytes(2 * _MOST))
_from_y = array("h", bytes(2 * _MOST))
_to_x = array("h", bytes(2 * _MOST))
_to_y = array("h", bytes(2 * _MOST))
_w = bytearray(_MOST)  # its size where it goes,
_h = bytearray(_MOST)
_more_w = array("b", bytes(_MOST))  # and by how much it is larger where it comes from
_more_h = array("b", bytes(_MOST))
_start = array("h", bytes(2 * _MOST))  # ms after the first of them
_ms = array("h", bytes(2 * _MOST))
now_x = array("h", bytes(2 * _MOST))  # where each is now,
now_y = array("h", bytes(2 * _MOST))
_face = bytearray(_MOST)  # and its card, 0 if it is not to be seen
_look: list = [()] * _MOST  # and how that looks, see card_art.look,
_under: list = [()] * _MOST  # how it does below another one,
_small: list = [()] * _MOST  # and how while its size changes

FALLS = const(1)  # kinds, or-ed together
HIDDEN = const(2)  # not to be seen before it starts
LIT_PAIR = const(4)  # on a gold ground before it starts
FAN = const(16)  # looks as in a fan
_THERE = const(8)  # has arrived
_SIZED = const(32)  # its size changes on its way
LIFTED = const(64)  # over all others: it leaves the table

count = 0
_age = 0
_end = 0  # when the last one arrives
_lit_until = 0
pair_x = pair_y = 0


def clear() -> None:
    global count, _age, _end, _lit_until
    count = _age = _end = _lit_until = 0


@native
def scaled(ms: int) -> int:
    """That many ms at the player's speed."""
    return ms * card_art.speed // 2


@native
def add(
    c: int, x: int, y: int, to_x: int, to_y: int, w: int, h: int, goal: int, start: int, ms: int,
    kind: int = 0,
) -> int:  # fmt: skip
    """A flight of card c, beginning after `start` ms; returns when it will arrive.

    It is seen from the next `advance` on.
    """
    global count, _end, pair_x, pair_y, _lit_until
    if count == _MOST:
        return start
    if kind & LIT_PAIR:
        pair_x = (pair_x + x) // 2 if _lit_until else x
        pair_y = (pair_y + y) // 2 if _lit_until else y
        _lit_until = start
    i = count
    count = i + 1
    _card[i] = c
    _goal[i] = goal
    _kind[i] = kind
    _from_x[i] = x
    _from_y[i] = y
    _to_x[i] = to_x
    _to_y[i] = to_y
    _w[i] = w
    _h[i] = h
    _start[i] = start
    _ms[i] = ms
    _face[i] = _more_h[i] = 0
    if i and _w[i - 1] == w and _h[i - 1] == h and not (_kind[i - 1] ^ kind) & (FAN | _SIZED):
        _look[i] = _look[i - 1]
        _under[i] = _under[i - 1]
    else:
        _look[i] = card_art.look(kind & FAN, w, h)
        _under[i] = card_art.look(kind & FAN | card_art.COVERED, w, h)
    end = start + ms
    if end > _end:
        _end = end
    return end


@native
def grow(w: int, h: int) -> None:
    """The card added last is that large where it comes from, and gets its own size on its way.

    For two thirds of it it is as large as at the larger end, with the face that it has there.
    """
    i = count - 1
    _more_w[i] = w - _w[i]
    _more_h[i] = h - _h[i]
    if _more_w[i] or _more_h[i]:
        _kind[i] |= _SIZED
        fan = _kind[i] & FAN
        _look[i] = card_art.look(fan, max(w, _w[i]), max(h, _h[i]))
        _small[i] = card_art.look(fan, min(w, _w[i]), min(h, _h[i]))


@native
def _size(i: int) -> int:
    """The size of flight i now: 256 a pixel of its width, and its height."""
    ms = _ms[i]
    left = 3 * min(max(ms - _age + _start[i], 0), ms)
    left = min(left, ms) if _more_h[i] > 0 else max(left - 2 * ms, 0)  # shrinks late, grows early
    part = left * left // ms * 256 // ms  # as it slows down
    return (_w[i] + (_more_w[i] * part >> 8)) << 8 | (_h[i] + (_more_h[i] * part >> 8))


@native
def fall(c: int, x: int, y: int, to_y: int, w: int, h: int, *, goal: int, start: int) -> int:
    """A fall of card c down to to_y; returns when it will be at rest."""
    pull = 4 - card_art.speed
    ms = int((((to_y - y) << 10) / pull) ** 0.5) + 1 + _HOP
    return add(c, x, y, x, to_y, w, h, goal=goal, start=start, ms=ms, kind=FALLS)


def advance(dt: int) -> int:
    """dt ms pass; returns how many cards have arrived now."""
    global _age
    _age += min(dt, _SLOWEST)
    return _put(0, count)


@native
def _put(first: int, end: int) -> int:
    """Set where the cards from `first` to `end` are now; returns how many have arrived."""
    return _find(
        first, end, _age, 4 - card_art.speed, _HOPS, _card, _goal, _kind, _face, _start, _ms,
        _from_x, _from_y, _to_x, _to_y, now_x, now_y,
    )  # fmt: skip


@fast
def _find(
    i: int, end: int, age: int, pull: int, hops: ptr8, card: ptr8, goal: ptr8, kind: ptr8,
    face: ptr8, start: ptr16, ms: ptr16, from_x: ptr16, from_y: ptr16, to_x: ptr16, to_y: ptr16,
    now_x: ptr16, now_y: ptr16,
) -> int:  # fmt: skip
    arrived = 0
    while i < end:
        if not kind[i] & _THERE:
            t = age - start[i]
            left = ms[i] - t
            x = (from_x[i] + 0x8000 & 0xFFFF) - 0x8000  # signed: cards enter from above
            y = (from_y[i] + 0x8000 & 0xFFFF) - 0x8000
            face[i] = card[i]
            if t < 0:
                if kind[i] & (HIDDEN | LIT_PAIR):
                    face[i] = 0
            elif left <= 0:
                x = to_x[i]
                y = to_y[i]
                kind[i] |= _THERE
                arrived += 1
                if goal[i] == NOWHERE:
                    face[i] = 0
            elif kind[i] & FALLS:
                y += t * t * pull >> 10
                if y >= to_y[i] or left <= _HOP:
                    hop = 0
                    if left < _HOP:
                        hop = _HOP - left >> 4
                    y = to_y[i] - hops[hop]
            else:
                part = 256 - left * left // ms[i] * 256 // ms[i]  # decelerating
                x += (to_x[i] - x) * part >> 8
                y += (to_y[i] - y) * part >> 8
            now_x[i] = x
            now_y[i] = y
        i += 1
    return arrived


def going() -> bool:
    """Whether some card has not arrived yet."""
    return _age < _end


if hal.POINTER:

    def put(x: int, y: int) -> None:
        """The first card is here now."""
        _from_x[0] = _to_x[0] = now_x[0] = x
        _from_y[0] = _to_y[0] = now_y[0] = y

    def card(i: int) -> int:
        """The card of flight i."""
        return _card[i]

    def begin_at(x: int, y: int, from_x: int, from_y: int) -> None:
        """The card that is about to leave from about x, y leaves from elsewhere."""
        for i in range(count):
            if abs(_from_x[i] - x) < _w[i] and abs(_from_y[i] - y) < _h[i]:
                _from_x[i] = from_x
                _from_y[i] = from_y
                _put(i, i + 1)
                return


def mark_incoming(marks: bytearray) -> None:
    """Mark the places to which cards are on their way."""
    for i in range(count):
        if _goal[i] != NOWHERE and not _kind[i] & _THERE:
            marks[_goal[i]] |= places.INCOMING


def land(n: int, marks: bytearray) -> None:
    """Mark those of n places whose cards have all arrived: they show them themselves."""
    _land(count, n, _goal, _kind, _face, marks)


@fast
def _land(k: int, n: int, goal: ptr8, kind: ptr8, face: ptr8, marks: ptr8):  # type: ignore[no-untyped-def]
    p = 0
    while p < n:
        if marks[p] & places.INCOMING:
            marks[p] = marks[p] ^ places.INCOMING | places.CAME
        p += 1
    i = 0
    while i < k:
        if goal[i] != NOWHERE and not kind[i] & _THERE:
            if marks[goal[i]] & places.CAME:
                marks[goal[i]] = marks[goal[i]] ^ places.CAME | places.INCOMING
        i += 1
    i = 0
    while i < k:
        if goal[i] != NOWHERE:
            if marks[goal[i]] & places.CAME:
                face[i] = 0
        i += 1


def to(p: int) -> int:
    """The flight whose card, on its way to place p, can be seen; -1 for none."""
    for i in range(count):
        if _goal[i] == p and _face[i]:
            return i
    return -1


def leading() -> int:
    """The first flight whose card is seen on its way; -1 for none."""
    for i in range(count):
        if _face[i] and not _kind[i] & _THERE:
            return i
    return -1


@native
def pair_is_lit() -> bool:
    """Whether some cards lie on a gold ground, about to leave; pair_x, pair_y is their middle."""
    return _age < _lit_until


@native
def draw() -> None:
    """Draw all cards where they are: those that leave over the others."""
    if pair_is_lit():
        for i in range(count):
            if _kind[i] & LIT_PAIR:
                size = _size(i)
                card_art.card(_card[i], now_x[i], now_y[i], size >> 8, size & 255, card_art.CHOSEN)
    _draw(0)
    _draw(LIFTED)


@native
def _draw(lifted: int) -> None:
    i = 0
    while i < count:
        if _kind[i] & LIFTED != lifted:
            i += 1
            continue
        c = _face[i]
        first = i
        w = _w[i]
        h = _h[i]
        fan = _kind[i] & FAN
        sized = _kind[i] & (_SIZED | _THERE) == _SIZED
        i += 1
        if not c and sized:
            continue
        if sized:
            size = _size(first)
            w = size >> 8
            h = size & 255
        if c & 128:
            card_art.back(now_x[first], now_y[first], w, h)
            continue
        while not sized and i < count and _w[i] == w and _h[i] == h and _kind[i] & FAN == fan:
            if _face[i] & 128 or _kind[i] & (_SIZED | _THERE) == _SIZED:
                break
            if _kind[i] & LIFTED != lifted:
                break
            i += 1
        last = first
        if fan:
            last = i - 1
            body, signs, tint = _under[first]
            hal.stamps(body, signs, _face, first, last - first, now_x, now_y, w, h, tint)
        whole = h == _h[first] + max(_more_h[first], 0)
        body, signs, tint = _look[first] if whole else _small[first]
        hal.stamps(body, signs, _face, last, i - last, now_x, now_y, w, h, tint)
