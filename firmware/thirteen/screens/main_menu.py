"""Layer 5. What the launcher leads to besides the games: its menu, the calendar, the steps."""

import hal
from thirteen import catalog, preferences, screens
from thirteen.draw import art, canvas, palettes
from thirteen.ui import captions, keys, menu, pages
from thirteen.version import VERSION

ROWS = ("Settings", "Daily deals", "The path", "Trophies", "Self-test", "About")
_NUMBERS = ("Five", "Six", "Seven", "Eight")

_games = len(catalog.GAMES)


def run(tile: int, k: int) -> tuple | None:
    """After key k on a tile: (row, day, step) of a table chosen there, or None."""
    if k == keys.X:
        return _calendar(tile)
    if k == keys.Y:
        return _path(tile)
    return _menu(tile)


def _menu(tile: int) -> tuple | None:
    at = 2 if tile < _games and not captions.UNDO_KEY else 0  # the path has no key there
    while at >= 0:
        canvas.use_theme_of(palettes.HOUSE)
        canvas.clear()
        at = menu.ask("Thirteen", ROWS, at)
        if at == 0:
            canvas.clear()
            screens.settings_menu.ask(canvas.clear)
        elif at == 1:
            got = _calendar(tile)
            if got:
                return got
        elif at == 2:
            got = _path(tile % _games)
            if got:
                return got
        elif at == 3:
            screens.trophies.show(tile % _games)
        elif at == 4:
            screens.selftest.run()
            preferences.apply()  # restore the colours that the self-test changed
        elif at == 5:
            _about()
    return None


def _calendar(at: int) -> tuple | None:
    """The calendar, for the tile's game or for all; (row, day, 0) chosen there, or None."""
    canvas.use_theme_of(palettes.HOUSE)
    got = screens.calendar.run(at)
    return got and got + (0,)


def _path(at: int) -> tuple | None:
    """The path of a game's thirteen steps; (row, 0, step) chosen there, or None."""
    chosen = screens.path.run(at)
    return (at, 0, chosen + 1) if chosen >= 0 else None


def _about() -> None:
    in_menu = "Hints and undo are in the menu; undo is " + captions.B + "where that is free."
    text = (
        "%s card games around the number thirteen, for a Raspberry Pi Pico, in MicroPython.\n"
        "Version %s on %s, %dx%d\n"
        "# Keys\n"
        "- " + captions.A + "chooses, " + captions.B + "goes back.\n"
        "- Hold " + captions.B + "for the menu; a MENU key, where there is one, opens it too.\n- "
    )
    if not hal.PAD:
        move = art.CH_BUTTON_X + art.CH_BUTTON_Y + " step through what can be chosen.\n- "
        text += move + in_menu
    else:
        text += captions.HINT[1] + ", " + captions.UNDO[1] + "." if hal.XY else in_menu
    of = _NUMBERS[_games - 5], VERSION, hal.BOARD, hal.W, hal.H
    pages.show("Thirteen", (text % of).split("\n"))
