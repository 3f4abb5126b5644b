"""Layer 5. The menu of a new deal."""

import hal
from thirteen import dealing
from thirteen.storage import dates, deals, settings
from thirteen.ui import art, menu


def next_deal(game):
    """Let the player choose another deal, over what is drawn, and deal it."""
    n = _choose(game)
    if n and game.mode.invite(game):
        dealing.deal(game, n)
        game.opened()


def _choose(game):
    """The number of the deal that the player wants, 0 for back."""
    name = game.name
    only = settings.winnable(game.row, game.rules.OPTIONS) and deals.winnable(name) > 0
    first = "Winnable" if only else "Random"
    rows = first, "Daily deal\t" + day(game.row), "By number", "Same again"
    at = menu.ask("New deal", rows)
    game.draw()
    if at == 0:
        return deals.any_deal(name, only)
    if at == 1:
        return deals.daily(name, game.row, deals.day(game.row))
    if at == 2:
        return max(menu.number("Deal number", game.match.number, 6), 0)
    return game.match.number if at == 3 else 0


def day(row):
    """The day whose daily deal is on offer, with a mark if it has been played."""
    now = deals.day(row)
    text = dates.today() if hal.today() >= 0 else "no. %d" % now
    return text + " " + art.CH_CHECK if deals.played(row) else text
