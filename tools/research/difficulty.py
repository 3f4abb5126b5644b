"""`difficulty`: how hard deals of the bank are for people, for the presets and the thirteen steps.

The measure is the share of 200 sensible plays that win (plain_play.py): those of a player who sees
what is best about half the time.
"""

import argparse
import re

from tools import games, progress
from tools.bank import GAMES, read, won
from tools.games import Bad
from tools.research import pypy
from tools.research.workers import add_workers, number

PLAYS = 200
# How many of them an easy deal wins at least, and a hard one at most.
BANDS = {"thirteens": (60, 2), "friday": (197, 2), "imaginary": (50, 0)}
_FOLDER = games.ROOT / "firmware" / "thirteen" / "presets"
_STEPS = 13


def shares(game, deals, workers=1):
    """{deal: plays won}."""
    jobs = [(game, deal, PLAYS) for deal in deals]
    found = {}
    with progress.bar(len(jobs), "deals") as bar:
        for (_, deal, _), wins in pypy.each("plain_play.wins", jobs, workers):
            found[deal] = wins
            bar.update()
    return found


def chosen(found, fits, kept, count):
    """So many deals that fit, those that are named now first, in order."""
    fitting = [deal for deal in found if fits(found[deal])]
    fitting.sort(key=lambda deal: (deal not in kept, deal))
    if len(fitting) < count:
        raise Bad(f"only {len(fitting)} deals fit: grade more of them with --deals")
    return sorted(fitting[:count])


def steps(found):
    """(deal, per cent won) from the easiest to one that is won now and then, in even steps."""
    winnable = {deal: wins for deal, wins in found.items() if wins >= 2}
    easy, hard = max(winnable.values()), min(winnable.values())
    rows = []
    for i in range(_STEPS):
        aim = easy + (hard - easy) * i / (_STEPS - 1)
        left = [d for d in winnable if not rows or winnable[d] < winnable[rows[-1]]]
        rows.append(min(left, key=lambda d: (abs(winnable[d] - aim), d)))
    return [(deal, round(100 * winnable[deal] / PLAYS)) for deal in rows]


def _named(text, name):
    """The deals that a presets file has under a name."""
    return {
        int(n)
        for n in re.findall(r"\d+", re.search(rf"^{name} = \((.*?)\)", text, re.M | re.S)[1])
    }


def _with(text, name, rows):
    lines = "".join(
        f"    {', '.join(map(str, rows[i : i + 8]))},\n" for i in range(0, len(rows), 8)
    )
    new = f"{name} = (\n{lines})  # fmt: skip\n"
    found = re.search(rf"^{name} = \(.*?\n\)  # fmt: skip\n", text, re.M | re.S)
    if found:
        return text[: found.start()] + new + text[found.end() :]
    at = text.index("PRESETS = ")
    return text[:at] + new + text[at:]


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools research difficulty",
        description="Grade deals of the bank by the share of 200 sensible plays that win, and "
        "write easy and hard ones and the thirteen steps to firmware/thirteen/presets/GAME.py.",
    )
    parser.add_argument("game", choices=GAMES)
    parser.add_argument(
        "--count", type=number, default=24, metavar="N", help="easy and hard, of each"
    )
    parser.add_argument(
        "--deals", type=number, default=2000, metavar="N", help="graded, the first"
    )
    add_workers(parser)
    args = parser.parse_args(argv)
    path = _FOLDER / f"{args.game}.py"
    text = path.read_text("utf-8")
    deals = [deal for deal, entry in read(args.game).items() if won(entry)][: args.deals]
    found = shares(args.game, deals, args.workers)
    easy, hard = BANDS[args.game]
    text = _with(
        text, "EASY", chosen(found, lambda n: n >= easy, _named(text, "EASY"), args.count)
    )
    text = _with(
        text, "HARD", chosen(found, lambda n: n <= hard, _named(text, "HARD"), args.count)
    )
    text = _with(text, "STEPS", steps(found))
    path.write_text(text, "utf-8")
    return 0
