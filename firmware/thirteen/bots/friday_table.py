"""Layer 2. Positions of Friday the 13th as the hint's search plays them.

Suits do not matter and equal cards are alike. A rank is 1 for a jack to 13 for a ten, so that
each builds on the number before it; a position is how many cards of each rank are played, what
lies where, and which foundation is to be filled next. 150 bytes:
    0..13      cards played of each rank; 0 the same as 13
    14..27     cards of each rank (14 + rank) held back for another one
    28, 29     rank of the foundation to be filled next (14: none); redeals left
    30..32     cards in the waste; where the hand begins and ends
    33..35     the turned card; its mark; cards played in all
    36..38     the search's: ways on that are still to be tried; the one being tried; the plays
    40..87     cards, the waste from 40 on, the hand as 31 and 32 say
    88..135    marks: 1 + the cards of its rank that were played when the card was held back
    136..149   cards of each rank (136 + rank) in the waste
"""

from micropython import const

SIZE = const(150)

_WASTE = const(1)  # ways on: play the waste's top, play the turned card, turn or redeal
_PLAY = const(2)
_ON = const(4)
_SURE = const(4)  # bits that such a way is shifted by
_SURELY = const(8)
_RUNNING = const(0)  # how a search stands
_WON = const(1)
_LOST = const(2)
_FORK = const(3)
_STOPPED = const(4)

_HELD = const(14)
_SLOT = const(28)
_LEFT = const(29)
_WASTED = const(30)
_HAND = const(31)
_END = const(32)
_TURNED = const(33)
_MARK = const(34)
_GONE = const(35)
_PLAYS = const(38)
_CARDS = const(40)
_MARKS = const(88)
_LYING = const(136)

_d = bytearray(14)
_rest = bytearray(14)
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


def flow(q, first, work, most):
    """Go on where there is nothing to weigh: status | turns made << 3.

    `first` as far as the last redeal, by `plain` where there is a choice; else up to a fork. It
    stops when so much work is done (RUNNING), or after `most` turns (STOPPED). It is one long
    function, with `look`, `take` and `on` in it, for a call costs the RP2040 as much as five
    lines do.
    """
    slot = q[_SLOT]
    n = q[_WASTED]
    h = q[_HAND]
    end = q[_END]
    t = q[_TURNED]
    mark = q[_MARK]
    gone = q[_GONE]
    left = q[_LEFT]
    turns = 0
    status = _RUNNING if left or not first else _FORK
    for _ in range(work if left or not first else 0):
        ways = 0
        r = w = q[_CARDS - 1 + n] if n else 0
        if w:
            k = q[w]
            room = q[w - 1]
            if w == slot or w < slot and k <= room > 2:
                ways = _SURELY | _WASTE
            elif k <= room if w < slot else k < room and k < 3:
                ways = _WASTE
        if t and ways < _SURELY:
            k = q[t]
            room = q[t - 1]
            if t == slot or t < slot and k <= room > 2:
                ways = _SURELY | _PLAY
                r = t
            elif t != w and (k <= room if t < slot else k < room and k < 3):
                ways |= _PLAY
        if ways and ways < _SURELY:
            if not first:
                q[_PLAYS] = ways
                status = _FORK
                break
            ways = plain(w, t, slot, ways)
            if ways == _PLAY:
                r = t
        if ways:
            if ways & _PLAY:
                t = mark = 0
            else:
                n -= 1
                q[_LYING + r] -= 1
            k = q[r] + 1
            q[r] = k
            if r == 13:
                q[0] = k
            q[_HELD + r] = 0
            if r == slot:
                slot += 1
            gone += 1
            if gone == 52:
                status = _WON if slot == 14 else _LOST
                break
            continue
        if t:
            q[_CARDS + n] = t
            q[_MARKS + n] = mark
            q[_LYING + t] += 1
            n += 1
        if h == end:
            if not (t or n and left):
                status = _LOST
                break
            t = mark = 0
            if left:
                left -= 1
                q[_LEFT] = left
                end = n
                n = h = 0
                for r in range(_LYING + 1, _LYING + 14):
                    q[r] = 0
        if h < end:
            t = q[_CARDS + h]
            mark = q[_MARKS + h]
            h += 1
        turns += 1
        if turns == most:
            status = _STOPPED
            break
        if first and not left:
            status = _FORK
            break
    q[_SLOT] = slot
    q[_WASTED] = n
    q[_HAND] = h
    q[_END] = end
    q[_TURNED] = t
    q[_MARK] = mark
    q[_GONE] = gone
    return status | turns << 3


def plain(w, t, slot, ways):
    """The way of someone who does not know the hand; 0 where that is to be weighed."""
    if ways & _WASTE and w < slot and w != 2 and w != 3:
        return _WASTE
    if ways & _PLAY and t < slot and t != 2 and t != 3:
        return _PLAY
    return 0


def forks(q):
    """The ways to try where `flow` forked: the plays of cards that are not held back, and on."""
    ways = q[_PLAYS]
    n = q[_WASTED]
    if ways & _WASTE and q[_MARKS - 1 + n] == q[q[_CARDS - 1 + n]] + 1:
        ways ^= _WASTE
    if ways & _PLAY and q[_MARK] == q[q[_TURNED]] + 1:
        ways ^= _PLAY
    return ways | _ON


def hold(q):
    """Likewise mark what is held back; False where no other card is left to take its place."""
    ways = q[_PLAYS]
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
    rest = _rest  # of a rank, how many the hand has
    low = _low
    high = _high
    slot = q[_SLOT]
    gone = q[_GONE]
    for r in range(1, 14):
        n = q[r]
        d[r] = n
        rest[r] = 4 - n - q[_LYING + r]
        low[r] = high[r] = n - 1 if r < slot else n
    d[0] = n
    top = _CARDS - 1 + q[_WASTED]
    while True:
        before = gone
        while top >= _CARDS:
            r = q[top]
            if r == slot:
                slot += 1
            elif r < slot and low[r] < d[r - 1]:
                low[r] += 1
            else:
                break
            top -= 1
            gone += 1
            d[r] += 1
            if r == 13:
                d[0] += 1
        for r in range(1, 14):
            n = rest[r]
            if n:
                if r > slot:
                    break
                k = d[r - 1] - high[r]
                if r == slot:
                    slot += 1
                    rest[r] = n = n - 1
                    gone += 1
                    d[r] += 1
                if k > n:
                    k = n
                if k > 0:
                    high[r] += k
                    rest[r] -= k
                    gone += k
                    d[r] += k
                if r == 13:
                    d[0] = d[13]
        if gone == 52:
            return slot < 14
        if gone == before:
            return True
