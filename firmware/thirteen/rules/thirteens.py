"""Layer 2. Thirteens, by the rule sheet seeds/thirteens.md.

State, 57 bytes:
    0..14   tableau, five bytes a column, the bottom card first; 0 if none
    15      stock cards dealt so far, the first fifteen not counted
    16      cards discarded
    17, 18  cards brought down (T6), low byte and high
    19      option kings: 0 manual, 1 auto
    20..56  stock, the next card first

A place is 5 * column + row, 0 to 14. Moves:
    p << 4 | q          discard the pair in places p < q
    p << 4 | p          discard the king in place p
    256 | a << 2 | b    bring the top of column a down to column b
"""

from micropython import const

from thirteen import cards, rng
from thirteen.protocols import Moves, Table
from thirteen.rules.defaults import HIDDEN, LOG, TABLE, TICK, WAIT, deals, like, merge, same, used

VERSION = const(1)
SIZE = const(57)
MOVES = const(48)
OPTIONS = (("kings", "manual auto"),)
UNIT = const(1000)  # of the score: one card discarded
DEALT = const(15)
KINGS = const(19)
STOCK = const(20)
IN_STOCK = const(37)
BRING = const(256)

_SALT = const(0x0100)
_GONE = const(16)
_BROUGHT = const(17)
_FEW = const(4)  # cards

# The places after p that touch it, ascending, four each; 15 ends a row.
_NEXT = (
    b"\x01\x05\x06\x0f\x02\x05\x06\x07\x03\x06\x07\x08\x04\x07\x08\x09\x08\x09\x0f\x0f"
    b"\x06\x0a\x0b\x0f\x07\x0a\x0b\x0c\x08\x0b\x0c\x0d\x09\x0c\x0d\x0e\x0d\x0e\x0f\x0f"
    b"\x0b\x0f\x0f\x0f\x0c\x0f\x0f\x0f\x0d\x0f\x0f\x0f\x0e\x0f\x0f\x0f\x0f\x0f\x0f\x0f"
)

_seen = bytearray(15 * 64)  # positions met by the search for a loss


def deck(out: Table, deal: int, options: bytes) -> int:
    n = cards.deck(out, 1)
    rng.shuffle(out, n, deal, _SALT)
    return n


def new(s: bytearray, deal: int, options: bytes) -> None:
    order = bytearray(52)
    deck(order, deal, options)
    s[:STOCK] = bytes(STOCK)
    s[KINGS] = options[0]
    for i in range(15):  # T9: row by row, from left to right
        s[i % 3 * 5 + i // 3] = order[i]
    s[STOCK:] = order[15:]
    if s[KINGS]:
        _take_kings(s)


def moves(s: bytearray, out: Moves) -> int:
    n = discards(s, 0, out)
    for a in range(3):  # T6
        if s[a * 5]:
            for b in range(3):
                if not s[b * 5]:
                    out[n] = BRING | a << 2 | b
                    n += 1
    return n


def discards(s: bytearray, at: int, out: "Moves | None") -> int:
    """Write the discards of T3 and T4 at s[at] to out; with None, whether there are any."""
    n = 0
    for p in range(15):
        r = s[at + p] & 15
        if not r:
            continue
        if r == 13:
            if out is None:
                return 1
            out[n] = p << 4 | p
            n += 1
            continue
        for k in range(p * 4, p * 4 + 4):
            q = _NEXT[k]
            if q > 14:
                break
            if (s[at + q] & 15) + r == 13:
                if out is None:
                    return 1
                out[n] = p << 4 | q
                n += 1
    return n


def apply(s: bytearray, m: int) -> None:
    if m & BRING:
        a = (m >> 2 & 3) * 5
        p = a + height(s, a) - 1
        s[(m & 3) * 5] = s[p]
        s[p] = 0
        if s[_BROUGHT] < 255:
            s[_BROUGHT] += 1
        elif s[_BROUGHT + 1] < 255:  # single cards can be moved endlessly: stop counting
            s[_BROUGHT] = 0
            s[_BROUGHT + 1] += 1
    else:
        p = m >> 4
        q = m & 15
        s[p] = s[q] = 0
        s[_GONE] += 1 if p == q else 2
        _fall(s)
    if s[KINGS]:
        _take_kings(s)


def possible(s: bytearray, first: bytearray) -> bool:
    if s[KINGS] != first[KINGS] or s[STOCK:] != first[STOCK:] or s[DEALT] > IN_STOCK:
        return False
    seen = bytearray(64)
    n = IN_STOCK - s[DEALT] + s[_GONE]
    for a in (0, 5, 10):
        h = height(s, a)
        if any(s[a + h : a + 5]) or not cards.tally(s, a, a + h, seen):
            return False
        n += h
    cards.tally(s, STOCK + s[DEALT], SIZE, seen)
    return max(seen) <= 1 and n == 52


def over(s: bytearray) -> int:
    if s[_GONE] == 52:  # T7
        return 1
    return 0 if discards(s, 0, None) or _discard_ahead(s) else 2


def obvious(s: bytearray) -> int:
    """The next move if the rest needs no decision, else -1.

    That is so for the last two pairs, if they can be taken in any order.
    """
    if stock(s) or left(s) > _FEW or s[_GONE] == 52 or not _all_go(s):
        return -1
    out = bytearray(MOVES)
    discards(s, 0, out)
    return out[0]


def _all_go(s: bytearray) -> bool:
    """Whether all cards can be taken, in any order."""
    if s[_GONE] == 52:
        return True
    out = bytearray(MOVES)
    n = discards(s, 0, out)
    for i in range(n):
        then = bytearray(s)
        apply(then, out[i])
        if not _all_go(then):
            return False
    return n > 0


def score(s: bytearray) -> int:
    return s[_GONE] * UNIT - min(brought(s), 999)


def brought(s: bytearray) -> int:
    """The number of cards brought down (T6), as far as it is counted."""
    return s[_BROUGHT] | s[_BROUGHT + 1] << 8


def points(v: int) -> str:
    """A score as shown to the player: cards discarded, and those brought down."""
    gone = (v + UNIT - 1) // UNIT
    brought = gone * UNIT - v
    text = "1 card" if gone == 1 else "%d cards" % gone
    if not brought:
        return text
    return "%s, %d brought down" % (text, brought)


def height(s: bytearray, a: int) -> int:
    """The number of cards in the column whose first place is a."""
    h = 0
    while h < 5 and s[a + h]:
        h += 1
    return h


def stock(s: bytearray) -> int:
    """The number of cards left in the stock."""
    return IN_STOCK - s[DEALT]


def left(s: bytearray) -> int:
    """The number of cards not yet discarded."""
    return 52 - s[_GONE]


def _fall(s: bytearray) -> None:
    """T5, T9: all cards fall, then the stock fills the rows from the lowest."""
    for a in (0, 5, 10):
        h = a
        for p in range(a, a + 5):
            c = s[p]
            if c:
                s[p] = 0
                s[h] = c
                h += 1
    n = s[DEALT]
    for row in range(5):
        for p in range(row, 15, 5):
            if n == IN_STOCK:
                s[DEALT] = n
                return
            if not s[p]:
                s[p] = s[STOCK + n]
                n += 1
    s[DEALT] = n


def _take_kings(s: bytearray) -> None:
    """T12: discard kings one after another, the lowest place first."""
    p = 0
    while p < 15:
        if s[p] & 15 == 13:
            s[p] = 0
            s[_GONE] += 1
            _fall(s)
            p = 0
        else:
            p += 1


def _discard_ahead(s: bytearray) -> bool:
    """T11: whether a discard can be reached by moves of T6 alone.

    Visits each reachable position once. There are few: a card brought down fills the empty column,
    and a further one needs a column of a single card, so room for 64 is more than enough.
    """
    seen = _seen
    for i in range(15):
        seen[i] = s[i]
    n = 1
    at = 0
    while at < n * 15:
        for a in range(0, 15, 5):
            if not seen[at + a]:
                continue
            top = a + 4
            while not seen[at + top]:
                top -= 1
            for b in range(0, 15, 5):
                if seen[at + b]:
                    continue
                new = n * 15
                for i in range(15):
                    seen[new + i] = seen[at + i]
                seen[new + b] = seen[new + top]
                seen[new + top] = 0
                if discards(seen, new, None):
                    return True
                if not _met(seen, new):
                    n += 1
        at += 15
    return False


def _met(seen: bytearray, new: int) -> bool:
    """Whether the position at seen[new] also occurs before it."""
    for at in range(0, new, 15):
        i = 0
        while i < 15 and seen[at + i] == seen[new + i]:
            i += 1
        if i == 15:
            return True
    return False


def text(s: bytearray, m: int) -> str:
    if m & BRING:
        return "abc"[m >> 2 & 3] + ">" + "abc"[m & 3]
    p = m >> 4
    q = m & 15
    if p == q:
        return _place(p)
    return _place(p) + "-" + _place(q)


def _place(p: int) -> str:
    return "abc"[p // 5] + str(p % 5 + 1)


def parse(s: bytearray, t: str) -> int:
    if len(t) == 3 and t[1] == ">" and t[0] in "abc" and t[2] in "abc":
        return BRING | "abc".index(t[0]) << 2 | "abc".index(t[2])
    p, dash, q = t.partition("-")
    try:
        a = _parse_place(p)
        b = _parse_place(q) if dash else a
        if dash and a == b:
            raise ValueError(t)
        return a << 4 | b
    except ValueError:
        raise ValueError("%r is not a move: write a pair a1-b2, a king c3 or a>b" % t) from None


def _parse_place(t: str) -> int:
    if len(t) != 2 or t[0] not in "abc" or t[1] not in "12345":
        raise ValueError(t)
    return "abc".index(t[0]) * 5 + int(t[1]) - 1


def state(s: bytearray) -> dict:
    return {
        "columns": [cards.texts(s, a, a + height(s, a)) for a in (0, 5, 10)],
        "stock": cards.texts(s, STOCK + s[DEALT], SIZE),
        "discarded": s[_GONE],
    }
