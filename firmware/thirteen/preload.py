"""Layer 5. What power-on did without is loaded while the player rests, one module at a time."""

import gc
import sys

from micropython import const

from thirteen import catalog

# What every game uses: each after what it imports, and what is wanted first before others.
SHARED = (
    "cards rng options storage.saved_game states match ui.status_panel ui.captions game "
    "modes.solo ui.slots screens.launcher ui.menu screens.notices storage.deals "
    "dealing storage.dates screens.settings_menu screens.deal_menu storage.stats "
    "screens.statistics ui.pages screens.tutorial screens.rules_menu screens.hint "
    "screens.pause_menu screens.celebration screens.game_over screens.review"
)

_ROOM = const(56000)  # bytes to leave for saves, bots and what else a game allocates

_left = SHARED.split()
_game = ""  # whose modules are loaded after them
_clean = False  # memory has been collected


def want(name):
    """That game may be opened next."""
    global _game
    _game = name


def step():
    """Do a little of what is left to do, loading one module at most; False where nothing is.

    Memory is collected before each: modules that lie among garbage leave no large piece free.
    """
    global _left, _game, _clean
    while _left and "thirteen." + _left[0] in sys.modules:
        _left.pop(0)
    if not _left and not (_game and catalog.lacks(_game)):
        _game = ""
        return False
    _clean = not _clean
    try:
        if _clean:
            gc.collect()
            if gc.mem_free() < _ROOM:  # what is not here yet comes when it is asked for
                _left.clear()
                _game = ""
        elif _left:
            __import__("thirteen." + _left.pop(0))
        else:
            catalog.load_more(_game)
    except MemoryError:  # what is not loaded ahead is loaded when it is needed, if it can be
        _left.clear()
        _game = ""
    return True
