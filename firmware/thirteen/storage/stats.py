"""Layer 3. Statistics, one file per game, so that a power cut loses the last game at most.

Each row (a level of computer players, a kind of tournament; most games have one row) is eleven
32-bit numbers: played, won, current streak, best streak, best score, sum of scores, fastest win
and sum of times in seconds, won without undo, won without hints, and the rating (rated games << 16
| sum of changes, 16 bits signed) or, in a game with one row, the fewest moves of a win. After the
rows follow the number of the row changed last, one byte, and that row's previous contents.
"""

import struct

from micropython import const

from thirteen.protocols import Data
from thirteen.storage import store

_ROW = "<11I"
PLAYED, WON, STREAK, BEST_STREAK, BEST, SUM, FASTEST, SECONDS, CLEAN, UNAIDED, RATED = range(11)
FEWEST = const(10)


def clock(seconds: int) -> str:
    return "%d:%02d" % (seconds // 60, seconds % 60)


def _read(game: str, rows: int) -> Data:
    """The file's contents, or zeros if there is no usable file."""
    size = rows * struct.calcsize(_ROW)
    data = store.load(game + "-st")
    if data and len(data) in (size, size + 1 + struct.calcsize(_ROW)):
        return data
    if data:
        store.quarantine(game + "-st")
    return bytes(size)


def load(game: str, rows: int) -> list[list[int]]:
    data = _read(game, rows)
    size = struct.calcsize(_ROW)
    return [list(struct.unpack_from(_ROW, data, i * size)) for i in range(rows)]


def summary(game: str) -> tuple[int, int, int]:
    """Totals over all rows: played, won, fastest win in seconds; zeros without a file."""
    data = store.load(game + "-st") or b""
    size = struct.calcsize(_ROW)
    played = won = fastest = 0
    end = len(data) - (size + 1 if len(data) % size else 0)  # without the row's previous contents
    for at in range(0, end, size):
        r = struct.unpack_from(_ROW, data, at)
        played += r[PLAYED]
        won += r[WON]
        if r[FASTEST]:
            fastest = min(fastest or r[FASTEST], r[FASTEST])
    return played, won, fastest


def add(
    game: str, rows: int, row: int, won: bool, score: int, unit: int, seconds: int, undone: bool,
    hinted: bool, gain: int | None = None, moves: int = 0,
) -> bool:  # fmt: skip
    """Count a finished game; False if that could not be saved.

    The mean counts whole units of the score only; the remainder is a tie-breaker. `gain` is the
    change of the player's rating, None if the game is not rated. `moves`: in games with one row.
    """
    table = load(game, rows)
    r = table[row]
    before = bytes((row,)) + struct.pack(_ROW, *r)
    if won:
        r[WON] += 1
        r[STREAK] += 1
        r[BEST_STREAK] = max(r[BEST_STREAK], r[STREAK])
        r[FASTEST] = min(r[FASTEST] or seconds, seconds)
        r[CLEAN] += not undone
        r[UNAIDED] += not hinted
        if moves:
            r[FEWEST] = min(r[FEWEST] or moves, moves)
    else:
        r[STREAK] = 0
    r[BEST] = max(r[BEST], score) if r[PLAYED] else score
    r[PLAYED] += 1
    r[SUM] += score + -score % unit
    r[SECONDS] += seconds
    if gain is not None:
        n, change = _rated(r)
        r[RATED] = (n + 1) << 16 | change + gain & 0xFFFF
    return store.save(game + "-st", [struct.pack(_ROW, *row) for row in table] + [before])


def lose(game: str, rows: int, row: int, gain: int) -> bool:
    """A game was given up: that changes the rating and ends the streak, and counts no further."""
    table = load(game, rows)
    r = table[row]
    n, change = _rated(r)
    r[RATED] = (n + 1) << 16 | change + gain & 0xFFFF
    r[STREAK] = 0
    return store.save(game + "-st", [struct.pack(_ROW, *row) for row in table])


def _rated(r: list[int]) -> tuple[int, int]:
    """A row's number of rated games, and the sum of their changes."""
    change = r[RATED] & 0xFFFF
    return r[RATED] >> 16, change - (change >> 15 << 16)


def rated(game: str, rows: int) -> tuple[int, int]:
    """(rated games, sum of their changes of the rating) over all rows."""
    n = change = 0
    for r in load(game, rows):
        more = _rated(r)
        n += more[0]
        change += more[1]
    return n, change


def take_back(game: str, rows: int) -> None:
    """Undo the last `add`: the game counted last is being continued."""
    data = bytearray(_read(game, rows))
    size = struct.calcsize(_ROW)
    at = rows * size
    if len(data) > at and data[at] < rows:
        row = data[at] * size
        data[row : row + size] = data[at + 1 :]
        store.save(game + "-st", (memoryview(data)[:at],))


def reset(game: str) -> bool:
    """Clear a game's statistics."""
    return store.save(game + "-st", [b""])
