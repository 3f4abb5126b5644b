"""Layer 3. The files of Make 13's tournaments. Numbers are little-endian.

"m13-entries", through store.py: entries started, the latest first, 13 bytes each: deal (4),
options (5), the player's initials (3), the number of entries started. At most 60 are kept.
"m13-KKLLTTMM", through store.py: the ten best of one kind, named after its options kind, levels,
target and timer, the best first, 18 bytes each in the format _ROW.
"m13-00001.rec", ...: the last 20 finished entries, one file each, to be read by the host tools:
_HEAD, options, moves (two bytes each), CRC-32 of all before.
"""

import struct
from binascii import crc32

from micropython import const

import hal
from thirteen import options, rng
from thirteen.protocols import Any, Match, Rules
from thirteen.storage import dates, messages, store

BEST = const(10)
KEPT = const(20)

_BEGUN = "<I5s3sB"
_MOST_BEGUN = const(60)
_ROW = "<3sBIIBBI"  # initials, entry, score, ticks, levels busted, what over() says, deal
_HEAD = "<4sBB3sBIIIH"  # "13R1", rules, entry, initials, options, deal, score, ticks, moves
_MAGIC = b"13R1"
_HALF = const(50000)  # of the numbers of records

_ENTRIES = "m13-entries"


def _load(name: str, form: str) -> list[tuple]:
    """The rows of a file; an empty list if there is none."""

    def use(f: Any, size: int) -> list[tuple]:
        row = struct.calcsize(form)
        rows = [struct.unpack(form, f.read(row)) for _ in range(size // row)]
        if size % row or not all([initials(row[0 if form == _ROW else 2]) for row in rows]):
            raise ValueError("from another version")
        return rows

    return store.load(name, use) or []


def initials(who: bytes) -> bool:
    """Whether they may be a player's."""
    return 65 <= min(who) and max(who) <= 90


def _save(name: str, form: str, rows: list[tuple]) -> bool:
    return store.save(name, [struct.pack(form, *row) for row in rows])


def limit(rules: Rules, chosen: bytes) -> int:
    """M16: the entries that a player has in such a tournament; 0 for no limit."""
    return options.value(rules.OPTIONS[4][1], chosen[4]) if chosen[0] == 0 else 0


def begun(deal: int, chosen: bytes, who: bytes) -> int:
    """The number of entries a player has started in a tournament."""
    for row in _load(_ENTRIES, _BEGUN):
        if row[:3] == (deal, chosen, who):
            return row[3]
    return 0


def begin(deal: int, chosen: bytes, who: bytes) -> bool:
    """Count another entry; False if that can't be saved."""
    n = begun(deal, chosen, who)
    rows = [row for row in _load(_ENTRIES, _BEGUN) if row[:3] != (deal, chosen, who)]
    rows.insert(0, (deal, chosen, who, min(n + 1, 255)))
    return _save(_ENTRIES, _BEGUN, rows[:_MOST_BEGUN])


def dealt(match: Match, there: bool, closed: bool) -> None:
    """Take back the entry started last if it is not what was dealt, as power was lost between.

    there: this match is saved; closed: its end and record are. Practice is no entry.
    """
    rows = _load(_ENTRIES, _BEGUN)
    if not rows or rows[0] != last(match.rules):
        return
    deal, chosen, who, n = rows[0]
    if there and (match.number, match.options) == (deal, chosen):
        other = closed and _newest_is(records(), _record(match, who, n - 1))
    else:
        other = not there or match.options[3] != 3
    if other:
        _save(_ENTRIES, _BEGUN, ([(deal, chosen, who, n - 1)] if n > 1 else []) + rows[1:])


def last(rules: Rules) -> tuple | None:
    """(deal, options, initials, number) of the entry started last, or None."""
    rows = all_begun(rules)
    return rows[0] if rows else None


def all_begun(rules: Rules) -> list[tuple]:
    """(deal, options, initials, number) of the last entry of each, the latest first.

    Another version's, with options that these rules do not have, are left to it.
    """
    return [
        row for row in _load(_ENTRIES, _BEGUN)
        if 1 <= row[0] <= rng.DEALS and all(
            [row[1][i] < options.count(spec) for i, (_, spec) in enumerate(rules.OPTIONS)]
        )
    ]  # fmt: skip


def _table(chosen: bytes) -> str:
    return "m13-%02x%02x%02x%02x" % tuple(chosen[:4])


def table(chosen: bytes) -> list[tuple]:
    """The best entries of this kind of tournament: rows in the format _ROW, the best first."""
    return _load(_table(chosen), _ROW)


def _key(kind: int, row: tuple) -> tuple:
    """The sort key of a row, the best first; the same order as in the standings."""
    score, ticks, busted, over = row[2:6]
    if kind == 0:
        return (0, -score, ticks)
    if over == 1:
        return (0, ticks, -score)
    return (1, -score, ticks) if kind == 1 else (1, -busted, ticks)


def enter(chosen: bytes, row: tuple) -> int:
    """Add a finished entry to the high scores; its rank from 0, or -1. Idempotent."""
    rows = table(chosen)
    if row not in rows:
        at = 0
        while at < len(rows) and _key(chosen[0], rows[at]) <= _key(chosen[0], row):
            at += 1
        rows.insert(at, row)
        rows = rows[:BEST]
        if row in rows:
            _save(_table(chosen), _ROW, rows)
    return rows.index(row) if row in rows else -1


def best(chosen: bytes) -> str:
    """The best entry of this kind as text: its score, or in a Sprint to Level its time."""
    rows = table(chosen)
    return _value(chosen, rows[0]) if rows else "-"


def best_at(chosen: bytes, deal: int, who: bytes, n: int) -> str:
    """The best of the high scores at this deal but for that entry, "" if there is none."""
    for row in table(chosen):
        if row[6] == deal and row[:2] != (who, n):
            return _value(chosen, row)
    return ""


def _value(chosen: bytes, row: tuple) -> str:
    if chosen[0] == 2:
        return dates.clock(row[3] // 10) if row[5] == 1 else "%d levels" % row[4]
    return "%d" % row[2]


def records() -> list[str]:
    """The names of the saved records, the oldest first."""
    names = sorted([n for n in hal.names() if _is_record(n)])
    if names and int(names[-1][4:9]) - int(names[0][4:9]) > _HALF:  # numbered from 1 again
        names.sort(key=lambda name: (int(name[4:9]) <= _HALF, name))
    return names


def _is_record(name: str) -> bool:
    return len(name) == 13 and name[:4] == "m13-" and name[9:] == ".rec" and name[4:9].isdigit()


def keep(match: Match, who: bytes, n: int) -> str:
    """Save the record of a finished entry; returns "", or the reason why it can't be saved."""
    if match.forgotten:
        return "the game is too long for one"
    old = records()
    number = int(old[-1][4:9]) % 99999 + 1 if old else 1
    try:
        record = _record(match, who, n)
        if _newest_is(old, record):  # power was lost before `enter`
            return ""
        hal.write("m13-%05d.rec" % number, [record])
    except OSError as e:
        return messages.reason(e)
    for name in old[: max(len(old) + 1 - KEPT, 0)]:
        try:
            hal.remove(name)
        except OSError:  # a folder with files in it: it stays
            pass
    return ""


def _record(match: Match, who: bytes, n: int) -> bytes:
    """The file of an entry that is finished."""
    rules, s = match.rules, match.s
    head = struct.pack(
        _HEAD, _MAGIC, rules.VERSION, n, who, len(match.options), match.number,
        rules.score(s), rules.get(s, rules.TICKS), match.played,
    )  # fmt: skip
    data = b"".join((head, match.options, bytes(memoryview(match.log)[: match.played])))
    return data + struct.pack("<I", crc32(data) & 0xFFFFFFFF)


def _newest_is(names: list[str], data: bytes) -> bool:
    """Whether the last of these files has just that; what can't be read has not."""
    try:
        return len(names) > 0 and hal.read(names[-1]) == data
    except OSError:
        return False
