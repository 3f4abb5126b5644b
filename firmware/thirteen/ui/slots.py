"""Layer 3. The places of a table: where each lies, what was drawn there, how the cursor moves.

A view adds its places once, and then says for each frame how each should look, as one number.
Only a place that looks another way than it was drawn is drawn again, whatever the reason was: a
move, undo, the cursor. Nothing here allocates.
"""

from array import array

from micropython import const

_UP = const(1)
_LEFT = const(4)
_RIGHT = const(8)
_NEXT = const(1024)
_MOST = const(20)
_UNKNOWN = const(-1)

CAN = const(1)  # flags: some move concerns this place
TAKES = const(2)  # it takes the chosen card
HINT = const(4)  # the hint points at it

x = array("h", bytes(2 * _MOST))
y = array("h", bytes(2 * _MOST))
w = array("h", bytes(2 * _MOST))
h = array("h", bytes(2 * _MOST))
card_w = bytearray(_MOST)  # of a card there
card_h = bytearray(_MOST)
flags = bytearray(_MOST)
seen = array("i", bytes(4 * _MOST))  # how each looked when it was drawn
n = 0


def clear():
    """A table without places."""
    global n
    n = 0


def add(left, top, wide, high, card_wide=0, card_high=0):
    """One more place, as large as a card if nothing else is said; its number."""
    global n
    x[n] = left
    y[n] = top
    w[n] = wide
    h[n] = high
    card_w[n] = card_wide or wide
    card_h[n] = card_high or high
    flags[n] = 0
    seen[n] = _UNKNOWN
    n += 1
    return n - 1


def unlight():
    """No place has a flag."""
    for i in range(n):
        flags[i] = 0


def go(k, at):
    """The place that an arrow leads to from place `at`: the nearest in that direction."""
    if k == _LEFT or k == _RIGHT:
        along = x
        size = w
        across = y
        breadth = h
    else:
        along = y
        size = h
        across = x
        breadth = w
    way = -1 if k == _LEFT or k == _UP else 1
    here = along[at] * 2 + size[at]
    line = across[at] * 2 + breadth[at]
    best = at
    least = 30000
    for i in range(n):
        far = (along[i] * 2 + size[i] - here) * way
        if far > 8:
            cost = far + 3 * abs(across[i] * 2 + breadth[i] - line)
            if cost < least:
                least = cost
                best = i
    return best


def step(k, at, want):
    """The next place (PREV: the one before) that has one of the flags wanted, round and round."""
    way = 1 if k == _NEXT else n - 1
    i = at
    for _ in range(n):
        i = (i + way) % n
        if flags[i] & want:
            return i
    return at
