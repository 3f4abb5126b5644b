"""Layer 2. The least deadwood of a rummy hand with wild cards, exactly, and an arrangement.

Up to 15 cards from one or two decks, at most eight of them wild. Wild cards are only counted: a
meld of naturals needs some number of them. A spare one joins any meld, and three form one, so only
a hand without melds pays for them. Among the optimal arrangements there is always one in which
  - a rank has at most one set, which takes all cards of the rank that no run took;
  - a run takes every free card of its suit within its range. A natural used elsewhere, in a set or
    a lower run, can be swapped with the wild in the run: the other run keeps its length with a
    wild, and a set of three that loses a card needs just the one wild that the run gives back;
  - a card that would extend a run at no cost is in a set, never deadwood nor the head of another
    run.
So, from the highest rank down, each card either heads a run, of which only the length is open, or
is left to the set of its rank.

A level is a rank in the hand, the lowest being 1. Levels are solved bottom-up, the runs of each by
rules/three_thirteen_search.py.
"""

from micropython import const

from thirteen.fast import fast, native, ptr8, ptr16
from thirteen.protocols import Data, Moves
from thirteen.rules import three_thirteen_search as search

VALUE = search.VALUE

_MANY = const(24)  # choices in a slice
_ALL = const(255)


def least(a: Data, at: int, n: int, wild: int, price: int) -> int:
    """The least deadwood of cards a[at:at+n], `wild` the wild rank, `price` one left over."""
    begin(a, at, n, wild, price)
    while not advance(_ALL):
        pass
    return found()


@native
def begin(a: "Data", at: int, n: int, wild: int, price: int) -> int:
    """Start solving a hand with `advance`; returns a ticket for `mine`."""
    return _begin(search.tables, search.sets, a, at, n, wild, price)


@native
def advance(many: int) -> bool:
    """Solve the next level, or `many` choices of it; True when all are solved."""
    return _advance(search.tables, search.sets, many)


@native
def plan(out: "Moves") -> int:
    """Write the arrangement to out (array of "H"), in slices, once `advance` has returned True.

    A run is suit << 8 | highest << 4 | lowest rank, then the set of ranks it takes, a bit each; a
    set, of all cards of its rank left by the runs, is 0 and the rank. Returns the count of
    numbers, or -1 to be called again.
    """
    return _plan(search.tables, search.sets, out)


@native
def found() -> int:
    """The least deadwood, once `advance` has returned True."""
    return _found(search.tables)


def mine(ticket: int) -> bool:
    return search.tables[search.TICKET] == ticket


@fast
def _begin(t: ptr8, h: ptr16, a: ptr8, at: int, n: int, wild: int, price: int) -> int:
    for i in range(search.WHOLE):
        h[i] = 0
    t[search.STACK - search.CHOICE + search.KIND] = 99  # none
    w = 0
    for i in range(at, at + n):
        r = a[i] & 15
        if r == wild:
            w += 1
        else:
            u = a[i] >> 4 & 3
            bit = 1 << r
            h[search.TWO + u] |= h[u] & bit
            h[u] |= bit
    for i in range(search.WHOLE):
        h[search.WHOLE + i] = h[i]
    level = k = 0
    for r in range(1, 14):
        n = 0
        least = 15
        first = k
        for u in range(4):
            m = h[u] << 15 - r  # bit 15 is this rank, bit 14 the one below
            if m & 0x8000:
                # The wilds needed by the cheapest run of two or more naturals, downwards.
                need = 0 if m & 0x7FFF else 15
                if (m & 0x6000) == 0x4000:
                    need = 1
                while need < 14 and not m & 0x4000:
                    m <<= 1
                    need += 1
                if need < least:
                    least = need
                both = 1 + (h[search.TWO + u] >> r & 1)
                n += both
                t[search.SUIT + k] = u
                t[search.COPIES + k] = both
                t[search.NEEDS + k] = need
                k += 1
        if n:
            level += 1
            t[search.RANK + level] = r
            t[search.FIRST + level] = first
            t[search.CARDS + level] = n
            t[search.OPENS + level] = least
    t[search.FIRST + level + 1] = k
    t[search.LEVELS] = level
    t[search.AT] = level
    t[search.WILD] = w
    t[search.W] = w
    t[search.DONE] = t[search.ENOUGH] = t[search.STOP] = 0
    t[search.PRICE] = price
    ticket = t[search.TICKET] + 1 & 255
    t[search.TICKET] = ticket
    return ticket


@fast
def _advance(t: ptr8, h: ptr16, many: int) -> bool:
    level = t[search.DONE]
    if level == t[search.LEVELS]:
        return True
    level += 1
    t[search.BUDGET] = many
    v = t[t[search.RANK + level]]
    cards = t[search.CARDS + level]
    opens = t[search.OPENS + level]
    here = level * search.WIDTH + search.LEAST
    below = here - search.WIDTH
    most = t[search.WILD]
    # More wilds never cost more. The top level needs only w = all wilds, and the level below it
    # only the counts that can be left if no run crosses; other entries hold lower bounds.
    above = t[search.LEVELS] - level
    need = 0
    if above == 1 and t[search.CARDS + level + 1] < 3:
        need = 3 - t[search.CARDS + level + 1]
    enough = t[search.ENOUGH]
    w = t[search.W]
    last = 0 if above else most
    while w >= last:
        if above == 1 and w != most and w != most - need:
            t[here + w] = enough
            w -= 1
            continue
        x = t[below + w]
        if cards == 1:
            x += v
            if w > 1 and t[below + w - 2] < x:
                x = t[below + w - 2]
        elif cards == 2:
            x += v + v
            if w and t[below + w - 1] < x:
                x = t[below + w - 1]
        if x > enough and opens <= w:
            if not t[search.STOP]:
                t[search.BEST] = x
                t[search.TARGET] = enough
            search.search(t, h, level, w)
            x = t[search.BEST]
            if t[search.STOP]:
                t[search.W] = w
                t[search.ENOUGH] = enough
                return False
        enough = x
        t[here + w] = x
        w -= 1
        if w >= 0 and not t[search.BUDGET]:
            t[search.W] = w
            t[search.ENOUGH] = enough
            return False
    t[search.W] = most
    t[search.ENOUGH] = 0
    t[search.DONE] = level
    return above == 0


@fast
def _found(t: ptr8) -> int:
    w = t[search.WILD]
    levels = t[search.LEVELS]
    total = 0
    x = t[search.LEAST + levels * search.WIDTH + w]
    if w == 0 or w > 2:
        return x
    for level in range(1, levels + 1):
        total += t[t[search.RANK + level]] * t[search.CARDS + level]
        if total > x:
            return x
    return x + w * t[search.PRICE]  # there is no meld for the wilds to join


@fast
def _plan(t: ptr8, h: ptr16, out: ptr16) -> int:
    t[search.BUDGET] = _MANY
    n = t[search.ENOUGH]
    level = t[search.AT]
    w = t[search.W]
    while level:
        r = t[search.RANK + level]
        cards = t[search.CARDS + level]
        below = level * search.WIDTH + (search.LEAST - search.WIDTH) + w
        target = t[below + search.WIDTH]
        need = 3 - cards if cards < 3 else 0
        if need and t[below] + cards * t[r] == target:
            level -= 1
        elif need <= w and t[below - need] == target:
            out[n + 1] = r
            out[n] = 0
            n += 2
            w -= need
            level -= 1
        else:
            if not t[search.STOP]:
                t[search.BEST] = target + 1
                t[search.TARGET] = target
            search.search(t, h, level, w)
            if t[search.STOP]:
                break
            sp = search.STACK
            while sp < t[search.DEPTH]:
                b = t[sp + search.END]
                if b:
                    r = t[search.RANK + t[sp + search.LVL]]
                    out[n] = t[search.SUIT + t[sp + search.KIND]] << 8 | r << 4 | b
                    out[n + 1] = h[sp - search.ONES] & (2 << r) - (1 << b)
                    n += 2
                sp += search.CHOICE
            while level >= t[search.TO]:
                if t[search.PAID + level]:
                    out[n] = 0
                    out[n + 1] = t[search.RANK + level]
                    n += 2
                level -= 1
            w = t[search.SPARE]
    t[search.ENOUGH] = n
    t[search.AT] = level
    t[search.W] = w
    return -1 if level else n
