"""Layer 5. The rules of a game: its sheet in pages, or its tutorial."""

from thirteen import catalog
from thirteen.screens import tutorial
from thirteen.ui import menu, pages


def read(name):
    """Let the player choose, over the current picture; True for the tutorial: it used the view."""
    chosen = menu.ask("Rules", ("Read them", "A first game"))
    if chosen == 0:
        title = catalog.GAMES[catalog.row(name)][catalog.TITLE]
        pages.show(title, catalog.borrow(name, "sheets").TEXT)
    elif chosen == 1:
        tutorial.run(name)
    return chosen == 1
