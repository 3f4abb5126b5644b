"""Layer 2. Three Thirteen, by the rule sheet seeds/three_thirteen.md.

The layout of the state, 248 bytes, heads three_thirteen_table.py, which reads it; only this module
writes it. Moves: 0 stock, 1 pile, 2 out, 3 end, 4 next, 256 | card discard.
"""

from array import array

from micropython import const

from thirteen import cards, rng
from thirteen.protocols import Moves, Table
from thirteen.rules import three_thirteen_table as table
from thirteen.rules.defaults import TABLE, TICK, UNIT, WAIT, like, merge, obvious, same, used
from thirteen.rules.three_thirteen_table import DISCARD, END, NEXT, OUT, PILE, SIZE, STOCK

VERSION = const(1)
MOVES = const(16)  # the cards of a hand, one more than were dealt
LOG = const(2048)
HIDDEN = const(1)
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
    s[table.PLAYERS : table.DEAL] = options
    s[table.DEAL] = deal & 255
    s[table.DEAL + 1] = deal >> 8 & 255
    s[table.DEAL + 2] = deal >> 16
    r = array("H", bytes(8))
    rng.seed(r, deal, _SALT)
    s[table.DEALER] = rng.below(r, table.players(s))  # R3
    s[table.PLAYS] = (1 << table.players(s)) - 1
    _deal(s, 1)


def _deal(s: bytearray, n: int) -> None:
    """Deal round n: R2, R11."""
    s[table.ROUND] = n
    s[table.PHASE] = table.DRAWING
    s[table.GONE] = s[table.MAY] = s[table.TURNS] = 0
    deck = memoryview(s)[table.DECK : table.LAST]
    s[table.CARDS] = _shuffled(deck, table.deal_number(s), s[table.PLAYERS], n)
    s[table.HANDS : table.DECK] = bytes(table.DECK - table.HANDS)
    s[table.HOLDS : table.DREW] = s[table.LAST :] = bytes(4)
    k = 0
    p = s[table.TURN] = _left(s, s[table.DEALER])
    many = table.players(s)
    for i in range(table.HANDS, table.HANDS + n + 2):
        for _ in range(many):
            if table.plays(s, p):
                s[i + p * table.HAND] = deck[k] | cards.DOWN
                s[table.HOLDS + p] += 1
                k += 1
            p = (p + 1) % many
    s[table.THROWN] = s[table.UPCARD]  # R16
    if s[table.UPCARD]:
        deck[0] = deck[k]
        k += 1
    s[table.DEALT] = k


def moves(s: bytearray, out: Moves) -> int:
    phase = s[table.PHASE]
    if s[table.OVER]:
        return 0
    if phase == table.DRAWING:  # R4
        out[0] = STOCK
        out[1] = PILE
        return 2 if s[table.THROWN] else 1
    if phase == table.DISCARDING:
        return _discards(s, out)
    if phase == table.SCORED:
        out[0] = NEXT
        return 1
    n = s[table.MAY]
    out[0] = OUT
    out[n] = END
    return n + 1


def _discards(s: bytearray, out: Moves) -> int:
    at = table.hand(s[table.TURN])
    held = sorted({s[i] & 63 for i in range(at, at + s[table.HOLDS + s[table.TURN]])})
    for i, c in enumerate(held):
        out[i] = DISCARD | c
    return len(held)


def apply(s: bytearray, m: int) -> None:
    p = s[table.TURN]
    if m == STOCK:
        _take(s, p, s[table.DECK + s[table.DEALT]] | cards.DOWN)
        s[table.DEALT] += 1
    elif m == PILE:
        s[table.THROWN] -= 1
        _take(s, p, s[table.DECK + s[table.THROWN]])
    elif m == OUT:
        s[table.GONE] = p + 1
        _pass(s, p)
    elif m == END:
        _pass(s, p)
    elif m == NEXT:
        _again(s)
    else:
        _drop(s, p, m & 63)
        if s[table.DEALT] == s[table.CARDS]:  # R8, R14
            _score(s)
        elif s[table.GONE]:  # R14
            _pass(s, p)
        else:
            s[table.PHASE] = table.DECLARING
            s[table.MAY] = not s[table.MELDED] or not table.least(s, p)  # R7, R13


def _take(s: bytearray, p: int, c: int) -> None:
    s[table.hand(p) + s[table.HOLDS + p]] = c
    s[table.HOLDS + p] += 1
    s[table.PHASE] = table.DISCARDING


def _drop(s: bytearray, p: int, c: int) -> None:
    """Discard c; of two duplicates the one known to the others, who can't distinguish them."""
    at = table.hand(p)
    last = at + s[table.HOLDS + p] - 1
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
    s[table.LAST + p] = c
    s[table.HOLDS + p] -= 1
    s[table.DECK + s[table.THROWN]] = c
    s[table.THROWN] += 1


def _pass(s: bytearray, p: int) -> None:
    """End the turn, and by R7 the round if the next player is the one who went out."""
    s[table.TURNS] = min(s[table.TURNS] + 1, 255)
    s[table.MAY] = 0
    p = _left(s, p)
    if p == s[table.GONE] - 1:
        _score(s)
    else:
        s[table.TURN] = p
        s[table.PHASE] = table.DRAWING


def _left(s: bytearray, p: int) -> int:
    """The next player, clockwise, in this round."""
    p = (p + 1) % table.players(s)
    while not table.plays(s, p):
        p = (p + 1) % table.players(s)
    return p


def _score(s: bytearray) -> None:
    """R9; R10 after the last round."""
    s[table.PHASE] = table.SCORED
    at = table.PENALTY + 4 * (s[table.ROUND] - 1)
    for p in range(table.players(s)):
        if table.plays(s, p):
            s[at + p] = table.least(s, p)
    if s[table.ROUND] < table.rounds(s):
        return
    who = _lowest(s)
    if not who & who - 1:
        s[table.OVER] = 16 + _first(who)
    elif s[table.ROUND] == table.TIE_BREAK:
        _cut(s, who)


def _lowest(s: bytearray) -> int:
    """The players with the lowest total, a bit each, of those who played this round."""
    playing = [p for p in range(table.players(s)) if table.plays(s, p)]
    best = min([table.total(s, p) for p in playing])
    return sum([1 << p for p in playing if table.total(s, p) == best])


def _first(who: int) -> int:
    p = 0
    while not who >> p & 1:
        p += 1
    return p


def _cut(s: bytearray, who: int) -> None:
    """R10, R15: each tied player draws a card, starting at the dealer's left."""
    deck = bytearray(104)
    _shuffled(deck, table.deal_number(s), s[table.PLAYERS], _CUT)
    many = table.players(s)
    k = 0
    while who & who - 1:
        lowest = 14
        for i in range(1, many + 1):
            p = (s[table.DEALER] + i) % many
            if who >> p & 1:
                s[table.DREW + p] = deck[k]
                lowest = min(lowest, deck[k] & 15)
                k += 1
        who = sum(
            [1 << p for p in range(many) if who >> p & 1 and s[table.DREW + p] & 15 == lowest]
        )
    s[table.OVER] = 16 + _first(who)


def _again(s: bytearray) -> None:
    """R3, R10: the next round, or the tie-break between the lowest totals."""
    n = s[table.ROUND] + 1
    if n > table.rounds(s):
        n = table.TIE_BREAK
        s[table.PLAYS] = _lowest(s)
    s[table.DEALER] = _left(s, s[table.DEALER])
    _deal(s, n)


def possible(s: bytearray, first: bytearray) -> bool:
    return table.possible(s, first)


def over(s: bytearray) -> int:
    return s[table.OVER]


def score(s: bytearray) -> int:
    """9999 minus the total of the first person, or of player 0 if no person plays."""
    p = 0
    for q in range(table.players(s) - 1, -1, -1):
        if not s[table.SEATS + q]:
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
    return s[table.GONE] > 0 or s[table.DEALT] == s[table.CARDS]


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
