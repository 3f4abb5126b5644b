"""Layer 3. Deals of a patience that were lost come back: after one, three and seven days.

A deal's days are counted from the one on which its first lost game was dealt. It is due as long as
it was not played since its last term, and for a month; a win ends that for good. Each term is told
once: a bit in the record of that game. Where one of the two days is no date, the games that ended
since are counted, of any kind: five, twelve, thirty. After the date was set anew nothing is due.
"""

from micropython import const

from thirteen.storage import dates, history

_TERMS = (b"\x05\x0c\x1e", b"\x01\x03\x07")  # in games, in days
_MOST = b"\xff\x1e"
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
_WEEK = const(7)


def due(past: list, row: int, options: bytes, but: int) -> list:
    """The lost deals that are due, the one lost last first: (record, age, term, in days) each.

    options: those of the next deal; others' deals would be other ones. but: a deal in play. term:
    the number of terms that have passed.
    """
    if dates.moved:
        return []
    key = history.crc16(options)
    now = history.today(past)
    firsts: dict = {}  # by deal: (the first record of a lost game, games since), None after a win
    lasts: dict = {}  # the day on which it was dealt last, and the games since
    for since, record in enumerate(history.records(past)):
        others = record[history.WHERE] >> 4 != row or record[history.OPTIONS] != key
        if others or record[history.HOW] & history.IS_UNCOUNTED:
            continue
        deal = record[history.DEAL]
        if record[history.HOW] & history.IS_WON or firsts.get(deal, record) is None:
            firsts[deal] = None
        else:
            firsts[deal] = record, since
        day, games = lasts.get(deal, (0, since))
        lasts[deal] = max(day, record[history.DAY]), games
    found = []
    for deal, first in firsts.items():
        if not first or deal == but:
            continue
        record, age = first
        day = record[history.DAY]
        in_days = dates.is_date(day) and dates.is_date(now)
        played = age - lasts[deal][1]
        if in_days:
            age = now - day
            played = lasts[deal][0] - day
        terms = _TERMS[in_days]
        term = len([1 for least in terms if least <= age <= _MOST[in_days]])
        if term and played < terms[term - 1] and not history.fewest(past, row, deal, options):
            found.append((record, age, term, in_days))
    return found


def untold(found: list) -> tuple | None:
    """The first of those found that is to be told of."""
    for lost in found:
        if not lost[0][history.HOW] & _bit(lost):
            return lost
    return None


def tell(past: list, lost: tuple) -> bool:
    """It was told: not again before its next term."""
    history.change(past, lost[0][history.IDENTITY], _bit(lost))
    return history.save(past)


def _bit(lost: tuple) -> int:
    return history.TOLD << lost[2] - 1


def when(lost: tuple) -> str:
    """When one that is due was lost: a day of the last week by its name."""
    record, age, _, in_days = lost
    if not in_days:
        return "%d games ago" % age
    day = record[history.DAY]
    if age < _WEEK:
        return "on " + _WEEKDAYS.split()[dates.weekday(day)]
    y, m, d = dates.date(day)
    return "on %d %s" % (d, dates.month(m))
