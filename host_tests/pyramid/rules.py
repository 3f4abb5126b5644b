"""Layer 2. Pyramid, by the rule sheet seeds/pyramid.md.

State, 55 bytes:
    0..27   the pyramid row by row, the peak first; 0 where a card is gone
    28      cards in the waste
    29      cards in the stock
    30      redeals left
    31..54  the 24: the waste from 31 on, its top last; the stock at the end, its next card first

A place is 0 to 27 as in the state, or 28, the top of the waste. Moves:
    p << 5 | q   take the pair in places p < q
    p << 5 | p   take the king in place p
    TURN         turn the next card of the stock
    REDEAL       turn the waste over: it is the stock again
"""

from array import array

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
SIZE = const(55)
MOVES = const(24)
OPTIONS = (("redeals", "2 1 0"),)
PLACES = const(28)  # of the pyramid
WASTE = const(28)
TURN = const(29 << 5 | 29)
REDEAL = const(30 << 5 | 30)

_SALT = const(0x0D00)
_WASTED = const(28)
_STOCK = const(29)
_LEFT = const(30)
_PILE = const(31)

_out = array("H", bytes(2 * MOVES))
_free = bytearray(PLACES + 1)  # places whose cards can be taken


def deck(out: Table, deal: int, options: bytes) -> int:
    n = cards.deck(out, 1)
    rng.shuffle(out, n, deal, _SALT)
    return n


def new(s: bytearray, deal: int, options: bytes) -> None:
    order = bytearray(52)
    deck(order, deal, options)
    s[:PLACES] = order[:PLACES]  # P1
    s[_WASTED] = 0
    s[_STOCK] = 24
    s[_LEFT] = (2, 1, 0)[options[0]]  # P7
    s[_PILE:] = order[PLACES:]


def row(p: int) -> int:
    """The row of place p, 0 to 6; its last place is (r + 1) * (r + 2) / 2 - 1."""
    r = 0
    while p > r:
        r += 1
        p -= r
    return r


def is_free(s: bytearray, p: int) -> bool:
    """P3: whether place p has a card on which none lies."""
    if not s[p]:
        return False
    r = row(p)
    return r == 6 or not (s[p + r + 1] or s[p + r + 2])


def waste(s: bytearray) -> int:
    """The top card of the waste, 0 if there is none."""
    return s[_PILE + s[_WASTED] - 1] if s[_WASTED] else 0


def wasted(s: bytearray) -> int:
    """The number of cards in the waste."""
    return s[_WASTED]


def stock(s: bytearray) -> int:
    """The number of cards in the stock."""
    return s[_STOCK]


def redeals(s: bytearray) -> int:
    """How often the waste can still be turned over."""
    return s[_LEFT]


def at(s: bytearray, p: int) -> int:
    """The card in place p, 0 if there is none."""
    return waste(s) if p == WASTE else s[p]


def left(s: bytearray) -> int:
    """The number of cards in the pyramid."""
    return PLACES - score(s)


def moves(s: bytearray, out: Moves) -> int:
    if not s[0]:
        return 0
    n = k = 0
    for p in range(PLACES + 1):
        if waste(s) if p == WASTE else is_free(s, p):
            _free[k] = p
            k += 1
    for i in range(k):
        p = _free[i]
        r = at(s, p) & 15
        if r == 13:  # P5
            out[n] = p << 5 | p
            n += 1
        for j in range(i + 1, k):
            if (at(s, _free[j]) & 15) + r == 13:  # P4
                out[n] = p << 5 | _free[j]
                n += 1
    if s[_STOCK]:  # P6
        out[n] = TURN
        n += 1
    elif s[_WASTED] and s[_LEFT]:  # P7
        out[n] = REDEAL
        n += 1
    return n


def apply(s: bytearray, m: int) -> None:
    if m == TURN:
        _turn(s)
    elif m == REDEAL:
        n = s[_STOCK] = s[_WASTED]
        s[_WASTED] = 0
        s[_LEFT] -= 1
        pile = bytes(s[_PILE : _PILE + n])
        s[_PILE:] = bytes(24 - n) + pile
    else:
        _take(s, m >> 5)
        if m >> 5 != m & 31:
            _take(s, m & 31)


def _turn(s: bytearray) -> None:
    at = SIZE - s[_STOCK]
    c = s[at]
    s[at] = 0
    s[_PILE + s[_WASTED]] = c
    s[_WASTED] += 1
    s[_STOCK] -= 1


def _take(s: bytearray, p: int) -> None:
    if p == WASTE:
        s[_WASTED] -= 1
        p = _PILE + s[_WASTED]
    s[p] = 0


def possible(s: bytearray, first: bytearray) -> bool:
    """No: a game has at most 126 moves, so that none is ever forgotten."""
    return False


def over(s: bytearray) -> int:
    if not s[0]:  # P8
        return 1
    return 0 if moves(s, _out) else 2  # P9


def score(s: bytearray) -> int:
    """P10: the cards taken from the pyramid."""
    n = 0
    for p in range(PLACES):
        if not s[p]:
            n += 1
    return n


def points(v: int) -> str:
    return "1 card" if v == 1 else "%d cards" % v


def text(s: bytearray, m: int) -> str:
    if m in (TURN, REDEAL):
        return "turn" if m == TURN else "redeal"
    p = m >> 5
    q = m & 31
    return _place(p) if p == q else _place(p) + "-" + _place(q)


def _place(p: int) -> str:
    if p == WASTE:
        return "w"
    r = row(p)
    return "abcdefg"[r] + str(p - r * (r + 1) // 2 + 1)


def parse(s: bytearray, t: str) -> int:
    if t in ("turn", "redeal"):
        return TURN if t == "turn" else REDEAL
    p, dash, q = t.partition("-")
    places = [_place(i) for i in range(PLACES + 1)]
    if p not in places or dash and (q not in places or p == q):
        raise ValueError("%r is not a move: write a pair g1-g2, a king w, turn or redeal" % t)
    a = places.index(p)
    return a << 5 | (places.index(q) if dash else a)


def state(s: bytearray) -> dict:
    n = s[_WASTED]
    return {
        "pyramid": [
            [cards.text(c) if c else None for c in s[r * (r + 1) // 2 : (r + 1) * (r + 2) // 2]]
            for r in range(7)
        ],
        "waste": cards.texts(s, _PILE, _PILE + n),
        "stock": cards.texts(s, SIZE - s[_STOCK], SIZE),
        "redeals": s[_LEFT],
        "discarded": score(s) + 24 - n - s[_STOCK],
    }
