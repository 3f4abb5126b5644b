"""Floor 4. The rules of a game: its sheet in pages, or its lesson."""

from thirteen import catalog, lesson
from thirteen.ui import menu, pages


def read(name):
    """Let either be chosen. Both take the view: its game has to be opened again."""
    if menu.ask("Rules", ("Read them", "A first game")) == 1:
        lesson.run(name)
    else:
        title = catalog.GAMES[catalog.row(name)][1]
        pages.show(title, catalog.load(name, "sheets").TEXT)
