"""Layer 3. The player's files of versions 1.0.0 and 1.1.0, taken over into the history.

"GAME-st": rows of eleven 32-bit numbers: played, won, current streak, best streak, best score,
sum of scores, fastest win, sum of seconds, won without undo, without hints, and the rating (rated
games << 16 | sum of changes, 16 bits signed) or, in a game with one row, the fewest moves of a
win; then perhaps a row's number and its previous contents. "daily": of eight rows the day finished
last, 16 bits each. "calendar": whether the date was asked for, at 18 the days, 16 bits for the day
and two bits a row. "trophies": a byte a row. "GAME-bests" of a patience: each its length, deal
(4), CRC-16 of the options, moves (2).
"""

import struct

from micropython import const

import hal
from thirteen import catalog
from thirteen.protocols import Any, Data
from thirteen.storage import history, store

_ROW = "<11I"
_ROW_SIZE = const(44)
_DAYS = const(18)


def _size(_: Any, size: int) -> int:
    return size


def take_over() -> bool:
    """Begin the history with what those files have, unless there is one, and delete them.

    False if it can't be saved: then they stay, for the next start.
    """
    if store.load(history.NAME, _size) is not None:
        return True
    parts = history.empty()
    read: list = []
    for row, game in enumerate(catalog.GAMES):
        name = game[catalog.NAME]
        data = _load(name + "-st", read)
        _statistics(parts, row, data)
        if game[catalog.MODE] == "patience":
            _bests(parts, row, _load(name + "-bests", read))
    data = _load("daily", read)
    for row in range(min(len(data) // 2, 8)):
        history.put_last(parts, row, data[2 * row] | data[2 * row + 1] << 8)
    data = _load("calendar", read)
    if len(data) >= _DAYS and (len(data) - _DAYS) % 4 == 0:
        parts[history.COUNTERS][0] = data[0] & 1
        days = bytearray()
        before = 0
        for at in range(_DAYS, len(data), 4):
            day = data[at] | data[at + 1] << 8
            if day > before:
                days += data[at : at + 4]
                before = day
        history.put_days(parts, days)
    for row, bits in enumerate(_load("trophies", read)[:8]):
        parts[history.COUNTERS][1 + row] = bits
    if read and not history.save(parts):
        return False
    for name in read:
        for i in (0, 1):
            hal.remove(store.file(name, i))
    return True


def _load(name: str, read: list) -> Data:
    data = store.load(name)
    if data is not None:
        read.append(name)
    return data or b""


def _statistics(parts: list, row: int, data: Data) -> None:
    rows = len(data) // _ROW_SIZE
    if len(data) % _ROW_SIZE == 1:
        rows -= 1  # the previous contents of one
    for kind in range(min(rows, 16)):
        r = struct.unpack_from(_ROW, data, kind * _ROW_SIZE)
        if not (r[0] or r[10]):
            continue
        out = [0] * 15
        for i, to in enumerate((
            history.PLAYED, history.WON, history.STREAK, history.BEST_STREAK, history.BEST,
            history.SUM, history.FASTEST, history.SECONDS, history.CLEAN, history.UNAIDED,
        )):  # fmt: skip
            out[to] = r[i]
        out[history.NEW] = r[1]
        if rows == 1:
            out[history.FEWEST] = r[10]
        else:
            change = r[10] & 0xFFFF
            out[history.RATED] = r[10] >> 16
            out[history.CHANGE] = change - (change >> 15 << 16)
        history.put_sum(parts, row << 4 | kind, out)


def _bests(parts: list, row: int, data: Data) -> None:
    """Keep the fewest moves at deals; the earliest first, as the latest are kept."""
    found = []
    at = 0
    while at < len(data) and 6 < data[at] < len(data) - at:
        if data[at] == 8:
            found.append(struct.unpack_from("<IHH", data, at + 1))
        at += 1 + data[at]
    for deal, options, moves in reversed(found):
        record = [0] * 10
        record[history.DEAL], record[history.OPTIONS], record[history.MOVES] = deal, options, moves
        record[history.WHERE] = row << 4
        history.put_best(parts, tuple(record))
