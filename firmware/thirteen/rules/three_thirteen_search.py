"""Layer 2. The search of rules/three_thirteen_melds.py for the runs of a level, in slices.

It covers the level's own cards, and lower levels only until no run crosses into the next one, as
the rest is known already. It keeps its own stack and allocates nothing.

All tables lie in two blocks, so that machine code gets by with two pointers:

    tables    0  VALUE of a rank
             14  the state: of the hand, then of the search
             29  per level, level 1 being the lowest rank in the hand: RANK, FIRST kind, its CARDS,
                 what its cheapest run OPENS for, whether what runs left of it made a set (PAID)
            106  per kind, the cards of one suit and rank: SUIT, COPIES, and how many wilds the
                 cheapest run of two naturals down from it NEEDS
            154  STACK of choices, CHOICE bytes each, behind one that is none
            324  LEAST + level * WIDTH + w: the least deadwood of the levels up to it with w wilds
    sets      0  per suit: the ranks with a free card, a bit each; with two (TWO); those whose
                 cards must be in a set (SHUT)
             12  WHOLE: the same before any run
             24  of a choice at sp, from sp - ONES on, the suit's three sets before it
"""

from array import array

from micropython import const

from thirteen.fast import fast, ptr8, ptr16

VALUE = b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0a\x0a\x0a"

LEVELS = const(14)
DONE = const(15)
WILD = const(16)  # wilds in the hand
PRICE = const(17)  # of a spare wild
TICKET = const(18)
W = const(19)  # wilds of the next search; in the plan those left
ENOUGH = const(20)  # the least that it can find; in the plan the numbers written
AT = const(21)  # in the plan the next level
BUDGET = const(22)  # choices that are left for this slice
BEST = const(23)  # what the search has to beat, then what it has found
TARGET = const(24)  # the value at which it stops
STOP = const(25)  # the stack's length if the slice ended within a search, or 0
DEPTH = const(26)  # the stack's end when the search reached TARGET,
TO = const(27)  # its last level,
SPARE = const(28)  # and the wilds it left

RANK = const(29)
FIRST = const(44)
CARDS = const(60)
OPENS = const(76)
PAID = const(91)
SUIT = const(106)
COPIES = const(122)
NEEDS = const(138)
STACK = const(164)
LEAST = const(324)
WIDTH = const(9)  # 0 to 8 wilds
_MUST = const(240)  # added to the cards left of a level that must be a set, as nothing costs more

TWO = const(4)
SHUT = const(8)
WHOLE = const(12)
# A choice: how far down the last run tried goes (0 if the choice is about a set), its kind, level,
# gaps and the sum of its values; the position before.
CHOICE = const(10)
END = const(0)
KIND = const(1)
LVL = const(2)
_GAPS = const(3)
_SUM = const(4)
_LEFT = const(5)
_LOW = const(6)
_WILDS = const(7)
_DEAD = const(8)
_OVER = const(9)
ONES = const(140)  # its sets lie so much lower than the choice, in `sets`
_TWOS = const(139)
_SHUTS = const(138)

tables = bytearray(VALUE + bytes(LEAST + 14 * WIDTH - len(VALUE)))
sets = array("H", bytes(2 * (LEAST - ONES)))  # up to 16 choices, as each has cards of its own


@fast
def search(t: ptr8, h: ptr16, level: int, w: int):  # type: ignore[no-untyped-def]
    """Lower BEST to the least deadwood of that level and those under it, with w wilds.

    t and h are `tables` and `sets`. It stops at TARGET; then the stack and PAID hold the
    arrangement. If STOP is set, the slice ended before, and calling again continues. It is one
    long function because a call costs the RP2040 as much as twenty lines do.
    """
    dead = left = over = 0  # over: the value of the cards below that runs from above took
    low = 14  # the lowest rank that any run reaches
    k = t[level + (FIRST + 1)]
    sp = STACK + t[STOP]
    if t[STOP]:
        t[STOP] = k = 0
        dead = t[BEST]  # only the last choice has to be resumed
    while True:
        r = t[RANK + level]
        first = t[FIRST + level]
        b = gaps = x = 0
        while k > first:  # to the next card that may head a run
            k -= 1
            u = t[SUIT + k]
            m = h[u]
            o = h[TWO + u]
            shuts = h[SHUT + u]
            free = (m >> r & 1) + (o >> r & 1)
            over -= (t[COPIES + k] - free) * t[r]
            if (m & shuts) >> r & 1:
                left |= _MUST
            elif free and t[NEEDS + k] <= w:
                b = r
                break
            left += free
        t[sp + KIND] = k
        t[sp + LVL] = level
        t[sp + _LEFT] = left
        t[sp + _LOW] = low
        t[sp + _WILDS] = w
        t[sp + _DEAD] = dead
        t[sp + _OVER] = over
        if not b:  # every card of the level is dealt with
            fit = 1
            if 6 >> (left & 15) & 1:  # one or two are left
                need = 3 - (left & 15)
                t[sp + END] = 0
                sp += CHOICE
                if need > w:
                    dead = t[BEST]  # to its next option
                w -= need
            while True:
                if dead < t[BEST]:
                    t[PAID + level] = fit
                    x = dead + t[level * WIDTH + (LEAST - WIDTH) + w]
                    # What runs took from below would cost no more there than its value.
                    if x - over < t[BEST]:
                        if low < r:
                            level -= 1
                            left = 0
                            break
                        if x < t[BEST]:
                            t[BEST] = x
                            if x <= t[TARGET]:
                                t[DEPTH] = sp
                                t[TO] = level
                                t[SPARE] = w
                                for i in range(WHOLE):
                                    h[i] = h[WHOLE + i]
                                sp = STACK
                # Go to the next option of the last choice.
                if sp == STACK or not t[BUDGET]:
                    t[STOP] = sp - STACK
                    return
                t[BUDGET] -= 1
                sp -= CHOICE
                k = t[sp + KIND]
                level = t[sp + LVL]
                left = t[sp + _LEFT]
                low = t[sp + _LOW]
                w = t[sp + _WILDS]
                dead = t[sp + _DEAD]
                over = t[sp + _OVER]
                r = t[RANK + level]
                b = t[sp + END]
                if b:
                    u = t[SUIT + k]
                    m = h[sp - ONES]
                    o = h[sp - _TWOS]
                    shuts = h[sp - _SHUTS]
                    gaps = t[sp + _GAPS]
                    x = t[sp + _SUM]
                    break
                dead += left * t[r]
                fit = 0
            if not b:
                continue
        # The next length of the run from that card.
        stop = 1
        if t[sp - (CHOICE - KIND)] == k:
            stop = t[sp - (CHOICE - END)]  # of two runs from equal cards the second ends no lower
        need = 99
        while need > w and gaps <= w and b > stop:
            b -= 1
            if m >> b & 1:
                x += t[b]
                need = gaps
                if r - b == 1:
                    # Alone the two need a wild, which the next card would save.
                    need = 1 + 98 * (m >> b - 1 & 1)
            else:
                gaps += 1
        free = o >> r & 1  # its equal, which is next
        if need > w:  # none
            h[u] = m
            h[TWO + u] = o
            h[SHUT + u] = shuts
            left += 1 + free
            continue
        t[sp + END] = b
        t[sp + _GAPS] = gaps
        t[sp + _SUM] = x
        h[sp - ONES] = m
        h[sp - _TWOS] = o
        h[sp - _SHUTS] = shuts
        sp += CHOICE
        w -= need
        over += x
        if b < low:
            low = b
        bits = (2 << r) - (1 << b)
        h[u] = m ^ (m ^ o) & bits  # there those with two have one left
        h[TWO + u] = o & ~bits
        bits = 1 << b >> 1
        if r - b == 1:
            bits >>= 1  # the rank filled by the pair's wild is not the next card
        h[SHUT + u] = shuts | m & bits
        k += free
        over += free * t[r]
