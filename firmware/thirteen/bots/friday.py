"""Layer 2. Hints for Friday the 13th, in slices, from what a player has seen.

Filling the next foundation is never worse than anything else, nor is building while every card
of that rank has room. What remains to be weighed is which of several queens, say, gets the one
jack: build, or hold back (F8).

Until the redeal the order of the hand is unknown. So the hand is shuffled a number of times, each
choice is played out at random several times for each order, and the one that wins most often is
the hint. After the redeal every card is known, and the playouts use the one real order. If none of
them wins, friday_solver.py tries everything that matters, for a while.

friday_table.py defines positions and the moves from each.
"""

from micropython import const

from thirteen.bots import friday_solver as solver
from thirteen.bots import friday_table as table
from thirteen.bots import job
from thirteen.bots.friday_solver import settle  # noqa: F401 - the bot's own name, too
from thirteen.bots.friday_table import SIZE, copy, look, take
from thirteen.bots.job import move, step, verdict  # noqa: F401 - the bot's own names
from thirteen.cards import NAMES
from thirteen.protocols import Thought
from thirteen.rules import friday

_KNOWN = const(90)  # positions in a search
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
_wins = bytearray(5)  # by way
_tries = ""  # how the move did when it was played out


def think(s: bytearray) -> None:
    _s[:] = s
    _q[:] = bytes(SIZE)
    job.start(_hint(), friday.over(s))


def why() -> str:
    return reason(_s, job.best) or _tries


def reason(s: bytearray, m: int) -> str:
    """What speaks for move m besides playouts, in a few words; "" if nothing."""
    if m < 0:
        return ""
    q = solver.position(s)
    if m >= friday.FROM_TURNED:
        c = friday.source(s, m) & 15
        begins = not friday.top(s, m & 15)
        return "" if begins or q[(c + 2) % 13] < 3 else "every %s has room" % NAMES[c]
    out = bytearray(friday.MOVES)
    for i in range(friday.moves(s, out)):
        if out[i] >= friday.FROM_TURNED:
            c = friday.source(s, out[i]) & 15
            left = 4 - q[(c + 2) % 13 + 1]
            return "another %s may need the room" % NAMES[c] if left > 1 else ""
    return "nothing can be played"


def _hint() -> Thought:
    """Set up the position, a few cards at a time; decide what is sure; weigh the rest."""
    global _tries
    _tries = ""
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
    if known and not _wins[best]:
        job.outlook = 2
        best = _fallback(ways)
        for way in (table.WASTE, table.PLAY, table.TURN):
            if ways & way and job.outlook != 1:
                after = bytearray(s)
                friday.apply(after, _as_move(way))
                found = yield from _settled(after)
                if found == 1:
                    best = way
                if found < 2:
                    job.outlook = found
    elif known:
        job.outlook = 1
    if job.best < 0:
        job.best = _as_move(best)
        won = _wins[best] - (_USUAL if not known and best == _plain() else 0)
        if won:
            _tries = "it won %d of %d tries" % (won, _OPEN_DRAWS if known else _DRAWS)


def _settled(s: bytearray) -> Thought:
    """What the solver finds in a short search."""
    found = -1
    for found in solver.settle(s, _KNOWN):
        if found < 0:
            yield
    return found


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
    first = at = table.CARDS + q[table.HAND]
    ranks = bytes(q[first : table.CARDS + q[table.END]])
    for r in range(1, 14):
        for _ in range(ranks.count(bytes((r,)))):
            q[at] = r
            at += 1


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
