"""Layer 5. Reviewing a finished game: each move, what the hint would have played, what lost.

After a loss it opens at the move that lost the deal, if a bot can tell. LEFT and RIGHT step (X and
Y without a pad); once the player rests, the hint's move is named, and A shows it on the table.
DOWN finds the move that lost again, UP the first move, B leaves. The match itself is stepped, so
nothing is copied; nothing is saved meanwhile, and at the end the match is back where it was.
"""

from micropython import const

import hal
from thirteen import catalog
from thirteen.ui import art, canvas, captions, keys, status_panel

_LOST = const(2)  # a bot's verdict
_SLICE = const(20)  # ms of thinking between two polls of the keys
_RESTS = const(250)  # ms without a key until the hint is asked
_VERDICTS = ("", " Winnable.", " Lost.")
_HELP = "Step, and rest on a move for its hint"
_SEARCHING = "Looking for the move that lost it " + art.CH_ELLIPSIS


def run(game):
    """Run until the player leaves."""
    match = game.match
    end = match.n
    match.review(True)
    at = _before(game, end)
    captioned = status_panel.captions(captions.REVIEW)
    note = _HELP
    if game.rules.over(match.s) != 1:
        at, note = _search(game, end, at)
    best = -1  # the hint's move here
    asked = shown = False  # the hint was asked; its move is highlighted
    while True:
        _show(game, at, end, note, best if shown else -1)
        k = _wait(not asked and note is not _HELP and game.mode.yours(match.s))
        if not k:
            note, best = _ask(game, at, end, note)
            asked = True
            continue
        if k == keys.A and best >= 0:
            shown = not shown
            continue
        if k in (keys.B, keys.MENU):
            break
        if k == keys.DOWN or k == keys.A and not hal.PAD:
            at, note = _search(game, end, at)
        else:
            at = _step(game, k, at, end)
            note = ""
        best = -1
        asked = shown = False
    match.go(end)
    match.review(False)
    game.view.changed(match.s)
    status_panel.captions(captioned)
    status_panel.note("")
    game.show()


def _wait(asks):
    """Wait for a key; 0 if the hint is to be asked and the player rests."""
    waited = 0
    while True:
        k = keys.poll(keys.REST)
        waited += keys.dt
        if k or asks and waited > _RESTS:
            return k


def _step(game, k, at, end):
    """The number of the move that key k leads to."""
    if k in (keys.LEFT, keys.PREV):
        return _before(game, at)
    if k in (keys.RIGHT, keys.NEXT, keys.A):
        return _after(game, at, end)
    return _after(game, -1, end) if k == keys.UP else at


def _time(game, i):
    """Whether move i of the log is a wait."""
    return game.match.log[i] & game.rules.WAIT


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
    status_panel.captions(captions.REVIEW)
    m = match.log[at] if at < end else -1
    if m >= 0:
        view.hint(s, best if best >= 0 else m)
    status_panel.note(note or _move(game, at, end))
    game.show()


def _move(game, at, end):
    """The text of move `at`."""
    words = game.view.describe(game.match.s, game.match.log[at]) if at < end else ""
    return "%d/%d %s." % (at + 1, end, words)


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


def _ask(game, at, end, note):
    """The note with what the hint would have played here, and that move if it is another."""
    match = game.match
    searched = bool(note)  # it already says where the deal was lost
    note = note or _move(game, at, end)
    bot = _think(game)
    m = bot.move() if bot and not game.rules.over(match.s) else -1
    if m < 0:
        return note, -1
    last = at < end and m == match.log[at]
    if last and searched:
        note += " Even the hint plays it"
    else:
        note += " Hint: " + ("the same" if last else game.view.describe(match.s, m))
    if not game.mode.LIVE:
        note += "." + ("" if searched else _VERDICTS[bot.verdict()])
        return note, -1 if last else m
    if hasattr(bot, "why"):
        note += ": " + bot.why()
    return note + ".", -1 if last else m


def _search(game, end, at):
    """(move number, note) for the first position that the bot knows to be lost.

    A lost position stays lost, so this is a binary search.
    """
    bot = catalog.load(game.name, "bots")
    if game.mode.LIVE:  # no position is lost for good
        return at, _HELP
    if game.rules.over(game.match.s) == 1:
        return at, "This game was won."
    status_panel.note(_SEARCHING)
    status_panel.draw(False)
    canvas.flush()
    low = 0
    high = end  # the earliest position known to be lost
    while low < high:
        middle = (low + high) // 2
        game.match.go(middle)
        if not _think(game):
            return at, _HELP
        if bot.verdict() == _LOST:
            high = middle
        else:
            low = middle + 1
    if not high:
        return 0, "This deal could not be won at all."
    game.match.go(high - 1)
    words = game.view.describe(game.match.s, game.match.log[high - 1])
    return high - 1, "Move %d lost it: %s." % (high, words)
