"""Layer 2. Whether a game of Thirteens can still be won, and the move towards it.

A depth-first search that knows the stock. It visits no position twice, and stops at a win, when
every position has been visited, or at the limit. A column is an int with four bits a card, the
bottom card lowest: cards fall by a shift, and one `xor` compares five pairs. Suits don't matter.
Bringing down a single card is tried last, because it is needed only if all else fails: a player
who follows the hints is never sent back and forth.
"""

from array import array

from micropython import const

from thirteen.bots import job, visited
from thirteen.bots.job import move, step, verdict  # noqa: F401 - the bot's own names
from thirteen.fast import fast, ptr8, ptr16, ptr32
from thirteen.protocols import Thought
from thirteen.rules import thirteens as rules

seen = 0  # positions met by the last search
best = -1  # its move
_line = array("H")  # the moves made at each depth,
_depth = 0  # and how deep it was

# Exhaustive searches of 10,000 deals go 33 moves deep and list 181 moves at most.
_DEPTH = const(48)  # 28 discards, and the cards brought down between them
_LIST = const(320)
_MOST = const(48)  # the most moves that one position adds to the list

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


def think(s: bytearray) -> None:
    job.start(_hint(s), 0 if rules.left(s) else 1)
    if rules.left(s):
        job.step()  # there is an answer from the first


def why() -> str:
    return "a win in %d moves begins so" % _depth if job.outlook == 1 and _depth > 1 else ""


def _hint(s: bytearray) -> Thought:
    for found in settle(s, visited.ROOM):
        job.best = best
        if found >= 0:
            job.outlook = found
            return
        yield


def settle(s: bytearray, most: int, keep: int = 0) -> Thought:
    """Yield -1 while it searches, then 1 for winnable, 2 for lost, 0 if unknown.

    It meets at most so many positions, one a slice. `best` is the next move of the win; if there
    is none, the one towards the most discards.
    """
    global seen, best, _line, _depth
    # The path from the root to the current position, by depth.
    cols = array("I", bytes(4 * 3 * _DEPTH))
    dealt = bytearray(_DEPTH)
    gone = bytearray(_DEPTH)  # cards discarded
    low = array("H", bytes(2 * _DEPTH))  # where its moves start in the list
    line = _line = array("H", bytes(2 * _DEPTH))
    moves = array("H", bytes(2 * _LIST))  # to be tried; in each depth the most promising is last
    stock = bytearray(rules.IN_STOCK)
    hashes = array("I", bytes(8))
    met = visited.Visited(most, keep)
    _lay_out(cols, stock, s)
    dealt[0] = s[rules.DEALT]
    auto = s[rules.KINGS] << 9
    _hash(cols, dealt, 0, hashes)
    met.fresh(hashes[0], hashes[1])
    seen = 1
    top = int(_list_moves(cols, moves, _TOUCHING, 0, 0))
    best = moves[top - 1] & 511 if top else -1
    good = -1  # the move towards the most discards,
    discards = d = 0
    while True:
        yield -1
        if met.full():
            break
        while top == low[d]:
            if not d:
                best = good
                yield 2
                return
            d -= 1
        top -= 1
        line[d] = moves[top] & 511
        best = line[0]
        _make(cols, stock, dealt, gone, d, line[d] | auto)
        d += 1
        _depth = d
        at = d * 3
        if not (cols[at] or cols[at + 1] or cols[at + 2]):
            yield 1
            return
        _hash(cols, dealt, d, hashes)
        if not met.fresh(hashes[0], hashes[1]):
            d -= 1
            continue
        seen += 1
        if gone[d] > discards:
            discards = gone[d]
            good = line[0]
        if d == _DEPTH - 1 or top > _LIST - _MOST:
            break  # never expected, but a list that is too small must not answer "lost"
        low[d] = top
        top = int(_list_moves(cols, moves, _TOUCHING, d * 3, top))
    yield 0


def line() -> list:
    """All moves of the win that was found."""
    return [_line[d] for d in range(_depth)]


@fast
def _lay_out(cols: ptr32, stock: ptr8, s: ptr8):  # type: ignore[no-untyped-def]
    """Read columns and stock from the state s."""
    for a in range(3):
        x = 0
        for p in range(5):
            x |= (s[a * 5 + p] & 15) << p * 4
        cols[a] = x
    for k in range(rules.IN_STOCK):
        stock[k] = s[rules.STOCK + k] & 15


@fast
def _hash(cols: ptr32, dealt: ptr8, d: int, out: ptr32):  # type: ignore[no-untyped-def]
    """Two hashes of the position at depth d, 30 bits each."""
    a = cols[d * 3]
    b = cols[d * 3 + 1]
    c = cols[d * 3 + 2]
    x = (a ^ dealt[d] << 14) * 811
    x ^= (b ^ x >> 10) * 997
    y = (c ^ x >> 10) * 883 ^ a
    x ^= (y >> 10 ^ x & 0xFFFFF) * 743
    out[0] = x & 0x3FFFFFFF
    out[1] = y & 0x3FFFFFFF


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
