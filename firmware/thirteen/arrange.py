"""Floor 1. A rummy hand laid out by its melds, and the card that it can best do without."""

from array import array

from micropython import const

from thirteen import melds

_SET = const(0x80)

_plan = array("H", bytes(2 * 48))
_meld = bytearray(15)  # of each natural card: the number of its meld, or 0
# Of each meld, from 1: the suit of a run or _SET | rank, from rank to rank, its wild cards.
_key = bytearray(8)
_from = bytearray(8)
_to = bytearray(8)
_wilds = bytearray(8)
_rest = bytearray(15)
_count = bytearray(1)  # melds


def arrange(a, at, n, wild, price, order, group):
    """Lay the cards a[at:at+n] out meld by meld, as on a table, deadwood last; the deadwood.

    order[i] is the place in the hand, counted from `at`, of the i-th card to be laid; group[i]
    is the number of its meld, from 1, or 0. `wild` is the wild rank, `price` that of one left.
    """
    dead = melds.least(a, at, n, wild, price)
    count = _assign(a, at, n, melds.plan(_plan), wild)
    if count:
        count = _spend(a, at, n, count)
    k = 0
    w = -1  # the place of the wild card that was laid last
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


def loose(a, at, n, wild):
    """After `melds` has solved that hand: the bits of the places of its deadwood."""
    melded = _assign(a, at, n, melds.plan(_plan), wild)
    _count[0] = melded
    bits = 0
    for j in range(n):
        if not (melded if a[at + j] & 15 == wild else _meld[j]):
            bits |= 1 << j
    return bits


def meld_of(j):
    """After `loose`: what the natural card in place j is in: "run", "set" or ""."""
    if not _meld[j]:
        return ""
    return "set" if _key[_meld[j]] & _SET else "run"


def fits(c):
    """After `loose`: whether a natural card c would lengthen a meld, or free its wild card."""
    for g in range(1, _count[0] + 1):
        if _key[g] & _SET:
            if _key[g] & 15 == c & 15:
                return True
        elif _key[g] == c >> 4 & 3 and _from[g] <= (c & 15) + 1 and c & 15 <= _to[g] + 1:
            return True
    return False


def shed(a, at, n, wild, price):
    """The place of the card to discard for the least deadwood, << 8 | that deadwood.

    Of several the dearest one, and rather a natural card than a wild one.
    """
    whole = melds.least(a, at, n, wild, price)
    melded = _assign(a, at, n, melds.plan(_plan), wild)
    best = 255
    place = 0
    for j in range(n):  # a card of the deadwood takes its whole value away
        c = a[at + j]
        if not (melded if c & 15 == wild else _meld[j]):
            x = whole - (price if c & 15 == wild else melds.VALUE[c & 15])
            if x < best:
                best = x
                place = j
    for v in range(10, 0, -1):  # none takes more than its value away
        if whole - v >= best or not best:
            break
        for j in range(n):
            c = a[at + j] & 15
            if c != wild and melds.VALUE[c] == v and _meld[j]:
                x = _without(a, at, n, j, wild, price)
                if x < best:
                    best = x
                    place = j
    if best == 255:
        place = 0
        while a[at + place] & 15 != wild:
            place += 1
        best = _without(a, at, n, place, wild, price)
    return place << 8 | best


def _without(a, at, n, j, wild, price):
    """The least deadwood of the hand without its j-th card."""
    k = 0
    for i in range(n):
        if i != j:
            _rest[k] = a[at + i]
            k += 1
    return melds.least(_rest, 0, k, wild, price)


def _next(a, at, w, wild):
    """The place of the wild card that follows place w."""
    w += 1
    while a[at + w] & 15 != wild:
        w += 1
    return w


def _assign(a, at, n, m, wild):
    """Give each natural card its meld by the plan; how many melds. _wilds[0] is what is left."""
    left = 0
    for j in range(n):
        _meld[j] = 0
        if a[at + j] & 15 == wild:
            left += 1
    g = 0
    for i in range(0, m, 2):  # the runs, for the sets are of what those leave
        if _plan[i]:
            g += 1
            _key[g] = _plan[i] >> 8
            b = _plan[i] & 15
            r = _plan[i] >> 4 & 15
            size = 0
            for j in range(n):
                c = a[at + j]
                bit = 1 << (c & 15)
                if c >> 4 & 3 == _key[g] and _plan[i + 1] & bit and not _meld[j]:
                    _plan[i + 1] ^= bit
                    _meld[j] = g
                    size += 1
            while r - b < 2:  # room for the third
                if r < 13:
                    r += 1
                else:
                    b -= 1
            _from[g] = b
            _to[g] = r
            _wilds[g] = r - b + 1 - size
            left -= _wilds[g]
    for i in range(0, m, 2):
        if not _plan[i]:
            size = 0
            for j in range(n):
                if a[at + j] & 15 == _plan[i + 1] and not _meld[j]:
                    _meld[j] = g + 1
                    size += 1
            if size:
                g += 1
                _key[g] = _SET | _plan[i + 1]
                _wilds[g] = max(3 - size, 0)
                left -= _wilds[g]
    if left > 2:
        g += 1
        _key[g] = _SET
        _wilds[g] = left
        left = 0
    _wilds[0] = left
    return g


def _spend(a, at, n, count):
    """Let the wild cards that are left join melds; how many melds there are then."""
    while _wilds[0]:
        _wilds[0] -= 1
        g = 1
        while g <= count and not _key[g] & _SET and _to[g] - _from[g] == 12:
            g += 1
        if g > count:  # nothing but a whole suit: as two runs it has room
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
