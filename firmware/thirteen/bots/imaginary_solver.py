"""Layer 2. Whether a position of Imaginary Thirteen can be won, all cards known.

First a simple player tries, often and differently. Then a depth-first search tries everything in a
relaxed game, in which each card of the stock may be played at any time, and none goes to a waste:
who loses that has lost. Then one of the real game. They take their moves back.

Suits do not matter, and neither does which waste is which. A card of a waste that can be played
need not be: it may be the better one for a foundation that needs its rank later, and a foundation
that has grown must take a turned card (I4). It is played at once only where neither can be.

A position is that of imaginary_table.py; in the relaxed game, the stock's cards of each rank are
counted from 264 on. Moves, a byte each:
    w << 3 | f   the top of waste w to foundation f
    48 | f       the turned card to foundation f; in the relaxed game one from the stock
    56 | w       the turned card to waste w
"""

from array import array

from micropython import const

from thirteen import cards
from thirteen.bots import imaginary_table as table
from thirteen.bots import visited
from thirteen.fast import fast, ptr8, ptr32
from thirteen.protocols import Thought
from thirteen.rules import imaginary as rules

_LOOSE = const(264)
_DEPTH = const(200)  # moves of a line: each card goes to a waste and from there, at most
_LIST = const(720)
_MOST = const(48)  # moves of a position
_TO_FOUNDATION = const(48)
_TO_WASTE = const(56)
_SLICE = const(6)  # cards to wastes in a slice
_TRIES = const(20)  # positions that a try of the simple player counts for


def settle(s: bytearray, most: int, keep: int = 0) -> Thought:
    """Yield -1 while it searches, then 1 for winnable, 2 for lost, 0 if unknown.

    It meets at most so many positions in each search.
    """
    if rules.over(s):
        yield rules.over(s)
        return
    p = bytearray(s)
    for seed in range(min(most, visited.ROOM) // _TRIES):
        table.copy(p, s, rules.SIZE)
        table.count(p)
        end = 0
        while not end:
            yield -1
            end = table.play_out(p, _SLICE, seed)
        if end == table.WON:
            yield 1
            return
    table.copy(p, s, rules.SIZE)
    for i in range(_LOOSE, _LOOSE + 14):
        p[i] = 0
    for i in range(p[rules.TAKEN], p[rules.DEALT]):
        p[_LOOSE + (p[rules.STOCK + i] & 15)] += 1
    for found in _search(p, most, keep, 1):
        if found < 0:
            yield -1
    if found == 1:
        found = 0
        table.copy(p, s, rules.SIZE)
        for found in _search(p, most, keep, 0):
            if found < 0:
                yield -1
    yield found


def _search(p: bytearray, most: int, keep: int, loose: int) -> Thought:
    """Likewise: search the relaxed game or the real one."""
    met = visited.Visited(most, keep)
    hashes = array("I", bytes(8))
    moves = bytearray(_LIST)  # to be tried; of each depth the last first
    low = array("H", bytes(2 * _DEPTH))  # where those of a depth begin
    made = bytearray(_DEPTH)  # the move made,
    was = bytearray(_DEPTH)  # and the waste's top before
    scratch = bytearray(16)
    depth = top = 0
    while True:
        table.count(p)
        if _complete(p):
            yield 1
            return
        _hash(p, hashes)
        low[depth] = top
        if met.fresh(hashes[0], hashes[1]):
            if met.full() or depth == _DEPTH - 1 or top > _LIST - _MOST:
                yield 0 if not loose else 1  # unknown: the relaxed game may be won
                return
            ranks = _ranks(p, loose)
            if not _stuck(p, scratch, ranks):
                top = int(_list_loose(p, moves, top) if loose else _list(p, moves, top, ranks))
        while top == low[depth]:
            if not depth:
                yield 2
                return
            depth -= 1
            _take_back(p, made[depth], was[depth], loose)
        top -= 1
        made[depth] = moves[top]
        was[depth] = _make(p, moves[top], loose)
        depth += 1
        yield -1


@fast
def _complete(p: ptr8) -> int:
    for f in range(8):
        if p[table.WANT + f]:
            return 0
    return 1


@fast
def _ranks(p: ptr8, loose: int) -> int:
    """The set of ranks in the stock."""
    ranks = 0
    if loose:
        for r in range(1, 14):
            if p[_LOOSE + r]:
                ranks |= 1 << r
        return ranks
    for i in range(p[rules.TAKEN], p[rules.DEALT]):
        ranks |= 1 << (p[rules.STOCK + i] & 15)
    return ranks


@fast
def _make(p: ptr8, m: int, loose: int) -> int:
    """Make a move; returns the top of the waste that it concerns, before it."""
    n = p[rules.TAKEN]
    if m < _TO_FOUNDATION:
        w = rules.TOP + (m >> 3)
        n = p[w]
        p[w] = p[rules.UNDER - 1 + n]
        p[rules.HEIGHT + (m & 7)] += 1
        return n
    if loose:
        f = m & 7
        r = (f + 1) * (p[rules.HEIGHT + f] + 2) % 13
        if not r:
            r = 13
        p[_LOOSE + r] -= 1
        p[rules.HEIGHT + f] += 1
        return 0
    p[rules.TAKEN] = n + 1
    if m < _TO_WASTE:
        p[rules.HEIGHT + (m & 7)] += 1
        return 0
    w = rules.TOP + (m & 7)
    k = p[w]
    p[rules.UNDER + n] = k
    p[w] = n + 1
    return k


@fast
def _take_back(p: ptr8, m: int, top: int, loose: int):  # type: ignore[no-untyped-def]
    f = m & 7
    if m < _TO_WASTE:
        p[rules.HEIGHT + f] -= 1
    if m < _TO_FOUNDATION:
        p[rules.TOP + (m >> 3)] = top
    elif loose:
        r = (f + 1) * (p[rules.HEIGHT + f] + 2) % 13
        if not r:
            r = 13
        p[_LOOSE + r] += 1
    else:
        p[rules.TAKEN] -= 1
        if m >= _TO_WASTE:
            p[rules.TOP + f] = top


@fast
def _hash(p: ptr8, out: ptr32):  # type: ignore[no-untyped-def]
    """Two hashes of a position, 30 bits each; the order of the wastes is left out."""
    x = 1
    y = 2
    for i in range(rules.TAKEN, rules.TOP):
        x = (x & 0xFFFFF) * 811 ^ x >> 10 ^ p[i]
        y = (y & 0xFFFFF) * 937 ^ y >> 10 ^ p[i]
    for w in range(p[rules.IN_USE]):
        n = p[rules.TOP + w]
        u = 3
        v = 5
        while n:
            k = p[rules.STOCK - 1 + n] & 15
            n = p[rules.UNDER - 1 + n]
            u = (u & 0xFFFFF) * 811 ^ u >> 10 ^ k
            v = (v & 0xFFFFF) * 937 ^ v >> 10 ^ k
        u = (u & 0xFFFFF) * 853 ^ u >> 10
        v = (v & 0xFFFFF) * 929 ^ v >> 10
        x = x + (u & 0xFFFFFFF) & 0x3FFFFFFF
        y = y + (v & 0xFFFFFFF) & 0x3FFFFFFF
    out[0] = x & 0x3FFFFFFF
    out[1] = y & 0x3FFFFFFF


@fast
def _list(p: ptr8, moves: ptr8, top: int, left: int) -> int:
    """List the moves, the most promising last, or those of a sure play: the end of the list.

    `left` is the set of ranks in the stock behind the turned card and with it.
    """
    n = p[rules.TAKEN]
    t = 0
    if n < p[rules.DEALT]:
        t = p[rules.STOCK + n] & 15
    low = top
    if t:
        for f in range(8):
            if p[table.WANT + f] == t:
                moves[top] = _TO_FOUNDATION | f
                top += 1
        if p[0] or top == low:  # I4, I10
            best = int(table.choose(p, t))
            bare = 0
            for w in range(p[rules.IN_USE]):
                if w != best and not (bare and not p[rules.TOP + w]):
                    moves[top] = _TO_WASTE | w
                    top += 1
                    if not p[rules.TOP + w]:
                        bare = 1
            if not (bare and not p[rules.TOP + best]):
                moves[top] = _TO_WASTE | best
                top += 1
    for w in range(p[rules.IN_USE]):
        n = p[rules.TOP + w]
        if n:
            r = p[rules.STOCK - 1 + n] & 15
            first = top
            sure = 1
            k = 0
            for f in range(8):
                if p[table.WANT + f] == r:
                    moves[top] = w << 3 | f
                    top += 1
                    k += 1
                    x = r  # the ranks that f would want next
                    while x != cards.KING and sure:
                        x += f + 1
                        if x > cards.KING:
                            x -= cards.KING
                        if not left >> x & 1:
                            break
                        many = 1
                        for g in range(8):
                            if g != f and p[table.WANT + g] == x:
                                many += 1
                        if many != p[table.NEED + x]:
                            sure = 0
            if k and sure and k == p[table.NEED + r]:
                n = 0
                while first < top:
                    moves[low + n] = moves[first]
                    n += 1
                    first += 1
                return low + n
    return top


@fast
def _list_loose(p: ptr8, moves: ptr8, top: int) -> int:
    """The same of the relaxed game, in which a waste's card is never worse than the stock's."""
    low = top
    for r in range(1, 14):
        have = p[_LOOSE + r]
        first = top
        k = 0
        for f in range(8):
            if p[table.WANT + f] == r:
                k += 1
                here = 0
                for w in range(p[rules.IN_USE]):
                    n = p[rules.TOP + w]
                    if n and p[rules.STOCK - 1 + n] & 15 == r:
                        moves[top] = w << 3 | f
                        top += 1
                        here += 1
                if not here and p[_LOOSE + r]:
                    moves[top] = _TO_FOUNDATION | f
                    top += 1
                if k == 1:
                    have += here
        if k and k == p[table.NEED + r] and have >= k:  # each gets one
            moves[low] = moves[first]
            return low + 1
    return top


@fast
def _stuck(p: ptr8, k: ptr8, seen: int) -> int:
    """1 only if not even a relaxed game can be won, in which cards may be used again.

    There a foundation grows as far as its ranks are in the stock or on top of a waste, and such a
    top goes if any foundation takes or took its rank.
    """
    taken = 0
    for i in range(8):
        k[i] = p[table.WANT + i]
        k[8 + i] = p[rules.TOP + i]
    left = 1
    more = 1
    while more and left:
        more = 0
        for w in range(p[rules.IN_USE]):
            n = k[8 + w]
            while n:
                r = p[rules.STOCK - 1 + n] & 15
                if not seen >> r & 1:
                    seen |= 1 << r
                    more = 1
                if not taken >> r & 1:
                    break
                n = p[rules.UNDER - 1 + n]
                more = 1
            k[8 + w] = n
        left = 0
        for f in range(8):
            r = k[f]
            while r and seen >> r & 1:
                taken |= 1 << r
                more = 1
                if r == cards.KING:
                    r = 0
                else:
                    r += f + 1
                    if r > cards.KING:
                        r -= cards.KING
            k[f] = r
            left |= r
    if left:
        return 1
    return 0
