"""Layer 2. Make 13: hints, and the player of `tools research survey`.

It knows what a player sees, not the order of the deck. Each group is weighed on its own, one a
step, and the heaviest is taken. The whole deck is 28 groups of a king or a pair, so it would
rather draw than take three cards, which rules out clearing everything.

Where levels must be busted, it opens up the field. In a Limited Entry of set levels it goes for
groups and the Super Bust: stacks first, and the field's last card only at the end.
"""

from array import array

from micropython import const

from thirteen.bots import job
from thirteen.bots.job import move, step, verdict  # noqa: F401 - the bot's own names
from thirteen.protocols import Thought
from thirteen.rules import make13 as rules

_DRAW = const(-1000)  # weights below this are worse than a card from the deck
_THREE = const(2000)
_BUST = const(8000)

_s = bytearray(rules.SIZE)
_out = array("H", bytes(2 * rules.MOVES))


def think(s: bytearray) -> None:
    """Begin on a copy of s."""
    _s[:] = s
    job.start(_search())


def _search() -> Thought:
    """Weigh the groups, one in a slice."""
    s = _s
    if rules.over(s):
        return
    best = -1
    weight = -30000
    for i in range(rules.groups(s, _out) - 1, -1, -1):
        v = _weigh(s, _out[i])
        if v >= weight:  # the first of equals
            best = _out[i]
            weight = v
        if i:
            yield
    if rules.stock(s):
        job.best = best if weight > _DRAW else rules.DRAW
    else:
        job.best = rules.NEXT if best < 0 else best


def choose(s: bytearray) -> int:
    """The move for s, without slices."""
    think(s)
    while not step():
        pass
    return move()


def _ones(m: int) -> int:
    n = 0
    while m:
        n += m & 1
        m >>= 1
    return n


def _weigh(s: bytearray, m: int) -> int:
    """The worth of taking group m: where from, what it uncovers, what it costs."""
    patient = s[rules.KIND] == 0 and rules.get(s, rules.LEVELS)
    have = 0  # ranks on top apart from the group, one bit each
    for p in range(8):
        if not m >> p & 1:
            have |= 1 << (rules.top(s, p) & 15)
    v = 0
    for p in range(8):
        if not m >> p & 1:
            continue
        h = rules.height(s, p)
        if p > 4:
            v += 10 + 3 * h if patient else 3 + 6 * h
        elif not patient:
            v += 15 + 5 * h
        if h == 1:
            v -= 30 if p < 5 else 0  # one column fewer to choose from, permanently
            continue
        r = rules.card(s, p, h - 2) & 15
        if r == 13:
            v += 4
        elif have >> (13 - r) & 1:
            v += 8
        have |= 1 << r
    if rules.stock(s) and _ones(m) > 2:
        v -= _THREE
    if patient and _ones(m & 31) == rules.cards_in(s, 0, 5) and not _last(s, m):
        v -= _BUST
    return v


def _last(s: bytearray, m: int) -> bool:
    """Whether nothing is left after group m."""
    return not rules.stock(s) and rules.cards_in(s, 0, 8) == _ones(m)
