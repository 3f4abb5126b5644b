"""Layer 3. The best race at each of the deals played last, in "make13-bests", the latest first.

Each deal: the length of the rest (1), deal (4), CRC-16 of the options (2), initials (3), points
(3), the length of a step of the curve: 0 for five seconds, each more doubles it (1); the curve: a
byte a step, the points earned in it in twenties. Of a sprint, which is for time: in place of the
points the ticks of the fastest that was won, and if it is to a level, the curve of levels busted.
"""

import struct
from binascii import crc32

from micropython import const

from thirteen.protocols import Data, Match, Module
from thirteen.storage import make13_entries as entries
from thirteen.storage import store

_BESTS = "-bests"
_HEAD = "<IH"
_SIZE = const(6)
_LEAST = const(_SIZE + 7)
_KEPT = const(16)  # deals
POINTS = const(20)  # that a step of a curve counts
STEP = const(50)  # ticks between two points of a curve
_LONGEST = const(200)  # steps of a curve, but for those
_MOST_STEPS = const(240)  # that what was earned last may take
_MOST = const(0xFFFFFF)  # points


def find(game: str, match: Match) -> bytes:
    """What is kept of the best race at the match's deal with its options, b"" for nothing."""
    for row in _rows(game):
        if row[:_SIZE] == _key(match):
            return row[_SIZE:]
    return b""


def keep(game: str, match: Match, best: bytes) -> None:
    """Replace what is kept for the match's deal."""
    key = _key(match)
    rows = [key + best] + [row for row in _rows(game) if row[:_SIZE] != key]
    parts: list[Data] = []
    for row in rows[:_KEPT]:
        parts.append(bytes((len(row),)))
        parts.append(row)
    store.save(game + _BESTS, parts)


def raced(game: str, match: Match, who: bytes) -> None:
    """A race is over: keep its curve if it is the best: by points, of sprints won by time."""
    before = value(find(game, match))
    if match.options[0]:
        n = match.rules.get(match.s, match.rules.TICKS)
        better = match.rules.over(match.s) == 1 and (n < before or not before)
    else:
        n = match.rules.score(match.s)
        better = n > before
    if better and not match.forgotten:
        line, step = curve(match)
        keep(game, match, who + struct.pack("<I", min(n, _MOST) | step << 24) + line)


def value(best: bytes) -> int:
    """The points of the best race, or the ticks of the fastest sprint."""
    return struct.unpack_from("<I", best, 3)[0] & _MOST if len(best) >= 7 else 0


def interval(best: bytes) -> int:
    """The ticks between two points of its curve."""
    return STEP << (best[6] & 15) if len(best) >= 7 else STEP


def ghost_score(best: bytes, ticks: int) -> int:
    """What the best race had earned after so many ticks, see `earned`; at the last step before."""
    return sum(best[7 : 7 + ticks // interval(best)])


def earned(rules: Module, s: bytearray) -> int:
    """What a race has earned so far, in the unit of a curve: twenty points, or a level busted."""
    climbs = s[rules.KIND] == rules.CLIMB
    return rules.get(s, rules.BUSTED) if climbs else rules.score(s) // POINTS


def curve(match: Match) -> tuple[bytes, int]:
    """What a race has earned over time, from its log, and how long a step is; all of the race."""
    rules = match.rules
    s = bytearray(rules.SIZE)
    rules.new(s, match.number, match.options)
    out = bytearray()
    shown = doubled = 0
    while rules.get(match.s, rules.TICKS) // (STEP << doubled) > _LONGEST:
        doubled += 1
    step = STEP << doubled
    for m in memoryview(match.log)[: match.played]:
        left = m & rules.MOST if m & rules.WAIT else 0
        while True:
            k = min(left, step - rules.get(s, rules.TICKS) % step)
            rules.apply(s, rules.WAIT | k if k else m)
            if rules.get(s, rules.TICKS) // step > len(out):
                n = min(earned(rules, s) - shown, 255)
                shown += n
                out.append(n)
            left -= k
            if left <= 0:
                break
    rest = earned(rules, s) - shown
    while rest > 0 and len(out) < _MOST_STEPS:
        out.append(min(rest, 255))
        rest -= 255
    return bytes(out), doubled


def _rows(game: str) -> list[bytes]:
    data = store.load(game + _BESTS) or b""
    rows = []
    at = 0
    while at < len(data) and _LEAST <= data[at] < len(data) - at:
        row = bytes(data[at + 1 : at + 1 + data[at]])
        if entries.initials(row[_SIZE : _SIZE + 3]):
            rows.append(row)
        at += 1 + data[at]
    return rows


def _key(match: Match) -> bytes:
    return struct.pack(_HEAD, match.number, crc32(match.options) & 0xFFFF)
