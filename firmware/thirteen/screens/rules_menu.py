"""Layer 5. The rules of a game: its sheet in pages, or its lesson."""

import hal
from thirteen import catalog
from thirteen.draw import art, canvas
from thirteen.screens import lesson
from thirteen.ui import menu, pages


def read(name: str) -> bool:
    """Let the player choose, over the current picture; True for the lesson: it used the view."""
    chosen = menu.ask("Rules", ("Read the rules", "Play the lesson"))
    if chosen == 0:
        title = catalog.GAMES[catalog.row(name)][catalog.TITLE]
        lines = catalog.module("sheets", name).LINES
        if hal.H < 160 or canvas.reading is not art.SMALL:
            _chapters(title, lines)
        else:
            pages.show(title, lines)
    elif chosen == 1:
        canvas.clear()
        hal.refresh()  # the answer to the key, until the deal is there
        lesson.run(name)
    return chosen == 1


def _chapters(title: str, lines: tuple) -> None:
    """A sheet that takes many pages, one chapter at a time; the first is the aim of the game."""
    starts = [i for i, line in enumerate(lines) if line.startswith("# ")]
    names = ["The aim"] + [lines[i][2:] for i in starts[1:]]
    at = 0
    while True:
        canvas.clear()
        at = menu.ask(title, names, at)
        if at < 0:
            return
        end = starts[at + 1] if at + 1 < len(starts) else len(lines)
        pages.show(title if at == 0 else names[at], lines[starts[at] : end])
        at = min(at + 1, len(names) - 1)
