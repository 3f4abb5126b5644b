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

_grid = (0, 0, 0, 0)  # left, top, width and height of a tile


def show(row):
    """Show the trophies of a game, and of the others, until the player leaves."""
    at = 0
    was = canvas.wear(row)
    while True:
        module = awards.of(catalog.GAMES[row][catalog.NAME])
        all_of = module.TROPHIES if module else ()
        at = min(at, max(len(all_of) - 1, 0))
        _draw(row, all_of, at)
        hal.refresh()
        k = keys.wait()
        n = max(len(all_of), 1)
        if hal.POINTER:
            k, at = _pointed(k, at, n)
        if k in (keys.B, keys.A):
            canvas.wear(was)
            return
        if k == keys.X:
            row = (row + 1) % len(catalog.GAMES)
        elif k == keys.MENU:
            got = menu.ask("Trophies", [game[catalog.TITLE] for game in catalog.GAMES], row)
            row = got if got >= 0 else row
        elif k in (keys.RIGHT, keys.NEXT):
            at = (at + 1) % n
        elif k in (keys.LEFT, keys.PREV):
            at = (at - 1) % n
        elif k in (keys.UP, keys.DOWN):
            at = (at + (_ACROSS if k == keys.DOWN else -_ACROSS)) % n


if hal.POINTER:

    def _pointed(k, at, n):
        """(key, trophy): a tap on a trophy chooses it."""
        left, top, w, h = _grid
        i = (pointer.y - top) // h * _ACROSS + (pointer.x - left) // w
        if k == pointer.TAP:
            return 0, i if pointer.within(left, top, _ACROSS * w, _DOWN * h) and i < n else at
        return pointer.arrow(k), at


def _draw(row, all_of, at):
    """Draw the page of a game's trophies; the one at `at` is explained."""
    global _grid
    w, h = canvas.screen()
    line = canvas.line()
    won = trophies.earned(row)
    canvas.wear(row)
    fb.fill(canvas.PANEL)
    top = 2 * (line - art.SMALL[0]) + 1
    title = catalog.GAMES[row][catalog.TITLE]
    hal.text(large.FONT, title, _MARGIN, top, canvas.GOLD_PANEL)
    n = len([i for i in range(len(all_of)) if won >> i & 1])
    canvas.right(art.SMALL, "%d of %d" % (n, len(all_of)), w - _MARGIN, top + 4, canvas.ON_PANEL)
    top += art.LARGE_H + 2
    tile_w = (w - 2 * _MARGIN) // _ACROSS
    tile_h = (h - top - (_LINES + 1) * line - 2) // _DOWN
    _grid = _MARGIN, top, tile_w, tile_h
    for i, (name, _, _) in enumerate(all_of):
        x = _MARGIN + i % _ACROSS * tile_w
        _tile(name, x, top + i // _ACROSS * tile_h, tile_w - 2, tile_h - 2, won >> i & 1, i == at)
    y = h - (_LINES + 1) * line
    if all_of:
        _, sentence, conditions = all_of[at]
        for text in menu.lines(sentence, w - 2 * _MARGIN).split("\n"):
            hal.text(art.SMALL, text, _MARGIN, y, canvas.ON_PANEL)
            y += line
        if not won >> at & 1:
            text = _standing(row, trophies.goal(conditions))
            canvas.right(art.SMALL, text, w - _MARGIN, h - line, canvas.GOLD_PANEL)
    hal.text(art.SMALL, _CAPTION, _MARGIN, h - line, canvas.ON_PANEL)


def _tile(name, x, y, w, h, won, on):
    """Draw a trophy: a cup, in gold if it was won, and its name beside it or below."""
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
