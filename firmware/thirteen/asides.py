"""Floor 4. What stands beside the games: new deals, troubles with files, settings, rules."""

from thirteen import catalog, deals, settings, stats, store
from thirteen.ui import menu


def deal(game, number=0):
    """Deal that number; by chance, or one proved winnable where the player wants no others."""
    names = game.rules.OPTIONS
    if not number:
        number = deals.any_deal(game.name, settings.winnable(game.row, names))
    game.match.deal(number, settings.options(game.row, names))
    game.fresh()


def next_deal(game):
    """Let the player choose another deal."""
    only = settings.winnable(game.row, game.rules.OPTIONS)
    n = deals.choose(game.name, game.row, game.match.number, only, game.show)
    if n and (not game.seats or invite(game)):
        deal(game, n)
        game.opened()


def invite(game):
    """Before a new game of several: who plays, and by which rules; False for back."""
    return catalog.bring("inviting").invite(game)


def restart(game):
    """The same deal from its beginning."""
    game.match.restart()
    game.fresh()
    game.opened()


def tell_troubles():
    """What went wrong with saved files, once and plainly."""
    text = store.trouble()
    if text:
        menu.say("Saved files", text)


def change_settings(under):
    """The settings menu; `under` draws what lies below it."""
    if not settings.ask(under, deals):
        tell_troubles()
    under()


def read_rules(name):
    """A game's sheet, paged, or its lesson. Either takes the view: open it again after."""
    if menu.ask("Rules", ("Read them", "A first game")) == 1:
        catalog.bring("lesson").run(name)
    else:
        title = catalog.GAMES[catalog.row(name)][1]
        catalog.bring("pages", "ui").show(title, catalog.bring(name, "sheets").TEXT)


def stat_rows(game):
    """The names of the rows that the statistics of a game keep apart."""
    return game.seats.STAT_ROWS if game.seats else ("",)


def statistics(game):
    stats.pages(game.name, stat_rows(game), game.rules, game.show)


def count(game, won):
    """A game that is over goes into the statistics, and counts as its day's where it is one."""
    rules = game.rules
    s = game.match.s
    row = game.seats.row(s) if game.seats else 0
    unit = getattr(rules, "UNIT", 1)
    told = (won, rules.score(s), unit, game.seconds, game.undone, game.hinted)
    stats.add(game.name, len(stat_rows(game)), row, *told)
    deals.finished(game.name, game.row, game.match.number)
    tell_troubles()


def take_back(game):
    """A game that was counted goes on after all."""
    stats.take_back(game.name, len(stat_rows(game)))
