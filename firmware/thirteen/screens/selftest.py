"""Layer 5. The self-test: a test picture for a board's profile, and the names of the keys.

Below the bars is the name of the key being pressed. Holding B leads to three questions about the
picture; after a no it can be mended (mend_picture.py). Then comes a report code: board, version;
keys that were pressed (a bit each, in the order of _NAMES), the answers, MicroPython's version,
and how the panel is driven. tools/docs/owners.md asks for it; where there is a page, a QR code of
it follows, from which the page makes a report. Last, the player may choose which button is which
key, by pressing. Here all buttons have the names on the board.
"""

import sys

from micropython import const

import hal
from thirteen import background, preferences, screens
from thirteen.draw import canvas, large
from thirteen.screens import test_picture
from thirteen.storage import settings
from thirteen.ui import keys, sound
from thirteen.version import PAGE, VERSION

_OUT = const(900)  # ms of holding B to end the test

_ALL = const(0x1FF)
_QUESTIONS = "An arrow in each corner?", "The colours as named?", "Clean: no dots, no stripes?"
_NAMES = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "X", "Y", "MENU")


def run() -> None:
    """Show the picture until B is held, then the questions, then the code until a key press."""
    test_picture.draw("hold B to leave")
    pressed = _watch()
    answers = ""
    for question in _QUESTIONS:
        test_picture.show(question, "A yes   B no")
        answers += "Y" if _press(keys.A | keys.B) == keys.A else "N"
    if "N" in answers and hal.panel():
        screens.mend_picture.run()
        test_picture.draw("")
    python = ".".join([str(n) for n in sys.implementation.version[:2]])
    code = "%03X %s %s %s" % (pressed, answers, python, test_picture.driven())
    test_picture.show("%s %s" % (hal.BOARD, VERSION), code)
    _press(_ALL)
    if PAGE:
        _report(code)
    if not keys.scan_ms:
        test_picture.show("The keys as you like them?", "A yes   B choose")
        if _press(keys.A | keys.B) == keys.B:
            _exchange()


def _report(code: str) -> None:
    """The code as an address of the page, which fills in a report; until a key is pressed."""
    text = "WORKS:%s:%s:%s" % (hal.BOARD, VERSION, code)
    for letter, other in ((" ", ":"), (",", "/"), ("_", "$")):  # those of a QR code's capitals
        text = text.replace(letter, other)
    canvas.theme(0)
    texts = [hal.BOARD, "A report of my board"]
    if screens.qr_code.show(PAGE + "#" + text.upper(), texts, "Scan it"):
        _press(_ALL)
    test_picture.draw("")


def _exchange() -> None:
    """Ask for the button of each key; keep them if the player says so, with the new keys.

    Of a button that is broken nothing would ever come: one that is held leaves all as it is.
    """
    order = bytearray(range(8))
    buttons = bytearray(range(8))  # of each key
    left = [i for i in range(8) if preferences.WIRED >> i & 1]
    for key in tuple(left):
        test_picture.show("Press the key for " + _NAMES[key], "each once; hold one to leave")
        button = -1
        while button not in left:
            down = _press(_ALL)
            if not down:
                return
            button = _number(down)
        left.remove(button)
        order[button] = key
        buttons[key] = button
    yes, no = buttons[4], buttons[5]  # of A and B
    test_picture.show("Keep these keys?", "%s yes   %s no" % (_NAMES[yes], _NAMES[no]))
    if _press(1 << yes | 1 << no) == 1 << yes:
        settings.exchange(bytes(order))
        background.defer(settings.save)


def _number(k: int) -> int:
    """The number of the lowest bit of k."""
    return [i for i in range(9) if k >> i & 1][0]


def _watch() -> int:
    """Name the keys being pressed until B is held; returns those that were, a bit each."""
    held = 0
    shown = -1
    tone = 0
    pressed = 0
    while held < _OUT:
        hal.sleep(5)
        down = hal.keys()
        pressed |= down
        held = held + 5 if down == keys.B or keys.scan_ms and down else 0
        if down != shown:
            shown = down
            _name(down)
            if down and down != tone:
                sound.choose()
            tone = down
    return pressed


def _press(wanted: int) -> int:
    """Wait until no key is down, then for one of `wanted`; return it, A for one key's player.

    Of all keys, 0 for one that is held.
    """
    if keys.scan_ms:
        wanted = _ALL
    while hal.keys():
        hal.sleep(5)
    while not hal.keys() & wanted:
        hal.sleep(5)
    down = hal.keys() & wanted
    held = 0
    while hal.keys():
        hal.sleep(5)
        held += 5
    if keys.scan_ms:
        return keys.A
    return 0 if wanted == _ALL and held >= _OUT else down


def _name(down: int) -> None:
    names = [name for i, name in enumerate(_NAMES) if down >> i & 1]
    test_picture.line(large.FONT, " ".join(names) or "press a key", test_picture.MIDDLE)
