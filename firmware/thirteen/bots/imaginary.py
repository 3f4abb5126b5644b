"""Layer 2. Hints for Imaginary Thirteen, in slices, without looking into the stock.

A card that can be played from a waste is. Where there is a choice, the unseen cards are shuffled
a number of times, and for each order every choice is played out by a simple player that plays
what it can and puts other cards where they cost the least (imaginary_table.py). The hint is that
player's move, unless another one wins clearly more often.

    tried, on deals 100001 to 104000, `hold` yes                            won
    a cost for each card above another, weights by hill climbing            56.8%
    that cost one card later, with the best reply to each rank              55.1% of 1,000
    a small network over those costs, trained on 40,000 games               61.5%
    the simple player alone                                                 51.5%
    playouts by the simple player, its costs found by hand, from 500001     87.3% of 300
    the same with the costs of `tools tune imaginary` (this one)            89.3% of 300
"""

from array import array

from micropython import const

from thirteen.bots import imaginary_table as table
from thirteen.rules import imaginary

_TO_WASTE = const(16)  # moves of the rules
_FROM_WASTE = const(64)

_MOST = const(16)  # moves that are weighed
_SLICE = const(4)  # cards to wastes in a step
_WORK = const(4000)  # cards played in playouts, after which no further order is drawn
_DRAWS = const(60)
_USUAL = const(2)  # wins that the simple player's move is given in advance

_out = array("H", bytes(2 * imaginary.MOVES))
_q = bytearray(imaginary.SIZE)
_p = bytearray(imaginary.SIZE)  # the position after a move, being played out
_wins = bytearray(_MOST)

_job = None  # what step does
_move = -1
_verdict = 0
_n = 0  # moves to weigh
_k = 0  # the one being played out
_unseen = 0  # cards of the stock behind the turned one
_seen = 0  # ranks that can be reached; ranks that a foundation took or takes
_taken = 0
_draws = 0
_work = 0
_seed = 0


def think(s: bytearray) -> None:
    global _move, _verdict, _job
    table.copy(_q, s, imaginary.SIZE)
    _move = -1
    _verdict = imaginary.over(s)
    _job = None if _verdict else _sort


def step() -> bool:
    """One bounded bit of work; True when done."""
    if _job:
        _job()
    return _job is None


def move() -> int:
    return _move


def verdict() -> int:
    """1 if a playout of the only order left was won, 2 if none can be won, 0 if unknown."""
    return _verdict


def _sort() -> None:
    """Sort the unseen cards, so that their real order has no influence."""
    global _job, _unseen, _seen, _taken, _seed
    q = _q
    _unseen = max(imaginary.stock(q) - 1, 0)
    first = at = table.STOCK + q[table.TAKEN] + 1
    _seen = 1 << (imaginary.turned(q) & 15) & ~1
    for i in range(14):
        _wins[i] = 0
    for i in range(first, first + _unseen):
        _wins[q[i] & 15] += 1
    for r in range(1, 14):
        if _wins[r]:
            _seen |= 1 << r
        for i in range(at, at + _wins[r]):
            q[i] = r
        at += _wins[r]
    _seed = _unseen * 251 + imaginary.score(q)
    table.copy(_p, q, imaginary.SIZE)
    table.count(_p)
    _taken = 0
    _job = _reach


def _reach() -> None:
    """Lost if not even a relaxed game can be won, in which every reachable card may be reused.

    A foundation grows as far as its ranks are in the stock or on top of a waste; such a top is
    removed if any foundation takes or took its rank. One pass a step.
    """
    global _job, _seen, _taken, _verdict
    p = _p
    more = False
    for w in range(imaginary.wastes(p)):
        at = p[table.TOP + w]
        while at:
            r = p[table.STOCK - 1 + at] & 15
            _seen |= 1 << r
            if not _taken >> r & 1:
                break
            at = p[table.TOP + w] = p[table.UNDER - 1 + at]
            more = True
    left = 0
    for f in range(8):
        r = p[table.WANT + f]
        while r and _seen >> r & 1:
            _taken |= 1 << r
            more = True
            r = 0 if r == table.KING else (r + f) % 13 + 1
        p[table.WANT + f] = r
        left |= r
    if more and left:
        return
    if left:
        _verdict = 2
    _job = _list


def _list() -> None:
    """List the moves to weigh. Plays from a waste exclude the turned card's moves."""
    global _n, _k, _job, _move, _draws, _work
    q = _q
    n = imaginary.moves(q, _out)
    first = 0
    if _out[n - 1] >= _FROM_WASTE:
        while _out[first] < _FROM_WASTE:
            first += 1
    _n = 0
    empty = False
    for i in range(first, n):
        m = _out[i]
        if _TO_WASTE <= m < _FROM_WASTE and not imaginary.wasted(q, m & 7):
            if empty:  # one is as good as another
                continue
            empty = True
        if _n < _MOST:
            _out[_n] = m
            _wins[_n] = 0
            _n += 1
    _move = _usual()
    _k = _draws = 0
    _work = _WORK
    settled = _verdict or _n < 2 and _unseen > 1
    _job = None if settled else _begin


def _usual() -> int:
    """The simple player's move."""
    low = 99
    best = -1
    for i in range(_n):
        m = _out[i]
        if not _TO_WASTE <= m < _FROM_WASTE and imaginary.height(_q, m & 7) < low:
            low = imaginary.height(_q, m & 7)
            best = m
    if best < 0:
        table.copy(_p, _q, imaginary.SIZE)
        table.count(_p)
        best = _TO_WASTE | table.choose(_p, imaginary.turned(_q) & 15)
    return best


def _begin() -> None:
    """Set up the position after a move; shuffle before the first move of a round."""
    global _job, _seed
    if not _k:
        _seed = table.shuffle(_q, _seed)
    table.copy(_p, _q, imaginary.SIZE)
    imaginary.apply(_p, _out[_k])
    table.count(_p)
    _job = _play


def _play() -> None:
    """A slice of a playout."""
    global _job, _k, _work, _draws, _verdict
    end = table.play_out(_p, _SLICE)
    if not end:
        return
    _work -= _unseen + 6
    if end == table.WON:
        _wins[_k] += 1
        if _unseen < 2:
            _verdict = 1
    _k += 1
    if _k == _n:
        _k = 0
        _draws += 1
        if _weighed():
            _job = None
            return
    _job = _begin


def _weighed() -> bool:
    """Whether all orders are played, or those left can't change the choice."""
    global _move
    best = 0
    usual = 0
    for k in range(_n):
        if _out[k] == _move:
            usual = k
        if _wins[k] > _wins[best]:
            best = k
    lead = _wins[best] - _wins[usual]
    left = 0
    if _unseen > 1:
        lead -= _USUAL
        left = _DRAWS - _draws
    if _work > 0 and left and lead + left > 0:
        return False
    if lead > 0:
        _move = _out[best]
    return True
