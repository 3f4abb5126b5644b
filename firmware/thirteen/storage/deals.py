"""Layer 3. Choosing deal numbers: random, proven winnable, daily.

thirteen/bank/GAME.bin lists the deals of a patience that are proven winnable under the default
options. It stays in flash and is read a few bytes at a time. Numbers are little-endian:
    0    16 bits: the highest deal covered; 2  16 bits: the number of winnable ones
    4    16 bits per block: the number of winnable deals in the blocks before it
    ...  blocks of 64 bytes, one bit per deal, deal 1 the lowest bit of the first byte
GAME-lines.bin has a win of each, where a hint could not tell without knowing the hidden cards:
    0    16 bits each: where the line of each winnable deal begins, and where the last one ends
    ...  the lines (bots/banked.py)
The file "daily" has two bytes for each of eight rows of the catalogue: the day of the daily deal
finished last; from byte 64 on, a byte per row: on how many days in a row, 255 at most; from byte
72 on, two bytes per row: the last of those days. Only days on which the date was known count in a
row. Files of earlier versions end before byte 72.

A day is counted from 2000-01-01. Its daily deals are the same on every handheld; one without the
date offers them in order, moving on when one is finished.
"""

import struct

from micropython import const

import hal
from thirteen import rng
from thirteen.storage import store

_FILE = "thirteen/bank/%s.bin"
_LINES = "%s-lines"
_NAME = "daily"
_BLOCK = const(64)
_STRIDE = const(7919)  # a prime, so that consecutive days do not repeat deals
_ROW = const(1303)
_STREAKS = const(64)
_STREAK_END = const(72)
_SIZE = const(_STREAK_END + 16)

_buf = bytearray(4 + _BLOCK)  # the largest head: 32 blocks
_known: list = []  # the contents of the file "daily", once they have been read


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


def line(game: str, number: int) -> bytes:
    """The proved line of a deal, b"" if there is none."""
    n = winnable(game)
    if not n or number > _word(0):
        return b""
    blocks = (_word(0) + 8 * _BLOCK - 1) // (8 * _BLOCK)
    i, at = divmod(number - 1, 8 * _BLOCK)
    k = _word(2 * i + 4)
    _peek(game, 4 + 2 * blocks + _BLOCK * i)
    if not _buf[at >> 3] >> (at & 7) & 1:
        return b""
    for i in range(at):
        k += _buf[i >> 3] >> (i & 7) & 1
    if _peek(_LINES % game, 2 * k) < 4:
        return b""
    start = _word(0)
    size = _word(2) - start
    return bytes(_buf[:size]) if _peek(_LINES % game, start) >= size > 0 else b""


def any_deal(game: str, only: bool) -> int:
    """A random deal; with `only` a proven winnable one if there are any."""
    n = winnable(game) if only else 0
    return n and _pick(game, hal.entropy() % n) or hal.entropy() % rng.DEALS + 1


def daily(game: str, row: int, day: int) -> int:
    """The daily deal of a day: a winnable one if the game has a bank."""
    n = winnable(game)
    k = (day * _STRIDE + row * _ROW) % (n or rng.DEALS)
    return n and _pick(game, k) or k + 1


def day(row: int) -> int:
    """The day whose daily deal is on offer."""
    now = hal.today()
    return now if now >= 0 else _last(row) + 1 & 0xFFFF


def date(row: int, before: int = 0) -> str:
    """The day of the daily deal on offer, in words; with `before` 1 of the one before it."""
    from thirteen.storage import dates  # not needed at power-on

    return dates.today() if hal.today() >= 0 else "no. %d" % (day(row) - before)


def offered(row: int, mark: str) -> str:
    """The day of the daily deal on offer, with a mark if it has been finished."""
    return date(row) + " " + mark if played(row) else date(row)


def played(row: int) -> bool:
    """Whether the daily deal on offer has been finished."""
    return day(row) == _last(row)


def streak(row: int) -> int:
    """On how many days in a row, up to today or yesterday, the daily deal was finished."""
    now = hal.today()
    data = _days()
    return data[_STREAKS + row] if 0 <= now - _word_of(data, _STREAK_END, row) <= 1 else 0


def finished(game: str, row: int, number: int) -> bool:
    """A game is over: note the day if it was the daily deal; whether it was."""
    now = day(row)
    if number != daily(game, row, now):
        return False
    data = _days()
    before = bytes(data)
    if hal.today() >= 0:
        last = _word_of(data, _STREAK_END, row)
        if now != last:
            data[_STREAKS + row] = min(data[_STREAKS + row] + 1, 255) if now == last + 1 else 1
            struct.pack_into("<H", data, _STREAK_END + 2 * row, now)
    struct.pack_into("<H", data, 2 * row, now)
    if data != before and not store.save(_NAME, (data,)):
        _known.clear()
    return True


def _days() -> bytearray:
    """The contents of the file "daily", which menus ask for often: they are kept."""
    if not _known:
        data = bytearray(store.load(_NAME) or b"")
        if len(data) < _SIZE:
            data = data[:_STREAK_END] + bytes(max(0, _STREAK_END - len(data)))
            data += data[: _SIZE - _STREAK_END]
        _known.append(data)
    return _known[0]


def _word_of(data: bytearray, at: int, row: int) -> int:
    return data[at + 2 * row] | data[at + 2 * row + 1] << 8


def _last(row: int) -> int:
    return _word_of(_days(), 0, row)


def _peek(game: str, at: int) -> int:
    return hal.peek(_FILE % game, at, _buf)


def _word(at: int) -> int:
    return _buf[at] | _buf[at + 1] << 8
