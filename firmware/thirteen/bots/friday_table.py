"""Layer 2. Positions of Friday the 13th as the hint's search plays them.

Suits do not matter, so cards of a rank are interchangeable. Ranks run from 1 (jack) to 13 (ten),
so that each builds on the number before it. A position records how many cards of each rank are
played, where the others lie, and which foundation is filled next. 71 bytes:
    0..13      cards played of each rank; byte 0 repeats byte 13
    14, 15     rank of the foundation to be filled next (14: none); redeals left
    16..18     cards in the waste; start and end of the hand
    19, 20     the turned card; cards played in all
    21         the plays to choose from
    22         0, below the waste's bottom card
    23..70     cards: the waste from 23 on, the hand between the offsets in 17 and 18
"""

from micropython import const

from thirteen.fast import fast, ptr8

SIZE = const(71)

WASTE = const(1)  # ways on: play the waste's top, play the turned card, turn or redeal
PLAY = const(2)
TURN = const(4)
SURE = const(4)  # bits that such a way is shifted by

SLOT = const(14)
LEFT = const(15)
WASTED = const(16)
HAND = const(17)
END = const(18)
TURNED = const(19)
GONE = const(20)
PLAYS = const(21)
CARDS = const(23)


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
        q[TURNED] = 0
    else:
        n = q[WASTED] - 1
        r = q[CARDS + n]
        q[WASTED] = n
    n = q[r] + 1
    q[r] = n
    if r == 13:
        q[0] = n
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
        q[WASTED] = n = n + 1
    if h == q[END]:
        q[TURNED] = 0
        if not q[LEFT]:
            return True
        q[LEFT] -= 1
        q[END] = n
        q[WASTED] = h = 0
    q[TURNED] = q[CARDS + h]
    q[HAND] = h + 1
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

    Plays that are not sure are made half the time.
    """
    while most:
        most -= 1
        copy(q, root)
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
