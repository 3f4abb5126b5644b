"""Layer 2. Make 13: hints, and the player that surveys play with.

It knows what a player sees, not the order of the deck. Each group is weighed alone, one a step;
the heaviest is taken. As 28 groups of a king or a pair are the whole deck, it would rather draw
than make thirteen of three cards, which ends every hope of more.

Where levels have to be busted it opens the field. In a Limited Entry of set levels it goes for
groups and the Super Bust: the stacks come first, and the field's last card waits until the end.
"""

from array import array

from micropython import const

from thirteen.rules import make13 as rules

_DRAW = const(-1000)  # weights below this are worse than a card from the deck
_THREE = const(2000)
_BUST = const(8000)

_s = bytearray(rules.SIZE)
_out = array("H", bytes(2 * rules.MOVES))
_left = _best = _weight = 0


def think(s: bytearray) -> None:
    """Begin on a copy of s."""
    global _left, _best, _weight
    _s[:] = s
    _best = -1
    _weight = -30000
    _left = 0 if rules.over(s) else rules.groups(_s, _out)


def step() -> bool:
    """Weigh one group; True when all are."""
    global _left, _best, _weight
    if _left:
        _left -= 1
        v = _weigh(_s, _out[_left])
        if v >= _weight:  # of equals the first one
            _best = _out[_left]
            _weight = v
    return not _left


def move() -> int:
    """The hint; -1 where there is none."""
    if rules.over(_s):
        return -1
    if rules.stock(_s):
        return _best if _weight > _DRAW else rules.DRAW
    return rules.NEXT if _best < 0 else _best


def verdict() -> int:
    """What is to come lies in the deck: 0, don't know."""
    return 0


def choose(s: bytearray) -> int:
    """The move it plays in s, at once."""
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
    """What taking the group m is worth: where from, what it uncovers, what it costs."""
    patient = s[rules.KIND] == 0 and rules.get(s, rules.LEVELS)
    have = 0  # ranks on top beside the group, one bit each
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
            v -= 30 if p < 5 else 0  # a column less to choose from, for good
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
    """Whether nothing is left after the group m."""
    return not rules.stock(s) and rules.cards_in(s, 0, 8) == _ones(m)
