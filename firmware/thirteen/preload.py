"""Layer 5. Which modules stay in memory besides the open game's, and which are loaded ahead.

Modules that any key press may need are loaded once and stay. Screens shown over the table now and
then are loaded on demand, or while the pause menu is open, and dropped when play resumes: all of
them at once would not fit.
"""

import gc
import sys

from micropython import const

import hal
from thirteen import catalog

# The modules that stay: each after those it imports, the soonest needed first.
SHARED = (
    "cards rng options rules.defaults storage.saved_game states match ui.status_panel "
    "ui.captions game modes.solo ui.slots ui.menu screens.notices screens.hint screens.pause_menu"
)

# What the pause menu leads to, in the same order. Like every screen that does not stay, none of
# them keeps anything.
MENUS = (
    "screens.launcher storage.stats storage.deals dealing storage.dates screens.settings_menu "
    "screens.deal_menu screens.statistics ui.pages screens.tutorial screens.rules_menu"
)

_ROOM = const(36000)  # bytes to leave for saves, texts and other allocations

_left = SHARED.split()
_game = ""  # the game whose modules are loaded after them
_clean = False  # garbage has been collected since the last import
_stays: tuple | None = None  # the screens that stay when the others go, soon; None: all


def want(name):
    """Load this game's modules next: the player may open it."""
    global _game
    _game = name


def in_menu():
    """The pause menu is open: what it leads to may be asked for."""
    global _stays
    _stays = None
    _left.extend(MENUS.split())


def in_play():
    """A game is played on: what lay over it goes, and no other one comes."""
    global _stays, _game
    _stays = ()
    _game = ""


def in_launcher():
    """The launcher is shown: what else lay over a game goes, and makes room for the next one."""
    global _stays
    _stays = ("screens.launcher",)


def _forget():
    global _left, _stays
    kept = SHARED.split()
    kept.extend(_stays or ())
    _stays = None
    _left = [path for path in _left if path in kept]
    catalog.drop([path for path in MENUS.split() if path not in kept])
    paths = [path[9:] for path in sys.modules if path.startswith("thirteen.screens.")]
    catalog.drop([path for path in paths if path not in kept])
    hal.collect()


def step():
    """Import at most one module; False if there is nothing left to do.

    Garbage is collected before each import: modules placed among garbage fragment the heap.
    """
    global _game, _clean
    if _stays is not None:
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
            if gc.mem_free() < _ROOM:  # the rest is imported on demand
                _left.clear()
                _game = ""
        elif _left:
            __import__("thirteen." + _left.pop(0))
        else:
            catalog.load_more(_game)
    except (MemoryError, ImportError):  # without memory to look for it, a module is missing
        _left.clear()
        _game = ""
    return True
