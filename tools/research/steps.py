"""`steps`: how often players reach the thirteen steps of Make 13 and Three Thirteen.

Of Make 13 three players race at the step's own deal and at others: a steady one plays the hints,
a move in three seconds; a quick one the same, a move in one and a half; a plain one takes the
largest group that it sees, a move in two and a half. Of Three Thirteen the person's seat is that
of an easy, a medium and a hard player.
"""

import argparse

from tools import progress
from tools.games import Bad
from tools.research import pypy
from tools.research.workers import add_workers, number

FIRST = 1301  # the deal of the first step: _DEAL in screens/steps.py
PLAYERS = {
    "make13": {"plain": (25, "greedy"), "steady": (30, "bot"), "quick": (15, "bot")},
    "three_thirteen": {"easy": 1, "medium": 2, "hard": 3},
}
MIDDLE = {"make13": "steady", "three_thirteen": "medium"}  # a sensible player


def rows(game):
    """The STEPS of a game."""
    import importlib

    return importlib.import_module("thirteen.presets." + game).STEPS


def play(game, i, deal, player):
    """(whether step i is reached at a deal, the score) by that player."""
    import importlib

    from thirteen import options

    rules = importlib.import_module("thirteen.rules." + game)
    text, points, _ = rows(game)[i]
    chosen = options.pack(rules.OPTIONS, dict(part.split("=") for part in text.split()))
    s = bytearray(rules.SIZE)
    rules.new(s, deal, chosen)
    (_race if game == "make13" else _match)(rules, s, PLAYERS[game][player])
    score = rules.score(s)
    if game == "make13":
        return score >= points if points else rules.over(s) == 1, score
    return rules.over(s) == 16, score


def _race(rules, s, how):
    from array import array

    from thirteen.bots import make13 as bot

    wait, which = how
    out = array("H", bytes(2 * rules.MOVES))
    while not rules.over(s):
        rules.apply(s, rules.WAIT | wait)
        if rules.over(s):
            return
        if which == "bot":
            m = bot.choose(s)
        else:
            n = rules.groups(s, out)
            m = rules.DRAW if rules.stock(s) else rules.NEXT
            if n:
                m = max(out[:n], key=lambda m: bin(m & 31).count("1"))
        rules.apply(s, m)


def _match(rules, s, level):
    from thirteen.bots import three_thirteen as bot
    from thirteen.rules import three_thirteen_table as table

    while not rules.over(s):
        bot.think(s, None if table.seat(s, table.turn(s)) else level)
        while not bot.step():
            pass
        rules.apply(s, bot.move())


def main(argv=None):
    p = argparse.ArgumentParser(
        prog="python -m tools research steps",
        description="How often players reach each of a game's thirteen steps.",
    )
    p.add_argument("game", choices=PLAYERS)
    p.add_argument("--deals", type=number, default=40, metavar="N", help="of each step (40)")
    p.add_argument("--players", default="", metavar="A,B", help="all by default")
    add_workers(p)
    args = p.parse_args(argv)
    names = args.players.split(",") if args.players else list(PLAYERS[args.game])
    if not {*names} <= {*PLAYERS[args.game]}:
        raise Bad(f"--players are some of {', '.join(PLAYERS[args.game])}")
    count = len(rows(args.game))
    jobs = [
        (args.game, i, FIRST + i + 13 * k, name)
        for i in range(count)
        for name in names
        for k in range(args.deals)
    ]
    found = {}
    with progress.bar(len(jobs), "games") as bar:
        for (_, i, deal, name), got in pypy.each("steps.play", jobs, args.workers):
            found.setdefault((i, name), {})[deal] = got
            bar.update(1)
    print("step  " + "".join(f"{name:>18}" for name in names) + "   its own deal (score)")
    for i, (_, _, words) in enumerate(rows(args.game)):
        line = f"{i + 1:4}  "
        for name in names:
            games = found[i, name].values()
            mean = sum(score for _, score in games) / len(games)
            line += f"{100 * sum(won for won, _ in games) / len(games):8.0f}% {mean:8.0f}"
        own = [found[i, name][FIRST + i] for name in names]
        marks = " ".join(f"{'yes' if won else 'no'} ({score})" for won, score in own)
        print(line + "   " + marks + "   " + words)
    return 0
