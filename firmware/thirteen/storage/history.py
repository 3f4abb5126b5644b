"""Layer 3. What the player has done: the file "history".

A game that ends is a record. Until then its facts are open, in the head of its save
(saved_game.py); its end closes them, or that it is given up. The file has the last records, and of
older ones their sums; every figure is a fold of the records over the sums, in the order in which
they were written. A game has an identity from its deal on: one that ends again, after an undo or
a power cut, keeps the better end, so nothing counts twice and nothing is ever taken back. Where
there is no room for another record, in the same write the oldest is added to the sums: of the game
with most. Once a week of play the file is copied.

A day is a date, or without one the number of the day of play: see dates.py. Numbers are
little-endian, of 16 bits unless another size is named:
    0    format: 1
    1    how many sections there are
    2    of each its length and the lower half of its CRC-32; then the sections
COUNTERS: 0 the trophies of eight rows of the catalogue, a bit each; 8 where on this handheld its
    winnable deals begin (4); 12 of each row how many of them have been dealt; 28 the last day of
    play without a date; 30 the last date of a game; 32 how many days of play there were, 34 how
    many when the file was copied last; 36 above 0 if it stands in for one that can't be read;
    38 of each row, then of any, the last day that has left DAYS with its daily deal finished, and
    how many such days in a row it ended
SUMS: a byte for row << 4 | kind, then a row of the statistics, PLAYED to SECONDS
DAYS: of each of the last 366 days that got a result, that one last: the day, then three bits a row
    (3 bytes, the first row lowest), FINISHED to LATER
BESTS: of patiences, the latest first: row (1), deal (4), CRC-16 of the options, fewest moves
RECORDS: 28 bytes each, the oldest first, IDENTITY to EARNED
STEPS: of each row the thirteen steps: the fewest moves, 13 bits, 0 for one still to be won;
    STAR_ALONE, STAR_PAR, TRIED
A later version may append sections, and bytes to COUNTERS: this one keeps what it does not know.
"""

import struct
from binascii import crc32

from micropython import const

import hal
from thirteen.fast import fast, ptr8
from thirteen.protocols import Any, Data, Function
from thirteen.storage import dates, store

NAME = "history"
COPY = "history-copy"
_FORMAT = const(1)
_SECTIONS = const(6)
COUNTERS, SUMS, DAYS, BESTS, RECORDS, STEPS = range(_SECTIONS)
_MOST = const(4000)  # bytes of all sections: with what is around them they fill a block of flash
_TROPHIES = const(8)  # bytes
_START = const(8)
_TURNS = const(12)
_UNDATED = const(28)
_DATE = const(30)
_PLAYED_DAYS = const(32)
_COPIED = const(34)
_STANDS_IN = const(36)
_RUNS = const(38)
_ANY = const(8)  # the row of all games
_COUNTERS = const(_RUNS + 4 * 9)  # bytes

# A row of the statistics. Games given up are played, and not in the sums of scores and seconds.
PLAYED, WON, STREAK, BEST_STREAK, CLEAN, UNAIDED, GIVEN_UP, NEW, RATED = range(9)
FASTEST, FEWEST, CHANGE, BEST, SUM, SECONDS = range(9, 15)
_SUM = "<B11HhIII"
_CEILING = const(65535)
_KINDS = const(4)  # rows of a game, at most

# A record. EARNED: the trophies of its end, a bit each.
_RECORD = "<IIIIHHHHBbBB"
_SIZE = const(28)
_HOW_AT = const(12)
_WHERE_AT = const(24)
IDENTITY, DEAL, SCORE, HOW, OPTIONS, DAY, TIME, MOVES, WHERE, GAIN, STEP, EARNED = range(12)
# Its bits of HOW. Those of an open game, saved with it:
IS_KNOWN = const(1)  # the player may have known the deal: no streak, trophy or rating
IS_DAILY = const(2)  # the deal of DAY; otherwise that is the day of dealing
IS_LATE = const(4)  # dealt on another day than its own
IS_BEGUN = const(8)  # the player has made a move
IS_UNDONE = const(16)
IS_HINTED = const(32)
IS_HOUSE = const(64)  # house rules that differ from the sheet: no streak or rating
IS_REVIEWED = const(128)  # played on from a review
IS_SEEN = const(256)  # its end has been reviewed: what is played on from there is another game
IS_OLD = const(512)  # it has a record here, or had one
IS_CLOSED = const(1024)  # the end on its table is that record's
# and those that its end adds:
IS_WON = const(2048)
IS_REACHED = const(4096)  # what the calendar calls won: of a race without end, all its levels
IS_GIVEN_UP = const(8192)
IS_RATED = const(16384)
IS_IN_THOUSANDS = const(32768)  # the unit of its score
IS_UNCOUNTED = const(65536)  # practice, or the player has reset the statistics since
IS_ADVANCE = const(131072)  # it was the first to win its step
IS_COPIED = const(262144)  # of a file that stands in for another: that may have it, too
TOLD = const(524288)  # of a lost deal at its first term; the next two bits at the others

# The result of a day: FINISHED on the day itself, or WON_THEN, or else DROPPED; and won LATER.
FINISHED, DROPPED, WON_THEN, LATER = 1, 2, 3, 4
_ROW_BITS = const(7)
_DAY = const(5)  # bytes
_KEPT = const(366)  # days
_STEPS = const(13)
_STEP_MOVES = const(0x1FFF)
STAR_ALONE = const(0x2000)
STAR_PAR = const(0x4000)
_TRIED = const(0x8000)
BRONZE = const(10)  # days won of a month; each of them for gold
SILVER = const(20)
_RECORDS = const(96)  # at most
_BEST = "<BIHH"
_BESTS = const(48)
_WEEK = const(7)  # days of play

_start = 0  # where its winnable deals begin, until there is a file
_looked = False  # for what the file stands in for, since power-on
_counted: list = []  # the day that was counted last as one of play, since power-on
since_power_on: list = []  # the identities of daily deals recorded since power-on


def load() -> list:
    """The sections of the file, for the functions below."""
    parts = store.load(NAME, read)
    if not parts:
        return _stand_in() or empty()
    return _found(parts) if _word(parts[COUNTERS], _STANDS_IN) else parts


def empty() -> list:
    """The sections of a player who has done nothing."""
    global _start
    _start = _start or hal.entropy()
    parts = [bytearray(_COUNTERS)] + [bytearray() for _ in range(_SECTIONS - 1)]
    struct.pack_into("<I", parts[COUNTERS], _START, _start)
    return parts


def save(parts: list) -> bool:
    """Save the file; once a week of play a copy of it, too."""
    part = parts[COUNTERS]
    days = _word(part, _PLAYED_DAYS)
    week = days - _word(part, _COPIED) >= _WEEK and not _word(part, _STANDS_IN)
    if week:
        _put_word(part, _COPIED, days)
    head = struct.pack("<BB", _FORMAT, len(parts))
    for section in parts:
        head += struct.pack("<HH", len(section), crc32(section) & 0xFFFF)
    if not store.save(NAME, [head] + parts):
        return False
    if week:
        store.save(COPY, [head] + parts)
    return True


def read(f: Any, size: int) -> list:
    """The sections in a file of that size, each read for itself; ValueError if one is damaged."""
    parts, damaged = sections(f, size)
    if damaged or not parts:
        raise ValueError("damaged" if damaged else "from another version")
    return parts


def sections(f: Any, size: int) -> tuple:
    """(the sections, the numbers of those that are damaged) of an open file; empty if it is none.

    What is damaged is left empty.
    """
    form, n = f.read(2) if size >= 2 else (0, 0)
    if form != _FORMAT or n < _SECTIONS or size < 2 + 4 * n:
        return [], []
    sizes = struct.unpack("<%dH" % (2 * n), f.read(4 * n))
    if size != 2 + 4 * n + sum([sizes[2 * i] for i in range(n)]):
        return [], []
    parts = []
    damaged = []
    for i in range(n):
        part = bytearray(sizes[2 * i])
        if part:
            f.readinto(part)
        if crc32(part) & 0xFFFF != sizes[2 * i + 1] or not _valid(part, i):
            damaged.append(i)
            part = bytearray()
        parts.append(part)
    return parts, damaged


def _valid(part: bytearray, i: int) -> bool:
    """Whether section i may be what it is."""
    size = (0, struct.calcsize(_SUM), _DAY, struct.calcsize(_BEST), _SIZE, 2)[i] if i < 6 else 0
    if i == COUNTERS:
        return len(part) >= _COUNTERS
    if i == RECORDS and [at for at in range(_WHERE_AT, len(part), _SIZE) if part[at] >= 0x80]:
        return False
    return not size or len(part) % size == 0


# Records


def records(parts: list) -> "Function":
    """The records, the latest first."""
    part = parts[RECORDS]
    for at in range(len(part) - _SIZE, -1, -_SIZE):
        yield struct.unpack_from(_RECORD, part, at)


def records_of(parts: list, row: int) -> "Function":
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


def put(parts: list, record: tuple) -> tuple:
    """Add a record, and what it says of its day; the one that counts: of two ends the better."""
    before = find(parts, record[IDENTITY])
    if before and _rank(before) >= _rank(record):
        return before
    if before:
        at = _at(parts[RECORDS], record[IDENTITY])
        parts[RECORDS][at : at + _SIZE] = b""
        record = record[:EARNED] + (before[EARNED] | record[EARNED],)
    parts[RECORDS] += struct.pack(_RECORD, *record)
    _note_day(parts, record)
    while parts[RECORDS] and (
        len(parts[RECORDS]) > _RECORDS * _SIZE or sum([len(part) for part in parts]) > _MOST
    ):
        _drop(parts)
    return record


def _rank(record: tuple) -> tuple:
    """What makes an end the better one of two: the first win stays as it was."""
    how = record[HOW]
    won = how & (IS_WON | IS_REACHED) > 0
    return won, not how & IS_GIVEN_UP, 0 if won else record[SCORE]


def change(parts: list, identity: int, how: int, earned: int = 0) -> None:
    """Set bits of HOW and EARNED in the record of a game, if it is there."""
    at = _at(parts[RECORDS], identity)
    if at >= 0:
        part = parts[RECORDS]
        was = struct.unpack_from("<I", part, at + _HOW_AT)[0]
        struct.pack_into("<I", part, at + _HOW_AT, was | how)
        part[at + _SIZE - 1] |= earned


def _drop(parts: list) -> None:
    """Add the oldest record of the game with most of them to the sums."""
    part = parts[RECORDS]
    rows = bytes([part[at] >> 4 for at in range(_WHERE_AT, len(part), _SIZE)])
    counts = [rows.count(bytes((row,))) for row in range(16)]
    row = counts.index(max(counts))
    at = _SIZE * rows.index(bytes((row,)))
    record = struct.unpack_from(_RECORD, part, at)
    part[at : at + _SIZE] = b""
    if not record[HOW] & IS_UNCOUNTED:
        r = _sum(parts, record[WHERE])
        tally(r, record)
        put_sum(parts, record[WHERE], r)
    if record[HOW] & IS_WON:
        put_best(parts, record)


# Statistics


def tally(r: list, record: tuple) -> None:
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
        if not how & (IS_KNOWN | IS_HOUSE):
            r[NEW] += 1
            r[STREAK] += 1
            r[BEST_STREAK] = max(r[BEST_STREAK], r[STREAK])
    elif not how & (IS_KNOWN | IS_HOUSE):
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
    table = [_sum(parts, row << 4 | kind) for kind in range(_KINDS)]
    part = parts[RECORDS]
    for at in range(0, len(part), _SIZE):
        where = part[at + _WHERE_AT]
        if where >> 4 == row and where & 15 < _KINDS:
            record = struct.unpack_from(_RECORD, part, at)
            if record[IDENTITY] != without and not record[HOW] & IS_UNCOUNTED:
                tally(table[where & 15], record)
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
    for record in records_of(parts, row):
        if record[WHERE] & 15 == kind and not record[HOW] & IS_UNCOUNTED:
            found.insert(0, record)
            if len(found) == most:
                break
    return found


def all_lost(parts: list, row: int, n: int) -> bool:
    """Whether a game's last n records are of lost games."""
    won = [record[HOW] & IS_WON for record in records_of(parts, row)][:n]
    return len(won) == n and not any(won)


def ratings(parts: list, row: int, now: int) -> list:
    """The rating after each rated game that is still a record, the latest, `now`, last."""
    found = []
    for record in records_of(parts, row):
        if record[HOW] & IS_RATED and not record[HOW] & IS_UNCOUNTED:
            found.insert(0, now)
            now -= record[GAIN]
    return [now] + found if found else []


def _sum(parts: list, where: int) -> list:
    """A row of the sums."""
    at = _sum_at(parts[SUMS], where)
    if at == len(parts[SUMS]):
        return [0] * 15
    return list(struct.unpack_from(_SUM, parts[SUMS], at))[1:]


def put_sum(parts: list, where: int, r: list) -> None:
    """Set one."""
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
    for record in records_of(parts, row):
        change(parts, record[IDENTITY], IS_UNCOUNTED)
    return save(parts)


# Deals


def crc16(options: Data) -> int:
    """What a record keeps of the options."""
    return crc32(options) & 0xFFFF


def is_known(parts: list, row: int, deal: int) -> bool:
    """Whether a record, or the best at it, has a game's deal."""
    for record in records_of(parts, row):
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
    for record in records_of(parts, row):
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


def deal_index(parts: list, row: int) -> tuple[int, int]:
    """(where on this handheld a game's winnable deals begin, how many of them have been dealt)."""
    part = parts[COUNTERS]
    return struct.unpack_from("<I", part, _START)[0], _word(part, _TURNS + 2 * row)


def put_deal_index(parts: list, row: int, n: int) -> None:
    _put_word(parts[COUNTERS], _TURNS + 2 * row, n)


# Trophies


def trophies(parts: list, row: int) -> int:
    """The trophies of a game that were earned: a bit each."""
    return parts[COUNTERS][row]


def earn(parts: list, row: int, trophy: int) -> None:
    parts[COUNTERS][row] |= 1 << trophy


# Steps


def steps(parts: list, row: int) -> int:
    """How many of a game's thirteen steps were won."""
    return len([1 for i in range(_STEPS) if step(parts, row, i)])


def step(parts: list, row: int, i: int) -> int:
    """The fewest moves with which step i of a game, from 0, was won; 0 if it was not."""
    return _step(parts, row, i) & _STEP_MOVES


def stars(parts: list, row: int, i: int) -> int:
    """How many stars step i has: one for a win, and those that went with one."""
    return (0, 1, 1, 2, 1, 2, 2, 3)[got(parts, row, i)]


def got(parts: list, row: int, i: int) -> int:
    """Which stars step i has, a bit each: for a win, STAR_ALONE, STAR_PAR."""
    word = _step(parts, row, i)
    won = int(word & _STEP_MOVES > 0)
    return won | (word & STAR_ALONE > 0) << 1 | (word & STAR_PAR > 0) << 2


def tried(parts: list, row: int, i: int) -> bool:
    """Whether a game dealt as step i has ended, or was given up."""
    return _step(parts, row, i) & _TRIED > 0


def _step(parts: list, row: int, i: int) -> int:
    at = 2 * (row * _STEPS + i)
    return _word(parts[STEPS], at) if at < len(parts[STEPS]) else 0


def put_step(parts: list, row: int, i: int, moves: int = 0, stars: int = 0) -> None:
    """Step i was won with that many moves, or tried: 0. stars: STAR_ALONE, STAR_PAR, as earned."""
    at = 2 * (row * _STEPS + i)
    parts[STEPS] += bytes(max(0, at + 2 - len(parts[STEPS])))
    word = _word(parts[STEPS], at) | _TRIED | stars
    if moves:
        moves = min(moves, word & _STEP_MOVES or _STEP_MOVES)
        word = word & ~_STEP_MOVES | moves
    _put_word(parts[STEPS], at, word)


def without(parts: list, record: tuple) -> list:
    """What the sections would be without what that end has earned."""
    out = list(parts)
    row = record[WHERE] >> 4
    out[COUNTERS] = bytearray(parts[COUNTERS])
    out[COUNTERS][row] &= ~record[EARNED]
    if record[HOW] & IS_ADVANCE:
        out[STEPS] = bytearray(parts[STEPS])
        _put_word(out[STEPS], 2 * (row * _STEPS + record[STEP] - 1), 0)
    return out


# Days


def today(parts: list) -> int:
    """The date, or without one the day of play: a new one if none is counted since power-on."""
    now = hal.today()
    if now >= 0:
        return now
    n = _word(parts[COUNTERS], _UNDATED)
    return min(max(n if _counted == [now] else n + 1, 1), dates.FIRST_DAY - 1)


def last_date(parts: list) -> int:
    """The date on which something was played last, 0 for never."""
    return _word(parts[COUNTERS], _DATE)


def first_date(parts: list) -> int:
    """The first date with a result in the section, one past all if there is none."""
    part = parts[DAYS]
    dated = [_word(part, at) for at in range(0, len(part), _DAY)]
    return min([day for day in dated if dates.is_date(day)] + [_CEILING + 1])


def _note_day(parts: list, record: tuple) -> None:
    """Today something was played; and if it was the deal of a day, how that went."""
    now = hal.today()
    day = today(parts)
    if _counted != [now]:
        _counted[:] = [now]
        part = parts[COUNTERS]
        if now < 0 or now != _word(part, _DATE):  # else it was switched off meanwhile
            _put_word(part, _PLAYED_DAYS, min(_word(part, _PLAYED_DAYS) + 1, _CEILING))
        _put_word(part, _DATE if now >= 0 else _UNDATED, day)
    if record[HOW] & IS_DAILY:
        _note_result(parts, record[DAY], record[WHERE] >> 4, record[HOW])


def in_words(parts: list, done: str = "", row: int = 0) -> str:
    """Today as shown to the player, with the mark `done` if a game's daily deal is finished."""
    text = dates.text(today(parts))
    return text + " " + done if done and is_done(parts, row) else text


def is_done(parts: list, row: int) -> bool:
    """Whether the daily deal of today has been finished."""
    return result(parts, row, today(parts)) & FINISHED > 0


def deal_title(how: int, day: int, deal: int) -> str:
    """What a game's deal is called, as a line of a name, a tab and a value."""
    return "Daily deal\t" + dates.text(day) if how & IS_DAILY else "Deal\t%d" % deal


def results(parts: list, day: int) -> int:
    """The results of a day, three bits a row."""
    part = parts[DAYS]
    at = int(_day_at(part, len(part), day))
    return _bits(part, at) if at >= 0 else 0


def result(parts: list, row: int, day: int) -> int:
    """The same of one game."""
    return results(parts, day) >> 3 * row & _ROW_BITS


def is_won(got: int) -> bool:
    """Whether a result is a win, then or later."""
    return got & WON_THEN == WON_THEN or got & LATER > 0


def in_a_row(parts: list, row: int, now: int) -> int:
    """On how many days, up to `now` or the day before, a game's daily deal was finished.

    row: -1 for that of any game. Only a deal that was dealt on its day counts.
    """
    mask = 0x249249 if row < 0 else FINISHED << 3 * row
    part = parts[DAYS]
    n = int(_in_a_row(part, len(part), mask, now))
    if not n:
        now -= 1
        n = int(_in_a_row(part, len(part), mask, now))
    at = _RUNS + 4 * (_ANY if row < 0 else row)
    gone = _word(parts[COUNTERS], at) == now - n
    return n + _word(parts[COUNTERS], at + 2) if gone else n


@fast
def _in_a_row(part: ptr8, size: int, mask: int, day: int) -> int:
    """How many days up to that one, one after another, have a bit of the mask."""
    n = 0
    at = size
    left = size
    while left > 0:
        left -= _DAY
        if at == 0:
            at = size
        at -= _DAY
        if part[at] | part[at + 1] << 8 == day:
            if (part[at + 2] | part[at + 3] << 8 | part[at + 4] << 16) & mask == 0:
                return n
            n += 1
            day -= 1
            left = size
    return n


@fast
def _day_at(part: ptr8, size: int, day: int) -> int:
    """The offset of a day, -1 if it has no result."""
    at = size - _DAY
    while at >= 0:
        if part[at] | part[at + 1] << 8 == day:
            return at
        at -= _DAY
    return -1


def medal(parts: list, row: int, first: int, n: int) -> int:
    """The medal of a month of n days from day `first` on: see `days_won`."""
    return medal_for(days_won(parts, row, first, n), n)


def medal_for(won: int, n: int) -> int:
    """The medal for so many days won of a month of n: 0 none, 1 bronze, 2 silver, 3 gold."""
    return 3 if won == n else 2 if won >= SILVER else int(won >= BRONZE)


def days_won(parts: list, row: int, first: int, n: int) -> int:
    """On how many of the n days from day `first` on a daily deal was won.

    row: -1 for that of any game.
    """
    won = 0
    for day in range(first, first + n):
        bits = results(parts, day) >> (0 if row < 0 else 3 * row)
        while bits and not is_won(bits & _ROW_BITS):
            bits = bits >> 3 if row < 0 else 0
        won += bits > 0
    return won


def _bits(part: bytearray, at: int) -> int:
    return _word(part, at + 2) | part[at + 4] << 16


def _note_result(parts: list, day: int, row: int, how: int) -> None:
    """Note another end of a game's daily deal."""
    got = result(parts, row, day)
    if how & IS_LATE:
        new = got | LATER if how & IS_REACHED and got & WON_THEN != WON_THEN else got
    elif how & IS_GIVEN_UP:
        new = got or DROPPED
    elif got & WON_THEN != WON_THEN:
        new = got & LATER | (WON_THEN if how & IS_REACHED else FINISHED)
    else:
        new = got
    if new != got:
        _put_result(parts, day, row, new)


def _put_result(parts: list, day: int, row: int, got: int) -> None:
    part = parts[DAYS]
    at = int(_day_at(part, len(part), day))
    if at < 0:
        at = len(part)
        part += struct.pack("<HHB", day, 0, 0)
    bits = _bits(part, at) & ~(_ROW_BITS << 3 * row) | got << 3 * row
    struct.pack_into("<HB", part, at + 2, bits & 0xFFFF, bits >> 16)
    while len(part) > _DAY * _KEPT:
        _leave(parts[COUNTERS], _word(part, 0), _bits(part, 0))
        part[:_DAY] = b""


def _leave(counters: bytearray, day: int, bits: int) -> None:
    """A day leaves the section: it is added to the days in a row before."""
    bits &= 0x249249
    for row in range(9):
        at = _RUNS + 4 * row
        if bits >> 3 * row & 1 or row == _ANY and bits:
            n = _word(counters, at + 2) if _word(counters, at) == day - 1 else 0
            _put_word(counters, at, day)
            _put_word(counters, at + 2, min(n + 1, _CEILING))


def played_days(parts: list) -> int:
    """On how many days the player has played."""
    return _word(parts[COUNTERS], _PLAYED_DAYS)


def was_late(parts: list, identity: int) -> None:
    """A daily deal, as it turns out, was not dealt on its day."""
    record = find(parts, identity)
    if not record or record[HOW] & IS_LATE:
        return
    change(parts, identity, IS_LATE)
    row, day = record[WHERE] >> 4, record[DAY]
    _put_result(parts, day, row, 0)
    for record in reversed(list(records_of(parts, row))):
        if record[DAY] == day and record[HOW] & IS_DAILY:
            _note_result(parts, day, row, record[HOW])


# Files that can't be read


def _stand_in() -> list | None:
    """What to use as neither generation can be read: their sections that check, else the copy's.

    None if there is nothing of the kind.
    """
    copy = store.load(COPY, read)
    names = _quarantined()
    if not (copy or names):
        return None
    parts = copy or empty()
    for name in names:
        try:
            got, damaged = hal.read_with(name, store.payload, (NAME, sections)) or ([], [])
        except OSError:
            continue
        if RECORDS in damaged and parts[RECORDS]:
            damaged = [SUMS] + damaged  # they have some of those records
        for i in range(len(got) and _SECTIONS):
            if i not in damaged:
                parts[i] = got[i]
    _put_word(parts[COUNTERS], _STANDS_IN, 1)
    for record in records(parts):
        change(parts, record[IDENTITY], IS_COPIED)
    return parts


def _found(parts: list) -> list:
    """The file for which these stand in, if it can be read by now, with what came since."""
    global _looked
    found: list = []
    latest = 0
    for name in [] if _looked else _quarantined():
        try:
            n, got = hal.read_with(name, store.take, (NAME, read, -1)) or (0, [])
        except (OSError, ValueError):
            continue
        if got and not (found and latest - n & 0xFFFF < 0x8000):
            found, latest = got, n
    _looked = True
    if not found:
        return parts
    for record in reversed(list(records(parts))):
        if not record[HOW] & IS_COPIED:
            put(found, record)
    for row in range(_TROPHIES):
        found[COUNTERS][row] |= parts[COUNTERS][row]
    return found if save(found) else parts


def _quarantined() -> list:
    """The two files of this name that were set aside last."""
    stem = NAME + ".bad"
    numbers = [int(name[len(stem) :]) for name in hal.names() if name.startswith(stem)]
    return ["%s%d" % (stem, n) for n in sorted(numbers)[-2:]]


def _word(data: Data, at: int) -> int:
    return data[at] | data[at + 1] << 8


def _put_word(data: bytearray, at: int, n: int) -> None:
    struct.pack_into("<H", data, at, n)
