"""Layer 5. The first screen: the games and the settings, and which of them to open."""

from micropython import const

import hal
from hal import fb
from thirteen import catalog
from thirteen.storage import settings
from thirteen.ui import art, canvas, emblems, keys

_UP = const(1)
_DOWN = const(2)
_LEFT = const(4)
_RIGHT = const(8)
_A = const(16)
_MENU = const(256)
_PREV = const(512)
_NEXT = const(1024)

_DARK = const(2)
_PALE = const(3)
_GOLD = const(12)
_PANEL = const(14)
_ACROSS = const(3)
_TOP = const(56)
_GAP = const(4)
_LOW = const(80)  # a tile too low for a picture

_wide = (hal.W - _GAP) // _ACROSS - _GAP  # a tile
_tiles = len(catalog.GAMES) + 1
_high = (hal.H - _TOP) // ((_tiles + _ACROSS - 1) // _ACROSS) - _GAP

_ABOUT = (
    "Five card games around the number thirteen, for a Raspberry Pi Pico, in MicroPython.\n"
    "Version %s on %s, %dx%d\n"
    "# Keys\n"
    "- A chooses, B goes back.\n"
    "- Hold B, or press MENU: the pause menu.\n"
    "- X is a hint, Y takes a move back.\n"
    "- Without a pad: X and Y step through what can be chosen.\n"
    "- Hold B at power-on: no game, the prompt for mpremote.\n"
)


def run(want):
    """Let a game be chosen; its row in the catalogue. `want` is told of those that may be."""
    at = settings.last()
    if at >= 0:
        settings.remember(-1)
        settings.save()
    at = max(at, 0)
    while True:
        at = _choose(at, want)
        if at < len(catalog.GAMES):
            break
        _more()
    if settings.first(at):  # noted after the lesson: switched off in it, it is offered again
        from thirteen.screens import tutorial  # power-on does without

        tutorial.offer(catalog.GAMES[at][0])
    settings.remember(at)
    settings.save()
    return at


def _choose(at, want):
    """Let a tile be chosen."""
    looks = _draw(at)
    while True:
        canvas.flush()
        if at < len(catalog.GAMES):
            want(catalog.GAMES[at][0])
        k = keys.wait()
        old = at
        if k in (_RIGHT, _NEXT):
            at = (at + 1) % _tiles
        elif k in (_LEFT, _PREV):
            at = (at - 1) % _tiles
        elif k in (_UP, _DOWN):
            at = (at + (_ACROSS if k == _DOWN else -_ACROSS)) % _tiles
        elif k in (_A, _MENU):
            return at if k == _A else _tiles - 1
        if at != old:
            _look(looks[old], old)
            _look(looks[_tiles + at], at)


def _draw(at):
    """The screen; what is returned are the tiles as they look dark, and then all of them lit.

    They are kept, for to draw two of them takes longer than the cursor should.
    """
    canvas.clear()
    _picture(emblems.LOGO, 10, 5)
    hal.text(art.LARGE, "Thirteen", 78, 10, canvas.GOLD_FELT)
    hal.text(art.SMALL, "five card games", 78, 32, canvas.ON_FELT)
    charge = hal.battery()
    if charge >= 0:
        hal.blit(art.ICONS, art.ICON_BATTERY, hal.W - 54, 14, canvas.ON_FELT)
        canvas.right(art.SMALL, "%d%%" % charge, hal.W - 8, 12, canvas.ON_FELT)
    looks = []
    for i in range(2 * _tiles):
        look = bytearray((_wide + 2 >> 1) * _high)
        _tile(i % _tiles, i >= _tiles)
        _look(look, i % _tiles, hal.grab)
        looks.append(look)
    for i in range(_tiles):
        if i != at:
            _look(looks[i], i)
    return looks


def _look(look, i, carry=hal.put):
    """Put a tile, or whatever `carry` does with it."""
    x = _left(i) & ~1
    w = (_left(i) + _wide + 1 & ~1) - x
    carry(look, x, _top(i), w, _high)
    canvas.dirty(x, _top(i), w, _high)


def _left(i):
    return _GAP + i % _ACROSS * (_wide + _GAP)


def _top(i):
    return _TOP + i // _ACROSS * (_high + _GAP)


def _tile(i, on):
    x = _left(i)
    y = _top(i)
    canvas.box(x, y, _wide, _high, _GOLD if on else _DARK)
    if on:
        canvas.box(x + 3, y + 3, _wide - 6, _high - 6, _PANEL)
    font = art.SMALL
    title = "Settings"
    left = x + _wide // 2 - 20
    if i < len(catalog.GAMES):
        name, title = catalog.GAMES[i][:2]
        if _high > _LOW:
            _picture(getattr(emblems, name.upper(), ()), left, y + 7)
    elif _high > _LOW:
        _sliders(left, y + 12)
    top = y + _high - 2 * font[0] - 6
    ink = canvas.GOLD_PANEL if on else canvas.ON_FELT
    at = canvas.wrap(font, title, 0, _wide - 14)
    if at == len(title):
        hal.centre(font, title, x, top + font[0] // 2, _wide, ink)
    else:
        hal.centre(font, title[:at], x, top, _wide, ink)
        hal.centre(font, title[at + 1 :], x, top + font[0], _wide, ink)


def _picture(layers, x, y):
    """A picture in layers: of each its place in the sprites, x, y and ink."""
    sheet = emblems.EMBLEMS
    for i in range(0, len(layers), 4):
        hal.blit(sheet, layers[i], x + layers[i + 1], y + layers[i + 2], layers[i + 3])


def _sliders(x, y):
    """The picture of the settings."""
    for i, knob in enumerate((24, 6, 16)):
        fb.fill_rect(x, y + 12 * i + 3, 40, 3, _PALE)
        canvas.box(x + knob, y + 12 * i, 9, 9, _GOLD)


def _more():
    """Settings, about, self-test."""
    from thirteen import preferences  # power-on does without
    from thirteen.screens import selftest, settings_menu  # power-on does without
    from thirteen.ui import menu, pages  # power-on does without
    from thirteen.version import VERSION  # power-on does without

    at = 0
    while at >= 0:
        canvas.clear()
        at = menu.ask("Thirteen", ("Settings", "Self-test", "About"), at)
        if at == 0:
            settings_menu.ask(canvas.clear)
        elif at == 1:
            selftest.run()
            preferences.apply()  # it has colours of its own
        elif at == 2:
            pages.show("Thirteen", _ABOUT % (VERSION, hal.BOARD, hal.W, hal.H))
