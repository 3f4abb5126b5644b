"""Layer 5. New deals: at once, by menu, and the daily deal."""

import hal
from thirteen import dealing
from thirteen.storage import dates, deals
from thirteen.ui import art, menu, status_panel


def at_once(game):
    """Start another deal; the note gives the number of one in play, so it can be had again."""
    match = game.match
    was = match.number if match.n and not game.rules.over(match.s) else 0
    if game.mode.invite(game):
        dealing.deal(game)
        game.opened()
        if was:
            status_panel.note("New deal. The last one was %d." % was)


def other(game):
    """Let the player choose a deal, with a menu over the current picture, and start it."""
    n = _choose(game)
    if n and game.mode.invite(game):
        dealing.deal(game, n)
        game.opened()


def today(game):
    """Start the daily deal from the launcher, or resume it if it is the one in play."""
    n = deals.daily(game.name, game.row, deals.day(game.row))
    match = game.match
    if match.n and not game.rules.over(match.s):
        if match.number == n:
            return
        game.view.open(match.s)
        game.show()
        if not menu.sure("Quit the game in play?", "Daily deal"):
            return
    if game.mode.invite(game):
        dealing.deal(game, n)


def _choose(game):
    """The number of the deal chosen, 0 for back."""
    at = menu.ask("Other deal", ("Daily deal\t" + day(game.row), "By number", "Same again"))
    game.draw()
    if at == 0:
        return deals.daily(game.name, game.row, deals.day(game.row))
    if at == 1:
        return max(menu.number("Deal number", game.match.number, 6), 0)
    return game.match.number if at == 2 else 0


def day(row):
    """The date of the daily deal on offer, with a mark if it has been played."""
    now = deals.day(row)
    text = dates.today() if hal.today() >= 0 else "no. %d" % now
    return text + " " + art.CH_CHECK if deals.played(row) else text
