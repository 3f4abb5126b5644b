"""Floor 4. What the shell does otherwise in a game with a clock: ticks, pauses, tournaments.

Time that counts becomes moves, so the log has it. The clock stands while a menu lies over the
table, which is covered then: thought takes time. Practice has no clock, and pauses like any game.
"""

from micropython import const

from thirteen import catalog, clock
from thirteen.ui import gfx, keys

_MENU = const(256)
_SAVE_AFTER = const(3000)  # ms without a key: a write might swallow a press

on = False  # the clock counts in the game in play
_ran = False  # and it ran in the frame before this one
_asleep = False  # the race waits behind the pause menu
_rest = 0  # ms since the last key
_game = None


def run(game, back):
    """One tournament after the other; the game that the light went out in comes first.

    So does one that is over, and of which the player has not been told.
    """
    global _asleep
    there = game.load()
    over = there and game.rules.over(game.match.s)
    _asleep = back and there and not over
    first = _asleep or over and not game.counted
    if _asleep:
        game.view.best = catalog.bring("entries").best(game.match.options)
    while first or _tournaments(game, there):
        first = False
        there = True
        game.play()
        if not game.rules.over(game.match.s):
            break


def _tournaments(game, there):
    """Between two of them; its modules are not in memory while one is played."""
    go_on = catalog.bring("tournament").enter(game, there)
    catalog.clear()
    return go_on


def begin(game):
    """The game is on the table; whether to show it."""
    global on, _ran, _asleep, _rest, _game
    _game = game
    on = game.view.races(game.match.s)
    _asleep = _asleep and on
    _ran = False
    _rest = 0
    keys.before_dark = _dark
    if _asleep:
        gfx.clear()
        gfx.flush()
    return not _asleep


def frame(game, k):
    """A frame begins: play the ticks that end in it; the key, or MENU where the race waits."""
    global _ran, _rest
    if not on:
        return k
    if _asleep:
        return _MENU
    runs = game.view.running()
    if runs and _ran:
        n = clock.ticks(keys.dt, game.rules.TICK)
        if n:
            m = game.rules.WAIT | n
            game.match.play(m)
            game.view.moved(game.match.s, m, None)
            game.clean = False  # or switching off would give the time back
    elif _ran:  # a level has ended: nothing is lost by a write
        _keep(game)
    _ran = runs
    _rest = 0 if k else _rest + keys.dt
    if _rest > _SAVE_AFTER and not game.clean:
        game.save()
        _ran = False
        _rest = 0
    return k


def _keep(game):
    """Save, even where nothing has happened but time."""
    game.clean = False
    game.save()


def _dark():
    """The glass goes dark: a race waits."""
    global _asleep
    _asleep = on
    _keep(_game)


def rest(game):
    """The pause menu opens: the clock stands, and what it has told is kept."""
    _keep(game)


def wake():
    """The pause menu is through."""
    global _asleep, _ran
    _asleep = _ran = False
