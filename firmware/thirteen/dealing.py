"""Layer 5. Starting a deal."""

from thirteen.storage import deals, settings


def deal(game, number=0):
    """Deal that number; for 0 a random deal, or a proven winnable one if the settings say so."""
    names = game.rules.OPTIONS
    if not number:
        number = deals.any_deal(game.name, settings.winnable(game.row, names))
    game.match.deal(number, settings.options(game.row, names))
    game.fresh()


def restart(game):
    """Start the same deal again."""
    game.match.restart()
    game.fresh()
    game.opened()
