"""Layer 5. Setting up a game for several players: who plays, and by which rules."""

from thirteen import later
from thirteen.screens import settings_menu
from thirteen.storage import settings
from thirteen.ui import menu


def invite(game, below):
    """Let the player choose the players and options, over what `below` draws; False for back.

    The first option is the number of players.
    """
    names = game.rules.OPTIONS
    at = 0
    while True:
        below()
        n = settings.options(game.row, names)[0] + 3
        rows = [settings_menu.option(game.row, names, i) for i in range(n)]
        rows.insert(0, "Deal the cards")
        at = menu.ask("Who plays?", rows, at, change=lambda i, way: _change(game, i, way))
        if at < 1:
            later.do(settings.save)
            return at == 0
        settings_menu.option(game.row, names, 0, menu.way or 1)


def _change(game, i, way):
    """The row's new text; None to leave the menu: the rows change, or the cards are dealt."""
    if i < 2:
        return None
    return settings_menu.option(game.row, game.rules.OPTIONS, i - 1, way)
