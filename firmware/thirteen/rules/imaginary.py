"""Layer 2. Imaginary Thirteen, by the rule sheet seeds/imaginary.md.

State, 313 bytes:
    0          option hold: 0 no, 1 yes
    1          option bases: 0 yes, 1 no
    2          number of wastes, 3 to 6
    3, 4       number of stock cards taken so far, and in total
    5..12      foundations' heights, 12 at most
    13..18     wastes' tops: 1 + the card's place in the stock, 0 where empty
    19..24     wastes' heights
    25..120    the stock as it was dealt, the first card first
    121..216   for each stock card in a waste the card below it: 1 + its place, 0 none
    217..312   foundations, twelve bytes each, the base first

A card that goes to a waste keeps its place in the stock's bytes: a waste is a chain of places.
Foundations are 0 to 7, wastes 0 to 5. Moves:
    f                 the turned card to foundation f
    16 | w            the turned card to waste w
    64 | w << 3 | f   the top of waste w to foundation f
"""

from micropython import const

from thirteen import cards, rng
from thirteen.fast import fast, ptr8
from thirteen.protocols import Moves, Table
from thirteen.rules.defaults import HIDDEN, LOG, TABLE, TICK, UNIT, WAIT, deals, merge, same, used

VERSION = const(1)
SIZE = const(313)
MOVES = const(64)
OPTIONS = (("hold", "no yes"), ("bases", "yes no"), ("wastes", "4 3 5 6"))
WASTES = "abcdef"

TO_WASTE = const(16)
FROM_WASTE = const(64)
_SALT = const(0x0300)
_HOLD, _BASES = range(2)
IN_USE = const(2)  # wastes
TAKEN = const(3)
DEALT = const(4)
HEIGHT = const(5)
TOP = const(13)
_WASTED = const(19)
STOCK = const(25)
UNDER = const(121)
BUILT = const(217)
FULL = const(12)

_deck = bytearray(104)
_wanted = bytearray(8)
_out = bytearray(MOVES)


def pulled(deal: int, options: bytes) -> bytes:
    """I1, I2, I7: the bases are spades, the markers hearts; the option may omit the bases."""
    bases = b"" if options[1] else bytes([rank_at(f, 0) for f in range(8)])
    return bases + bytes([f + 1 | 0x10 for f in range(8)])


def deck(out: Table, deal: int, options: bytes) -> int:
    first = bytearray(pulled(deal, options))
    n = _without(_deck, cards.deck(_deck, 2), first, len(first), out)
    rng.shuffle(out, n, deal, _SALT)
    return n


@fast
def _without(deck: ptr8, n: int, pulled: ptr8, most: int, out: ptr8) -> int:
    """Fill out with the deck's n cards without those pulled, `most`; returns their number."""
    k = 0
    for i in range(n):
        j = 0
        while j < most and pulled[j] != deck[i]:
            j += 1
        if j < most:
            pulled[j] = 0  # this copy is gone
        else:
            out[k] = deck[i]
            k += 1
    return k


def new(s: bytearray, deal: int, options: bytes) -> None:
    s[:] = bytes(SIZE)
    s[_HOLD] = options[0]
    s[_BASES] = options[1]
    s[IN_USE] = (4, 3, 5, 6)[options[2]]
    if not options[1]:
        first = pulled(deal, options)
        for f in range(8):
            _build(s, f, first[f])
    stock = memoryview(s)[STOCK:UNDER]
    s[DEALT] = deck(stock, deal, options)


def moves(s: bytearray, out: Moves) -> int:
    n = 0
    wanted = _wanted
    for f in range(8):
        h = s[HEIGHT + f]
        wanted[f] = rank_at(f, h) if h < FULL else 0
    c = turned(s) & 15
    if c:
        for f in range(8):
            if wanted[f] == c:
                out[n] = f
                n += 1
        if not n or s[_HOLD]:  # I4, I10
            for w in range(s[IN_USE]):
                out[n] = TO_WASTE | w
                n += 1
    for w in range(s[IN_USE]):  # I5
        place = s[TOP + w]
        if place:
            c = s[STOCK - 1 + place] & 15
            for f in range(8):
                if wanted[f] == c:
                    out[n] = FROM_WASTE | w << 3 | f
                    n += 1
    return n


def apply(s: bytearray, m: int) -> None:
    if m & FROM_WASTE:
        w = m >> 3 & 7
        place = s[TOP + w] - 1
        s[TOP + w] = s[UNDER + place]
        s[UNDER + place] = 0
        s[_WASTED + w] -= 1
        _build(s, m & 7, s[STOCK + place])
        return
    place = s[TAKEN]
    s[TAKEN] = place + 1
    if m & TO_WASTE:
        w = m & 7
        s[UNDER + place] = s[TOP + w]
        s[TOP + w] = place + 1
        s[_WASTED + w] += 1
    else:
        _build(s, m, s[STOCK + place])


def _build(s: bytearray, f: int, c: int) -> None:
    h = s[HEIGHT + f]
    s[BUILT + f * FULL + h] = c
    s[HEIGHT + f] = h + 1


def possible(s: bytearray, first: bytearray) -> bool:
    """No: a game has fewer than 200 moves, so that none is ever forgotten."""
    return False


def over(s: bytearray) -> int:
    if s[TAKEN] < s[DEALT]:  # I6
        return 0
    if score(s) == 8 * FULL:
        return 1
    for w in range(s[IN_USE]):
        c = waste(s, w)
        if c:
            for f in range(8):
                if takes(s, f, c):
                    return 0
    return 2


def obvious(s: bytearray) -> int:
    """The next move if the rest needs no decision, else -1.

    That is so once the stock is empty: every card is known, and none goes to a waste any more.
    """
    if s[TAKEN] < s[DEALT]:
        return -1
    return _out[0] if moves(s, _out) else -1


def like(s: bytearray, t: bytearray, m: int) -> int:
    """The wastes may have changed places."""
    if s[:TOP] != t[:TOP]:
        return -1
    for w in range(s[IN_USE]):
        at = s[TOP + w]
        if _with_top(t, at) < 0:
            return -1
        while at:
            if s[UNDER + at - 1] != t[UNDER + at - 1]:
                return -1
            at = s[UNDER + at - 1]
    if m < TO_WASTE:
        return m
    if m < FROM_WASTE:
        return TO_WASTE | _with_top(s, t[TOP + (m & 7)])
    return FROM_WASTE | _with_top(s, t[TOP + (m >> 3 & 7)]) << 3 | m & 7


def _with_top(s: bytearray, at: int) -> int:
    """The waste whose top is the card at that place, an empty one for 0; -1 if there is none."""
    for w in range(s[IN_USE]):
        if s[TOP + w] == at:
            return w
    return -1


def score(s: bytearray) -> int:
    n = 0
    for f in range(8):
        n += s[HEIGHT + f]
    return n


def points(v: int) -> str:
    """A score as a player reads it."""
    return "%d cards" % v


def rank_at(f: int, h: int) -> int:
    """I2, I3: the rank of foundation f's card number h, the base being number 0."""
    return (f + 1) * (h + 2) % 13 or 13


def takes(s: bytearray, f: int, c: int) -> bool:
    """I3: whether card c can be played on foundation f."""
    h = s[HEIGHT + f]
    return h < FULL and (f + 1) * (h + 2) % 13 == (c & 15) % 13


def wants(s: bytearray, f: int) -> int:
    """The next rank of foundation f, 0 if complete."""
    h = s[HEIGHT + f]
    return rank_at(f, h) if h < FULL else 0


def height(s: bytearray, f: int) -> int:
    """The number of cards on foundation f, 12 if complete."""
    return s[HEIGHT + f]


def built(s: bytearray, f: int, h: int) -> int:
    """Card number h of foundation f, the base being number 0; 0 if not played yet."""
    return s[BUILT + f * FULL + h]


def turned(s: bytearray) -> int:
    """I8: the next card of the stock, which is face up; 0 if the stock is empty."""
    n = s[TAKEN]
    return s[STOCK + n] if n < s[DEALT] else 0


def stock(s: bytearray) -> int:
    """The number of cards in the stock, including the turned one."""
    return s[DEALT] - s[TAKEN]


def wastes(s: bytearray) -> int:
    """The number of wastes."""
    return s[IN_USE]


def waste(s: bytearray, w: int) -> int:
    """The top card of waste w, 0 if empty."""
    n = s[TOP + w]
    return s[STOCK + n - 1] if n else 0


def wasted(s: bytearray, w: int) -> int:
    """The number of cards in waste w."""
    return s[_WASTED + w]


def pile(s: bytearray, w: int, out: Moves) -> int:
    """Fill out with the cards of waste w, the bottom first (I9); returns their number."""
    return upper(s, w, s[_WASTED + w], out, 0)


def upper(s: bytearray, w: int, most: int, out: Moves, start: int) -> int:
    """Fill out[start:] with up to `most` top cards of waste w, the top last; their number."""
    n = min(s[_WASTED + w], most)
    at = s[TOP + w]
    for i in range(start + n - 1, start - 1, -1):
        out[i] = s[STOCK + at - 1]
        at = s[UNDER + at - 1]
    return n


@fast
def buries(s: ptr8, w: int) -> int:
    """The uppermost card of waste w that must be played before the waste's top; 0: none must.

    It must if it comes first in every foundation that still needs both, and there is one.
    """
    at = s[TOP + w]
    if at == 0:
        return 0
    c = (s[STOCK + at - 1] & 15) % 13
    first = later = 0  # sets of ranks: before c in a foundation that needs both, and after it
    step = 1
    while step <= 8:
        h = s[HEIGHT + step - 1]
        r = step * (h + 1) % 13
        seen = found = 0
        while h < FULL:
            r += step
            if r > 12:
                r -= 13
            if r == c:
                found = 1
                first |= seen
                seen = 0
            seen |= 1 << r
            h += 1
        if found:
            later |= seen
        step += 1
    first &= ~later
    if first == 0:
        return 0
    while at:
        under = s[STOCK + at - 1]
        if first >> (under & 15) % 13 & 1:
            return under
        at = s[UNDER + at - 1]
    return 0


def source(s: bytearray, m: int) -> int:
    """The card that move m plays."""
    return waste(s, m >> 3 & 7) if m & FROM_WASTE else turned(s)


def text(s: bytearray, m: int) -> str:
    if m & FROM_WASTE:
        return WASTES[m >> 3 & 7] + str((m & 7) + 1)
    return WASTES[m & 7] if m & TO_WASTE else str(m + 1)


def parse(s: bytearray, t: str) -> int:
    piles = WASTES[: s[IN_USE]]
    if len(t) == 1 and t in "12345678":
        return int(t) - 1
    if len(t) == 1 and t in piles:
        return TO_WASTE | piles.index(t)
    if len(t) == 2 and t[0] in piles and t[1] in "12345678":
        return FROM_WASTE | piles.index(t[0]) << 3 | int(t[1]) - 1
    raise ValueError(
        "%r is not a move: write a foundation 1 to 8, a waste a to %s, or both, b3"
        % (t, piles[-1])
    )


def state(s: bytearray) -> dict:
    out = bytearray(96)
    return {
        "foundations": [
            [cards.text(built(s, f, h)) for h in range(s[HEIGHT + f])] for f in range(8)
        ],
        "wastes": [cards.texts(out, 0, pile(s, w, out)) for w in range(s[IN_USE])],
        "stock": cards.texts(s, STOCK + s[TAKEN], STOCK + s[DEALT]),
    }
