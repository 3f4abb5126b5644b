"""Layer 2. Make 13, by the rule sheet seeds/make13.md.

State, 738 bytes:
    0..19     field, four bytes a column, the bottom card first; 0 if none
    20..52    stacks, eleven bytes each, bottom first (M10 lets none grow higher)
    53..60    number of cards of each place: five columns, three stacks
    61..92    deck of the level, the next card first
    93        deck cards dealt so far
    94        what over() says
    95        kind: 0 Limited Entry, 1 Sprint to Score, 2 Sprint to Level
    96..143   numbers, four bytes each, the low one first, for `get`: TIMER to START below
    144..737  the points of the last 99 levels, six bytes each, level n at (n - 1) % 99: move
              points, run bonus, Super Bust with bit 14 for a Super Bust and bit 15 for busted

Places are 0..4 (f1..f5) and 5..7 (s1..s3). Moves:
    1..255      take the group whose places are the set bits: 1 f1 ... 16 f5, 32 s1 ... 128 s3
    256         draw
    257         next
    258         quit
    32768 | k   wait k ticks; 32768, which represents all waits in `moves`, is one tick
"""

from micropython import const

from thirteen import cards, rng
from thirteen.protocols import Moves, Table
from thirteen.rules.defaults import HIDDEN, UNIT, deals, like, obvious

VERSION = const(1)
SIZE = const(738)
TABLE = const(61)  # the first bytes: the cards on the table
MOVES = const(35)  # eight tops make thirteen in 32 ways at most
LOG = const(4096)  # a level takes 122 at most, its waits merged
TICK = const(100)  # milliseconds
OPTIONS = (
    ("kind", "limited score level"),
    ("levels", "5 open 1..4 6..99"),
    ("target", "5000 500..4500/500 5500..60000/500"),
    ("timer", "100 150 200 off"),
    ("entries", "3 1..2 4..9"),
)

DRAW = const(256)
NEXT = const(257)
QUIT = const(258)
WAIT = const(32768)
MOST = const(32767)  # ticks in one wait

KIND = const(95)
TIMER = const(96)  # M11; 0 in practice, as COUNTER
COUNTER = const(100)  # M11
RUN = const(104)  # M4
GROUPS = const(108)  # of the open run
SCORE = const(112)
TICKS = const(116)  # played since the deal
LEVEL = const(120)
BUSTED = const(124)  # levels busted
DEAL = const(128)
LEVELS = const(132)  # M17; 0 for open
TARGET = const(136)  # M17
START = const(140)  # M17, the option timer; 0 off

MOVE_POINTS, RUN_BONUS, SUPER_BUST = 0, 2, 4  # the arguments of `earned`

_HIGH = const(53)
_DECK = const(61)
_IN_DECK = const(32)
_DEALT = const(93)
_OVER = const(94)
_ROWS = const(144)
_LIMITED = const(0)
_SPRINT = const(1)
CLIMB = const(2)  # a sprint to a level

_AT = b"\x00\x04\x08\x0c\x10\x14\x1f\x2a"  # offset of each place's cards

_deck = bytearray(52)
_sums = bytearray(32)  # sums of the sets of f1..f4, then of the other four places


def deck(out: Table, deal: int, chosen: bytes | None, level: int = 1) -> int:
    n = cards.deck(out, 1)
    rng.shuffle(out, n, deal, 0x0400 | level & 255)
    return n


def new(s: bytearray, deal: int, chosen: bytes) -> None:
    s[:] = bytes(SIZE)
    _put(s, DEAL, deal)
    s[KIND] = chosen[0]
    _, levels, target, timer, _ = chosen  # what OPTIONS has at these places
    _put(s, LEVELS, (5, 0)[levels] if levels < 2 else levels - (levels < 6))
    _put(s, TARGET, 500 * (target + (target > 9) or 10))
    _put(s, START, (100, 150, 200, 0)[timer])
    _next_level(s)


def _next_level(s: bytearray) -> None:
    """M8: deal it, row by row."""
    n = get(s, LEVEL) + 1
    deck(_deck, get(s, DEAL), None, n)
    for i in range(_HIGH):
        s[i] = 0
    for i in range(20):
        s[i % 5 * 4 + i // 5] = _deck[i]
    for p in range(8):
        s[_HIGH + p] = 4 if p < 5 else 0
    for i in range(_IN_DECK):
        s[_DECK + i] = _deck[20 + i]
    s[_DEALT] = 0
    _put(s, LEVEL, n)
    _put(s, TIMER, start(s))
    _put(s, COUNTER, 3000 if get(s, START) else 0)
    for i in range(_row(n), _row(n) + 6):
        s[i] = 0


def moves(s: bytearray, out: Moves) -> int:
    if s[_OVER]:
        return 0
    n = groups(s, out)
    if stock(s) or not n:  # M7
        out[n] = DRAW if stock(s) else NEXT
        n += 1
    out[n] = QUIT
    out[n + 1] = WAIT
    return n + 2


def groups(s: bytearray, out: "Moves | None") -> int:
    """The groups of M1 and M9 into out, ascending; with None, whether there are any."""
    sums = _sums
    for p in range(8):
        v = top(s, p) & 15 or 14  # an empty place is too much for any group
        at = (p & 4) * 4
        n = 1 << (p & 3)
        for i in range(at, at + n):
            sums[i + n] = sums[i] + v
    n = 0
    for high in range(16):
        left = 13 - sums[16 + high]
        for low in range(16 if left >= 0 else 0):
            if sums[low] == left:
                if out is None:
                    return 1
                out[n] = high << 4 | low
                n += 1
    return n


def same(m: int) -> int:
    """The move in the list of `moves` that represents m."""
    return WAIT if m & WAIT else m


def merge(a: int, b: int) -> int:
    """A move equivalent to a followed by b: two waits become one; -1 if there is none."""
    k = (a & MOST or 1) + (b & MOST or 1)
    return WAIT | k if a & b & WAIT and k <= MOST else -1


def apply(s: bytearray, m: int) -> None:
    if m & WAIT:
        _wait(s, m & MOST or 1)
    elif m < DRAW:
        _take(s, m)
    elif m == DRAW:
        _end_run(s)
        _draw(s)
        _judge(s)
    elif m == NEXT:
        _end_level(s, 0)
    else:  # M7
        s[_OVER] = 4


def _take(s: bytearray, m: int) -> None:
    for p in range(8):
        if m >> p & 1:
            s[_HIGH + p] -= 1
            s[_AT[p] + s[_HIGH + p]] = 0
    t = get(s, TIMER)
    _pay(s, MOVE_POINTS, t)  # M3
    _put(s, RUN, get(s, RUN) + t)  # M4
    _put(s, GROUPS, get(s, GROUPS) + 1)
    _put(s, TIMER, start(s))
    if cards_in(s, 0, 5):
        _judge(s)
    elif cards_in(s, 5, 8) or stock(s):
        _end_level(s, 2)
    else:
        _end_run(s)  # M14
        _pay(s, SUPER_BUST, get(s, COUNTER))  # M5
        _end_level(s, 3)


def _wait(s: bytearray, k: int) -> None:
    """M11: let k ticks pass, in steps that end when the Move Timer runs out."""
    while k and get(s, START) and not s[_OVER]:
        timer = get(s, TIMER)
        t = min(k, timer)
        k -= t
        _put(s, TIMER, timer - t)
        _put(s, COUNTER, max(get(s, COUNTER) - t, 0))
        _put(s, TICKS, get(s, TICKS) + t & 0x3FFFFFFF)
        if t == timer:  # M12
            _end_run(s)
            _put(s, TIMER, start(s))
            if stock(s):
                _draw(s)
            elif not groups(s, None):
                _end_level(s, 0)
            _judge(s)


def _draw(s: bytearray) -> None:
    """M10, M11."""
    p = next_stack(s)
    s[_AT[p] + s[_HIGH + p]] = s[_DECK + s[_DEALT]]
    s[_HIGH + p] += 1
    s[_DEALT] += 1
    _put(s, TIMER, start(s))


def _end_run(s: bytearray) -> None:
    """M4, M13."""
    if get(s, GROUPS) > 1:
        _pay(s, RUN_BONUS, get(s, RUN))
    _put(s, GROUPS, 0)
    _put(s, RUN, 0)


def _end_level(s: bytearray, how: int) -> None:
    """M6: `how` is 0 for not busted, 2 for busted, 3 for a Super Bust, as in `bust`."""
    _end_run(s)
    n = get(s, LEVEL)
    s[_row(n) + 5] |= how << 6
    if how:
        _put(s, BUSTED, get(s, BUSTED) + 1)
    if _judge(s):
        return
    last = get(s, LEVELS)
    if s[KIND] == _LIMITED and last:
        s[_OVER] = 3 if n == last else 0
    elif not how:
        s[_OVER] = 2
    elif s[KIND] == CLIMB and n == last:
        s[_OVER] = 1
    if not s[_OVER]:
        _next_level(s)


def _judge(s: bytearray) -> int:
    """M6: whether the points win a Sprint to Score."""
    if s[KIND] == _SPRINT and get(s, SCORE) >= get(s, TARGET):
        s[_OVER] = 1
    return s[_OVER]


def _pay(s: bytearray, part: int, v: int) -> None:
    _put(s, SCORE, get(s, SCORE) + v)
    at = _row(get(s, LEVEL)) + part
    v += s[at] | s[at + 1] << 8
    s[at] = v & 255
    s[at + 1] = v >> 8


def _row(n: int) -> int:
    return _ROWS + (n - 1) % 99 * 6


def get(s: bytearray, at: int) -> int:
    """The number at TIMER, COUNTER, RUN, ..."""
    return s[at] | s[at + 1] << 8 | s[at + 2] << 16 | s[at + 3] << 24


def _put(s: bytearray, at: int, v: int) -> None:
    s[at] = v & 255
    s[at + 1] = v >> 8 & 255
    s[at + 2] = v >> 16 & 255
    s[at + 3] = v >> 24


def possible(s: bytearray, first: bytearray) -> bool:
    if s[_OVER] or s[KIND] != first[KIND] or s[DEAL:_ROWS] != first[DEAL:_ROWS]:
        return False
    for at in range(TIMER, DEAL, 4):
        if s[at + 3] >= 0x40:  # beyond the device's small integers
            return False
    n = get(s, LEVEL)
    if get(s, TIMER) > start(s) or get(s, COUNTER) > 3000:
        return False
    if get(s, GROUPS) > 26 or get(s, RUN) > 26 * 200:  # two cards a group, 200 ticks each
        return False
    if max([s[_row(n) + i] for i in (1, 3, 5)]) >= 0x20:  # more points than cards can pay
        return False
    deck(_deck, get(s, DEAL), None, n)
    if not n or s[_DEALT] > _IN_DECK or s[_DECK:_DEALT] != _deck[20:]:
        return False
    seen = bytearray(64)
    for p in range(8):
        at = _AT[p]
        h = height(s, p)
        most = 4 if p < 5 else 11
        if h > most or any(s[at + h : at + most]) or not cards.tally(s, at, at + h, seen):
            return False
    cards.tally(s, _DECK + s[_DEALT], _DEALT, seen)
    return max(seen) <= 1


def over(s: bytearray) -> int:
    return s[_OVER]


def score(s: bytearray) -> int:
    return get(s, SCORE)


def points(v: int) -> str:
    return str(v)


def earned(s: bytearray, n: int, part: int) -> int:
    """What level n, one of the last 99, has paid: MOVE_POINTS, RUN_BONUS or SUPER_BUST."""
    at = _row(n) + part
    return (s[at] | s[at + 1] << 8) & 0x3FFF


def bust(s: bytearray, n: int) -> int:
    """0 if level n, one of the last 99, was not busted, 2 if it was, 3 for a Super Bust."""
    return s[_row(n) + 5] >> 6


def start(s: bytearray) -> int:
    """M17, M18: what the Move Timer starts at in this level; 0 in practice, with no clock."""
    t = get(s, START)
    late = get(s, LEVEL) - 5
    if late > 0 and t and (s[KIND] == CLIMB or not get(s, LEVELS)):
        t = max(t - 5 * late, 50)
    return t


def used(s: bytearray) -> int:
    """Bytes in use: only the rows of the levels played have been written."""
    return _ROWS + 6 * min(get(s, LEVEL), 99)


def height(s: bytearray, p: int) -> int:
    """The number of cards at place p."""
    return s[_HIGH + p]


def card(s: bytearray, p: int, i: int) -> int:
    """The card i of place p, counted from the bottom."""
    return s[_AT[p] + i]


def top(s: bytearray, p: int) -> int:
    """The top card of place p; 0 if none."""
    h = s[_HIGH + p]
    return s[_AT[p] + h - 1] if h else 0


def total(s: bytearray, m: int) -> int:
    """The sum of the top cards of the places in the set m."""
    n = 0
    for p in range(8):
        if m >> p & 1:
            n += top(s, p) & 15
    return n


def cards_in(s: bytearray, p: int, end: int) -> int:
    """The number of cards at places p to end - 1."""
    n = 0
    for i in range(_HIGH + p, _HIGH + end):
        n += s[i]
    return n


def stock(s: bytearray) -> int:
    """The number of cards left in the deck."""
    return _IN_DECK - s[_DEALT]


def unseen(s: bytearray, out: Table) -> int:
    """The ranks left in the deck into out, in order: what a player can know; how many."""
    n = stock(s)
    out[:n] = bytes(sorted([c & 15 for c in s[_DEALT - n : _DEALT]]))
    return n


def next_stack(s: bytearray) -> int:
    """M10: the place for the deck's next card."""
    p = 5 if s[_HIGH + 5] <= s[_HIGH + 6] else 6
    return p if s[_HIGH + p] <= s[_HIGH + 7] else 7


def text(s: bytearray, m: int) -> str:
    if m & WAIT:
        return "wait %d" % (m & MOST) if m & MOST else "wait"
    if m >= DRAW:
        return ("draw", "next", "quit")[m - DRAW]
    return "+".join(["%s%d" % ("fs"[p // 5], p % 5 + 1) for p in range(8) if m >> p & 1])


def parse(s: bytearray, t: str) -> int:
    k = t[5:]
    for m in (DRAW, NEXT, QUIT, WAIT, WAIT | int(k) & MOST if k.isdigit() else WAIT):
        if text(s, m) == t:
            return m
    places = [text(s, 1 << p) for p in range(8)]
    m = 0
    for name in t.split("+"):
        if name not in places or m >= 1 << places.index(name):
            raise ValueError("%r is no move: write f1+f3+s2, f4, draw, next, quit or wait 7" % t)
        m |= 1 << places.index(name)
    return m


def state(s: bytearray) -> dict:
    piles = [cards.texts(s, _AT[p], _AT[p] + height(s, p)) for p in range(8)]
    return {
        "level": get(s, LEVEL),
        "busted": get(s, BUSTED),
        "field": piles[:5],
        "stacks": piles[5:],
        "deck": cards.texts(s, _DECK + s[_DEALT], _DECK + _IN_DECK),
        "timer": get(s, TIMER),
        "counter": get(s, COUNTER),
        "run": get(s, RUN),
        "groups": get(s, GROUPS),
        "score": get(s, SCORE),
    }
