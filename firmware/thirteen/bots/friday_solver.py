"""Layer 2. Whether a position of Friday the 13th can be won, all cards known.

A depth-first search. Suits do not matter, so cards of a rank are alike. Ranks run from 1 (jack) to
13 (ten), so that each builds on the number before it. What is never worse is no choice:

- A card of a rank of which every card has room is played: it takes room from none.
- A card is held back only for another of its rank to be played before it. For if it is the next of
  its rank that is played, it could as well have been played at once: nothing that was done between
  needed it, it took nobody's room, and the cards below it were free.
- A card that can begin the next pile never builds on one: another could have built in its place.
- Of two cards of one rank the waste's is played: else it is covered when the other is held back.

To begin the next pile is a choice, too, unless every card of that rank has room: a later one may
begin it, and the earlier one come again when the later one would be covered.

A position records how many cards of each rank are played, where the others lie, and which of them
are held back. It is what lies ahead of it that is met twice, so held cards belong to it. 90 bytes:
    0..13    cards played of each rank; byte 0 repeats byte 13
    14..27   cards of each rank (14 + rank) held back since one of it was played
    28, 29   rank of the pile to be begun next (14: none); redeals left
    30..32   cards in the waste; start and end of the hand
    33, 34   the turned card; cards played in all
    35, 36   for the search: plays to choose from, ways still to be tried
    42..89   cards: the waste from 42 on, the hand between the offsets in 31 and 32
A card is its rank | mark << 4; the mark is 1 + how many of its rank were played when it was held
back, so that it holds until another of its rank is played.
"""

from array import array

from micropython import const

from thirteen.bots import visited
from thirteen.fast import fast, ptr8, ptr32
from thirteen.protocols import Thought
from thirteen.rules import friday

SIZE = const(90)

WASTE = const(1)  # ways on: play the waste's top, play the turned card, turn or redeal
PLAY = const(2)
TURN = const(4)
_RUNNING = const(0)  # status of a search
_WON = const(1)
_LOST = const(2)
_FORK = const(3)

_HELD = const(14)
_SLOT = const(28)
_LEFT = const(29)
_WASTED = const(30)
_HAND = const(31)
_END = const(32)
_TURNED = const(33)
_GONE = const(34)
_PLAYS = const(35)
_WAYS = const(36)
_CARDS = const(42)

_FREE = const(14)  # of _dead
_ABOVE = const(28)
_MAY = const(16)
_AFTER = const(32)

_DEPTH = const(40)  # of choices
_STEPS = const(24)  # plays and turns in a slice


def position(s: bytearray) -> bytearray:
    """The position of a state."""
    q = bytearray(SIZE)
    for _ in _set_up(q, s):
        pass
    return q


def _set_up(q: bytearray, s: bytearray) -> Thought:
    """The same, a few cards at a time."""
    wasted = friday.wasted(s)
    hand = 48 - friday.hand(s)
    for i in range(48):
        c = 0
        if i < wasted:
            c = friday.waste(s, wasted - 1 - i)
        elif i >= hand:
            c = friday.ahead(s, i - hand)
        if c:
            r = ((c & 15) + 2) % 13 + 1
            q[_CARDS + i] = r
            q[r] += 1
        if not i & 7:
            yield -1
    if friday.turned(s):
        q[_TURNED] = ((friday.turned(s) & 15) + 2) % 13 + 1
        q[q[_TURNED]] += 1
    for r in range(1, 14):
        q[r] = 4 - q[r]
    q[0] = q[13]
    q[_SLOT] = friday.filled(s) + 1
    q[_LEFT] = friday.redeals(s)
    q[_WASTED] = wasted
    q[_HAND] = hand
    q[_END] = 48
    q[_GONE] = friday.score(s)


def settle(s: bytearray, most: int, keep: int = 0) -> Thought:
    """Yield -1 while it searches, then 1 for winnable, 2 for lost, 0 if unknown.

    It meets at most so many positions.
    """
    if friday.over(s) or friday.hopeless(s):
        yield friday.over(s) or 2
        return
    yield -1
    q = bytearray(SIZE)
    yield from _set_up(q, s)
    met = visited.Visited(most, keep)
    hashes = array("I", bytes(8))
    frames: list = []  # a position each with its ways, the last the deepest
    scratch = bytearray(SIZE)
    depth = 0
    while True:
        status = int(_flow(q, _STEPS))
        if status == _FORK:
            _hash(q, hashes)
            if _dead(q, scratch) or not met.fresh(hashes[0], hashes[1]):
                status = _LOST
            elif depth == _DEPTH or met.full():
                yield 0
                return
            else:
                q[_WAYS] = q[_PLAYS] | TURN
                if depth == len(frames):
                    frames.append(bytearray(SIZE))
                _copy(frames[depth], q)
                depth += 1
                status = _LOST  # go on from there
        while status == _LOST:
            if not depth:
                yield 2
                return
            if _next(frames[depth - 1], q):
                status = _RUNNING
            else:
                depth -= 1
        if status == _WON:
            yield 1
            return
        yield -1


@fast
def _copy(to: ptr8, q: ptr8):  # type: ignore[no-untyped-def]
    for i in range(SIZE):
        to[i] = q[i]


@fast
def _next(frame: ptr8, q: ptr8) -> int:
    """Set q to what follows a position by its next way; 0 if all have been tried."""
    ways = frame[_WAYS]
    if not ways:
        return 0
    way = 1
    while not ways & way:
        way += way
    frame[_WAYS] = ways ^ way
    for i in range(SIZE):
        q[i] = frame[i]
    n = q[_WASTED]
    slot = q[_SLOT]
    if way == TURN:  # what can be played is held back
        plays = q[_PLAYS]
        for k in range(1, 3):
            if plays & k:
                i = _TURNED
                if k == WASTE:
                    i = _CARDS + n - 1
                r = q[i] & 15
                if r <= slot:
                    q[i] = r | q[r] + 1 << 4
                    q[_HELD + r] += 1
        t = q[_TURNED]
        if t:
            q[_CARDS + n] = t
            n += 1
            q[_WASTED] = n
        if q[_HAND] == q[_END]:
            q[_TURNED] = 0
            if not q[_LEFT]:
                return 1
            q[_LEFT] -= 1
            q[_END] = n
            q[_HAND] = 0
            q[_WASTED] = 0
        q[_TURNED] = q[_CARDS + q[_HAND]]
        q[_HAND] += 1
        return 1
    if way == PLAY:
        r = q[_TURNED] & 15
        q[_TURNED] = 0
    else:
        r = q[_CARDS + n - 1] & 15
        q[_WASTED] = n - 1
    n = q[r] + 1
    q[r] = n
    if r == 13:
        q[0] = n
    q[_HELD + r] = 0
    q[_GONE] += 1
    if r == slot:
        q[_SLOT] = r + 1
    return 1


@fast
def _flow(q: ptr8, most: int) -> int:
    """Play what is no choice, and turn where nothing can be played; at most so many: status."""
    slot = q[_SLOT]
    n = q[_WASTED]
    h = q[_HAND]
    end = q[_END]
    t = q[_TURNED]
    gone = q[_GONE]
    status = _RUNNING
    while most and not status:
        most -= 1
        ways = 0
        sure = 0
        top = 0
        k = 1
        while k < 3 and not sure:
            c = t
            if k == WASTE:
                c = 0
                if n:
                    c = q[_CARDS + n - 1]
            r = c & 15
            if r and r != top:
                got = q[r]
                room = q[r - 1]
                can = 0
                if r == slot:
                    can = 1
                elif r < slot:
                    if got <= room:
                        can = 1
                elif got < room and got < 3:
                    can = 1
                if can and c >> 4 != got + 1:
                    ways |= k
                    top = r
                    if r <= slot and (room > 2 or q[_HELD + r] + got > 2):
                        sure = k
            k += 1
        if sure:
            if sure == WASTE:
                r = q[_CARDS + n - 1] & 15
                n -= 1
            else:
                r = t & 15
                t = 0
            k = q[r] + 1
            q[r] = k
            if r == 13:
                q[0] = k
            q[_HELD + r] = 0
            if r == slot:
                slot += 1
            gone += 1
            if gone == 52:
                status = _WON
        elif ways:
            q[_PLAYS] = ways
            status = _FORK
        elif h == end and not t and not (n and q[_LEFT]):
            status = _LOST
        else:
            if t:
                q[_CARDS + n] = t
                n += 1
                t = 0
            if h == end and q[_LEFT]:
                q[_LEFT] -= 1
                end = n
                n = 0
                h = 0
            if h < end:
                t = q[_CARDS + h]
                h += 1
    q[_SLOT] = slot
    q[_WASTED] = n
    q[_HAND] = h
    q[_END] = end
    q[_TURNED] = t
    q[_GONE] = gone
    return status


@fast
def _dead(q: ptr8, d: ptr8) -> int:
    """1 only if even a relaxed game is lost.

    There a card that may have been played by now is gone where it would cover others, and still
    there where it is wanted. The hand is turned in its order, and what cannot have been played
    covers what lies below. Of each rank no more are played than had room by now; a card comes
    after those of its rank above it, and only if all that lay above it had room.

    `d` has for each rank: the most that can be played by now; 14 on, cards of it that may be gone;
    28 on, those of them above card x of the waste. From 42 on follow waste, turned card and hand:
    the rank, | _MAY if the card may be gone, | _AFTER if it waits for another of its rank.
    """
    size = int(_lay_out(q, d))
    slot = q[_SLOT]
    left = q[_LEFT]
    x = q[_WASTED] - 1  # the waste's first card that is not proved to be reached by now
    t = -1  # the turned card
    ahead = q[_WASTED]  # the next card to be turned
    if q[_TURNED]:
        t = ahead
        ahead += 1
    while True:
        more = 1
        while more:
            more = 0
            i = t
            if t < 0:
                i = x
            while i >= 0:
                c = d[_CARDS + i]
                r = c & 15
                n = q[r]  # so many are played before it
                if i != t:
                    n += d[_ABOVE + r]
                room = d[r - 1]
                if r < slot:
                    room += 1
                elif r == slot:
                    room = 4
                elif room > 3:
                    room = 3
                if not c & _MAY and n < room and (not c & _AFTER or d[r] > q[r]):
                    c |= _MAY
                    d[_CARDS + i] = c
                    d[_FREE + r] += 1
                    more = 1
                k = 0
                if c & _MAY:
                    k = r
                    if r == slot:
                        slot += 1
                        more = 1
                while k:  # more of this rank make room for the next one
                    room = d[k - 1]
                    if k < slot:
                        room += 1
                    elif room > 3:
                        room = 3
                    if room > q[k] + d[_FREE + k]:
                        room = q[k] + d[_FREE + k]
                    if d[k] < room:
                        d[k] = room
                        d[0] = d[13]
                        k = k % 13 + 1
                    elif slot < 14 and d[_ABOVE + slot]:
                        k = slot
                        slot += 1
                        more = 1
                    else:
                        k = 0
                if i == t:
                    i = x
                elif c & _MAY and n < d[r]:
                    d[_ABOVE + r] += 1
                    x -= 1
                    i = x
                    more = 1
                else:
                    i = -1
        i = t
        if ahead < size:
            t = ahead
            ahead += 1
        elif left:
            left -= 1
            i = -1
            x = -1
            for r in range(14):
                d[_ABOVE + r] = 0
            t = 0
            ahead = 1
        elif t >= 0:
            t = -1
        else:
            if x < 0 and slot > 13:
                return 0
            return 1
        if i >= 0:  # it lies on the waste now
            r = d[_CARDS + i] & 15
            if d[_CARDS + i] & _MAY and q[r] + d[_ABOVE + r] < d[r]:
                d[_ABOVE + r] += 1
            else:
                x = i
                for r in range(14):
                    d[_ABOVE + r] = 0


@fast
def _lay_out(q: ptr8, d: ptr8) -> int:
    """Set up what _dead works with; returns the number of cards."""
    for r in range(14):
        d[r] = q[r]
        d[_FREE + r] = 0
        d[_ABOVE + r] = 0
    hand = q[_HAND]
    if q[_TURNED]:
        hand -= 1
        q[_CARDS + hand] = q[_TURNED]  # this place is free
    size = 0
    i = 0
    while True:
        if i == q[_WASTED]:
            i = hand
        if i == q[_END]:
            return size
        c = q[_CARDS + i]
        r = c & 15
        if c >> 4 == q[r] + 1:
            r |= _AFTER
        d[_CARDS + size] = r
        size += 1
        i += 1


@fast
def _hash(q: ptr8, out: ptr32):  # type: ignore[no-untyped-def]
    """Two hashes of a position, 30 bits each."""
    x = 1
    y = 2
    i = 1
    n = _CARDS + q[_WASTED]
    while i < SIZE:
        if i == 14:
            i = _SLOT
        elif i == _HAND:  # how many cards, wherever they lie
            i = _END
        elif i == _GONE:
            i = _CARDS
        if i == n:  # the hand comes after the waste
            i = _CARDS + q[_HAND]
            n = 0
        if i >= _CARDS + q[_END]:
            break
        c = q[i]
        if i == _END:
            c -= q[_HAND]
        if i >= _TURNED and c >> 4 != q[c & 15] + 1:
            c &= 15
        x = (x & 0xFFFFF) * 811 ^ x >> 10 ^ c
        y = (y & 0xFFFFF) * 937 ^ y >> 10 ^ c
        i += 1
    out[0] = x & 0x3FFFFFFF
    out[1] = y & 0x3FFFFFFF
