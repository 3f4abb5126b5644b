"""Layer 2. The search of rules/three_thirteen_melds.py for the runs of a level, in slices.

`table[level * WIDTH + w]` is the least deadwood of the levels up to `level` with w wilds. The
search covers the level's own cards, and lower levels only until no run crosses into the next one,
as the rest is known already. It keeps its own stack and allocates nothing.
"""

from array import array

from micropython import const

from thirteen.fast import native

WIDTH = const(9)  # 0 to 8 wilds

VALUE = b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0a\x0a\x0a"

table = bytearray(14 * WIDTH)
rank = bytearray(15)  # of a level; level 1 is the lowest rank in the hand
at = bytearray(16)  # its first kind; a kind is the cards of one suit and rank
paid = bytearray(15)  # whether a set was made of what was left of it
suit = bytearray(16)  # of a kind
copies = bytearray(16)
needs = bytearray(16)  # wilds that the cheapest run of two naturals down from it needs
one = array("H", bytes(8))  # per suit: the ranks with a free card, a bit each
two = array("H", bytes(8))  # the ranks with two free cards
shut = array("H", bytes(8))  # the ranks whose cards must be in a set

# The stack of choices: the saved position, and how far down the last run tried goes
# (end, 0 if the choice is about a set; its gaps and the sum of its values).
kind, lvl, _left, _low, _wilds, _dead, _over, end, _gaps, _sum = (bytearray(32) for _ in range(10))
ones, _twos, _shuts = (array("H", bytes(64)) for _ in range(3))

BUDGET = const(0)  # choices that are left for this slice
STOP = const(1)  # the stack's depth if the slice ended within a search, or 0
_BEST = const(2)  # the search's until then
DEPTH = const(3)  # of the stack when the search reached `enough`
TO = const(4)  # the level below its last, and the wilds it left
SPARE = const(5)
_MUST = const(16)  # added to the cards left of a level: they have to make a set
now = bytearray(6)


# As defaults the tables are locals, which the RP2040 finds faster than globals.
@native
def search(  # type: ignore[no-untyped-def]
    level: int, w: int, best: int, enough: int, f=table, ranks=rank, at=at, value=VALUE,
    paids=paid, suit=suit, copies=copies, needs=needs, one=one, two=two, shut=shut, kinds=kind,
    lvls=lvl, lefts=_left, lows=_low, ws=_wilds, deads=_dead, overs=_over, ends=end,
    gapss=_gaps, sums=_sum, ones=ones, twos=_twos, shutss=_shuts,
) -> int:  # fmt: skip
    """The least deadwood below `best` of that level and those under it, with w wilds.

    It stops at `enough`; then the stack and `paid` hold the arrangement. If now[STOP] is set, the
    slice ended before, and calling again continues. It is one long function because a call costs
    the RP2040 as much as five lines do.
    """
    sp = dead = left = over = 0  # over: the value of the cards below that runs from above took
    low = 14  # the lowest rank that any run reaches
    r = ranks[level]
    first = at[level]
    k = at[level + 1]
    budget = now[BUDGET]
    if now[STOP]:
        sp = now[STOP]
        best = now[_BEST]
        now[STOP] = 0
        k = first  # only the last choice has to be resumed
        left = 3
        dead = best
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
            fit = fine = 1
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
                    fit = 0
                    dead += left * value[r]
                else:
                    fine = 0
            while True:
                if fine and dead < best:
                    paids[level] = fit
                    x = dead + f[level * WIDTH - WIDTH + w]
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
                                now[BUDGET] = budget
                                return _found(sp, level - 1, w, best)
                # Go to the next option of the last choice.
                budget -= 1
                if budget <= 0 or not sp:
                    now[BUDGET] = budget if budget > 0 else 1
                    now[STOP] = sp
                    now[_BEST] = best
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
                fit = 0
                fine = 1
            if not b:
                continue
        # The next length of the run from that card.
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
            bits >>= 1  # the rank filled by the pair's wild is not the next card
        shut[u] = shuts | m & bits
        if o >> r & 1:
            k += 1  # its equal is next
            over += value[r]


def _found(sp: int, level: int, w: int, best: int) -> int:
    """The search reached `enough`: save the arrangement, and free the cards again."""
    now[DEPTH] = sp
    now[TO] = level
    now[SPARE] = w
    while sp:
        sp -= 1
        if end[sp]:
            u = suit[kind[sp]]
            one[u] = ones[sp]
            two[u] = _twos[sp]
            shut[u] = _shuts[sp]
    return best
