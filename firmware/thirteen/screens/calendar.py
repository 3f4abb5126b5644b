"""Layer 5. The calendar of daily deals: a month as a grid, for one game or for all.

A day tells how its deal ended, and A plays it. Without a date there is no calendar, only the next
of the daily deals.
"""

from micropython import const

import hal
from hal import fb
from thirteen import catalog, screens
from thirteen.draw import art, canvas, large
from thirteen.storage import dates, deals, history
from thirteen.ui import captions, grid, keys, menu

_ALL = len(catalog.GAMES)  # all games, after the rows of the catalogue
_WEEK = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_MARGIN = const(4)
_DOT = const(4)
_RESULTS = (
    "", "played, not won", "given up", "won", "won later", "lost, won later",
    "given up, won later", "won",
)  # fmt: skip
_ABOUT = "The calendar and its medals\nneed the date. Without it each\nday of play has its deal."
_GAME: tuple = (captions.of(keys.X, "game"),) if captions.UNDO_KEY else ()
_KEYS: tuple = (captions.of(keys.A, "play"),) + _GAME + (captions.MENU, captions.BACK)
_CAPTION = captions.line(*_KEYS)
_NO_BACK = captions.line(*_KEYS[:-1])  # where there is more to tell

_past: list = []  # the player's history
_now = 0  # today
_first = 0  # the first date with a result


def run(row: int) -> tuple | None:
    """Let the player choose a day's deal of a game, at first of `row`; (row, day), or None."""
    global _past, _now, _first
    past = history.load()
    while hal.today() < 0:
        day = _undated(min(row, _ALL), past)
        if day:
            return row, day
        if hal.today() < 0:
            return None
    _past = past
    _first = history.first_date(past)
    _now = hal.today()
    month = _Month(min(row, _ALL), _now)
    day = month.run()
    _past = []
    return (month.row, day) if day >= 0 else None


def _undated(row: int, past: list) -> int:
    """Without a date: the day whose deal is to be played; 0 for back, or as the date was set."""
    rows = ["Set the date"]
    if row < _ALL:
        rows.append("Play\t" + history.in_words(past, art.CH_CHECK, row))
    canvas.clear()
    at = menu.ask("Daily deals", rows, len(rows) - 1, _ABOUT, width=220)
    if at == 0:
        screens.settings_menu.set_date(canvas.clear)
    return history.today(past) if at == 1 else 0


class _Month(grid.Grid):
    columns = 7

    def __init__(self, row: int, day: int) -> None:
        self.row = row  # a game's in the catalogue, or _ALL
        self.show_month(day)

    def show_month(self, day: int) -> None:
        """Turn to the month of a day, with the cursor on that."""
        y, m, d = dates.date(day)
        self.title = "%s %d" % (dates.month(m), y)
        self.first = day - d + 1  # the first of the month
        self.at = d - 1
        self.n = dates.length(y, m)
        self.free = dates.weekday(self.first)
        w, h = canvas.screen()
        line = canvas.line_height()
        self.top = 2 * (line - art.SMALL[0]) - 1 + art.LARGE_H + line
        self.w = w // 7
        self.left = (w - 7 * self.w) // 2
        self.h = (h - self.top - 2 * line) // ((self.free + self.n + 6) // 7)
        row = self.row if self.row < _ALL else -1
        self.medal = history.medal(_past, row, self.first, self.n)
        self.streak = history.in_a_row(_past, row, _now)
        if hal.VOICE:
            days = ", %d days in a row" % self.streak if self.streak > 1 else ""
            self.intro = _names()[self.row] + days

    def draw(self) -> None:
        canvas.use_theme_of(self.row)  # the house's for all games
        canvas.gild()
        canvas.clear(canvas.PANEL)
        line = canvas.line_height()
        top = 2 * (line - art.SMALL[0]) + 1
        hal.text(large.FONT, self.title, _MARGIN, top, canvas.GILT_PANEL)
        right = canvas.screen()[0] - _MARGIN
        canvas.right(art.SMALL, _names()[self.row], right, top + 4, canvas.ON_PANEL)
        for i in range(7):
            x = self.left + i * self.w
            canvas.centre(art.SMALL, _WEEK[i], x, self.top - line, self.w, canvas.DIM_PANEL)

    if hal.VOICE:
        legend = (_CAPTION,)

        def label(self, i: int) -> str:
            return dates.text(self.first + i) + ", " + self.facts(self.first + i)

    def lead(self, k: int) -> int:
        """To a day until today, of any month."""
        i = min(max(self.at + self.way(k), dates.FIRST_DAY - self.first), _now - self.first)
        return (
            0 if keys.scan_ms and k == keys.NEXT and i == self.at else i
        )  # today: round to the first

    def go(self, i: int) -> None:
        if 0 <= i < self.n:
            grid.Grid.go(self, i)
        else:
            self.show_month(self.first + i)
            self.show()

    def key(self, k: int) -> int | None:
        day = self.first + self.at
        if k == keys.B:
            return -1
        if k == keys.A:
            if self.row < _ALL or self.ask(day):
                return day
        elif k == keys.X:
            self.row = (self.row + 1) % (_ALL + 1)
        elif k == keys.MENU:
            day = self.menu(day)
            if day < 0:
                return -1
        else:
            return None
        self.show_month(day)
        self.show()
        return None

    def menu(self, day: int) -> int:
        """Let the player choose a game; the day to go to, -1 to leave."""
        rows = _names() + ["Medals"]
        if keys.scan_ms:
            rows += ["The month before", "Leave"]
        at = menu.ask("Calendar", rows, self.row)
        if at == _ALL + 1:
            first = screens.medals.run(_past, self.row if self.row < _ALL else -1, day)
            return day if first < 0 else min(max(first, dates.FIRST_DAY), _now)
        if at > _ALL:
            return max(self.first - 1, dates.FIRST_DAY) if at == _ALL + 2 else -1
        if at >= 0:
            self.row = at
        return day

    def ask(self, day: int) -> bool:
        """Let the player choose one of all games' deals of a day; whether it is that game now."""
        rows = _names()[:-1]
        for row in range(_ALL):
            rows[row] += "\t" + _word(row, day)
        at = menu.ask(dates.text(day), rows, 0, width=230)
        if at >= 0:
            self.row = at
        return at >= 0

    def cell(self, i: int, on: bool, x: int, y: int, w: int, h: int) -> None:
        day = self.first + i
        fb.fill_rect(x, y, w, h, canvas.PANEL)
        ground = canvas.PANEL
        edge = canvas.WHITE if on else -1
        ink = canvas.ON_PANEL if day <= _now else canvas.DIM_PANEL
        text = "%d" % (i + 1)
        bits = history.results(_past, day) if day <= _now else 0
        got = bits >> 3 * self.row & 7 if self.row < _ALL else 0
        if got & history.LATER:
            edge = canvas.WHITE if on else canvas.GILT_EDGE
            ink = canvas.GILT_PANEL
        elif history.is_won(got):
            ground = canvas.GOLD
            ink = canvas.ON_GILT
        elif got:
            ground = canvas.DARK_FELT
            ink = canvas.ON_FELT
        if history.is_won(got):
            text += art.CH_CHECK
        _ground(x, y, w, h, edge, ground)
        if self.row < _ALL:
            canvas.centre(art.SMALL, text, x, y + (h - art.SMALL[0] + 1) // 2, w, ink)
        else:
            _dots(bits, text, x + 2, y, w - 4, h, ink)

    def facts(self, day: int) -> str:
        """What is to be said of a day: its deal, and how that ended."""
        if self.row < _ALL:
            number = deals.daily(catalog.GAMES[self.row][catalog.NAME], self.row, day)
            text = _word(self.row, day)
            return "deal %d" % number + (", " + text if text else "")
        won = [row for row in range(_ALL) if history.is_won(history.result(_past, row, day))]
        return "%d of %d won" % (len(won), _ALL)

    def foot(self) -> None:
        """The day and its facts, and what the keys do."""
        day = self.first + self.at
        w, h = canvas.screen()
        line = canvas.line_height()
        y = h - 2 * line
        fb.fill_rect(0, y, w, 2 * line, canvas.PANEL)
        hal.text(art.SMALL, dates.text(day), _MARGIN, y, canvas.ON_PANEL)
        canvas.right(art.SMALL, self.facts(day), w - _MARGIN, y, canvas.GILT_PANEL)
        y += line
        text = screens.medals.NAMES[self.medal] + " medal" if self.medal else ""
        if self.streak > 1 and self.first <= _now < self.first + self.n:
            text = "%d days in a row" % self.streak
        room = w - 3 * _MARGIN - canvas.width(art.SMALL, text)
        names = _CAPTION if room >= canvas.width(art.SMALL, _CAPTION) else _NO_BACK
        hal.text(art.SMALL, names, _MARGIN, y, canvas.ON_PANEL)
        if room < canvas.width(art.SMALL, names):
            text = text.replace(" days", "").replace(" medal", "")
        canvas.right(art.SMALL, text, w - _MARGIN, y, canvas.GILT_PANEL)


def _names() -> list:
    return [game[catalog.TITLE] for game in catalog.GAMES] + ["All games"]


def _word(row: int, day: int) -> str:
    """How a day's deal ended, in words."""
    got = history.result(_past, row, day)
    if got:
        return _RESULTS[got]
    return "not played yet" if day == _now else "missed" if _first <= day else ""


def _ground(x: int, y: int, w: int, h: int, edge: int, ground: int) -> None:
    """The ground of a day, with an edge of a colour or of none, -1: flat where text fills it."""
    w -= 1
    if h <= art.SMALL[0] + 2:
        fb.fill_rect(x, y, w, h, ground)
        if edge >= 0:
            fb.rect(x, y, w, h, edge)
        return
    h -= 1
    if edge >= 0:
        canvas.box(x, y, w, h, edge)
        canvas.box(x + 2, y + 2, w - 4, h - 4, ground)
    else:
        canvas.box(x, y, w, h, ground)


def _dots(bits: int, text: str, x: int, y: int, w: int, h: int, ink: int) -> None:
    """A day of all games: its number, and a dot for each of its deals finished."""
    font = art.SMALL
    tall = h > font[0] + 2 * _DOT
    across = _ALL if tall else 3
    step = min(w // across, _DOT + 2) if tall else _DOT
    if tall:
        y += (h - font[0] - _DOT) // 2
        canvas.centre(font, text, x, y, w, ink)
        left = x + (w - across * step) // 2
        top = y + font[0]
    else:
        hal.text(font, text, x + 1, y + (h - font[0] + 1) // 2, ink)
        left = x + w - across * step
        top = y + (h - (_ALL + 2) // 3 * step) // 2 + 1
    for row in range(_ALL if bits else 0):
        got = bits >> 3 * row & 7
        if got:
            c = canvas.GOLD if history.is_won(got) else canvas.LIGHT_GREY
            size = min(step - 1, _DOT)
            fb.fill_rect(left + row % across * step, top + row // across * step, size, size, c)
