"""Layer 5. Starting a deal."""

from thirteen.storage import deals, settings


def deal(game, number=0):
    """Deal that number; for 0 a random deal, or a proven winnable one if the settings say so.

    A random deal that is over before the first move is passed over.
    """
    names = game.rules.OPTIONS
    chosen = settings.options(game.row, names)
    while True:
        n = number or deals.any_deal(game.name, settings.winnable(game.row, names))
        game.match.deal(n, chosen)
        if number or not game.rules.over(game.match.s):
            break
    game.fresh()


def restart(game):
    """Start the same deal again."""
    game.match.restart()
    game.fresh()
    game.opened()
