"""`styles`: the ways of Ada, Bo and Cy at Three Thirteen, measured.

Each plays matches of two against a player of the same level with nobody's way, and for each deal
from both seats: how often each wins, and by what one can tell who it is. Rounds are counted, not
shown: how often the discard is taken, with how much deadwood and after how many turns of their own
they go out, and how many of the cards that they have melded at the end of a round are in runs.
"""

import argparse
import math

from tools import progress
from tools.games import Bad
from tools.research import pypy
from tools.research.workers import add_workers

FACES = ("nobody", "Ada", "Bo", "Cy")
LEVELS = ("easy", "medium", "hard")
# Sums of a player's rounds: draws, of them discards taken; rounds gone out, the deadwood and the
# turns; cards melded, of them in runs.
_SUMS = 7


def match(level, face, deal):
    """(games won of two, the sums of that face's player, those of the other one) of a deal."""
    from thirteen.bots import three_thirteen as bot
    from thirteen.rules import three_thirteen as rules

    options = bytes(len(rules.OPTIONS))
    won = 0
    sums = [[0] * _SUMS, [0] * _SUMS]
    for seat in range(2):
        s = bytearray(rules.SIZE)
        rules.new(s, deal, options)
        while not rules.over(s):
            theirs = _turn(s) != seat
            bot.think(s, level, 0 if theirs else face)
            while not bot.step():
                pass
            _count(sums[theirs], s, bot.move())
            rules.apply(s, bot.move())
        won += rules.over(s) - 16 == seat
    return won, *sums


def _turn(s):
    from thirteen.rules import three_thirteen_table as table

    return table.turn(s)


def _count(sums, s, m):
    from thirteen.rules import three_thirteen_arrange as arrange
    from thirteen.rules import three_thirteen_melds as melds
    from thirteen.rules import three_thirteen_table as table

    if m in (table.PILE, table.STOCK):
        sums[0] += 1
        sums[1] += m == table.PILE
    if m not in (table.OUT, table.END) or m == table.END and table.out(s) < 0:
        return
    p = table.turn(s)
    at, n = table.hand(p), table.holds(s, p)
    hand = bytes(c & 63 for c in s[at : at + n])
    dead = melds.least(hand, 0, n, table.wild(s), table.price(s))
    if m == table.OUT and table.out(s) < 0:
        sums[2] += 1
        sums[3] += dead
        sums[4] += table.turns(s) // 2 + 1
    bits = arrange.loose(hand, 0, n, table.wild(s))
    for j in range(n):
        if not bits >> j & 1:
            sums[5] += 1
            sums[6] += arrange.meld_of(j) == "run"


def measured(level, face, deals, workers):
    """(share won with its 95% interval, figures of that player, of the other one)."""
    jobs = [(level, face, deal) for deal in deals]
    shares, sums = [], [[0] * _SUMS, [0] * _SUMS]
    with progress.bar(len(jobs), "deals") as bar:
        for _, (won, *each) in pypy.each("styles.match", jobs, workers):
            shares.append(won / 2)
            for k in range(2):
                sums[k] = [a + b for a, b in zip(sums[k], each[k])]
            bar.update(1)
    mean = sum(shares) / len(shares)
    error = 1.96 * math.sqrt(sum((x - mean) ** 2 for x in shares)) / len(shares)
    return (mean, mean - error, mean + error), *map(figures, sums)


def figures(sums):
    """(share of draws from the discards, mean deadwood and turn of going out, share in runs)."""
    draws, taken, out, dead, turns, melded, runs = sums
    return taken / max(draws, 1), dead / max(out, 1), turns / max(out, 1), runs / max(melded, 1)


def main(argv=None):
    p = argparse.ArgumentParser(
        prog="python -m tools research styles",
        description="Measure the ways of Ada, Bo and Cy: strength, and what tells them apart.",
    )
    p.add_argument("--games", type=int, default=400, metavar="N", help="of each face (400)")
    p.add_argument("--first", type=int, default=1, metavar="D", help="the first deal (1)")
    p.add_argument("--levels", default=",".join(LEVELS), metavar="A,B", help="easy,medium,hard")
    p.add_argument("--who", default=",".join(FACES[1:]), metavar="A,B", help="Ada,Bo,Cy")
    add_workers(p)
    args = p.parse_args(argv)
    levels = args.levels.split(",")
    if not {*levels} <= {*LEVELS}:
        raise Bad(f"--levels are some of {', '.join(LEVELS)}")
    who = args.who.split(",")
    if not {*who} <= {*FACES}:
        raise Bad(f"--who is some of {', '.join(FACES)}")
    if args.games < 2 or args.games % 2:
        raise Bad("--games must be even: a deal is played from both seats")
    print("level   who     won against nobody's way   takes   out with, on turn   in runs")
    for level in levels:
        for face in [FACES.index(name) for name in who]:
            deals = range(args.first, args.first + args.games // 2)
            won, mine, other = measured(LEVELS.index(level) + 1, face, deals, args.workers)
            for name, f in ((FACES[face], mine), ("", other)):
                share = "{:5.1f}% ({:.1f} to {:.1f})".format(*(100 * x for x in won))
                print(
                    f"{level if name else '':7} {name or 'nobody':7} {share if name else '':26}"
                    f" {100 * f[0]:5.1f}%  {f[1]:5.2f}  {f[2]:5.2f}        {100 * f[3]:5.1f}%"
                )
    return 0
