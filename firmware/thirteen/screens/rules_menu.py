"""Layer 5. The rules of a game: its sheet in pages, or its lesson."""

import hal
from thirteen import catalog
from thirteen.draw import canvas
from thirteen.screens import lesson
from thirteen.ui import menu, pages


def read(name: str) -> bool:
    """Let the player choose, over the current picture; True for the lesson: it used the view."""
    chosen = menu.ask("Rules", ("Read the rules", "Play the lesson"))
    if chosen == 0:
        title = catalog.GAMES[catalog.row(name)][catalog.TITLE]
        pages.show(title, catalog.module("sheets", name).LINES)
    elif chosen == 1:
        canvas.clear()
        hal.refresh()  # the answer to the key, until the deal is there
        lesson.run(name)
    return chosen == 1
