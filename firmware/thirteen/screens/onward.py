"""Layer 5. What comes after a game that is over: the next of its kind.

After a step the next step, after a daily deal another game's of today, after a lost deal that was
won at last the next one.
"""

from micropython import const

from thirteen import catalog, dealing
from thirteen.draw import art, canvas
from thirteen.protocols import Game
from thirteen.screens import deal_menu, steps
from thirteen.storage import dates, deals, history

_ROOM = const(184)  # pixels of a line of the result


class After:
    """What comes next: its words in a menu, and what it is."""

    def __init__(
        self, text: str, row: int, day: int = 0, step: int = 0, deal: int = 0,
    ) -> None:  # fmt: skip
        self.text = text
        self.row = row  # of the game
        self.day = day  # that of a daily deal, or 0;
        self.step = step  # one of its steps, or 0
        self.deal = deal  # the number of a lost deal, or 0


def after(game: Game, won: bool, past: list) -> After | None:
    """What comes after a game that is over; None for a new deal."""
    if game.step:
        i = steps.following(past, game.row, game.step - 1)
        return After("Step %d" % (i + 1), game.row, step=i + 1) if i >= 0 else None
    if game.has(history.IS_DAILY) and not game.has(history.IS_LATE):
        return _another(game, past)
    if won and _was_lost(game, past):
        due = deal_menu.lost_lately(game, past)
        if due:
            _, number, day, _ = due[0]
            return After("Lost deal %d" % number, game.row, day, deal=number)
    return None


def _another(game: Game, past: list) -> After | None:
    """Today's deal of another game that the player knows, if there is one to be played."""
    n = len(catalog.GAMES)
    for i in range(1, n):
        row = (game.row + i) % n
        if history.total(history.statistics(past, row), history.PLAYED):
            if not history.is_done(past, row):
                text = "Today: " + catalog.GAMES[row][catalog.TITLE]
                return After(text, row, day=history.today(past))
    return None


def _was_lost(game: Game, past: list) -> bool:
    """Whether an earlier game at its deal was lost."""
    for record in history.records_of(past, game.row):
        if record[history.DEAL] == game.match.number and record[history.IDENTITY] != game.identity:
            return not record[history.HOW] & history.IS_WON
    return False


def go(game: Game, then: After) -> bool:
    """Go on to it; False if that is another game, for which this one is left."""
    if then.row != game.row:
        game.onward = then.row, then.day, then.step
        return False
    number, rules = then.deal, None
    if then.step:
        number, rules = deal_menu.deal_of(game, 0, then.step)
    dealing.deal(game, number, rules, then.day, then.step)
    game.deal_made()
    return True


def lines(game: Game, won: bool, past: list) -> list:
    """The last line of a result: what comes next, or tomorrow."""
    if game.step:
        i = steps.following(past, game.row, game.step - 1) if won else game.step - 1
        if i < 0:
            return []
        name = "Next" if won else "Step %d" % game.step
        text = steps.words(steps.of(game.name), i)
        if canvas.width(art.SMALL, name + "   " + text) > _ROOM:
            return ["\t" + text] if not won else ["Next\tstep %d" % (i + 1)]
        return [name + "\t" + text]
    if not (won or game.has(history.IS_DAILY)) or not game.mode.SOLO or game.mode.LIVE:
        return []
    now = history.today(past)
    if not history.is_done(past, game.row):
        return ["Today\tdeal %d" % deals.daily(game.name, game.row, now)]
    days = history.in_a_row(past, game.row, now)
    text = "deal %d" % deals.daily(game.name, game.row, now + 1)
    when = "Tomorrow" if dates.is_date(now) else "Next time"
    return ["%s\t%s" % (when, text + (", day %d" % (days + 1) if days else ""))]
