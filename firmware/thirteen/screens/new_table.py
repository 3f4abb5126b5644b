"""Layer 5. Before a game of several: who plays, and by which rules."""

from thirteen import later
from thirteen.screens import settings_menu
from thirteen.storage import settings
from thirteen.ui import menu


def invite(game, below):
    """Let the players be chosen, over what `below` draws; False for back.

    The first option is how many there are.
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
    """The row's new text; None where there are other rows then, and for the deal."""
    if i < 2:
        return None
    return settings_menu.option(game.row, game.rules.OPTIONS, i - 1, way)
