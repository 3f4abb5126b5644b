"""Layer 5. The calendar of daily deals: a month as a grid, for one game or for all.

A day tells how its deal ended, and A plays it. Without a date there is no calendar, only the next
of the daily deals.
"""

from micropython import const

import hal
from hal import fb
from thirteen import catalog
from thirteen.storage import calendar, dates, deals
from thirteen.ui import art, canvas, captions, keys, large, menu

if hal.POINTER:
    from thirteen.ui import pointer  # unless there is none

_ALL = len(catalog.GAMES)  # all games, after the rows of the catalogue
_WEEK = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_MARGIN = const(4)
_DOT = const(4)
_RESULTS = ("missed", "played, not won", "won", "won later")
_ABOUT = "The calendar needs the date."
_CAPTION = captions.A + "play  "
_CAPTION += art.CH_BUTTON_X + " game  " if hal.PAD and hal.XY else "hold " + captions.B + "game  "
_CAPTION += captions.B + "back"

_data = bytearray()  # the file
_now = 0  # today
_view = 0  # a game's row, or _ALL
_streak = 0  # days in a row
_first = 0  # the first day of the month shown, and its column
_column = 0
_days = 0  # how many the month has
_grid = (0, 0, 0, 0)  # left, top, width and height of a day


def run(row):
    """Let the player choose a day's deal of a game, at first of `row`; (row, number), or None."""
    global _data, _now, _view
    _data = calendar.load()
    _view = min(row, _ALL)
    while hal.today() < 0:
        day = _undated(_view)
        if day:
            return row, deals.daily(catalog.GAMES[row][catalog.NAME], row, day)
        if hal.today() < 0:
            return None
    _now = hal.today()
    day = _choose()
    _data = bytearray()
    if day < 0:
        return None
    calendar.choose(_view, day)
    return _view, deals.daily(catalog.GAMES[_view][catalog.NAME], _view, day)


def _undated(row):
    """Without a date: the day whose deal is to be played; 0 for back, or as the date was set."""
    rows = ["Set the date"]
    at = 0
    if row < _ALL:
        rows.append("Play the next deal\t" + deals.date(row))
        at = int(calendar.asked(_data))
    canvas.clear()
    at = menu.ask("Daily deals", rows, at, _ABOUT, width=220)
    if at == 0:
        from thirteen.screens import settings_menu  # not needed with a date

        settings_menu.set_date(canvas.clear)
    return deals.day(row) if at == 1 else 0


def _choose():
    """Let the player choose a day of a game, the one in `_view` then; -1 for back."""
    global _view
    day = _now
    _draw(day)
    while True:
        hal.refresh()
        k = keys.wait()
        was = day
        if hal.POINTER:
            k, day = _pointed(k, day)
        if k == keys.B:
            return -1
        if k == keys.A and _view < _ALL or k == keys.A and _ask_day(day):
            return day
        if k == keys.X:
            _view = (_view + 1) % (_ALL + 1)
        elif k == keys.MENU:
            day = _menu(day)
            if day < 0:
                return -1
        elif k != keys.A:
            day = min(max(day + _way(k), dates.FIRST_DAY), _now)
            if keys.one and day == was:  # from today round to the first
                day = _first
            if day == was:
                continue
            if _first <= day < _first + _days:
                _day(was, False)
                _day(day, True)
                _foot(day)
                continue
        _draw(day)


if hal.POINTER:

    def _pointed(k, day):
        """(key, day): a tap on a day goes there, on that of the cursor it is A."""
        if k != pointer.TAP:
            return pointer.arrow(k), day
        left, top, w, h = _grid
        y, m, d = dates.date(day)
        first = day - d + 1
        at = (pointer.y - top) // h * 7 + (pointer.x - left) // w - dates.weekday(first)
        there = pointer.within(left, top, 7 * w, 6 * h) and 0 <= at < dates.length(y, m)
        if there and first + at == day:
            return keys.A, day
        return 0, first + at if there else day


def _menu(day):
    """Let the player choose a game; the day to go to, -1 to leave."""
    global _view
    rows = _names()
    if keys.one:
        rows += ["The month before", "Leave"]
    at = menu.ask("Calendar", rows, _view)
    if 0 <= at <= _ALL:
        _view = at
    elif at >= 0:
        day = max(_first - 1, dates.FIRST_DAY) if at == _ALL + 1 else -1
    return day


def _way(k):
    """How many days a key leads on."""
    if k in (keys.RIGHT, keys.NEXT):
        return 1
    if k in (keys.LEFT, keys.PREV):
        return -1
    return 7 if k == keys.DOWN else -7 if k == keys.UP else 0


def _names():
    return [game[catalog.TITLE] for game in catalog.GAMES] + ["All games"]


def _ask_day(day):
    """Let the player choose one of all games' deals of a day; whether `_view` is that game now."""
    global _view
    rows = _names()[:-1]
    for row in range(_ALL):
        rows[row] += "\t" + _word(row, day)
    at = menu.ask(dates.text(day), rows, 0, width=230)
    if at < 0:
        return False
    _view = at
    return True


def _word(row, day):
    """How a day's deal ended, in words."""
    got = calendar.result(_data, row, day)
    if got == calendar.MISSED:
        begun = 0 <= calendar.first(_data) <= day
        return "not played yet" if day == _now else "missed" if begun else ""
    return _RESULTS[got]


def _draw(day):
    """Draw the whole month of a day."""
    global _grid, _streak, _first, _column, _days
    w, h = canvas.screen()
    canvas.wear(_view)  # the house's for all games
    canvas.clear(canvas.PANEL)
    y, m, d = dates.date(day)
    line = canvas.line()
    top = 2 * (line - art.SMALL[0]) + 1
    hal.text(large.FONT, "%s %d" % (dates.month(m), y), _MARGIN, top, canvas.GOLD_PANEL)
    canvas.right(art.SMALL, _names()[_view], w - _MARGIN, top + 4, canvas.ON_PANEL)
    across = w // 7
    left = (w - 7 * across) // 2
    top += art.LARGE_H - 2
    for i in range(7):
        canvas.centre(art.SMALL, _WEEK[i], left + i * across, top, across, canvas.DIM_PANEL)
    top += line
    _first = day - d + 1
    _column = dates.weekday(_first)
    _days = dates.length(y, m)
    weeks = (_column + _days + 6) // 7
    _grid = left, top, across, (h - top - 2 * line) // weeks
    for i in range(_days):
        _day(_first + i, _first + i == day)
    if _view < _ALL:
        _streak = deals.streak(_view)
    else:
        _streak = calendar.days_in_a_row(_data, _now)
    _foot(day)


def _day(day, on):
    """Draw a day; `on` if it has the cursor."""
    left, top, w, h = _grid
    i = day - _first
    x = left + (_column + i) % 7 * w
    y = top + (_column + i) // 7 * h
    fb.fill_rect(x, y, w, h, canvas.PANEL)
    ground = canvas.PANEL
    edge = canvas.WHITE if on else -1
    ink = canvas.ON_PANEL if day <= _now else canvas.DIM_PANEL
    text = "%d" % (i + 1)
    bits = calendar.results(_data, day) if day <= _now else 0
    got = bits >> 2 * _view & 3 if _view < _ALL else 0
    if got == calendar.WON:
        ground = canvas.GOLD
        ink = canvas.ON_GOLD
    elif got == calendar.PLAYED:
        ground = canvas.DARK_FELT
        ink = canvas.ON_FELT
    elif got == calendar.LATER:
        edge = canvas.WHITE if on else canvas.GOLD
        ink = canvas.GOLD_PANEL
    if got >= calendar.WON:
        text += art.CH_CHECK
    _cell(x, y, w, h, edge, ground)
    if _view < _ALL:
        canvas.centre(art.SMALL, text, x, y + (h - art.SMALL[0] + 1) // 2, w, ink)
    else:
        _dots(bits, text, x + 2, y, w - 4, h, ink)


def _cell(x, y, w, h, edge, ground):
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


def _dots(bits, text, x, y, w, h, ink):
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
        got = bits >> 2 * row & 3
        if got:
            c = canvas.LIGHT_GREY if got == calendar.PLAYED else canvas.GOLD
            size = min(step - 1, _DOT)
            fb.fill_rect(left + row % across * step, top + row // across * step, size, size, c)


def _foot(day):
    """What is to be said of a day, and what the keys do."""
    w, h = canvas.screen()
    line = canvas.line()
    y = h - 2 * line
    fb.fill_rect(0, y, w, 2 * line, canvas.PANEL)
    hal.text(art.SMALL, dates.text(day), _MARGIN, y, canvas.ON_PANEL)
    if _view < _ALL:
        number = deals.daily(catalog.GAMES[_view][catalog.NAME], _view, day)
        text = _word(_view, day)
        text = "deal %d" % number + (", " + text if text else "")
    else:
        bits = calendar.results(_data, day)
        won = [row for row in range(_ALL) if bits >> 2 * row & 3 >= calendar.WON]
        text = "%d of %d won" % (len(won), _ALL)
    canvas.right(art.SMALL, text, w - _MARGIN, y, canvas.GOLD_PANEL)
    y += line
    hal.text(art.SMALL, _CAPTION, _MARGIN, y, canvas.ON_PANEL)
    if _streak > 1:
        canvas.right(art.SMALL, "%d in a row" % _streak, w - _MARGIN, y, canvas.GOLD_PANEL)
