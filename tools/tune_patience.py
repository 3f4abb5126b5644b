"""`tune imaginary`: what a card costs on a waste, for the player that the hints play on with.

One weight is changed at a time, and stays changed where that player, who sees the turned card
only, wins more of the same deals: by two standard deviations of the deals that end otherwise. The
weights it begins with are those of the module.
"""

import argparse
import re

from tools import games, progress
from tools.games import Bad
from tools.workers import each

PATH = games.FIRMWARE / "thirteen" / "bots" / "imaginary_table.py"
HELD_OUT = 500001  # deals from here on are kept for figures

STEPS = {"_EMPTY": 4, "_BURIED": 1, "_IDLE": 1, "_RUN": 8}
_CHUNK = 50


def play(job):
    """For each of some deals whether the player with those weights wins it alone."""
    weights, deals = job
    from thirteen.bots import imaginary_table as table

    rules = games.rules("imaginary")
    before = {name: getattr(table, name) for name in weights}
    vars(table).update(weights)
    s = bytearray(rules.SIZE)
    out = []
    for deal in deals:
        rules.new(s, deal, bytes(len(rules.OPTIONS)))
        table.count(s)
        out.append(table.roll(s, len(s)) == table.WON)
    vars(table).update(before)
    return out


def wins(weights, deals, workers=1, bar=None):
    """Likewise for all deals (a range), in their order."""
    jobs = [(weights, deals[i : i + _CHUNK]) for i in range(0, len(deals), _CHUNK)]
    out = []
    for chunk in each(play, jobs, workers):
        out += chunk
        if bar:
            bar.update(len(chunk))
    return out


def better(old, new):
    """Whether `new` wins clearly more of the same deals."""
    gained = sum(b and not a for a, b in zip(old, new))
    lost = sum(a and not b for a, b in zip(old, new))
    return gained > lost and (gained - lost) ** 2 > 4 * (gained + lost)


def tune(weights, deals, passes=1, workers=1, bar=None):
    """(the weights found, how many of the deals they win)."""
    weights = dict(weights)
    best = wins(weights, deals, workers, bar)
    for _ in range(passes):
        for name, step in STEPS.items():
            for change in (step, -step):
                tried = dict(weights)
                tried[name] = max(weights[name] + change, 0)
                found = wins(tried, deals, workers, bar)
                if better(best, found):
                    weights, best = tried, found
    return weights, sum(best)


def read(source):
    """The weights in the module's source."""
    found = {name: re.search(rf"^{name} = const\((\d+)\)", source, re.M) for name in STEPS}
    for name, match in found.items():
        if not match:
            raise Bad(f"{PATH.name} has no weight {name}")
    return {name: int(match[1]) for name, match in found.items()}


def replaced(source, weights):
    """The module's source with these weights."""
    for name, value in weights.items():
        source = re.sub(rf"^{name} = const\(\d+\)", f"{name} = const({value})", source, flags=re.M)
    return source


def main(argv=None):
    p = argparse.ArgumentParser(
        prog="python -m tools tune imaginary",
        description="Tune what a card costs on a waste of Imaginary Thirteen, in its module.",
    )
    p.add_argument("--deals", type=int, default=4000, metavar="N", help="how many (4000)")
    p.add_argument("--first", type=int, default=1, metavar="D", help="the first deal (1)")
    p.add_argument("--passes", type=int, default=2, metavar="N", help="how many (2)")
    p.add_argument("--workers", type=int, default=1, metavar="W", help="processes (1)")
    p.add_argument("-o", "--output", default=str(PATH), metavar="FILE", help="where to write")
    args = p.parse_args(argv)
    if args.deals < 1 or args.passes < 1 or args.first < 1:
        raise Bad("--deals, --passes and --first are numbers from 1 on")
    if args.first + args.deals > HELD_OUT:
        raise Bad(f"deals from {HELD_OUT} on are kept for figures: take fewer deals")
    if not 1 <= args.workers <= 256:
        raise Bad("--workers is a number of processes from 1 to 256")
    source = PATH.read_text(encoding="utf-8")
    deals = range(args.first, args.first + args.deals)
    with progress.bar(args.deals * (1 + 2 * len(STEPS) * args.passes), "deals") as bar:
        weights, won = tune(read(source), deals, args.passes, args.workers, bar)
    with open(args.output, "w", encoding="utf-8") as f:
        f.write(replaced(source, weights))
    print(f"{won} of {args.deals} deals won by the player alone, with", end=" ")
    print(", ".join(f"{name} {value}" for name, value in weights.items()))
    return 0
