"""Layer 5. What is in memory besides the open game, and what is loaded while the player rests.

What a table needs at any key is loaded once and stays. What lies over it now and then is loaded
when it is asked for, or while the pause menu is open, and goes when play goes on: all screens at
once would leave no room.
"""

import gc
import sys

from micropython import const

from thirteen import catalog

# What stays: each after what it imports, and what is wanted first before others.
SHARED = (
    "cards rng options storage.saved_game states match ui.status_panel ui.captions game "
    "modes.solo ui.slots ui.menu screens.notices screens.hint storage.deals dealing "
    "screens.pause_menu"
)

# What the pause menu leads to, in the same order. Like every screen that does not stay, none of
# them keeps anything.
MENUS = (
    "screens.launcher storage.stats storage.dates screens.settings_menu screens.deal_menu "
    "screens.statistics ui.pages screens.tutorial screens.rules_menu"
)

_ROOM = const(56000)  # bytes to leave for saves, bots and what else a game allocates

_left = SHARED.split()
_game = ""  # whose modules are loaded after them
_clean = False  # memory has been collected
_over = False  # what lay over a game is to go


def want(name):
    """That game may be opened next."""
    global _game, _over
    _game = name
    _over = False


def in_menu():
    """The pause menu is open: what it leads to may be asked for."""
    global _over
    _over = False
    _left.extend(MENUS.split())


def in_play():
    """A game is played on: what lay over it goes, and no other one comes."""
    global _over
    _over = True


def _forget():
    global _left, _game, _over
    _over = False
    _game = ""
    kept = SHARED.split()
    _left = [path for path in _left if path in kept]
    catalog.drop(MENUS.split())
    paths = [path[9:] for path in sys.modules if path.startswith("thirteen.screens.")]
    catalog.drop([path for path in paths if path not in kept])
    gc.collect()


def step():
    """Do a little of what is left to do, loading one module at most; False where nothing is.

    Memory is collected before each: modules that lie among garbage leave no large piece free.
    """
    global _game, _clean
    if _over:
        _forget()
        return True
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
