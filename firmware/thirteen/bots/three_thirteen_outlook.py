"""Layer 2. What the next draw may do for a rummy hand whose melds are known.

The melds are assumed to stay, so that the hand is solved once for all cards that could come: a
card joins a meld, makes one with two loose cards, replaces a more expensive loose card, or is
discarded again.

Fill `hand`, `live`, `fits` and the settings, call `sort`, then `expect`.
"""

from array import array

from micropython import const

from thirteen.fast import fast, ptr8
from thirteen.protocols import Thought
from thirteen.rules import three_thirteen_melds as melds

_MOST = const(15)

hand = bytearray(_MOST + 1)
live = bytearray(64)  # per card, how many may still come
fits = array("H", bytes(8))  # per suit, a bit a rank: whether it joins a meld
loose = bytearray(_MOST)  # places of the deadwood in the hand, the most expensive card first
after = bytearray(64)  # per card, the deadwood it would leave
chances = array("H", bytes(2 * _MOST))  # per place: outs of its pairs, times points

_wild = 0
_price = 0


def begin(wild: int, price: int) -> None:
    """Set the wild rank and what a loose wild card costs."""
    global _wild, _price
    _wild = wild
    _price = price


def worth(card: int) -> int:
    rank = card & 15
    return _price if rank == _wild else melds.VALUE[rank]


def sort(n: int, bits: int) -> int:
    """Fill `loose` with those of n places whose bit is set; returns how many."""
    m = 0
    for j in range(n):
        if bits >> j & 1:
            k = m
            v = worth(hand[j])
            while k and worth(hand[loose[k - 1]]) < v:
                loose[k] = loose[k - 1]
                k -= 1
            loose[k] = j
            m += 1
    return m


def unseen() -> int:
    return sum(live)


@fast
def lower(after: ptr8, live: ptr8, dead: int) -> int:
    """How many of the cards that may come would leave less deadwood than that."""
    n = 0
    for c in range(64):
        if after[c] < dead:
            n += live[c]
    return n


def near(a: int, b: int) -> bool:
    """Whether one more card could make a meld of a and b."""
    d = (a & 15) - (b & 15)
    if a & 15 == _wild or b & 15 == _wild or not d:
        return True
    return a & 48 == b & 48 and -3 < d < 3


def complete(a: int, b: int, x: int) -> int:
    """Lower `after` to x for each card that makes a meld of a and b, which are near.

    Returns how many of those cards may still come. Wild cards fit everywhere and are left to
    `expect`, except where the wild card is exactly the card needed.
    """
    if a & 15 == _wild:
        a, b = b, a
    rank = low = high = a & 15
    other = b & 15
    count = 0
    if other == _wild or other == rank:
        for c in range(rank, 64, 16):
            if x < after[c]:
                after[c] = x
            count += live[c]
        if other == rank:
            return count
        other = rank
        low -= 2
        high += 2
    else:
        low = min(rank, other)
        high = max(rank, other)
        if high - low == 1:
            low -= 1
            high += 1
    suit = a & 48
    for r in range(max(low, 1), min(high, 13) + 1):
        if r != rank and r != other:
            c = suit | r
            if x < after[c]:
                after[c] = x
            count += live[c]
    return count


def expect(m: int, dead: int, skip: int, count: int) -> Thought:
    """Sixteen times the expected deadwood after a draw from the stock and the best discard.

    The hand has m loose cards of `dead` points; the one in place `skip` is discarded before, or
    none if that is -1, which also fills `chances`. `count` is `unseen()`. A generator: it returns
    the result.
    """
    dearest = []  # three loose cards: two may be melded and the third discarded
    for k in range(m):
        if loose[k] != skip and len(dearest) < 3:
            dearest.append(loose[k])
    if skip >= 0:
        dead -= worth(hand[skip])
    else:
        for k in range(_MOST):
            chances[k] = 0
    high = worth(hand[dearest[0]]) if dearest else 0
    for r in range(1, 14):
        v = high - worth(r)
        x = dead - v if v > 0 else dead
        for u in range(4):
            after[u << 4 | r] = dead - high if fits[u] >> r & 1 else x
    yield
    best = 255  # over all pairs: what a wild card makes of one
    work = 0
    for k in range(1, m):
        j = loose[k]
        if j == skip:
            continue
        for q in range(k):
            i = loose[q]
            work += 1
            if i != skip and near(hand[i], hand[j]):
                points = worth(hand[i]) + worth(hand[j])
                x = dead - points
                for rest in dearest:
                    if rest != i and rest != j:
                        x -= worth(hand[rest])
                        break
                outs = complete(hand[i], hand[j], x)
                if skip < 0 and hand[i] & 15 != _wild and hand[j] & 15 != _wild:
                    chances[i] += outs * points
                    chances[j] += outs * points
                if x < best:
                    best = x
                work += 5
        if work > 20:
            work = 0
            yield
    yield
    for c in range(_wild, 64, 16):
        if best < after[c]:
            after[c] = best
    total = 0
    for c in range(64):
        if live[c]:
            total += after[c] * live[c]
    return total * 16 // count if count else dead * 16
