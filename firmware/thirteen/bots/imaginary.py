"""Layer 2. Hints for Imaginary Thirteen, in slices, without looking into the stock.

A card that can be played from a waste is. Where there is a choice, the unseen cards are shuffled
a number of times, and for each order every choice is played out by a simple player that plays
what it can and puts other cards where they cost the least (imaginary_table.py). The hint is that
player's move, unless another one wins clearly more often.
"""

from array import array

from micropython import const

from thirteen import cards
from thirteen.bots import imaginary_solver, job
from thirteen.bots import imaginary_table as table
from thirteen.bots.job import move, step, verdict  # noqa: F401 - the bot's own names
from thirteen.protocols import Thought
from thirteen.rules import imaginary

_MOST = const(16)  # moves that are weighed
_SLICE = const(4)  # cards to wastes in a step
_WORK = const(4000)  # cards played in playouts, after which no further order is drawn
_DRAWS = const(60)
_USUAL = const(2)  # wins that the simple player's move is given in advance

_out = array("H", bytes(2 * imaginary.MOVES))
_q = bytearray(imaginary.SIZE)
_p = bytearray(imaginary.SIZE)  # the position after a move, being played out
_wins = bytearray(_MOST)

_n = 0  # moves to weigh
_won = 0  # how often the move won when it was played out,
_tried = 0  # and how often it was


def think(s: bytearray) -> None:
    table.copy(_q, s, imaginary.SIZE)
    job.start(_search(), imaginary.over(s))


def why() -> str:
    if job.outlook == 2:
        return ""
    tries = "it won %d of %d tries" % (_won, _tried) if _won else ""
    return reason(_q, job.best) or tries


def reason(s: bytearray, m: int) -> str:
    """What speaks for move m besides playouts, in a few words; "" if nothing."""
    if m < imaginary.TO_WASTE:
        return ""
    if m >= imaginary.FROM_WASTE:
        w = m >> 3 & 7
        if imaginary.wasted(s, w) < 2:
            return "it empties the waste"
        under = bytearray(2)
        imaginary.upper(s, w, 2, under, 0)
        return "it frees " + cards.a_rank(under[0] & 15)
    if not imaginary.waste(s, m & 7):
        return "nothing lies there"
    after = bytearray(s)
    imaginary.apply(after, m)
    return "" if imaginary.buries(after, m & 7) else "it buries nothing that must go first"


def settle(s: bytearray, most: int, keep: int = 0) -> Thought:
    return imaginary_solver.settle(s, most, keep)


def _search() -> Thought:
    """The outlook is 1 if a playout of the only order left was won, 2 if none can be won."""
    global _won, _tried
    _won = 0
    q = _q
    p = _p
    unseen = max(imaginary.stock(q) - 1, 0)  # cards of the stock behind the turned one
    seen = _sort(unseen)
    table.copy(p, q, imaginary.SIZE)
    table.count(p)
    yield
    # Lost if not even a relaxed game can be won, in which every reachable card may be reused: a
    # foundation grows as far as its ranks are in the stock or on top of a waste, and such a top is
    # removed if any foundation takes or took its rank. One pass a slice.
    taken = 0
    left = more = 1
    while more and left:
        seen, taken, left, more = _reach(seen, taken)
        yield
    if left:
        job.outlook = 2
    _list()
    job.best = usual = _usual()
    if job.outlook or _n < 2 and unseen > 1:
        return
    work = _WORK
    draws = 0
    seed = unseen * 251 + imaginary.score(q)
    while True:
        for k in range(_n):
            yield
            if not k:
                seed = table.shuffle(q, seed)
            table.copy(p, q, imaginary.SIZE)
            imaginary.apply(p, _out[k])
            table.count(p)
            end = 0
            while not end:
                yield
                end = table.play_out(p, _SLICE, 0)
            work -= unseen + 6
            if end == table.WON:
                _wins[k] += 1
                if unseen < 2:
                    job.outlook = 1
        draws += 1
        _tried = draws
        if _weighed(usual, 0 if unseen < 2 or work <= 0 else _DRAWS - draws, unseen):
            return


def _sort(unseen: int) -> int:
    """Sort the unseen cards, so that their real order has no influence; the ranks to be seen."""
    q = _q
    first = at = imaginary.STOCK + q[imaginary.TAKEN] + 1
    seen = 1 << (imaginary.turned(q) & 15) & ~1
    for i in range(14):
        _wins[i] = 0
    for i in range(first, first + unseen):
        _wins[q[i] & 15] += 1
    for r in range(1, 14):
        if _wins[r]:
            seen |= 1 << r
        for i in range(at, at + _wins[r]):
            q[i] = r
        at += _wins[r]
    return seen


def _reach(seen: int, taken: int) -> tuple:
    """A pass of the relaxed game: (ranks seen, ranks taken, whether any is wanted, or was new)."""
    p = _p
    more = 0
    for w in range(imaginary.wastes(p)):
        at = p[imaginary.TOP + w]
        while at:
            r = p[imaginary.STOCK - 1 + at] & 15
            seen |= 1 << r
            if not taken >> r & 1:
                break
            at = p[imaginary.TOP + w] = p[imaginary.UNDER - 1 + at]
            more = 1
    left = 0
    for f in range(8):
        r = p[table.WANT + f]
        while r and seen >> r & 1:
            taken |= 1 << r
            more = 1
            r = 0 if r == cards.KING else (r + f) % 13 + 1
        p[table.WANT + f] = r
        left |= r
    return seen, taken, left, more


def _list() -> None:
    """List the moves to weigh. Plays from a waste exclude the turned card's moves."""
    global _n
    q = _q
    n = imaginary.moves(q, _out)
    first = 0
    if _out[n - 1] >= imaginary.FROM_WASTE:
        while _out[first] < imaginary.FROM_WASTE:
            first += 1
    _n = 0
    empty = False
    for i in range(first, n):
        m = _out[i]
        if imaginary.TO_WASTE <= m < imaginary.FROM_WASTE and not imaginary.wasted(q, m & 7):
            if empty:  # one is as good as another
                continue
            empty = True
        if _n < _MOST:
            _out[_n] = m
            _wins[_n] = 0
            _n += 1


def _usual() -> int:
    """The simple player's move."""
    low = 99
    best = -1
    for i in range(_n):
        m = _out[i]
        if (
            not imaginary.TO_WASTE <= m < imaginary.FROM_WASTE
            and imaginary.height(_q, m & 7) < low
        ):
            low = imaginary.height(_q, m & 7)
            best = m
    if best < 0:
        table.copy(_p, _q, imaginary.SIZE)
        table.count(_p)
        best = imaginary.TO_WASTE | table.choose(_p, imaginary.turned(_q) & 15)
    return best


def _weighed(usual: int, left: int, unseen: int) -> bool:
    """Whether no order is left to play, or those left can't change the choice."""
    global _won
    best = 0
    own = 0
    for k in range(_n):
        if _out[k] == usual:
            own = k
        if _wins[k] > _wins[best]:
            best = k
    lead = _wins[best] - _wins[own]
    if unseen > 1:
        lead -= _USUAL
    if left and lead + left > 0:
        return False
    if lead > 0:
        job.best = _out[best]
        own = best
    _won = _wins[own]
    return True
