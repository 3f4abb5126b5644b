"""Layer 3. The format of a saved game: a head, then the match. Numbers are little-endian.

The head, the open record of the game (storage/history.py):
    0    format: 1
    1    seconds played, 16 bits
    3    identity of the game, 32 bits
    7    day, 16 bits
    9    HOW, the bits of an open game, 16 bits
    11   the step of its game that it is, 1 to 13, else 0
    12   its number among the winnable deals that come in turn, 16 bits
    14   the mode's part
The match:
    0    format: 2
    1    version of the rules
    2    deal, 32 bits
    6    number of forgotten moves, 32 bits
    10   moves played since the log begins, and moves in the log, 16 bits each
    14   number of options, which follow, a byte each
    then, if moves were forgotten, the state where the log begins; otherwise that is the deal
    then the state as a difference from there, in chunks of eight bytes: a bit per chunk, the
         first the lowest bit of the first byte, set if it differs; the chunks that differ
    then the log: a byte below 0xC0 is that move, 0xC0 + k is 256 + k, 0xFE and a byte k is
         0x8000 + k, 0xFF and two bytes is any other

littlefs stores a file of up to 512 bytes without a block of its own.
"""

import struct
from array import array

from micropython import const

from thirteen import options as specs
from thirteen import rng
from thirteen.protocols import Any, Data, Moves, Rules

_GAME = "<BHIHHBHB"
_GAME_FORMAT = const(1)
_GAME_SIZE = const(15)
_STEP_AT = const(11)
_STEPS = const(13)
_HEAD = "<BBIIHHB"
_FIRST = const(64)  # bytes: the heads of both
_FORMAT = const(2)
_CHUNK = const(8)
_SPECIAL = const(0xC0)
_WAIT = const(0xFE)
_ANY = const(0xFF)


def pack(
    version: int, numbers: tuple, options: bytes, start: Data, s: Data, log: memoryview
) -> tuple:
    """The parts of a file; `numbers` are deal, forgotten, played, logged; `log` a memoryview."""
    head = struct.pack(_HEAD, _FORMAT, version, *(numbers + (len(options),)))
    size = len(s)
    differ = bytearray((size + 8 * _CHUNK - 1) // (8 * _CHUNK))
    chunks = bytearray()
    for i in range(0, size, _CHUNK):
        chunk = s[i : i + _CHUNK]
        if chunk != start[i : i + _CHUNK]:
            differ[i // (8 * _CHUNK)] |= 1 << i // _CHUNK % 8
            chunks += chunk
    return head, options, start if numbers[1] else b"", differ, chunks, _pack_log(log)


def head(*facts: int) -> bytes:
    """Of (seconds, identity, day, HOW, step, deal index, the mode's part)."""
    return struct.pack(_GAME, _GAME_FORMAT, *facts)


def read_head(data: Data) -> tuple:
    """The same facts of a game's save; ValueError if it is none."""
    if not _is_head(data):
        raise ValueError("from another version")
    return struct.unpack_from(_GAME, data)[1:]


def _is_head(data: Data) -> bool:
    return len(data) >= _GAME_SIZE and data[0] == _GAME_FORMAT and data[_STEP_AT] <= _STEPS


def facts(data: Data) -> int:
    """The bits of HOW in a game's save, 0 if it is none."""
    return read_head(data)[3] if _is_head(data) else 0


def is_one(data: Data) -> bool:
    """Whether data may be a game's save: what the functions below read of it is there."""
    at = _GAME_SIZE + struct.calcsize(_HEAD)
    heads = len(data) >= at and _is_head(data) and data[_GAME_SIZE] == _FORMAT
    return heads and len(data) >= at + data[at - 1]


def match(data: Data) -> Data:
    """The match in a game's save."""
    return memoryview(data)[_GAME_SIZE:]


def first(f: Any, size: int) -> bytes:
    """As much of a save in an open file as the functions above and below need."""
    return f.read(min(size, _FIRST))


def _match(data: Data) -> tuple:
    """The head of the match in a game's save; zeros if it is too short for one."""
    if len(data) < _GAME_SIZE + struct.calcsize(_HEAD):
        return (0,) * 7
    return struct.unpack_from(_HEAD, data, _GAME_SIZE)


def moves(data: Data) -> int:
    """How many moves a game's save has behind it."""
    return _match(data)[3] + _match(data)[4]


def deal(data: Data) -> int:
    """The number of the deal in a game's save; 0 if it is too short for one."""
    return _match(data)[2]


def options(data: Data) -> bytes:
    """The options in a game's save, whose deal is known to be there."""
    at = _GAME_SIZE + struct.calcsize(_HEAD)
    return bytes(data[at : at + data[at - 1]])


def _pack_log(log: memoryview) -> memoryview:
    out = bytearray(3 * len(log))
    n = 0
    for m in log:
        if m < _SPECIAL:
            out[n] = m
        elif 256 <= m < 256 + _WAIT - _SPECIAL:
            out[n] = m - 256 + _SPECIAL
        elif 0x8000 <= m < 0x8100:
            out[n] = _WAIT
            n += 1
            out[n] = m & 255
        else:
            out[n] = _ANY
            out[n + 1] = m & 255
            n += 2
            out[n] = m >> 8
        n += 1
    return memoryview(out)[:n]


def unpack(rules: Rules, data: Data, most: int) -> tuple:
    """(deal, forgotten, played, logged, options, start, state, log) of a saved match.

    ValueError if the data are not a match of that game; `most` is the longest log allowed.
    """
    at = struct.calcsize(_HEAD)
    if len(data) < at:
        raise ValueError("cut short")
    form, version, deal, gone, n, top, k = struct.unpack_from(_HEAD, data)
    if form != _FORMAT or version != rules.VERSION:
        raise ValueError("from another version")
    if n > top or top > most:
        raise ValueError("of the wrong length")
    if k != len(rules.OPTIONS) or not 1 <= deal <= rng.DEALS:
        raise ValueError("from another game")
    chosen, at = _take(data, at, k)
    for i, (_, spec) in enumerate(rules.OPTIONS):
        if chosen[i] > spec.count(" "):  # each word is a value at least: the others are there
            specs.value(spec, chosen[i])  # ValueError if there is no such value
    start = bytearray(rules.SIZE)
    rules.new(start, deal, chosen)
    if gone:
        first, at = _take(data, at, rules.SIZE)
        if not rules.possible(bytearray(first), start):
            raise ValueError("of no game")
        start[:] = first
    s, at = _read_state(data, at, start)
    log, at = _read_log(data, at, top)
    if at != len(data):
        raise ValueError("of the wrong length")
    return deal, gone, n, top, chosen, start, s, log


def _take(data: Data, at: int, n: int) -> tuple[bytes, int]:
    """n bytes from offset `at`, and the offset after them."""
    if at + n > len(data):
        raise ValueError("cut short")
    return bytes(data[at : at + n]), at + n


def _read_state(data: Data, at: int, start: Data) -> tuple[bytearray, int]:
    """The state, decoded as a difference from `start`, and the offset after it."""
    s = bytearray(start)
    size = len(s)
    differ, at = _take(data, at, (size + 8 * _CHUNK - 1) // (8 * _CHUNK))
    for i in range(0, size, _CHUNK):
        if differ[i // (8 * _CHUNK)] >> i // _CHUNK % 8 & 1:
            chunk, at = _take(data, at, min(_CHUNK, size - i))
            s[i : i + len(chunk)] = chunk
    return s, at


def _read_log(data: Data, at: int, top: int) -> tuple[Moves, int]:
    """An array of `top` moves, and the offset after them."""
    room = 1
    while room < top:
        room *= 2
    log = array("H", bytes(2 * room))
    end = len(data)
    for i in range(top):
        m = data[at] if at < end else _ANY
        size = 3 if m == _ANY else 2 if m == _WAIT else 1
        if at + size > end:
            raise ValueError("cut short")
        if m == _ANY:
            m = data[at + 1] | data[at + 2] << 8
        elif m == _WAIT:
            m = 0x8000 | data[at + 1]
        elif m >= _SPECIAL:
            m += 256 - _SPECIAL
        log[i] = m
        at += size
    return log, at
