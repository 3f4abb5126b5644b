"""Layer 5. New deals: at once, by menu, and the daily deal.

A file of presets/ has PRESETS, deals by name: each a name of at most 24 letters, options other
than the usual rules ("kings=auto"), and the numbers of the deals to choose from, () for any. HOUSE
has the house rules by the names of options: what each is called, what it does, and if values are
not to be shown as they are, the names of those that can be chosen.
"""

from micropython import const

import hal
from thirteen import catalog, dealing, options, screens
from thirteen.draw import art
from thirteen.protocols import Game
from thirteen.storage import deals, history, lost, settings
from thirteen.ui import digits, menu
from thirteen.ui.status_panel import status_panel

_MOST = const(8)  # lost deals in the menu
_AGAIN = "Known deals: no streak, no trophy"
_LOST = "You lost this %s"


def at_once(
    game: Game, number: int = 0, rules: bytes | None = None, name: str = "", day: int = 0,
    typed: bool = False,
) -> None:  # fmt: skip
    """Start another deal, that one, or a day's; a game in play is kept, and the message says so.

    rules: options other than those that the player has set; name: what to call the deal; typed:
    the player chose its number.
    """
    if game.mode.confirm_new_deal(game):
        kept, message = dealing.leave(game, name)
        if kept:
            rules = rules or game.mode.options(game)
            dealing.deal(game, number, rules, day, typed=typed)
            game.deal_made()
            status_panel.message(message)


def other(game: Game) -> tuple:
    """Let the player choose a deal, with a menu over the current picture.

    What `at_once` wants to start it, () for none: not called from here, for the stack's sake.
    """
    presets = presets_of(game.name)
    past = history.load()
    fewest = history.fewest(past, game.row, game.match.number, game.match.options)
    day = history.today(past)
    daily = "Daily deal\t" + history.in_words(past, art.CH_CHECK, game.row)
    rows = [daily, "By number", "This deal again"]
    again = lost_lately(game, past)
    del past  # 4 kB
    if fewest or game.par:
        rows[2] += "\tbest %d" % fewest if fewest else "\tpar %d" % game.par
    rows += [row[0] for row in presets]
    if again:
        rows.append("Lost lately\t%d" % len(again))
    at = menu.ask("Choose a deal", rows, width=200)
    number = -1
    while at == 1 and number < 0:
        game.draw()
        number = digits.number("Deal number", game.match.number, 6)
        if number < 0:  # back
            game.draw()
            at = menu.ask("Choose a deal", rows, at, width=200)
    if again and at == len(rows) - 1:
        game.draw()
        rows = ["%s\tdeal %d" % (row[0][0].upper() + row[0][1:], row[1]) for row in again]
        i = menu.ask("Lost lately", rows, 0, _AGAIN, width=200)
        game.show()
        if i >= 0:
            when, number, day, rules = again[i]
            return number, rules, _LOST % when, day
        return ()
    game.show()  # before the game that is left is written
    if at == 0:
        return 0, None, "", day
    if at == 1:
        return (number, None, "", 0, True) if number else ()
    if at == 2:
        return (game.match.number, None, "", 0, True)
    if at > 2:
        name, rules, numbers = presets[at - 3]
        number = numbers[hal.entropy() % len(numbers)] if numbers else 0
        return number, rules_of(game, rules), name
    return ()


def lost_lately(game: Game, past: list) -> list:
    """Of a patience that were lost and are due: (when, deal, day of a daily one, options) each."""
    if not game.mode.SOLO or game.mode.LIVE:
        return []
    rules = settings.options(game.row, game.rules.OPTIONS)
    return [
        (
            lost.when(found),
            found[0][history.DEAL],
            found[0][history.DAY] if found[0][history.HOW] & history.IS_DAILY else 0,
            rules,
        )
        for found in lost.due(past, game.row, rules, game.match.number)[:_MOST]
    ]


def presets_of(name: str) -> tuple:
    """The PRESETS of a game, () if it has none."""
    try:
        return catalog.module("presets", name).PRESETS
    except ImportError:
        return ()


def rules_of(game: Game, text: str) -> bytes:
    """The usual rules but for what the text sets; who plays stays as it was chosen.

    A name alone sets the option as the player's house rules have it.
    """
    names = game.rules.OPTIONS
    out = bytearray(len(names))
    for i, (name, spec) in enumerate(names):
        if name == "players" or name[:4] == "seat":
            out[i] = settings.option(game.row, i, spec)
        for part in text.split():
            what, _, value = part.partition("=")
            if what == name:
                own = settings.option(game.row, i, spec)
                out[i] = options.index(spec, value) if value else own
    return bytes(out)


def deal_of(game: Game, day: int, step: int, deal: tuple = ()) -> tuple:
    """(number, options) of the deal of a day, or of step number `step`, or as a host asked.

    The options are None for those that the player has set.
    """
    if deal:
        return deal
    if not step:
        return deals.daily(game.name, game.row, day), None
    number, text, _ = screens.steps.deal(screens.steps.of(game.name), step - 1)
    return number, screens.steps.rules(game, text)


def goes_on(game: Game, number: int, rules: bytes | None, day: int, step: int) -> bool:
    """Whether a game that is open is that deal, and counts for that day, or as that step."""
    match = game.match
    if match.number != number or rules not in (None, match.options):
        return False
    if step:
        return game.step == step
    return not day or game.has(history.IS_DAILY) and game.day == day


def chosen(game: Game, day: int, step: int, deal: tuple = ()) -> None:
    """Start the deal that `deal_of` names, unless it is in play; a message tells."""
    number, rules = deal_of(game, day, step, deal)
    dealt = game.identity and not game.rules.over(game.match.s)
    # An address names what is open, too, begun or not: opened again, nobody has typed it.
    if (dealt if deal else game.in_play()) and goes_on(game, number, rules, day, step):
        return
    kept, game.message = dealing.leave(game, "Step %d" % step if step else "")
    if kept:
        dealing.deal(game, 0 if day else number, rules, day, step, typed=bool(deal))
        if deal:
            game.save()  # a page may begin anew at once, and knows no more than the number then
