"""Layer 5. The end of a game: statistics, win animation, the result, and what to do next.

What is new stands first: trophies with their pictures, a step, the first win.
"""

from micropython import const

import hal
from thirteen import catalog, dealing, ending, screens
from thirteen.draw import art, canvas
from thirteen.protocols import Function, Game, Value
from thirteen.storage import dates, history, set_aside
from thirteen.ui import captions, keys, menu, sound
from thirteen.ui.status_panel import status_panel

_NEW, AGAIN, _UNDO, REVIEW, _CODE, LOOK, LEAVE, _BACK, _TROPHIES, _GRAPH, NEXT, _WEAR = range(12)
ROWS = (
    "New deal", "Same deal again", "Undo", "Review the game", "QR code", "Look at the table",
    "Leave", "Back to deal %d", "Trophies", "The scores", "", "Wear it",
)  # fmt: skip
_WON = (_NEW, AGAIN, REVIEW, _CODE, LOOK, _UNDO, LEAVE)
_LOST = (_UNDO, AGAIN, _NEW, REVIEW, _CODE, LOOK, LEAVE)
_UNPLAYED = (_NEW, LOOK, LEAVE)  # a deal without a first move
# What the keys do in a game that is over, while its table is looked at.
_ENDED = captions.of(keys.A, "what next?"), captions.MENU
_LINES = const(6)  # of the result, at most,
_VISIBLE = const(3)  # and rows of the menu for which there must be room under it
_UNAIDED = ("Without undo or hints", "Without undo")
_KNOWN = "Known deal\tno streak, no trophy"
_KNOWN_MATCH = "Known deal\tnot rated"
_HOUSE = "House rules\tno streak, no trophy"
_HOUSE_MATCH = "House rules\tnot rated"

# The identity of the game whose end was last shown, what its card told, the deal left for it, and
# what comes next.
_shown: tuple = 0, [], 0, None


def rows(won: bool) -> tuple:
    """The rows of the menu, as indices into ROWS."""
    return _WON if won else _LOST


def run(game: Game) -> bool:
    """Handle a finished game whose final position is on the screen; False to leave."""
    global _shown
    won = game.mode.won(game)
    if not game.end:
        _shown = 0, [], 0, None
    if game.has(history.IS_CLOSED) and not game.end:  # since an earlier power-on
        ending.again(game)
    elif not game.end:  # the picture first, and then the files
        if won:
            sound.won(catalog.GAMES[game.row][catalog.JINGLE])
        else:
            sound.lost()
        _close(game, won)
        hal.collect()  # the following modules stay for a while: not between garbage
    if not game.mode.result_was_read(game):
        return True
    new = game.end.new
    game.end.new = False
    if won and new:
        screens.celebration.bare(game)
        screens.celebration.run(game.view.leave_from(), game.match.number)
    else:
        _lay_bare(game, won)
        if new:
            hal.refresh()
    screens.problems.show()
    game.end_shown = True
    chosen = _show(game, won, new)
    keys.forget()
    return chosen < 0 or _do(game, chosen)


def _close(game: Game, won: bool) -> None:
    ending.close(game, won, game.mode.kind(game.match.options), game.seconds)


def _show(game: Game, won: bool, new: bool) -> int:
    """Show the result, and ask what next: a row of ROWS, or -1 if a review led back into play."""
    global _shown
    if _shown[0] != game.identity:
        left = set_aside.deal(game.name, game.identity)
        past = history.load()
        after = screens.onward.after(game, won, past)
        _shown = (
            game.identity,
            lines(game, won, past) + screens.onward.lines(game, won, past),
            left,
            after,
        )
    _, card, was, after = _shown
    title = game.mode.title(game)
    ways = rows(won or game.mode.LIVE) if game.match.played else _UNPLAYED
    if was:
        ways = ways[:-1] + (_BACK, LEAVE)
    if game.mode.GRAPH:
        ways = ways[:1] + (_GRAPH,) + ways[1:]
    offered = [(i, ROWS[i] % was if i == _BACK else ROWS[i]) for i in ways]
    if game.step:
        if won:
            title = "Step %d won!" % game.step
        else:  # it is tried again before it is left
            again = AGAIN, "Step %d: again" % game.step
            offered = [again] + [row for row in offered if row[0] != AGAIN]
    return what_next(game, title, card, offered, won=won, new=new, after=after)


def what_next(
    game: Game, title: str, card: list, offered: list, *, won: bool, new: bool,
    after: Value = None,
) -> int:  # fmt: skip
    """Show the result, and ask what next: a row of ROWS, or -1 if a review led back into play.

    card: its lines; offered: the rows to choose from, and the text of each; after: the
    onward.After that comes first after a win.
    """
    if after:
        # After a loss undoing it and trying again come first.
        at = 0 if won else 1 + (offered[1][0] in (_UNDO, AGAIN))
        offered = offered[:at] + [(NEXT, after.text)] + offered[at:]
    if _is_last_step(game):  # to show a friend
        offered = [(_CODE, ROWS[_CODE])] + [row for row in offered if row[0] != _CODE]
    back = screens.worn.back_in(game.end.news) if game.end else 0
    if back:
        offered = offered[:1] + [(_WEAR, ROWS[_WEAR])] + offered[1:]
    n = len(game.end.trophies) if game.end else 0
    if n:
        offered = offered[:-1] + [(_TROPHIES, ROWS[_TROPHIES])] + offered[-1:]
    texts = [text for _, text in offered]
    below = menu.height(texts[:_VISIBLE])
    card = screens.result_card.kept(card, min(_LINES, screens.result_card.room(n, below)))
    badge = getattr(game.view, "badge", None)
    first = 0
    while True:
        top = screens.result_card.show(
            title, card, won=won, new=new, below=below, badge=badge, game=game,
            then=after.text if after and offered[0][0] == NEXT else "",
        )  # fmt: skip
        if top == screens.result_card.TAKEN:
            return NEXT
        first = menu.ask("" if top >= 0 else title, texts, first, top=top)
        chosen = offered[first][0] if first >= 0 else LOOK
        new = False
        if chosen == _TROPHIES:
            screens.trophies.show(game.row, game.end.trophies[0])
        elif chosen == REVIEW:
            if screens.review.run(game):
                return -1
        elif chosen == _CODE:
            screens.qr_code.run(game)
        elif chosen == _WEAR:
            screens.worn.wear(back)
            offered = [row for row in offered if row[0] != _WEAR]
            texts = [text for _, text in offered]
            first = 0
        elif chosen == _GRAPH:
            getattr(screens, game.mode.GRAPH).run(game)
        else:
            return chosen
        if won and not game.mode.GRAPH:
            game.draw()
        else:
            _lay_bare(game, won)


def _lay_bare(game: Game, won: bool) -> None:
    """What the card lies on: the table, grey after a loss; no score sheet, which says the same."""
    if game.mode.GRAPH:
        canvas.clear()
    elif not won:
        status_panel.quiet = True  # no key does there what it did
        game.view.draw(game.match.s)
        status_panel.quiet = False
        screens.result_card.grey()


def _is_last_step(game: Game) -> bool:
    """Whether the last of the game's thirteen steps has just been won."""
    return game.end is not None and screens.steps.ALL in game.end.news


def _do(game: Game, chosen: int) -> bool:
    won = game.mode.won(game)
    if chosen in (_NEW, AGAIN, NEXT, _BACK) and not game.has(history.IS_CLOSED):
        _close(game, won)  # it could not be written before
    if chosen in (_NEW, AGAIN, NEXT) and won:
        game.mode.after_win(game)
    if chosen == _NEW:
        dealing.deal(game)
        game.deal_made()
    elif chosen == NEXT:
        if not screens.onward.go(game, _shown[3]):
            return False
    elif chosen == AGAIN:
        dealing.restart(game)
    elif chosen == LEAVE:
        return False
    elif chosen == _BACK:
        return dealing.back(game)
    if chosen == LOOK:
        was = status_panel.captions(_ENDED)
        game.captions = game.captions or was
        status_panel.message("")
    game.show()
    if chosen == _UNDO:
        game.undo()
    return True


def lines(game: Game, won: bool, past: list) -> list:
    """What a finished game tells, as lines of result_card: what is new, then the facts."""
    record = game.end.record
    kind = game.mode.kind(game.match.options)
    r = history.statistics(past, game.row)[kind]
    before = history.statistics(past, game.row, game.identity)[kind]
    alone = len(game.mode.STATISTICS) == 1
    # Between people, or with none, it is nobody's record.
    ours = game.mode.counts(game.match.options) and (alone or kind)
    out = [line for line in game.end.news if "\t" not in line]
    if game.step and won:
        out.insert(0, "Stars\t" + screens.steps.stars_of(past, game.row, game.step - 1))
    known = record[history.HOW] & history.IS_KNOWN
    if won and ours and not known and r[history.WON] == 1 and not before[history.WON]:
        out.append("Your first win")
    out += game.mode.result_lines(game, past, record)
    moves = record[history.MOVES] if alone else 0
    if not won:
        text = dates.clock(record[history.TIME])
        out.append("Time\t" + (text + ", %d moves" % moves if moves else text))
        return out + (_lost(game, r, before, alone) if ours else [])
    best = before if ours and before[history.WON] else None
    fastest = best and best[history.FASTEST]
    out.append(_fact("Time", record[history.TIME], fastest, dates.clock))
    if alone:
        fewest = best and best[history.FEWEST]
        out.append(_fact("Moves", moves, fewest, str, game.par))
        match = game.match
        here = history.fewest(past, game.row, match.number, match.options, game.identity)
        if here:
            out.append("Best at this deal\t%d moves" % here)
    if ours:
        out += _streaks(game, r, before, alone, past)
        out += [line for line in game.end.news if "\t" in line]
    if record[history.HOW] & history.IS_UNDONE or not ours:
        return out
    return out + [_UNAIDED[record[history.HOW] & history.IS_HINTED > 0]]


def _fact(name: str, value: int, best: int | None, form: Function, par: int = 0) -> str:
    """A line of a value and what there was before: with a star if it is better, or below par."""
    text = form(value)
    if par:
        text += ", par %d" % par
    if best:
        text += (", was " if value < best else ", best ") + form(best)
    better = best and value < best or value < par
    return name + "\t" + (art.CH_STAR + " " if better else "") + text


def _lost(game: Game, r: list, before: list, alone: bool) -> list:
    """What a lost game is compared with."""
    if before[history.STREAK] > 1 and not r[history.STREAK]:
        return ["Wins in a row\tended at %d" % before[history.STREAK]]
    if r[history.WON]:
        return ["Won\t%d of %d games" % (r[history.WON], r[history.PLAYED])]
    if before[history.PLAYED] > before[history.GIVEN_UP] and alone:
        if game.rules.score(game.match.s) > before[history.BEST]:
            return ["Your best try so far"]
        return ["Best so far\t" + game.rules.points(before[history.BEST])]
    return []


def _streaks(game: Game, r: list, before: list, alone: bool, past: list) -> list:
    """How many games were won in a row, and on how many days."""
    out = []
    n = r[history.STREAK]
    if game.has(history.IS_KNOWN):
        out.append(_KNOWN if alone else _KNOWN_MATCH)
    elif game.has(history.IS_HOUSE):
        out.append(_HOUSE if alone else _HOUSE_MATCH)
    elif n > max(before[history.BEST_STREAK], 1):
        out.append("Wins in a row\t%s %d, your longest" % (art.CH_STAR, n))
    elif n > 1:
        out.append("Wins in a row\t%d, best %d" % (n, r[history.BEST_STREAK]))
    days = 0
    if game.has(history.IS_DAILY) and not game.has(history.IS_LATE):
        days = history.in_a_row(past, game.row, game.day)  # the date may be lost by now
    if days > 1:
        out.append("Daily deals in a row\t%d" % days)
    return out
