"""Layer 2. Playouts of Imaginary Thirteen by a simple player that puts a cost on each waste.

A position is a state of the rules, except that the foundations' cards are replaced by
    217..224   the rank that each foundation wants, 0 if it is complete
    225..237   per rank (224 + rank) how many cards must go before it, summed over the
               foundations that still need it
    238..250   how many foundations those are
    251..263   per rank, twice the mean of that: how late it is needed
"""

from micropython import const

from thirteen.fast import fast, ptr8

# The cost of a card on a waste; it goes on the cheapest. Made by `tools tune imaginary`.
_EMPTY = const(4)  # an empty waste
_BURIED = const(2)  # per step by which a card below is needed earlier
_IDLE = const(1)  # per step by which the top is needed later
_RUN = const(8)  # a discount on the card that follows it on a foundation
_DEEP = const(8)  # cards of a waste that are considered

WON = const(2)

_WASTES = const(2)  # as in the rules
TAKEN = const(3)
_DEALT = const(4)
_HEIGHT = const(5)
TOP = const(13)
STOCK = const(25)
UNDER = const(121)
_FULL = const(12)
KING = const(13)

WANT = const(217)
_WANT = const(217)
_FAR = const(224)
_NEED = const(237)
_TIME = const(250)


@fast
def copy(p: ptr8, q: ptr8, n: int):  # type: ignore[no-untyped-def]
    """Copy the first n bytes of q to p."""
    for i in range(n):
        p[i] = q[i]


@fast
def count(p: ptr8):  # type: ignore[no-untyped-def]
    """Fill in what depends on the foundations' heights."""
    for i in range(_FAR + 1, _TIME + 1):
        p[i] = 0
    for f in range(8):
        h = p[_HEIGHT + f]
        p[_WANT + f] = 0
        r = f + 1
        for i in range(_FULL):
            r += f + 1
            if r > KING:
                r -= KING
            if i >= h:
                p[_FAR + r] += i - h
                p[_NEED + r] += 1
                if i == h:
                    p[_WANT + f] = r


@fast
def choose(p: ptr8, t: int) -> int:
    """The waste on which a card of rank t costs the least."""
    for r in range(1, KING + 1):
        n = p[_NEED + r]
        if n:
            p[_TIME + r] = p[_FAR + r] * 2 // n
        else:
            p[_TIME + r] = 0
    after = 0  # ranks that follow it on a foundation
    for f in range(8):
        r = p[_WANT + f]
        while r and r != t:
            r += f + 1
            if r > KING:
                r -= KING
            if r == KING:
                break
        if r and r == t and r != KING:
            r += f + 1
            if r > KING:
                r -= KING
            after |= 1 << r
    time = p[_TIME + t]
    best = 0
    least = 0x7FFF
    for w in range(p[_WASTES]):
        n = p[TOP + w]
        cost = _EMPTY
        if n:
            r = p[STOCK - 1 + n] & 15
            later = p[_TIME + r] - time
            cost = later * _IDLE if later > 0 else 0
            if after >> r & 1:
                cost -= _RUN
            deep = _DEEP
            while n and deep:
                later = time - p[_TIME + (p[STOCK - 1 + n] & 15)]
                if later > 0:
                    cost += later * _BURIED
                n = p[UNDER - 1 + n]
                deep -= 1
        if cost < least:
            least = cost
            best = w
    return best


@fast
def play_out(p: ptr8, most: int) -> int:
    """Play on, at most `most` cards to wastes: 0 if unfinished, 1 at the end, or WON.

    Every card that can be played is, a waste's top before the turned card, on the lowest
    foundation.
    """
    while True:
        want = 0
        for f in range(8):
            want |= 1 << p[_WANT + f]
        if want == 1:
            return WON
        r = 0
        w = 0
        while w < p[_WASTES]:
            n = p[TOP + w]
            if n:
                r = p[STOCK - 1 + n] & 15
                if want >> r & 1:
                    p[TOP + w] = p[UNDER - 1 + n]
                    break
            w += 1
        if w == p[_WASTES]:
            n = p[TAKEN]
            if n == p[_DEALT]:
                return 1
            r = p[STOCK + n] & 15
            if not want >> r & 1:
                if not most:
                    return 0
                most -= 1
                w = int(choose(p, r))
                p[UNDER + n] = p[TOP + w]
                p[TOP + w] = n + 1
                p[TAKEN] = n + 1
                continue
            p[TAKEN] = n + 1
        low = _FULL
        w = 0
        for f in range(8):
            if p[_WANT + f] == r and p[_HEIGHT + f] < low:
                low = p[_HEIGHT + f]
                w = f
        p[_HEIGHT + w] = low + 1
        p[_NEED + r] -= 1
        k = 0
        while r != KING:  # every later card of this foundation is now one step nearer
            r += w + 1
            if r > KING:
                r -= KING
            p[_FAR + r] -= 1
            if not k:
                k = r
        p[_WANT + w] = k


@fast
def shuffle(p: ptr8, seed: int) -> int:
    """Shuffle the stock behind the turned card; returns the next 16-bit seed.

    A simple generator is good enough.
    """
    first = STOCK + 1 + p[TAKEN]
    i = STOCK - 1 + p[_DEALT]
    while i > first:
        seed = seed * 25173 + 13849 & 0xFFFF
        j = first + ((seed >> 4) * (i - first + 1) >> 12)
        c = p[i]
        p[i] = p[j]
        p[j] = c
        i -= 1
    return seed
