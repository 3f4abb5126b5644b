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
from thirteen.storage import store

# The modules that stay: each after those it imports, the soonest needed first.
SHARED = (
    "cards rng options rules.defaults storage.saved_game states match ui.status_panel "
    "ui.captions game modes.defaults ui.slots ui.menu screens.hint screens.pause_menu"
)

# The build's list of the names in all modules. MicroPython interns names permanently: interned
# with a game, they would fragment the heap between its modules, and so would growing tables.
_NAMES = "names%d"
_PART = const(512)  # bytes of a part of it
_FOLDERS = "bots modes rules screens storage ui views"
_MODULES = const(80)  # in memory at once, at most
_FILES = const(16)  # of one folder
_SAVES = const(24)  # names of saved files

# The screens behind the pause menu, in its order, and the launcher's pictures. Like every screen
# that does not stay, none of them keeps any state.
MENUS = (
    "ui.large screens.launcher ui.emblems storage.stats storage.deals dealing storage.dates "
    "screens.settings_menu screens.deal_menu screens.statistics ui.pages screens.tutorial "
    "screens.rules_menu"
)

_LARGE = "ui.large"  # the font of titles, which some tables show in play too

_ROOM = const(16000)  # bytes in one block to leave; with more, menus are loaded at their key

_left = SHARED.split()
_interned = 0  # steps done: first the tables, then each part of the list; -1: all
_game = ""  # the game whose modules are loaded after them
_playing = False  # it is in play
_clean = False  # garbage has been collected since the last import
_dropped = False  # modules were dropped since the last collection at the end
_stays: tuple | list | None = None  # the screens that stay when the others go, soon; None: all


def want(name):
    """Load this game's modules next: the player may open it."""
    global _game
    _game = name


def in_menu():
    """The pause menu is open: load the screens behind it."""
    global _stays
    menus = MENUS.split()
    _stays = menus  # other screens may be left from before, if no pause let them go
    _left.extend(menus)


def in_play(name, ended=False):
    """The table is shown: drop the screens over it, load what the game lacks.

    Its bots only if it has not ended.
    """
    global _stays, _game, _playing
    _stays = ()
    _game = name
    _playing = not ended


def soon(path):
    """Load this module next: it will be shown shortly."""
    _left.append(path)


def make_room():
    """Drop the screens that are no longer shown at once, without waiting for a rest."""
    global _dropped
    if _stays is not None:
        _forget()
        if _dropped:
            hal.collect()
        _dropped = False


def in_launcher():
    """The launcher is shown: drop all other screens, and the game's bots."""
    global _stays, _playing
    _stays = "screens.launcher", _LARGE
    _playing = False


def _forget():
    global _left, _stays, _clean, _dropped
    loaded = len(sys.modules)
    kept = SHARED.split()
    kept.extend(_stays or ())
    if not _playing:
        catalog.drop_all("bots")
        kept.extend(catalog.modules())
    _stays = None
    _left = [path for path in _left if path in kept]
    catalog.drop_all("screens", kept)
    catalog.drop([path for path in MENUS.split() if path not in kept and path != _LARGE])
    if _LARGE not in kept and not catalog.used(_LARGE):
        catalog.drop((_LARGE,))
    if len(sys.modules) < loaded:
        _clean = False
        _dropped = True


def _lacks():
    """Whether the game lacks a module: in play one of its bots, before it another one."""
    path = catalog.lacks(_game) if _game else ""
    return path and path.startswith("bots.") == _playing


def _intern():
    """Grow the tables, then intern the names in the next part of the list."""
    global _interned
    gc.collect()
    if not _interned:
        _keep_room()
        _interned = 1
        return
    part = bytearray(_PART)
    part = part[: hal.peek(_NAMES % (_interned - 1), 0, part)]
    for name in str(part, "ascii").split("\0"):
        hasattr(gc, name)
    _interned = _interned + 1 if part else -1


def _keep_room():
    """Grow the tables that stay in memory to their final size."""
    _widen(sys.modules, _MODULES)
    for folder in _FOLDERS.split():
        __import__("thirteen." + folder)
        _widen(sys.modules["thirteen." + folder].__dict__, _FILES)
    _widen(store.newest, _SAVES)


def _widen(table, most):
    keys = range(-1, len(table) - most - 1, -1)  # no string is made, and none is in use
    try:
        for key in keys:
            table[key] = None
    finally:  # also if there is no memory for it
        for key in keys:
            table.pop(key, None)


def step():
    """Import at most one module; False if there is nothing left to do.

    Garbage is collected before each import: modules placed among garbage fragment the heap.
    """
    global _game, _clean, _dropped
    if _stays is not None:
        _forget()
        return True
    if _interned >= 0:
        _intern()
        return True
    while _left and "thirteen." + _left[0] in sys.modules:
        _left.pop(0)
    if not _left and not _lacks():
        if _dropped or _game and _playing:
            hal.collect()  # which occupies the holes between the modules
        _dropped = False
        _game = ""
        return False
    _clean = not _clean
    try:
        if _clean:
            bytearray(_ROOM)
            gc.collect()
        elif _left:
            __import__("thirteen." + _left.pop(0))
        else:
            catalog.load_more(_game)
    except (MemoryError, ImportError):  # without memory to look for it, a module is missing
        # The rest is imported on demand.
        _left.clear()
        _game = ""
    return True
