"""`named`: how often the review names the move that lost a game.

The sample: a deal of the bank by chance and one sensible play of it (plain_play.py), if it is
lost; hard deals are met more often, as in play. With --each each deal counts once, by the first of
20 plays that is lost. What is measured is the review's own search (bots/losing_move.py).
"""

import argparse
import random

from tools import progress
from tools.bank import GAMES, read, won
from tools.research import pypy
from tools.research.survey import rate
from tools.research.workers import add_workers, number

_HANDHELD = 1344  # hal.ROOM: the positions that a search may keep
_PLAYS = 20  # of a deal that counts once
_NUMBERS = 1_000_000  # plays of a deal to draw from


def sample(game, count, seed, each=False, room=_HANDHELD, workers=1):
    """Yield (deal, play, moves, won, lost, positions met) of so many lost games."""
    chance = random.Random(seed)
    deals = [deal for deal, entry in read(game).items() if won(entry)]
    chance.shuffle(deals)
    while count:
        jobs = []
        for _ in range(count):
            if each and not deals:
                return
            deal = deals.pop() if each else chance.choice(deals)
            plays = range(_PLAYS) if each else (chance.randrange(_NUMBERS),)
            jobs.append((game, deal, [*plays], room))
        for (_, deal, *_), found in pypy.each("verdicts.named", jobs, workers):
            if found:
                count -= 1
                yield deal, *found


def summary(rows):
    """What is told of (deal, play, moves, won, lost, positions met)."""
    n = len(rows)
    gaps = sorted(lost - won - 1 for _, _, _, won, lost, _ in rows)
    share, low, high = rate(gaps.count(0), n)
    near = sum(gap <= 5 for gap in gaps)
    met = sorted(row[-1] for row in rows)
    return (
        f"{gaps.count(0)} of {n} named, {share:.1%} (95%: {low:.1%} to {high:.1%}); {near} within "
        f"five moves; moves that may be it, besides: median {gaps[n // 2]}, of a quarter "
        f"{gaps[n * 3 // 4]} or more; positions met: mean {sum(met) / n:.0f}, median "
        f"{met[n // 2]}, most {met[-1]}"
    )


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools research named",
        description="How often the review names the losing move, in lost games of sensible plays "
        "of deals of the bank. A line a game: deal, play, moves, after how many the game could "
        "still be won, and after how many it was lost, as far as proved, and positions met.",
    )
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=number, default=100, metavar="N", help="lost games (100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the sample (1)")
    parser.add_argument("--each", action="store_true", help="each deal counts once")
    parser.add_argument(
        "--room",
        type=number,
        default=_HANDHELD,
        metavar="P",
        help=f"positions a search may keep ({_HANDHELD}, the handheld's; desk and page: 86016)",
    )
    add_workers(parser)
    args = parser.parse_args(argv)
    rows = []
    print("deal play moves won lost positions")
    with progress.bar(args.games, "games") as bar:
        games = sample(args.game, args.games, args.seed, args.each, args.room, args.workers)
        for row in games:
            print(*row)
            rows.append(row)
            bar.update()
    how = "each deal once" if args.each else "deals by chance"
    print(f"{args.game}, room {args.room}, {how}, seed {args.seed}: {summary(rows)}")
    return 0
