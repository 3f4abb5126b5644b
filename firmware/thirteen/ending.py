"""Layer 5. A game is over: its record in the player's history, and what it earns, in one write."""

import hal
from thirteen import catalog, dealing, screens
from thirteen.protocols import Game
from thirteen.storage import dates, history


def settle(game: Game, won: bool, kind: int, seconds: int, reached: bool = False) -> None:
    """Record the end of a game, once, whenever power is lost; then save the game.

    kind: the row of the statistics in which it counts; reached: it counts as won in the calendar.
    """
    log = history.load()
    before = history.find(log, game.identity)
    game.trophies = game.news = ()
    game.is_new = True
    game.settled = 1
    # One that has left the records stays what it was.
    if before or not game.how & history.IS_OLD:
        if won:
            game.mode.par(game)
        if _distrusted(game):
            game.how |= history.IS_LATE
        gain = game.mode.gain(game, log)
        record = _record(game, won, kind, seconds, reached, gain)
        if record == before:
            game.is_new = False
        else:
            worn = catalog.module("screens", "worn")
            had = worn.won(log)
            _correct(game, log)
            history.put(log, record)
            history.put_turn(log, game.row, dealing.turns(game, log))
            game.trophies, game.news = screens.awards.earn(game, log, record)
            step = screens.steps.settle(game, log, record)
            if step:
                game.news = ["Step %d of 13 won" % step if step < 13 else screens.steps.ALL]
            new = ["New " + text for text in worn.won(log) if text not in had]
            game.news = list(game.news) + new
            if not history.save(log):
                return
    game.settled = 2
    game.how |= history.IS_OLD
    game.mark_changed()
    game.save()


def _record(
    game: Game, won: bool, kind: int, seconds: int, reached: bool, gain: int | None
) -> tuple:
    match = game.match
    how = game.how & 15
    for fact, bit in (
        (won, history.IS_WON), (won or reached, history.IS_REACHED),
        (game.undone, history.IS_UNDONE), (game.hinted, history.IS_HINTED),
        (gain is not None, history.IS_RATED), (game.rules.UNIT > 1, history.IS_IN_THOUSANDS),
    ):  # fmt: skip
        if fact:
            how |= bit
    return (
        game.identity, match.number, game.rules.score(match.s), history.crc16(match.options),
        game.day, max(seconds, 1), min(match.forgotten + match.played, 65535),
        game.row << 4 | kind, gain or 0, how,
    )  # fmt: skip


_ON_ITS_DAY = history.IS_DAILY | history.IS_DATED


def _distrusted(game: Game) -> bool:
    """Whether it is the deal of a day that is another's by now, as the date was set."""
    on_its_day = game.how & (_ON_ITS_DAY | history.IS_LATE) == _ON_ITS_DAY
    return on_its_day and dates.moved and game.day != hal.today()


def _correct(game: Game, log: list) -> None:
    """If the date was set anew, what was played since power-on on another was not on its day.

    The date set last is taken for the right one, as when a mistake was mended.
    """
    if dates.moved:
        for identity in history.here:
            record = history.find(log, identity)
            if record and record[history.DAY] != hal.today():
                history.change(log, identity, history.IS_LATE)
    if game.how & (_ON_ITS_DAY | history.IS_LATE) == _ON_ITS_DAY:
        if game.identity not in history.here:
            history.here.append(game.identity)
