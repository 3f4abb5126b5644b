"""Layer 2. Whether a game of Thirteens can still be won, and the move towards it.

It knows the stock, and searches depth first by the rules of seeds/thirteens.md, no position
twice, until it has found a win, seen every position there is, or seen as many as it may. A
column is an int of one rank in four bits a card, the bottom card lowest, so that cards fall by a
shift, and one `xor` compares five pairs. Suits don't matter. Between a discard and the next, no
bring-down of a single card can be needed unless all else fails, so that comes last: a player who
follows the hints is never sent back and forth.

`seen` counts the positions met, `limit` is the most that are looked at. A host tool that wants
every deal settled sets `limit` higher, and puts a `fresh` of its own in place of the table's.
"""

from array import array

from micropython import const

from thirteen.fast import fast, ptr8, ptr16, ptr32
from thirteen.rules import thirteens as rules

limit = 1600  # the table holds 2048: at three quarters full it is still quick
seen = 0

_DEPTH = const(72)  # 28 discards, and what can be brought down between them
_LIST = const(640)
_MOST = const(48)  # moves that one position can add to the list
_SLOTS = const(2048)

_NONE = const(511)
_BRING = const(256)  # as in the rules
_STOCK = const(20)
_IN_STOCK = const(37)

_ONES = const(0x11111)
_EIGHTS = const(0x88888)
_THIRTEENS = const(0xDDDDD)
_SCORE = const(9)  # in the list a move has its score above its nine bits
_KING = const(100 << 9)
_ROW = const(8 << 9 | 17)  # a pair one row up: eight more in score, both places one more
_KING_ROW = const(1 << 9 | 17)

# How two cards can touch, as the sheet advises: best in the middle, and high up. Of each: the
# columns, each with the bits that it is shifted down by; of the lowest such pair score and places.
_WAYS = const(9)
_TOUCHING = (
    b"\x00\x00\x00\x04\x04\x01\x01\x00\x01\x04\x18\x56\x02\x00\x02\x04\x04\xab"
    b"\x00\x00\x01\x00\x0a\x05\x00\x00\x01\x04\x0e\x06\x00\x04\x01\x00\x0e\x15"
    b"\x01\x00\x02\x00\x0a\x5a\x01\x00\x02\x04\x0e\x5b\x01\x04\x02\x00\x0e\x6a"
)

# The path from the position asked about to the one looked at, by depth.
_cols = array("I", bytes(4 * 3 * _DEPTH))
_dealt = bytearray(_DEPTH)
_gone = bytearray(_DEPTH)  # cards discarded
_low = array("H", bytes(2 * _DEPTH))  # where its moves begin in the list
_line = array("H", bytes(2 * _DEPTH))  # the move made there

_list = array("H", bytes(2 * _LIST))  # moves not yet tried, the most promising of a depth last
_stock = bytearray(_IN_STOCK)

_tag = array("H", bytes(2 * _SLOTS))  # positions met: 32 bits of hash apart from the slot's 11
_tag2 = array("H", bytes(2 * _SLOTS))  # 0: free

_auto = 0  # whether kings go by themselves
_depth = 0
_top = 0
_said = 0
_most = 0  # the most cards gone in any position met, and the move towards it
_best = -1


def think(s: bytearray) -> None:
    global seen, _auto, _depth, _top, _said, _most, _best
    _lay_out(_cols, _stock, _tag2, s)
    _dealt[0] = s[rules.DEALT]
    _gone[0] = _most = 0
    _auto = s[rules.KINGS]
    _depth = _top = _said = 0
    _best = -1
    seen = 1
    fresh(_cols[0], _cols[1], _cols[2], _dealt[0])
    _expand(0)
    _line[0] = _list[_top - 1] & 511 if _top else _NONE
    if not (_cols[0] or _cols[1] or _cols[2]):
        _said = 1


def step() -> bool:
    """Look at one more position; True when the answer is there, or none will be."""
    global seen, _depth, _top, _said, _most, _best
    if _said or seen >= limit:
        return True
    d = _depth
    while _top == _low[d]:
        if not d:
            _said = 2
            return True
        d -= 1
    _depth = d
    _top -= 1
    _line[d] = _list[_top] & 511
    _make(_cols, _stock, _dealt, _gone, d, _line[d] | _auto << 9)
    d += 1
    at = d * 3
    a = _cols[at]
    b = _cols[at + 1]
    c = _cols[at + 2]
    if not (a or b or c):
        _said = 1
        return True
    if not fresh(a, b, c, _dealt[d]):
        return False
    seen += 1
    if _gone[d] > _most:
        _most = _gone[d]
        _best = _line[0]
    if d == _DEPTH - 1 or _top > _LIST - _MOST:
        seen = limit  # cannot be, but a table too small must not answer "lost"
        return True
    _depth = d
    _expand(d)
    return False


def move() -> int:
    """The next move of the win found; none known to lose; or the one that discards most."""
    if _said == 2:
        return _best
    return -1 if _line[0] == _NONE else _line[0]


def verdict() -> int:
    return _said


def line() -> list:
    """The moves of the win found, whole."""
    return [_line[d] for d in range(_depth + 1)]


def fresh(a: int, b: int, c: int, i: int) -> bool:
    """Whether the position is met for the first time; from now on it is not."""
    return _enter(_tag, _tag2, a, b, c, i)


@fast
def _lay_out(cols: ptr32, stock: ptr8, tag2: ptr16, s: ptr8):  # type: ignore[no-untyped-def]
    """Columns and stock of the state s; the table empty."""
    for a in range(3):
        x = 0
        for p in range(5):
            x |= (s[a * 5 + p] & 15) << p * 4
        cols[a] = x
    for k in range(_IN_STOCK):
        stock[k] = s[_STOCK + k] & 15
    for k in range(_SLOTS):
        tag2[k] = 0


@fast
def _enter(tag: ptr16, tag2: ptr16, a: int, b: int, c: int, i: int) -> bool:
    """Put a position into the table; False where it is there."""
    x = (a ^ i << 14) * 811
    x ^= (b ^ x >> 10) * 997
    y = (c ^ x >> 10) * 883 ^ a
    x ^= (y >> 10 ^ x & 0xFFFFF) * 743
    t = x >> 14
    u = y & 0xFFFF
    if not u:
        u = 1
    k = (x ^ y >> 17) & _SLOTS - 1
    while tag2[k]:
        if tag2[k] == u and tag[k] == t:
            return False
        k = k + 1 & _SLOTS - 1
    tag[k] = t
    tag2[k] = u
    return True


@fast
def _make(cols: ptr32, stock: ptr8, dealt: ptr8, gone: ptr8, d: int, m: int):  # type: ignore[no-untyped-def]
    """Make move m of the position at depth d: depth d + 1 has what comes of it.

    Where m has bit 9, kings go by themselves. T9: at most two cards fill up, to the lower row
    first, then to the column further left.
    """
    at = d * 3 + 3
    for k in range(at, at + 3):
        cols[k] = cols[k - 3]
    i = dealt[d]
    n = 0
    taken = gone[d]
    p = m >> 4 & 15
    q = m & 15  # the upper of two in a column, whose fall moves not the lower: it goes first
    if m & _BRING:
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
                        if i < _IN_STOCK and not cols[k] >> n:
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
    """List the moves there, the best last: kings, then pairs, then cards brought down."""
    global _top
    _low[d] = _top
    _top = int(_list_moves(_cols, _list, _TOUCHING, d * 3, _top))


@fast
def _list_moves(cols: ptr32, moves: ptr16, touching: ptr8, at: int, low: int) -> int:
    """List the moves of the three columns at `at`, from the place `low` on; where they end."""
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
        # Where four bits are 0, a one taken from them turns the highest on: mostly none are.
        if v - _ONES & ~v & _EIGHTS:
            n = touching[i + 4] << _SCORE | touching[i + 5]
            while x:
                if not v & 15 and x & 15 and x & 15 != 13:  # else a king over an empty space
                    moves[top] = n
                    top += 1
                v >>= 4
                x >>= 4
                n += _ROW
    if not (cols[at] and cols[at + 1] and cols[at + 2]):
        for i in range(9):
            x = cols[at + i // 3]
            if x and not cols[at + i % 3]:
                n = _BRING | i // 3 << 2 | i % 3
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
