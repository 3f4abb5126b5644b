"""Layer 2. Hints for Friday the 13th, in slices, from what a player has seen.

Filling the next foundation is never worse than anything else, nor is building while every card
of that rank has room. What remains to be weighed is which of several queens, say, gets the one
jack: build, or hold back (F8).

Until the redeal the order of the hand is unknown. So the hand is shuffled a number of times, each
choice is played out at random several times for each order, and the one that wins most often is
the hint. After the redeal every card is known, and the playouts use the one real order. If none of
them wins, a search tries everything that matters. It holds a card back only if another of its
rank can take its place: nothing else is gained by it.

friday_table.py defines positions and the moves from each.

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
from thirteen.bots import job
from thirteen.bots.friday_table import SIZE, copy, dead, flow, forks, hold, look, take
from thirteen.bots.job import move, step, verdict  # noqa: F401 - the bot's own names
from thirteen.protocols import Thought
from thirteen.rules import friday

_WAYS = const(36)
_WAY = const(37)


_DEPTH = const(12)  # depth of a search in forks
_SLICE = const(9)  # turns and plays a step
_KNOWN = const(1000)  # turns in a search
_FORKED = const(6)  # turns that a fork counts for, because `dead` takes long
# Made by `tools research tune friday`, except for the numbers of orders, which cost the Pico time.
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

_depth = 0
_nodes = 0  # turns left in this search
_forked = 0  # 1 if the search is at a fork, 2 if that is not lost


def think(s: bytearray) -> None:
    _s[:] = s
    _q[:] = bytes(SIZE)
    job.start(_hint(), friday.over(s))


def _hint() -> Thought:
    """Set up the position, a few cards at a time; decide what is sure; weigh the rest."""
    global _depth, _forked, _nodes
    s = _s
    q = _q
    for at in range(0, 48, 8):
        _set_up(at)
        yield
    _count()
    yield
    known = friday.redealt(s) > 0 or friday.hand(s) < 2  # every card is known
    plays = look(q)
    way = plays >> table.SURE or (0 if plays else table.TURN)
    ways = plays | table.TURN  # those to be weighed
    q[table.PLAYS] = plays & 3
    copy(_root, q)
    if friday.hopeless(s):
        job.outlook = 2
        way = way or _fallback(ways)
    if way:
        job.best = _as_move(way)
        ways = way
    if job.outlook or way and not known:
        return
    yield from _play_out(ways, known)
    best = table.TURN
    if not known:
        best = _plain()
        _wins[best] += _USUAL
    for way in (table.WASTE, table.PLAY, table.TURN):
        if ways & way and _wins[way] > _wins[best]:
            best = way
    if known and not _wins[best]:  # a search of what is known
        copy(q, _root)
        _depth = _forked = 0
        _nodes = _KNOWN
        status = table.RUNNING
        while status == table.RUNNING:
            yield
            status = _search()
        if status != table.STOPPED:
            job.outlook = 1 if status == table.WON else 2
        best = _frames[0][_WAY] if status == table.WON else _fallback(ways)
    elif known:
        job.outlook = 1
    if job.best < 0:
        job.best = _as_move(best)


def _set_up(at: int) -> None:
    """Set up the cards of eight places."""
    q = _q
    s = _s
    wasted = friday.wasted(s)
    hand = 48 - friday.hand(s)
    for i in range(at, at + 8):
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


def _count() -> None:
    """Count the cards played of each rank, and fill in the rest."""
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


def _sort() -> None:
    """Sort the hand by rank, so that its real order has no influence."""
    q = _q
    at = table.CARDS + q[table.HAND]
    for r in range(1, 14):
        n = 4 - q[r] - q[table.LYING + r] - (q[table.TURNED] == r)
        for i in range(at, at + n):
            q[i] = r
        at += n


def _as_move(way: int) -> int:
    """A way from the root as a move of the rules."""
    s = _s
    if way == table.TURN:
        return friday.TURN if friday.hand(s) or not friday.redeals(s) else friday.REDEAL
    c = friday.turned(s) if way == table.PLAY else friday.waste(s)
    f = friday.filled(s)
    if f == 13 or not friday.takes(s, f, c):
        f = 0
        while not friday.takes(s, f, c):
            f += 1
    return (friday.FROM_TURNED if way == table.PLAY else friday.FROM_WASTE) | f


def _fallback(ways: int) -> int:
    """The way if nothing is known of any: hold back as long as there are cards to turn."""
    return table.TURN if _root[table.HAND] < _root[table.END] else ways & -ways


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
        if (way != table.TURN or hold(q)) and take(q, way):
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
    return table.TURN


def _play_out(ways: int, known: bool) -> Thought:
    """Play out the ways in random orders of the hand, or in the one that is known: one a slice."""
    for i in range(5):
        _wins[i] = 0
    seed = _root[table.GONE] * 64 + _root[table.HAND]
    games = _OPEN_GAMES if known else _GAMES
    for _ in range(_OPEN_DRAWS if known else _DRAWS):
        for way in (table.WASTE, table.PLAY, table.TURN):
            yield
            if way == table.WASTE and not known:
                seed = table.shuffle(_root, seed)
            if ways & way:
                copy(_way_on, _root)
                if take(_way_on, way):
                    got = table.playouts(_q, _way_on, seed, games)
                    seed = got & 0xFFFF
                    _wins[way] += got >> 16
