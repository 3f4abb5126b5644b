"""Layer 2. Hints for Friday the 13th, in slices, from what a player has seen.

Filling the next foundation is never worse than anything else, nor is building where room is left
for all cards of that rank. What is left to weigh is which of several queens, say, gets the one
jack: build, or hold back (F8).

Before the waste is redealt the order of the hand is unknown: orders are drawn by lot, each way is
played to the end in all of them, several times by chance, and the one that is won in most is the
hint. After that every card is known, and the same is done with the one order there is. Where that
finds no win, a search tries everything that matters. It holds a card back only for another of its
rank to take its place: nothing else comes of it.

Positions and the ways on from one are those of friday_table.py.

    tried, redeals 1                                                                      won
    all cards known from the start, deals 200001 to 203000: more cannot be won          76.2%
    queens and kings wait, all else is built at once, likewise                          72.4%
    8 orders, each searched to a win behind the last redeal, deals 500001 to 502000     71.9%
    40 orders, each way up to 6 times by chance, half built; then a search, likewise    73.9%
    that, and when all is known first by chance, then a search of 1,000 turns, likewise 74.2%
    80 orders in place of 40, deals 200001 to 204000                              no better
"""

from micropython import const

from thirteen.bots import friday_table as table
from thirteen.bots.friday_table import SIZE, copy, dead, flow, forks, hold, look, take
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
_PLAYS = const(38)
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

_DEPTH = const(12)  # forks one after the other that a search goes through
_SLICE = const(9)  # turns and plays in a step
_KNOWN = const(1000)  # turns in a search with every card known
_FORKED = const(6)  # turns that a fork costs there, `dead` takes so long
# Weighed against each other by `tools tune friday`, but for the orders, of which more cost time.
_DRAWS = const(40)  # orders of the hand drawn by lot
_GAMES = const(6)  # in each of them for each way, until one is won
_OPEN_DRAWS = const(10)  # likewise where the order is known
_OPEN_GAMES = const(12)
_USUAL = const(2)  # more wins that the usual way is given

_s = bytearray(friday.SIZE)
_q = bytearray(SIZE)
_root = bytearray(SIZE)
_way_on = bytearray(SIZE)  # the position behind the way being played
_frames = [bytearray(SIZE) for _ in range(_DEPTH)]
_wins = bytearray(5)  # by way

_job = None  # what step does
_at = 0  # how far it is
_move = -1
_verdict = 0
_depth = 0
_nodes = 0  # left for this search
_ways = 0  # those to weigh at the root
_way = 0  # the one being played
_open = False  # whether every card is known
_forked = 0  # 1 where the search stands at a fork, 2 where that is not lost
_draws = 0
_lot = 0


def think(s: bytearray) -> None:
    global _job, _at, _move, _verdict
    _s[:] = s
    _q[:] = bytes(SIZE)
    _at = 0
    _move = -1
    _verdict = friday.over(s)
    _job = None if _verdict else _lay


def step() -> bool:
    """One bounded bit of work; True when done."""
    if _job:
        _job()
    return _job is None


def move() -> int:
    return _move


def verdict() -> int:
    return _verdict


def _lay() -> None:
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


def _count() -> None:
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


def _sort() -> None:
    """The hand by rank."""
    q = _q
    at = _CARDS + q[_HAND]
    for r in range(1, 14):
        n = 4 - q[r] - q[_LYING + r] - (q[_TURNED] == r)
        for i in range(at, at + n):
            q[i] = r
        at += n


def _begin() -> None:
    """What needs no weighing is known at once; see how the rest is to be weighed."""
    global _job, _move, _verdict, _ways, _open
    _open = friday.redealt(_s) > 0 or friday.hand(_s) < 2
    plays = look(_q)
    way = plays >> _SURE or (0 if plays else _ON)
    _ways = plays | _ON
    _q[_PLAYS] = plays & 3
    copy(_root, _q)
    _job = None
    if friday.hopeless(_s):
        _verdict = 2
        way = way or _fallback()
    if way:
        _move = _as_move(way)
        _ways = way
    if not _verdict and (_open or not way):
        _begin_draws()


def _as_move(way: int) -> int:
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


def _fallback() -> int:
    """The way where nothing is known of any: hold back as long as there are cards to turn."""
    return _ON if _root[_HAND] < _root[_END] else _ways & -_ways


def _search() -> int:
    """A slice of the search from _q."""
    global _depth, _nodes, _forked
    status = _FORK
    if not _forked:
        status = flow(_q, _SLICE, _nodes)
        _nodes -= status >> 3
        status &= 7
    if status == _FORK:
        if _forked < 2:
            _forked += 1
            if _forked == 1:
                _nodes -= _FORKED
                return _RUNNING
            if _nodes <= 0 or not dead(_q):
                return _RUNNING
        else:
            if _nodes <= 0 or _depth == _DEPTH:
                return _STOPPED
            f = _frames[_depth]
            copy(f, _q)
            f[_WAYS] = forks(f)
            _depth += 1
        _forked = 0
        status = _LOST
    return _back() if status == _LOST else status


def _back() -> int:
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
        copy(q, f)
        if (way != _ON or hold(q)) and take(q, way):
            return _RUNNING
    return _LOST


def _plain() -> int:
    """A fair way for someone who does not know the hand: queens and kings wait."""
    q = _root
    for way, r in ((_WASTE, q[_CARDS - 1 + q[_WASTED]]), (_PLAY, q[_TURNED])):
        if q[_PLAYS] & way and r < q[_SLOT] and r != 2 and r != 3:
            return way
    return _ON


def _search_known() -> None:
    global _job, _move, _verdict
    status = _search()
    if status == _RUNNING:
        return
    _job = None
    if status == _WON:
        _verdict = 1
    elif status == _LOST:
        _verdict = 2
    if _move < 0:
        _move = _as_move(_frames[0][_WAY] if status == _WON else _fallback())


def _begin_draws() -> None:
    global _job, _draws, _lot, _way
    for i in range(5):
        _wins[i] = 0
    _draws = 0
    _way = _WASTE
    _lot = _root[_GONE] * 64 + _root[_HAND]
    _job = _draw_lots


def _draw_lots() -> None:
    """Try one way in an order of the hand drawn by lot, or in the one that is known."""
    global _way, _lot, _draws
    if _way == _WASTE and not _open:
        _lot = table.shuffle(_root, _lot)
    if _ways & _way:
        copy(_way_on, _root)
        if take(_way_on, _way):
            got = table.chance(_q, _way_on, _lot, _OPEN_GAMES if _open else _GAMES)
            _lot = got & 0xFFFF
            _wins[_way] += got >> 16
    _way = _way << 1 & 7
    if not _way:
        _way = _WASTE
        _draws += 1
        if _draws == (_OPEN_DRAWS if _open else _DRAWS):
            _weigh()


def _weigh() -> None:
    """Decide when all draws are made."""
    global _job, _move, _verdict, _nodes, _depth, _forked
    _job = None
    best = _ON
    if not _open:
        best = _plain()
        _wins[best] += _USUAL
    for way in (_WASTE, _PLAY, _ON):
        if _ways & way and _wins[way] > _wins[best]:
            best = way
    if _open and not _wins[best]:
        copy(_q, _root)
        _depth = _forked = 0
        _nodes = _KNOWN
        _job = _search_known
        return
    if _open:
        _verdict = 1
    if _move < 0:
        _move = _as_move(best)
