"""Layer 2. Which move lost a game: what can be proved of its positions, all cards known."""

from micropython import const

from thirteen.protocols import Module, Moves, Rules, Thought

WINNABLE = const(1)  # a bot's verdicts
LOST = const(2)
_REPLAYED = const(8)  # moves in a slice
_FEW = const(672)  # positions of a first search
_MANY = const(16)  # times these before the first position that is proved lost
_MORE = const(8)  # times the positions, if the host has room for them and fewer did not tell


class Bounds:
    """After `won` moves and before the game could be won, -1: not known;

    after `lost` moves and later it could not.
    """

    def __init__(self, rules: Rules, start: bytes, log: Moves, end: int) -> None:
        self._rules = rules
        self._start = start
        self._log = log
        self.won = -1
        self.lost = end

    def exact(self) -> bool:
        return self.won + 1 == self.lost

    def tell(self, n: int, verdict: int) -> None:
        """A position's verdict is known."""
        if verdict == WINNABLE:
            self.won = max(self.won, n)
        elif verdict == LOST:
            self.lost = min(self.lost, n)

    def search(self, bot: Module, room: int) -> Thought:
        """Prove what can be proved; yields every few milliseconds. `room`: the positions kept.

        First what is unknown is halved, since a lost position stays lost. One that is not settled
        counts as not lost in the first search, and as not winnable in the second. Then most is
        spent where it tells most: on the move before the first position that is proved lost.
        """
        most = _FEW
        while True:
            for unsure_is in (WINNABLE, LOST):
                low = self.won + 1
                high = self.lost
                while low < high:
                    middle = (low + high) // 2
                    verdict = yield from self._prove(bot, middle, most, room)
                    self.tell(middle, verdict)
                    if (verdict or unsure_is) == LOST:
                        high = middle
                    else:
                        low = middle + 1
            verdict = LOST
            while verdict == LOST and not self.exact():
                last = self.lost - 1
                verdict = yield from self._prove(bot, last, most * _MANY, room)
                self.tell(last, verdict)
            most *= _MORE
            if self.exact() or most > room:
                return

    def _prove(self, bot: Module, n: int, most: int, room: int) -> Thought:
        """The verdict on the position after n moves."""
        s = bytearray(self._start)
        for i in range(n):
            self._rules.apply(s, self._log[i])
            if not i % _REPLAYED:
                yield
        if not hasattr(bot, "settle"):
            bot.think(s)
            while not bot.step():
                yield
            return bot.verdict()
        verdict = -1
        for verdict in bot.settle(s, most, room):
            if verdict < 0:
                yield
        return verdict
