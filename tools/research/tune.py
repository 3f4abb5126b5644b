"""`tune`: tunes the weights and tables of a game's computer player on deals below 500001."""

import argparse
import functools

from tools.games import Bad
from tools.research import tune_patience

# The function that tunes each game. It takes the arguments after the game's name.
GAMES = {game: functools.partial(tune_patience.main, game) for game in tune_patience.PLAYERS}


def main(argv=None):
    p = argparse.ArgumentParser(
        prog="python -m tools research tune",
        description="Tune the weights and tables of a game's computer player. "
        "Each game has options of its own: tune GAME --help.",
    )
    p.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    p.add_argument("options", nargs=argparse.REMAINDER, help="the game's options")
    args = p.parse_args(argv)
    if args.game not in GAMES:
        raise Bad(f"there is nothing to tune in {args.game!r}: choose from {', '.join(GAMES)}")
    return GAMES[args.game](args.options)
