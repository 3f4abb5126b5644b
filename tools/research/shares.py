"""`winnable`: the share of deals of a patience that can be won, with all cards known.

Of Thirteens any deals: the solver of the handheld tries everything, so a deal which it does not
win is proved lost. Of the others those of the bank, where lines of play prove what is won: what it
leaves open is settled by the review's solver, as far as that goes.
"""

import argparse
import contextlib

from tools import bank, games, progress
from tools.research import pypy
from tools.research.survey import rate
from tools.research.workers import add_workers

_CHUNK = 100


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools research winnable",
        description="Solve deals of a patience, and print how many can be won.",
    )
    parser.add_argument("game", choices=bank.GAMES)
    parser.add_argument(
        "--deals", type=int, default=100_000, metavar="N", help="how many (100000)"
    )
    parser.add_argument("--first", type=int, default=1, metavar="D", help="the first deal (1)")
    parser.add_argument("--lines", metavar="FILE", help='write a line a deal: its win, or "-"')
    parser.add_argument(
        "--positions", type=int, default=300_000, metavar="N",
        help="of Friday and Imaginary Thirteen: met for a deal that the bank leaves open (300000)",
    )  # fmt: skip
    add_workers(parser)
    args = parser.parse_args(argv)
    if args.game == "thirteens":
        return _thirteens(args)
    entries = bank.read(args.game)
    still = [deal for deal, entry in entries.items() if entry == bank.UNKNOWN]
    won = sum(bank.won(entry) for entry in entries.values())
    lost = 0
    with progress.bar(len(still), "deals") as bar:
        jobs = [(args.game, deal, args.positions) for deal in still]
        for _, found in pypy.each("winnable.settled", jobs, args.workers):
            won += found == 1
            lost += found == 2
            bar.update()
    n = len(entries)
    _, low, _ = rate(won, n)
    _, _, high = rate(n - lost, n)
    print(
        f"{args.game}: of {n} deals {won} can be won, {lost} are proved lost, {n - won - lost} are"
        f" open: {won / n:.2%} to {1 - lost / n:.2%} (95%: {low:.2%} to {high:.2%})"
    )
    return 0


def _thirteens(args):
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
