"""Layer 4. Thirteens as it is said: three columns, each from the bottom up."""

from thirteen.protocols import Game
from thirteen.rules import thirteens as rules
from thirteen.spoken.defaults import message, move, page, prompt, read  # noqa: F401
from thirteen.table import piles
from thirteen.ui import speech

_COLUMNS = ("left", "middle", "right")


def table(s: bytearray) -> list:
    counts = "%d of 52 cards are gone, the stock has %s"
    counts %= 52 - rules.left(s), speech.many(rules.stock(s), "card")
    return [counts] + [_column(i, 0) for i in range(3)]


def place(s: bytearray, p: int) -> str:
    what = speech.card(s[p]) if s[p] else "empty"
    return "%s, %s %d" % (what, _COLUMNS[p // 5], p % 5 + 1)


def way(game: Game, m: int) -> str:
    """With the places of both cards: their ranks alone may lie elsewhere, too."""
    s = game.match.s
    a, b = game.view.source(s, m), game.view.target(s, m)
    if m & rules.BRING:
        return "Bring %s down" % place(s, a)
    return "Take " + place(s, a) + (" with " + place(s, b) if a != b else "")


def changed(s: bytearray, p: int) -> str:
    """The column of place p, from the lowest card that is another one."""
    first = p // 5 * 5
    n = 0
    while n < 4 and piles.cards_now[first + n] == speech.known(first + n):
        n += 1
    return _column(p // 5, n)


def _column(i: int, n: int) -> str:
    """Column i from place n on."""
    there = [speech.card(c) for c in piles.cards_now[5 * i + n : 5 * i + 5] if c]
    start = "from the bottom" if not n else "from %d" % (n + 1)
    return "%s column %s: %s" % (_COLUMNS[i], start, ", ".join(there) or "empty")
