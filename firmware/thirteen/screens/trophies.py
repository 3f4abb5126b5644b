"""Layer 5. The page of a game's trophies."""

from micropython import const

import hal
from hal import fb
from thirteen import catalog
from thirteen.draw import art, canvas, large
from thirteen.screens import awards
from thirteen.storage import history
from thirteen.ui import captions, grid, keys, menu

_ACROSS = const(3)
_DOWN = const(2)
_MARGIN = const(4)
_EDGE = const(6)  # of a cell: its frame, and the gap to the next
_HIGH = awards.PLATE + 2 * 14 + _EDGE  # of a cell with room for two lines of its name
_CAPTION = captions.line(captions.of(captions.OTHER, "game"), captions.BACK)


class _Page(grid.Grid):
    columns = _ACROSS

    def __init__(self, row: int, at: int = 0) -> None:
        self.past = history.load()
        self.show_game(row, at)

    def show_game(self, row: int, at: int = 0) -> None:
        """Turn to the trophies of a game, with the cursor on one of them."""
        self.name = catalog.GAMES[row][catalog.NAME]
        module = awards.of(self.name)
        self.row = row
        self.title = catalog.GAMES[row][catalog.TITLE]
        self.rows = module.TROPHIES if module else ()
        self.n = len(self.rows)
        self.at = at
        self.won = history.trophies(self.past, row)  # a bit each
        w, h = canvas.screen()
        self.left = _MARGIN
        self.top = 2 * (canvas.line_height() - art.SMALL[0]) + 3 + art.LARGE_H
        self.w = (w - 2 * _MARGIN) // _ACROSS
        for font in (canvas.reading, art.SMALL):  # large text as long as the pictures have room
            self.font = font
            texts = [menu.lines(row[1], w - 2 * _MARGIN, font) for row in self.rows]
            n = max([text.count("\n") for text in texts] + [0]) + 1
            for named in (0, 1):  # the names in the cells, or at the foot
                self.low = h - canvas.line_height() - (n + named) * (font[0] + 1)
                self.named = named
                self.h = (self.low - self.top) // _DOWN
                if self.h >= (awards.PLATE + _EDGE if named else _HIGH):
                    return

    def draw(self) -> None:
        canvas.use_theme_of(self.row)
        canvas.gild()
        canvas.clear(canvas.PANEL)
        top = self.top - art.LARGE_H - 2
        hal.text(large.FONT, self.title, _MARGIN, top, canvas.GILT_PANEL)
        text = "%d of %d" % (sum([self.won >> i & 1 for i in range(self.n)]), self.n)
        right = canvas.screen()[0] - _MARGIN
        canvas.right(art.SMALL, text, right, top + 4, canvas.ON_PANEL)

    if hal.VOICE:
        legend = (_CAPTION,)

        def label(self, i: int) -> str:
            return self.rows[i][0] + (", won" if self.won >> i & 1 else ", not won yet")

        def about(self, i: int) -> str:
            _, sentence, conditions = self.rows[i]
            far = awards.progress(self.row, awards.goal(conditions), self.past)
            return sentence + (" " + far if far and not self.won >> i & 1 else "")

    def cell(self, i: int, on: bool, x: int, y: int, w: int, h: int) -> None:
        """Its picture, on gold if it was won, and where there is room its name below."""
        w -= 2
        h -= 2
        won = self.won >> i & 1
        canvas.box(x, y, w, h, canvas.WHITE if on else canvas.PANEL)
        canvas.box(x + 2, y + 2, w - 4, h - 4, canvas.GOLD if won else canvas.DARK_FELT)
        left = x + (w - awards.PLATE) // 2
        if self.named:
            awards.picture(self.name, i, left, y + (h - awards.PLATE) // 2, won)
            return
        name = menu.lines(self.rows[i][0], w - 8).split("\n")
        line = art.SMALL[0]
        y += (h - awards.PLATE - len(name) * line - 2) // 2
        awards.picture(self.name, i, left, y, won)
        y += awards.PLATE + 2
        for text in name:
            canvas.centre(art.SMALL, text, x, y, w, canvas.ON_GILT if won else canvas.ON_FELT)
            y += line

    def foot(self) -> None:
        """What a trophy takes, how far the player is, and what the keys do."""
        w, h = canvas.screen()
        fb.fill_rect(0, self.low, w, h - self.low, canvas.PANEL)
        y = h - canvas.line_height()
        hal.text(art.SMALL, _CAPTION, _MARGIN, y, canvas.ON_PANEL)
        if not self.n:
            return
        name, sentence, conditions = self.rows[self.at]
        if not self.won >> self.at & 1:
            text = awards.progress(self.row, awards.goal(conditions), self.past)
            canvas.right(art.SMALL, text, w - _MARGIN, y, canvas.GILT_PANEL)
        y = self.low
        if self.named:
            hal.text(self.font, name, _MARGIN, y, canvas.GILT_PANEL)
            y += self.font[0] + 1
        for text in menu.lines(sentence, w - 2 * _MARGIN, self.font).split("\n"):
            hal.text(self.font, text, _MARGIN, y, canvas.ON_PANEL)
            y += self.font[0] + 1

    def key(self, k: int) -> bool | None:
        if k in (keys.B, keys.A):
            return True
        if k in (keys.X, keys.MENU):
            self.show_game((self.row + 1) % len(catalog.GAMES) if k == keys.X else _ask(self.row))
            self.show()
        return None

    if hal.POINTER:

        def tap(self, i: int) -> int:
            grid.Grid.tap(self, i)
            return 0


def show(row: int, at: int = 0) -> None:
    """Show the trophies of a game, one under the cursor, and of others until the player leaves."""
    was = canvas.use_theme_of(row)
    _Page(row, at).run()
    canvas.use_theme_of(was)


def _ask(row: int) -> int:
    """Let the player choose a game."""
    canvas.use_theme_of(row)
    at = menu.ask("Trophies", [game[catalog.TITLE] for game in catalog.GAMES], row)
    return at if at >= 0 else row
