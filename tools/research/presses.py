"""`presses`: how many presses of keys a game takes, by the shortest way to each of a bot's moves.

The table is a handheld's, with its cursor: from where that stands after a move, the fewest of UP,
DOWN, LEFT, RIGHT, A and B that make the next move of the game's computer player are searched for,
and pressed. Not counted: what the game plays by itself, and moves that no keys make. A game ends
where the rest is played by itself. Hints, undo and the menu are not used.
"""

import argparse
import tempfile

from tools import games
from tools.simulator import handheld

_GAMES = ("thirteens", "friday", "imaginary")
_FARTHEST = 12  # presses to a move


class Table:
    """A game in play, and the table that shows it."""

    def __init__(self, name, deal):
        from thirteen import catalog, match
        from thirteen.table import choice, places
        from thirteen.ui import keys

        self.rules = games.rules(name)
        self.view = catalog.module("views", name)
        self.choice, self.places, self.keys = choice, places, keys
        self.match = match.Match(self.rules, deal)
        self.view.open(self.match.s)

    def kept(self):
        """What presses change, short of a move."""
        choice = {k: v for k, v in vars(self.choice).items() if isinstance(v, (int, str))}
        arrays = (self.choice.stops, self.places.marks, self.places.flags)
        return choice, [bytes(array) for array in arrays]

    def restore(self, kept):
        choice, arrays = kept
        vars(self.choice).update(choice)
        for array, was in zip(
            (self.choice.stops, self.places.marks, self.places.flags), arrays, strict=True
        ):
            array[:] = was

    def way(self, m):
        """How many presses make move m, the last one of them made; or None."""
        k = self.keys
        ways = [(self.kept(), 0)]
        seen = set()
        for start, n in ways:  # grows
            if n == _FARTHEST:
                break
            for key in (k.A, k.UP, k.DOWN, k.LEFT, k.RIGHT, k.B):
                self.restore(start)
                got = self.view.key(key, self.match.s)
                if got == m or got >= 0 and self._same(got, m):
                    return n + 1
                now = self.kept()
                if got == -1 and (mark := repr(now)) not in seen:
                    seen.add(mark)
                    ways.append((now, n + 1))
        self.restore(ways[0][0])
        return None

    def _same(self, a, b):
        """Whether two moves lead to positions that do not differ in play."""
        after = []
        for m in (a, b):
            s = bytearray(self.match.s)
            self.rules.apply(s, m)
            after.append(s)
        return self.rules.like(*after, 0) >= 0

    def play(self, m):
        was = bytearray(self.match.s)
        self.match.play(m)
        self.view.moved(self.match.s, m, was)


def count(name, deal, by_themselves=False):
    """(presses, moves by keys, moves played by the game, moves that no keys make) of a game."""
    from thirteen.rules import forced

    table = Table(name, deal)
    rules, match = table.rules, table.match
    bot = games.bot(name)
    presses = by_keys = alone = missed = 0
    while not rules.over(match.s) and rules.obvious(match.s) < 0:
        moves, n = match.legal()
        m = forced.only(rules, match.s, moves, n) if by_themselves else -1
        if m >= 0:
            alone += 1
        else:
            m = games.think(bot, match.s)
            found = table.way(m)
            missed += found is None
            by_keys += found is not None
            presses += found or 0
        table.play(m)
    return presses, by_keys, alone, missed


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools research presses",
        description="Count the presses of keys that games take, by the shortest ways to the moves "
        "of the computer player.",
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: the patiences")
    parser.add_argument("--first", type=int, default=1, metavar="DEAL", help="default: 1")
    parser.add_argument("--deals", type=int, default=2, metavar="N", help="default: 2")
    parser.add_argument("--board", default="ws_lcd_13", help="default: ws_lcd_13")
    parser.add_argument("--forced", action="store_true", help="forced moves go by themselves")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as saves:
        handheld.power_on(args.board, saves)
        for name in args.games or _GAMES:
            for deal in games.deals(args.first, args.deals):
                presses, by_keys, alone, missed = count(name, deal, args.forced)
                print(
                    f"{name} deal {deal}: {presses} presses for {by_keys} moves; {alone} by "
                    f"themselves, {missed} that no keys make",
                    flush=True,
                )
    return 0
