"""Layer 3. Days: dates, counted from 2000-01-01, or without a date the day of play.

That is a number from 1 on, below that of any date: of a power-on, or of 24 hours without one, in
which something was played to its end (storage/history.py). The 13th, 26th, ... are as good as a
Friday the 13th.
"""

from micropython import const

import hal

FIRST_DAY = const(9497)  # 2026-01-01, before any device with this firmware
_LUCKY = const(13)
_FRIDAY = const(4)
_MONDAY = const(2)  # the first one after day 0
_MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"

dealt = False  # since power-on a game was dealt on some date,
moved = False  # and after that another date was set: which one is right can't be known


def on(day: int) -> int:
    """That day, on which a game is dealt now."""
    global dealt
    dealt = dealt or is_date(day)
    return day


def is_date(day: int) -> bool:
    """Whether a day is a date."""
    return day >= FIRST_DAY


def clock(seconds: int) -> str:
    """A time as shown to the player."""
    return "%d:%02d" % (seconds // 60, seconds % 60)


def today() -> str:
    """The date as shown to the player."""
    now = hal.today()
    return text(now) if now >= 0 else "not set"


def text(day: int) -> str:
    """A day as shown to the player."""
    if not is_date(day):
        return "no. %d" % day
    y, m, d = date(day)
    return "%d %s %d" % (d, month(m), y)


def month(m: int) -> str:
    """The name of month 1 to 12, in three letters."""
    return _MONTHS[3 * m - 3 : 3 * m]


def yymmdd(last: int) -> int:
    """The date in six digits; `last`, or the first valid one, if it is not set."""
    y, m, d = date(max(hal.today(), last, FIRST_DAY))
    return (y % 100 * 100 + m) * 100 + d


def set_today(n: int) -> bool:
    """Set the date, given in six digits; False if it is not valid."""
    global moved
    day = day_of(2000 + n // 10000, n // 100 % 100, n % 100)
    if day < FIRST_DAY:
        return False
    moved = moved or dealt and day != hal.today()
    hal.set_today(day)
    return True


def date(day: int) -> tuple[int, int, int]:
    """(year, month, day of the month) of a day number."""
    y = 2000
    while day >= 365 + _leap(y):
        day -= 365 + _leap(y)
        y += 1
    m = 1
    while day >= length(y, m):
        day -= length(y, m)
        m += 1
    return y, m, day + 1


def weekday(day: int) -> int:
    """The day of the week, 0 for Monday."""
    return (day - _MONDAY) % 7


def day_of(y: int, m: int, d: int) -> int:
    """The day number of a date, -1 if it is not valid."""
    if y < 2000 or not 1 <= m <= 12 or not 1 <= d <= length(y, m):
        return -1
    for k in range(1, m):
        d += length(y, k)
    for k in range(2000, y):
        d += 365 + _leap(k)
    return d - 1


def friday_13(day: int) -> bool:
    """Whether a day is a Friday the 13th, or as good as one."""
    if not is_date(day):
        return day > 0 and day % _LUCKY == 0
    return weekday(day) == _FRIDAY and date(day)[2] == _LUCKY


def _leap(y: int) -> int:
    return 1 if y % 4 == 0 and (y % 100 or y % 400 == 0) else 0


def length(y: int, m: int) -> int:
    """The number of days of a month."""
    return 28 + _leap(y) if m == 2 else 30 + (m + m // 8 & 1)
