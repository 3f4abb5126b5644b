"""Layer 3. Choosing deal numbers: random, proven winnable, daily.

thirteen/bank/GAME.bin lists the deals of a patience that are proven winnable under the default
options. It stays in flash and is read a few bytes at a time. Numbers are little-endian:
    0    16 bits: the highest deal covered; 2  16 bits: the number of winnable ones
    4    16 bits per block: the number of winnable deals in the blocks before it
    ...  blocks of 64 bytes, one bit per deal, deal 1 the lowest bit of the first byte
GAME-lines.bin has a win of each, where a hint could not tell without knowing the hidden cards:
    0    the shares of all lines' choices (bots/banked.py)
    90   for each 64 winnable deals 16 bits, where the line of the first begins, and a size each
    ...  the lines
A day, with a date or without (dates.py), has the same daily deals on every handheld.
"""

from micropython import const

import hal
from thirteen import rng
from thirteen.bots.banked import SHARES

_FILE = "thirteen/bank/%s.bin"
_LINES = "%s-lines"
_BLOCK = const(64)
_SIZES = const(64)  # of lines in a block
_STRIDE = const(7919)  # a prime, so that consecutive days do not repeat deals
_ROW = const(1303)
_SHUFFLE = const(5003)  # likewise, of the deals in turn: they do not run along with the daily ones

_buf = bytearray(4 + _BLOCK)  # the largest head: 32 blocks


def winnable(game: str) -> int:
    """The number of deals of the game proven winnable."""
    return _word(2) if _peek(game, 0) > 3 else 0


def _pick(game: str, k: int) -> int:
    """The k-th of them, from 0, right after `winnable`, which has read its head: 3 ms."""
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


def proved_win(game: str, number: int, options: bytes = b"") -> bytes:
    """The proof of a deal (bots/banked.py), b"" if there is none, as always by house rules."""
    n = winnable(game)
    if any(options) or not n or number > _word(0):
        return b""
    blocks = (_word(0) + 8 * _BLOCK - 1) // (8 * _BLOCK)
    i, at = divmod(number - 1, 8 * _BLOCK)
    k = _word(2 * i + 4)
    _peek(game, 4 + 2 * blocks + _BLOCK * i)
    if not _buf[at >> 3] >> (at & 7) & 1:
        return b""
    for i in range(at):
        k += _buf[i >> 3] >> (i & 7) & 1
    lines = _LINES % game
    block, at = divmod(k, _SIZES)
    at += 2  # in the block
    if _peek(lines, SHARES + (_SIZES + 2) * block) <= at:
        return b""
    start = _word(0) + sum(_buf[2:at])
    size = _buf[at]
    shares = bytearray(SHARES)
    hal.read_asset(_FILE % lines, 0, shares)
    return bytes(shares + _buf[:size]) if _peek(lines, start) >= size > 0 else b""


def any_deal(game: str, only: bool = False) -> int:
    """A random deal; with `only` a proven winnable one if there are any."""
    return only and in_turn(game, hal.entropy(), 0) or hal.entropy() % rng.DEALS + 1


def in_turn(game: str, start: int, k: int) -> int:
    """The k-th of the winnable deals in an order of their own for each `start`; 0 without any.

    Each comes once before one comes again.
    """
    n = winnable(game)
    return n and _pick(game, (start + k * _SHUFFLE) % n)


def daily(game: str, row: int, day: int) -> int:
    """The daily deal of a day: a winnable one if the game has a bank."""
    n = winnable(game)
    k = (day * _STRIDE + row * _ROW) % (n or rng.DEALS)
    return n and _pick(game, k) or k + 1


def _peek(game: str, at: int) -> int:
    return hal.read_asset(_FILE % game, at, _buf)


def _word(at: int) -> int:
    return _buf[at] | _buf[at + 1] << 8
