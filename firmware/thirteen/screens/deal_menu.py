"""Layer 5. New deals: at once, by menu, and the daily deal."""

from thirteen import dealing
from thirteen.storage import deals
from thirteen.ui import art, menu, status_panel


def at_once(game, number=0):
    """Start another deal, or that one; a game in play is kept, and the note says so."""
    if game.mode.invite(game):
        kept, note = dealing.leave(game)
        if kept:
            dealing.deal(game, number)
            game.opened()
            status_panel.note(note)


def other(game):
    """Let the player choose a deal, with a menu over the current picture, and start it."""
    n = _choose(game)
    if n:
        at_once(game, n)


def chosen(game, number):
    """Start the deal chosen in the calendar, unless it is in play; the game's note says so."""
    if game.in_play() and game.match.number == number:
        return
    kept, game.note = dealing.leave(game)
    if kept:
        dealing.deal(game, number)


def _choose(game):
    """The number of the deal chosen, 0 for back."""
    at = menu.ask(
        "Other deal",
        ("Daily deal\t" + deals.offered(game.row, art.CH_CHECK), "By number", "Same again"),
    )
    game.draw()
    if at == 0:
        return deals.daily(game.name, game.row, deals.day(game.row))
    if at == 1:
        return max(menu.number("Deal number", game.match.number, 6), 0)
    return game.match.number if at == 2 else 0
