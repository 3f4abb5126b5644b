"""Layer 4. Thirteens as it is said: three columns, each from the bottom up."""

from thirteen.rules import thirteens as rules
from thirteen.spoken.defaults import message, move, page, prompt, read  # noqa: F401
from thirteen.table import piles
from thirteen.ui import speech

_COLUMNS = ("left", "middle", "right")


def table(s: bytearray) -> list:
    counts = "%d of 52 cards are gone, the stock has %s"
    counts %= 52 - rules.left(s), speech.many(rules.stock(s), "card")
    return [counts] + [changed(s, p) for p in (0, 5, 10)]


def place(s: bytearray, p: int) -> str:
    what = speech.card(s[p]) if s[p] else "empty"
    return "%s, %s %d" % (what, _COLUMNS[p // 5], p % 5 + 1)


def changed(s: bytearray, p: int) -> str:
    """The column of place p."""
    first = p // 5 * 5
    there = [speech.card(c) for c in piles.cards_now[first : first + 5] if c]
    return "%s column from the bottom: %s" % (_COLUMNS[p // 5], ", ".join(there) or "empty")
