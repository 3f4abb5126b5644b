"""Floor 1. Positions of Friday the 13th as the hint's search plays them.

Suits do not matter and equal cards are alike. A rank is 1 for a jack to 13 for a ten, so that
each builds on the number before it; a position is how many cards of each rank are played, what
lies where, and which foundation is to be filled next. 150 bytes:
    0..13      cards played of each rank; 0 the same as 13
    14..27     cards of each rank (14 + rank) held back for another one
    28, 29     rank of the foundation to be filled next (14: none); redeals left
    30..32     cards in the waste; where the hand begins and ends
    33..35     the turned card; its mark; cards played in all
    36, 37     the search's: ways on that are still to be tried; the one being tried
    40..87     cards, the waste from 40 on, the hand as 31 and 32 say
    88..135    marks: 1 + the cards of its rank that were played when the card was held back
    136..149   cards of each rank (136 + rank) in the waste
"""

from micropython import const

SIZE = const(150)
WASTE = const(1)  # ways on: play the waste's top, play the turned card, turn or redeal
PLAY = const(2)
ON = const(4)

_WASTE = const(1)
_PLAY = const(2)
_ON = const(4)
_SURE = const(4)
_HELD = const(14)
_SLOT = const(28)
_LEFT = const(29)
_WASTED = const(30)
_HAND = const(31)
_END = const(32)
_TURNED = const(33)
_MARK = const(34)
_GONE = const(35)
_CARDS = const(40)
_MARKS = const(88)
_LYING = const(136)

_d = bytearray(SIZE)
_low = bytearray(14)
_high = bytearray(14)


def look(q):
    """A way that is never worse than any other, shifted by 4; else the plays, as a set.

    To fill the next foundation never is worse, nor to build where all cards of that rank have
    room to be built.
    """
    slot = q[_SLOT]
    ways = 0
    n = q[_WASTED]
    w = q[_CARDS - 1 + n] if n else 0
    if w:
        if w == slot:
            return _WASTE << _SURE
        room = q[w - 1]
        if w < slot:
            if q[w] <= room:
                if room > 2:
                    return _WASTE << _SURE
                ways = _WASTE
        elif q[w] < room and q[w] < 3:
            ways = _WASTE
    t = q[_TURNED]
    if t:
        if t == slot:
            return _PLAY << _SURE
        room = q[t - 1]
        if t < slot:
            if q[t] <= room:
                if room > 2:
                    return _PLAY << _SURE
                if t != w:  # else the waste's is better: it opens the card below
                    ways |= _PLAY
        elif t != w and q[t] < room and q[t] < 3:
            ways |= _PLAY
    return ways


def take(q, way):
    """Go that way; False where it leads nowhere."""
    if way == _ON:
        return on(q)
    if way == _PLAY:
        r = q[_TURNED]
        q[_TURNED] = q[_MARK] = 0
    else:
        n = q[_WASTED] - 1
        r = q[_CARDS + n]
        q[_WASTED] = n
        q[_LYING + r] -= 1
    n = q[r] + 1
    q[r] = n
    if r == 13:
        q[0] = n
    q[_HELD + r] = 0
    q[_GONE] += 1
    if r == q[_SLOT]:
        q[_SLOT] = r + 1
    return True


def on(q):
    """Turn, or redeal; False where neither can be done."""
    h = q[_HAND]
    n = q[_WASTED]
    t = q[_TURNED]
    if h == q[_END] and not t and not (n and q[_LEFT]):
        return False
    if t:
        q[_CARDS + n] = t
        q[_MARKS + n] = q[_MARK]
        q[_LYING + t] += 1
        q[_WASTED] = n = n + 1
    if h == q[_END]:
        q[_TURNED] = 0
        if not q[_LEFT]:
            return True
        q[_LEFT] -= 1
        q[_END] = n
        q[_WASTED] = h = 0
        for r in range(_LYING + 1, _LYING + 14):
            q[r] = 0
    q[_TURNED] = q[_CARDS + h]
    q[_MARK] = q[_MARKS + h]
    q[_HAND] = h + 1
    return True


def forks(q):
    """The ways to try: the plays of cards that are not held back, and on."""
    ways = look(q)
    n = q[_WASTED]
    if ways & _WASTE and q[_MARKS - 1 + n] == q[q[_CARDS - 1 + n]] + 1:
        ways ^= _WASTE
    if ways & _PLAY and q[_MARK] == q[q[_TURNED]] + 1:
        ways ^= _PLAY
    return ways | _ON


def hold(q):
    """Mark what is held back; False where no other card is left to take its place."""
    ways = look(q)
    n = q[_WASTED]
    if ways & _WASTE and not _mark(q, q[_CARDS - 1 + n], _MARKS - 1 + n):
        return False
    return not ways & _PLAY or _mark(q, q[_TURNED], _MARK)


def _mark(q, r, at):
    if r > q[_SLOT]:  # it is kept for a foundation of its own
        return True
    n = q[r]
    if q[at] != n + 1:
        q[at] = n + 1
        q[_HELD + r] += 1
    return q[_HELD + r] + n < 4


def dead(q):
    """Whether nothing can be won, even if the hand lay open and more could be built than can.

    What the waste's cards take from a rank's room, those of the hand do not, and the reverse.
    """
    if q[_LEFT]:
        return False
    d = _d
    low = _low
    high = _high
    d[:] = q
    slot = first = q[_SLOT]
    for r in range(1, 14):
        low[r] = high[r] = d[r] - 1 if r < first else d[r]
    top = _CARDS - 1 + q[_WASTED]
    while True:
        before = d[_GONE]
        while top >= _CARDS:
            r = d[top]
            if r == slot:
                slot += 1
            elif r < slot and low[r] < d[r - 1]:
                low[r] += 1
            else:
                break
            top -= 1
            d[_LYING + r] -= 1
            _add(d, r, 1)
        for r in range(1, 14):
            if r > slot:
                break
            n = 4 - d[r] - d[_LYING + r]
            if n:
                if r == slot:
                    slot += 1
                    n -= 1
                    _add(d, r, 1)
                k = d[r - 1] - high[r]
                if k > n:
                    k = n
                if k > 0:
                    high[r] += k
                    _add(d, r, k)
        if d[_GONE] == 52:
            return slot < 14
        if d[_GONE] == before:
            return True


def _add(d, r, k):
    d[_GONE] += k
    d[r] += k
    if r == 13:
        d[0] += k
