"""Layer 4. Friday the 13th as it is said: thirteen piles by the rank that begins each."""

from thirteen.cards import NAMES, a_rank
from thirteen.protocols import Game
from thirteen.rules import friday as rules
from thirteen.spoken import defaults
from thirteen.spoken.defaults import page, prompt, read, way  # noqa: F401
from thirteen.table import places
from thirteen.ui import speech

_TURNED = 14  # places, as in the view
_WASTE = 15
_CAT = 16


def table(s: bytearray) -> list:
    out = ["%d of 52 cards are on the piles" % rules.score(s)]
    out += [place(s, f) for f in range(13) if rules.top(s, f)]
    empty = [NAMES[rules.label(f)] for f in range(13) if not rules.top(s, f)]
    if empty:
        out.append("Piles still to begin, in this order: " + ", ".join(empty))
    return out + [place(s, p) for p in (13, _TURNED, _WASTE)]


def place(s: bytearray, p: int) -> str:
    if p == 13:
        again = rules.redeals(s)
        text = "hand: %s" % speech.many(rules.hand(s), "card")
        return text + (", %s left" % speech.many(again, "redeal") if again else ", no redeal")
    if p == _CAT:
        return "the cat's place"
    if p > 13:
        return ("turned card: " if p == _TURNED else "waste: ") + speech.upper(p)
    pile = NAMES[rules.label(p)] + " pile: "
    if rules.top(s, p):
        n = rules.height(s, p)
        text = speech.card(rules.top(s, p)) + ", wants " + a_rank(rules.wants(s, p))
        return pile + text + (", %d cards" % n if n > 1 else "")
    return pile + ("empty, the next to begin" if p == rules.filled(s) else "empty, not yet")


def changed(s: bytearray, p: int) -> str:
    if p != _WASTE or not rules.wasted(s):
        return place(s, p)
    return "waste: %s, %s" % (speech.card(rules.waste(s)), speech.many(rules.wasted(s), "card"))


def move(game: Game, m: int) -> str:
    """What it did; of a card that was turned its name tells enough."""
    return "" if m == rules.TURN else defaults.move(game, m)


def message(s: bytearray, text: str) -> str:
    """A list of the waste, if it has more cards than are told of its place."""
    return "" if text[:7] == "Waste: " and rules.wasted(s) <= places.show[_WASTE] else text
