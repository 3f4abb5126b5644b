"""Layer 5. The path of a game's thirteen steps: a stone each, gold once it is won."""

from micropython import const

import hal
from hal import fb
from thirteen import catalog
from thirteen.draw import art, canvas, large
from thirteen.screens import steps
from thirteen.storage import history
from thirteen.ui import captions, grid, keys, menu

_ACROSS = const(5)
_MARGIN = const(4)
_CAPTION = captions.line(captions.of(keys.A, "play"), captions.BACK)
_LOCKED = "Win step %d first."


class _Path(grid.Grid):
    title = "Thirteen steps"
    columns = _ACROSS

    def __init__(self, row: int, log: list) -> None:
        self.row = row
        self.steps = steps.of(catalog.GAMES[row][catalog.NAME])
        self.n = len(self.steps)
        self.won = history.steps(log, row)
        self.moves = [history.step(log, row, i) for i in range(self.won)]
        self.at = min(self.won, max(self.n - 1, 0))
        w, h = canvas.screen()
        line = canvas.line_height()
        down = (self.n + _ACROSS - 1) // _ACROSS
        self.left = _MARGIN
        self.top = art.LARGE_H + 8
        self.w = (w - 2 * _MARGIN) // _ACROSS
        self.h = (h - self.top - 3 * line - 4) // max(down, 1)

    def draw(self) -> None:
        canvas.use_theme_of(self.row)
        canvas.clear(canvas.PANEL)
        hal.text(large.FONT, self.title, _MARGIN, 3, canvas.GOLD_PANEL)
        text = "%d of %d" % (self.won, self.n)
        canvas.right(art.SMALL, text, canvas.screen()[0] - _MARGIN, 7, canvas.ON_PANEL)

    if hal.VOICE:
        legend = (_CAPTION,)

        def label(self, i: int) -> str:
            state = "won" if i < self.won else "open" if i == self.won else "closed"
            return "Step %d, %s" % (i + 1, state)

        def about(self, i: int) -> str:
            return self.facts(i).replace("\n", ". ")

    def cell(self, i: int, on: bool, x: int, y: int, w: int, h: int) -> None:
        """A stone with its number, and the way to the next one."""
        won = i < self.won
        side = min(w, h) - 6
        left = x + (w - side) // 2
        y += (h - side) // 2
        if (i + 1) % _ACROSS and i + 1 < self.n:
            ink = canvas.GOLD if won else canvas.DARK_FELT
            fb.fill_rect(left + side, y + side // 2 - 1, w - side, 3, ink)
        edge = canvas.WHITE if on else canvas.GOLD if i == self.won else canvas.PANEL
        canvas.box(left - 2, y - 2, side + 4, side + 4, edge)
        canvas.box(left, y, side, side, canvas.GOLD if won else canvas.DARK_FELT)
        ink = canvas.ON_GOLD if won else canvas.ON_FELT if i == self.won else canvas.DIM_PANEL
        font = large.FONT if side > art.LARGE_H + 4 else art.SMALL
        canvas.centre(font, "%d" % (i + 1), left, y + (side - font[0]) // 2, side, ink)

    def foot(self) -> None:
        """What the step takes or took, in two lines, and what the keys do."""
        w, h = canvas.screen()
        line = canvas.line_height()
        y = h - 3 * line
        fb.fill_rect(0, y, w, h - y, canvas.PANEL)
        for part in menu.lines(self.facts(self.at), w - 2 * _MARGIN).split("\n")[:2]:
            hal.text(art.SMALL, part, _MARGIN, y, canvas.ON_PANEL)
            y += line
        caption = _CAPTION if self.at <= self.won else captions.BACK[1]
        hal.text(art.SMALL, caption, _MARGIN, h - line, canvas.ON_PANEL)

    def facts(self, i: int) -> str:
        """What step i takes or took."""
        text = steps.words(self.steps, i)
        if i < self.won:
            alone = catalog.GAMES[self.row][catalog.MODE] == "patience"
            text += "\nWon in %d moves" % self.moves[i] if alone else "\nWon"
        elif i > self.won:
            text += "\n" + _LOCKED % i
        return text

    def key(self, k: int) -> int | None:
        if k in (keys.B, keys.MENU):  # held, for who has one key
            return -1
        return self.at if k == keys.A and self.at <= self.won else None


def run(row: int) -> int:
    """Let the player choose a step of a game; from 0, -1 for none."""
    was = canvas.use_theme_of(row)
    path = _Path(row, history.load())
    at = path.run() if path.n else -1
    canvas.use_theme_of(was)
    return at
