"""Layer 3. The places of a table: where they are, and where an arrow leads from one of them.

A view adds its places when a game is opened. A place shows the upper `show` of its cards, each
`across` and `down` pixels from the one below it. A place may lie over earlier ones, and its card
covers theirs.
"""

from array import array

from micropython import const

from thirteen.draw import canvas
from thirteen.fast import fast, native, ptr8, ptr16
from thirteen.ui import keys

NONE = const(255)  # no place

MOST = const(32)  # places of a table: a pyramid has 31,
SHOWN = const(64)  # cards that all of them can show, and
MOVES = const(64)  # moves that can be legal in a position

LOWEST = const(22)  # pixels of a card that its rank needs, and what is seen of it
STRIP = const(12)  # of a covered one

STOCK = const(1)  # kinds, or-ed together: new cards come from here, face down
FALLS = const(2)  # cards fall to it from the places above
SKIP_IF_EMPTY = const(4)  # the cursor passes it while it is empty or covered
COUNT_ONLY = const(8)  # only its number of cards counts: the view draws it, the cursor never comes
VIEW_DRAWS = const(16)  # the view draws its cards

FREE = const(1)  # flags: some move leads from this place
TARGET = const(2)  # it takes the chosen card
HINT = const(4)  # the hint points at it

PICKED = const(1)  # marks, or-ed together: the player has chosen it
REFUSED = const(2)
INCOMING = const(4)  # cards are on their way to it: it shows what was there before
CAME = const(8)  # all of them have arrived now
COVERED = const(16)  # its card lies below that of another place

x = array("h", bytes(2 * MOST))
y = array("h", bytes(2 * MOST))
w = array("h", bytes(2 * MOST))  # of all cards that it can show
h = array("h", bytes(2 * MOST))
card_w = bytearray(MOST)
card_h = bytearray(MOST)
across = bytearray(MOST)
down = bytearray(MOST)
show = bytearray(MOST)
kind = bytearray(MOST)
flags = bytearray(MOST)
marks = bytearray(MOST)
at = bytearray(MOST + 1)  # the index of its first entry in the table's lists of cards
sign: list = [canvas.NONE] * MOST  # how the rank of an empty place is drawn, for hal.stamp
count = 0
lap = 0  # pixels of a covered card that are seen above the other, the fewest; 0: none is covered


def clear() -> None:
    """Remove all places."""
    global count, lap
    count = lap = 0


@native
def add(
    left: int,
    top: int,
    width: int,
    height: int,
    what: int = 0,
    *,
    most: int = 1,
    right: int = 0,
    below: int = 0,
    empty: bytes = canvas.NONE,
) -> int:
    """Add a place for cards of that size, `most` of them `right` and `below` apart; its number."""
    global count, lap
    p = count
    if p == MOST:
        raise ValueError("a table has at most %d places" % MOST)
    x[p] = left
    y[p] = top
    w[p] = width + (most - 1) * right
    h[p] = height + (most - 1) * below
    card_w[p] = width
    card_h[p] = height
    across[p] = right
    down[p] = below
    kind[p] = what
    show[p] = 0 if what & COUNT_ONLY else most
    flags[p] = marks[p] = 0
    sign[p] = empty
    count = p + 1
    if at[p] + show[p] > SHOWN:
        raise ValueError("the places of a table show at most %d cards" % SHOWN)
    at[count] = at[p] + show[p]
    if not what & (COUNT_ONLY | VIEW_DRAWS):
        lap = _lap(p, x, y, w, h, kind, lap)
        if height < LOWEST:
            raise ValueError("a card %d pixels high cuts its rank: %d or more" % (height, LOWEST))
        low = below or lap
        if 0 < low < STRIP:
            raise ValueError("of a covered card %d pixels show, its rank has %d" % (low, STRIP))
    return p


@fast
def _lap(p: int, x: ptr16, y: ptr16, w: ptr16, h: ptr16, kind: ptr8, least: int) -> int:
    """The fewest pixels that place p leaves of an earlier one above it, or `least` of others."""
    q = 0
    while q < p:
        if x[q] < x[p] + w[p] and x[p] < x[q] + w[q] and y[q] < y[p] and y[p] < y[q] + h[q]:
            if not kind[q] & (COUNT_ONLY | VIEW_DRAWS):
                if not least or y[p] - y[q] < least:
                    least = y[p] - y[q]
        q += 1
    return least


def unflag() -> None:
    """Clear the flags of all places."""
    _keep(count, flags, 0)


def unmark(what: int) -> None:
    """Remove marks from all places."""
    _keep(count, marks, 255 - what)


@fast
def _keep(n: int, bits: ptr8, kept: int):  # type: ignore[no-untyped-def]
    p = 0
    while p < n:
        bits[p] = bits[p] & kept
        p += 1


@native
def go(k: int, p: int, stops: bytearray) -> int:
    """The place that an arrow leads to from p: the nearest, or around the edge the farthest one.

    `stops` has 1 for each place where the cursor may stop.
    """
    way = -1 if k == keys.LEFT or k == keys.UP else 1
    if k == keys.UP or k == keys.DOWN:
        to = _nearest(y, h, x, w, stops, count, p, way)
        return to if to != p else _around(y, h, x, w, stops, count, p, way)
    to = _nearest(x, w, y, h, stops, count, p, way)
    if to != p and y[to] < y[p] + h[p] and y[p] < y[to] + h[to]:
        return to
    level = _around(x, w, y, h, stops, count, p, way)  # rather than to another row
    return level if level != p else to


def opposite(k: int) -> int:
    """The arrow in the other direction; -1 if k is no arrow."""
    for a, b in ((keys.UP, keys.DOWN), (keys.LEFT, keys.RIGHT)):
        if k == a or k == b:
            return a + b - k
    return -1


@fast
def _nearest(
    along: ptr16, size: ptr16, line: ptr16, breadth: ptr16, stops: ptr8, n: int, p: int, way: int
) -> int:
    here = along[p] * 2 + size[p]
    middle = line[p] * 2 + breadth[p]
    best = p
    least = 30000
    i = 0
    while i < n:
        far = (along[i] * 2 + size[i] - here) * way
        offset = line[i] * 2 + breadth[i] - middle
        if offset < 0:
            offset = -offset
        if far > 8 and stops[i]:
            if far + 3 * offset < least:
                least = far + 3 * offset
                best = i
        i += 1
    return best


@fast
def _around(
    along: ptr16, size: ptr16, line: ptr16, breadth: ptr16, stops: ptr8, n: int, p: int, way: int
) -> int:
    """The place farthest in the other direction of those that lie level with p."""
    here = along[p] * 2 + size[p]
    best = p
    most = 8
    i = 0
    while i < n:
        far = (here - along[i] * 2 - size[i]) * way
        if far > most and stops[i]:
            if line[i] < line[p] + breadth[p] and line[p] < line[i] + breadth[i]:
                most = far
                best = i
        i += 1
    return best


def next_flagged(k: int, p: int, want: int) -> int:
    """The next place, for PREV the previous one, with one of the flags in `want`; wraps around."""
    way = 1 if k == keys.NEXT else count - 1
    i = p
    for _ in range(count):
        i = (i + way) % count
        if flags[i] & want:
            return i
    return p
