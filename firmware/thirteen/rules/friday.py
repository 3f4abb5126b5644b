"""Layer 2. Friday the 13th, by the rule sheet seeds/friday.md.

State, 133 bytes:
    0        redeals left
    1        redeals made
    2        cards in the waste
    3, 4     where the hand begins and ends in the 48
    5        the turned card, 0 if none
    6        cards on the foundations
    7..19    foundations' tops, 0 where empty
    20..32   foundations' heights
    33..80   the 48: the waste from 33 on, the hand from 33 + s[3] to 33 + s[4]
    81..132  cards on the foundations in playing order: suit << 4 | foundation (implies the rank)

A foundation is 0 to 12, in the order J Q K A 2 to 10. Moves:
    0           turn
    1           redeal
    16 | f      the turned card to foundation f
    32 | f      the waste's top to foundation f
"""

from micropython import const

from thirteen import cards, rng
from thirteen.protocols import Moves, Table
from thirteen.rules.defaults import HIDDEN, LOG, TABLE, TICK, UNIT, WAIT, deals, merge, same, used

VERSION = const(1)
SIZE = const(133)
MOVES = const(16)
OPTIONS = (("redeals", "1 0 2"),)
TURN = const(0)
REDEAL = const(1)
LABELS = "JQKA23456789T"

FROM_TURNED = const(16)
FROM_WASTE = const(32)
_SALT = const(0x0200)
_SALT_PULLED = const(0x0201)
_LEFT, _MADE, _WASTED, _HAND, _END, _TURNED, _GONE, _TOP = range(8)
_HEIGHT = const(20)
_PILE = const(33)
_IN_PILE = const(48)
_LOG = const(81)

_deck = bytearray(52)
_suits = bytearray(4)
_out = bytearray(MOVES)


def pulled(deal: int, options: bytes) -> bytes:
    """F2, F10: the jack, queen, king and ace, each of another suit."""
    for i in range(4):
        _suits[i] = i
    rng.shuffle(_suits, 4, deal, _SALT_PULLED)
    return bytes([label(f) | _suits[f] << 4 for f in range(4)])


def deck(out: Table, deal: int, options: bytes) -> int:
    first = pulled(deal, options)
    n = 0
    for i in range(cards.deck(_deck, 1)):
        if _deck[i] not in first:
            out[n] = _deck[i]
            n += 1
    rng.shuffle(out, n, deal, _SALT)
    return n


def new(s: bytearray, deal: int, options: bytes) -> None:
    s[:] = bytes(SIZE)
    s[_LEFT] = (1, 0, 2)[options[0]]  # F6, F14
    for c in pulled(deal, options):
        _build(s, s[_GONE], c)
    pile = memoryview(s)[_PILE : _PILE + _IN_PILE]
    s[_END] = deck(pile, deal, options)


def moves(s: bytearray, out: Moves) -> int:
    n = 0
    turned = s[_TURNED]
    if s[_HAND] < s[_END] or turned and not s[_LEFT]:
        out[n] = TURN
        n += 1
    elif s[_LEFT] and (turned or s[_WASTED]):
        out[n] = REDEAL
        n += 1
    if turned:
        n = _plays(s, turned, FROM_TURNED, out, n)
    c = waste(s)
    if c:
        n = _plays(s, c, FROM_WASTE, out, n)
    return n


def _plays(s: bytearray, c: int, source: int, out: Moves, n: int) -> int:
    r = c & 15
    for f in range(13):
        top = s[_TOP + f]
        if not top:  # F5: those to the right of it are empty too, and must wait
            if label(f) == r:
                out[n] = source | f
                n += 1
            break
        if (top & 15) % 13 + 1 == r:  # F4, F9
            out[n] = source | f
            n += 1
    return n


def apply(s: bytearray, m: int) -> None:
    if m == TURN:  # F3, F12
        _put_away(s)
        _turn(s)
    elif m == REDEAL:  # F6, F11: the waste is already where the hand begins
        _put_away(s)
        s[_END] = s[_WASTED]
        s[_HAND] = s[_WASTED] = 0
        s[_LEFT] -= 1
        s[_MADE] += 1
        _turn(s)
    elif m & FROM_TURNED:
        _build(s, m & 15, s[_TURNED])
        s[_TURNED] = 0
    else:
        _build(s, m & 15, waste(s))
        s[_WASTED] -= 1


def _put_away(s: bytearray) -> None:
    if s[_TURNED]:
        s[_PILE + s[_WASTED]] = s[_TURNED]
        s[_WASTED] += 1
        s[_TURNED] = 0


def _turn(s: bytearray) -> None:
    if s[_HAND] < s[_END]:
        s[_TURNED] = s[_PILE + s[_HAND]]
        s[_HAND] += 1


def _build(s: bytearray, f: int, c: int) -> None:
    s[_LOG + s[_GONE]] = c & 0x30 | f
    s[_GONE] += 1
    s[_TOP + f] = c
    s[_HEIGHT + f] += 1


def possible(s: bytearray, first: bytearray) -> bool:
    """No: a game has fewer than 200 moves, so that none is ever forgotten."""
    return False


def over(s: bytearray) -> int:
    if s[_GONE] == 52 and filled(s) == 13:  # F7
        return 1
    return 0 if _can_move(s) else 2


def _can_move(s: bytearray) -> bool:
    """F13: whether there is any move at all."""
    if s[_HAND] < s[_END] or s[_TURNED]:
        return True
    c = waste(s)
    if not c:
        return False
    if s[_LEFT]:
        return True
    for f in range(13):
        if takes(s, f, c):
            return True
    return False


def hopeless(s: bytearray) -> bool:
    """F13: whether some empty foundation can no longer be filled."""
    return lacking(s) >= 0


def lacking(s: bytearray) -> int:
    """The first empty foundation for which no card is left; -1 if none."""
    left = 1 << (s[_TURNED] & 15)
    for i in range(s[_END]):
        if i < s[_WASTED] or i >= s[_HAND]:
            left |= 1 << (s[_PILE + i] & 15)
    for f in range(filled(s), 13):
        if not left >> label(f) & 1:
            return f
    return -1


def obvious(s: bytearray) -> int:
    """The next move if the rest needs no decision, else -1.

    That is so once all foundations have begun and the whole hand has been seen.
    """
    if filled(s) < 13 or not s[_MADE] and s[_HAND] < s[_END]:
        return -1
    n = moves(s, _out)
    return _out[n - 1] if n else -1  # the waste's top, else the turned card, else turn


def like(s: bytearray, t: bytearray, m: int) -> int:
    """The same cards are played then; foundations that wait for the same rank are alike."""
    n = s[_WASTED]
    first = _PILE + s[_HAND]
    end = _PILE + s[_END]
    if (
        s[: _GONE + 1] != t[: _GONE + 1]
        or s[_PILE : _PILE + n] != t[_PILE : _PILE + n]
        or s[first:end] != t[first:end]
        or filled(s) != filled(t)
    ):
        return -1
    if m < FROM_TURNED:
        return m
    begins = not t[_TOP + (m & 15)]
    f = 0
    while not takes(s, f, source(s, m)) or begins != (not s[_TOP + f]):
        f += 1
    return m & ~15 | f


def score(s: bytearray) -> int:
    return s[_GONE]


def points(v: int) -> str:
    """A score as a player reads it."""
    return "%d cards" % v


def label(f: int) -> int:
    """F1: the rank that foundation f is labelled with."""
    return f + 11 if f < 3 else f - 2


def filled(s: bytearray) -> int:
    """The number of foundations with a card: always the first ones (F5)."""
    n = 0
    while n < 13 and s[_TOP + n]:
        n += 1
    return n


def takes(s: bytearray, f: int, c: int) -> bool:
    """F4, F5, F9: whether card c can be played on foundation f."""
    top = s[_TOP + f]
    if top:
        return (c & 15) == (top & 15) % 13 + 1
    return (c & 15) == label(f) and (not f or s[_TOP + f - 1] > 0)


def wants(s: bytearray, f: int) -> int:
    """The next rank of foundation f, regardless of F5; see `takes`."""
    top = s[_TOP + f]
    return (top & 15) % 13 + 1 if top else label(f)


def top(s: bytearray, f: int) -> int:
    """The top card of foundation f, 0 if empty."""
    return s[_TOP + f]


def height(s: bytearray, f: int) -> int:
    """The number of cards on foundation f."""
    return s[_HEIGHT + f]


def turned(s: bytearray) -> int:
    """The turned card, 0 if none."""
    return s[_TURNED]


def waste(s: bytearray, k: int = 0) -> int:
    """The waste's card below k others, 0 if there is none."""
    n = s[_WASTED] - k
    return s[_PILE + n - 1] if n > 0 else 0


def lying(s: bytearray, first: int, end: int) -> bytearray:
    """The waste's cards from number `first` up to `end`, counted from the bottom."""
    return s[_PILE + first : _PILE + end]


def wasted(s: bytearray) -> int:
    """The number of cards in the waste."""
    return s[_WASTED]


def hand(s: bytearray) -> int:
    """The number of cards in the hand."""
    return s[_END] - s[_HAND]


def ahead(s: bytearray, k: int) -> int:
    """The hand's card after k others; known to a player only after a redeal."""
    return s[_PILE + s[_HAND] + k]


def redeals(s: bytearray) -> int:
    """The number of redeals left."""
    return s[_LEFT]


def redealt(s: bytearray) -> int:
    """The number of redeals made."""
    return s[_MADE]


def source(s: bytearray, m: int) -> int:
    """The card that move m plays, 0 if none."""
    if m & FROM_TURNED:
        return s[_TURNED]
    return waste(s) if m & FROM_WASTE else 0


def text(s: bytearray, m: int) -> str:
    if m < FROM_TURNED:
        return "redeal" if m == REDEAL else "turn"
    return ("w" if m & FROM_WASTE else "") + LABELS[m & 15]


def parse(s: bytearray, t: str) -> int:
    if t == "turn":
        return TURN
    if t == "redeal":
        return REDEAL
    if t and t[-1] in LABELS and t[:-1] in ("", "w"):
        return (FROM_WASTE if t[:-1] else FROM_TURNED) | LABELS.index(t[-1])
    raise ValueError("%r is not a move: write turn, redeal, a foundation 7 or w7" % t)


def state(s: bytearray) -> dict:
    piles = {name: [] for name in LABELS}
    for i in range(_LOG, _LOG + s[_GONE]):
        f = s[i] & 15
        pile = piles[LABELS[f]]
        pile.append(cards.text((label(f) + len(pile) - 1) % 13 + 1 | s[i] & 0x30))
    return {
        "foundations": piles,
        "hand": cards.texts(s, _PILE + s[_HAND], _PILE + s[_END]),
        "turned": cards.text(s[_TURNED]) if s[_TURNED] else None,
        "waste": cards.texts(s, _PILE, _PILE + s[_WASTED]),
        "redeals": s[_LEFT],
    }
