"""Layer 4. Three Thirteen as it is said: who did what, the hand meld by meld, the scores by name.

The others' moves are told a turn at a time.
"""

from thirteen.cards import NAMES
from thirteen.protocols import Game
from thirteen.rules import three_thirteen as rules
from thirteen.rules import three_thirteen_table as rummy
from thirteen.rules.three_thirteen_arrange import arrange
from thirteen.spoken.defaults import way  # noqa: F401
from thirteen.table import choice
from thirteen.ui import speech
from thirteen.views import three_thirteen as view
from thirteen.views import three_thirteen_labels as labels
from thirteen.views.three_thirteen import fan
from thirteen.views.three_thirteen_fan import FIRST

_PLACES = ("stock", "discards")
_GO_OUT = ("go out", "end the turn")

_drew = ""  # how the turn that is told began,
_who = ""  # who makes it,
_says = ""  # and what they say to that


def table(s: bytearray) -> list:
    n = rummy.number(s)
    many = range(rummy.players(s))
    dealer = labels.name(s, s[rummy.DEALER])
    points = ["%s with %d" % (labels.name(s, p), rummy.total(s, p)) for p in many]
    others = [p for p in many if p != view.viewer]
    held = ["%s with %d" % (labels.name(s, p), rummy.holds(s, p)) for p in others]
    whose = labels.name(s, view.viewer) + "'s" if rummy.seat(s, view.viewer) else "Your"
    return [
        "The tie-break" if n == rummy.TIE_BREAK else "Round %d of %d" % (n, rummy.rounds(s)),
        "%ss are wild" % NAMES[rummy.wild(s)],
        "Scores: " + ", ".join(points),
        dealer + (" deal" if dealer == "You" else " deals"),
        "Cards in hand: " + ", ".join(held),
        place(s, 0),
        place(s, 1),
        "%s hand: %s" % (whose, _own(s)),
    ]


def _own(s: bytearray) -> str:
    """The viewer's hand as arranged."""
    return _hand(s, [fan.card(FIRST + i) for i in range(fan.n)], fan.group)


def _hand(s: bytearray, order: list, group: bytearray) -> str:
    """A hand, its melds first."""
    n = len(order)
    melds = []
    for g in range(1, max(group[:n]) + 1 if n else 0):
        meld = [speech.card(order[i]) for i in range(n) if group[i] == g]
        if meld:
            melds.append("a meld of " + ", ".join(meld))
    rest = [speech.card(order[i]) for i in range(n) if not group[i]]
    return "; ".join(melds + ([", ".join(rest) + " left over"] if rest else []))


def place(s: bytearray, p: int) -> str:
    if p == 0:
        return "stock: %s" % speech.many(rummy.stock(s), "card")
    if p == 1:
        n = rummy.pile(s)
        top = speech.card(rummy.top(s) & 63) if n else "empty"
        return "discards: " + top + (", %d more below" % (n - 1) if n > 1 else "")
    i = p - FIRST
    if i >= fan.n:
        return _GO_OUT[p - 17]
    text = speech.card(fan.card(p)) + (", wild" if fan.card(p) & 15 == rummy.wild(s) else "")
    return "%s, %s, %d of %d" % (text, "in a meld" if fan.group[i] else "left over", i + 1, fan.n)


def changed(s: bytearray, p: int) -> str:
    """What was drawn and discarded is told as a move."""
    return ""


def move(game: Game, m: int) -> str:
    """What a player did; of the others a whole turn, at its discard."""
    global _drew, _who, _says
    s = game.match.s
    _who = who = labels.name(s, rummy.turn(s))
    verb = "%s" if who == "You" else "%ss"
    if m == rummy.OUT:
        return who + (" go out" if who == "You" else " goes out")
    if m == rummy.STOCK:
        text = verb % "draw" + " from the stock"
    elif m == rummy.PILE:
        text = verb % "take" + " the %s from the discards" % speech.card(rummy.top(s) & 63)
    elif m & rummy.DISCARD:
        text = verb % "discard" + " the " + speech.card(m & 63)
        if _drew and rummy.turn(s) != view.viewer:
            text = _drew + " and " + text
        _drew = ""
    else:
        return ""
    if m & rummy.DISCARD or rummy.turn(s) == view.viewer:
        text = who + " " + text + _says
        _says = ""
        return text
    _drew = text
    return ""


def message(s: bytearray, text: str) -> str:
    """The others' moves are told as they are made; what they say to them is in their bubble."""
    global _says
    if text[:6] == "Sorted":
        return text + ": " + _own(s)
    if choice.cursor == 1 and rummy.pile(s) and text == labels.pile(s, 0):
        return "discards, the upper ones last: " + text
    if view.offers_to_go_out(s) or text != view.status(s):
        return text
    said = ". %s says: %s" % (_who, view.bubble.words) if view.bubble.words else ""
    if not _drew:
        return said[2:]
    _says = said
    return ""


def prompt(s: bytearray) -> str:
    """That it is the turn of the person who listens, and for what; not what a note asks."""
    phase = rummy.phase(s)
    p = rummy.turn(s)
    if p != view.viewer or rummy.seat(s, p) or phase > rummy.DISCARDING:
        return ""
    if phase == rummy.DRAWING:
        gone = labels.banner(s, view.viewer)
        text = "Your turn: draw from the stock"
        if rummy.pile(s):
            text += ", or take the %s from the discards" % speech.card(rummy.top(s) & 63)
        return (gone + ". " if gone else "") + text
    came = s[rummy.hand(view.viewer) + rummy.holds(s, view.viewer) - 1]
    text = "You have the %s now" % speech.card(came & 63)
    return text + (
        ", %d points left over: discard a card" % fan.deadwood
        if fan.deadwood
        else ": discard a card"
    )


def page(s: bytearray) -> int:
    """After a round the hands, then the score sheet."""
    return view.pages.shown(s) if view.pages else 0


def read(s: bytearray, page: int) -> list:
    n = rummy.number(s)
    title = "the tie-break" if n == rummy.TIE_BREAK else "round %d of %d" % (n, rummy.rounds(s))
    out = []
    if page == 1:
        out.append("The end of " + title)
        out += [_result(s, n, p) for p in range(rummy.players(s)) if rummy.plays(s, p)]
    else:
        out.append("Scores after " + title)
        out += [_row(s, n, p) for p in range(rummy.players(s))]
    leader = rummy.leader(s)
    if rules.over(s):
        out.append(view.wins(s))
    elif leader >= 0:
        out.append(
            labels.name(s, leader) + (" lead" if labels.name(s, leader) == "You" else " leads")
        )
    if page == 1:
        return out + ["Keys: A the score sheet"]
    return out + ["Keys: A " + ("the result" if rules.over(s) else "next round") + ", B the hands"]


def _result(s: bytearray, n: int, p: int) -> str:
    """A player's hand, and what it costs."""
    at, many = rummy.hand(p), rummy.holds(s, p)
    order, group = bytearray(rummy.HAND), bytearray(rummy.HAND)
    arrange(s, at, many, rummy.wild(s), rummy.price(s), order, group)
    shown = [s[at + order[i]] & 63 for i in range(many)]
    who = labels.name(s, p) + (" went out" if rummy.out(s) == p else "")
    cost = rummy.penalty(s, n, p)
    points = speech.many(cost, "point") if cost else "all melded"
    return "%s: %s; %s, %d in all" % (who, _hand(s, shown, group), points, rummy.total(s, p))


def _row(s: bytearray, n: int, p: int) -> str:
    """A player's line of the score sheet."""
    rounds = [str(rummy.penalty(s, i, p)) for i in range(1, n + 1)]
    return "%s: %s, %d in all" % (labels.name(s, p), ", ".join(rounds), rummy.total(s, p))
