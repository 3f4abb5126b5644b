"""Layer 2. Cards as small integers.

A card is one byte: bits 0-3 rank 1..13, bits 4-5 suit (spades, hearts, diamonds, clubs),
bit 7 face down; 0 is no card. Text is rank then suit: "TD" is the ten of diamonds.
"""

from micropython import const

from thirteen.fast import fast, ptr8
from thirteen.protocols import Data

DOWN = const(0x80)
KING = const(13)

# The names of the ranks, by rank.
NAMES = ("", "ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
SHORT = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

_RANKS = "A23456789TJQK"
_SUITS = "SHDC"


def text(c: int) -> str:
    return _RANKS[(c & 15) - 1] + _SUITS[(c >> 4) & 3]


def a_rank(r: int) -> str:
    """Rank r with its article: "an ace", "a 2"."""
    return ("an " if r in (1, 8) else "a ") + NAMES[r]


def parse(t: str) -> int:
    """The card that text t names; ValueError if it is not a card."""
    if len(t) != 2 or t[0] not in _RANKS or t[1] not in _SUITS:
        raise ValueError("%r is not a card: a rank of %s, then a suit of %s" % (t, _RANKS, _SUITS))
    return _RANKS.index(t[0]) + 1 | _SUITS.index(t[1]) << 4


def texts(a: Data, start: int, end: int) -> list[str]:
    """a[start:end] as a list of texts, in that order."""
    return [text(a[i]) for i in range(start, end)]


@fast
def tally(a: ptr8, start: int, end: int, seen: ptr8) -> int:
    """Count the cards a[start:end] in seen, by their bits 0-5; 0 if one is no card, else 1."""
    i = start
    while i < end:
        c = a[i] & 127
        if c > 63 or c & 15 < 1 or c & 15 > 13:
            return 0
        seen[c] += 1
        i += 1
    return 1


@fast
def deck(out: ptr8, copies: int) -> int:
    """Fill out with `copies` decks, spades to clubs, ace to king; return the number of cards."""
    n = 0
    while n < copies * 52:
        out[n] = (n // 13 & 3) << 4 | n % 13 + 1
        n += 1
    return n
