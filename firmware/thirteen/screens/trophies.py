"""Layer 5. The page of a game's trophies."""

from micropython import const

import hal
from hal import fb
from thirteen import catalog
from thirteen.draw import art, canvas, large
from thirteen.screens import awards
from thirteen.storage import history
from thirteen.ui import captions, grid, keys, menu

_ACROSS = const(2)
_DOWN = const(3)
_MARGIN = const(4)
_CUP = const(22)  # width of the picture and of what is left free beside it
_DIM = const(0x3330)  # the ink of a cup that is still missing
_LINES = const(2)  # of a sentence
_CAPTION = captions.line(captions.of(captions.OTHER, "game"), captions.BACK)


class _Page(grid.Grid):
    columns = _ACROSS

    def __init__(self, row):
        self.log = history.load()
        self.turn(row)

    def turn(self, row):
        """Turn to the trophies of a game."""
        module = awards.of(catalog.GAMES[row][catalog.NAME])
        self.row = row
        self.rows = module.TROPHIES if module else ()
        self.n = len(self.rows)
        self.at = 0
        self.won = history.trophies(self.log, row)  # a bit each
        w, h = canvas.screen()
        line = canvas.line_height()
        self.left = _MARGIN
        self.top = 2 * (line - art.SMALL[0]) + 3 + art.LARGE_H
        self.w = (w - 2 * _MARGIN) // _ACROSS
        self.h = (h - self.top - (_LINES + 1) * line - 2) // _DOWN

    def draw(self):
        canvas.use_theme_of(self.row)
        canvas.clear(canvas.PANEL)
        top = self.top - art.LARGE_H - 2
        title = catalog.GAMES[self.row][catalog.TITLE]
        hal.text(large.FONT, title, _MARGIN, top, canvas.GOLD_PANEL)
        text = "%d of %d" % (sum([self.won >> i & 1 for i in range(self.n)]), self.n)
        right = canvas.screen()[0] - _MARGIN
        canvas.right(art.SMALL, text, right, top + 4, canvas.ON_PANEL)

    def label(self, i):
        return self.rows[i][0] + (", won" if self.won >> i & 1 else ", not won yet")

    def cell(self, i, on, x, y, w, h):
        """A cup, on gold if it was won, and its name beside it or below."""
        w -= 2
        h -= 2
        won = self.won >> i & 1
        canvas.box(x, y, w, h, canvas.WHITE if on else canvas.PANEL)
        canvas.box(x + 2, y + 2, w - 4, h - 4, canvas.GOLD if won else canvas.DARK_FELT)
        ink = canvas.ON_GOLD if won else canvas.ON_FELT
        cup = ink if won else _DIM
        font = art.SMALL
        name = self.rows[i][0]
        if h < 3 * font[0]:
            hal.blit(art.ICONS, art.ICON_TROPHY, x + 5, y + (h - font[0]) // 2, cup)
            hal.text(font, name, x + _CUP, y + (h - font[0] + 1) // 2, ink)
        else:
            left = x + (w - _CUP) // 2 + 3
            hal.blit(art.ICONS, art.ICON_TROPHY, left, y + h // 2 - font[0], cup)
            canvas.centre(font, name, x, y + h // 2 + 2, w, ink)

    def foot(self):
        """What a trophy takes, how far the player is, and what the keys do."""
        w, h = canvas.screen()
        line = canvas.line_height()
        y = h - (_LINES + 1) * line
        fb.fill_rect(0, y, w, h - y, canvas.PANEL)
        hal.text(art.SMALL, _CAPTION, _MARGIN, h - line, canvas.ON_PANEL)
        if not self.n:
            return
        _, sentence, conditions = self.rows[self.at]
        for text in menu.lines(sentence, w - 2 * _MARGIN).split("\n"):
            hal.text(art.SMALL, text, _MARGIN, y, canvas.ON_PANEL)
            y += line
        if not self.won >> self.at & 1:
            text = awards.standing(self.row, awards.goal(conditions), self.log)
            canvas.right(art.SMALL, text, w - _MARGIN, h - line, canvas.GOLD_PANEL)

    def key(self, k):
        if k in (keys.B, keys.A):
            return True
        if k in (keys.X, keys.MENU):
            self.turn((self.row + 1) % len(catalog.GAMES) if k == keys.X else _ask(self.row))
            self.show()
        return None

    if hal.POINTER:

        def tap(self, i):
            grid.Grid.tap(self, i)
            return 0


def show(row):
    """Show the trophies of a game, and of the others, until the player leaves."""
    was = canvas.use_theme_of(row)
    _Page(row).run()
    canvas.use_theme_of(was)


def _ask(row):
    """Let the player choose a game."""
    at = menu.ask("Trophies", [game[catalog.TITLE] for game in catalog.GAMES], row)
    return at if at >= 0 else row
