"""Layer 5. The game as a QR code: its deal, its options and, if they fit, all moves so far.

It is an address if pyproject.toml names a page, else text that the page takes by paste.
"""

from micropython import const

import hal
from hal import fb
from thirteen import catalog
from thirteen.draw import art, canvas, large, qr
from thirteen.protocols import Game, Thought, Value
from thirteen.storage import dates, game_code, history
from thirteen.ui import keys, menu, speech
from thirteen.version import PAGE

_SLICE = const(4)  # ms of work between two polls of the keys
_MARGIN = const(6)
_LEAST = const(3)  # pixels of a module that a telephone still reads from small displays
_NARROW = const(60)  # pixels beside the code that are too few for a column of text
_LINES = const(3)  # of text below it
_LINE = art.SMALL[0] + 1
_SCAN = "Scan to play this deal"
_BACK = "any key: back"

_side = min(hal.W, hal.H)  # of the square for the code, at the left or at the top
_beside = hal.W - _side >= _NARROW


def run(game: Game) -> None:
    """Show the game as a card: its code, and what it is, until a key is pressed.

    What was below is to be redrawn.
    """
    texts = words(game)
    canvas.clear(canvas.PAPER)
    _say(texts, _SCAN, _side - _LINES * _LINE)
    hal.refresh()
    head = PAGE + "#" if PAGE else ""
    most = qr.letters(len(head)) - len(game_code.START)
    made = _work(game_code.write(game.row, game.match, most))
    if made and show(head + made[0], texts, _SCAN):
        keys.wait(False)


def show(code: str, texts: list, scan: str) -> bool:
    """Show a code, what is said of it and what it is for; False if a key was pressed before."""
    made = _work(qr.make(code))
    if not made:
        return False
    canvas.clear(canvas.PAPER)
    if not _work(_draw(*made)):
        return False
    _say(texts, scan, _unit(made[0]) * (made[0] + 2 * qr.QUIET))
    hal.refresh()
    return True


def _unit(size: int) -> int:
    """The pixels of a module: as many as fit, with room for the words below."""
    room = _side if _beside else min(hal.H - _LINES * _LINE, _side)
    return max(room // (size + 2 * qr.QUIET), _LEAST)


def _work(slices: Thought) -> Value:
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


def _draw(size: int, cells: bytearray) -> Thought:
    """Draw the modules, all of the same whole number of pixels; yields after each row."""
    unit = _unit(size)
    left = (_side - unit * size) // 2
    top = left if _beside else unit * qr.QUIET
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


def words(game: Game) -> list:
    """What the card says of a game: its name, its deal and day, how it ended, with a star."""
    s = game.match.s
    over = game.rules.over(s)
    name, _, which = history.deal_title(game.how, game.day, game.match.number).partition("\t")
    out = [catalog.GAMES[game.row][catalog.TITLE], name + " " + which]
    if dates.is_date(game.day) and not game.has(history.IS_DAILY):
        out[1] += ", " + dates.text(game.day)
    moves = game.match.forgotten + game.match.played
    par = game.mode.par(game) if over == 1 else 0
    if not over:
        out.append("%d moves so far" % moves if moves else "Not begun yet")
    elif par:
        star = art.CH_STAR + " " if moves < par else ""
        out.append("%sWon in %d moves, par %d" % (star, moves, par))
    elif over == 1 and len(game.mode.STATISTICS) == 1:
        out.append("Won in %d moves" % moves)
    else:
        out.append(game.rules.points(game.rules.score(s)))
    return out


def _say(texts: list, scan: str, y: int) -> None:
    """What the code is of and for: beside it, or from y on below it."""
    speech.page("QR code", texts + [scan, _BACK])
    if _beside:
        parts = [menu.lines(text, hal.W - _side - 2).split("\n") for text in texts + [scan, _BACK]]
        n = sum([len(part) for part in parts])
        gap = (hal.H - _MARGIN - n * _LINE) // len(parts)
        y = _MARGIN // 2
        ink = canvas.RED_PAPER
        for part in parts:
            for line in part:
                hal.text(art.SMALL, line, _side, y, ink)
                y += _LINE
            y += gap
            ink = canvas.ON_PAPER
        return
    room = hal.H - y
    if room >= art.LARGE_H + _LINES * _LINE:
        canvas.centre(large.FONT, texts[0], 0, y, hal.W, canvas.RED_PAPER)
        y += art.LARGE_H + 2
    else:
        texts = ["", texts[0] + ", " + texts[1][0].lower() + texts[1][1:]] + texts[2:]
    for text in texts[1:]:
        canvas.centre(art.SMALL, text, 0, y, hal.W, canvas.ON_PAPER)
        y += _LINE
    canvas.centre(art.SMALL, scan + "   " + _BACK, 0, y, hal.W, canvas.ON_PAPER)
