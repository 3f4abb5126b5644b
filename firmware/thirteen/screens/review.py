"""Layer 5. Reviewing a finished game move by move, with hints and the move that lost it.

LEFT and RIGHT step (X and Y without a pad), A asks for a hint, DOWN or a second A searches for the
move that lost the deal, B leaves. The match itself is stepped, so nothing is copied; nothing is
saved meanwhile, and at the end the match is back where it was.
"""

from micropython import const

import hal
from thirteen import catalog
from thirteen.ui import art, canvas, keys, status_panel

_LOST = const(2)  # a bot's verdict
_SLICE = const(20)  # ms of thinking between two polls of the keys
_SAY = ("Not sure if it could be won here.", "It could still be won here.",
        "It could not be won from here.")  # fmt: skip


def run(game):
    """Run until the player leaves."""
    match = game.match
    end = match.n
    at = _before(game, end)
    asked = False
    note = ""
    best = -1  # the hint's move
    while True:
        _show(game, at, end, note, best)
        note = ""
        best = -1
        k = keys.wait()
        if k in (keys.B, keys.MENU):
            break
        if k in (keys.LEFT, keys.PREV):
            at = _before(game, at)
        elif k in (keys.RIGHT, keys.NEXT):
            at = _after(game, at, end)
        elif k == keys.UP:
            at = _after(game, -1, end)
        elif k == keys.DOWN or asked:
            at, note = _search(game, end, at)
        elif k == keys.A:
            note, best = _ask(game)
            asked = True
            continue
        asked = False
    match.go(end)
    game.view.changed(match.s)
    game.show()


def _time(game, i):
    """Whether move i of the log is a wait."""
    return game.match.log[i] & getattr(game.rules, "WAIT", 0)


def _before(game, at):
    """The number of the move before move `at`, skipping waits; `at` if it is the first."""
    i = at - 1
    while i > 0 and _time(game, i):
        i -= 1
    return at if i < 0 or _time(game, i) else i


def _after(game, at, end):
    i = at + 1
    while i < end and _time(game, i):
        i += 1
    return i if i < end else max(at, 0)


def _show(game, at, end, note, best):
    """Show the table before move `at`, with that move or the hint's move highlighted."""
    match = game.match
    view = game.view
    match.go(at)
    s = match.s
    view.changed(s)
    m = match.log[at] if at < end else -1
    if not note:
        note = "%d/%d: %s. %s hint, %s back" % (
            at + 1, end, view.describe(s, m) if m >= 0 else "", art.CH_BUTTON_A, art.CH_BUTTON_B,
        )  # fmt: skip
    if m >= 0:
        view.hint(s, best if best >= 0 else m)
    status_panel.note(note)
    game.show()


def _think(game):
    """The hint bot after thinking about this position; None if a key interrupted it."""
    bot = catalog.load(game.name, "bots")
    bot.think(game.match.s)
    start = hal.ms()
    while not bot.step():
        if hal.ms() - start & hal.WRAP >= _SLICE:
            if keys.poll(keys.BUSY):
                return None
            start = hal.ms()
    return bot


def _ask(game):
    """The text of the hint here, and its move."""
    status_panel.note("Thinking " + art.CH_ELLIPSIS)
    status_panel.draw(False)
    canvas.flush()
    bot = _think(game)
    if not bot:
        return "", -1
    m = bot.move()
    words = "Hint: " + game.view.describe(game.match.s, m) + ". " if m >= 0 else ""
    if hasattr(bot, "verdict"):
        words += _SAY[bot.verdict()] + " " + art.CH_BUTTON_A + " where lost?"
    return words, m


def _search(game, end, at):
    """(move number, note) for the first position that the bot knows to be lost.

    A lost position stays lost, so this is a binary search.
    """
    bot = catalog.load(game.name, "bots")
    if not hasattr(bot, "verdict"):
        return at, ""
    status_panel.note("Looking for the move that lost it " + art.CH_ELLIPSIS)
    status_panel.draw(False)
    canvas.flush()
    low = 0
    high = end  # the earliest position known to be lost, if any is
    while low < high:
        middle = (low + high) // 2
        game.match.go(middle)
        if game.rules.over(game.match.s) == 1:
            return at, "This game was won."
        if not _think(game):
            return at, ""
        if bot.verdict() == _LOST:
            high = middle
        else:
            low = middle + 1
    if not high:
        return 0, "This deal could not be won at all."
    if high == end and game.rules.over(game.match.s) == 1:
        return at, "This game was won."
    return high - 1, "Move %d lost it: from then on it can't be won." % high
