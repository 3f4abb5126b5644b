"""`hints`: the win rates of the patience games when every move follows the hint.

A hint uses only what the player has seen. The rate depends on deals and options, not on the number
of workers.
"""

import argparse
import os
from array import array

from tools import games, progress
from tools.research.survey import rate
from tools.research.workers import add_workers, each

_CHUNK = 10  # deals a worker takes at a time


def play(game, deal, options):
    """(value of `over` at the end, score, number of hints, most steps of a hint)."""
    rules = games.rules(game)
    bot = games.bot(game)
    s = bytearray(rules.SIZE)
    out = array("H", bytes(2 * rules.MOVES))
    rules.new(s, deal, options)
    hints = most = 0
    while not rules.over(s):
        n = rules.moves(s, out)
        bot.think(s)
        steps = 1
        while not bot.step():
            steps += 1
        if bot.move() not in out[:n]:
            raise AssertionError(f"{game} {deal}: hint {bot.move()} is not legal")
        rules.apply(s, bot.move())
        hints += 1
        most = max(most, steps)
    return rules.over(s), rules.score(s), hints, most


def _chunk(job):
    game, deals, options = job
    return [play(game, deal, options) for deal in deals]


def hint_rate(game, deals, workers=1, done=None, options=None):
    """Play each of the deals (a range) by hints.

    Returns a dict: `deals`, `won`, `score` (mean), `hints` (their number), `steps` (the most of a
    hint). `done` is called with the number of deals just finished. `options` are packed bytes, or
    None for the defaults.
    """
    if options is None:
        options = bytes(len(games.rules(game).OPTIONS))
    jobs = [(game, deals[i : i + _CHUNK], options) for i in range(0, len(deals), _CHUNK)]
    return _sum(each(_chunk, jobs, workers), done)


def _sum(chunks, done):
    totals = {"deals": 0, "won": 0, "score": 0, "hints": 0, "steps": 0}
    for chunk in chunks:
        for over, score, hints, steps in chunk:
            totals["deals"] += 1
            totals["won"] += over == 1
            totals["score"] += score
            totals["hints"] += hints
            totals["steps"] = max(totals["steps"], steps)
        if done:
            done(len(chunk))
    if totals["deals"]:
        totals["score"] /= totals["deals"]
    return totals


def main(argv=None):
    parser = argparse.ArgumentParser(
        prog="python -m tools research hints",
        description="Play deals by the game's hints alone, and print how many are won.",
    )
    parser.add_argument("game", choices=games.names("patience"))
    parser.add_argument("--deals", type=int, default=2000, metavar="N", help="how many (2000)")
    parser.add_argument("--first", type=int, default=1, metavar="D", help="the first deal (1)")
    add_workers(parser, os.cpu_count() or 1)
    parser.add_argument(
        "--options", default="", metavar="K=V,...", help="others keep their default"
    )
    args = parser.parse_args(argv)
    options = games.options(args.game, args.options)
    deals = games.deals(args.first, args.deals)
    with progress.bar(args.deals, "deals") as bar:
        totals = hint_rate(args.game, deals, args.workers, bar.update, options)
    won, low, high = rate(totals["won"], totals["deals"])
    print(
        f"{args.game}: {totals['won']} of {totals['deals']} deals won, {won:.1%} "
        f"(95%: {low:.1%} to {high:.1%}); {totals['hints']} hints, {totals['steps']} steps at most"
    )
    return 0
