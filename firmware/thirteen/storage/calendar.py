"""Layer 3. The calendar of daily deals: how each day's deal ended, in the file "calendar".

Numbers are little-endian:
    0    1 if the player has been asked for the date
    1    0
    2    16 bits for each of eight rows of the catalogue: the day whose deal was chosen in the
         calendar last, 0 for none
    18   the days with a result in ascending order, the last 366 of them: 16 bits for the day,
         then two bits a row, the first row lowest
Only with a date does anything count. A deal is that of a day if it is today's, or if that day was
chosen last: any deal number may be dealt by chance as well.
"""

import struct

from micropython import const

import hal
from thirteen.storage import dates, deals, store

MISSED = const(0)
PLAYED = const(1)  # on its day, and not won
WON = const(2)
LATER = const(3)  # won on another day, and missed on its own

NAME = "calendar"
_CHOSEN = const(2)
_DAYS = const(18)
_DAY = const(4)  # bytes
_KEPT = const(366)


def load() -> bytearray:
    """The contents of the file, for the functions below."""
    data = store.load(NAME)
    if data and (len(data) < _DAYS or (len(data) - _DAYS) % _DAY):
        store.quarantine(NAME)
        data = None
    return bytearray(data or _DAYS)


def first(data: bytearray) -> int:
    """The first day with a result, -1 if there is none."""
    return _word(data, _DAYS) if len(data) > _DAYS else -1


def results(data: bytearray, day: int) -> int:
    """The results of a day, two bits a row; 0 if there is none."""
    at = _find(data, day)
    return _word(data, at + 2) if at < len(data) and _word(data, at) == day else 0


def result(data: bytearray, row: int, day: int) -> int:
    """MISSED, PLAYED, WON or LATER."""
    return results(data, day) >> 2 * row & 3


def days_in_a_row(data: bytearray, now: int) -> int:
    """On how many days, up to `now` or the day before, some daily deal was finished."""
    n = 0
    at = _find(data, now + 1)
    while at > _DAYS:
        at -= _DAY
        day = _word(data, at)
        if _on_its_day(_word(data, at + 2)) and (day == now - n or not n and day == now - 1):
            now = day + n
            n += 1
        elif day < now or n:
            break
    return n


def asked(data: bytearray) -> bool:
    """Whether the player has been asked for the date; from now on that is so."""
    before = data[0]
    if not before:
        data[0] = 1
        store.save(NAME, (data,))
    return before > 0


def choose(row: int, day: int) -> None:
    """The deal of that day is about to be played."""
    data = load()
    if _word(data, _CHOSEN + 2 * row) != day:
        struct.pack_into("<H", data, _CHOSEN + 2 * row, day)
        store.save(NAME, (data,))


def finished(game: str, row: int, number: int, won: bool) -> str:
    """A game is over: note the day if its deal was one's; that day in words, else ""."""
    now = hal.today()
    if deals.finished(game, row, number):
        if now < 0:
            return deals.date(row, 1)
        day = now
        data = load()
    else:
        data = load()
        day = _word(data, _CHOSEN + 2 * row)
        if not day or deals.daily(game, row, day) != number:
            return ""
    before = result(data, row, day)
    after = before
    if won:
        after = WON if day == now or before in (PLAYED, WON) else LATER
    elif day == now:
        after = before or PLAYED
    if after != before:
        store.save(NAME, (_put(data, row, day, after),))
    return dates.text(day)


def _put(data: bytearray, row: int, day: int, value: int) -> bytearray:
    """The contents with another result; without the earliest day if there is no more room."""
    at = _find(data, day)
    if at == len(data) or _word(data, at) != day:
        data = data[:at] + struct.pack("<HH", day, 0) + data[at:]
    bits = _word(data, at + 2) & ~(3 << 2 * row) | value << 2 * row
    struct.pack_into("<H", data, at + 2, bits)
    if len(data) > _DAYS + _KEPT * _DAY:
        data = data[:_DAYS] + data[_DAYS + _DAY :]
    return data


def _find(data: bytearray, day: int) -> int:
    """The offset of a day, or of the next one that has a result."""
    low = 0
    high = (len(data) - _DAYS) // _DAY
    while low < high:
        middle = (low + high) // 2
        if _word(data, _DAYS + middle * _DAY) < day:
            low = middle + 1
        else:
            high = middle
    return _DAYS + low * _DAY


def _on_its_day(bits: int) -> bool:
    """Whether a game has PLAYED or WON: its two bits differ."""
    return (bits ^ bits >> 1) & 0x5555 > 0


def _word(data: bytearray, at: int) -> int:
    return data[at] | data[at + 1] << 8
