"""Layer 5. The end of a game: statistics, win animation, the result, and what to do next."""

from micropython import const

import hal
from thirteen import dealing, ending
from thirteen.draw import art
from thirteen.game import show_problems
from thirteen.storage import dates, history, set_aside
from thirteen.ui import captions, keys, menu, sound, status_panel

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
_KNOWN = "Known deal\tno streak, no trophy"
_KNOWN_MATCH = "Known deal\tnot rated"


def rows(won):
    """The rows of the menu, as indices into ROWS."""
    return _WON if won else _LOST


def run(game):
    """Handle a finished game whose final position is on the screen; False to leave."""
    won = game.mode.won(game)
    if not game.settled:  # the picture first, and then the files
        (sound.won if won else sound.lost)()
        ending.settle(game, won, game.mode.kind(game.match.options), game.seconds)
        hal.collect()  # the following modules stay for a while: not between garbage
        if not game.is_new:
            game.trophies = []
    if not game.mode.read(game):
        return True
    from thirteen.screens import celebration, result_card  # not needed to count

    new = game.is_new
    game.is_new = False
    if not won:
        result_card.grey()
        if new:
            hal.refresh()
    elif new:
        celebration.bare(game)
        celebration.run(game.view.leave_from(), game.match.number)
    show_problems()
    game.end_shown = True
    log = history.load()
    record = history.find(log, game.identity)
    lines = game.mode.standings(game, log, record) + _lines(game, won, log)
    if game.trophies and "\t" not in game.trophies[0]:  # one that was earned goes first
        lines[1:1] = game.trophies
    del log, record  # 4 kB
    title = game.mode.title(game)
    ways = rows(won or game.mode.LIVE) if game.match.played else _UNPLAYED
    was = set_aside.deal(game.name, game.match.number)
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
        game.deal_made()
    elif chosen == _AGAIN:
        dealing.restart(game)
    elif chosen == _LEAVE:
        return False
    elif chosen == _BACK:
        return dealing.back(game)
    if chosen == _LOOK:
        was = status_panel.captions(_ENDED)
        game.captions = game.captions or was
        status_panel.message("")
    game.show()
    if chosen == _UNDO:
        game.undo()
    return True


def _lines(game, won, log):
    """Time and moves against the best of the other games, the streak, an honour."""
    alone = len(game.mode.STATISTICS) == 1
    kind = game.mode.kind(game.match.options)
    r = history.statistics(log, game.row)[kind]
    before = history.statistics(log, game.row, game.identity)[kind]
    moves = game.match.forgotten + game.match.played if alone else 0
    lines = [_effort("Time", game.seconds, moves, game.par if won else 0)]
    if not (alone or kind):  # between people: nobody's record
        return lines
    known = game.how & history.IS_KNOWN
    if won and alone:
        match = game.match
        best = history.fewest(log, game.row, match.number, match.options, game.identity)
        if best:
            lines.append("Best at this deal\t%d moves" % best)
    if won and before[history.WON]:
        fewest = before[history.FEWEST] if alone else 0
        lines.append(_effort("Best so far", before[history.FASTEST], fewest))
    if not won:
        if before[history.STREAK] > 1 and not known:
            lines.append("Wins in a row\tended at %d" % before[history.STREAK])
        elif r[history.WON]:
            lines.append("Won\t%d of %d games" % (r[history.WON], r[history.PLAYED]))
        elif before[history.PLAYED] > before[history.GIVEN_UP] and alone:
            score = game.rules.score(game.match.s)
            nearer = score > before[history.BEST]
            old = "Best so far\t" + game.rules.points(before[history.BEST])
            lines.append("Your best try so far" if nearer else old)
        return lines
    n = r[history.STREAK]
    if known:
        lines.append(_KNOWN if alone else _KNOWN_MATCH)
    elif n > 1:
        value = "%d, best %d" % (n, r[history.BEST_STREAK])
        stars = art.CH_STAR * min(n, _STARS) + " " if r[history.BEST_STREAK] < 100 else ""
        lines.append("Wins in a row\t" + stars + value)
    days = history.streak(history.days(log), game.row) if game.how & history.IS_DAILY else 0
    if days > 1:
        lines.append("Daily deals in a row\t%d" % days)
    honour = _honour(game, r, before, moves)
    return lines + ([honour] if honour else game.trophies or _unaided(game))


def _effort(name, seconds, moves, par=0):
    text = name + "\t" + dates.clock(seconds)
    text += ", %d moves" % moves if moves else ""
    return text + ", par %d" % par if par else text


def _honour(game, r, before, moves):
    """What is special about a win, "" for nothing."""
    if not before[history.WON]:
        return "Your first win" if r[history.WON] == 1 else ""
    if game.seconds < before[history.FASTEST]:
        return "Your fastest win"
    if 0 < moves < before[history.FEWEST]:
        return "Your fewest moves"
    if r[history.STREAK] > before[history.BEST_STREAK]:
        return "Your longest streak"
    return ""


def _unaided(game):
    """That a win is the player's own, for the end of the lines."""
    if game.undone:
        return []
    return ["Without undo" if game.hinted else "Without undo or hints"]
