"""Layer 5. The rules of a game: its sheet in pages, or its lesson."""

from thirteen import catalog
from thirteen.screens import tutorial
from thirteen.ui import menu, pages


def read(name):
    """Let either be chosen. Both take the view: its game has to be opened again."""
    if menu.ask("Rules", ("Read them", "A first game")) == 1:
        tutorial.run(name)
    else:
        title = catalog.GAMES[catalog.row(name)][1]
        pages.show(title, catalog.load(name, "sheets").TEXT)
