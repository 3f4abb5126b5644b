"""Layer 3. The places of a table: their positions, what was last drawn there, cursor movement.

A view adds its places once. For each frame it encodes the appearance of each place as one number;
a place is redrawn only if that number has changed, be it by a move, undo or the cursor. Nothing
here allocates.
"""

from array import array

from micropython import const

from thirteen.fast import fast, ptr16
from thirteen.ui import keys

_MOST = const(30)  # sets of places are small integers, a bit each
_UNKNOWN = const(-1)

CAN = const(1)  # flags: some move leads from this place
TAKES = const(2)  # it takes the selected card
HINT = const(4)  # the hint points at it

REFUSAL = const(400)  # ms for which a refused place is marked

x = array("h", bytes(2 * _MOST))
y = array("h", bytes(2 * _MOST))
w = array("h", bytes(2 * _MOST))
h = array("h", bytes(2 * _MOST))
card_w = bytearray(_MOST)  # size of a card there
card_h = bytearray(_MOST)
flags = bytearray(_MOST)
seen = array("i", bytes(4 * _MOST))  # the appearance of each when last drawn
n = 0


def clear():
    """Remove all places."""
    global n
    n = 0


def add(left, top, width, height, card_width=0, card_height=0):
    """Add a place, with cards of its own size by default; returns its number."""
    global n
    x[n] = left
    y[n] = top
    w[n] = width
    h[n] = height
    card_w[n] = card_width or width
    card_h[n] = card_height or height
    flags[n] = 0
    seen[n] = _UNKNOWN
    n += 1
    return n - 1


def unlight():
    """Clear the flags of all places."""
    for i in range(n):
        flags[i] = 0


def go(k, at):
    """The place that an arrow leads to from place `at`: the nearest one in that direction."""
    way = -1 if k == keys.LEFT or k == keys.UP else 1
    if k == keys.LEFT or k == keys.RIGHT:
        return _nearest(x, w, y, h, n, at, way)
    return _nearest(y, h, x, w, n, at, way)


@fast
def _nearest(
    along: ptr16, size: ptr16, across: ptr16, breadth: ptr16, n: int, at: int, way: int
) -> int:
    here = along[at] * 2 + size[at]
    line = across[at] * 2 + breadth[at]
    best = at
    least = 30000
    i = 0
    while i < n:
        far = (along[i] * 2 + size[i] - here) * way
        offset = across[i] * 2 + breadth[i] - line
        if offset < 0:
            offset = -offset
        if far > 8 and far + 3 * offset < least:
            least = far + 3 * offset
            best = i
        i += 1
    return best


def step(k, at, want):
    """The next place, for PREV the previous one, with one of the flags in `want`; wraps around."""
    way = 1 if k == keys.NEXT else n - 1
    i = at
    for _ in range(n):
        i = (i + way) % n
        if flags[i] & want:
            return i
    return at
