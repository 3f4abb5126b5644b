"""`prove`: do the review's solvers say what solvers say that leave nothing out?"""

import argparse
from collections import Counter

from tools import progress
from tools.research import pypy
from tools.research.workers import add_workers


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools research prove",
        description="Compare verdicts on the positions of sensible plays, from their ends "
        "backwards, with those of a solver that shares no code and leaves nothing out.",
    )
    parser.add_argument("game", choices=("friday", "imaginary"))
    parser.add_argument("--plays", type=int, default=100, metavar="N", help="how many (100)")
    parser.add_argument("--first", type=int, default=1, metavar="D", help="the first deal (1)")
    add_workers(parser)
    args = parser.parse_args(argv)
    jobs = [(args.game, args.first + k, k) for k in range(args.plays)]
    seen = Counter()
    with progress.bar(len(jobs), "plays") as bar:
        for (_, deal, n), found in pypy.each("compared.verdicts", jobs, args.workers):
            for truth, verdict in found:
                seen["unknown" if not verdict else "agree" if truth == verdict else "differ"] += 1
                if verdict not in (0, truth):
                    bar.write(f"{args.game}: deal {deal}, play {n}: {verdict}, not {truth}")
            bar.update()
    print(f"{args.game}: " + ", ".join(f"{seen[k]} {k}" for k in ("agree", "differ", "unknown")))
    return 1 if seen["differ"] else 0
