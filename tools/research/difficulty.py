"""`difficulty`: what a solver needed for deals of the bank; their easiest and hardest are presets.

Of Friday the 13th and Imaginary Thirteen: the narrowest beam that wins (search_friday.py,
search_imaginary.py), a power of two; 1 plays the best-looking move and never looks back. Of
Thirteens: the positions that the handheld's solver, which tries the best-looking move first, meets
up to its first win.
"""

import argparse

from thirteen.rules import friday, imaginary
from tools.bank import GAMES, dealt, read, won
from tools.research import bank, search_friday, search_imaginary

# What an easy deal needs at most, and a hard one at least.
BANDS = {"thirteens": (30, 500), "friday": (1, 8), "imaginary": (1, 64)}
_WIDEST = 256


def needed(game, deal):
    """What the solver needs for a deal that can be won."""
    if game == "thirteens":
        bank.settle(game, deal)
        return bank.positions()
    wins = _friday(deal) if game == "friday" else _imaginary(deal)
    width = 1
    while width < _WIDEST and not wins(width):
        width *= 2
    return width


def _friday(deal):
    s = dealt(friday, deal)
    return lambda width: search_friday.beam(s, width) is not None


def _imaginary(deal):
    s = dealt(imaginary, deal)
    return lambda width: search_imaginary.beam(s, width) is not None


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools research difficulty",
        description="List easy and hard deals of the bank, for firmware/thirteen/presets/GAME.py.",
    )
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--count", type=int, default=24, metavar="N", help="of each")
    args = parser.parse_args(argv)
    low, high = BANDS[args.game]
    easy, hard = [], []
    for deal, entry in read(args.game).items():
        if won(entry) and min(len(easy), len(hard)) < args.count:
            n = needed(args.game, deal)
            if n <= low:
                easy.append(deal)
            elif n >= high:
                hard.append(deal)
    print("EASY =", tuple(easy[: args.count]))
    print("HARD =", tuple(hard[: args.count]))
    return 0
