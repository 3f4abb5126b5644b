"""Layer 2. Hints for Friday the 13th, in slices, from what a player has seen.

Filling the next foundation is never worse than anything else, nor is building where room is left
for all cards of that rank. What is left to weigh is which of several queens, say, gets the one
jack: build, or hold back (F8).

Once the waste has been redealt every card is known, and a search looks for a way to win. It
holds a card back only for another of its rank to take its place: nothing else comes of it.
Before that the order of the hand is unknown. Then queens and kings are held back, as what comes
early is stuck for long, unless in orders drawn by lot building wins clearly more often.

Positions and the ways on from one are those of friday_table.py.
"""

from micropython import const

from thirteen.bots.friday_table import SIZE, dead, flow, forks, hold, look, plain, take
from thirteen.rules import friday

_SLOT = const(28)
_LEFT = const(29)
_WASTED = const(30)
_HAND = const(31)
_END = const(32)
_TURNED = const(33)
_GONE = const(35)
_WAYS = const(36)
_WAY = const(37)
_CARDS = const(40)
_LYING = const(136)

_WASTE = const(1)
_PLAY = const(2)
_ON = const(4)
_SURE = const(4)

_RUNNING = const(0)  # how a search stands
_WON = const(1)
_LOST = const(2)
_FORK = const(3)
_STOPPED = const(4)

_DEPTH = const(24)  # forks one after the other that a search goes through
_SLICE = const(9)  # turns and plays in a step
_KNOWN = const(1000)  # turns in a search with every card known
_FORKED = const(6)  # turns that a fork costs there, `dead` takes so long
_DRAWN = const(60)  # turns and forks behind the last redeal in an order drawn by lot
_WORK = const(1100)  # turns and forks in draws, after which no further one is made
_DRAWS = const(8)
_CLEARLY = const(2)  # more wins in so many draws

_s = bytearray(friday.SIZE)
_q = bytearray(SIZE)
_root = bytearray(SIZE)
_draw = bytearray(SIZE)
_frames = [bytearray(SIZE) for _ in range(_DEPTH)]
_wins = bytearray(5)  # by way

_job = None  # what step does
_at = 0  # how far it is
_move = -1
_verdict = 0
_depth = 0
_work = 0  # left for draws
_nodes = 0  # left for this search
_ways = 0  # those to weigh at the root
_usual = 0  # the one to take unless another wins clearly more often
_pending = 0  # those still to be played in this draw
_way = 0  # the one being played
_first = False  # whether that is still before the last redeal
_forked = 0  # 1 where the search stands at a fork, 2 where that is not lost
_draws = 0
_lot = 0


def think(s):
    global _job, _at, _move, _verdict, _work
    _s[:] = s
    _q[:] = bytes(SIZE)
    _at = 0
    _work = _WORK
    _move = -1
    _verdict = friday.over(s)
    _job = None if _verdict else _lay


def step():
    """One bounded bit of work; True when done."""
    if _job:
        _job()
    return _job is None


def move():
    return _move


def verdict():
    return _verdict


def _lay():
    """Lay the position out, a few cards at a time."""
    global _at, _job
    q = _q
    s = _s
    wasted = friday.wasted(s)
    hand = 48 - friday.hand(s)
    for i in range(_at, min(_at + 8, 48)):
        if i < wasted:
            c = friday.waste(s, wasted - 1 - i)
        elif i >= hand:
            c = friday.ahead(s, i - hand)
        else:
            continue
        r = ((c & 15) + 2) % 13 + 1
        q[_CARDS + i] = r
        q[r] += 1
        q[_LYING + r] += i < wasted
    _at += 8
    if _at == 48:
        _job = _count


def _count():
    """How many of each rank are played, and what else there is."""
    global _job
    q = _q
    s = _s
    if friday.turned(s):
        r = ((friday.turned(s) & 15) + 2) % 13 + 1
        q[_TURNED] = r
        q[r] += 1
    for r in range(1, 14):
        q[r] = 4 - q[r]
    q[0] = q[13]
    q[_SLOT] = friday.filled(s) + 1
    q[_LEFT] = friday.redeals(s)
    q[_WASTED] = friday.wasted(s)
    q[_HAND] = 48 - friday.hand(s)
    q[_END] = 48
    q[_GONE] = friday.score(s)
    if not friday.redealt(s):  # only which cards the hand has is known, not their order
        _sort()
    _job = _begin


def _sort():
    """The hand by rank."""
    q = _q
    at = _CARDS + q[_HAND]
    for r in range(1, 14):
        n = 4 - q[r] - q[_LYING + r] - (q[_TURNED] == r)
        for i in range(at, at + n):
            q[i] = r
        at += n


def _begin():
    """What needs no weighing is known at once; see how the rest is to be weighed."""
    global _job, _move, _verdict, _ways, _depth, _nodes, _forked
    q = _q
    _root[:] = q
    known = friday.redealt(_s) or friday.hand(_s) < 2
    plays = look(q)
    way = plays >> _SURE
    if not way and not known or not plays:
        w = q[_CARDS - 1 + q[_WASTED]]
        way = plain(w, q[_TURNED], q[_SLOT], plays) if plays else _ON
    _ways = plays | _ON
    _job = None
    if friday.hopeless(_s):
        _verdict = 2
        way = way or _fallback()
    if way:
        _move = _as_move(way)
    _forked = 0
    if _verdict:
        return
    if known:
        _depth = 0
        _nodes = _KNOWN
        _job = _search_known
    elif not way:
        _begin_draws()


def _as_move(way):
    """The way on from the root as a move of the rules."""
    s = _s
    if way == _ON:
        return friday.TURN if friday.hand(s) or not friday.redeals(s) else friday.REDEAL
    c = friday.turned(s) if way == _PLAY else friday.waste(s)
    f = friday.filled(s)
    if f == 13 or not friday.takes(s, f, c):
        f = 0
        while not friday.takes(s, f, c):
            f += 1
    return (16 if way == _PLAY else 32) | f


def _fallback():
    """The way where nothing is known of any: hold back as long as there are cards to turn."""
    return _ON if _root[_HAND] < _root[_END] else _ways & -_ways


def _flow(q, first):
    """A slice of going on where there is nothing to weigh."""
    global _nodes, _work
    status = flow(q, first, _SLICE, 99 if first else _nodes)
    _work -= status >> 3
    if not first:
        _nodes -= status >> 3
    return status & 7


def _search(known):
    """A slice of the search from _q. A drawn order is not worth a look at what is lost."""
    global _depth, _nodes, _work, _forked
    status = _FORK if _forked else _flow(_q, False)
    if status == _FORK:
        if known and _forked < 2:
            _forked += 1
            if _forked == 1:
                _nodes -= _FORKED
                return _RUNNING
            if _nodes <= 0 or not dead(_q):
                return _RUNNING
        else:
            _nodes -= not known
            _work -= 2
            if _nodes <= 0 or _depth == _DEPTH:
                return _STOPPED
            f = _frames[_depth]
            f[:] = _q
            f[_WAYS] = forks(f)
            _depth += 1
        _forked = 0
        status = _LOST
    return _back() if status == _LOST else status


def _back():
    """Take up the next way that is still to be tried."""
    global _depth
    q = _q
    while _depth:
        f = _frames[_depth - 1]
        ways = f[_WAYS]
        if not ways:
            _depth -= 1
            continue
        way = ways & -ways
        f[_WAYS] = ways ^ way
        f[_WAY] = way
        q[:] = f
        if (way != _ON or hold(q)) and take(q, way):
            return _RUNNING
    return _LOST


def _search_known():
    global _job, _move, _verdict
    status = _search(True)
    if status == _RUNNING:
        return
    _job = None
    if status == _WON:
        _verdict = 1
    elif status == _LOST:
        _verdict = 2
    if _move < 0:
        _move = _as_move(_frames[0][_WAY] if status == _WON else _fallback())


def _begin_draws():
    global _job, _usual, _draws, _lot, _pending, _way
    for i in range(5):
        _wins[i] = 0
    _usual = _ON if _root[_LEFT] else _ways & -_ways
    _draws = _pending = _way = 0
    _lot = _root[_GONE] * 64 + _root[_HAND]
    _draw[:] = _root
    _job = _draw_lots


def _draw_lots():
    """A slice of trying each way in orders of the hand drawn by lot."""
    global _way, _pending, _depth, _nodes, _first, _draws
    if not _way:
        if not _pending:
            _shuffle()
            _pending = _ways
            return
        _way = _pending & -_pending
        _pending ^= _way
        _q[:] = _draw
        take(_q, _way)
        _depth = 0
        _nodes = _DRAWN
        _first = True
    status = _flow(_q, True) if _first else _search(False)
    if status == _FORK:
        _first = False
    elif status != _RUNNING:
        _wins[_way] += status == _WON
        _way = 0
        if not _pending:
            _draws += 1
            _weigh()


def _weigh():
    """Decide when all draws are made, or when those to come can't change what is usual."""
    global _job, _move
    best = _usual
    for way in (_WASTE, _PLAY, _ON):
        if _ways & way and _wins[way] > _wins[best]:
            best = way
    lead = _wins[best] - _wins[_usual]
    if lead + _DRAWS - _draws < _CLEARLY or _draws == _DRAWS or _work <= 0:
        _move = _as_move(best if lead >= _CLEARLY else _usual)
        _job = None


def _shuffle():
    """The hand in another order; a plain generator will do for lots."""
    global _lot
    q = _draw
    x = _lot
    first = _CARDS + q[_HAND]
    for i in range(_CARDS + q[_END] - 1, first, -1):
        x = (x * 75 + 74) % 65537
        j = first + x % (i - first + 1)
        c = q[i]
        q[i] = q[j]
        q[j] = c
    _lot = x
