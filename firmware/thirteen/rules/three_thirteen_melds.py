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

_cards = bytearray(15)  # number of cards of a level
_opens = bytearray(15)  # wilds that the cheapest run of two naturals down from it needs

_LEVELS = const(0)
_DONE = const(1)
_WILD = const(2)  # wilds in the hand
_PRICE = const(3)  # of a spare wild
_TICKET = const(4)
_W = const(5)  # wilds of the next search; in the plan those left
_ENOUGH = const(6)  # the value at which that search may stop; in the plan the numbers written
_AT = const(7)  # in the plan the next level
_MANY = const(3)  # choices in a slice
_ALL = const(255)
_now = bytearray(8)


def least(a: Data, at: int, n: int, wild: int, price: int) -> int:
    """The least deadwood of cards a[at:at+n], `wild` the wild rank, `price` one left over."""
    begin(a, at, n, wild, price)
    while not advance(_ALL):
        pass
    return found()


@native
def begin(a: "Data", at: int, n: int, wild: int, price: int) -> int:
    """Start solving a hand with `advance`; returns a ticket for `mine`."""
    f = search
    one = f.one
    two = f.two
    for u in range(4):
        one[u] = two[u] = f.shut[u] = 0
    w = 0
    for i in range(at, at + n):
        c = a[i]
        r = c & 15
        if r == wild:
            w += 1
        else:
            u = c >> 4 & 3
            bit = 1 << r
            two[u] |= one[u] & bit
            one[u] |= bit
    now = _now
    now[_LEVELS] = now[_AT] = _index(
        one, two, f.rank, f.at, _cards, _opens, f.suit, f.copies, f.needs
    )
    now[_WILD] = now[_W] = w
    now[_DONE] = now[_ENOUGH] = f.now[search.STOP] = 0
    now[_PRICE] = price
    now[_TICKET] = (now[_TICKET] + 1) & 255
    return now[_TICKET]


@fast
def _index(
    one: ptr16, two: ptr16, ranks: ptr8, at: ptr8, cards: ptr8, opens: ptr8,
    suit: ptr8, copies: ptr8, needs: ptr8,
) -> int:  # fmt: skip
    """Index the hand by levels; returns their number."""
    level = k = 0
    for r in range(1, 14):
        n = 0
        least = 15
        first = k
        for u in range(4):
            m = one[u] << 15 - r  # bit 15 is this rank, bit 14 the one below
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
                suit[k] = u
                copies[k] = 1 + (two[u] >> r & 1)
                n += copies[k]
                needs[k] = need
                k += 1
        if n:
            level += 1
            ranks[level] = r
            at[level] = first
            cards[level] = n
            opens[level] = least
    at[level + 1] = k
    return level


def mine(ticket: int) -> bool:
    return _now[_TICKET] == ticket


# As in the search, tables are defaults: locals are found faster.
@native
def advance(  # type: ignore[no-untyped-def]
    many: int, now=_now, size=_cards, open_runs=_opens, f=search.table, state=search.now
) -> bool:
    """Solve the next level, or `many` choices of it; True when all are solved."""
    level = now[_DONE]
    if level == now[_LEVELS]:
        return True
    level += 1
    state[search.BUDGET] = many
    v = VALUE[search.rank[level]]
    cards = size[level]
    opens = open_runs[level]
    here = level * search.WIDTH
    below = here - search.WIDTH
    most = now[_WILD]
    # More wilds never cost more. The top level needs only w = all wilds, and the level below it
    # only the counts that can be left if no run crosses; other entries hold lower bounds.
    above = now[_LEVELS] - level
    need = max(3 - size[level + 1], 0) if above == 1 else 0
    enough = now[_ENOUGH]
    for w in range(now[_W], -1 if above else most - 1, -1):
        if above == 1 and w != most and w != most - need:
            f[here + w] = enough
            continue
        x = f[below + w]
        if cards == 1:
            x += v
            if w > 1 and f[below + w - 2] < x:
                x = f[below + w - 2]
        elif cards == 2:
            x += v + v
            if w and f[below + w - 1] < x:
                x = f[below + w - 1]
        if x > enough and opens <= w:
            x = search.search(level, w, x, enough)
            if state[search.STOP]:
                now[_W] = w
                now[_ENOUGH] = enough
                return False
        f[here + w] = enough = x
        if w and state[search.BUDGET] < 2:
            now[_W] = w - 1
            now[_ENOUGH] = enough
            return False
    now[_W] = most
    now[_ENOUGH] = 0
    now[_DONE] = level
    return level == now[_LEVELS]


@native
def found() -> int:
    """The least deadwood, once `advance` has returned True."""
    w = _now[_WILD]
    levels = _now[_LEVELS]
    total = 0
    x = search.table[levels * search.WIDTH + w]
    if not 0 < w < 3:
        return x
    for level in range(1, levels + 1):
        total += VALUE[search.rank[level]] * _cards[level]
        if total > x:
            return x
    return x + w * _now[_PRICE]  # there is no meld for the wilds to join


@native
def plan(out: "Moves") -> int:
    """Write the arrangement to out (array of "H"), in slices, once `advance` has returned True.

    A run is suit << 8 | highest << 4 | lowest rank, then the set of ranks it takes, a bit each; a
    set, of all cards of its rank left by the runs, is 0 and the rank. Returns the count of
    numbers, or -1 to be called again.
    """
    search.now[search.BUDGET] = _MANY
    f = search.table
    rank = search.rank
    n = _now[_ENOUGH]
    level = _now[_AT]
    w = _now[_W]
    while level:
        target = f[level * search.WIDTH + w]
        below = level * search.WIDTH - search.WIDTH
        need = max(3 - _cards[level], 0)
        if need and f[below + w] + _cards[level] * VALUE[rank[level]] == target:
            level -= 1
        elif need <= w and f[below + w - need] == target:
            out[n + 1] = rank[level]
            out[n] = 0
            n += 2
            w -= need
            level -= 1
        else:
            search.search(level, w, target + 1, target)
            if search.now[search.STOP]:
                break
            for k in range(search.now[search.DEPTH]):
                b = search.end[k]
                if b:
                    r = rank[search.lvl[k]]
                    out[n] = search.suit[search.kind[k]] << 8 | r << 4 | b
                    out[n + 1] = search.ones[k] & (2 << r) - (1 << b)
                    n += 2
            while level > search.now[search.TO]:
                if search.paid[level]:
                    out[n] = 0
                    out[n + 1] = rank[level]
                    n += 2
                level -= 1
            w = search.now[search.SPARE]
    _now[_ENOUGH] = n
    _now[_AT] = level
    _now[_W] = w
    return -1 if level else n
