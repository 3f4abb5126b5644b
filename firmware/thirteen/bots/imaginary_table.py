"""Layer 2. Playouts of Imaginary Thirteen by a simple player that puts a cost on each waste.

A position is a state of the rules, except that the foundations' cards are replaced by
    217..224   the rank that each foundation wants, 0 if it is complete
    225..237   per rank (224 + rank) how many cards must go before it, summed over the
               foundations that still need it
    238..250   how many foundations those are
    251..263   per rank, twice the mean of that: how late it is needed
"""

from micropython import const

from thirteen import cards
from thirteen.fast import fast, ptr8
from thirteen.rules import imaginary as rules

# The cost of a card on a waste; it goes on the cheapest. Made by `tools research tune imaginary`.
_EMPTY = const(4)  # an empty waste
_BURIED = const(2)  # per step by which a card below is needed earlier
_IDLE = const(1)  # per step by which the top is needed later
_RUN = const(8)  # a discount on the card that follows it on a foundation
_DEEP = const(8)  # cards of a waste that are considered

WON = const(2)

WANT = const(217)  # from rules.BUILT on
_FAR = const(224)
NEED = const(237)
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
        h = p[rules.HEIGHT + f]
        p[WANT + f] = 0
        r = f + 1
        for i in range(rules.FULL):
            r += f + 1
            if r > cards.KING:
                r -= cards.KING
            if i >= h:
                p[_FAR + r] += i - h
                p[NEED + r] += 1
                if i == h:
                    p[WANT + f] = r


@fast
def choose(p: ptr8, t: int) -> int:
    """The waste on which a card of rank t costs the least."""
    for r in range(1, cards.KING + 1):
        n = p[NEED + r]
        if n:
            p[_TIME + r] = p[_FAR + r] * 2 // n
        else:
            p[_TIME + r] = 0
    after = 0  # ranks that follow it on a foundation
    for f in range(8):
        r = p[WANT + f]
        while r and r != t:
            r += f + 1
            if r > cards.KING:
                r -= cards.KING
            if r == cards.KING:
                break
        if r and r == t and r != cards.KING:
            r += f + 1
            if r > cards.KING:
                r -= cards.KING
            after |= 1 << r
    time = p[_TIME + t]
    best = 0
    least = 0x7FFF
    for w in range(p[rules.IN_USE]):
        n = p[rules.TOP + w]
        cost = _EMPTY
        if n:
            r = p[rules.STOCK - 1 + n] & 15
            later = p[_TIME + r] - time
            cost = later * _IDLE if later > 0 else 0
            if after >> r & 1:
                cost -= _RUN
            deep = _DEEP
            while n and deep:
                later = time - p[_TIME + (p[rules.STOCK - 1 + n] & 15)]
                if later > 0:
                    cost += later * _BURIED
                n = p[rules.UNDER - 1 + n]
                deep -= 1
        if cost < least:
            least = cost
            best = w
    return best


@fast
def play_out(p: ptr8, most: int, seed: int) -> int:
    """Play on, at most `most` cards to wastes: 0 if unfinished, 1 at the end, or WON.

    Every card that can be played is, a waste's top before the turned card, on the lowest
    foundation. With another seed than 0 one card in eight goes to another waste.
    """
    while True:
        want = 0
        for f in range(8):
            want |= 1 << p[WANT + f]
        if want == 1:
            return WON
        r = 0
        w = 0
        while w < p[rules.IN_USE]:
            n = p[rules.TOP + w]
            if n:
                r = p[rules.STOCK - 1 + n] & 15
                if want >> r & 1:
                    p[rules.TOP + w] = p[rules.UNDER - 1 + n]
                    break
            w += 1
        if w == p[rules.IN_USE]:
            n = p[rules.TAKEN]
            if n == p[rules.DEALT]:
                return 1
            r = p[rules.STOCK + n] & 15
            if not want >> r & 1:
                if not most:
                    return 0
                most -= 1
                w = int(choose(p, r))
                if seed and not (seed * 811 + n * 997 >> 3 & 7):
                    w = (seed + n) % p[rules.IN_USE]
                p[rules.UNDER + n] = p[rules.TOP + w]
                p[rules.TOP + w] = n + 1
                p[rules.TAKEN] = n + 1
                continue
            p[rules.TAKEN] = n + 1
        low = rules.FULL
        w = 0
        for f in range(8):
            if p[WANT + f] == r and p[rules.HEIGHT + f] < low:
                low = p[rules.HEIGHT + f]
                w = f
        p[rules.HEIGHT + w] = low + 1
        p[NEED + r] -= 1
        k = 0
        while r != cards.KING:  # every later card of this foundation is now one step nearer
            r += w + 1
            if r > cards.KING:
                r -= cards.KING
            p[_FAR + r] -= 1
            if not k:
                k = r
        p[WANT + w] = k


@fast
def shuffle(p: ptr8, seed: int) -> int:
    """Shuffle the stock behind the turned card; returns the next 16-bit seed.

    A simple generator is good enough.
    """
    first = rules.STOCK + 1 + p[rules.TAKEN]
    i = rules.STOCK - 1 + p[rules.DEALT]
    while i > first:
        seed = seed * 25173 + 13849 & 0xFFFF
        j = first + ((seed >> 4) * (i - first + 1) >> 12)
        c = p[i]
        p[i] = p[j]
        p[j] = c
        i -= 1
    return seed
