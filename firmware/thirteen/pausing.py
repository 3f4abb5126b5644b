"""Floor 4. The pause menu of a game, in memory while it is open."""

from thirteen import asides, settings
from thirteen.ui import gfx, keys, menu, side

ROWS = (
    "Resume", "Hint", "Undo", "Redo", "Restart", "New deal", "House rules", "Rules", "Statistics",
    "Settings", "Leave",
)  # fmt: skip
_RACE = ("Resume", "Quit the game", "Rules", "Settings", "Leave")
_PRACTICE = ("Resume", "Hint", "Undo", "Redo", "Restart") + _RACE[1:]
_BESIDE = ("House rules", "Rules", "Statistics", "Settings")  # after these the menu is there again


def run(game):
    """The menu, until the game goes on; False to leave it."""
    game.view.skip(game.match.s)
    if game.race:
        game.race.rest(game)
    else:
        game.save()
    rows: tuple = ROWS
    if game.race:
        rows = _RACE if game.race.on else _PRACTICE
    at = 0
    word = ""
    while at >= 0:
        _cover(game)
        at = menu.ask("Pause", rows, at)
        word = rows[at] if at >= 0 else ""
        if word not in _BESIDE:
            break
        _cover(game)
        _look_up(game, word)
    if word != "Leave":
        _do(game, word)
    keys.forget()
    return word != "Leave"


def _cover(game):
    """What lies under the menu: no table while its clock stands, for thought takes time."""
    if game.race and game.race.on:
        gfx.clear()
    else:
        game.show()


def _look_up(game, word):
    """What the menu shows and sets beside the game."""
    if word == "House rules":
        settings.house(game.row, game.rules.OPTIONS, game.show)
    elif word == "Rules":
        asides.read_rules(game.name)
        game.view.open(game.match.s)
    elif word == "Statistics":
        asides.statistics(game)
    else:
        asides.change_settings(lambda: _cover(game))
    asides.tell_troubles()


def _do(game, word):
    """What the menu does to the game."""
    if word == "Quit the game":
        _cover(game)
        if menu.sure("Quit this game?", "Quit"):
            game.move(game.rules.QUIT)
    if game.race:
        game.race.wake()
    if word == "New deal":
        asides.next_deal(game)
    elif word == "Restart":
        asides.restart(game)
    game.show()
    if word == "Hint":
        game.ask("hinting")
    elif word == "Undo":
        game.undo()
    elif word == "Redo":
        _redo(game)


def _redo(game):
    game.view.skip(game.match.s)
    if game.match.redo():
        game.stepped()
    else:
        side.note("Nothing to redo")
