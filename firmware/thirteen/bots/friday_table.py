"""Layer 2. Positions of Friday the 13th as the hint's search plays them.

Suits do not matter, so cards of a rank are interchangeable. Ranks run from 1 (jack) to 13 (ten),
so that each builds on the number before it. A position records how many cards of each rank are
played, where the others lie, and which foundation is filled next. 150 bytes:
    0..13      cards played of each rank; byte 0 repeats byte 13
    14..27     cards of each rank (14 + rank) held back for another one
    28, 29     rank of the foundation to be filled next (14: none); redeals left
    30..32     cards in the waste; start and end of the hand
    33..35     the turned card; its mark; cards played in all
    36..38     for the search: ways still to be tried, the one being tried, the plays
    40..87     cards: the waste from 40 on, the hand between the offsets in 31 and 32
    88..135    marks: 1 + how many of its rank were played when the card was held back
    136..149   cards of each rank (136 + rank) in the waste
"""

from micropython import const

from thirteen.fast import fast, ptr8

SIZE = const(150)

WASTE = const(1)  # ways on: play the waste's top, play the turned card, turn or redeal
PLAY = const(2)
TURN = const(4)
SURE = const(4)  # bits that such a way is shifted by
_SURELY = const(8)
RUNNING = const(0)  # status of a search
WON = const(1)
LOST = const(2)
FORK = const(3)
STOPPED = const(4)

_HELD = const(14)
SLOT = const(28)
LEFT = const(29)
WASTED = const(30)
HAND = const(31)
END = const(32)
TURNED = const(33)
_MARK = const(34)
GONE = const(35)
PLAYS = const(38)
CARDS = const(40)
_MARKS = const(88)
LYING = const(136)

_d = bytearray(14)
_rest = bytearray(14)  # per rank, how many the hand has
_low = bytearray(14)
_high = bytearray(14)


def look(q: bytearray) -> int:
    """The way that is never worse than any other, shifted by 4; otherwise the set of plays.

    That is filling the next foundation, or building if every card of that rank has room.
    """
    slot = q[SLOT]
    ways = 0
    w = q[CARDS - 1 + q[WASTED]] if q[WASTED] else 0
    if w:
        if w == slot:
            return WASTE << SURE
        room = q[w - 1]
        if w < slot:
            if q[w] <= room:
                if room > 2:
                    return WASTE << SURE
                ways = WASTE
        elif q[w] < room and q[w] < 3:
            ways = WASTE
    t = q[TURNED]
    if t:
        if t == slot:
            return PLAY << SURE
        room = q[t - 1]
        if t < slot:
            if q[t] <= room:
                if room > 2:
                    return PLAY << SURE
                if t != w:  # otherwise prefer the waste: that opens the card below
                    ways |= PLAY
        elif t != w and q[t] < room and q[t] < 3:
            ways |= PLAY
    return ways


def take(q: bytearray, way: int) -> bool:
    """Go that way; False if it is a dead end."""
    if way == TURN:
        return turn(q)
    if way == PLAY:
        r = q[TURNED]
        q[TURNED] = q[_MARK] = 0
    else:
        n = q[WASTED] - 1
        r = q[CARDS + n]
        q[WASTED] = n
        q[LYING + r] -= 1
    n = q[r] + 1
    q[r] = n
    if r == 13:
        q[0] = n
    q[_HELD + r] = 0
    q[GONE] += 1
    if r == q[SLOT]:
        q[SLOT] = r + 1
    return True


def turn(q: bytearray) -> bool:
    """Turn, or redeal; False if neither is possible."""
    h = q[HAND]
    n = q[WASTED]
    t = q[TURNED]
    if h == q[END] and not t and not (n and q[LEFT]):
        return False
    if t:
        q[CARDS + n] = t
        q[_MARKS + n] = q[_MARK]
        q[LYING + t] += 1
        q[WASTED] = n = n + 1
    if h == q[END]:
        q[TURNED] = 0
        if not q[LEFT]:
            return True
        q[LEFT] -= 1
        q[END] = n
        q[WASTED] = h = 0
        for r in range(LYING + 1, LYING + 14):
            q[r] = 0
    q[TURNED] = q[CARDS + h]
    q[_MARK] = q[_MARKS + h]
    q[HAND] = h + 1
    return True


def flow(q: bytearray, work: int, most: int) -> int:
    """Play on to the next fork; returns status | turns made << 3.

    Stops after `work` plays and turns (RUNNING) or `most` turns (STOPPED). `look`, `take` and the
    turn are inlined, because a call costs the RP2040 as much as five lines.
    """
    slot = q[SLOT]
    n = q[WASTED]
    h = q[HAND]
    end = q[END]
    t = q[TURNED]
    mark = q[_MARK]
    gone = q[GONE]
    left = q[LEFT]
    turns = 0
    status = RUNNING
    for _ in range(work):
        ways = 0  # as `look`: the plays, or the one that is surely right
        r = w = q[CARDS - 1 + n] if n else 0
        if w:
            k = q[w]
            room = q[w - 1]
            if w == slot or w < slot and k <= room > 2:
                ways = _SURELY | WASTE
            elif k <= room if w < slot else k < room and k < 3:
                ways = WASTE
        if t and ways < _SURELY:
            k = q[t]
            room = q[t - 1]
            if t == slot or t < slot and k <= room > 2:
                ways = _SURELY | PLAY
                r = t
            elif t != w and (k <= room if t < slot else k < room and k < 3):
                ways |= PLAY
        if ways and ways < _SURELY:
            q[PLAYS] = ways
            status = FORK
            break
        if ways:  # as `take`: play a card of rank r
            if ways & PLAY:
                t = mark = 0
            else:
                n -= 1
                q[LYING + r] -= 1
            k = q[r] + 1
            q[r] = k
            if r == 13:
                q[0] = k
            q[_HELD + r] = 0
            if r == slot:
                slot += 1
            gone += 1
            if gone == 52:
                status = WON if slot == 14 else LOST
                break
            continue
        if t:  # go on: the turned card joins the waste; then redeal if need be, and turn
            q[CARDS + n] = t
            q[_MARKS + n] = mark
            q[LYING + t] += 1
            n += 1
        if h == end:
            if not (t or n and left):
                status = LOST
                break
            t = mark = 0
            if left:
                left -= 1
                q[LEFT] = left
                end = n
                n = h = 0
                for r in range(LYING + 1, LYING + 14):
                    q[r] = 0
        if h < end:
            t = q[CARDS + h]
            mark = q[_MARKS + h]
            h += 1
        turns += 1
        if turns == most:
            status = STOPPED
            break
    q[SLOT] = slot
    q[WASTED] = n
    q[HAND] = h
    q[END] = end
    q[TURNED] = t
    q[_MARK] = mark
    q[GONE] = gone
    return status | turns << 3


def forks(q: bytearray) -> int:
    """The ways to try at a fork: plays of cards that are not held back, and going on."""
    ways = q[PLAYS]
    n = q[WASTED]
    if ways & WASTE and q[_MARKS - 1 + n] == q[q[CARDS - 1 + n]] + 1:
        ways ^= WASTE
    if ways & PLAY and q[_MARK] == q[q[TURNED]] + 1:
        ways ^= PLAY
    return ways | TURN


def hold(q: bytearray) -> bool:
    """Mark what is held back; False if no other card is left to take its place."""
    ways = q[PLAYS]
    n = q[WASTED] - 1
    if ways & WASTE and not _mark(q, q[CARDS + n], _MARKS + n):
        return False
    return not ways & PLAY or _mark(q, q[TURNED], _MARK)


def _mark(q: bytearray, r: int, at: int) -> bool:
    if r > q[SLOT]:  # kept for a foundation of its own
        return True
    n = q[r]
    if q[at] != n + 1:
        q[at] = n + 1
        q[_HELD + r] += 1
    return q[_HELD + r] + n < 4


def dead(
    q: bytearray, d: bytearray = _d, rest: bytearray = _rest,
    low: bytearray = _low, high: bytearray = _high,
) -> bool:  # fmt: skip
    """True only if even a relaxed game cannot be won, so that the position is lost for sure.

    In that game the hand has no order, and cards of waste and hand don't compete for room.
    """
    if q[LEFT]:
        return False
    slot = q[SLOT]
    gone = q[GONE]
    for r in range(1, 14):
        n = d[r] = q[r]
        rest[r] = 4 - n - q[LYING + r]
        low[r] = high[r] = n - 1 if r < slot else n
    d[0] = n
    top = CARDS - 1 + q[WASTED]
    while True:
        before = gone
        while top >= CARDS:
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
            d[0] = d[13]
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


@fast
def copy(q: ptr8, root: ptr8):  # type: ignore[no-untyped-def]
    """Copy the position `root` to q."""
    for i in range(SIZE):
        q[i] = root[i]


@fast
def shuffle(q: ptr8, seed: int) -> int:
    """Shuffle the hand; returns the next 16-bit seed. A simple generator is good enough."""
    first = CARDS + q[HAND]
    i = CARDS + q[END] - 1
    while i > first:
        seed = seed * 25173 + 13849 & 0xFFFF
        j = first + ((seed >> 4) * (i - first + 1) >> 12)
        c = q[i]
        q[i] = q[j]
        q[j] = c
        i -= 1
    return seed


@fast
def playouts(q: ptr8, root: ptr8, seed: int, most: int) -> int:
    """Play at most `most` random games from the root, until one is won: seed | won << 16.

    Plays that are not sure are made half the time. Marks and the waste's counts are not kept up.
    """
    while most:
        most -= 1
        copy(q, root)
        q[CARDS - 1] = 0  # below the waste's bottom card
        slot = q[SLOT]
        n = q[WASTED]
        h = q[HAND]
        end = q[END]
        t = q[TURNED]
        while True:
            r = q[CARDS - 1 + n]
            k = q[r]
            if r and (r == slot or r < slot and k <= q[r - 1]):
                seed = seed * 25173 + 13849 & 0xFFFF
                if r == slot or q[r - 1] > 2 or seed > 0x7FFF or h > end:
                    n -= 1
                else:
                    r = 0
            else:
                r = 0
            if t and not r:
                k = q[t]
                if t == slot or t < slot and k <= q[t - 1]:
                    seed = seed * 25173 + 13849 & 0xFFFF
                    if t == slot or q[t - 1] > 2 or seed > 0x7FFF:
                        r = t
                        t = 0
            if r:
                k += 1
                q[r] = k
                if r == 13:
                    q[0] = k
                if r == slot:
                    slot += 1
                q[GONE] += 1
                if q[GONE] == 52:
                    break
                continue
            if t:
                q[CARDS + n] = t
                n += 1
                t = 0
            if h == end and q[LEFT]:
                q[LEFT] -= 1
                end = n
                n = 0
                h = 0
            if h < end:
                t = q[CARDS + h]
            elif h > end:
                break
            h += 1
        if q[GONE] == 52 and slot > 13:
            return seed | 0x10000
    return seed
