"""Layer 2. Arranges a hand by its melds; finds the cards that would extend them."""

from array import array

from micropython import const

from thirteen.fast import fast, native, ptr8, ptr16
from thirteen.protocols import Data, Table
from thirteen.rules import three_thirteen_melds as melds

_SET = const(0x80)

_plan = array("H", bytes(2 * 48))
_meld = bytearray(15)  # for each natural card the number of its meld, or 0
# For each meld, from 1: the suit of a run or _SET | rank, first and last rank, its wild cards.
_key = bytearray(8)
_from = bytearray(8)
_to = bytearray(8)
_wilds = bytearray(8)
_count = bytearray(1)  # melds


@native
def arrange(
    a: "Data", at: int, n: int, wild: int, price: int, order: "Table", group: "Table"
) -> int:
    """Arrange the cards a[at:at+n] meld by meld, deadwood last; returns the deadwood's value.

    order[i] is the index in the hand, counted from `at`, of the i-th card as arranged; group[i] is
    the number of its meld, from 1, or 0. `wild` is the wild rank, `price` a spare wild's penalty.
    """
    dead = melds.least(a, at, n, wild, price)
    count = _melds_of(a, at, n, wild)
    if count:
        count = _spend(a, at, n, count)
    k = 0
    w = -1  # the index of the wild card arranged last
    for g in range(1, count + 1):
        first = k
        if _key[g] & _SET:
            for j in range(n):
                if _meld[j] == g:
                    order[k] = j
                    k += 1
            for _ in range(_wilds[g]):
                w = _next(a, at, w, wild)
                order[k] = w
                k += 1
        else:
            for r in range(_from[g], _to[g] + 1):
                j = 0
                while j < n and (_meld[j] != g or a[at + j] & 15 != r):
                    j += 1
                if j == n:
                    w = j = _next(a, at, w, wild)
                order[k] = j
                k += 1
        for i in range(first, k):
            group[i] = g
    for j in range(n):
        if a[at + j] & 15 == wild:
            if j <= w:
                continue
        elif _meld[j]:
            continue
        order[k] = j
        group[k] = 0
        k += 1
    return dead


def plan() -> bool:
    """After `melds` has solved a hand: do one slice of reconstruction; True when finished."""
    return melds.plan(_plan) >= 0


def _planned() -> int:
    n = -1
    while n < 0:
        n = melds.plan(_plan)
    return n


def loose(a: Data, at: int, n: int, wild: int) -> int:
    """After `melds` has solved that hand: the set of indices of its deadwood, a bit each."""
    melded = _melds_of(a, at, n, wild)
    _count[0] = melded
    bits = 0
    for j in range(n):
        if not (melded if a[at + j] & 15 == wild else _meld[j]):
            bits |= 1 << j
    return bits


def meld_of(j: int) -> str:
    """After `loose`: the kind of meld the natural card j is in: "run", "set" or ""."""
    if not _meld[j]:
        return ""
    return "set" if _key[_meld[j]] & _SET else "run"


def joins(u: int) -> int:
    """After `loose`: the ranks of suit u, a bit each, that extend a meld or free its wild card."""
    bits = 0
    for g in range(1, _count[0] + 1):
        if _key[g] & _SET:
            bits |= 1 << (_key[g] & 15)
        elif _key[g] == u:
            bits |= (4 << _to[g]) - (1 << _from[g] >> 1)
    return bits


def _next(a: Data, at: int, w: int, wild: int) -> int:
    """The index of the next wild card after w."""
    w += 1
    while a[at + w] & 15 != wild:
        w += 1
    return w


def _melds_of(a: Data, at: int, n: int, wild: int) -> int:
    """Assign the naturals to the plan's melds; returns their number. _wilds[0]: spare wilds."""
    return _assign(a, at, n, _planned(), wild, _plan, _meld, _key, _from, _to, _wilds)


@fast
def _assign(
    a: ptr8, at: int, n: int, m: int, wild: int,
    plan: ptr16, meld: ptr8, key: ptr8, low: ptr8, high: ptr8, wilds: ptr8,
) -> int:  # fmt: skip
    left = g = 0
    for j in range(n):
        meld[j] = 0
        if a[at + j] & 15 == wild:
            left += 1
    for i in range(0, m, 2):  # runs first: sets consist of what they leave
        b = plan[i]
        if b:
            g += 1
            u = b >> 8
            r = b >> 4 & 15
            b &= 15
            bits = plan[i + 1]
            size = r - b + 1
            for j in range(n):
                c = a[at + j]
                if c >> 4 & 3 == u and bits >> (c & 15) & 1 and not meld[j]:
                    bits ^= 1 << (c & 15)
                    meld[j] = g
                    size -= 1
            while r - b < 2:  # room for the third
                if r < 13:
                    r += 1
                else:
                    b -= 1
                size += 1
            key[g] = u
            low[g] = b
            high[g] = r
            wilds[g] = size
            left -= size
    for i in range(0, m, 2):
        if not plan[i]:
            r = plan[i + 1]
            size = 0
            for j in range(n):
                if a[at + j] & 15 == r and not meld[j]:
                    meld[j] = g + 1
                    size += 1
            if size:
                g += 1
                key[g] = _SET | r
                wilds[g] = 3 - size if size < 3 else 0
                left -= wilds[g]
    if left > 2:
        g += 1
        key[g] = _SET
        wilds[g] = left
        left = 0
    wilds[0] = left
    return g


def _spend(a: Data, at: int, n: int, count: int) -> int:
    """Add the spare wild cards to melds; returns the number of melds."""
    while _wilds[0]:
        _wilds[0] -= 1
        g = 1
        while g <= count and not _key[g] & _SET and _to[g] - _from[g] == 12:
            g += 1
        if g > count:  # only a whole suit: split it into two runs to make room
            g = count
            count += 1
            _key[count] = _key[g]
            _from[count] = 7
            _to[count] = 13
            _to[g] = 6
            for j in range(n):
                if _meld[j] == g and a[at + j] & 15 > 6:
                    _meld[j] = count
        if _key[g] & _SET:
            _wilds[g] += 1
        elif _to[g] < 13:
            _to[g] += 1
        else:
            _from[g] -= 1
    return count
