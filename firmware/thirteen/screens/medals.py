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
_DISC = const(26)  # pixels at most,
_RIBBON = const(8)  # of which so many hang above it
_CAPTION = captions.line(captions.of(keys.A, "the month"), captions.BACK)
_INK = const(0x7700)  # of the number on it; its edges are of the metal


class _Medals(grid.Grid):
    """Twelve months, the last one that of a day."""

    title = "Medals"
    n = _MONTHS
    columns = _ACROSS
    at = _MONTHS - 1

    def __init__(self, past: list, row: int, day: int) -> None:
        y, m, _ = dates.date(day)
        self.months = []  # of each: first day, name, medal, days won, those of the next medal
        for i in range(_MONTHS):
            year, month = divmod(12 * y + m - 1 - (_MONTHS - 1) + i, 12)
            first = dates.day_of(year, month + 1, 1)
            n = dates.length(year, month + 1)
            won = history.days_won(past, row, first, n)
            name = "%s %d" % (dates.month(month + 1), year)
            got = history.medal_for(won, n)
            next = (history.BRONZE, history.SILVER, n, 0)[got]
            self.months.append((first, name, got, "%d" % won, next))
        w, h = canvas.screen()
        line = canvas.line_height()
        self.left = _MARGIN
        self.top = art.LARGE_H + 8
        self.w = (w - 2 * _MARGIN) // _ACROSS
        self.h = (h - self.top - 2 * line) // (_MONTHS // _ACROSS)
        room = self.h - 6
        self.disc = min(room, _DISC)
        self.hangs = room >= _DISC + _RIBBON + line

    def draw(self) -> None:
        canvas.gild()
        hal.palette(canvas.ACCENT, _BRONZE)
        canvas.clear(canvas.PANEL)
        hal.text(large.FONT, self.title, _MARGIN, 3, canvas.GILT_PANEL)
        won = len([1 for month in self.months if month[2]])
        right = canvas.screen()[0] - _MARGIN
        canvas.right(art.SMALL, "%d of %d" % (won, _MONTHS), right, 7, canvas.ON_PANEL)

    def label(self, i: int) -> str:
        _, name, got, won, next = self.months[i]
        text = "%s: %s won" % (name, won)
        if got:
            text += ", " + NAMES[got]
        return text + "; %s at %d" % (NAMES[got + 1], next) if next else text

    if hal.VOICE:
        legend = (_CAPTION,)

    def cell(self, i: int, on: bool, x: int, y: int, w: int, h: int) -> None:
        """The month, and its medal on a ribbon, or where one may hang."""
        _, name, got, won, _ = self.months[i]
        w -= 2
        h -= 2
        canvas.box(x, y, w, h, canvas.WHITE if on else canvas.PANEL)
        canvas.box(x + 2, y + 2, w - 4, h - 4, canvas.DARK_FELT)
        line = art.SMALL[0]
        d = self.disc
        if not self.hangs:  # side by side
            _medal(got, won, x + 4, y + (h - d) // 2, d)
            hal.text(art.SMALL, name[:3], x + d + 8, y + (h - line) // 2, canvas.ON_FELT)
            return
        y += (h - d - _RIBBON - line) // 2
        x += (w - d) // 2
        if got:
            fb.fill_rect(x + d // 2 - 6, y, 6, _RIBBON + 4, canvas.RED)
            fb.fill_rect(x + d // 2, y, 6, _RIBBON + 4, canvas.PAPER)
        _medal(got, won, x, y + _RIBBON, d)
        canvas.centre(art.SMALL, name[:3], x, y + _RIBBON + d, d, canvas.ON_FELT)

    def foot(self) -> None:
        w, h = canvas.screen()
        line = canvas.line_height()
        fb.fill_rect(0, h - 2 * line, w, 2 * line, canvas.PANEL)
        hal.text(art.SMALL, self.label(self.at), _MARGIN, h - 2 * line, canvas.ON_PANEL)
        hal.text(art.SMALL, _CAPTION, _MARGIN, h - line, canvas.ON_PANEL)

    def key(self, k: int) -> int | None:
        return -1 if k in (keys.B, keys.MENU) else self.months[self.at][0] if k == keys.A else None


def _medal(got: int, won: str, x: int, y: int, d: int) -> None:
    """A disc of metal, d wide, with the days won on it."""
    _disc(x, y, d, _RIMS[got])
    _disc(x + 1, y + 1, d - 2, _METALS[got])
    y += (d - art.SMALL[0] + 1) // 2
    ink = _INK | _METALS[got] << 4 if got else canvas.ON_FELT
    canvas.centre(art.SMALL, won, x, y, d, ink)


def _disc(x: int, y: int, d: int, c: int) -> None:
    """A disc of d by d pixels: the wider a rectangle, the lower it is."""
    edge = d
    for top in range(d // 2):
        up = d - 1 - 2 * top
        left = (d - int((d * d - up * up) ** 0.5)) // 2
        if left < edge:
            edge = left
            fb.fill_rect(x + left, y + top, d - 2 * left, d - 2 * top, c)


def run(past: list, row: int, day: int) -> int:
    """Show a game's medals, -1 for all games; the first day of the month chosen, or -1."""
    return _Medals(past, row, day).run()
