"""Layer 2. Moves that leave nothing to decide."""

from thirteen.protocols import Moves, Rules


def only(rules: Rules, s: bytearray, moves: Moves, n: int) -> int:
    """The first of n legal moves if all lead to positions that do not differ in play, else -1."""
    if not n:
        return -1
    first = moves[0]
    if n > 1:
        s_first = bytearray(s)
        rules.apply(s_first, first)
        for i in range(1, n):
            other = bytearray(s)
            rules.apply(other, moves[i])
            if rules.like(s_first, other, 0) < 0:
                return -1
    return first
