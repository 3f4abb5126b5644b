"""Floor 1. The least deadwood of a rummy hand with wild cards: exact, and how it is reached.

Up to 15 cards of one or two decks, of which at most eight are wild. Wild cards are only counted:
a meld of naturals needs so many of them. One left over joins any meld, three make one, so that
only a hand without a meld pays for it. Among the best arrangements there always is one in which
  - a rank has one set at most, and it takes whatever of the rank no run took;
  - a run takes every card of its suit that lies within it and is still free. A natural that a
    set or a run further down has instead can change places with the wild in the run: the other
    run is as long with a wild, and a set of three that loses a card needs but the one wild that
    the run gives back;
  - a card that a run could take on for nothing, for it comes next, is in a set: never deadwood,
    nor the head of another run.
So, from the highest rank down, each card heads a run, which only leaves open how far down it
goes, or is left to its rank.

A level is a rank in the hand, the lowest is 1. `_least[level * 9 + w]` is the least deadwood of
the levels up to that one with w wilds. To find it, a level searches its own cards, and the levels
below only until no run hangs over into the next one, since what follows is known already. The
search keeps its own stack and allocates nothing.
"""

from array import array

from micropython import const

_WIDTH = const(9)  # 0 to 8 wilds

VALUE = b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0a\x0a\x0a"

_least = bytearray(14 * _WIDTH)
_rank = bytearray(15)  # of a level; level 1 is the lowest rank in the hand
_at = bytearray(16)  # its first kind; a kind is the cards of one suit and rank
_cards = bytearray(15)  # how many it has
_opens = bytearray(15)  # wilds that the cheapest run of two naturals down from it needs
_paid = bytearray(15)  # whether a set was made of what was left of it
_suit = bytearray(16)  # of a kind
_copies = bytearray(16)
_needs = bytearray(16)  # likewise
_one = array("H", bytes(8))  # of a suit: a bit a rank of which a card is free
_two = array("H", bytes(8))  # of which two are
_shut = array("H", bytes(8))  # of which the cards have to be in a set

# The stack of choices: how things stood, and how far down the run goes that was tried last
# (_end, 0 where the choice is about a set; its gaps and the sum of its values).
_kind, _level, _left, _low, _wilds, _dead, _over, _end, _gaps, _sum = (
    bytearray(32) for _ in range(10)
)
_ones, _twos, _shuts = (array("H", bytes(64)) for _ in range(3))

_LEVELS = const(0)
_DONE = const(1)
_WILD = const(2)  # wilds in the hand
_PRICE = const(3)  # of a wild left over
_DEPTH = const(4)  # of the stack when a search stopped
_TO = const(5)  # the level below its last, and the wilds it left
_SPARE = const(6)
_TICKET = const(7)
_MUST = const(16)  # added to the cards left of a level: they have to make a set
_now = bytearray(8)


def least(a, at, n, wild, price):
    """The least deadwood of cards a[at:at+n], `wild` the wild rank, `price` one left over."""
    begin(a, at, n, wild, price)
    while not advance():
        pass
    return found()


def begin(a, at, n, wild, price):
    """Take up a hand for `advance`; `mine` tells whether another was taken up since."""
    one = _one
    two = _two
    for u in range(4):
        one[u] = two[u] = _shut[u] = 0
    w = 0
    for i in range(at, at + n):
        c = a[i]
        r = c & 15
        if r == wild:
            w += 1
        else:
            u = c >> 4 & 3
            bit = 1 << r
            two[u] |= one[u] & bit
            one[u] |= bit
    ranks = one[0] | one[1] | one[2] | one[3]
    level = 0
    k = 0
    for r in range(1, 14):
        if ranks >> r & 1:
            level += 1
            _rank[level] = r
            _at[level] = k
            cards = 0
            opens = 15
            for u in range(4):
                m = one[u]
                if m >> r & 1:
                    _suit[k] = u
                    _copies[k] = 1 + (two[u] >> r & 1)
                    cards += _copies[k]
                    need = _need(m, 1 << r)
                    _needs[k] = need
                    if need < opens:
                        opens = need
                    k += 1
            _cards[level] = cards
            _opens[level] = opens
    _at[level + 1] = k
    _now[_LEVELS] = level
    _now[_DONE] = 0
    _now[_WILD] = w
    _now[_PRICE] = price
    _now[_TICKET] = (_now[_TICKET] + 1) & 255
    return _now[_TICKET]


def mine(ticket):
    return _now[_TICKET] == ticket


def _need(m, bit):
    """Wilds that the cheapest run of two naturals or more needs, down from that bit of m."""
    m &= bit - 1
    if not m:
        return 15
    bit >>= 1
    if m & bit:
        return 0 if m & bit >> 1 else 1
    need = 0
    while not m & bit:
        bit >>= 1
        need += 1
    return need


def advance():
    """Solve the next level; True when all are solved."""
    level = _now[_DONE]
    if level == _now[_LEVELS]:
        return True
    level += 1
    _now[_DONE] = level
    v = VALUE[_rank[level]]
    cards = _cards[level]
    opens = _opens[level]
    f = _least
    here = level * _WIDTH
    below = here - _WIDTH
    most = _now[_WILD]
    # More wilds never cost more. The last level only asks for all of them, and it asks the one
    # before for what it leaves when no run of its own hangs over; the others are lower bounds.
    above = _now[_LEVELS] - level
    need = max(3 - _cards[level + 1], 0) if above == 1 else 0
    enough = 0
    for w in range(most, -1 if above else most - 1, -1):
        if above == 1 and w != most and w != most - need:
            f[here + w] = enough
            continue
        x = f[below + w]
        if cards == 1:
            x += v
            if w > 1 and f[below + w - 2] < x:
                x = f[below + w - 2]
        elif cards == 2:
            x += v + v
            if w and f[below + w - 1] < x:
                x = f[below + w - 1]
        if x > enough and opens <= w:
            x = _search(level, w, x, enough)
        f[here + w] = enough = x
    return level == _now[_LEVELS]


def found():
    """The least deadwood, when `advance` has said True."""
    w = _now[_WILD]
    levels = _now[_LEVELS]
    total = 0
    x = _least[levels * _WIDTH + w]
    if not 0 < w < 3:
        return x
    for level in range(1, levels + 1):
        total += VALUE[_rank[level]] * _cards[level]
    return x + w * _now[_PRICE] if x == total else x  # no meld takes the wilds in


def plan(out):
    """Fill out (array of "H") with the arrangement, once `advance` has said True.

    A run is suit << 8 | highest << 4 | lowest rank, then the bits of the ranks it takes; a set,
    of what the runs leave of its rank, 0 and then the rank. Returns how many numbers.
    """
    n = 0
    level = _now[_LEVELS]
    w = _now[_WILD]
    while level:
        target = _least[level * _WIDTH + w]
        below = level * _WIDTH - _WIDTH
        need = max(3 - _cards[level], 0)
        if need and _least[below + w] + _cards[level] * VALUE[_rank[level]] == target:
            level -= 1
        elif need <= w and _least[below + w - need] == target:
            out[n + 1] = _rank[level]
            out[n] = 0
            n += 2
            w -= need
            level -= 1
        else:
            _search(level, w, target + 1, target)
            for k in range(_now[_DEPTH]):
                if _end[k]:
                    r = _rank[_level[k]]
                    out[n] = _suit[_kind[k]] << 8 | r << 4 | _end[k]
                    out[n + 1] = _ones[k] & (2 << r) - (1 << _end[k])
                    n += 2
            while level > _now[_TO]:
                if _paid[level]:
                    out[n] = 0
                    out[n + 1] = _rank[level]
                    n += 2
                level -= 1
            w = _now[_SPARE]
    return n


# As defaults the tables are locals, which the RP2040 finds faster than globals.
def _search(
    level, w, best, enough, f=_least, ranks=_rank, at=_at, value=VALUE, paids=_paid,
    suit=_suit, copies=_copies, needs=_needs, one=_one, two=_two, shut=_shut, kinds=_kind,
    lvls=_level, lefts=_left, lows=_low, ws=_wilds, deads=_dead, overs=_over, ends=_end,
    gapss=_gaps, sums=_sum, ones=_ones, twos=_twos, shutss=_shuts,
):
    """The least deadwood below `best` of that level and those under it, with w wilds.

    It is content with `enough`; then the stack and _paid tell the arrangement. It is one long
    function because a call costs the RP2040 as much as five lines do.
    """
    sp = dead = left = over = 0  # over: the value of the cards below that runs from above took
    low = 14  # the lowest rank that a run reaches
    r = ranks[level]
    first = at[level]
    k = at[level + 1]
    while True:
        while k > first:  # to the next choice
            k -= 1
            u = suit[k]
            m = one[u]
            if not m >> r & 1:
                over -= copies[k] * value[r]
                continue
            o = two[u]
            if copies[k] == 2 and not o >> r & 1:
                over -= value[r]
            shuts = shut[u]
            if shuts >> r & 1:
                left |= _MUST
            elif needs[k] <= w:
                new = True
                b = r
                gaps = x = 0
                break
            left += 1 + (o >> r & 1)
        else:  # every card of the level is dealt with
            paid = fine = 1
            need = 3 - (left & 15)
            if 0 < need < 3:
                if need <= w:
                    if left < _MUST:
                        kinds[sp] = k
                        lvls[sp] = level
                        lefts[sp] = left
                        lows[sp] = low
                        ws[sp] = w
                        deads[sp] = dead
                        overs[sp] = over
                        ends[sp] = 0
                        sp += 1
                    w -= need
                elif left < _MUST:
                    paid = 0
                    dead += left * value[r]
                else:
                    fine = 0
            while True:
                if fine and dead < best:
                    paids[level] = paid
                    x = dead + f[level * _WIDTH - _WIDTH + w]
                    # What runs took from below would cost no more there than its value.
                    if x - over < best:
                        if low < r:
                            level -= 1
                            r = ranks[level]
                            first = at[level]
                            b = left = 0
                            break
                        if x < best:
                            best = x
                            if best <= enough:
                                return _found(sp, level - 1, w, best)
                # To the next option of the last choice.
                if not sp:
                    return best
                sp -= 1
                k = kinds[sp]
                level = lvls[sp]
                left = lefts[sp]
                low = lows[sp]
                w = ws[sp]
                dead = deads[sp]
                over = overs[sp]
                r = ranks[level]
                first = at[level]
                b = ends[sp]
                if b:
                    u = suit[k]
                    m = ones[sp]
                    o = twos[sp]
                    shuts = shutss[sp]
                    gaps = gapss[sp]
                    x = sums[sp]
                    new = False
                    break
                dead += left * value[r]
                paid = 0
                fine = 1
            if not b:
                continue
        # How far down the run from that card goes next.
        stop = 1
        if copies[k] == 2 and sp and kinds[sp - 1] == k and ends[sp - 1]:
            stop = ends[sp - 1]  # of two runs from equal cards the second reaches no further
        need = 99
        while b > stop and gaps <= w:
            b -= 1
            if not m >> b & 1:
                gaps += 1
                continue
            x += value[b]
            need = gaps
            if r - b == 1:
                # Alone the two need a wild, which the next card would save.
                need = 99 if m >> b - 1 & 1 else 1
            if need <= w:
                break
            need = 99
        if need == 99:  # none
            if not new:
                one[u] = m
                two[u] = o
                shut[u] = shuts
            left += 1 + (o >> r & 1)
            continue
        if new:
            kinds[sp] = k
            lvls[sp] = level
            lefts[sp] = left
            lows[sp] = low
            ws[sp] = w
            deads[sp] = dead
            overs[sp] = over
            ones[sp] = m
            twos[sp] = o
            shutss[sp] = shuts
        ends[sp] = b
        gapss[sp] = gaps
        sums[sp] = x
        sp += 1
        w -= need
        over += x
        if b < low:
            low = b
        bits = (2 << r) - (1 << b)
        one[u] = m & ~bits | o & bits
        two[u] = o & ~bits
        bits = 1 << b >> 1
        if r - b == 1:
            bits >>= 1  # where the wild of the two would stand is no card
        shut[u] = shuts | m & bits
        if o >> r & 1:
            k += 1  # its equal is next
            over += value[r]


def _found(sp, level, w, best):
    """The search was content: keep what tells the arrangement, and free the cards again."""
    _now[_DEPTH] = sp
    _now[_TO] = level
    _now[_SPARE] = w
    while sp:
        sp -= 1
        if _end[sp]:
            u = _suit[_kind[sp]]
            _one[u] = _ones[sp]
            _two[u] = _twos[sp]
            _shut[u] = _shuts[sp]
    return best
