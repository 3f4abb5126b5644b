"""Layer 3. The best at each of the deals played last, in the file GAME-bests, the latest first.

Each deal: the length of the rest (1), deal (4), CRC-16 of the options (2), then what its game
keeps of the best. Of a patience: the fewest moves of a win (2). Of a race: the initials (3), the
points (4), and their curve: a byte for every five seconds, the points earned in them in twenties.
Of a sprint, which is for time: in place of the points the ticks of the fastest that was won, and
if it is to a level, the curve of the levels busted.
"""

import struct
from binascii import crc32

from micropython import const

from thirteen.protocols import Data, Match, Module, Thought
from thirteen.storage import store

_HEAD = "<IH"
_SIZE = const(6)
_KEPT = const(16)  # deals
POINTS = const(20)  # that a step of a curve counts
STEP = const(50)  # ticks between two points of a curve
_LONGEST = const(200)  # bytes


def find(game: str, match: Match) -> bytes:
    """What is kept of the best at the match's deal with its options, b"" for nothing."""
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
    store.save(_name(game), parts)


def par(game: str, match: Match) -> int:
    """The number of moves of the proof that a patience can be won, 0 if there is none."""
    return max(proof(game, match))


def proof(game: str, match: Match) -> Thought:
    """The same move by move, which takes long: yields -1 for each, then the number."""
    from thirteen.bots import banked  # not needed by a race
    from thirteen.storage import deals  # not needed by a race

    line = b"" if any(match.options) else deals.line(game, match.number)
    return banked.counting(match.rules, match.number, line) if line else iter((0,))


def fewest(game: str, match: Match) -> int:
    """The fewest moves of a win of a patience at the match's deal, 0 if there is none."""
    best = find(game, match)
    return best[0] | best[1] << 8 if len(best) == 2 else 0


def won(game: str, match: Match) -> int:
    """A patience was won: keep its moves if they are the fewest; returns the fewest before."""
    n = match.gone + match.n
    before = fewest(game, match)
    if not before or n < before:
        keep(game, match, struct.pack("<H", min(n, 65535)))
    return before


def raced(game: str, match: Match, who: bytes) -> None:
    """A race is over: keep its curve if it is the best: by points, of sprints won by time."""
    before = value(find(game, match))
    if match.options[0]:
        n = match.rules.get(match.s, match.rules.TICKS)
        better = match.rules.over(match.s) == 1 and (n < before or not before)
    else:
        n = match.rules.score(match.s)
        better = n > before
    if better and not match.gone:
        keep(game, match, who + struct.pack("<I", n) + curve(match))


def value(best: bytes) -> int:
    """The points of the best race, or the ticks of the fastest sprint."""
    return struct.unpack_from("<I", best, 3)[0] if len(best) >= 7 else 0


def after(best: bytes, ticks: int) -> int:
    """What the best race had earned after so many ticks, see `earned`; at the last step before."""
    return sum(best[7 : 7 + ticks // STEP])


def earned(rules: Module, s: bytearray) -> int:
    """What a race has earned so far, in the unit of a curve: twenty points, or a level busted."""
    climbs = s[rules.KIND] == rules.CLIMB
    return rules.get(s, rules.BUSTED) if climbs else rules.score(s) // POINTS


def curve(match: Match) -> bytes:
    """What a race has earned over time, from its log."""
    rules = match.rules
    s = bytearray(rules.SIZE)
    rules.new(s, match.number, match.options)
    out = bytearray()
    shown = 0
    for m in memoryview(match.log)[: match.n]:
        left = m & rules.MOST if m & rules.WAIT else 0
        while True:
            k = min(left, STEP - rules.get(s, rules.TICKS) % STEP)
            rules.apply(s, rules.WAIT | k if k else m)
            if rules.get(s, rules.TICKS) // STEP > len(out) and len(out) < _LONGEST:
                n = min(earned(rules, s) - shown, 255)
                shown += n
                out.append(n)
            left -= k
            if left <= 0:
                break
    return bytes(out)


def _rows(game: str) -> list[bytes]:
    data = store.load(_name(game)) or b""
    rows = []
    at = 0
    while at < len(data) and _SIZE < data[at] < len(data) - at:
        rows.append(bytes(data[at + 1 : at + 1 + data[at]]))
        at += 1 + data[at]
    return rows


def _key(match: Match) -> bytes:
    return struct.pack(_HEAD, match.number, crc32(match.options) & 0xFFFF)


def _name(game: str) -> str:
    return game + "-bests"
