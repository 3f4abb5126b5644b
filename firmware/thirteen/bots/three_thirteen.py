"""Layer 2. Computer players of Three Thirteen: easy, medium and hard; hints are medium's.

They know what `rummy.masked` leaves of the state: their hand, the pile, who took what from it and
discarded what, how many cards are where.

easy    takes from the pile what lowers its deadwood, discards the dearest card of that, and goes
        out when none is left
medium  weighs both by the deadwood to expect after one draw more, so that it keeps what one card
        could make a meld of; goes out with little left
hard    does so counting every card that was seen, and goes out by what the others may hold:
        who discards high cards still has some, who took cards from the pile has melds

What to expect takes the melds that there are for given, so that solving the hand once serves for
all cards that could come.
"""

from array import array

from micropython import const

from thirteen import cards
from thirteen.rules import three_thirteen_arrange as arrange
from thirteen.rules import three_thirteen_melds as melds
from thirteen.rules import three_thirteen_table as table

_MOST = const(15)
_MANY = const(3)  # choices in a slice of `melds`
_PATIENCE = const(120)  # turns of a round; from then on they empty the stock, which ends it

_s = bytearray(table.SIZE)
_hand = bytearray(_MOST + 1)
_rest = bytearray(_MOST + 1)
_live = bytearray(64)  # how many of a card were not seen
_after = bytearray(64)  # the deadwood that it would leave
_fits = array("H", bytes(8))  # of a suit, a bit a rank: whether it joins a meld
_loose = bytearray(_MOST)  # places of the deadwood, the dearest first

_FAR = bytes((0, 0, 5, 8))  # by level: eighths that the draw to come weighs in a discard

_loosened = 0  # of the hand solved last: the places of its deadwood, a bit each
_what = ""  # and what its last card is in
_work = None
_move = -1
_why = ""
_level = 0
_player = 0
_wild = 0
_price = 0


def think(s, level=None):
    """Begin on the state of the player to move; `level` in place of that of the seat."""
    global _work, _move, _why, _level, _player, _wild, _price
    _player = table.turn(s)
    table.masked(s, _player, _s)
    _level = (table.seat(s, _player) or table.MEDIUM) if level is None else level
    _wild = table.wild(_s)
    _price = table.price(_s)
    _move = -1
    _why = ""
    _work = (_draw, _discard, _declare, _next)[table.phase(_s)]()


def step():
    """A slice of the work; True when it is done."""
    if _work is not None:
        for _ in _work:
            return False
    return True


def move():
    return _move


def why():
    """The reason in a few words."""
    return _why


def verdict():
    return 0


def _say(m, why):
    global _move, _why
    _move = m
    _why = why


def _next():
    _say(table.NEXT, "the round is over")
    yield


def _least(a, n, laid=False):
    """The least deadwood of a[:n], in slices; `laid`: with what there is to know of its melds.

    It begins anew where others used `melds` in between, and takes larger slices then, to come to
    an end before that happens again.
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
                _fits[u] = arrange.joins(u) & 0x3FFE & ~(1 << _wild)
            return melds.found()
        yield


def _worth(c):
    c &= 15
    return _price if c == _wild else melds.VALUE[c]


def _last():
    """Whether the player has no turn after this one in the round."""
    return table.out(_s) >= 0 or not table.stock(_s)


def _look():
    """Take up the own hand, and count what was not seen; how many cards the hand has."""
    at = table.hand(_player)
    n = table.holds(_s, _player)
    copies = 2 if table.players(_s) > 2 else 1
    _live[:] = (b"\0" + bytes((copies,)) * 13 + b"\0\0") * 4
    for i in range(n):
        _hand[i] = _s[at + i] & 63
        _live[_hand[i]] -= 1
    yield
    if _level == table.HARD:
        for i in range(table.pile(_s)):
            _live[table.discarded(_s, i)] -= 1
            if i & 31 == 31:
                yield
        for p in range(table.players(_s)):
            if p != _player:
                yield
                at = table.hand(p)
                for i in range(at, at + table.holds(_s, p)):
                    if _s[i] < cards.DOWN:
                        _live[_s[i]] -= 1
    elif table.pile(_s):
        c = table.top(_s)
        if _live[c]:
            _live[c] -= 1
    return n


def _sort(n):
    """Fill _loose with the places of the deadwood, the dearest first; how many."""
    m = 0
    for j in range(n):
        if _loosened >> j & 1:
            k = m
            v = _worth(_hand[j])
            while k and _worth(_hand[_loose[k - 1]]) < v:
                _loose[k] = _loose[k - 1]
                k -= 1
            _loose[k] = j
            m += 1
    return m


def _shed(n, whole, m):
    """The place of the card to discard for the least deadwood << 8 | that deadwood, in slices.

    The m loose cards are known, and that the whole hand's deadwood is `whole`. A loose card takes
    all its worth away; one of a meld takes no more than that, but is mostly missed. A loose wild
    card is kept while the round goes on, whatever it costs, if another card is loose.
    """
    best = 255
    place = 0
    bits = 0
    if m:
        place = _loose[0]
        if m > 1 and _hand[place] & 15 == _wild and not _last():
            place = _loose[1]
        best = whole - _worth(_hand[place])
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
    if best == 255:  # nothing but wild cards
        best = 0
    return place << 8 | best


def _ahead(m, dead, skip):
    """Sixteen times the deadwood to expect after a draw from the stock and the best discard.

    It is of the hand without the card in place `skip`, which is one of the m loose ones, or -1.
    """
    three = []  # the dearest
    for k in range(m):
        if _loose[k] != skip and len(three) < 3:
            three.append(_loose[k])
    if skip >= 0:
        dead -= _worth(_hand[skip])
    high = _worth(_hand[three[0]]) if three else 0
    for r in range(1, 14):
        v = high - _worth(r)
        x = dead - v if v > 0 else dead
        for u in range(4):
            _after[u << 4 | r] = dead - high if _fits[u] >> r & 1 else x
    yield
    best = 255  # of the pairs: what a wild card makes of them
    work = 0
    for k in range(1, m):
        j = _loose[k]
        if j == skip:
            continue
        for q in range(k):
            i = _loose[q]
            work += 1
            if i != skip and _near(_hand[i], _hand[j]):
                x = dead - _worth(_hand[i]) - _worth(_hand[j])
                for rest in three:
                    if rest != i and rest != j:
                        x -= _worth(_hand[rest])
                        break
                _lack(_hand[i], _hand[j], x)
                if x < best:
                    best = x
                work += 5
        if work > 20:
            work = 0
            yield
    yield
    for c in range(_wild, 64, 16):
        if best < _after[c]:
            _after[c] = best
    total = count = 0
    for c in range(64):
        k = _live[c]
        if k:
            total += _after[c] * k
            count += k
    return total * 16 // count if count else dead * 16


def _near(a, b):
    """Whether one card more could make a meld of a and b."""
    d = (a & 15) - (b & 15)
    if a & 15 == _wild or b & 15 == _wild or not d:
        return True
    return a & 48 == b & 48 and -3 < d < 3


def _lack(a, b, x):
    """_after gets x for each card that makes a meld of a and b, unless it is lower already."""
    if a & 15 == _wild:
        a, b = b, a
    r = a & 15
    u = a & 48
    low = high = r - (b & 15)  # of the run's third card, seen from a
    if b & 15 == _wild or not low:
        for c in range(r, 64, 16):
            if x < _after[c]:
                _after[c] = x
        if not low:
            return
        low = -2
        high = 2
    elif low == 2 or low == -2:
        low = high = -low // 2
    else:
        low, high = (-2, 1) if low > 0 else (-1, 2)
    for c in range(max(r + low, 1), min(r + high, 13) + 1):
        if c != r and x < _after[u | c]:
            _after[u | c] = x


def _draw():
    n = yield from _look()
    top = table.top(_s)
    if not top:
        _say(table.STOCK, "nothing is discarded yet")
        return
    if table.turns(_s) >= _PATIENCE:
        _say(table.STOCK, "this round has to end")
        return
    dead = yield from _least(_hand, n, True)
    yield
    m = _sort(n)
    yield
    ahead = yield from _ahead(m, dead, -1)
    _hand[n] = top
    whole = yield from _least(_hand, n + 1, True)
    what = _what
    yield
    m = _sort(n + 1)
    yield
    taken = (yield from _shed(n + 1, whole, m)) & 255
    if top & 15 == _wild:
        if taken < dead or _level != table.EASY:
            _say(table.PILE, "it is wild")
            return
    elif taken < dead if _level == table.EASY else taken * 16 < ahead:
        _say(table.PILE, "it makes a " + what if what else "it costs less")
        return
    _say(table.STOCK, "the discard helps less")


def _discard():
    n = yield from _look()
    whole = yield from _least(_hand, n, True)
    yield
    m = _sort(n)
    yield
    best = yield from _shed(n, whole, m)
    place = best >> 8
    if not m or _last() or _hand[_loose[0]] & 15 != _wild and place != _loose[0]:
        _say(table.DISCARD | _hand[place], "it leaves the least")
        return
    dearest = place
    if _level != table.EASY:
        far = _FAR[_level]
        least = 1 << 20
        for k in range(m):
            c = _hand[_loose[k]]
            if c & 15 != _wild or m == 1:
                x = yield from _ahead(m, whole, _loose[k])
                x = x * far + (whole - _worth(c)) * 16 * (8 - far)
                if x < least:
                    least = x
                    place = _loose[k]
                yield
    why = "your costliest spare card" if place == dearest else "the least use for a meld"
    _say(table.DISCARD | _hand[place], why)


def _declare():
    if not _s[table.MAY]:
        _say(table.END, "cards are left over")
        return
    n = yield from _look()
    dead = yield from _least(_hand, n)
    if not dead:
        _say(table.OUT, "nothing is left over")
    elif dead <= _bearable():
        _say(table.OUT, "%d is less than others may hold" % dead)
    else:
        _say(table.END, "%d is still too much" % dead)


def _bearable():
    """The most deadwood to go out with. Hard's numbers come from games against itself: they are
    where going out and playing on gain as much over the others, by what these have shown.
    """
    if _level == table.EASY:
        return 0
    if _level == table.MEDIUM:
        return 2 + table.number(_s) // 2
    others = values = took = 0
    for p in range(table.players(_s)):
        if p != _player and table.plays(_s, p):
            others += 1
            c = table.shed(_s, p)
            values += melds.VALUE[c & 15] if c else 8
            at = table.hand(p)
            for i in range(at, at + table.holds(_s, p)):
                if _s[i] < cards.DOWN:
                    took += 1
    shown = (6 * values - 4 * took - 4 * table.turns(_s)) // others
    return (5 * table.number(_s) + shown - 12) // 4
