"""Layer 2. The positions that a search has met, by hash; in memory only while it searches.

The heap has no large block left in a long game, so the table is many small ones.
"""

from array import array

from micropython import const

from thirteen.fast import fast, ptr16

ROOM = const(1344)  # positions that there is always room for
_SLOTS = const(256)  # of a part
_USED = const(192)  # by how many positions, in the mean
_FULL = const(250)


class Visited:
    """Parts with open addressing: of each position 32 bits besides its part and slot."""

    def __init__(self, most: int):
        parts = (most + _USED - 1) // _USED
        slots = bytes(2 * _SLOTS)
        self._tags = [array("H", slots) for _ in range(2 * parts)]
        self._met = bytearray(parts)
        self.left = most

    def full(self) -> bool:
        return self.left <= 0

    def fresh(self, x: int, y: int) -> bool:
        """Whether the position of these hashes, 30 bits each, is new; it is entered."""
        part = (x & 0x3FFF) % len(self._met)
        if not _enter(self._tags[2 * part], self._tags[2 * part + 1], x >> 14, y):
            return False
        self._met[part] += 1
        self.left -= 1
        if self._met[part] == _FULL:
            self.left = 0
        return True


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
