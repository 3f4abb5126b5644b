"""Layer 5. Starting a deal."""

from thirteen.storage import deals, left, saved_game, settings, store
from thirteen.ui import status_panel


def deal(game, number=0, rules=None):
    """Deal that number; for 0 a random deal, or a proven winnable one if the settings say so.

    rules: the options, if they are not those that the player has set.
    A random deal that is over before the first move is passed over.
    """
    known = number and _known(game, number)
    chosen = rules or settings.options(game.row, game.rules.OPTIONS)
    while True:
        n = number or deals.any_deal(game.name, settings.winnable(chosen))
        game.match.deal(n, chosen)
        if number or not game.rules.over(game.match.s):
            break
    game.fresh()
    if known:
        game.mode.seen(game)


def _known(game, number):
    """Whether the player may know a deal: any that was chosen, but the daily one not begun yet."""
    if game.match.number == number and game.match.top or left.deal(game.name, 0) == number:
        return True
    daily = deals.daily(game.name, game.row, deals.day(game.row))
    return number != daily or deals.played(game.row)


def leave(game, name=""):
    """Keep a game in play, as another deal follows; (whether it may, the note about it).

    name: what the other deal is called.
    """
    if not game.in_play():
        return True, name
    before = left.load(game.name, 0)
    if not left.keep(game.name, _packed(game)):
        return False, ""
    if before:
        _give_up(game, before)
    return True, "%s. Undo: back to deal %d" % (name or "New deal", game.match.number)


def _packed(game):
    """Its save in one piece; MicroPython joins nothing but bytes."""
    return b"".join([bytes(part) for part in game.pack()])


def back(game):
    """Go back to the game that was left; one in play is left for it. False if there is none."""
    match = game.match
    theirs = left.load(game.name, match.number)
    if not theirs:
        return False
    mine = _packed(game)
    kept = (mine,) if game.in_play() else ()
    if kept and not left.keep(game.name, mine, theirs):
        return True
    game.fresh()
    if not (game.take(theirs) and game.sound(-1)):
        game.take(mine)
        left.keep(game.name, theirs)
        store.quarantine(left.name(game.name))
        left.keep(game.name)
    elif game.save():
        left.keep(game.name, *kept)
    status_panel.note("")
    game.view.open(match.s)
    game.mode.begin(game)
    game.show()
    return True


def restart(game):
    """Start the same deal again."""
    if game.in_play():
        _give_up(game, _packed(game))
    game.match.restart()
    game.fresh()
    game.mode.seen(game)
    game.opened()


def _give_up(game, data):
    """The game with this save will not be gone back to."""
    game.mode.given_up(game, data[2], saved_game.options(data))
