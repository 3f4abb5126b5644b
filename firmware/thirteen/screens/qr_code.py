"""Layer 5. The game as a QR code: its deal, its options and, if they fit, all moves so far.

It is an address if pyproject.toml names a page, else text that the page takes by paste.
"""

from micropython import const

import hal
from hal import fb
from thirteen import catalog
from thirteen.draw import art, canvas, qr
from thirteen.storage import game_code
from thirteen.ui import keys, menu
from thirteen.version import PAGE

_SLICE = const(4)  # ms of work between two polls of the keys
_MARGIN = const(6)
_LEAST = const(3)  # pixels of a module that a telephone still reads from small displays
_NARROW = const(60)  # pixels beside or below the code that are too few for text

_side = min(hal.W, hal.H)  # of the square for the code, at the left or at the top
_apart = max(hal.W, hal.H) - _side >= _NARROW  # whether there is room for text apart from it


def run(game):
    """Show the code until a key is pressed; what was below is to be redrawn."""
    canvas.clear(canvas.PAPER)
    _say(game, "Scan it to play this deal")
    hal.refresh()
    head = PAGE + "#" if PAGE else ""
    most = qr.letters(len(head)) - len(game_code.START)
    made = _work(game_code.write(game.row, game.match, most))
    if not made:
        return
    code, whole = made
    made = _work(qr.make(head + code))
    if not made:
        return
    canvas.clear(canvas.PAPER)
    if _work(_draw(*made)):
        words = "Scan to play it, or to see " + ("all moves" if whole else "the result")
        if _apart:
            _say(game, words)
        else:
            y = _unit(made[0]) * (made[0] + 2 * qr.QUIET)
            for line in (words, "any key: back"):
                if y + art.SMALL[0] <= hal.H:
                    canvas.centre(art.SMALL, line, 0, y, hal.W, canvas.ON_PAPER)
                y += art.SMALL[0]
        hal.refresh()
        keys.wait(False)


def _unit(size):
    """The pixels of a module: as many as fit, with room for words unless they get too few."""
    modules = size + 2 * qr.QUIET
    unit = _side // modules
    if not _apart and unit > _LEAST and _side - unit * modules < 2 * art.SMALL[0]:
        unit = max((_side - 2 * art.SMALL[0]) // modules, _LEAST)
    return unit


def _work(slices):
    """What the generator yields at last; None if a key was pressed before."""
    start = hal.ms()
    result = None
    for done in slices:
        result = done
        if hal.ms() - start & hal.WRAP >= _SLICE:
            if keys.poll(keys.BUSY):
                return None
            start = hal.ms()
    return result


def _draw(size, cells):
    """Draw the modules, all of the same whole number of pixels; yields after each row."""
    unit = _unit(size)
    left = (_side - unit * size) // 2
    top = left if _apart else unit * qr.QUIET
    for y in range(size):
        x = 0
        while x < size:
            start = x
            while x < size and cells[y * size + x] & 1:
                x += 1
            if x > start:
                width = (x - start) * unit
                fb.fill_rect(left + start * unit, top + y * unit, width, unit, canvas.INK)
            x += 1
        yield True


def _say(game, what):
    """What the code is of and for: apart from it, or in its place while it is made."""
    left, y = _MARGIN, _MARGIN
    if _apart and hal.W > hal.H:
        left = _side
    elif _apart:
        y = _side
    match = game.match
    text = catalog.GAMES[game.row][catalog.TITLE] + "\nDeal %d\n" % match.number
    if game.rules.over(match.s):
        text += game.rules.points(game.rules.score(match.s)) + "\n"
    for line in menu.lines(text + what, hal.W - left - _MARGIN).split("\n"):
        hal.text(art.SMALL, line, left, y, canvas.ON_PAPER)
        y += art.SMALL[0] + 2
    hal.text(art.SMALL, "any key: back", left, hal.H - art.SMALL[0] - _MARGIN, canvas.ON_PAPER)
