"""Layer 2. Hints for Friday the 13th, in slices, from what a player has seen.

Filling the next foundation is never worse than anything else, nor is building while every card
of that rank has room. What remains to be weighed is which of several queens, say, gets the one
jack: build, or hold back (F8).

Until the redeal the order of the hand is unknown. So the hand is shuffled a number of times, each
choice is played out at random several times in every order, and the one that wins in most is the
hint. After the redeal every card is known, and the playouts use the one real order. If none of
them wins, a search tries everything that matters. It holds a card back only if another of its
rank can take its place: nothing else is gained by it.

Positions and the ways on from one are those of friday_table.py.

    what was tried, redeals 1                                                             won
    all cards known from the start, deals 200001 to 203000: an upper bound              76.2%
    queens and kings wait, all else is built at once, same deals                        72.4%
    8 orders, each searched for a win after the redeal, deals 500001 to 502000          71.9%
    40 orders, up to 6 playouts a choice; after the redeal a search, same deals         73.9%
    the same, and after the redeal playouts, then a search of 1,000 turns, same deals   74.2%
    80 orders instead of 40, deals 200001 to 204000                               no better
"""

from micropython import const

from thirteen.bots import friday_table as table
from thirteen.bots.friday_table import SIZE, copy, dead, flow, forks, hold, look, take
from thirteen.rules import friday

_WAYS = const(36)
_WAY = const(37)


_DEPTH = const(12)  # depth of a search in forks
_SLICE = const(9)  # turns and plays a step
_KNOWN = const(1000)  # turns in a search
_FORKED = const(6)  # turns that a fork counts for, because `dead` takes long
# Made by `tools tune friday`, except for the numbers of orders, which cost the Pico time.
_DRAWS = const(40)  # orders of the hand
_GAMES = const(6)  # playouts of a choice in each, until one is won
_OPEN_DRAWS = const(10)  # the same after the redeal, when the order is known
_OPEN_GAMES = const(12)
_USUAL = const(2)  # wins that the usual choice is given in advance

_s = bytearray(friday.SIZE)
_q = bytearray(SIZE)
_root = bytearray(SIZE)
_way_on = bytearray(SIZE)  # the position after the choice being played out
_frames = [bytearray(SIZE) for _ in range(_DEPTH)]
_wins = bytearray(5)  # by way

_job = None  # what the next step does
_at = 0  # its progress
_move = -1
_verdict = 0
_depth = 0
_nodes = 0  # turns left in this search
_ways = 0  # those to be weighed
_way = 0  # the one being played out
_open = False  # whether every card is known
_forked = 0  # 1 if the search is at a fork, 2 if that is not lost
_draws = 0
_seed = 0


def think(s: bytearray) -> None:
    global _job, _at, _move, _verdict
    _s[:] = s
    _q[:] = bytes(SIZE)
    _at = 0
    _move = -1
    _verdict = friday.over(s)
    _job = None if _verdict else _set_up


def step() -> bool:
    """One bounded bit of work; True when done."""
    if _job:
        _job()
    return _job is None


def move() -> int:
    return _move


def verdict() -> int:
    return _verdict


def _set_up() -> None:
    """Set up the position, a few cards at a time."""
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
        q[table.CARDS + i] = r
        q[r] += 1
        q[table.LYING + r] += i < wasted
    _at += 8
    if _at == 48:
        _job = _count


def _count() -> None:
    """Count the cards played of each rank, and fill in the rest."""
    global _job
    q = _q
    s = _s
    if friday.turned(s):
        r = ((friday.turned(s) & 15) + 2) % 13 + 1
        q[table.TURNED] = r
        q[r] += 1
    for r in range(1, 14):
        q[r] = 4 - q[r]
    q[0] = q[13]
    q[table.SLOT] = friday.filled(s) + 1
    q[table.LEFT] = friday.redeals(s)
    q[table.WASTED] = friday.wasted(s)
    q[table.HAND] = 48 - friday.hand(s)
    q[table.END] = 48
    q[table.GONE] = friday.score(s)
    if not friday.redealt(s):  # only which cards the hand has is known, not their order
        _sort()
    _job = _begin


def _sort() -> None:
    """Sort the hand by rank, so that its real order has no influence."""
    q = _q
    at = table.CARDS + q[table.HAND]
    for r in range(1, 14):
        n = 4 - q[r] - q[table.LYING + r] - (q[table.TURNED] == r)
        for i in range(at, at + n):
            q[i] = r
        at += n


def _begin() -> None:
    """Decide at once if nothing needs weighing; otherwise choose how to weigh."""
    global _job, _move, _verdict, _ways, _open
    _open = friday.redealt(_s) > 0 or friday.hand(_s) < 2
    plays = look(_q)
    way = plays >> table.SURE or (0 if plays else table.ON)
    _ways = plays | table.ON
    _q[table.PLAYS] = plays & 3
    copy(_root, _q)
    _job = None
    if friday.hopeless(_s):
        _verdict = 2
        way = way or _fallback()
    if way:
        _move = _as_move(way)
        _ways = way
    if not _verdict and (_open or not way):
        _begin_playouts()


def _as_move(way: int) -> int:
    """A way from the root as a move of the rules."""
    s = _s
    if way == table.ON:
        return friday.TURN if friday.hand(s) or not friday.redeals(s) else friday.REDEAL
    c = friday.turned(s) if way == table.PLAY else friday.waste(s)
    f = friday.filled(s)
    if f == 13 or not friday.takes(s, f, c):
        f = 0
        while not friday.takes(s, f, c):
            f += 1
    return (16 if way == table.PLAY else 32) | f


def _fallback() -> int:
    """The way if nothing is known of any: hold back as long as there are cards to turn."""
    return table.ON if _root[table.HAND] < _root[table.END] else _ways & -_ways


def _search() -> int:
    """A slice of the search from _q."""
    global _depth, _nodes, _forked
    status = table.FORK
    if not _forked:
        status = flow(_q, _SLICE, _nodes)
        _nodes -= status >> 3
        status &= 7
    if status == table.FORK:
        if _forked < 2:
            _forked += 1
            if _forked == 1:
                _nodes -= _FORKED
                return table.RUNNING
            if _nodes <= 0 or not dead(_q):
                return table.RUNNING
        else:
            if _nodes <= 0 or _depth == _DEPTH:
                return table.STOPPED
            f = _frames[_depth]
            copy(f, _q)
            f[_WAYS] = forks(f)
            _depth += 1
        _forked = 0
        status = table.LOST
    return _back() if status == table.LOST else status


def _back() -> int:
    """Go back to the last fork with a way still to be tried."""
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
        if (way != table.ON or hold(q)) and take(q, way):
            return table.RUNNING
    return table.LOST


def _plain() -> int:
    """A fair choice without knowing the hand: queens and kings wait."""
    q = _root
    for way, r in (
        (table.WASTE, q[table.CARDS - 1 + q[table.WASTED]]),
        (table.PLAY, q[table.TURNED]),
    ):
        if q[table.PLAYS] & way and r < q[table.SLOT] and r != 2 and r != 3:
            return way
    return table.ON


def _search_known() -> None:
    global _job, _move, _verdict
    status = _search()
    if status == table.RUNNING:
        return
    _job = None
    if status == table.WON:
        _verdict = 1
    elif status == table.LOST:
        _verdict = 2
    if _move < 0:
        _move = _as_move(_frames[0][_WAY] if status == table.WON else _fallback())


def _begin_playouts() -> None:
    global _job, _draws, _seed, _way
    for i in range(5):
        _wins[i] = 0
    _draws = 0
    _way = table.WASTE
    _seed = _root[table.GONE] * 64 + _root[table.HAND]
    _job = _play_out


def _play_out() -> None:
    """Play out one choice in a random order of the hand, or in the one that is known."""
    global _way, _seed, _draws
    if _way == table.WASTE and not _open:
        _seed = table.shuffle(_root, _seed)
    if _ways & _way:
        copy(_way_on, _root)
        if take(_way_on, _way):
            got = table.playouts(_q, _way_on, _seed, _OPEN_GAMES if _open else _GAMES)
            _seed = got & 0xFFFF
            _wins[_way] += got >> 16
    _way = _way << 1 & 7
    if not _way:
        _way = table.WASTE
        _draws += 1
        if _draws == (_OPEN_DRAWS if _open else _DRAWS):
            _weigh()


def _weigh() -> None:
    """Decide when all playouts are done."""
    global _job, _move, _verdict, _nodes, _depth, _forked
    _job = None
    best = table.ON
    if not _open:
        best = _plain()
        _wins[best] += _USUAL
    for way in (table.WASTE, table.PLAY, table.ON):
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
