"""Layer 3. Which deal comes next: any, one that is proved winnable, the daily one.

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
from thirteen.storage import store

_FILE = "thirteen/bank/%s.bin"
_NAME = "daily"
_BLOCK = const(64)
_DEALS = const(999999)
_STRIDE = const(7919)  # a prime, so that as many days in a row have deals all different
_ROW = const(1303)

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


def played(row):
    """Whether the daily deal on offer has been finished."""
    return day(row) == _last(row)


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
