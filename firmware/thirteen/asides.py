"""Floor 4. What stands beside the games: troubles with files, settings, rules and lessons."""

import gc

from thirteen import catalog, settings, stats, store
from thirteen.ui import menu, pages


def tell_troubles():
    """What went wrong with saved files, once and plainly."""
    text = store.trouble()
    if text:
        menu.say("Saved files", text)


def change_settings(under):
    """The settings menu; `under` draws what lies below it."""
    from thirteen import deals

    if not settings.ask(under, deals):
        tell_troubles()
    catalog.forget("deals")
    under()


def read_rules(name):
    """A game's sheet, paged, or its lesson. The lesson takes the view: open it again after."""
    if menu.ask("Rules", ("Read them", "A first game")) == 1:
        teach(name, False)
        return
    text = catalog.bring("sheets", name).TEXT
    pages.show(catalog.GAMES[catalog.row(name)][1], text)
    del text
    catalog.drop("sheets", name)
    gc.collect()


def teach(name, ask):
    """The lesson of a game; `ask`: whether the player wants it."""
    from thirteen import lesson

    (lesson.offer if ask else lesson.run)(name)
    catalog.forget("lesson")


def count(game, won):
    """A game that is over goes into the statistics, and counts as its day's where it is one."""
    from thirteen import deals

    rules = game.rules
    s = game.match.s
    row = game.seats.row(s) if game.seats else 0
    unit = getattr(rules, "UNIT", 1)
    told = (won, rules.score(s), unit, game.seconds, game.undone, game.hinted)
    stats.add(game.name, len(game.stat_rows()), row, *told)
    deals.finished(game.name, game.row, game.match.number)
    catalog.forget("deals")
    tell_troubles()
