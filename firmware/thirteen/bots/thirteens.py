"""Layer 2. Whether a game of Thirteens can still be won, and the move towards it.

A depth-first search that knows the stock. It visits no position twice, and stops at a win, when
every position has been visited, or at the limit. A column is an int with four bits a card, the
bottom card lowest: cards fall by a shift, and one `xor` compares five pairs. Suits don't matter.
Bringing down a single card is tried last, because it is needed only if all else fails: a player
who follows the hints is never sent back and forth.

`seen` counts the positions visited, `limit` is the maximum. A host tool that must decide every
deal raises `limit` and replaces `fresh`, the visited table, by its own.
"""

from array import array

from micropython import const

from thirteen.bots import job
from thirteen.bots.job import move, step, verdict  # noqa: F401 - the bot's own names
from thirteen.fast import fast, ptr8, ptr16, ptr32
from thirteen.protocols import Thought
from thirteen.rules import thirteens as rules

limit = 1350  # the table holds 1792, and is still quick when three quarters full
seen = 0

# Exhaustive searches of 10,000 deals go 33 moves deep and list 181 moves at most.
_DEPTH = const(48)  # 28 discards, and the cards brought down between them
_LIST = const(320)
_MOST = const(48)  # the most moves that one position adds to the list
_SLOTS = const(1792)  # 7 / 8 of 2048

_NONE = const(511)

_ONES = const(0x11111)
_EIGHTS = const(0x88888)
_THIRTEENS = const(0xDDDDD)
_SCORE = const(9)  # in the list the score stands above the nine bits of a move
_KING = const(100 << 9)
_ROW = const(8 << 9 | 17)  # a pair one row up: 8 more in score, 1 more in both places
_KING_ROW = const(1 << 9 | 17)

# The ways in which two cards can touch, scored as the sheet advises: best in the middle, and high
# up. For each: two columns with the bits to shift them down by; score and places of its lowest
# pair.
_WAYS = const(9)
_TOUCHING = (
    b"\x00\x00\x00\x04\x04\x01\x01\x00\x01\x04\x18\x56\x02\x00\x02\x04\x04\xab"
    b"\x00\x00\x01\x00\x0a\x05\x00\x00\x01\x04\x0e\x06\x00\x04\x01\x00\x0e\x15"
    b"\x01\x00\x02\x00\x0a\x5a\x01\x00\x02\x04\x0e\x5b\x01\x04\x02\x00\x0e\x6a"
)

# The path from the root to the current position, by depth.
_cols = array("I", bytes(4 * 3 * _DEPTH))
_dealt = bytearray(_DEPTH)
_gone = bytearray(_DEPTH)  # cards discarded
_low = array("H", bytes(2 * _DEPTH))  # where its moves start in the list
_line = array("H", bytes(2 * _DEPTH))  # the move made

_list = array("H", bytes(2 * _LIST))  # moves to be tried; in each depth the most promising is last
_stock = bytearray(rules.IN_STOCK)

_tag = array("H", bytes(2 * _SLOTS))  # visited positions: 32 bits of hash besides the slot's 11
_tag2 = array("H", bytes(2 * _SLOTS))  # 0 if free

_auto = 0  # whether kings go by themselves
_depth = 0
_top = 0


def think(s: bytearray) -> None:
    global seen, _auto, _depth, _top
    _lay_out(_cols, _stock, _tag2, s)
    _dealt[0] = s[rules.DEALT]
    _gone[0] = 0
    _auto = s[rules.KINGS]
    _depth = _top = 0
    seen = 1
    fresh(_cols[0], _cols[1], _cols[2], _dealt[0])
    _expand(0)
    _line[0] = _list[_top - 1] & 511 if _top else _NONE
    job.start(_search(), 0 if _cols[0] or _cols[1] or _cols[2] else 1)
    job.best = -1 if _line[0] == _NONE else _line[0]


def _search() -> Thought:
    """Visit the positions, one a slice.

    The move is the next one of the win; if there is none, the one towards the most discards.
    """
    global seen, _depth, _top
    best = -1
    most = 0
    d = 0
    while seen < limit:
        while _top == _low[d]:
            if not d:
                job.outlook = 2
                job.best = best
                return
            d -= 1
        _depth = d
        _top -= 1
        _line[d] = _list[_top] & 511
        job.best = _line[0]
        _make(_cols, _stock, _dealt, _gone, d, _line[d] | _auto << 9)
        d += 1
        at = d * 3
        a = _cols[at]
        b = _cols[at + 1]
        c = _cols[at + 2]
        if not (a or b or c):
            job.outlook = 1
            return
        if not fresh(a, b, c, _dealt[d]):
            d -= 1
            yield
            continue
        seen += 1
        if _gone[d] > most:
            most = _gone[d]
            best = _line[0]
        if d == _DEPTH - 1 or _top > _LIST - _MOST:
            seen = limit  # never expected, but a table that is too small must not answer "lost"
            return
        _depth = d
        _expand(d)
        yield


def line() -> list:
    """All moves of the win that was found."""
    return [_line[d] for d in range(_depth + 1)]


def fresh(a: int, b: int, c: int, i: int) -> bool:
    """Whether the position is new; it is marked as visited."""
    return _enter(_tag, _tag2, a, b, c, i)


@fast
def _lay_out(cols: ptr32, stock: ptr8, tag2: ptr16, s: ptr8):  # type: ignore[no-untyped-def]
    """Read columns and stock from the state s, and empty the table."""
    for a in range(3):
        x = 0
        for p in range(5):
            x |= (s[a * 5 + p] & 15) << p * 4
        cols[a] = x
    for k in range(rules.IN_STOCK):
        stock[k] = s[rules.STOCK + k] & 15
    for k in range(_SLOTS):
        tag2[k] = 0


@fast
def _enter(tag: ptr16, tag2: ptr16, a: int, b: int, c: int, i: int) -> bool:
    """Add a position to the table; False if it is already there."""
    x = (a ^ i << 14) * 811
    x ^= (b ^ x >> 10) * 997
    y = (c ^ x >> 10) * 883 ^ a
    x ^= (y >> 10 ^ x & 0xFFFFF) * 743
    t = x >> 14
    u = y & 0xFFFF
    if not u:
        u = 1
    k = ((x ^ y >> 17) & 2047) * 7 >> 3
    while tag2[k]:
        if tag2[k] == u and tag[k] == t:
            return False
        k += 1
        if k == _SLOTS:
            k = 0
    tag[k] = t
    tag2[k] = u
    return True


@fast
def _make(cols: ptr32, stock: ptr8, dealt: ptr8, gone: ptr8, d: int, m: int):  # type: ignore[no-untyped-def]
    """Make move m at depth d; the result is at depth d + 1.

    With bit 9 in m, kings leave by themselves. T9: at most two cards fill up, the lower row
    first, then from the left.
    """
    at = d * 3 + 3
    for k in range(at, at + 3):
        cols[k] = cols[k - 3]
    i = dealt[d]
    n = 0
    taken = gone[d]
    p = m >> 4 & 15
    q = m & 15  # of two in a column the upper goes first: that does not move the lower
    if m & rules.BRING:
        k = at + (m >> 2 & 3)
        n = 16
        while not cols[k] >> n:
            n -= 4
        cols[at + (m & 3)] = cols[k] >> n
        cols[k] = cols[k] & (1 << n) - 1
        p = 15
        q = 15
    while True:
        while q < 15:
            n = q % 5 * 4
            k = at + q // 5
            cols[k] = cols[k] & (1 << n) - 1 | cols[k] >> n + 4 << n
            taken += 1
            q = 15 if q == p else p
        if p < 15:
            for n in range(12, 20, 4):
                if not (cols[at] >> n and cols[at + 1] >> n and cols[at + 2] >> n):
                    for k in range(at, at + 3):
                        if i < rules.IN_STOCK and not cols[k] >> n:
                            cols[k] = cols[k] | stock[i] << n
                            i += 1
        p = 15
        if m >> _SCORE:
            p = 0
            while p < 15 and cols[at + p // 5] >> p % 5 * 4 & 15 != 13:
                p += 1
        if p == 15:
            break
        q = p
    dealt[d + 1] = i
    gone[d + 1] = taken


def _expand(d: int) -> None:
    """List the moves, the best last: kings, then pairs, then cards brought down."""
    global _top
    _low[d] = _top
    _top = int(_list_moves(_cols, _list, _TOUCHING, d * 3, _top))


@fast
def _list_moves(cols: ptr32, moves: ptr16, touching: ptr8, at: int, low: int) -> int:
    """List the moves of the three columns from `at` on; returns the end of the list."""
    top = low
    v = 0
    n = 0
    for i in range(3):
        x = cols[at + i]
        n = _KING | i * 5 << 4 | i * 5
        while x:
            if x & 15 == 13:
                moves[top] = n
                top += 1
            x >>= 4
            n += _KING_ROW
    for i in range(0, _WAYS * 6, 6):
        x = cols[at + touching[i]] >> touching[i + 1]
        v = _THIRTEENS - x ^ cols[at + touching[i + 2]] >> touching[i + 3]
        # Subtracting one from each four bits sets the top bit of those that are 0: mostly none.
        if v - _ONES & ~v & _EIGHTS:
            n = touching[i + 4] << _SCORE | touching[i + 5]
            while x:
                if not v & 15 and x & 15 and x & 15 != 13:  # otherwise a king above an empty space
                    moves[top] = n
                    top += 1
                v >>= 4
                x >>= 4
                n += _ROW
    if not (cols[at] and cols[at + 1] and cols[at + 2]):
        for i in range(9):
            x = cols[at + i // 3]
            if x and not cols[at + i % 3]:
                n = rules.BRING | i // 3 << 2 | i % 3
                if x > 15:
                    n |= 1 << _SCORE
                moves[top] = n
                top += 1
    i = low + 1
    while i < top:
        x = moves[i]
        n = i
        while n > low and moves[n - 1] > x:
            moves[n] = moves[n - 1]
            n -= 1
        moves[n] = x
        i += 1
    return top
