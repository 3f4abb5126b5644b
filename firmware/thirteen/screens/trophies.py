"""Layer 5. The page of a game's trophies."""

from micropython import const

import hal
from hal import fb
from thirteen import catalog
from thirteen.screens import awards
from thirteen.storage import deals, stats, trophies
from thirteen.ui import art, canvas, captions, keys, large, menu

if hal.POINTER:
    from thirteen.ui import pointer  # unless there is none

_ACROSS = const(2)
_DOWN = const(3)
_MARGIN = const(4)
_CUP = const(22)  # width of the picture and of what is left free beside it
_DIM = const(0x3330)  # the ink of a cup that is still missing
_LINES = const(2)  # of a sentence
_GAME = art.CH_BUTTON_X + " game  " if hal.PAD and hal.XY else "hold " + captions.B + "game  "
_CAPTION = _GAME + captions.B + "back"

_won = 0  # a bit for each trophy that was won
_grid = (0, 0, 0)  # top, width and height of a tile


def show(row):
    """Show the trophies of a game, and of the others, until the player leaves."""
    was = canvas.wear(row)
    at = 0
    rows = _draw(row, at)
    while True:
        hal.refresh()
        k = keys.wait()
        before = at
        if hal.POINTER:
            k, at = _pointed(k, at, len(rows))
        if k in (keys.B, keys.A):
            canvas.wear(was)
            return
        if k in (keys.X, keys.MENU):
            row = (row + 1) % len(catalog.GAMES) if k == keys.X else _ask(row)
            at = 0
            rows = _draw(row, at)
        elif rows:
            at = (at + _way(k)) % len(rows)
            _tile(rows[before][0], before, False)
            _tile(rows[at][0], at, True)
            _foot(row, rows[at], at)


if hal.POINTER:

    def _pointed(k, at, n):
        """(key, trophy): a tap on a trophy chooses it."""
        top, w, h = _grid
        i = (pointer.y - top) // h * _ACROSS + (pointer.x - _MARGIN) // w
        if k == pointer.TAP:
            return 0, i if pointer.within(_MARGIN, top, _ACROSS * w, _DOWN * h) and i < n else at
        return pointer.arrow(k), at


def _ask(row):
    """Let the player choose a game."""
    at = menu.ask("Trophies", [game[catalog.TITLE] for game in catalog.GAMES], row)
    return at if at >= 0 else row


def _way(k):
    """How many trophies a key leads on."""
    if k in (keys.RIGHT, keys.NEXT):
        return 1
    if k in (keys.LEFT, keys.PREV):
        return -1
    return _ACROSS if k == keys.DOWN else -_ACROSS if k == keys.UP else 0


def _draw(row, at):
    """Draw the page of a game's trophies with the cursor at one; returns them."""
    global _won, _grid
    module = awards.of(catalog.GAMES[row][catalog.NAME])
    rows = module.TROPHIES if module else ()
    w, h = canvas.screen()
    line = canvas.line()
    _won = trophies.earned(row)
    canvas.wear(row)
    canvas.clear(canvas.PANEL)
    top = 2 * (line - art.SMALL[0]) + 1
    title = catalog.GAMES[row][catalog.TITLE]
    hal.text(large.FONT, title, _MARGIN, top, canvas.GOLD_PANEL)
    n = len([i for i in range(len(rows)) if _won >> i & 1])
    canvas.right(art.SMALL, "%d of %d" % (n, len(rows)), w - _MARGIN, top + 4, canvas.ON_PANEL)
    top += art.LARGE_H + 2
    _grid = top, (w - 2 * _MARGIN) // _ACROSS, (h - top - (_LINES + 1) * line - 2) // _DOWN
    for i, trophy in enumerate(rows):
        _tile(trophy[0], i, i == at)
    if rows:
        _foot(row, rows[at], at)
    return rows


def _foot(row, trophy, at):
    """What trophy `at` takes, how far the player is, and what the keys do."""
    w, h = canvas.screen()
    line = canvas.line()
    y = h - (_LINES + 1) * line
    fb.fill_rect(0, y, w, h - y, canvas.PANEL)
    _, sentence, conditions = trophy
    for text in menu.lines(sentence, w - 2 * _MARGIN).split("\n"):
        hal.text(art.SMALL, text, _MARGIN, y, canvas.ON_PANEL)
        y += line
    hal.text(art.SMALL, _CAPTION, _MARGIN, h - line, canvas.ON_PANEL)
    if not _won >> at & 1:
        text = _standing(row, trophies.goal(conditions))
        canvas.right(art.SMALL, text, w - _MARGIN, h - line, canvas.GOLD_PANEL)


def _tile(name, i, on):
    """Draw trophy i: a cup, on gold if it was won, and its name beside it or below."""
    top, w, h = _grid
    x = _MARGIN + i % _ACROSS * w
    y = top + i // _ACROSS * h
    w -= 2
    h -= 2
    won = _won >> i & 1
    canvas.box(x, y, w, h, canvas.WHITE if on else canvas.PANEL)
    canvas.box(x + 2, y + 2, w - 4, h - 4, canvas.GOLD if won else canvas.DARK_FELT)
    ink = canvas.ON_GOLD if won else canvas.ON_FELT
    cup = ink if won else _DIM
    font = art.SMALL
    if h < 3 * font[0]:
        hal.blit(art.ICONS, art.ICON_TROPHY, x + 5, y + (h - font[0]) // 2, cup)
        hal.text(font, name, x + _CUP, y + (h - font[0] + 1) // 2, ink)
    else:
        hal.blit(art.ICONS, art.ICON_TROPHY, x + (w - _CUP) // 2 + 3, y + h // 2 - font[0], cup)
        canvas.centre(font, name, x, y + h // 2 + 2, w, ink)


def _standing(row, goal):
    """How far the player is on the way to a trophy that takes many games, else ""."""
    fact, _, number = trophies.parts(goal)
    name = catalog.GAMES[row][catalog.NAME]
    if fact == "wins":
        return awards.so_far(fact, stats.summary(name)[1], number)
    if fact == "streak":
        return awards.so_far(fact, stats.load(name, 1)[0][stats.STREAK], number)
    return awards.so_far(fact, deals.streak(row), number) if fact == "days" else ""
