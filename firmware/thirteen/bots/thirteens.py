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

from thirteen.rules import thirteens as rules

limit = 1600  # the table holds 2048: at three quarters full it is still quick
seen = 0

_DEPTH = const(72)  # 28 discards, and what can be brought down between them
_LIST = const(640)
_MOST = const(48)  # moves that one position can add to the list
_SLOTS = const(2048)

_NONE = const(511)

_ONES = const(0x11111)
_EIGHTS = const(0x88888)
_THIRTEENS = const(0xDDDDD)
_SCORE = const(9)  # in the list a move has its score above its nine bits
_ROW = const(8 << 9 | 17)  # a pair one row up: eight more in score, both places one more
_KING_ROW = const(1 << 9 | 17)

# The path from the position asked about to the one looked at, by depth.
# Functions have them as defaults, for locals are found faster.
_cols = array("I", bytes(4 * 3 * _DEPTH))
_dealt = bytearray(_DEPTH)
_gone = bytearray(_DEPTH)
_low = array("H", bytes(2 * _DEPTH))  # where its moves begin in the list
_line = array("H", bytes(2 * _DEPTH))  # the move made there

_list = array("H", bytes(2 * _LIST))  # moves not yet tried, the most promising of a depth last
_stock = bytearray(rules.IN_STOCK)

_tag = array("H", bytes(2 * _SLOTS))  # positions met: 32 bits of hash apart from the slot's 11
_tag2 = array("H", bytes(2 * _SLOTS))  # 0: free
_free = array("H", bytes(2 * 64))

_auto = False
_depth = 0
_top = 0
_said = 0
_most = 0  # the most cards gone in any position met, and the move towards it
_best = -1


def think(s):
    global seen, _auto, _depth, _top, _said, _most, _best
    for a in range(3):
        x = 0
        for p in range(a * 5 + 4, a * 5 - 1, -1):
            x = x << 4 | s[p] & 15
        _cols[a] = x
    for k in range(rules.IN_STOCK):
        _stock[k] = s[rules.STOCK + k] & 15
    for k in range(0, _SLOTS, 64):
        _tag2[k : k + 64] = _free
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


def step():
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
    _make(d, _line[d])
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


def move():
    """The next move of the win found; none known to lose; or the one that discards most."""
    if _said == 2:
        return _best
    return -1 if _line[0] == _NONE else _line[0]


def verdict():
    return _said


def line():
    """The moves of the win found, whole."""
    return [_line[d] for d in range(_depth + 1)]


def fresh(a, b, c, i, tag=_tag, tag2=_tag2):
    """Whether the position is met for the first time; from now on it is not."""
    x = (a ^ i << 14) * 811
    x ^= (b ^ x >> 10) * 997
    y = (c ^ x >> 10) * 883 ^ a
    x ^= (y >> 10 ^ x & 0xFFFFF) * 743
    t = x >> 14
    u = y & 0xFFFF or 1
    k = (x ^ y >> 17) & _SLOTS - 1
    while tag2[k]:
        if tag2[k] == u and tag[k] == t:
            return False
        k = k + 1 & _SLOTS - 1
    tag[k] = t
    tag2[k] = u
    return True


def _make(d, m, cols=_cols):
    """Make move m of the position at depth d: depth d + 1 has what comes of it."""
    at = d * 3
    to = at + 3
    cols[to] = cols[at]
    cols[to + 1] = cols[at + 1]
    cols[to + 2] = cols[at + 2]
    _dealt[d + 1] = _dealt[d]
    _gone[d + 1] = _gone[d]
    if m & rules.BRING:
        a = to + (m >> 2 & 3)
        x = cols[a]
        n = 16
        while not x >> n:
            n -= 4
        cols[to + (m & 3)] = x >> n
        cols[a] = x & (1 << n) - 1
    else:
        p = m >> 4
        q = m & 15
        if p != q:
            _take(d + 1, q)  # the upper of two in a column, whose fall moves not the lower
        _take(d + 1, p)
        _fill(d + 1)
    if _auto:
        _take_kings(d + 1)


def _take(d, p, cols=_cols):
    at = d * 3 + p // 5
    n = p % 5 * 4
    x = cols[at]
    cols[at] = x & (1 << n) - 1 | x >> n + 4 << n
    _gone[d] += 1


def _fill(d, cols=_cols):
    """T9: at most two cards, to the lower row first, then to the column further left."""
    i = _dealt[d]
    if i == rules.IN_STOCK:
        return
    at = d * 3
    for n in (12, 16):
        if cols[at] >> n and cols[at + 1] >> n and cols[at + 2] >> n:
            continue
        for k in range(at, at + 3):
            if i < rules.IN_STOCK and not cols[k] >> n:
                cols[k] |= _stock[i] << n
                i += 1
    _dealt[d] = i


def _take_kings(d):
    p = 0
    while p < 15:
        if _cols[d * 3 + p // 5] >> p % 5 * 4 & 15 == 13:
            _take(d, p)
            _fill(d)
            p = 0
        else:
            p += 1


def _expand(d):
    """List the moves there, kings first, then as the sheet advises: the middle, and high up."""
    _low[d] = _top
    at = d * 3
    a = _cols[at]
    b = _cols[at + 1]
    c = _cols[at + 2]
    # Where four bits are 0, a one taken from them turns the highest on: most have none.
    x = a ^ _THIRTEENS
    if x - _ONES & ~x & _EIGHTS:
        _list_kings(x, 100 << _SCORE)
    x = b ^ _THIRTEENS
    if x - _ONES & ~x & _EIGHTS:
        _list_kings(x, 100 << _SCORE | 5 << 4 | 5)
    x = c ^ _THIRTEENS
    if x - _ONES & ~x & _EIGHTS:
        _list_kings(x, 100 << _SCORE | 10 << 4 | 10)
    x = _THIRTEENS - a ^ a >> 4
    if x - _ONES & ~x & _EIGHTS:
        _list_pairs(a, x, 4 << _SCORE | 1)
    x = _THIRTEENS - b ^ b >> 4
    if x - _ONES & ~x & _EIGHTS:
        _list_pairs(b, x, 24 << _SCORE | 5 << 4 | 6)
    x = _THIRTEENS - c ^ c >> 4
    if x - _ONES & ~x & _EIGHTS:
        _list_pairs(c, x, 4 << _SCORE | 10 << 4 | 11)
    x = _THIRTEENS - a ^ b
    if x - _ONES & ~x & _EIGHTS:
        _list_pairs(a, x, 10 << _SCORE | 5)
    x = _THIRTEENS - a ^ b >> 4
    if x - _ONES & ~x & _EIGHTS:
        _list_pairs(a, x, 14 << _SCORE | 6)
    x = _THIRTEENS - (a >> 4) ^ b
    if x - _ONES & ~x & _EIGHTS:
        _list_pairs(a >> 4, x, 14 << _SCORE | 1 << 4 | 5)
    x = _THIRTEENS - b ^ c
    if x - _ONES & ~x & _EIGHTS:
        _list_pairs(b, x, 10 << _SCORE | 5 << 4 | 10)
    x = _THIRTEENS - b ^ c >> 4
    if x - _ONES & ~x & _EIGHTS:
        _list_pairs(b, x, 14 << _SCORE | 5 << 4 | 11)
    x = _THIRTEENS - (b >> 4) ^ c
    if x - _ONES & ~x & _EIGHTS:
        _list_pairs(b >> 4, x, 14 << _SCORE | 6 << 4 | 10)
    if not (a and b and c):
        _list_brings(at)


def _list_pairs(x, v, k):
    """List as the move k, which is that of the lowest row, where v has four bits of 0.

    There a card of x and another one make thirteen.
    """
    v |= v >> 1
    v = (v | v >> 2) & _ONES ^ _ONES  # a bit for each row
    while v:
        if v & 1 and 0 < x & 15 < 13:  # else a king over an empty space
            _insert(k)
        v >>= 4
        x >>= 4
        k += _ROW


def _list_kings(v, k):
    v |= v >> 1
    v = (v | v >> 2) & _ONES ^ _ONES
    while v:
        if v & 1:
            _insert(k)
        v >>= 4
        k += _KING_ROW


def _list_brings(at):
    for a in range(3):
        x = _cols[at + a]
        if x:
            for b in range(3):
                if not _cols[at + b]:
                    _insert((1 if x > 15 else 0) << _SCORE | rules.BRING | a << 2 | b)


def _insert(k, moves=_list):
    """Put k in its place among the moves of the deepest position, the best of them last."""
    global _top
    n = _top
    low = _low[_depth]
    while n > low and moves[n - 1] > k:
        moves[n] = moves[n - 1]
        n -= 1
    moves[n] = k
    _top += 1
