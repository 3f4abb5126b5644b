"""Layer 2. Computer players of Three Thirteen: easy, medium and hard; hints are medium's.

They know only what `table.masked` leaves of the state: their own hand, the discard pile, who took
and discarded what, and how many cards are where.

medium  is careful: it chooses by the expected deadwood after one more draw, so it keeps pairs
        that one card would complete, and goes out with little deadwood
easy    hoards: it does the same, but in its first turns takes whatever goes with a loose card,
        and goes out when no deadwood is left
hard    rushes: it counts every card seen, and lets two small networks weigh what its loose cards
        may become, whether the next player may want a card, and what the others may hold, judging
        by what they discard, draw and pass over (three_thirteen_weigh.py); they go out early

Ada, Bo and Cy each have a way of their own on all levels, as strong as the others: Ada keeps cards
for runs, Bo likes to take the discard, Cy goes out early (`research styles`).

What was tried for hard, and what bounds it, is told in tools/research/README.md: networks choose
better than weights, and only loose cards may be discarded.
"""

from micropython import const

from thirteen import cards
from thirteen.bots import three_thirteen_outlook as outlook
from thirteen.bots import three_thirteen_weigh as weigh
from thirteen.protocols import Thought
from thirteen.rules import three_thirteen_arrange as arrange
from thirteen.rules import three_thirteen_melds as melds
from thirteen.rules import three_thirteen_table as table

_MANY = const(24)  # choices in a slice of `melds`
_PATIENCE = const(120)  # turns of a round; after that they empty the stock, which ends it
_FAR = const(5)  # weight of the next draw in the discard of easy and medium, in eighths
_HOARDS = const(4)  # turns in which easy takes what goes with a loose card
# By level, of nobody, Ada, Bo and Cy: what a loose card near another one of its suit is worth to
# them, in 16ths of a point (for hard 1024 units of its network); what taking the discard may cost
# more than drawing, in 16ths of a point; how many more points they go out with (for hard 8192
# units); how much less the next draw weighs in a discard, in eighths.
_RUNS = b"\0\0\0\x30\x40\x60\0\0\0\0\0\0"
_TAKES = b"\0\0\0\0\0\0\x08\x0c\x18\0\0\0"
_BEARS = b"\0\0\0\0\0\0\x01\x01\0\x01\x02\x08"
_HASTE = b"\0\0\0\0\0\0\0\0\0\x05\x05\0"

_s = bytearray(table.SIZE)
_rest = bytearray(16)
_hand = outlook.hand
_live = outlook.live
_loose = outlook.loose

_loosened = 0  # of the hand solved last: its deadwood, a bit a place
_what = ""  # and which kind of meld its last card is in
_work = None
_move = -1
_why = ""
_level = 0
_way = 0
_player = 0
_wild = 0
_price = 0


def think(s: bytearray, level: int | None = None, face: int = 0) -> None:
    """Begin on the state of the player to move; `level` and `face` override those of the seat.

    face: 0 for nobody's way, 1 Ada's, 2 Bo's, 3 Cy's.
    """
    global _work, _move, _why, _level, _way, _player, _wild, _price
    _player = table.turn(s)
    table.masked(s, _player, _s)
    if level is None:
        level = table.seat(s, _player)
        face = _player if level else 0
    _level = level or table.MEDIUM
    _way = 3 * face + _level - 1
    _wild = table.wild(_s)
    _price = table.price(_s)
    outlook.begin(_wild, _price)
    _move = -1
    _why = ""
    _work = (_draw, _discard, _declare, _next)[table.phase(_s)]()


def step() -> bool:
    """One slice of the work; True when done."""
    if _work is not None:
        for _ in _work:
            return False
    return True


def move() -> int:
    return _move


def why() -> str:
    """The reason for the move, in a few words."""
    return _why


def verdict() -> int:
    return 0


def _decide(m: int, why: str) -> None:
    global _move, _why
    _move = m
    _why = why


def _next() -> Thought:
    _decide(table.NEXT, "the round is over")
    yield


def _least(a: bytearray, n: int, laid: bool = False) -> Thought:
    """The least deadwood of a[:n], in slices; with `laid`, also its melds.

    Starts over if others used `melds` in between, with larger slices, in order to finish before
    that happens again.
    """
    global _loosened, _what
    ticket = -1
    many = 0
    while True:
        if not melds.mine(ticket):
            ticket = melds.begin(a, 0, n, _wild, _price)
            stage = 0
            many = 255 if many else _MANY
        elif not stage:
            stage = melds.advance(many)
            if stage and not laid:
                return melds.found()
        elif stage == 1:
            stage += arrange.plan()
        elif stage == 2:
            _loosened = arrange.loose(a, 0, n, _wild)
            stage = 3
        else:
            _what = arrange.meld_of(n - 1)
            for u in range(4):
                outlook.fits[u] = arrange.joins(u) & 0x3FFE & ~(1 << _wild)
            return melds.found()
        yield


def _last() -> bool:
    """Whether this is the player's last turn in the round."""
    return table.out(_s) >= 0 or not table.stock(_s)


def _look() -> Thought:
    """Read the player's hand and count the unseen cards; returns the size of the hand."""
    at = table.hand(_player)
    n = table.holds(_s, _player)
    copies = 2 if table.players(_s) > 2 else 1
    _live[:] = (b"\0" + bytes((copies,)) * 13 + b"\0\0") * 4
    for i in range(n):
        _hand[i] = _s[at + i] & 63
        _live[_hand[i]] -= 1
    yield
    if _level == table.HARD:
        weigh.piled[:] = bytes(64)
        for i in range(table.pile(_s)):
            _live[table.discarded(_s, i)] -= 1
            weigh.piled[table.discarded(_s, i)] += 1
            if i & 31 == 31:
                yield
        for p in range(table.players(_s)):
            if p != _player:
                yield
                at = table.hand(p)
                for i in range(at, at + table.holds(_s, p)):
                    if _s[i] < cards.DOWN:
                        _live[_s[i]] -= 1
    elif _live[table.top(_s)]:
        _live[table.top(_s)] -= 1
    return n


def _best_discard(n: int, whole: int, m: int) -> Thought:
    """The place of the best discard << 8 | the deadwood it leaves, in slices.

    There are m loose cards, and the whole hand has `whole` deadwood. Discarding a loose card saves
    all its points; discarding a melded one saves at most that, and usually less. A loose wild
    card is kept while the round goes on if another card is loose.
    """
    best = 255
    place = 0
    bits = 0
    if m:
        place = _loose[0]
        if m > 1 and _hand[place] & 15 == _wild and not _last():
            place = _loose[1]
        best = whole - outlook.worth(_hand[place])
    for k in range(m):
        bits |= 1 << _loose[k]
    for v in range(10, 0, -1):
        if whole - v >= best:
            break
        yield
        for j in range(n):
            c = _hand[j]
            if bits >> j & 1 or c & 15 == _wild or melds.VALUE[c & 15] != v or not best:
                continue
            k = 0
            for i in range(n):
                if i != j:
                    _rest[k] = _hand[i]
                    k += 1
            x = yield from _least(_rest, k)
            if x < best:
                best = x
                place = j
    return place << 8 | best


def _draw() -> Thought:
    n = yield from _look()
    top = table.top(_s)
    if not top:
        _decide(table.STOCK, "nothing is discarded yet")
        return
    if table.turns(_s) >= _PATIENCE:
        _decide(table.STOCK, "this round has to end")
        return
    dead = yield from _least(_hand, n, True)
    yield
    m = outlook.sort(n, _loosened)
    yield
    ahead = yield from outlook.expect(m, dead, -1, outlook.unseen())
    _hand[n] = top
    whole = yield from _least(_hand, n + 1, True)
    what = _what
    yield
    m = outlook.sort(n + 1, _loosened)
    yield
    taken = (yield from _best_discard(n + 1, whole, m)) & 255
    if top & 15 == _wild:
        if taken < dead or _level != table.EASY:
            _decide(table.PILE, "it is wild")
            return
    elif taken * 16 < ahead + _TAKES[_way]:
        _decide(table.PILE, "it makes a " + what if what else "it costs less")
        return
    elif _level == table.EASY and table.turns(_s) < _HOARDS * table.players(_s):
        for k in range(m):
            c = _hand[_loose[k]]
            if _loose[k] < n and c & 15 != _wild and outlook.near(c, top):
                _decide(table.PILE, "it goes with another card")
                return
    _decide(table.STOCK, "the discard helps less")


def _discard() -> Thought:
    n = yield from _look()
    whole = yield from _least(_hand, n, True)
    yield
    m = outlook.sort(n, _loosened)
    yield
    best = yield from _best_discard(n, whole, m)
    place = best >> 8
    if not m or _last() or _hand[_loose[0]] & 15 != _wild and place != _loose[0]:
        _decide(table.DISCARD | _hand[place], "it leaves the least")
        return
    dearest = place
    if _level == table.HARD:
        place = yield from _weigh_discards(n, m, whole, place)
    else:
        place = yield from _keep_chances(m, whole, place)
    why = "your costliest spare card" if place == dearest else "the least use for a meld"
    _decide(table.DISCARD | _hand[place], why)


def _keep_chances(m: int, whole: int, place: int) -> Thought:
    """Easy and medium: the place of the discard with the least expected deadwood."""
    count = outlook.unseen()
    least = 1 << 20
    far = _FAR - _HASTE[_way]
    for k in range(m):
        j = _loose[k]
        if _hand[j] & 15 != _wild or m == 1:
            x = yield from outlook.expect(m, whole, j, count)
            x = x * far + (whole - outlook.worth(_hand[j])) * 16 * (8 - far)
            if _RUNS[_way] and _runs(j, m):
                x += _RUNS[_way] * 8
            if x < least:
                least = x
                place = j
            yield
    return place


def _runs(j: int, m: int) -> bool:
    """Whether one of m loose cards lies near that in place j, in its suit."""
    for k in range(m):
        c = _hand[_loose[k]]
        if c & 48 == _hand[j] & 48 and c != _hand[j] and outlook.near(c, _hand[j]):
            return c & 15 != _wild
    return False


def _weigh_discards(n: int, m: int, whole: int, place: int) -> Thought:
    """Hard: the place of the best discard."""
    count = outlook.unseen()
    yield from outlook.expect(m, whole, -1, count)
    weigh.put_table(_s, _player, 17)
    weigh.put(24, _wild * 16)
    yield
    most = -1 << 29
    total = sum([outlook.chances[_loose[k]] for k in range(m)])
    for k in range(m):
        j = _loose[k]
        c = _hand[j]
        if c & 15 == _wild and m > 1:
            continue
        left = whole - outlook.worth(c)
        expected = yield from outlook.expect(m, whole, j, count)
        yield
        weigh.put_hand(left, expected, total - 2 * outlook.chances[j], m, j, n, _wild)
        weigh.put_card(c, _wild)
        yield
        x = weigh.value(weigh.DISCARD, weigh.inputs, weigh.DISCARD_INPUTS)
        if _RUNS[_way] and _runs(j, m):
            x -= _RUNS[_way] << 10
        if x > most:
            most = x
            place = j
    return place


def _declare() -> Thought:
    if not _s[table.MAY]:
        _decide(table.END, "cards are left over")
        return
    n = yield from _look()
    dead = yield from _least(_hand, n, _level == table.HARD)
    if not dead:
        _decide(table.OUT, "nothing is left over")
        return
    if _level == table.HARD:
        bearable = yield from _ahead_of_others(n, dead)
    else:
        most = 2 + table.number(_s) // 2 if _level == table.MEDIUM else 0
        bearable = dead <= most + _BEARS[_way]
    if bearable:
        _decide(table.OUT, "%d is less than others may hold" % dead)
    else:
        _decide(table.END, "%d is still too much" % dead)


def _ahead_of_others(n: int, dead: int) -> Thought:
    """Hard: whether going out now gains more on the others than playing on."""
    m = outlook.sort(n, _loosened)
    yield
    expected = yield from outlook.expect(m, dead, -1, outlook.unseen())
    yield
    total = sum([outlook.chances[_loose[k]] for k in range(m)])
    weigh.put_hand(dead, expected, total, m, -1, n, _wild)
    yield
    weigh.put_table(_s, _player, 9)
    gain = weigh.value(weigh.OUT, weigh.inputs, weigh.OUT_INPUTS)
    return gain > -(_BEARS[_way] << 13)
