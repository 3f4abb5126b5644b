"""Layer 3. Choosing deal numbers: random, proven winnable, daily.

thirteen/bank/GAME.bin lists the deals of a patience that are proven winnable under the default
options. It stays in flash and is read a few bytes at a time. Numbers are little-endian:
    0    16 bits: the highest deal covered; 2  16 bits: the number of winnable ones
    4    16 bits per block: the number of winnable deals in the blocks before it
    ...  blocks of 64 bytes, one bit per deal, deal 1 the lowest bit of the first byte
The file "daily" has two bytes per row of the catalogue: the day of its last finished daily deal;
from byte 64 on, a byte per row: on how many days in a row, 255 at most.

A day is counted from 2000-01-01. Its daily deals are the same on every handheld; one without the
date offers them in order, moving on when one is finished.
"""

from micropython import const

import hal
from thirteen.storage import store

_FILE = "thirteen/bank/%s.bin"
_NAME = "daily"
_BLOCK = const(64)
_DEALS = const(999999)
_STRIDE = const(7919)  # a prime, so that consecutive days do not repeat deals
_ROW = const(1303)
_STREAKS = const(64)

_buf = bytearray(4 + _BLOCK)  # the largest head: 32 blocks


def winnable(game: str) -> int:
    """The number of deals of the game proven winnable."""
    return _word(2) if _peek(game, 0) > 3 else 0


def pick(game: str, k: int) -> int:
    """The k-th proven winnable deal, from 0; 0 if there are not that many."""
    return _pick(game, k) if k < winnable(game) else 0


def _pick(game: str, k: int) -> int:
    """The same, directly after `winnable`, which has read the head: opening a file takes 3 ms."""
    blocks = (_word(0) + 8 * _BLOCK - 1) // (8 * _BLOCK)
    i = 0
    while i + 1 < blocks and _word(2 * i + 6) <= k:
        i += 1
    k -= _word(2 * i + 4)
    _peek(game, 4 + 2 * blocks + _BLOCK * i)
    deal = 8 * _BLOCK * i + 1
    for byte in _buf:
        n = byte - (byte >> 1 & 0x55)  # count its bits: a byte at a time is five times as fast
        n = (n & 0x33) + (n >> 2 & 0x33)
        n = n + (n >> 4) & 15
        if k < n:
            break
        k -= n
        deal += 8
    else:
        return 0
    while k or not byte & 1:
        k -= byte & 1
        byte >>= 1
        deal += 1
    return deal


def any_deal(game: str, only: bool) -> int:
    """A random deal; with `only` a proven winnable one if there are any."""
    n = winnable(game) if only else 0
    return n and _pick(game, hal.entropy() % n) or hal.entropy() % _DEALS + 1


def daily(game: str, row: int, day: int) -> int:
    """The daily deal of a day: a winnable one if the game has a bank."""
    n = winnable(game)
    k = (day * _STRIDE + row * _ROW) % (n or _DEALS)
    return n and _pick(game, k) or k + 1


def day(row: int) -> int:
    """The day whose daily deal is on offer."""
    now = hal.today()
    return now if now >= 0 else _last(row) + 1


def played(row: int) -> bool:
    """Whether the daily deal on offer has been finished."""
    return day(row) == _last(row)


def streak(row: int) -> int:
    """On how many days in a row, up to today or yesterday, the daily deal was finished."""
    now = hal.today()
    return _days(row)[_STREAKS + row] if now >= 0 and now - _last(row) <= 1 else 0


def finished(game: str, row: int, number: int) -> bool:
    """A game is over: note the day if it was the daily deal; whether it was."""
    now = day(row)
    if number != daily(game, row, now):
        return False
    last = _last(row)
    if now != last:
        data = _days(row)
        data[_STREAKS + row] = min(data[_STREAKS + row] + 1, 255) if now == last + 1 else 1
        data[2 * row] = now & 255
        data[2 * row + 1] = now >> 8
        store.save(_NAME, (data,))
    return True


def _days(row: int) -> bytearray:
    data = store.load(_NAME) or b""
    return bytearray(data) + bytes(max(0, _STREAKS + row + 1 - len(data)))


def _last(row: int) -> int:
    data = _days(row)
    return data[2 * row] | data[2 * row + 1] << 8


def _peek(game: str, at: int) -> int:
    return hal.peek(_FILE % game, at, _buf)


def _word(at: int) -> int:
    return _buf[at] | _buf[at + 1] << 8
