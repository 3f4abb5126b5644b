"""Layer 2. Three Thirteen, by the rule sheet seeds/three_thirteen.md.

The layout of the state, 248 bytes, heads three_thirteen_table.py, which reads it; only this module
writes it. Moves: 0 stock, 1 pile, 2 out, 3 end, 4 next, 256 | card discard.
"""

from array import array

from micropython import const

from thirteen import cards, rng
from thirteen.protocols import Moves, Table
from thirteen.rules import three_thirteen_table as table
from thirteen.rules.defaults import (  # noqa: F401 - the rules' own names
    TABLE,
    TICK,
    UNIT,
    WAIT,
    merge,
    obvious,
    same,
    used,
)  # fmt: skip
from thirteen.rules.three_thirteen_table import (
    CARDS,
    DEAL,
    DEALER,
    DEALT,
    DECK,
    DECLARING,
    DISCARD,
    DISCARDING,
    DRAWING,
    DREW,
    END,
    GONE,
    HAND,
    HANDS,
    HOLDS,
    LAST,
    MAY,
    MELDED,
    NEXT,
    OUT,
    OVER,
    PENALTY,
    PHASE,
    PILE,
    PLAYERS,
    PLAYS,
    ROUND,
    SCORED,
    SEATS,
    SIZE,
    STOCK,
    THROWN,
    TIE_BREAK,
    TURN,
    TURNS,
    UPCARD,
)

VERSION = const(1)
MOVES = const(16)  # the cards of a hand, one more than were dealt
LOG = const(2048)
_SEAT = "human easy medium hard"
OPTIONS = (
    ("players", "2 3 4"),
    ("seat0", _SEAT),
    ("seat1", _SEAT),
    ("seat2", _SEAT),
    ("seat3", _SEAT),
    ("out", "free melded"),
    ("upcard", "no yes"),
    ("wild_penalty", "rank 15 20"),
    ("rounds", "11 1..10"),
)

_SALT = const(0x0500)  # + 0 the first dealer, the round, 13 the cut
_CUT = const(13)
_WORDS = ("stock", "pile", "out", "end", "next")

_deck = bytearray(104)
_r = array("H", bytes(8))


def deck(out: Table, deal: int, options: bytes) -> int:
    """The deck of round 1."""
    return _shuffled(out, deal, options[0], 1)


def _shuffled(out: Table, deal: int, players: int, salt: int) -> int:
    """R1: two players have one deck, more have two."""
    n = cards.deck(out, 2 if players else 1)
    rng.shuffle(out, n, deal, _SALT + salt)
    return n


def new(s: bytearray, deal: int, options: bytes) -> None:
    s[:] = bytes(SIZE)
    for i in range(9):
        s[PLAYERS + i] = options[i]
    s[DEAL] = deal & 255
    s[DEAL + 1] = deal >> 8 & 255
    s[DEAL + 2] = deal >> 16
    rng.seed(_r, deal, _SALT)
    s[DEALER] = rng.below(_r, table.players(s))  # R3
    s[PLAYS] = (1 << table.players(s)) - 1
    _deal(s, 1)


def _deal(s: bytearray, n: int) -> None:
    """Deal round n: R2, R11."""
    s[ROUND] = n
    s[PHASE] = DRAWING
    s[GONE] = s[MAY] = s[TURNS] = 0
    deck = _deck
    k = s[CARDS] = _shuffled(deck, table.deal_number(s), s[PLAYERS], n)
    at = DECK + k
    while k:
        k -= 1
        at -= 1
        s[at] = deck[k]
    for i in range(HANDS, DECK):
        s[i] = 0
    for i in range(4):
        s[HOLDS + i] = s[LAST + i] = 0
    p = s[TURN] = _left(s, s[DEALER])
    many = table.players(s)
    plays = s[PLAYS]
    for i in range(HANDS, HANDS + n + 2):
        for _ in range(many):
            if plays >> p & 1:
                s[i + p * HAND] = deck[k] | cards.DOWN
                s[HOLDS + p] += 1
                k += 1
            p = (p + 1) % many
    s[THROWN] = s[UPCARD]  # R16
    if s[UPCARD]:
        s[DECK] = s[DECK + k]
        k += 1
    s[DEALT] = k


def moves(s: bytearray, out: Moves) -> int:
    phase = s[PHASE]
    if s[OVER]:
        return 0
    if phase == DRAWING:  # R4
        out[0] = STOCK
        out[1] = PILE
        return 2 if s[THROWN] else 1
    if phase == DISCARDING:
        return _discards(s, out)
    if phase == SCORED:
        out[0] = NEXT
        return 1
    n = s[MAY]
    out[0] = OUT
    out[n] = END
    return n + 1


def _discards(s: bytearray, out: Moves) -> int:
    n = 0
    at = table.hand(s[TURN])
    for i in range(at, at + s[HOLDS + s[TURN]]):
        m = DISCARD | s[i] & 63
        k = n
        while k and out[k - 1] > m:
            k -= 1
        if k and out[k - 1] == m:
            continue  # a duplicate is listed already
        for j in range(n, k, -1):
            out[j] = out[j - 1]
        out[k] = m
        n += 1
    return n


def apply(s: bytearray, m: int) -> None:
    p = s[TURN]
    if m == STOCK:
        _take(s, p, s[DECK + s[DEALT]] | cards.DOWN)
        s[DEALT] += 1
    elif m == PILE:
        s[THROWN] -= 1
        _take(s, p, s[DECK + s[THROWN]])
    elif m == OUT:
        s[GONE] = p + 1
        _pass(s, p)
    elif m == END:
        _pass(s, p)
    elif m == NEXT:
        _again(s)
    else:
        _drop(s, p, m & 63)
        if s[DEALT] == s[CARDS]:  # R8, R14
            _score(s)
        elif s[GONE]:  # R14
            _pass(s, p)
        else:
            s[PHASE] = DECLARING
            s[MAY] = not s[MELDED] or not table.least(s, p)  # R7, R13


def _take(s: bytearray, p: int, c: int) -> None:
    s[table.hand(p) + s[HOLDS + p]] = c
    s[HOLDS + p] += 1
    s[PHASE] = DISCARDING


def _drop(s: bytearray, p: int, c: int) -> None:
    """Discard c; of two duplicates the one known to the others, who can't distinguish them."""
    at = table.hand(p)
    last = at + s[HOLDS + p] - 1
    i = at
    while i <= last and s[i] != c:
        i += 1
    if i > last:
        i = at
        while s[i] & 63 != c:
            i += 1
    while i < last:
        s[i] = s[i + 1]
        i += 1
    s[last] = 0
    s[LAST + p] = c
    s[HOLDS + p] -= 1
    s[DECK + s[THROWN]] = c
    s[THROWN] += 1


def _pass(s: bytearray, p: int) -> None:
    """End the turn, and by R7 the round if the next player is the one who went out."""
    s[TURNS] = min(s[TURNS] + 1, 255)
    s[MAY] = 0
    p = _left(s, p)
    if p == s[GONE] - 1:
        _score(s)
    else:
        s[TURN] = p
        s[PHASE] = DRAWING


def _left(s: bytearray, p: int) -> int:
    """The next player, clockwise, in this round."""
    p = (p + 1) % table.players(s)
    while not s[PLAYS] >> p & 1:
        p = (p + 1) % table.players(s)
    return p


def _score(s: bytearray) -> None:
    """R9; R10 after the last round."""
    s[PHASE] = SCORED
    at = PENALTY + 4 * (s[ROUND] - 1)
    for p in range(table.players(s)):
        if s[PLAYS] >> p & 1:
            s[at + p] = table.least(s, p)
    if s[ROUND] < table.rounds(s):
        return
    who = _lowest(s)
    if not who & who - 1:
        s[OVER] = 16 + _first(who)
    elif s[ROUND] == TIE_BREAK:
        _cut(s, who)


def _lowest(s: bytearray) -> int:
    """The players with the lowest total, a bit each, of those who played this round."""
    best = 0xFFFF
    who = 0
    for p in range(table.players(s)):
        if s[PLAYS] >> p & 1:
            t = table.total(s, p)
            if t < best:
                best = t
                who = 0
            if t == best:
                who |= 1 << p
    return who


def _first(who: int) -> int:
    p = 0
    while not who >> p & 1:
        p += 1
    return p


def _cut(s: bytearray, who: int) -> None:
    """R10, R15: each tied player draws a card, starting at the dealer's left."""
    _shuffled(_deck, table.deal_number(s), s[PLAYERS], _CUT)
    k = 0
    while who & who - 1:
        best = 14
        tied = 0
        p = s[DEALER]
        for _ in range(table.players(s)):
            p = (p + 1) % table.players(s)
            if who >> p & 1:
                c = s[DREW + p] = _deck[k]
                k += 1
                if c & 15 < best:
                    best = c & 15
                    tied = 0
                if c & 15 == best:
                    tied |= 1 << p
        who = tied
    s[OVER] = 16 + _first(who)


def _again(s: bytearray) -> None:
    """R3, R10: the next round, or the tie-break between the lowest totals."""
    n = s[ROUND] + 1
    if n > table.rounds(s):
        n = TIE_BREAK
        s[PLAYS] = _lowest(s)
    s[DEALER] = _left(s, s[DEALER])
    _deal(s, n)


def over(s: bytearray) -> int:
    return s[OVER]


def score(s: bytearray) -> int:
    """9999 minus the total of the first person, or of player 0 if no person plays."""
    p = 0
    for q in range(table.players(s) - 1, -1, -1):
        if not s[SEATS + q]:
            p = q
    return 9999 - table.total(s, p)


def points(v: int) -> str:
    """A score as a player reads it."""
    return "%d points" % (9999 - v)


def deals(m: int) -> bool:
    """Whether move m deals a new round, which can't be undone."""
    return m == NEXT


def reveals(s: bytearray, m: int) -> bool:
    """Whether move m reveals something hidden, so that it must not be undone."""
    if m < DISCARD:
        return m != PILE
    return s[GONE] > 0 or s[DEALT] == s[CARDS]


def text(s: bytearray, m: int) -> str:
    return "discard " + cards.text(m & 63) if m & DISCARD else _WORDS[m]


def parse(s: bytearray, t: str) -> int:
    if t in _WORDS:
        return _WORDS.index(t)
    if t[:8] == "discard ":
        return DISCARD | cards.parse(t[8:])
    raise ValueError("%r is not a move: write stock, pile, discard 5C, out, end or next" % t)


def state(s: bytearray) -> dict:
    return table.state(s)
