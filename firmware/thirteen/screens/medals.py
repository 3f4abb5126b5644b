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
NAMES = ("no medal", "bronze", "silver", "gold")
_METALS = bytes((canvas.DARK_FELT, canvas.ACCENT, canvas.LIGHT_GREY, canvas.GOLD))
_BRONZE = const(0xCC7733)
_RIMS = bytes((canvas.PALE_FELT, canvas.INK, canvas.INK, canvas.INK))
_DISC = const(18)  # pixels,
_RIBBON = const(9)  # of which so many hang above it
_CAPTION = captions.line(captions.of(keys.A, "the month"), captions.BACK)
_ABOUT = "Days won, then or later: 10, 20, all"


# For hal.stamp: a disc.
_ROUND = (
    b"\x05"
    b"\x05\x00\xc3\xc8\x10"
    b"\x03\x01\xc5\xc7\x10"
    b"\x02\x02\xc6\xc6\x10"
    b"\x01\x03\xc7\xc5\x10"
    b"\x00\x05\xc8\xc3\x10"
)
_INK = const(0x7700)  # of the number on it


class _Medals(grid.Grid):
    """Twelve months, the last one that of a day."""

    title = "Medals"
    n = _MONTHS
    columns = _ACROSS
    at = _MONTHS - 1

    def __init__(self, log: list, row: int, day: int) -> None:
        y, m, _ = dates.date(day)
        self.months = []  # (the first day, the name, the medal, the days won) of each
        for i in range(_MONTHS):
            year, month = divmod(12 * y + m - 1 - (_MONTHS - 1) + i, 12)
            first = dates.day_of(year, month + 1, 1)
            n = dates.length(year, month + 1)
            won = history.days_won(log, row, first, n)
            name = "%s %d" % (dates.month(month + 1), year)
            self.months.append((first, name, history.medal_for(won, n), "%d" % won))
        w, h = canvas.screen()
        line = canvas.line_height()
        self.left = _MARGIN
        self.top = art.LARGE_H + 8
        self.w = (w - 2 * _MARGIN) // _ACROSS
        self.h = (h - self.top - 2 * line) // (_MONTHS // _ACROSS)

    def draw(self) -> None:
        canvas.gild()
        hal.palette(canvas.ACCENT, _BRONZE)
        canvas.clear(canvas.PANEL)
        hal.text(large.FONT, self.title, _MARGIN, 3, canvas.GILT_PANEL)
        won = len([1 for month in self.months if month[2]])
        right = canvas.screen()[0] - _MARGIN
        canvas.right(art.SMALL, "%d of %d" % (won, _MONTHS), right, 7, canvas.ON_PANEL)

    def label(self, i: int) -> str:
        _, name, got, won = self.months[i]
        return "%s: %s won, %s" % (name, won, NAMES[got])

    if hal.VOICE:
        intro = _ABOUT
        legend = (_CAPTION,)

    def cell(self, i: int, on: bool, x: int, y: int, w: int, h: int) -> None:
        """The month, and its medal on a ribbon, or where one may hang."""
        _, name, got, won = self.months[i]
        w -= 2
        h -= 2
        canvas.box(x, y, w, h, canvas.WHITE if on else canvas.PANEL)
        canvas.box(x + 2, y + 2, w - 4, h - 4, canvas.DARK_FELT)
        line = art.SMALL[0]
        if h < _DISC + _RIBBON + line + 6:  # side by side
            _medal(got, won, x + 4, y + (h - _DISC) // 2, False)
            hal.text(art.SMALL, name[:3], x + _DISC + 8, y + (h - line) // 2, canvas.ON_FELT)
            return
        y += (h - _DISC - _RIBBON - line - 2) // 2
        _medal(got, won, x + (w - _DISC) // 2, y + _RIBBON, True)
        canvas.centre(art.SMALL, name[:3], x, y + _RIBBON + _DISC + 2, w, canvas.ON_FELT)

    def foot(self) -> None:
        w, h = canvas.screen()
        line = canvas.line_height()
        fb.fill_rect(0, h - 2 * line, w, 2 * line, canvas.PANEL)
        text = self.label(self.at) if self.months[self.at][2] else _ABOUT
        hal.text(art.SMALL, text, _MARGIN, h - 2 * line, canvas.ON_PANEL)
        hal.text(art.SMALL, _CAPTION, _MARGIN, h - line, canvas.ON_PANEL)

    def key(self, k: int) -> int | None:
        return -1 if k in (keys.B, keys.MENU) else self.months[self.at][0] if k == keys.A else None


def _medal(got: int, won: str, x: int, y: int, hangs: bool) -> None:
    """A disc of metal with the days won on it, under its ribbon if it hangs."""
    if got and hangs:
        fb.fill_rect(x + 3, y - _RIBBON, 6, _RIBBON + 3, canvas.RED)
        fb.fill_rect(x + 9, y - _RIBBON, 6, _RIBBON + 3, canvas.PAPER)
    hal.stamp(_ROUND, canvas.NONE, 0, x, y, _DISC, _DISC, _RIMS[got])
    hal.stamp(_ROUND, canvas.NONE, 0, x + 1, y + 1, _DISC - 2, _DISC - 2, _METALS[got])
    y += (_DISC - art.SMALL[0] + 1) // 2
    canvas.centre(art.SMALL, won, x, y, _DISC, _INK if got else canvas.ON_FELT)


def run(log: list, row: int, day: int) -> int:
    """Show a game's medals, -1 for all games; the first day of the month chosen, or -1."""
    return _Medals(log, row, day).run()
