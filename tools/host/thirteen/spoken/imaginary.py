"""Layer 4. Imaginary Thirteen as it is said: eight piles by how each counts, wastes by letter."""

from thirteen.cards import a_rank
from thirteen.rules import imaginary as rules
from thirteen.spoken.defaults import move, page, prompt, read, way  # noqa: F401
from thirteen.table import places
from thirteen.ui import speech

_TURNED = 8  # places, as in the view
_WASTE = 9
_BLOCKS = ", blocking one below"


def table(s: bytearray) -> list:
    out = ["%d of 96 cards are on the piles" % rules.score(s)]
    return out + [place(s, p) for p in range(places.count)]


def place(s: bytearray, p: int) -> str:
    if p >= _WASTE:
        text = "waste %s: %s" % (rules.WASTES[p - _WASTE], speech.upper(p))
        return text + _BLOCKS * (rules.buries(s, p - _WASTE) > 0)
    if p == _TURNED:
        left = speech.many(rules.stock(s), "card")
        turned = rules.turned(s)
        return "turned card: %s, %s left" % (speech.card(turned) if turned else "none", left)
    h = rules.height(s, p)
    text = "plus %d pile: " % (p + 1)
    text += speech.card(rules.built(s, p, h - 1)) if h else "empty"
    r = rules.wants(s, p)
    return text + (", wants " + a_rank(r) if r else ", complete")


def changed(s: bytearray, p: int) -> str:
    if p < _WASTE:
        return place(s, p)
    w = p - _WASTE
    n = rules.wasted(s, w)
    top = speech.card(rules.waste(s, w)) + ", " + speech.many(n, "card") if n else "empty"
    return "waste %s: %s%s" % (rules.WASTES[w], top, _BLOCKS * (rules.buries(s, w) > 0))


def message(s: bytearray, text: str) -> str:
    """A list of a waste, if it has more cards than are told of its place; with its letter."""
    w = rules.WASTES.find(text[:1])
    if text[1:3] not in (": ", ", ") or w < 0:
        return text
    return "" if rules.wasted(s, w) <= places.show[_WASTE + w] else "waste " + text
