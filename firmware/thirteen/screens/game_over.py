"""Layer 5. The end of a game: statistics, win animation, the result, and what to do next."""

from micropython import const

import hal
from thirteen import dealing
from thirteen.game import show_troubles
from thirteen.storage import bests, deals, left, stats
from thirteen.ui import art, captions, keys, menu, sound, status_panel

_NEW, _AGAIN, _UNDO, _REVIEW, _CODE, _LOOK, _LEAVE, _BACK = range(8)
ROWS = (
    "New deal", "Same deal again", "Undo", "Review the game", "QR code", "Look at the table",
    "Leave", "Back to deal %d",
)  # fmt: skip
_WON = (_NEW, _AGAIN, _REVIEW, _CODE, _LOOK, _UNDO, _LEAVE)
_LOST = (_UNDO, _AGAIN, _NEW, _REVIEW, _CODE, _LOOK, _LEAVE)
_UNPLAYED = (_NEW, _LOOK, _LEAVE)  # a deal without a first move
# What the keys do in a game that is over, while its table is looked at.
_ENDED = captions.of(keys.A, "what next?"), captions.MENU
_LINES = const(5)  # of the result, at most
_VISIBLE = const(6)  # rows of the menu for which there must be room under it
_STARS = const(5)  # for a streak


def rows(won):
    """The rows of the menu, as indices into ROWS."""
    return _WON if won else _LOST


def run(game):
    """Handle a finished game whose final position is on the screen; False to leave."""
    won = game.mode.won(game)
    if not game.counted:  # the picture first, and then the files
        (sound.won if won else sound.lost)()
    if not game.mode.read(game):
        if not game.counted:
            _count(game, won)
        return True
    from thirteen.screens import celebration, result_card  # not needed to count

    new = not game.counted or game.result
    if not won:
        result_card.grey()
        if new:
            hal.refresh()
    elif new:
        celebration.run(game.view.leave_from(), game.match.number)
    if not game.counted:
        _count(game, won)
    game.end_shown = True
    before, gain = game.result or (None, None)
    game.result = None
    lines = game.mode.standings(game, gain) + _lines(game, won, before)
    if game.trophies and "\t" not in game.trophies[0]:  # one that was earned goes first
        lines[1:1] = game.trophies
    title = game.mode.title(game)
    ways = rows(won or game.mode.LIVE) if game.match.n else _UNPLAYED
    was = left.deal(game.name, game.match.number)
    if was:
        ways = ways[:-1] + (_BACK, _LEAVE)
    offered = [ROWS[i] % was if i == _BACK else ROWS[i] for i in ways]
    below = menu.height(offered[:_VISIBLE])
    badge = getattr(game.view, "badge", None)
    while True:
        top = result_card.show(title, lines[:_LINES], won, new, below, badge)
        at = menu.ask("" if top >= 0 else title, offered, top=top)
        chosen = ways[at] if at >= 0 else _LOOK
        if chosen == _REVIEW:
            from thirteen.screens import review  # not needed at power-on

            if review.run(game):
                return True
        elif chosen == _CODE:
            from thirteen.screens import qr_code  # not needed at power-on, and rarely

            qr_code.run(game)
            game.show()
        else:
            break
        new = False
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
    elif chosen == _BACK:
        return dealing.back(game)
    if chosen == _LOOK:
        was = status_panel.captions(_ENDED)
        game.captions = game.captions or was
        status_panel.note("")
    game.show()
    if chosen == _UNDO:
        game.undo()
    return True


def _row(game):
    """The row of the statistics in which the game counts."""
    return stats.load(game.name, len(game.mode.STATISTICS))[game.mode.row(game)]


def _count(game, won):
    """Count the game in the statistics exactly once, even if power is lost in between."""
    gain = game.mode.gain(game)
    game.result = _row(game), gain
    game.changed()
    game.counted = True
    game.save()
    rules = game.rules
    rows = len(game.mode.STATISTICS)
    stats.add(
        game.name, rows, game.mode.row(game), won, rules.score(game.match.s),
        rules.UNIT, game.seconds, game.undone, game.hinted, gain,
        game.match.n if rows == 1 else 0,
    )  # fmt: skip
    hal.collect()  # the following modules stay for a while: not between garbage
    from thirteen.screens import awards  # rarely needed: once a game
    from thirteen.storage import calendar  # rarely needed, likewise

    game.daily = calendar.finished(game.name, game.row, game.match.number, won)
    game.par = bests.par(game.name, game.match) if won else 0
    game.fewest = bests.won(game.name, game.match) if won and rows == 1 else 0
    r = stats.load(game.name, rows)
    facts = {"won": won, "undone": game.undone, "hinted": game.hinted, "seconds": game.seconds}
    facts["rated"] = gain is not None
    facts["spare"] = game.par and game.par - game.match.gone - game.match.n
    facts["streak"] = r[game.mode.row(game)][stats.STREAK]
    facts["wins"] = sum([row[stats.WON] for row in r])
    game.trophies = awards.earn(game, facts, game.daily)
    show_troubles()


def _lines(game, won, before):
    """Time and moves against the best, the streak, an honour; `before`: the row before or None."""
    r = _row(game)
    alone = len(game.mode.STATISTICS) == 1
    moves = game.match.n
    lines = [_effort("Time", game.seconds, moves if alone else 0, game.par)]
    if not (alone or game.mode.row(game)):  # between people: nobody's record
        return lines
    if won and game.fewest:
        lines.append("Best at this deal\t%d moves" % game.fewest)
    best = before or r
    fewest = best[stats.FEWEST] if alone else 0
    own = (best[stats.FASTEST], fewest) == (game.seconds, moves if alone else 0)
    if won and best[stats.WON] and (before or not own):
        lines.append(_effort("Best so far", best[stats.FASTEST], fewest))
    if not won:
        if before and before[stats.STREAK] > 1:
            lines.append("Wins in a row\tended at %d" % before[stats.STREAK])
        elif r[stats.WON]:
            lines.append("Won\t%d of %d games" % (r[stats.WON], r[stats.PLAYED]))
        elif before and before[stats.PLAYED] and alone:
            score = game.rules.score(game.match.s)
            nearer = score > before[stats.BEST]
            old = "Best so far\t" + game.rules.points(before[stats.BEST])
            lines.append("Your best try so far" if nearer else old)
        return lines
    n = r[stats.STREAK]
    if n > 1:
        value = "%d, best %d" % (n, r[stats.BEST_STREAK])
        lines.append("Wins in a row\t" + art.CH_STAR * min(n, _STARS) + " " + value)
    if game.daily and deals.streak(game.row) > 1:
        lines.append("Daily deals in a row\t%d" % deals.streak(game.row))
    honour = _honour(game, r, before, moves if alone else 0)
    return lines + ([honour] if honour else game.trophies or _unaided(game))


def _effort(name, seconds, moves, par=0):
    text = name + "\t" + stats.clock(seconds)
    text += ", %d moves" % moves if moves else ""
    return text + ", par %d" % par if par else text


def _honour(game, r, before, moves):
    """What is special about a win, "" for nothing."""
    if r[stats.WON] == 1:
        return "Your first win"
    if before and before[stats.WON]:
        if game.seconds < before[stats.FASTEST]:
            return "Your fastest win"
        if moves and 0 < moves < before[stats.FEWEST]:
            return "Your fewest moves"
        if r[stats.STREAK] > before[stats.BEST_STREAK]:
            return "Your longest streak"
    return ""


def _unaided(game):
    """That a win is the player's own, for the end of the lines."""
    if game.undone:
        return []
    return ["Without undo" if game.hinted else "Without undo or hints"]
