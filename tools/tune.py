"""`tune`: make the weights and tables of a game's computer player, from deals below 500001."""

import argparse
import importlib

from tools.games import Bad

# Each game: the module that tunes it. Its main takes the arguments after the game's name.
GAMES = {
    "imaginary": "tools.tune_patience",
    "three_thirteen": "tools.tune_three_thirteen",
}


def main(argv=None):
    p = argparse.ArgumentParser(
        prog="python -m tools tune",
        description="Make the weights and tables of a game's computer player. "
        "Each game has options of its own: tune GAME --help.",
    )
    p.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    p.add_argument("options", nargs=argparse.REMAINDER, help="of that game")
    args = p.parse_args(argv)
    if args.game not in GAMES:
        raise Bad(f"nothing is tuned for {args.game!r}: there is {', '.join(GAMES)}")
    return importlib.import_module(GAMES[args.game]).main(args.options)
