"""Tune hard at Three Thirteen: fit its weights to rounds that were played both ways.

A round is dealt, hard sits in one seat and greedy in the others. Wherever hard may go out, the
round is played to its end both with and without that; wherever it discards, once for each card it
considers. What the other hands hold more than its own at the end is the value of a choice, and
the weights are those of a ridge regression of that value on what hard saw. They are then used to
play the next pass, which sees other positions.

Deals are below 500001: those from there up are kept for figures.
"""

import argparse
import random
import re
from pathlib import Path

from tools import arena, games, progress
from tools.games import Bad
from tools.workers import each

PATH = games.FIRMWARE / "thirteen/bots/three_thirteen.py"
HELD_OUT = 500001
FEATURES = {"OUT": 11, "DISCARD": 7}
_ROUNDS = 11
_SCALE = 64  # of the weights, which are integers
_RIDGE = 1.0

# The weights of the first pass: out with at most 7.5 + 1.2 * round, keep what a draw may help.
_START_OUT = (480, 77, -64, 0, 0, 0, 0, 0, 0, 0, 0)
_START_DISCARD = (32, -96, 0, 0, 0, 0, 0)


class Recorder:
    """What hard weighed for its last move: (the move's card or OUT, its features), in turn."""

    def __init__(self, bot):
        self.bot = bot
        self.seen = []
        self._score = bot.score

    def __enter__(self):
        self.bot.score = self._note
        return self

    def __exit__(self, *_):
        self.bot.score = self._score

    def _note(self, weights, n, what):
        self.seen.append((what, list(self.bot.features[:n])))
        return self._score(weights, n, what)


def dealt(rules, deal, players):
    """A position at the start of one of the eleven rounds."""
    from thirteen.rules import three_thirteen as game

    s = bytearray(rules.SIZE)
    rules.new(s, deal, games.options("three_thirteen", f"players={players}"))
    game._deal(s, 1 + deal % _ROUNDS)
    return s


def value(rules, table, s, me, kinds):
    """Play the round to its end: how much more the others hold than player `me`, on average."""
    view = bytearray(rules.SIZE)
    while table.phase(s) != table.SCORED:
        rules.apply(s, arena.choose(kinds[table.turn(s)], s, view))
    left = [table.least(s, p) for p in range(len(kinds))]
    return (sum(left) - left[me]) / (len(kinds) - 1) - left[me]


def sample(job):
    """A round's choices: {table: [(features, value), ...] or groups of them}."""
    deal, players, rows = job
    from thirteen.bots import three_thirteen as bot
    from thirteen.rules import three_thirteen_table as table

    rules = games.rules("three_thirteen")
    bot.OUT, bot.DISCARD = rows
    rnd = random.Random(deal)
    me = rnd.randrange(players)
    kinds = ["hard" if p == me else "greedy" for p in range(players)]
    s = dealt(rules, deal, players)
    found = {"OUT": [], "DISCARD": []}
    view = bytearray(rules.SIZE)

    def after(m):
        t = bytearray(s)
        rules.apply(t, m)
        return value(rules, table, t, me, kinds)

    while table.phase(s) != table.SCORED:
        if table.turn(s) != me:
            rules.apply(s, arena.choose("greedy", s, view))
            continue
        with Recorder(bot) as recorder:
            m = arena.choose("hard", s, view)
        if table.phase(s) == table.DECLARING and recorder.seen:
            features = recorder.seen[0][1]
            found["OUT"].append((features, after(table.OUT) - after(table.END)))
        elif table.phase(s) == table.DISCARDING and len(recorder.seen) > 1:
            found["DISCARD"].append(
                [(features, after(table.DISCARD | c)) for c, features in recorder.seen]
            )
        rules.apply(s, m)
    return found


class Fit:
    """Sums of a ridge regression, without an intercept."""

    def __init__(self, n):
        self.a = [[0.0] * n for _ in range(n)]
        self.b = [0.0] * n

    def add(self, x, y):
        for i, xi in enumerate(x):
            if xi:
                row = self.a[i]
                self.b[i] += xi * y
                for j, xj in enumerate(x):
                    row[j] += xi * xj

    def weights(self):
        """Integers: _SCALE times what one sixteenth of each feature is worth in sixteenths."""
        n = len(self.b)
        scale = [(self.a[i][i] or 1.0) ** 0.5 for i in range(n)]
        a = [
            [self.a[i][j] / scale[i] / scale[j] for j in range(n)] + [self.b[i] / scale[i]]
            for i in range(n)
        ]
        for i in range(n):  # columns are scaled to length 1, so the penalty is next to nothing
            a[i][i] += _RIDGE / 1e6
        for i in range(n):
            k = max(range(i, n), key=lambda row: abs(a[row][i]))
            a[i], a[k] = a[k], a[i]
            for row in range(n):
                if row != i:
                    share = a[row][i] / a[i][i]
                    for j in range(i, n + 1):
                        a[row][j] -= share * a[i][j]
        return tuple(round(a[i][n] / a[i][i] / scale[i] * 16 * _SCALE) for i in range(n))


def fit(samples):
    """The two rows of weights from what `sample` found."""
    out = Fit(FEATURES["OUT"])
    discard = Fit(FEATURES["DISCARD"])
    for found in samples:
        for features, gain in found["OUT"]:
            out.add(features, gain)
        for group in found["DISCARD"]:
            n = len(group)
            mean = [sum(x[i] for x, _ in group) / n for i in range(FEATURES["DISCARD"])]
            mean_value = sum(y for _, y in group) / n
            for features, y in group:
                discard.add([x - m for x, m in zip(features, mean)], y - mean_value)
    return out.weights(), discard.weights()


def written(out, discard):
    """The lines of the weights in the bot's module."""
    lines = []
    for name, rows in (("OUT", out), ("DISCARD", discard)):
        lines += [f"{name} = ("] + [f"    {row}," for row in rows] + [")"]
    return "\n".join(lines) + "\n"


def replaced(source, text):
    """The bot's module with those lines in place of its weights."""
    made, n = re.subn(
        r"^OUT = \(\n.*?^\)\nDISCARD = \(\n.*?^\)\n", text, source, flags=re.M | re.S
    )
    if n != 1:
        raise Bad(f"{PATH.name} has no weights OUT and DISCARD to replace")
    return made


def tune(rounds, passes, first, workers, bar=None):
    """(OUT, DISCARD), each a row for two players and one for more; the latter from three."""
    out = [_START_OUT] * 2
    discard = [_START_DISCARD] * 2
    for _ in range(passes):
        for row, players in enumerate((2, 3)):
            jobs = [
                (deal, players, (tuple(out), tuple(discard)))
                for deal in range(first, first + rounds)
            ]
            samples = []
            for found in each(sample, jobs, workers, 4):
                samples.append(found)
                if bar:
                    bar.update(1)
            out[row], discard[row] = fit(samples)
            first += rounds
    return tuple(out), tuple(discard)


def main(argv=None):
    p = argparse.ArgumentParser(
        prog="python -m tools tune three_thirteen",
        description="Fit the weights of hard at Three Thirteen and put them into its module.",
    )
    p.add_argument("--rounds", type=int, default=3000, metavar="N", help="a pass (3000)")
    p.add_argument("--passes", type=int, default=2, metavar="N", help="how many (2)")
    p.add_argument("--first", type=int, default=1, metavar="D", help="the first deal (1)")
    p.add_argument("--workers", type=int, default=1, metavar="W", help="processes (1)")
    p.add_argument("-o", "--output", default=str(PATH), metavar="FILE", help="where to write")
    args = p.parse_args(argv)
    if args.rounds < 1 or args.passes < 1 or args.first < 1:
        raise Bad("--rounds, --passes and --first are numbers from 1 on")
    if args.first + args.rounds * args.passes * 2 > HELD_OUT:
        raise Bad(f"deals from {HELD_OUT} on are kept for figures: take fewer rounds")
    if not 1 <= args.workers <= 256:
        raise Bad("--workers is a number of processes from 1 to 256")
    with progress.bar(args.rounds * args.passes * 2, "rounds") as bar:
        out, discard = tune(args.rounds, args.passes, args.first, args.workers, bar)
    text = written(out, discard)
    module = replaced(PATH.read_text(encoding="utf-8"), text)
    Path(args.output).write_text(module, encoding="utf-8")
    print(text, end="")
    return 0
