"""Layer 5. Reviewing a finished game: each move, what the hint would have played, what lost.

After a loss it opens where the deal was lost, as far as that can be proved: a move is blamed only
if the position before it is proved winnable and the one after it lost. A won game proves that each
of its positions could be won. LEFT and RIGHT step (X and Y without a pad); once the player
rests, the hint's move is named, and A shows it on the table. UP leads to the first move, DOWN to
the one that lost the game, or to the last; B leaves. A menu names these, and lets a patience be
played on from the move shown. The match itself is stepped, so nothing is copied; nothing is saved
meanwhile, and at the end the match is back where it was.
"""

from micropython import const

import hal
from thirteen.screens import hint
from thirteen.ui import art, captions, keys, menu, status_panel

if hal.POINTER:
    from thirteen.ui import pointer  # unless there is none

_WINNABLE = const(1)  # a bot's verdicts
_LOST = const(2)
_SLICE = const(20)  # ms of thinking between two polls of the keys
_RESTS = const(250)  # ms without a key until the hint is asked
_VERDICTS = (" Can't tell.", " Winnable.", " Lost.")
_HELP = (
    (art.CH_LEFT + art.CH_RIGHT + " to step; wait for the hint")
    if hal.PAD
    else "Step, or wait for the hint"
)
_SEARCHING = "Looking for the move that lost it " + art.CH_ELLIPSIS
_STOPPED = "Stopped looking for the move that lost it"
_NEVER = "This deal could not be won at all."
_BEFORE = "It was lost before these moves."
_MOVE = "Move %d lost it: you %s."
# What the keys do in a lost game of one player without a clock, and in any other; a narrow panel
# has room for three captions. The first is another once there is a hint to show.
_LOST_KEYS = _KEYS = captions.GAME
if hal.PAD:
    _STEP = captions.of(keys.LEFT | keys.RIGHT, "step")
    _KEYS = _STEP, captions.of(keys.UP, "first " + art.CH_DOWN + " last"), captions.MENU
    _LOST_KEYS = _STEP, captions.of(keys.UP, "first " + art.CH_DOWN + " lost"), captions.MENU
_HINT = (captions.of(keys.A, "the hint"),)
_PLAY_ON = const(0)  # rows of the menu
_LOST_ROWS = ("Play on from here", "Find the losing move", "The first move", "Leave the review")
_ROWS = ("Play on from here", "The last move", "The first move", "Leave the review")
_BETWEEN = "Lost between moves %d and %d."
_LATEST = "Already lost by move %d."


def run(game):
    """Run until the player leaves; True to play on from a move."""
    match = game.match
    end = match.n
    match.review(True)
    at = _before(game, end)
    lost = not game.mode.LIVE and game.rules.over(match.s) != 1
    captioned = status_panel.captions(_captions(lost, -1))
    plays_on = False
    note = _HELP
    if lost:
        at, note = _search(game, end, at)
    best = -1  # the hint's move here
    asked = shown = False  # the hint was asked; its move is highlighted
    while True:
        _show(game, at, end, note, best, shown, lost)
        k = _wait(not asked and note is not _HELP and game.mode.yours(match.s))
        if not k:
            note, best = _ask(game, at, end, note, lost)
            asked = True
            continue
        if k == keys.A and best >= 0:
            shown = not shown
            continue
        if k == keys.MENU:
            k, plays_on = _menu(game, lost)
        if plays_on or k == keys.B:
            break
        if lost and (k == keys.DOWN or k == keys.A and not hal.PAD):
            at, note = _search(game, end, at)
        else:
            at = _step(game, k, at, end)
            note = ""
        best = -1
        asked = shown = False
    if not plays_on:
        match.go(end)
    match.review(False)
    status_panel.captions(captioned)
    if plays_on:
        game.undone = True
        game.stepped()
    else:
        game.view.changed(match.s)
        status_panel.note("")
    game.show()
    return plays_on


def _captions(lost, best):
    """The captions that name its keys; best: a hint that A shows, or -1."""
    names = _LOST_KEYS if lost else _KEYS
    return names if best < 0 else _HINT + names[1:]


def _menu(game, lost):
    """(the key that does what the player chose, whether to play on from here)."""
    first = _PLAY_ON + 1 if game.mode.LIVE else _PLAY_ON
    at = menu.ask("Review", (_LOST_ROWS if lost else _ROWS)[first:])
    keys.forget()
    if at < 0:
        return 0, False
    return (keys.B, keys.DOWN, keys.UP, keys.B)[first + at], first + at == _PLAY_ON


def _wait(asks):
    """Wait for a key; 0 if the hint is to be asked and the player rests."""
    waited = 0
    while True:
        k = keys.poll(keys.REST)
        if hal.POINTER:
            k = pointer.turn(k)
        waited += keys.dt
        if not k and keys.step():
            k = keys.NEXT
        if k or asks and waited > _RESTS:
            return k


def _step(game, k, at, end):
    """The number of the move that key k leads to."""
    if k in (keys.LEFT, keys.PREV):
        return _before(game, at)
    if k in (keys.RIGHT, keys.NEXT, keys.A):
        return _after(game, at, end)
    if k == keys.DOWN:
        return _before(game, end)
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


def _show(game, at, end, note, best, shown, lost):
    """Show the table before move `at`, with that move or, if `shown`, the hint's highlighted."""
    match = game.match
    view = game.view
    match.go(at)
    s = match.s
    view.changed(s)
    status_panel.captions(_captions(lost, best))
    m = match.log[at] if at < end else -1
    if m >= 0:
        view.hint(s, best if shown else m)
    status_panel.note(note or _move(game, at, end))
    game.show()


def _move(game, at, end):
    """The text of move `at`."""
    words = game.view.describe(game.match.s, game.match.log[at], True) if at < end else ""
    return "%d/%d %s." % (at + 1, end, words)


def _think(game):
    """The hint bot after thinking about this position; None if a key interrupted it."""
    bot = hint.bot_for(game)
    bot.think(game.match.s)
    start = hal.ms()
    while not bot.step():
        if hal.ms() - start & hal.WRAP >= _SLICE:
            if keys.poll(keys.BUSY):
                return None
            start = hal.ms()
    return bot


def _ask(game, at, end, note, lost):
    """The note with what the hint would have played here, and that move if it is another."""
    match = game.match
    searched = bool(note)  # it already says where the deal was lost
    note = note or _move(game, at, end)
    bot = _think(game)
    m = bot.move() if bot and not game.rules.over(match.s) else -1
    if m < 0:
        return note, -1
    last = at < end and _as_good(game, m, match.log[at])
    if not last:
        note += " Hint: %s." % game.view.describe(match.s, m)
    elif searched:
        note += " The hint is the same."
    else:
        note = note[:-1] + ", as the hint would."
    if game.mode.LIVE:
        if hasattr(bot, "why"):
            note = "%s: %s." % (note[:-1], bot.why())
    elif not searched:
        note += _VERDICTS[bot.verdict() if lost else _WINNABLE]
    return note, -1 if last else m


def _as_good(game, m, other):
    """Whether two moves are one, or lead to positions that do not differ in play."""
    if m == other:
        return True
    rules = game.rules
    s = bytearray(game.match.s)
    t = bytearray(s)
    rules.apply(s, m)
    rules.apply(t, other)
    return rules.like(s, t, 0) >= 0


def _search(game, end, at):
    """(move number, note): where the game was lost, as far as the bot can prove it."""
    match = game.match
    status_panel.note(_SEARCHING)
    status_panel.draw()
    hal.refresh()
    found = _proved(game, end)
    if not found:
        return at, _STOPPED
    won, lost = found
    if not lost:
        return 0, _BEFORE if match.gone else _NEVER
    if won < 0:
        return lost - 1, _LATEST % lost
    if won + 1 < lost:
        return won, _BETWEEN % (won + 1, lost)
    match.go(won)
    what = game.view.describe(match.s, match.log[won], True)
    return won, _MOVE % (lost, what[0].lower() + what[1:])


def _proved(game, end):
    """(last position proved winnable, -1 for none; first proved lost); None if a key interrupts.

    A lost position stays lost, so each is found by halving; a position of which the bot is not
    sure counts as not lost in the first search, and as not winnable in the second.
    """
    won = -1
    lost = end
    for unsure_is in (_WINNABLE, _LOST):
        low = won + 1
        high = lost
        while low < high:
            middle = (low + high) // 2
            game.match.go(middle)
            bot = _think(game)
            if not bot:
                return None
            verdict = bot.verdict()
            if verdict == _WINNABLE:
                won = middle
            elif verdict == _LOST:
                lost = middle
            if (verdict or unsure_is) == _LOST:
                high = middle
            else:
                low = middle + 1
    return won, lost
