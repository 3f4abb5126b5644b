"""Layer 5. A new deal comes onto the table."""

from thirteen.storage import deals, settings


def deal(game, number=0):
    """Deal that number; by chance, or one proved winnable where the player wants no others."""
    names = game.rules.OPTIONS
    if not number:
        number = deals.any_deal(game.name, settings.winnable(game.row, names))
    game.match.deal(number, settings.options(game.row, names))
    game.fresh()


def restart(game):
    """The same deal from its beginning."""
    game.match.restart()
    game.fresh()
    game.opened()
