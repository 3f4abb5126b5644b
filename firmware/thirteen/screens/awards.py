"""Layer 5. Trophies: what a game that is over earns."""

import hal
from thirteen import loader
from thirteen.storage import dates, deals, stats, trophies


def of(name):
    """The module trophies/GAME.py, None if the game has none."""
    try:
        return loader.borrow(name, "trophies")
    except ImportError:
        return None


def earn(game, facts, day):
    """Earn what a game that is over earns; the lines about it for the result, at most one.

    facts: those of storage/trophies.py that are not found here. day: whose daily deal it was, in
    words, "" if it was none.
    """
    module = of(game.name)
    if not module:
        return []
    match = game.match
    facts["moves"] = match.gone + match.n
    facts["house"] = len([i for i in match.options if i])
    facts["days"] = deals.streak(game.row) if day and day == dates.today() else 0
    facts["black_friday"] = int(dates.friday_13(hal.today()))
    facts.update(module.facts(match))
    names, near = trophies.earn(game.row, module.TROPHIES, facts)
    if names:
        return ["Trophy: " + names[0] if len(names) == 1 else "%d new trophies" % len(names)]
    return ["Near: %s\t%s" % (near[0], so_far(*near[1:]))] if near else []


def so_far(fact, value, goal):
    """How far a fact is from its goal."""
    if fact == "seconds":
        return "%s of %s" % (stats.clock(value), stats.clock(goal))
    return "%d of %d" % (value, goal)
