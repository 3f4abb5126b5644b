"""Floor 4. The first screen: five games and the settings, and which of them to open."""

import gc

from micropython import const

import hal
from hal import fb
from thirteen import catalog, settings, shell, store
from thirteen.ui import art, gfx, keys, menu

_UP = const(1)
_DOWN = const(2)
_LEFT = const(4)
_RIGHT = const(8)
_A = const(16)
_B = const(32)
_MENU = const(256)
_PREV = const(512)
_NEXT = const(1024)

_DARK = const(2)
_GOLD = const(12)
_PANEL = const(14)
_ACROSS = const(3)
_TILES = const(6)
_TOP = const(36)
_GAP = const(4)

_ABOUT = (
    "# Thirteen\n"
    "Five card games around the number thirteen, for a Raspberry Pi Pico, in MicroPython.\n"
    "# Keys\n"
    "- A chooses, B goes back.\n"
    "- Hold B, or press MENU: the pause menu.\n"
    "- X is a hint, Y takes a move back.\n"
    "- Without a pad: X and Y step through what can be chosen.\n"
    "- Hold B at power-on: no game, the prompt for mpremote.\n"
    "# Board\n"
)


def run():
    """The launcher, for ever. The game that was open when the light went out comes first."""
    settings.load()
    shell.tell_troubles()
    at = 0
    row = settings.last()
    if 0 <= row < len(catalog.GAMES) and catalog.GAMES[row][0] in catalog.BUILT:
        at = row
        shell.open_game(catalog.GAMES[row][0])
    while True:
        at = _choose(at)
        if at == len(catalog.GAMES):
            _more()
        elif catalog.GAMES[at][0] in catalog.BUILT:
            shell.open_game(catalog.GAMES[at][0])
        else:
            menu.say(catalog.GAMES[at][1], "This game is not built yet.")


def _choose(at):
    """Let a tile be chosen."""
    _draw(at)
    while True:
        gfx.flush()
        k = keys.wait()
        old = at
        if k in (_RIGHT, _NEXT):
            at = (at + 1) % _TILES
        elif k in (_LEFT, _PREV):
            at = (at - 1) % _TILES
        elif k in (_UP, _DOWN):
            at = (at + _ACROSS) % _TILES
        elif k == _A:
            return at
        elif k == _MENU:
            return _TILES - 1
        if at != old:
            _tile(old, False)
            _tile(at, True)


def _draw(at):
    gfx.clear()
    hal.text(art.LARGE, "Thirteen", 10, 9, gfx.GOLD_FELT)
    gfx.right(art.SMALL, "five card games", hal.W - 10, 14, gfx.ON_FELT)
    charge = hal.battery()
    if charge >= 0:
        hal.text(art.SMALL, "%d%%" % charge, hal.W // 2 - 12, 14, gfx.ON_FELT)
    for i in range(_TILES):
        _tile(i, i == at)
    catalog.drop("ui", "emblems")


def _tile(i, on):
    w = (hal.W - _GAP) // _ACROSS - _GAP
    h = (hal.H - _TOP) // 2 - _GAP
    x = _GAP + i % _ACROSS * (w + _GAP)
    y = _TOP + i // _ACROSS * (h + _GAP)
    if on:
        gfx.box(x, y, w, h, _GOLD)
        gfx.box(x + 3, y + 3, w - 6, h - 6, _PANEL)
    else:
        gfx.box(x, y, w, h, _DARK)
    title = catalog.GAMES[i][1] if i < len(catalog.GAMES) else "Settings"
    ty = y + h - 2 * art.SMALL[0] - 6
    ink = gfx.GOLD_PANEL if on else gfx.ON_FELT
    at = gfx.wrap(art.SMALL, title, 0, w - 6)
    if at == len(title):
        gfx.centre(art.SMALL, title, x, ty + art.SMALL[0] // 2, w, ink)
    else:
        gfx.centre(art.SMALL, title[:at], x, ty, w, ink)
        gfx.centre(art.SMALL, title[at + 1 :], x, ty + art.SMALL[0], w, ink)
    gfx.dirty(x, y, w, h)


def _more():
    """Settings, about, self-test."""
    from thirteen import selftest
    from thirteen.ui import pages

    at = 0
    while at >= 0:
        gfx.clear()
        at = menu.ask("Thirteen", ("Settings", "Self-test", "About"), at)
        if at == 0:
            shell.change_settings(gfx.clear)
        elif at == 1:
            selftest.run()
        elif at == 2:
            gc.collect()
            pages.show("About", _ABOUT + "- %s, %dx%d" % (hal.BOARD, hal.W, hal.H))
    catalog.drop("ui", "pages")
    store.trouble()
