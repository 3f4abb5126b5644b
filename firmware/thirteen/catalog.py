"""Layer 5. The catalogue of games, and which game's modules are in memory.

Shared modules are loaded once, by ordinary imports, and stay. A game's own modules are loaded when
it is opened and dropped when another one is; its bots come and go with play.
"""

import gc
import sys

from micropython import const

# The fields of a game's row.
NAME = const(0)  # in every folder
TITLE = const(1)
ABOUT = const(2)  # the launcher's line, until the game has been played
MODE = const(3)  # a module of modes/
MODULES = const(4)  # that play needs and not all games share, each after those it imports

# A bot that only gives hints is not listed: it is loaded when a hint is requested. Saves refer to
# a game by its row number, so new games are appended.
GAMES = (
    (
        "thirteens",
        "Thirteens",
        "pairs that make 13",
        "solo",
        "rules.thirteens views.thirteens_columns views.thirteens_panel "
        "views.thirteens_tableau views.thirteens_motion views.thirteens modes.solo",
    ),
    (
        "make13",
        "Make 13",
        "sums against the clock",
        "timed",
        "rules.make13 views.make13_hud views.make13_selection views.make13_motion views.make13 "
        "storage.make13_entries screens.make13_results screens.make13_tournament modes.timed",
    ),
    (
        "friday",
        "Friday the 13th",
        "thirteen piles, one redeal",
        "solo",
        "rules.friday ui.piles views.friday modes.solo",
    ),
    (
        "imaginary",
        "Imaginary Thirteen",
        "count in ones to eights",
        "solo",
        "rules.imaginary ui.piles views.imaginary modes.solo",
    ),
    (
        "three_thirteen",
        "Three Thirteen",
        "rummy in eleven rounds",
        "players",
        "rules.three_thirteen_search rules.three_thirteen_melds rules.three_thirteen_arrange "
        "rules.three_thirteen_table rules.three_thirteen views.three_thirteen_labels "
        "views.three_thirteen_fan views.three_thirteen_players_bar views.three_thirteen_piles "
        "views.three_thirteen modes.players bots.three_thirteen_outlook "
        "bots.three_thirteen_weigh bots.three_thirteen",
    ),
)

_GARBAGE = const(8192)  # bytes allocated between two collections while a module is imported

_loaded = ""  # the name of the game whose modules are in memory


def row(name):
    """A game's number in the catalogue."""
    for i, game in enumerate(GAMES):
        if game[NAME] == name:
            return i
    raise ValueError(name)


def load(name, folder):
    """A game's module in that folder: rules, views or bots."""
    return _load(name, "%s.%s" % (folder, name))


def borrow(name, folder):
    """A module of texts or pictures, in memory only as long as the caller refers to it."""
    path = "thirteen.%s.%s" % (folder, name)
    __import__(path)
    module = sys.modules[path]
    _drop(path)
    return module


def mode(name):
    """The module of modes/ that a game is played with."""
    return _load(name, "modes." + GAMES[row(name)][MODE])


def modules():
    """The paths of the modules of the game in memory, all but those for hints only."""
    return GAMES[row(_loaded)][MODULES].split() if _loaded else []


def lacks(name):
    """The first of a game's modules that is not in memory yet, "" if all of them are."""
    for path in GAMES[row(name)][MODULES].split():
        if "thirteen." + path not in sys.modules:
            return path
    return ""


def load_more(name):
    """Load the next module of a game, or first drop the modules of another.

    Garbage has just been collected.
    """
    if name == _loaded:
        __import__("thirteen." + lacks(name))
    else:
        _switch(name)


def _load(game, path):
    _switch(game)
    path = "thirteen." + path
    if path not in sys.modules:
        before = gc.threshold()
        if before < 0:
            gc.threshold(_GARBAGE)  # modules between garbage would fragment the heap
        try:
            __import__(path)
        finally:
            gc.threshold(before)
    return sys.modules[path]


def _switch(name):
    """Drop the modules of another game, except for a mode that both have."""
    global _loaded
    if name != _loaded:
        unload("modes." + GAMES[row(name)][MODE])
        _loaded = name


def unload(kept=""):
    """Drop the modules of the game that is in memory, except the one kept."""
    global _loaded
    if not _loaded:
        return
    drop([path for path in modules() if path != kept])
    drop_all("bots")
    drop_all("views")
    _loaded = ""
    gc.collect()


def used(path):
    """Whether a module of these games refers to this one."""
    path = "thirteen." + path
    module = sys.modules.get(path)
    for name, other in sys.modules.items() if module else ():
        if name.startswith("thirteen.") and not path.startswith(name):
            if module in other.__dict__.values():
                return True
    return False


def drop_all(folder, kept=()):
    """Forget the modules of a folder, except those kept."""
    head = "thirteen.%s." % folder
    paths = [path[9:] for path in sys.modules if path.startswith(head)]
    drop([path for path in paths if path not in kept])


def drop(paths):
    """Unload modules that no remaining module refers to, and that keep no state still needed."""
    for path in paths:
        if "thirteen." + path in sys.modules:
            _drop("thirteen." + path)


def _drop(path):
    folder, _, name = path.rpartition(".")
    sys.modules[path] = gc  # a deleted dict entry keeps referring to its value
    del sys.modules[path]
    parent = sys.modules.get(folder)
    if hasattr(parent, name):
        setattr(parent, name, None)
        delattr(parent, name)
