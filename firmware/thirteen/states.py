"""Layer 3. Snapshots of a match's states, so that undo replays few moves."""

from array import array

from micropython import const

from thirteen.protocols import Data

_RECENT = const(4)  # snapshots after the last moves
_SPREAD = const(16)  # the others, halved while they take more than _ROOM bytes, but for _LEAST
_ROOM = const(2560)
_LEAST = const(4)
_STEP = const(4)  # initial distance in moves of the spread snapshots
_NONE = const(0xFFFF)


class _Slices:
    def __getitem__(self, i: slice) -> slice:
        return i


_ALL = _Slices()[:]  # made once: `a[:] = b` would allocate a slice each time


class States:
    """Snapshots after each of the last few moves, and others spread over the log, if asked for.

    The spread ones are a power of two moves apart; the distance doubles when they are full. All
    memory is allocated here; taking a snapshot allocates nothing.
    """

    def __init__(self, size: int, spread: bool):
        n = _SPREAD if spread else 0
        while n > _LEAST and n * size > _ROOM:
            n //= 2
        self.size = size  # bytes of a state
        self._spread = [bytearray(size) for _ in range(n)]
        # The one after n moves has index n % _RECENT.
        self._recent = [bytearray(size) for _ in range(_RECENT)]
        self._at = array("H", bytes(2 * _RECENT))  # the move count of each recent one
        self.clear()

    def clear(self) -> None:
        for i in range(len(self._at)):
            self._at[i] = _NONE
        self._step = _STEP
        self._count = 0  # number of spread ones, taken after 0, step, 2 * step ... moves

    def keep(self, n: int, s: Data) -> None:
        """Take a snapshot of the state s after n moves."""
        i = n % _RECENT
        self._recent[i][_ALL] = s
        self._at[i] = n
        if n % self._step or not self._spread:
            return
        if n == self._step * len(self._spread) and self._count == len(self._spread):
            self._thin()
        i = n // self._step
        if i <= self._count < len(self._spread):
            self._spread[i][_ALL] = s
            self._count = max(self._count, i + 1)

    def wants(self, at: int, n: int) -> bool:
        """On the way to move n: whether a snapshot after move `at` will still be there then."""
        return n - at < _RECENT or len(self._spread) > 0 and at % self._step == 0

    def _thin(self) -> None:
        """Keep every other one of the spread snapshots."""
        spread = self._spread
        self._count //= 2
        for i in range(1, self._count):
            spread[i], spread[2 * i] = spread[2 * i], spread[i]
        self._step *= 2

    def forget(self, n: int) -> None:
        """Drop the snapshots after move n: other moves follow now."""
        for i in range(len(self._at)):
            if self._at[i] > n:
                self._at[i] = _NONE
        self._count = min(self._count, n // self._step + 1)

    def shift(self, n: int) -> None:
        """The first n moves have been removed from the log."""
        if n % _RECENT or n % self._step:
            self.clear()
            return
        for i in range(len(self._at)):
            self._at[i] = self._at[i] - n if n <= self._at[i] < _NONE else _NONE
        n //= self._step
        self._spread = self._spread[n:] + self._spread[:n]
        self._count = max(self._count - n, 0)

    def nearest(self, n: int) -> int:
        """The move count, at most n, of the latest snapshot; -1 for none."""
        best = min(self._count - 1, n // self._step) * self._step
        for at in self._at:
            if best < at <= n:
                best = at
        return max(best, -1)

    def get(self, n: int) -> bytearray | None:
        """The snapshot after n moves, or None."""
        i = n % _RECENT
        if self._at[i] == n:
            return self._recent[i]
        i = n // self._step
        return self._spread[i] if n % self._step == 0 and i < self._count else None
