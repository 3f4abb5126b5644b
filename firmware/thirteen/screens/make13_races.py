"""Layer 5. Make 13's kinds of race: what each sets, what it is called and what it is about.

A race is a deal number and its options, so people with different handhelds can run the same one.
"""

from micropython import const

from thirteen import options
from thirteen.protocols import Game, Value
from thirteen.rules import make13 as rules
from thirteen.screens import deal_menu
from thirteen.storage import make13_entries as entries

SPRINT = const(2)
PRACTICE = const(4)
# Title; options as presets/ have them, a name alone for what the house rules say; what it is, in
# two lines; and what the source of the rules calls it, for the list of those begun.
RACES = (
    (
        "Race", "levels timer entries",
        "Most points in %(levels)s wins.\nEach player has %(tries)s at a deal.", "",
    ),
    (
        "Endless", "levels=open timer entries",
        "Most points wins. Play until\na level isn't cleared. %(tries)s.", "OE",
    ),
    (
        "First to %(target)s", "kind=score target timer",
        "First to %(target)s points. Clear\nevery level, or the race ends.", "STS %(target)s",
    ),
    (
        "Fastest", "kind=level levels timer",
        "Clear %(levels)s as fast as you can.\nPoints do not count.", "STL",
    ),
    (
        "Practice", "levels=99 timer=off",
        "No clock and no points:\ntake your time, with hints and undo.", "",
    ),
)  # fmt: skip
_TITLE, _SETS, _ABOUT, _SHORT = range(4)


def kind(chosen: bytes) -> int:
    """The kind of race, an index into RACES, that these options make."""
    if chosen[3] == 3:
        return PRACTICE
    return chosen[0] + 1 if chosen[0] or chosen[1] == 1 else 0


def options_of(game: Game, i: int) -> bytes:
    """The options of a race of kind i by the player's house rules."""
    sets = RACES[i][_SETS]
    chosen = deal_menu.rules_of(game, sets)
    if kind(chosen) != i:  # no house rules make another kind of it, but an old save may
        chosen = deal_menu.rules_of(game, " ".join([s for s in sets.split() if "=" in s]))
    return chosen


def all_of(game: Game) -> list:
    """The options of a race of each kind."""
    return [options_of(game, i) for i in range(len(RACES))]


def title(chosen: bytes) -> str:
    return _say(chosen, _TITLE)


def about(chosen: bytes) -> str:
    """What a race with these options is, in two lines."""
    return _say(chosen, _ABOUT)


def short(chosen: bytes) -> str:
    """The same, in the words of the source of the rules."""
    return _say(chosen, _SHORT)


def pace(chosen: bytes) -> str:
    """How long each group may take."""
    return "Move Timer %d s a group" % (value(chosen, 3) // 10) if chosen[3] < 3 else ""


def value(chosen: bytes, k: int) -> Value:
    """The value of option k."""
    return options.value(rules.OPTIONS[k][1], chosen[k])


def number(n: int) -> str:
    """A number with a comma at the thousands."""
    return "%d,%03d" % (n // 1000, n % 1000) if n > 999 else "%d" % n


def _say(chosen: bytes, what: int) -> str:
    levels = value(chosen, 1)
    tries = entries.limit(rules, chosen)
    return RACES[kind(chosen)][what] % {
        "levels": "1 level" if levels == 1 else "%s levels" % levels,
        "tries": "1 try" if tries == 1 else "%d tries" % tries,
        "target": number(value(chosen, 2)),
    }
