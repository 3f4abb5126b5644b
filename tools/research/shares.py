"""`winnable`: the share of deals of Thirteens that can be won, with all cards known.

The handheld's own solver tries everything, so that a deal which it does not win is proved lost.
"""

import argparse
import contextlib

from tools import games, progress
from tools.research import pypy
from tools.research.survey import rate
from tools.research.workers import add_workers

_CHUNK = 100


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools research winnable",
        description="Solve deals of Thirteens, and print how many can be won.",
    )
    parser.add_argument(
        "--deals", type=int, default=100_000, metavar="N", help="how many (100000)"
    )
    parser.add_argument("--first", type=int, default=1, metavar="D", help="the first deal (1)")
    parser.add_argument("--lines", metavar="FILE", help='write a line a deal: its win, or "-"')
    add_workers(parser)
    args = parser.parse_args(argv)
    deals = games.deals(args.first, args.deals)
    jobs = [(n, min(_CHUNK, deals.stop - n)) for n in range(deals.start, deals.stop, _CHUNK)]
    won = 0
    with contextlib.ExitStack() as stack:
        out = args.lines and stack.enter_context(open(args.lines, "w", encoding="ascii"))
        bar = stack.enter_context(progress.bar(len(deals), "deals"))
        for (first, count), lines in pypy.each("winnable.thirteens", jobs, args.workers):
            won += sum(line != "-" for line in lines)
            if out:
                out.writelines(f"{first + i} {line}\n" for i, line in enumerate(lines))
            bar.update(count)
    share, low, high = rate(won, len(deals))
    print(
        f"thirteens: {won} of {len(deals)} deals can be won, {share:.2%} "
        f"(95%: {low:.2%} to {high:.2%}); the others are proved lost"
    )
    return 0
