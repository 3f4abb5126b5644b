"""Layer 3. What the player has done: the file "history".

A game that ends is a record. The file has the last records, and of older ones their sums; every
figure is a fold of the records over the sums, in the order in which they were written. A game has
an identity from its deal on, saved with it: one that ends again, after an undo or a power cut,
replaces its record, so nothing counts twice and nothing is ever taken back. Where there is no room
for another record, in the same write the oldest is added to the sums: of the game with most.

Numbers are little-endian:
    0    format: 1
    1    how many sections there are
    2    the length of each, 16 bits; then the sections
COUNTERS: 0 whether the player has been asked for the date; 1 the trophies of eight rows of the
    catalogue, a bit each; 9 of each row the day of the last daily deal that has left the records;
    25 how many of its winnable deals have been dealt; 41 where on this handheld they begin
SUMS: a byte for row << 4 | kind, then a row of the statistics, PLAYED to SECONDS
DAYS: the first day, 16 bits, then at most 366 days with a daily deal, in ascending order: how many
    days after the one before, then two bits a row, the first row lowest (MISSED to LATER)
BESTS: of patiences, the latest first: row, deal (4), CRC-16 of the options, fewest moves (2)
RECORDS: 24 bytes each, the oldest first, IDENTITY to HOW
STEPS: of each row of the catalogue the moves with which its thirteen steps were won, 16 bits each,
    0 for those that are still to be won
A later version may append sections, and bytes to COUNTERS: this one keeps what it does not know.
"""

import struct
from binascii import crc32

from micropython import const

import hal
from thirteen.fast import fast, ptr8
from thirteen.protocols import Any, Data, Function, Table
from thirteen.storage import dates, store

NAME = "history"
_FORMAT = const(1)
_SECTIONS = const(6)
_LEAST = const(5)  # in files of earlier versions
COUNTERS, SUMS, DAYS, BESTS, RECORDS, STEPS = range(_SECTIONS)
_MOST = const(3500)  # bytes of all sections
_COUNTERS = const(45)  # bytes
_TROPHIES = const(1)
_LAST = const(9)
_TURNS = const(25)
_START = const(41)

# A row of the statistics. Games given up are played, and not in the sums of scores and seconds.
PLAYED, WON, STREAK, BEST_STREAK, CLEAN, UNAIDED, GIVEN_UP, NEW, RATED = range(9)
FASTEST, FEWEST, CHANGE, BEST, SUM, SECONDS = range(9, 15)
_SUM = "<B11HhIII"
_CEILING = const(65535)
_KINDS = const(4)  # rows of a game, at most

# A record.
_RECORD = "<IIIHHHHBbH"
_SIZE = const(24)
IDENTITY, DEAL, SCORE, OPTIONS, DAY, TIME, MOVES, WHERE, GAIN, HOW = range(10)
# Its bits of HOW; the first eight are saved with a game in play.
IS_KNOWN = const(1)  # the player may have known the deal: no streak, trophy or rating
IS_DAILY = const(2)  # the deal of a day, which is DAY; otherwise that is the day of dealing, or 0
IS_DATED = const(4)  # that day is a date; without one, daily deals are numbered
IS_LATE = const(8)  # dealt on another day than its own
IS_OLD = const(128)  # not of a record, but of a game: it once had one
IS_WON = const(256)
IS_REACHED = const(512)  # what the calendar calls won: of a race without end, all its levels
IS_UNDONE = const(1024)
IS_HINTED = const(2048)
IS_GIVEN_UP = const(4096)
IS_RATED = const(8192)
IS_IN_THOUSANDS = const(16384)  # the unit of its score
IS_CLEARED = const(32768)  # the player has reset the statistics since

MISSED, PLAYED_THEN, WON_THEN, LATER = range(4)  # of a day: on the day itself, or won later
_STEPS = const(13)
_BRONZE = const(10)  # days won of a month; each of them for gold
_SILVER = const(20)
_KEPT = const(366)  # days
_RECORDS = const(96)  # at most: they are one block of memory
_BEST = "<BIHH"
_BESTS = const(48)

_start = 0  # where its winnable deals begin, until there is a file
here: list = []  # the identities of daily deals recorded since power-on


def load() -> list:
    """The sections of the file, for the functions below."""
    parts = store.load(NAME, _read)
    while parts is not None:
        if parts:
            return parts
        parts = store.load(NAME, _read) if store.quarantine(NAME) else None
    return empty()


def empty() -> list:
    """The sections of a player who has done nothing."""
    global _start
    _start = _start or hal.entropy()
    parts = [bytearray(_COUNTERS)] + [bytearray() for _ in range(_SECTIONS - 1)]
    struct.pack_into("<I", parts[COUNTERS], _START, _start)
    return parts


def save(parts: list) -> bool:
    head = struct.pack("<BB", _FORMAT, len(parts))
    for part in parts:
        head += struct.pack("<H", len(part))
    return store.save(NAME, [head] + parts)


def _read(f: Any, size: int) -> list:
    """The sections in a file of that size, each read for itself; an empty list if it is none."""
    form, n = f.read(2) if size >= 2 else b"\0\0"
    if form != _FORMAT or n < _LEAST or size < 2 + 2 * n:
        return []
    sizes = struct.unpack("<%dH" % n, f.read(2 * n))
    if size != 2 + 2 * n + sum(sizes):
        return []
    parts = [bytearray(size) for size in sizes]
    for part in parts:
        if part:
            f.readinto(part)
    while len(parts) < _SECTIONS:
        parts.append(bytearray())
    days = len(parts[DAYS])
    records = parts[RECORDS]
    valid = (
        len(parts[COUNTERS]) >= _COUNTERS
        and len(parts[SUMS]) % struct.calcsize(_SUM)
        == len(parts[BESTS]) % struct.calcsize(_BEST)
        == 0
        and (not days or days % 3 == 2)
        and len(records) % _SIZE == 0
        and not [at for at in range(_SIZE - 4, len(records), _SIZE) if records[at] >= 0x80]
    )
    return parts if valid else []


# Records


def records(parts: list) -> "Function":
    """The records, the latest first."""
    part = parts[RECORDS]
    for at in range(len(part) - _SIZE, -1, -_SIZE):
        yield struct.unpack_from(_RECORD, part, at)


def of(parts: list, row: int) -> "Function":
    """The same of one game."""
    for record in records(parts):
        if record[WHERE] >> 4 == row:
            yield record


def find(parts: list, identity: int) -> tuple | None:
    """The record of a game, None if there is none."""
    at = _at(parts[RECORDS], identity)
    return None if at < 0 else struct.unpack_from(_RECORD, parts[RECORDS], at)


def _at(part: bytearray, identity: int) -> int:
    for at in range(0, len(part), _SIZE):
        if struct.unpack_from("<I", part, at)[0] == identity:
            return at
    return -1


def put(parts: list, record: tuple) -> None:
    """Add a record, in place of the one of the same game if there is one."""
    _remove(parts, _at(parts[RECORDS], record[IDENTITY]))
    parts[RECORDS] += struct.pack(_RECORD, *record)
    while parts[RECORDS] and (
        len(parts[RECORDS]) > _RECORDS * _SIZE or sum([len(part) for part in parts]) > _MOST
    ):
        _drop(parts)


def change(parts: list, identity: int, how: int) -> None:
    """Set bits of HOW in the record of a game, if it is there."""
    at = _at(parts[RECORDS], identity)
    if at >= 0:
        at += _SIZE - 2
        struct.pack_into("<H", parts[RECORDS], at, _word(parts[RECORDS], at) | how)


def _remove(parts: list, at: int) -> None:
    if at >= 0:
        parts[RECORDS][at : at + _SIZE] = b""


def _drop(parts: list) -> None:
    """Add the oldest record of the game with most of them to the sums."""
    part = parts[RECORDS]
    rows = bytes([part[at] >> 4 for at in range(_SIZE - 4, len(part), _SIZE)])
    counts = [rows.count(bytes((row,))) for row in range(16)]
    row = counts.index(max(counts))
    at = _SIZE * rows.index(bytes((row,)))
    record = struct.unpack_from(_RECORD, part, at)
    if _marks(part, at):
        put_days(parts, _marked(parts, [at]))
    _remove(parts, at)
    if not record[HOW] & IS_CLEARED:
        r = [0] * 15
        i = _sum_at(parts[SUMS], record[WHERE])
        if i < len(parts[SUMS]):
            r = list(struct.unpack_from(_SUM, parts[SUMS], i))[1:]
        count(r, record)
        put_sum(parts, record[WHERE], r)
    if record[HOW] & (IS_DAILY | IS_LATE) == IS_DAILY:
        put_last(parts, row, record[DAY])
    if record[HOW] & IS_WON:
        put_best(parts, record)


# Statistics


def count(r: list, record: tuple) -> None:
    """Count a game in a row of the statistics."""
    how = record[HOW]
    r[PLAYED] += 1
    if how & IS_RATED:
        r[RATED] += 1
        r[CHANGE] += record[GAIN]
    if how & IS_WON:
        r[WON] += 1
        r[FASTEST] = min(r[FASTEST] or record[TIME], record[TIME])
        r[FEWEST] = min(r[FEWEST] or record[MOVES], record[MOVES])
        r[CLEAN] += not how & IS_UNDONE
        r[UNAIDED] += not how & IS_HINTED
        if not how & IS_KNOWN:
            r[NEW] += 1
            r[STREAK] += 1
            r[BEST_STREAK] = max(r[BEST_STREAK], r[STREAK])
    elif not how & IS_KNOWN:
        r[STREAK] = 0
    if how & IS_GIVEN_UP:
        r[GIVEN_UP] += 1
    else:
        score = record[SCORE]
        r[BEST] = max(r[BEST], score)
        r[SUM] += score + -score % 1000 if how & IS_IN_THOUSANDS else score
        r[SECONDS] += record[TIME]


def statistics(parts: list, row: int, without: int = 0) -> list:
    """A game's rows of the statistics, one a kind; `without` the game of that identity."""
    table = [[0] * 15 for _ in range(_KINDS)]
    for kind in range(_KINDS):
        at = _sum_at(parts[SUMS], row << 4 | kind)
        if at < len(parts[SUMS]):
            table[kind] = list(struct.unpack_from(_SUM, parts[SUMS], at))[1:]
    part = parts[RECORDS]
    for at in range(0, len(part), _SIZE):
        where = part[at + _SIZE - 4]
        if where >> 4 == row and where & 15 < _KINDS:
            record = struct.unpack_from(_RECORD, part, at)
            if record[IDENTITY] != without and not record[HOW] & IS_CLEARED:
                count(table[where & 15], record)
    return table


def total(table: list, what: int) -> int:
    """One column's sum over all rows."""
    return sum([r[what] for r in table])


def average(r: list) -> tuple[int, int]:
    """(score, seconds) of the mean game that was played to its end."""
    n = max(r[PLAYED] - r[GIVEN_UP], 1)
    return r[SUM] // n, r[SECONDS] // n


def last(parts: list, row: int, kind: int, most: int) -> list:
    """The records of a row's last games that were not reset, `most` of them, the latest last."""
    found: list = []
    for record in of(parts, row):
        if record[WHERE] & 15 == kind and not record[HOW] & IS_CLEARED:
            found.insert(0, record)
            if len(found) == most:
                break
    return found


def all_lost(parts: list, row: int, n: int) -> bool:
    """Whether a game's last n records are of lost games."""
    for record in of(parts, row):
        if record[HOW] & IS_WON:
            return False
        n -= 1
        if not n:
            return True
    return False


def ratings(parts: list, row: int, now: int) -> list:
    """The rating after each rated game that is still a record, the latest, `now`, last."""
    found = []
    for record in of(parts, row):
        if record[HOW] & IS_RATED and not record[HOW] & IS_CLEARED:
            found.insert(0, now)
            now -= record[GAIN]
    return [now] + found if found else []


def put_sum(parts: list, where: int, r: list) -> None:
    """Set a row of the sums."""
    part = parts[SUMS]
    at = _sum_at(part, where)
    change = min(max(r[CHANGE], -32768), 32767)
    top = [min(n, _CEILING) for n in r[:CHANGE]]
    low = [min(n, 0xFFFFFFFF) for n in r[BEST:]]
    row = struct.pack(_SUM, where, *(top + [change] + low))
    parts[SUMS] = part[:at] + row + part[at + len(row) :]


def _sum_at(part: bytearray, where: int) -> int:
    """The offset of a row of the sums, the length of all if there is none."""
    for at in range(0, len(part), struct.calcsize(_SUM)):
        if part[at] == where:
            return at
    return len(part)


def reset(row: int) -> bool:
    """Clear a game's statistics; what it was, and on which days, stays."""
    parts = load()
    size = struct.calcsize(_SUM)
    kept = bytearray()
    for at in range(0, len(parts[SUMS]), size):
        if parts[SUMS][at] >> 4 != row:
            kept += parts[SUMS][at : at + size]
    parts[SUMS] = kept
    for record in of(parts, row):
        change(parts, record[IDENTITY], IS_CLEARED)
    return save(parts)


# Deals


def crc16(options: Data) -> int:
    """What a record keeps of the options."""
    return crc32(options) & 0xFFFF


def is_known(parts: list, row: int, deal: int) -> bool:
    """Whether a record, or the best at it, has a game's deal."""
    for record in of(parts, row):
        if record[DEAL] == deal:
            return True
    for best in _bests(parts):
        if best[:2] == (row, deal):
            return True
    return False


def fewest(parts: list, row: int, deal: int, options: Data, without: int = 0) -> int:
    """The fewest moves of a win at a deal of a patience with these options, 0 if there is none."""
    key = crc16(options)
    found = [best[3] for best in _bests(parts) if best[:3] == (row, deal, key)]
    for record in of(parts, row):
        same = record[DEAL] == deal and record[OPTIONS] == key
        if same and record[HOW] & IS_WON and record[IDENTITY] != without:
            found.append(record[MOVES])
    return min(found) if found else 0


def _bests(parts: list) -> "Function":
    for at in range(0, len(parts[BESTS]), struct.calcsize(_BEST)):
        yield struct.unpack_from(_BEST, parts[BESTS], at)


def put_best(parts: list, record: tuple) -> None:
    """Keep the moves of a win whose record is dropped, if they are the fewest at its deal."""
    part = parts[BESTS]
    size = struct.calcsize(_BEST)
    row, deal, options = record[WHERE] >> 4, record[DEAL], record[OPTIONS]
    best = bytearray(struct.pack(_BEST, row, deal, options, record[MOVES]))
    for at in range(0, len(part), size):
        if part[at : at + size - 2] == best[:-2]:
            if _word(part, at + size - 2) < record[MOVES]:
                best = part[at : at + size]
            part = part[:at] + part[at + size :]
            break
    parts[BESTS] = (best + part)[: _BESTS * size]


def turn(parts: list, row: int) -> tuple[int, int]:
    """(where on this handheld a game's winnable deals begin, how many of them have been dealt)."""
    return struct.unpack_from("<I", parts[COUNTERS], _START)[0], _word(
        parts[COUNTERS], _TURNS + 2 * row
    )


def put_turn(parts: list, row: int, n: int) -> None:
    struct.pack_into("<H", parts[COUNTERS], _TURNS + 2 * row, n)


# Trophies


def trophies(parts: list, row: int) -> int:
    """The trophies of a game that were earned: a bit each."""
    return parts[COUNTERS][_TROPHIES + row]


def earn(parts: list, row: int, trophy: int) -> None:
    parts[COUNTERS][_TROPHIES + row] |= 1 << trophy


# Steps


def steps(parts: list, row: int) -> int:
    """How many of a game's thirteen steps were won."""
    n = 0
    while n < _STEPS and step(parts, row, n):
        n += 1
    return n


def step(parts: list, row: int, i: int) -> int:
    """The moves with which step i of a game was won, 0 if it was not."""
    at = 2 * (row * _STEPS + i)
    return _word(parts[STEPS], at) if at < len(parts[STEPS]) else 0


def put_step(parts: list, row: int, moves: int) -> None:
    """The next step of a game was won."""
    at = 2 * (row * _STEPS + steps(parts, row))
    part = parts[STEPS]
    parts[STEPS] = part + bytes(max(0, at + 2 - len(part)))
    struct.pack_into("<H", parts[STEPS], at, max(moves, 1))


# Days


def asked(parts: list) -> bool:
    """Whether the player has been asked for the date; from now on that is so."""
    before = parts[COUNTERS][0]
    if not before:
        parts[COUNTERS][0] = 1
        save(parts)
    return before > 0


def offered(parts: list, row: int) -> int:
    """The day whose daily deal is on offer: today, or without a date the next number."""
    now = hal.today()
    return now if now >= 0 else _last(parts, row) + 1 & 0xFFFF


def _last(parts: list, row: int) -> int:
    """The day of the daily deal finished last."""
    for record in of(parts, row):
        if record[HOW] & (IS_DAILY | IS_LATE) == IS_DAILY:
            return record[DAY]
    return _word(parts[COUNTERS], _LAST + 2 * row)


def put_last(parts: list, row: int, day: int) -> None:
    struct.pack_into("<H", parts[COUNTERS], _LAST + 2 * row, day)


def in_words(day: int, dated: bool) -> str:
    """A day as shown to the player; without a date its number."""
    return dates.text(day) if dated else "no. %d" % day


def on_offer(parts: list, row: int, done: str = "") -> str:
    """The day of the daily deal on offer, with the mark `done` if it has been finished."""
    text = in_words(offered(parts, row), hal.today() >= 0)
    return text + " " + done if done and is_done(parts, row) else text


def is_done(parts: list, row: int) -> bool:
    """Whether the daily deal on offer has been finished."""
    return hal.today() >= 0 and result_of(parts, row, hal.today()) > 0


def streak(parts: list, row: int, now: int) -> int:
    """On how many days, up to `now` or the day before, a game's daily deal was finished.

    Only a deal that was dealt on its day counts. 0 without a date.
    """
    if now < 0:
        return 0
    got = _results(parts, row, now, _KEPT + 1)
    first = at = 0 if got[0] in (PLAYED_THEN, WON_THEN) else 1
    while at < len(got) and got[at] in (PLAYED_THEN, WON_THEN):
        at += 1
    return at - first


def result_of(parts: list, row: int, day: int) -> int:
    """The same as `result` of `days`, for which no list of all days is made."""
    return _results(parts, row, day, 1)[0]


def _results(parts: list, row: int, now: int, n: int) -> bytearray:
    """A game's results on n days, the last one, `now`, first."""
    out = bytearray(n)
    _spread(parts[DAYS], len(parts[DAYS]) | n << 16, out, now | 2 * row << 16)
    part = parts[RECORDS]
    for at in range(0, len(part), _SIZE):
        if part[at + _SIZE - 4] >> 4 == row and _marks(part, at):
            i = now - _word(part, at + _SIZE - 10)
            if 0 <= i < n:
                out[i] = _fold(out[i], _word(part, at + _SIZE - 2))
    return out


def called(how: int, day: int, deal: int) -> str:
    """What a game's deal is called, as a line of a name, a tab and a value."""
    if how & IS_DAILY:
        return "Daily deal\t" + in_words(day, how & IS_DATED > 0)
    return "Deal\t%d" % deal


def days(parts: list) -> Table:
    """The days with a result in ascending order: 16 bits for the day, then two bits a row."""
    part = parts[RECORDS]
    return _marked(parts, [at for at in range(0, len(part), _SIZE) if _marks(part, at)])


def results(days: Data, day: int) -> int:
    """The results of a day, two bits a row; 0 if there is none."""
    at = _day_at(days, len(days), day)
    return _word(days, at + 2) if at < len(days) and _word(days, at) == day else 0


def result(days: Data, row: int, day: int) -> int:
    """MISSED, PLAYED_THEN, WON_THEN or LATER."""
    return results(days, day) >> 2 * row & 3


def in_a_row(days: Data, row: int, now: int) -> int:
    """On how many days, up to `now` or the day before, a game's daily deal was finished.

    row: -1 for that of any game. Only a deal that was dealt on its day counts.
    """
    return _in_a_row(days, len(days), 0x5555 if row < 0 else 1 << 2 * row, now)


@fast
def _in_a_row(days: ptr8, size: int, mask: int, now: int) -> int:
    n = 0
    at = size - 4
    while at >= 0:
        day = days[at] | days[at + 1] << 8
        bits = days[at + 2] | days[at + 3] << 8
        at -= 4
        if day <= now and (bits ^ bits >> 1) & mask:  # two bits that differ: on its day
            if day != now - n:
                if n or day != now - 1:
                    return n
            now = day + n
            n += 1
    return n


def medal(days: Data, row: int, first: int, n: int) -> int:
    """The medal of a month of n days from day `first` on: 0 none, 1 bronze, 2 silver, 3 gold.

    row: -1 for a month in which any game's daily deals were won.
    """
    mask = 0xAAAA if row < 0 else 2 << 2 * row  # the upper bits, of WON_THEN and LATER
    won = 0
    size = len(days)
    for at in range(_day_at(days, size, first), _day_at(days, size, first + n), 4):
        won += _word(days, at + 2) & mask > 0
    return 3 if won == n else 2 if won >= _SILVER else int(won >= _BRONZE)


def _marks(part: bytearray, at: int) -> bool:
    """Whether the record there is of the daily deal of a date."""
    return part[at + _SIZE - 2] & (IS_DAILY | IS_DATED) == IS_DAILY | IS_DATED


def _marked(parts: list, found: list) -> Table:
    """The latest days with a result, with those of the records at these offsets."""
    part = parts[DAYS]
    out = bytearray(4 * min(len(part) // 3 + len(found), _KEPT))
    n = _unpack(part, len(part), out, len(out))
    for at in found:
        n = _mark(out, n, struct.unpack_from(_RECORD, parts[RECORDS], at))
    return memoryview(out)[:n]


def _mark(days: bytearray, n: int, record: tuple) -> int:
    """Note the result of a daily deal in the first n bytes; how many there are then.

    Where there is no room for another day the first one goes.
    """
    day = record[DAY]
    shift = 2 * (record[WHERE] >> 4)
    at = _day_at(days, n, day)
    there = at < n and _word(days, at) == day
    bits = _word(days, at + 2) if there else 0
    got = _fold(bits >> shift & 3, record[HOW])
    if got == bits >> shift & 3:
        return n
    if not there:
        view = memoryview(days)  # of which no slice is copied
        if n < len(days):
            view[at + 4 : n + 4] = view[at:n]
            n += 4
        elif at:
            at -= 4
            view[:at] = view[4 : at + 4]
        else:
            return n
    struct.pack_into("<HH", days, at, day, bits & ~(3 << shift) | got << shift)
    return n


def _fold(got: int, how: int) -> int:
    """A day's result after another game at its deal."""
    if how & IS_REACHED:
        return LATER if how & IS_LATE and got in (MISSED, LATER) else WON_THEN
    return got if how & IS_LATE else got or PLAYED_THEN


def _latest(days: Data) -> Data:
    """As many of them as are kept."""
    return days[-4 * _KEPT :] if len(days) > 4 * _KEPT else days


def _day_at(days: Data, size: int, day: int) -> int:
    """The offset of a day, or of the next one that has a result, in so many bytes."""
    low = 0
    high = size // 4
    if high and _word(days, 4 * high - 4) < day:  # most often
        return 4 * high
    while low < high:
        middle = (low + high) // 2
        if _word(days, 4 * middle) < day:
            low = middle + 1
        else:
            high = middle
    return 4 * low


@fast
def _unpack(part: ptr8, size: int, out: ptr8, room: int) -> int:
    """Unpack that many bytes of the section DAYS, four bytes a day; how many there are then."""
    n = 0
    day = 0
    if size:
        day = part[0] | part[1] << 8
    at = 2
    while at < size and n < room:
        day += part[at]
        if part[at + 1] | part[at + 2] and day < 0x10000:  # else only a step of a long gap
            out[n] = day & 255
            out[n + 1] = day >> 8
            out[n + 2] = part[at + 1]
            out[n + 3] = part[at + 2]
            n += 4
        at += 3
    return n


@fast
def _spread(part: ptr8, sizes: int, out: ptr8, what: int):  # type: ignore[no-untyped-def]
    """Write one row's results from the section DAYS, of the day in the lower half of `what` first.

    sizes: those of the section and, in the upper half, of `out`; what: besides, the row's shift.
    """
    size = sizes & 0xFFFF
    n = sizes >> 16
    now = what & 0xFFFF
    shift = what >> 16
    if size:
        now -= part[0] | part[1] << 8
    at = 2
    while at < size:
        now -= part[at]
        if now < 0:
            return
        if now < n:
            out[now] = (part[at + 1] | part[at + 2] << 8) >> shift & 3
        at += 3


def put_days(parts: list, days: Data) -> None:
    """Set the section DAYS."""
    days = _latest(days)
    out = bytearray()
    if days:
        gaps = (_word(days, len(days) - 4) - _word(days, 0)) // 255
        out = bytearray(2 + 3 * (len(days) // 4 + gaps))
        out = out[: _pack(days, len(days), out)]
    parts[DAYS] = out


@fast
def _pack(days: ptr8, size: int, out: ptr8) -> int:
    """Pack that many bytes of days; returns how many there are then."""
    out[0] = days[0]
    out[1] = days[1]
    day = days[0] | days[1] << 8
    n = 2
    at = 0
    while at < size:
        now = days[at] | days[at + 1] << 8
        while now - day > 255:
            out[n] = 255
            out[n + 1] = 0
            out[n + 2] = 0
            n += 3
            day += 255
        out[n] = now - day
        out[n + 1] = days[at + 2]
        out[n + 2] = days[at + 3]
        n += 3
        day = now
        at += 4
    return n


def _word(data: Data, at: int) -> int:
    return data[at] | data[at + 1] << 8
