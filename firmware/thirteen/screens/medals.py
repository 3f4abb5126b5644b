"""Layer 5. The medals of twelve months, for the daily deals won: bronze, silver, gold."""

from micropython import const

import hal
from hal import fb
from thirteen.draw import art, canvas, large
from thirteen.storage import dates, history
from thirteen.ui import captions, grid, keys

_MONTHS = const(12)
_ACROSS = const(4)
_MARGIN = const(4)
_NAMES = ("no medal", "bronze", "silver", "gold")
_GROUNDS = bytes((canvas.DARK_FELT, canvas.DARK_GOLD, canvas.LIGHT_GREY, canvas.GOLD))
_CAPTION = captions.line(captions.of(keys.A, "the month"), captions.BACK)
_ABOUT = "Days won, then or later: 10, 20, all"


class _Medals(grid.Grid):
    """Twelve months, the last one that of a day."""

    title = "Medals"
    n = _MONTHS
    columns = _ACROSS
    at = _MONTHS - 1

    def __init__(self, log: list, row: int, day: int) -> None:
        y, m, _ = dates.date(day)
        self.months = []  # (the first day, the name, the medal) of each
        for i in range(_MONTHS):
            year, month = divmod(12 * y + m - 1 - (_MONTHS - 1) + i, 12)
            first = dates.day_of(year, month + 1, 1)
            got = history.medal(log, row, first, dates.length(year, month + 1))
            self.months.append((first, "%s %d" % (dates.month(month + 1), year), got))
        w, h = canvas.screen()
        line = canvas.line_height()
        self.left = _MARGIN
        self.top = art.LARGE_H + 8
        self.w = (w - 2 * _MARGIN) // _ACROSS
        self.h = (h - self.top - 2 * line) // (_MONTHS // _ACROSS)

    def draw(self) -> None:
        canvas.clear(canvas.PANEL)
        hal.text(large.FONT, self.title, _MARGIN, 3, canvas.GOLD_PANEL)

    def label(self, i: int) -> str:
        return "%s, %s" % (self.months[i][1], _NAMES[self.months[i][2]])

    if hal.VOICE:
        intro = _ABOUT
        legend = (_CAPTION,)

    def cell(self, i: int, on: bool, x: int, y: int, w: int, h: int) -> None:
        """The month on the medal's colour, and where there is room one to three stars."""
        _, name, got = self.months[i]
        canvas.box(x, y, w - 2, h - 2, canvas.WHITE if on else canvas.PANEL)
        canvas.box(x + 2, y + 2, w - 6, h - 6, _GROUNDS[got])
        ink = (canvas.ON_FELT, canvas.ON_PAPER, canvas.ON_PAPER, canvas.ON_GOLD)[got]
        line = art.SMALL[0]
        if h < 2 * line + 6:
            y += (h - line - 1) // 2
            canvas.centre(art.SMALL, name[:3], x, y, w - 2, ink)
            return
        y += (h - 2 * line) // 2 - 1
        canvas.centre(art.SMALL, name[:3], x, y, w - 2, ink)
        canvas.centre(art.SMALL, art.CH_STAR * got, x, y + line, w - 2, ink)

    def foot(self) -> None:
        w, h = canvas.screen()
        line = canvas.line_height()
        fb.fill_rect(0, h - 2 * line, w, 2 * line, canvas.PANEL)
        text = self.label(self.at) if self.months[self.at][2] else _ABOUT
        hal.text(art.SMALL, text, _MARGIN, h - 2 * line, canvas.ON_PANEL)
        hal.text(art.SMALL, _CAPTION, _MARGIN, h - line, canvas.ON_PANEL)

    def key(self, k: int) -> int | None:
        return -1 if k in (keys.B, keys.MENU) else self.months[self.at][0] if k == keys.A else None


def run(log: list, row: int, day: int) -> int:
    """Show a game's medals, -1 for all games; the first day of the month chosen, or -1."""
    return _Medals(log, row, day).run()
