"""Layer 3. The format of a saved game: a head, then the match. Numbers are little-endian.

The head:
    0    seconds played, 16 bits
    2    flags: 1 undone, 2 hinted, 4 over and in the player's history; from 8 on the mode's part
    3    3, its format; versions 1.0.0 and 1.1.0 have the match here, which begins with 1 or 2
    4    identity of the game, 32 bits
    8    day, 16 bits, and how it was dealt: the first eight bits of HOW in storage/history.py
    11   its number among the winnable deals that come in turn, 16 bits
The match:
    0    format: 2; 1 in files of version 1.0.0
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

In format 1 the options are followed by the state, the state where the log begins, and the log with
two bytes per move. littlefs stores a file of up to 512 bytes without a block of its own.
"""

import struct
from array import array
from binascii import crc32

from micropython import const

from thirteen import options as specs
from thirteen import rng
from thirteen.protocols import Any, Data, Moves, Rules

_GAME = "<HBBIHBH"
_GAME_FORMAT = const(3)
_GAME_SIZE = const(13)
_OLD_SIZE = const(3)  # of the head of 1.1.0
_HEAD = "<BBIIHHB"
_FIRST = const(64)  # bytes: the heads of both
_WHOLE = const(1)
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


def head(seconds: int, flags: int, identity: int, day: int, how: int, turn: int) -> bytes:
    return struct.pack(_GAME, seconds, flags, _GAME_FORMAT, identity, day, how, turn)


def read_head(data: Data) -> tuple:
    """(seconds, flags, identity, day, how, turn) of a game, as `head` takes them.

    One of an earlier version gets an identity that it always gets; `day` is -1 then.
    """
    if begins(data) == _GAME_SIZE:
        return struct.unpack_from("<HB", data) + struct.unpack_from("<IHBH", data, 4)
    identity = crc32(memoryview(data)[_OLD_SIZE + 2 : _OLD_SIZE + 6]) & 0xFFFFFFFF
    return struct.unpack_from("<HB", data) + (identity, -1, 0, 0)


def begins(data: Data) -> int:
    """Where in a game's save the match begins."""
    return _GAME_SIZE if len(data) > _GAME_SIZE and data[3] == _GAME_FORMAT else _OLD_SIZE


def first(f: Any, size: int) -> bytes:
    """As much of a save in an open file as the functions above and below need."""
    return f.read(min(size, _FIRST))


def _match(data: Data) -> tuple:
    """The head of the match in a game's save; zeros if it is too short for one."""
    at = begins(data)
    if len(data) < at + struct.calcsize(_HEAD):
        return (0,) * 7
    return struct.unpack_from(_HEAD, data, at)


def moves(data: Data) -> int:
    """How many moves a game's save has behind it."""
    return _match(data)[3] + _match(data)[4]


def played(data: Data) -> bool:
    """Whether a game's save is of one that was begun and is not over."""
    begun = _match(data)[5] or moves(data) or data[2] & 1
    return bool(begun) and not data[2] & 4


def deal(data: Data) -> int:
    """The number of the deal in a game's save; 0 if it is too short for one."""
    return _match(data)[2]


def options(data: Data) -> bytes:
    """The options in a game's save, whose deal is known to be there."""
    at = begins(data) + struct.calcsize(_HEAD)
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
    if form not in (_WHOLE, _FORMAT) or version != rules.VERSION:
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
    if form == _WHOLE:
        whole, at = _take(data, at, rules.SIZE)
        s = bytearray(whole)
        first, at = _take(data, at, rules.SIZE)
        if not gone and first != start:
            raise ValueError("from another deal")
        _begin(rules, start, first, gone)
    else:
        if gone:
            first, at = _take(data, at, rules.SIZE)
            _begin(rules, start, first, gone)
        s, at = _read_state(data, at, start)
    log, at = _read_log(data, at, top, form == _WHOLE)
    if at != len(data):
        raise ValueError("of the wrong length")
    return deal, gone, n, top, chosen, start, s, log


def _begin(rules: Rules, start: bytearray, first: bytes, gone: int) -> None:
    """Make `start`, the deal, the state where the log begins; ValueError if it can't be."""
    if gone and not rules.possible(bytearray(first), start):
        raise ValueError("of no game")
    start[:] = first


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


def _read_log(data: Data, at: int, top: int, whole: bool) -> tuple[Moves, int]:
    """An array of `top` moves, and the offset after them."""
    room = 1
    while room < top:
        room *= 2
    log = array("H", bytes(2 * room))
    end = len(data)
    for i in range(top):
        size = 2 if whole else 1
        if at + size > end:
            raise ValueError("cut short")
        m = data[at]
        if whole:
            m |= data[at + 1] << 8
        elif m >= _SPECIAL:
            size = 3 if m == _ANY else 2 if m == _WAIT else 1
            if at + size > end:
                raise ValueError("cut short")
            if m == _ANY:
                m = data[at + 1] | data[at + 2] << 8
            else:
                m = 0x8000 | data[at + 1] if m == _WAIT else m - _SPECIAL + 256
        log[i] = m
        at += size
    return log, at
