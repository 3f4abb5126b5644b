"""Layer 2. The positions that a search has met, by hash; in memory only while it searches.

The table is many small ones. A search may meet more than are kept: a small table that is full is
emptied, and what comes again is then searched again.
"""

from array import array

from micropython import const

from thirteen.fast import fast, ptr16

ROOM = const(1344)  # positions that there is always room for
_SLOTS = const(256)  # of a part
_USED = const(192)  # by how many positions, in the mean
_FULL = const(250)


class Visited:
    """Parts with open addressing: of each position 32 bits besides its part and slot.

    `left` is how many may still be met. `keep`: how many positions there is room for, 0: for all.
    """

    def __init__(self, most: int, keep: int = 0):
        parts = (min(most, keep or most) + _USED - 1) // _USED
        slots = bytes(2 * _SLOTS)
        self._tags = [array("H", slots) for _ in range(2 * parts)]
        self._met = bytearray(parts)
        self._forgets = 0 < keep < most
        self.left = most

    def full(self) -> bool:
        return self.left <= 0

    def fresh(self, x: int, y: int) -> bool:
        """Whether the position of these hashes, 30 bits each, is new; it is entered."""
        part = (x & 0x3FFF) % len(self._met)
        tag = self._tags[2 * part + 1]
        if not _enter(self._tags[2 * part], tag, x >> 14, y):
            return False
        self._met[part] += 1
        self.left -= 1
        if self._met[part] == _FULL:
            if self._forgets:
                self._met[part] = 0
                _empty(tag)
            else:
                self.left = 0
        return True


@fast
def _empty(tag2: ptr16):  # type: ignore[no-untyped-def]
    for k in range(_SLOTS):
        tag2[k] = 0


@fast
def _enter(tag: ptr16, tag2: ptr16, x: int, y: int) -> int:
    k = y >> 22
    y &= 0xFFFF
    if not y:  # a free slot
        y = 1
    while tag2[k]:
        if tag2[k] == y and tag[k] == x:
            return 0
        k = k + 1 & _SLOTS - 1
    tag[k] = x
    tag2[k] = y
    return 1
