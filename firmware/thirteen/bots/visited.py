"""Layer 2. The positions that a search has met, by hash; in memory only while it searches."""

from array import array

from micropython import const

from thirteen.fast import fast, ptr16

ROOM = const(1344)  # positions that there is always room for, in blocks of 3.6 kB


class Visited:
    """An open table, at most three quarters full: of each position 32 bits besides its slot."""

    def __init__(self, most: int):
        size = bytes(most // 3 * 8)
        self._tag = array("H", size)
        self._tag2 = array("H", size)  # 0 if free
        self.left = most

    def full(self) -> bool:
        return self.left <= 0

    def fresh(self, x: int, y: int) -> bool:
        """Whether the position of these hashes, 30 bits each, is new; it is entered."""
        if not _enter(self._tag, self._tag2, len(self._tag), x, y):
            return False
        self.left -= 1
        return True


@fast
def _enter(tag: ptr16, tag2: ptr16, slots: int, x: int, y: int) -> int:
    k = ((x & 0x3FFF) << 14 | y >> 16) % slots
    x >>= 14
    y &= 0xFFFF
    if not y:
        y = 1
    while tag2[k]:
        if tag2[k] == y and tag[k] == x:
            return 0
        k += 1
        if k == slots:
            k = 0
    tag[k] = x
    tag2[k] = y
    return 1
