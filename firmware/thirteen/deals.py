"""Floor 2. Which deal comes next: any, one that is proved winnable, the daily one.

thirteen/bank/GAME.bin tells which deals of a patience are proved winnable under the default
options. It stays in flash, and a few bytes of it are read at a time. Numbers are little-endian:
    0    16 bits: the highest deal it knows; 2  16 bits: how many of them are winnable
    4    of each block 16 bits: how many are winnable in those before it
    ...  blocks of 64 bytes, a bit a deal, deal 1 the lowest bit of the first byte
The file "daily" has two bytes a row of the catalogue: the last day whose daily deal was finished.

A day is a number since 2000-01-01. Its daily deals are the same on every handheld; one that does
not know the date offers them in order, the next day's when one is finished.
"""

from micropython import const

import hal
from thirteen import store
from thirteen.ui import art, menu

_FILE = "thirteen/bank/%s.bin"
_NAME = "daily"
_BLOCK = const(64)
_DEALS = const(999999)
_STRIDE = const(7919)  # a prime, so that as many days in a row have deals all different
_ROW = const(1303)
_FIRST_DAY = const(9497)  # 2026-01-01
_MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"

_buf = bytearray(_BLOCK)


def winnable(game):
    """How many deals of the game are proved winnable."""
    return _word(2) if _peek(game, 0) > 3 else 0


def pick(game, k):
    """The k-th deal, from 0, that is proved winnable; 0 where there are not so many."""
    if k >= winnable(game):
        return 0
    blocks = (_word(0) + 8 * _BLOCK - 1) // (8 * _BLOCK)
    _peek(game, 4)
    i = 0
    while i + 1 < blocks and _word(2 * i + 2) <= k:
        i += 1
    k -= _word(2 * i)
    _peek(game, 4 + 2 * blocks + _BLOCK * i)
    deal = 8 * _BLOCK * i + 1
    for byte in _buf:
        while byte:
            if byte & 1:
                if not k:
                    return deal
                k -= 1
            byte >>= 1
            deal += 1
        deal += -(deal - 1) % 8
    return 0


def any_deal(game, only):
    """A number by chance; `only`: of the deals that are proved winnable, where there are some."""
    n = winnable(game) if only else 0
    return n and pick(game, hal.entropy() % n) or hal.entropy() % _DEALS + 1


def daily(game, row, day):
    """The deal of a day: a winnable one where the bank has some."""
    n = winnable(game)
    k = (day * _STRIDE + row * _ROW) % (n or _DEALS)
    return n and pick(game, k) or k + 1


def day(row):
    """The day whose daily deal is on offer."""
    now = hal.today()
    return now if now >= 0 else _last(row) + 1


def finished(game, row, number):
    """A game is over: if it was the daily one, the next day's may come."""
    now = day(row)
    if number == daily(game, row, now) and now != _last(row):
        data = _days(row)
        data[2 * row] = now & 255
        data[2 * row + 1] = now >> 8
        store.save(_NAME, (data,))


def _days(row):
    data = store.load(_NAME) or b""
    return bytearray(data) + bytes(max(0, 2 * row + 2 - len(data)))


def _last(row):
    data = _days(row)
    return data[2 * row] | data[2 * row + 1] << 8


def _peek(game, at):
    return hal.peek(_FILE % game, at, _buf)


def _word(at):
    return _buf[at] | _buf[at + 1] << 8


def choose(game, row, number, only, show):
    """Let the next deal be chosen; its number, 0 for back. `show` draws what lies below."""
    only = only and winnable(game) > 0
    rows = "Winnable" if only else "Random", "Daily deal\t" + told(row), "By number", "Same again"
    show()
    at = menu.ask("New deal", rows)
    if at == 0:
        return any_deal(game, only)
    if at == 1:
        return daily(game, row, day(row))
    if at == 2:
        show()
        return max(menu.number("Deal number", number, 6), 0)
    return number if at == 3 else 0


def told(row):
    """The day whose daily deal is on offer, as a player reads it, with a mark if it is played."""
    now = day(row)
    text = today() if hal.today() >= 0 else "no. %d" % now
    return text + " " + art.CH_CHECK if now == _last(row) else text


def today():
    """The date as a player reads it."""
    now = hal.today()
    if now < 0:
        return "not set"
    y, m, d = date(now)
    return "%d %s %d" % (d, _MONTHS[3 * m - 3 : 3 * m], y)


def set_date(show):
    """Let the player tell the date, for the daily deals."""
    while True:
        now = hal.today()
        y, m, d = date(now if now >= 0 else _FIRST_DAY)
        show()
        n = menu.number("Date: YYMMDD", (y % 100 * 100 + m) * 100 + d, 6)
        if n < 0:
            return
        n = day_of(2000 + n // 10000, n // 100 % 100, n % 100)
        if n >= _FIRST_DAY:
            hal.set_today(n)
            return
        show()
        menu.say("No such date", "Year, month and day, two digits each, from 260101 on.")


def date(day):
    """(year, month, day of the month) of a day."""
    y = 2000
    while day >= 365 + _leap(y):
        day -= 365 + _leap(y)
        y += 1
    m = 1
    while day >= _length(y, m):
        day -= _length(y, m)
        m += 1
    return y, m, day + 1


def day_of(y, m, d):
    """The day of a date, -1 where there is none."""
    if y < 2000 or not 1 <= m <= 12 or not 1 <= d <= _length(y, m):
        return -1
    for k in range(1, m):
        d += _length(y, k)
    for k in range(2000, y):
        d += 365 + _leap(k)
    return d - 1


def _leap(y):
    return 1 if y % 4 == 0 and (y % 100 or y % 400 == 0) else 0


def _length(y, m):
    return 28 + _leap(y) if m == 2 else 30 + (m + m // 8 & 1)
