"""Layer 4. Skeleton as it is said: thirteen places in two rows."""

from thirteen.rules import skeleton as rules
from thirteen.spoken.defaults import message, move, page, prompt, read, way  # noqa: F401
from thirteen.ui import speech


def table(s: bytearray) -> list:
    counts = "%d of 52 cards are taken, the stock has %d" % (rules.score(s), rules.stock(s))
    return [counts] + [place(s, p) for p in range(rules.PLACES)]


def place(s: bytearray, p: int) -> str:
    what = speech.card(s[p]) if s[p] else "empty"
    return "row %d, %d: %s" % (p // 7 + 1, p % 7 + 1, what)


changed = place
