"""Layer 4. Pyramid as it is said: seven rows from the peak down."""

from thirteen.rules import pyramid as rules
from thirteen.spoken.defaults import message, move, page, prompt, read, way  # noqa: F401
from thirteen.ui import speech

_STOCK = 29


def table(s: bytearray) -> list:
    counts = "%d of 28 cards are taken" % rules.score(s)
    rows = []
    for r in range(7):
        first = r * (r + 1) // 2
        cards = [speech.card(c) for c in s[first : first + r + 1] if c]
        if cards:
            rows.append("row %d: %s" % (r + 1, ", ".join(cards)))
    return [counts] + rows + [place(s, rules.WASTE), place(s, _STOCK)]


def place(s: bytearray, p: int) -> str:
    if p == _STOCK:
        again = speech.many(rules.redeals(s), "redeal")
        return "stock: %s, %s left" % (speech.many(rules.stock(s), "card"), again)
    c = rules.at(s, p)
    what = speech.card(c) if c else "empty"
    if p == rules.WASTE:
        return "waste: " + what
    r = rules.row(p)
    return "row %d, %d: %s" % (r + 1, p - r * (r + 1) // 2 + 1, what)


changed = place
