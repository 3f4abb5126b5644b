"""Layer 2. Make 13: hints, and the player of `tools research survey`.

It knows what a player may know, so not the order of the deck. For each group, and for a card from
the deck, it plays the level to its end with the deck shuffled anew, again and again, and chooses
what earned most. The playouts take a move a second and the heaviest pair: high stacks first, the
last card of a column late. Neither they nor the choices take three cards while the deck lasts:
the whole deck is 28 kings and pairs.

Where levels must be busted, a bust is worth more than all points of a level.
"""

from array import array

from micropython import const

from thirteen.bots import job
from thirteen.bots.job import move, step, verdict  # noqa: F401 - the bot's own names
from thirteen.fast import fast, ptr8
from thirteen.protocols import Thought
from thirteen.rules import make13 as rules

_PLAYOUTS = const(96)  # of a decision, for all choices together
_BUST = const(1000)  # where it is needed, in tens of points
_WAITS = const(500)  # so much lighter is in a playout what would end the level early

# The table of a playout: eight piles of 16 bytes, the bottom rank first; then
_HIGH = const(128)  # their heights
_WEIGHT = const(136)  # what the top of each pile weighs
_SEEN = const(144)  # per rank, 1 + the pile whose top it is, of those looked at
_SIZE = const(158)

_s = bytearray(rules.SIZE)
_out = array("H", bytes(2 * rules.MOVES))
_first = bytearray(_SIZE)  # the table of the position
_now = bytearray(_SIZE)
_deck = bytearray(32)  # ranks


def think(s: bytearray) -> None:
    """Begin on a copy of s."""
    _s[:] = s
    job.start(_search())


def _search() -> Thought:
    """Weigh the choices, one playout in a slice."""
    s = _s
    if rules.over(s):
        return
    left = rules.unseen(s, _deck)
    k = 0
    for i in range(rules.groups(s, _out)):
        m = _out[i] & _out[i] - 1  # without its lowest place
        if not left or not m & m - 1:
            _out[k] = _out[i]
            k += 1
    if left or not k:
        _out[k] = rules.DRAW if left else rules.NEXT
        k += 1
    yield
    if k > 1:
        for p in range(8):
            _first[_HIGH + p] = rules.height(s, p)
            for i in range(rules.height(s, p)):
                _first[p << 4 | i] = rules.card(s, p, i) & 15
        bust = 0 if s[rules.KIND] == 0 and rules.get(s, rules.LEVELS) else _BUST
        pays = rules.start(s) // 10 - 1 if rules.start(s) else 9  # a group, in tens of points
        clock = rules.get(s, rules.COUNTER) // 10 if rules.start(s) else 300
        run = rules.get(s, rules.GROUPS)
        earned = [0] * k
        seed = 1
        yield
        for _ in range(_PLAYOUTS // k):
            seed = _shuffle(_deck, left, seed)
            for i in range(k):
                _now[:] = _first
                earned[i] += _play_out(_now, _deck, left, _out[i], run, pays, clock, bust)
                yield
        k = earned.index(max(earned))
    else:
        k = 0
    job.best = _out[k]


def choose(s: bytearray) -> int:
    """The move for s, without slices."""
    think(s)
    while not step():
        pass
    return move()


@fast
def _shuffle(deck: ptr8, n: int, seed: int) -> int:
    """Shuffle the deck; returns the next 16-bit seed. A simple generator is good enough."""
    while n > 1:
        seed = seed * 25173 + 13849 & 0xFFFF
        k = (seed >> 4) * n >> 12
        n -= 1
        r = deck[n]
        deck[n] = deck[k]
        deck[k] = r
    return seed


@fast
def _play_out(
    a: ptr8, deck: ptr8, left: int, m: int, run: int, pays: int, clock: int, bust: int
) -> int:
    """Play m, then on to the end of the level; returns what is earned, in tens of points.

    `run` groups are in the open run, a group pays `pays`, a Super Bust `clock` less a move's
    second each, and a bust `bust`.
    """
    earned = 0
    at = 0
    while m:
        clock -= 1
        if m < 256:
            for p in range(8):
                if m >> p & 1:
                    a[_HIGH + p] -= 1
            run += 1
            earned += pays
        else:
            if run > 1:
                earned += run * pays
            run = 0
            p = 5
            for q in range(6, 8):
                if a[_HIGH + q] < a[_HIGH + p]:
                    p = q
            a[(p << 4) + a[_HIGH + p]] = deck[at]
            a[_HIGH + p] += 1
            at += 1
        m = 256 if at < left else 0
        rest = left - at + a[_HIGH + 5] + a[_HIGH + 6] + a[_HIGH + 7]
        field = 0
        for p in range(5):
            field += a[_HIGH + p]
        if not field:
            earned += bust
            if not rest and clock > 0:
                earned += clock
            break
        for r in range(1, 14):
            a[_SEEN + r] = 0
        most = -1 if at < left else -2 * _WAITS
        for p in range(8):
            h = a[_HIGH + p]
            if h:
                r = a[(p << 4) + h - 1]
                x = 40 + 3 * h if p > 4 else 30 if h > 1 else 0
                a[_WEIGHT + p] = x
                more = 1 << p
                if r == 13:
                    q = 9
                    x += 30
                else:
                    q = a[_SEEN + 13 - r]
                    if not a[_SEEN + r] or a[_WEIGHT - 1 + a[_SEEN + r]] < x:
                        a[_SEEN + r] = p + 1
                    if not q:
                        continue
                    x += a[_WEIGHT - 1 + q]
                    more |= 1 << q - 1
                stay = field  # cards of the field, and all others, that the group leaves
                others = rest
                if p < 5:
                    stay -= 1
                else:
                    others -= 1
                if q < 6:
                    stay -= 1
                elif q < 9:
                    others -= 1
                if others and not stay and not bust:
                    x -= _WAITS
                if x > most:
                    most = x
                    m = more
    if run > 1:
        earned += run * pays
    return earned
