"""Layer 3. How a player has done, a file a game, so that a power cut costs the last game at most.

Each row (a level of the computer players, a kind of tournament; most games have one) is eleven
32-bit numbers: played, won, streak now, best streak, best score, scores added up, best time of a
won game and times added up in seconds, won without undo, won without hint, what its games changed
in the player's rating (rated games << 16 | changes added up, 16 bits with a sign). After the rows
stand the number of the row that was changed last, a byte, and that row as it was before.
"""

import struct

from micropython import const

from thirteen.storage import store

_ROW = "<11I"
PLAYED = const(0)
WON = const(1)
STREAK = const(2)
BEST_STREAK = const(3)
BEST = const(4)
SUM = const(5)
FASTEST = const(6)
SECONDS = const(7)
CLEAN = const(8)
UNAIDED = const(9)
RATED = const(10)


def _read(game, rows):
    """The file's bytes, or as many zeros where it is of no use."""
    size = rows * struct.calcsize(_ROW)
    data = store.load(game + "-st")
    if data and len(data) in (size, size + 1 + struct.calcsize(_ROW)):
        return data
    if data:
        store.aside(game + "-st")
    return bytes(size)


def load(game, rows):
    data = _read(game, rows)
    size = struct.calcsize(_ROW)
    return [list(struct.unpack_from(_ROW, data, i * size)) for i in range(rows)]


def summary(game):
    """All rows in one: played, won, the fastest win in seconds; the file may not be there."""
    data = store.load(game + "-st") or b""
    size = struct.calcsize(_ROW)
    played = won = fastest = 0
    end = len(data) - (size + 1 if len(data) % size else 0)  # behind it the row as it was before
    for at in range(0, end, size):
        r = struct.unpack_from(_ROW, data, at)
        played += r[PLAYED]
        won += r[WON]
        if r[FASTEST]:
            fastest = min(fastest or r[FASTEST], r[FASTEST])
    return played, won, fastest


def add(game, rows, row, won, score, unit, seconds, undone, hinted, gain=None):
    """Count a finished game in; False where that could not be saved.

    The mean is one of whole units of the score, what else is in it only parts equals. `gain` is
    what the player's rating gains or loses; None where the game is not rated.
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


def _rated(r):
    """A row's rated games, and what they changed."""
    change = r[RATED] & 0xFFFF
    return r[RATED] >> 16, change - (change >> 15 << 16)


def rated(game, rows):
    """(rated games, what they changed in the player's rating), of all rows."""
    n = change = 0
    for r in load(game, rows):
        more = _rated(r)
        n += more[0]
        change += more[1]
    return n, change


def take_back(game, rows):
    """The game that was counted last goes on after all: as if it had not been counted."""
    data = bytearray(_read(game, rows))
    size = struct.calcsize(_ROW)
    at = rows * size
    if len(data) > at and data[at] < rows:
        row = data[at] * size
        data[row : row + size] = data[at + 1 :]
        store.save(game + "-st", (memoryview(data)[:at],))


def reset(game):
    """Forget it all."""
    return store.save(game + "-st", [b""])
