"""Layer 2. Skeleton: rules, see seeds/skeleton.md. protocols.py documents the functions.

State, 54 bytes:
    0..12   the row, a card per place; 0 if empty
    13      number of cards dealt from the stock
    14      number of cards taken
    15..53  the stock, next card first

Moves:
    p << 4 | q   take the pair at places p < q
    p << 4 | p   take the king at place p
"""

from micropython import const

from thirteen import cards, rng
from thirteen.protocols import Moves, Table
from thirteen.rules.defaults import (  # noqa: F401 - the rules' own names
    HIDDEN,
    LOG,
    TABLE,
    TICK,
    UNIT,
    WAIT,
    deals,
    like,
    merge,
    obvious,
    same,
    used,
)  # fmt: skip

VERSION = const(1)
SIZE = const(54)
MOVES = const(64)
OPTIONS = ()

PLACES = const(13)
_SALT = const(0x5A17)
_DEALT = const(13)
_GONE = const(14)
_STOCK = const(15)
_IN_STOCK = const(39)

_deck = bytearray(52)


def deck(out: Table, deal: int, options: bytes) -> int:
    n = cards.deck(out, 1)
    rng.shuffle(out, n, deal, _SALT)
    return n


def new(s: bytearray, deal: int, options: bytes) -> None:
    deck(_deck, deal, options)
    s[:PLACES] = _deck[:PLACES]
    s[_DEALT] = s[_GONE] = 0
    s[_STOCK:] = _deck[PLACES:]


def moves(s: bytearray, out: Moves) -> int:
    n = 0
    for p in range(PLACES):
        r = s[p] & 15
        if r == 13:  # SK3
            out[n] = p << 4 | p
            n += 1
        for q in range(p + 1, PLACES) if r else ():
            if s[q] and (s[q] & 15) + r == 13:  # SK2
                out[n] = p << 4 | q
                n += 1
    return n


def apply(s: bytearray, m: int) -> None:
    p = m >> 4
    q = m & 15
    s[_GONE] += 1 if p == q else 2
    for place in (p, q) if p != q else (p,):
        s[place] = 0
        if s[_DEALT] < _IN_STOCK:  # SK4
            s[place] = s[_STOCK + s[_DEALT]]
            s[_DEALT] += 1


def possible(s: bytearray, first: bytearray) -> bool:
    """No: a game has at most 52 moves, so that none is ever forgotten."""
    return False


def over(s: bytearray) -> int:
    if s[_GONE] == 52:  # SK5
        return 1
    for p in range(PLACES):
        r = s[p] & 15
        if r == 13:
            return 0
        for q in range(p + 1, PLACES) if r else ():
            if s[q] and (s[q] & 15) + r == 13:
                return 0
    return 2


def score(s: bytearray) -> int:
    return s[_GONE]


def points(v: int) -> str:
    return "1 card" if v == 1 else "%d cards" % v


def stock(s: bytearray) -> int:
    """The number of cards in the stock."""
    return _IN_STOCK - s[_DEALT]


def source(s: bytearray, m: int) -> int:
    """The first card that move m takes."""
    return s[m >> 4]


def text(s: bytearray, m: int) -> str:
    p = m >> 4
    q = m & 15
    return str(p + 1) if p == q else "%d-%d" % (p + 1, q + 1)


def parse(s: bytearray, t: str) -> int:
    p, dash, q = t.partition("-")
    try:
        a = int(p) - 1
        b = int(q) - 1 if dash else a
        if 0 <= a <= b < PLACES and (a < b or not dash):
            return a << 4 | b
    except ValueError:
        pass
    raise ValueError("%r is not a move: write a pair 2-5 or a king 7" % t)


def state(s: bytearray) -> dict:
    return {
        "row": [cards.text(s[p]) if s[p] else None for p in range(PLACES)],
        "stock": cards.texts(s, _STOCK + s[_DEALT], SIZE),
        "discarded": s[_GONE],
    }
