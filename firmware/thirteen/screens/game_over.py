"""Layer 5. The end of a game: statistics, win animation, and the game-over menu.

The result is shown alone for a moment in which keys are ignored, so that a player still tapping
sees how the game ended and does not answer the menu by accident.
"""

from micropython import const

import hal
from thirteen import dealing
from thirteen.screens import celebration, notices
from thirteen.storage import deals, stats
from thirteen.ui import canvas, captions, keys, menu, sound, status_panel

_NEW, _AGAIN, _UNDO, _REVIEW, _LOOK, _LEAVE = range(6)
ROWS = ("New deal", "Same deal again", "Undo", "Review the game", "Look at the table", "Leave")
_WON = (_NEW, _AGAIN, _REVIEW, _LOOK, _UNDO, _LEAVE)
_LOST = (_UNDO, _AGAIN, _NEW, _REVIEW, _LOOK, _LEAVE)
_DEAF = const(700)  # ms in which keys are ignored
_SHADE = const(0)  # black


def rows(won):
    """The rows of the menu, as indices into ROWS."""
    return _WON if won else _LOST


def run(game):
    """Handle a finished game whose final position is on the screen; False to leave."""
    counted = game.counted
    won = game.mode.won(game)
    if not game.mode.read(game):
        if not counted:
            _count(game, won)
            (sound.won if won else sound.lost)()
        return True
    game.end_shown = True
    if not counted:  # the picture first, and then the files
        (sound.won if won else sound.lost)()
    if not won:
        _dim()
        canvas.flush()
    elif not counted or game.mode.LIVE:  # there it was counted before the last sheet was read
        celebration.run(game.match.number)
    if not counted:
        _count(game, won)
    title = game.mode.title(game)
    result = _result(game, won)
    if not counted:
        _pause(title, result)
    offered = rows(won)
    while True:
        at = menu.ask(title, [ROWS[i] for i in offered], 0, result)
        chosen = offered[at] if at >= 0 else _LOOK
        if chosen != _REVIEW:
            break
        from thirteen.screens import review  # not needed at power-on

        review.run(game)
    keys.forget()
    return _do(game, chosen)


def _do(game, chosen):
    if chosen == _NEW:
        dealing.deal(game)
        game.opened()
    elif chosen == _AGAIN:
        dealing.restart(game)
    elif chosen == _LEAVE:
        return False
    game.show()
    if chosen == _UNDO:
        game.undo()
    elif chosen == _LOOK:
        status_panel.note(captions.A + "what next?")
    return True


def _dim():
    """Darken every second line of a lost table."""
    for y in range(0, hal.H, 2):
        hal.fb.hline(0, y, hal.W, _SHADE)
    canvas.dirty(0, 0, hal.W, hal.H)


def _pause(title, result):
    """Show the result alone, ignoring keys."""
    menu.panel(title, result)
    canvas.flush()
    left = _DEAF
    while left > 0:
        keys.poll(keys.FLIGHT)
        left -= keys.dt
    keys.forget()


def _count(game, won):
    """Count the game in the statistics exactly once, even if power is lost in between."""
    game.changed()
    game.counted = True
    game.save()
    rules = game.rules
    stats.add(
        game.name, len(game.mode.STATISTICS), game.mode.row(game), won,
        rules.score(game.match.s), getattr(rules, "UNIT", 1), game.seconds, game.undone,
        game.hinted, game.mode.gain(game),
    )  # fmt: skip
    deals.finished(game.name, game.row, game.match.number)
    notices.tell()


def _result(game, won):
    """Score, time and streak against the best ones, a line each."""
    rules = game.rules
    mode = game.mode
    score = rules.score(game.match.s)
    r = stats.load(game.name, len(mode.STATISTICS))[mode.row(game)]
    lines = [rules.points(score)]
    if r[stats.BEST] == score and r[stats.PLAYED] > 1 and not won:
        lines[0] += ", your best"
    time = "%d:%02d" % (game.seconds // 60, game.seconds % 60)
    if won:
        best = r[stats.FASTEST]
        if game.seconds <= best and r[stats.WON] > 1:
            time += ", a new best"
        elif r[stats.WON] > 1:
            time += ", best %d:%02d" % (best // 60, best % 60)
        lines.append(time)
        if r[stats.STREAK] > 1:
            lines.append("%d in a row, best %d" % (r[stats.STREAK], r[stats.BEST_STREAK]))
        if not game.undone:
            lines.append("Without undo" if game.hinted else "Without undo or hints")
    else:
        lines.append(time)
    return "\n".join(lines)
