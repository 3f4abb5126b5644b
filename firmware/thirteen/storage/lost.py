"""Layer 3. Deals of a patience that were lost come back: after one, three and seven days.

A deal's days are counted from the one on which its first lost game was dealt. It is due as long as
it was not played since its last term, and for a month; a win ends that for good. Each term is told
once: a bit in the record of that game. Without a date, or after it was set anew, nothing is due.
"""

from micropython import const

import hal
from thirteen.storage import dates, history

_TERMS = b"\x01\x03\x07"  # days
_DAYS = const(30)
_TOLD = const(16)  # bit of HOW for the first term, the others follow
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"


def due(log: list, row: int, options: bytes, but: int) -> list:
    """The records of lost games whose deals are due, the one lost last first.

    options: those of the next deal; others' deals would be other ones. but: a deal in play.
    """
    now = hal.today()
    if now < 0 or dates.moved:
        return []
    key = history.crc16(options)
    firsts: dict = {}  # by deal: the first record of a lost game, None after a win
    lasts: dict = {}  # the day on which it was dealt last
    for record in history.of(log, row):
        if record[history.OPTIONS] != key or not record[history.HOW] & history.IS_DATED:
            continue
        deal = record[history.DEAL]
        if record[history.HOW] & history.IS_WON or firsts.get(deal, record) is None:
            firsts[deal] = None
        else:
            firsts[deal] = record
        lasts[deal] = max(lasts.get(deal, 0), record[history.DAY])
    found = []
    for deal, first in firsts.items():
        if first and deal != but:
            term = _term(now - first[history.DAY])
            since = lasts[deal] - first[history.DAY]
            if term and since < _TERMS[term - 1] and not history.fewest(log, row, deal, options):
                found.append(first)
    return sorted(found, key=lambda record: -record[history.DAY])


def _term(age: int) -> int:
    """The number of terms that have passed, 0 if nothing is due any more either."""
    return len([1 for days in _TERMS if days <= age <= _DAYS])


def untold(found: list) -> tuple | None:
    """The first of the records that is to be told of."""
    for record in found:
        if not record[history.HOW] & _bit(record):
            return record
    return None


def tell(log: list, record: tuple) -> bool:
    """It was told: not again before its next term."""
    history.change(log, record[history.IDENTITY], _bit(record))
    return history.save(log)


def _bit(record: tuple) -> int:
    return _TOLD << max(_term(hal.today() - record[history.DAY]) - 1, 0)


def when(record: tuple) -> str:
    """The day of a record that is due: of the last week by its name."""
    day = record[history.DAY]
    if hal.today() - day < 7:
        return _WEEKDAYS.split()[dates.weekday(day)]
    y, m, d = dates.date(day)
    return "%d %s" % (d, dates.month(m))
