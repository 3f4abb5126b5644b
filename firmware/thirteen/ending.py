"""Layer 5. A game is over: its record is closed, with what it earns, in one write."""

import hal
from thirteen import dealing, screens
from thirteen.protocols import Game
from thirteen.storage import dates, history, set_aside

_WON = history.IS_WON | history.IS_REACHED


class End:
    """What is known of a game's end: its record, and whether that has just been told."""

    def __init__(self, record: tuple, new: bool, news: list | None = None) -> None:
        self.record = record
        self.new = new  # it has not been shown yet
        earned = record[history.EARNED]
        self.trophies = [i for i in range(8) if earned >> i & 1]  # that it has earned,
        self.news = news or []  # and lines about what else is new


def close(game: Game, won: bool, kind: int, seconds: int, reached: bool = False) -> None:
    """Record the end of a game, once, whenever power is lost; then save the game.

    kind: the row of the statistics in which it counts; reached: it counts as won in the calendar.
    """
    past = history.load()
    before = history.find(past, game.identity)
    if won:
        game.mode.par(game)
    if _distrusted(game):
        game.note(history.IS_LATE)
    facts = _WON if won else history.IS_REACHED if reached else 0
    if not before and game.has(history.IS_OLD):  # it has left the records for their sums:
        game.note(history.IS_KNOWN)  # it may win its step and its day, and counts no more
        facts |= history.IS_UNCOUNTED
    record = _record(game, facts, kind, seconds, game.mode.gain(game, past))
    game.end = End(before or record, True)
    _correct(game, past)
    near: list = []
    had = _medal(past, game)
    if history.put(past, record) != before:
        history.put_deal_index(past, game.row, dealing.deal_index(game, past))
        earned, near = screens.awards.earn(game, past, record)
        how = history.IS_ADVANCE if screens.steps.note_end(game, past, record) else 0
        history.change(past, game.identity, how, sum([1 << i for i in earned]))
    record = history.find(past, game.identity) or record
    if record != before and not history.save(past):
        return
    game.note(history.IS_OLD | history.IS_CLOSED)
    game.mark_changed()
    game.save()  # the news take a while
    set_aside.drop(game.name, game.identity)
    got = _medal(past, game)
    medal = ["New medal: " + screens.medals.NAMES[got]] if got > had else []
    game.end = End(record, True, medal + _news(past, record) + near)


def again(game: Game) -> None:
    """The game is over since an earlier power-on: what is known of its end."""
    past = history.load()
    record = history.find(past, game.identity)
    won = game.mode.won(game)
    if won:
        game.mode.par(game)
    kind = game.mode.kind(game.match.options)
    record = record or _record(game, _WON if won else 0, kind, game.seconds, None)
    game.end = End(record, False, _news(past, record))


def _news(past: list, record: tuple) -> list:
    """Lines about the step that an end has won, and what can be worn now."""
    out: list = []
    advance = record[history.HOW] & history.IS_ADVANCE
    if not advance and not record[history.EARNED]:
        return out
    if advance:
        if history.steps(past, record[history.WHERE] >> 4) == screens.steps.COUNT:
            out.append(screens.steps.ALL)
    had = screens.worn.won(history.without(past, record))
    return out + ["New " + text for text in screens.worn.won(past) if text not in had]


def _medal(past: list, game: Game) -> int:
    """The medal of the month of whose day it is the deal."""
    if not game.has(history.IS_DAILY) or not dates.is_date(game.day):
        return 0
    year, month, _ = dates.date(game.day)
    return history.medal(past, game.row, dates.day_of(year, month, 1), dates.length(year, month))


def _record(game: Game, facts: int, kind: int, seconds: int, gain: int | None) -> tuple:
    """The record of a game that is over; facts: the bits of HOW that its end adds."""
    match = game.match
    how = game.how & ~(history.IS_SEEN | history.IS_OLD | history.IS_CLOSED) | facts
    if gain is not None:
        how |= history.IS_RATED
    if game.rules.UNIT > 1:
        how |= history.IS_IN_THOUSANDS
    if not game.mode.counts(match.options):
        how = how & ~history.IS_DAILY | history.IS_UNCOUNTED
    return (
        game.identity, match.number, game.rules.score(match.s), how,
        history.crc16(match.options), game.day, max(seconds, 1),
        min(match.forgotten + match.played, 65535), game.row << 4 | kind, gain or 0, game.step, 0,
    )  # fmt: skip


def _on_its_day(game: Game) -> bool:
    """Whether it is the deal of a date, dealt then."""
    daily = game.how & (history.IS_DAILY | history.IS_LATE) == history.IS_DAILY
    return daily and dates.is_date(game.day)


def _distrusted(game: Game) -> bool:
    """Whether it is the deal of a day that is another's by now, as the date was set."""
    return dates.moved and _on_its_day(game) and game.day != hal.today()


def _correct(game: Game, past: list) -> None:
    """If the date was set anew, what was played since power-on on another was not on its day.

    The date set last is taken for the right one, as when a mistake was mended.
    """
    if dates.moved:
        for identity in history.since_power_on:
            record = history.find(past, identity)
            if record and record[history.DAY] != hal.today():
                history.was_late(past, identity)
    if _on_its_day(game) and game.identity not in history.since_power_on:
        history.since_power_on.append(game.identity)
