"""Floor 2. How a player has done, a file a game, so that a power cut costs the last game at most.

Each row (a level of the computer players, a kind of tournament; most games have one) is eleven
32-bit numbers: played, won, streak now, best streak, best score, scores added up, best time of a
won game and times added up in seconds, won without undo, won without hint, unused. After the
rows stand the number of the row that was changed last, a byte, and that row as it was before.
"""

import struct

from micropython import const

from thirteen import store
from thirteen.ui import art, menu

_ROW = "<11I"
_PLAYED = const(0)
_WON = const(1)
_STREAK = const(2)
_BEST_STREAK = const(3)
_BEST = const(4)
_SUM = const(5)
_FASTEST = const(6)
_SECONDS = const(7)
_CLEAN = const(8)
_UNAIDED = const(9)


def _read(game, rows):
    """The file's bytes, or as many zeros where it is of no use."""
    size = rows * struct.calcsize(_ROW)
    data = store.load(game + "-st")
    if data and len(data) in (size, size + 1 + struct.calcsize(_ROW)):
        return data
    if data:
        store.aside(game + "-st")
    return bytes(size)


def _load(game, rows):
    data = _read(game, rows)
    size = struct.calcsize(_ROW)
    return [list(struct.unpack_from(_ROW, data, i * size)) for i in range(rows)]


def add(game, rows, row, won, score, unit, seconds, undone, hinted):
    """Count a finished game in; False where that could not be saved.

    The mean is one of whole units of the score, what else is in it only parts equals.
    """
    table = _load(game, rows)
    r = table[row]
    before = bytes((row,)) + struct.pack(_ROW, *r)
    if won:
        r[_WON] += 1
        r[_STREAK] += 1
        r[_BEST_STREAK] = max(r[_BEST_STREAK], r[_STREAK])
        r[_FASTEST] = min(r[_FASTEST] or seconds, seconds)
        r[_CLEAN] += not undone
        r[_UNAIDED] += not hinted
    else:
        r[_STREAK] = 0
    r[_BEST] = max(r[_BEST], score) if r[_PLAYED] else score
    r[_PLAYED] += 1
    r[_SUM] += score + -score % unit
    r[_SECONDS] += seconds
    return store.save(game + "-st", [struct.pack(_ROW, *row) for row in table] + [before])


def take_back(game, rows):
    """The game that was counted last goes on after all: as if it had not been counted."""
    data = bytearray(_read(game, rows))
    size = struct.calcsize(_ROW)
    at = rows * size
    if len(data) > at and data[at] < rows:
        row = data[at] * size
        data[row : row + size] = data[at + 1 :]
        store.save(game + "-st", (memoryview(data)[:at],))


def lines(game, rows, row, points, unit):
    """A page of it: lines of a name and a value, tab between. `points` tells a score."""
    r = _load(game, rows)[row]
    n = r[_PLAYED]
    if not n:
        return ["No game finished yet"]
    return [
        "Played\t%d" % n,
        "Won\t%d (%d%%)" % (r[_WON], r[_WON] * 100 // n),
        "Won without undo\t%d" % r[_CLEAN],
        "Won without hints\t%d" % r[_UNAIDED],
        "Streak now / best\t%d / %d" % (r[_STREAK], r[_BEST_STREAK]),
        "Best score\t" + points(r[_BEST]),
        "Mean score\t" + points(r[_SUM] // n // unit * unit),
        "Fastest win\t" + (_clock(r[_FASTEST]) if r[_WON] else "-"),
        "Mean time\t" + _clock(r[_SECONDS] // n),
    ]


def pages(game, rows, rules, show):
    """A page a row, with a way to wipe it all; `show` draws what lies below."""
    unit = getattr(rules, "UNIT", 1)
    i = 0
    while True:
        show()
        told = lines(game, len(rows), i, rules.points, unit)
        more = "%d of %d: A leads on" % (i + 1, len(rows)) if len(rows) > 1 else ""
        told.append("Reset " + art.CH_ELLIPSIS)
        got = menu.ask(rows[i] or "Statistics", told, 0, more, wide=220)
        if got == len(told) - 1:
            show()
            if menu.sure("Reset all?", "Reset"):
                reset(game)
        elif got < 0 or len(rows) == 1:
            return
        else:
            i = (i + 1) % len(rows)


def reset(game):
    """Forget it all."""
    return store.save(game + "-st", [b""])


def _clock(seconds):
    return "%d:%02d" % (seconds // 60, seconds % 60)
