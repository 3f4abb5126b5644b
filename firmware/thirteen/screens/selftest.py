"""Layer 5. The self-test: a test picture for a board's profile, and the names of the keys.

An arrow points into each corner, the bars are red, green and blue from the left, and the middle
shows the name of the key being pressed. Holding B leads to two questions about the picture, and
then to a report code: board, version, keys that were pressed (a bit each, in the order of _NAMES),
the two answers, MicroPython's version. tools/docs/owners.md asks for it. Last, the player may
choose which button is which key, by pressing. Here all buttons have the names on the board.
"""

import sys

from micropython import const

import hal
from hal import fb
from thirteen import later, preferences
from thirteen.storage import settings
from thirteen.ui import art, canvas, keys, large, sound
from thirteen.version import VERSION

_OUT = const(900)  # ms of holding B to end the test
_BOARD = canvas.SPACE  # y of the board's name,
_BARS = _BARS_H = hal.H // 6  # of the bars,
_COLOURS = _BARS + _BARS_H + 1  # of their names,
_MIDDLE = hal.H * 4 // 7  # of the keys' names and the questions,
_LEAVE = hal.H * 4 // 5  # and of how to leave

_ALL = const(0x1FF)
_NAMES = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "X", "Y", "MENU")


def run():
    """Show the picture until B is held, then the questions, then the code until a key press."""
    _draw()
    pressed = _watch()
    answers = ""
    for question in ("An arrow in each corner?", "The colours as named?"):
        _show(question, "A yes   B no")
        answers += "Y" if _press(keys.A | keys.B) == keys.A else "N"
    python = ".".join([str(n) for n in sys.implementation.version[:2]])
    _show("%s %s" % (hal.BOARD, VERSION), "%03X %s %s" % (pressed, answers, python))
    _press(_ALL)
    if not keys.one:
        _show("The keys as you like them?", "A yes   B choose")
        if _press(keys.A | keys.B) == keys.B:
            _exchange()


def _exchange():
    """Ask for the button of each key; keep them if the player says so, with the new keys."""
    order = bytearray(range(8))
    left = [i for i in range(8) if preferences.WIRED >> i & 1]
    for key in tuple(left):
        _show("Press the key for " + _NAMES[key], "each key once")
        button = -1
        while button not in left:
            button = _number(_press(_ALL))
        left.remove(button)
        order[button] = key
    yes, no = order.index(4), order.index(5)  # of A and B
    _show("Keep these keys?", "%s yes   %s no" % (_NAMES[yes], _NAMES[no]))
    if _press(1 << yes | 1 << no) == 1 << yes:
        settings.exchange(bytes(order))
        later.do(settings.save)


def _number(k):
    """The number of the lowest bit of k."""
    return [i for i in range(9) if k >> i & 1][0]


def _watch():
    """Name the keys being pressed until B is held; returns those that were, a bit each."""
    held = 0
    shown = -1
    tone = 0
    pressed = 0
    while held < _OUT:
        hal.sleep(5)
        down = hal.keys()
        pressed |= down
        held = held + 5 if down == keys.B or keys.one and down else 0
        if down != shown:
            shown = down
            _name(down)
            if down and down != tone:
                sound.choose()
            tone = down
    return pressed


def _press(wanted):
    """Wait until no key is down, then for one of `wanted`; return it, A for one key's player."""
    if keys.one:
        wanted = _ALL
    while hal.keys():
        hal.sleep(5)
    while not hal.keys() & wanted:
        hal.sleep(5)
    down = hal.keys() & wanted
    while hal.keys():
        hal.sleep(5)
    return keys.A if keys.one else down


def _draw():
    canvas.theme(0)  # the pale theme's letters are dark
    for i, rgb in ((0, 0x000000), (8, 0xFF0000), (11, 0x00FF00), (10, 0x0000FF)):
        hal.palette(i, rgb)
    w = hal.W
    h = hal.H
    canvas.clear(0)
    fb.rect(0, 0, w, h, 15)
    for dx, dy in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        x = 0 if dx > 0 else w - 1
        y = 0 if dy > 0 else h - 1
        fb.line(x, y, x + 40 * dx, y + 40 * dy, 12)
        fb.line(x, y, x + 16 * dx, y, 12)
        fb.line(x, y, x, y + 16 * dy, 12)
    third = (w - 60) // 3
    for i, (c, name) in enumerate(((8, "red"), (11, "green"), (10, "blue"))):
        x = 30 + i * third
        fb.fill_rect(x, _BARS, third, _BARS_H, c)
        canvas.centre(art.SMALL, name, x, _COLOURS, third, 0xF650)
    canvas.centre(art.SMALL, "%s  %dx%d" % (hal.BOARD, w, h), 0, _BOARD, w, 0xF650)
    canvas.centre(art.SMALL, "hold B to leave", 0, _LEAVE, w, 0xF650)
    hal.refresh()


def _name(down):
    names = [name for i, name in enumerate(_NAMES) if down >> i & 1]
    _middle(large.FONT, " ".join(names) or "press a key", _MIDDLE)


def _show(title, text):
    _middle(art.SMALL, title, _MIDDLE)
    _middle(art.SMALL, text, _LEAVE)


def _middle(font, text, y):
    """Show one centred line of text, clearing the height of the larger font."""
    height = art.LARGE_H
    fb.fill_rect(30, y, hal.W - 60, height, 0)
    canvas.centre(font, text, 0, y, hal.W, 0xCD60)
    hal.refresh()
