"""`survey`: plays many deals of Make 13 by the hints, a move a second, and reports the scores.

95% confidence intervals: Wilson's for rates, the normal one for means. The figures depend on deals
and options, not on the number of workers.
"""

import argparse
import math

from tools import games, progress
from tools.research.workers import add_workers, each

_SECOND = 10  # ticks
_CHUNK = 20  # deals a worker takes at a time
_Z = 1.959964  # normal deviate for 95%


def play(deal, options):
    """Play one entry: (score, levels completed, of them busted, by a Super Bust)."""
    rules = games.rules("make13")
    bot = games.bot("make13")
    s = bytearray(rules.SIZE)
    rules.new(s, deal, options)
    busts = []
    while not rules.over(s):
        level = rules.get(s, rules.LEVEL)
        rules.apply(s, rules.WAIT | _SECOND)
        if not rules.over(s):
            rules.apply(s, bot.choose(s))
        how = rules.bust(s, level)
        if how or rules.over(s) > 1 or rules.get(s, rules.LEVEL) > level:
            busts.append(how)  # the level in which a Sprint to Score is won is not completed
    return rules.score(s), len(busts), sum(how > 0 for how in busts), busts.count(3)


def _chunk(job):
    deals, options = job
    return [play(deal, options) for deal in deals]


def rate(k, n):
    """[k / n, low, high] with Wilson's interval."""
    if not n:
        return [0.0, 0.0, 1.0]
    p = k / n
    z2 = _Z * _Z
    mid = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = _Z * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return [p, max(mid - half, 0.0), min(mid + half, 1.0)]


def mean(values):
    """[mean, low, high]; low and high are the mean if there is only one value."""
    n = len(values)
    m = sum(values) / n
    half = 0.0
    if n > 1:
        half = _Z * math.sqrt(sum((v - m) ** 2 for v in values) / (n - 1) / n)
    return [m, m - half, m + half]


def main(argv=None):
    p = argparse.ArgumentParser(
        prog="python -m tools research survey",
        description="Play many deals by the hints, a move a second, and report the scores.",
    )
    p.add_argument("game", choices=("make13",))
    p.add_argument("--deals", type=int, default=1000, metavar="N", help="how many (1000)")
    p.add_argument("--first", type=int, default=1, metavar="D", help="the first deal (1)")
    add_workers(p)
    p.add_argument("--options", default="", metavar="K=V,...", help="others keep their default")
    args = p.parse_args(argv)
    chosen = games.options(args.game, args.options)
    deals = games.deals(args.first, args.deals)
    jobs = [(deals[i : i + _CHUNK], chosen) for i in range(0, len(deals), _CHUNK)]
    entries = []
    with progress.bar(len(deals), "deals") as bar:
        for chunk in each(_chunk, jobs, args.workers):
            entries += chunk
            bar.update(len(chunk))
    scores, levels, busted, supers = zip(*entries)
    print(f"{len(deals)} deals, {sum(levels)} levels; 95% confidence in brackets")
    print("score       {:.0f} ({:.0f} to {:.0f})".format(*mean(scores)))
    for what, n in ("busted", sum(busted)), ("Super Bust", sum(supers)):
        print(f"{what:11} " + "{:.2%} ({:.2%} to {:.2%})".format(*rate(n, sum(levels))))
    return 0
