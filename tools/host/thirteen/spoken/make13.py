"""Layer 4. Make 13 as it is said: five columns, three stacks, the deck, and the race."""

from thirteen.protocols import Game
from thirteen.rules import make13 as rules
from thirteen.spoken import defaults
from thirteen.spoken.defaults import message, move  # noqa: F401
from thirteen.table import piles
from thirteen.ui import speech
from thirteen.views import make13 as view
from thirteen.views.make13 import hud


def table(s: bytearray) -> list:
    get = rules.get
    level = get(s, rules.LEVEL)
    if view.races(s):
        score = speech.many(get(s, rules.SCORE), "point")
        timer = "Level %d, %s, %d seconds on the timer"
        out = [timer % (level, score, get(s, rules.TIMER) // 10)]
        ahead = view.ahead_in_race()
        if ahead:
            how = "behind the best by " if ahead[0] == "-" else "ahead of the best by "
            out.append(how + ahead[1:])
        if get(s, rules.GROUPS):
            groups = speech.many(get(s, rules.GROUPS), "group")
            out.append("A run of %s, worth %d" % (groups, get(s, rules.RUN)))
        if s[rules.KIND] == 1:
            out.append("The target is %d points" % get(s, rules.TARGET))
    else:
        out = ["Practice, level %d: no clock, no points" % level]
    out += [place(s, p) for p in range(8)]
    deck = "The deck has %s" % speech.many(rules.stock(s), "card")
    if rules.stock(s):
        deck += ", the next one goes to stack %d" % (rules.next_stack(s) - 4)
    return out + [deck]


def place(s: bytearray, p: int) -> str:
    if p > 7:
        return "deck: %s" % speech.many(piles.counts[p], "card")
    if p < 5:
        return "column %d: %s" % (p + 1, speech.upper(p))
    return "stack %d: %s" % (p - 4, speech.upper(p))


changed = place


def way(game: Game, m: int) -> str:
    """With the place of each card: their ranks alone may lie elsewhere, too."""
    if m >= rules.DRAW:
        return defaults.way(game, m)
    s = game.match.s
    tops = [place(s, p).split(":")[0] for p in range(8) if m >> p & 1]
    cards = [speech.card(rules.top(s, p)) for p in range(8) if m >> p & 1]
    return "Take " + " with ".join(["%s, %s" % pair for pair in zip(cards, tops)])


def prompt(s: bytearray) -> str:
    """The sum of what is picked, or the message in its place."""
    text = view.told(s)
    return text[1:] + " points" if text[:1] == "+" else text


def page(s: bytearray) -> int:
    """The message at the end of a level."""
    return rules.get(s, rules.LEVEL) if hud.has_message() else 0


def read(s: bytearray, page: int) -> list:
    return hud.told() + (["All in all: %d points" % rules.score(s)] if view.races(s) else [])
