"""Floor 4. Which games there are, and how one is brought in and dropped again."""

import gc
import sys

import thirteen

# Of each game: its name in every room, its title, a line on the launcher.
GAMES = (
    ("thirteens", "Thirteens", "Fall and fill"),
    ("make13", "Make 13", "Race the clock"),
    ("friday", "Friday the 13th", "Thirteen piles"),
    ("imaginary", "Imaginary Thirteen", "Count in leaps"),
    ("three_thirteen", "Three Thirteen", "Rummy, 11 rounds"),
)

_FOLDERS = ("views", "bots", "rules")
_settled: tuple = ()


def row(name):
    """A game's number in the catalogue."""
    for i, game in enumerate(GAMES):
        if game[0] == name:
            return i
    raise ValueError(name)


def bring(folder, name):
    """The module thirteen.FOLDER.NAME."""
    path = "thirteen.%s.%s" % (folder, name)
    __import__(path)
    return sys.modules[path]


def drop(folder, name):
    """Forget it, so that the next collection frees its memory."""
    path = "thirteen.%s.%s" % (folder, name)
    if path in sys.modules:
        _drop(path)


def forget(*names):
    """Likewise modules that lie in no folder."""
    for name in names:
        sys.modules.pop("thirteen." + name, None)
        if hasattr(thirteen, name):
            delattr(thirteen, name)
    gc.collect()


def settle():
    """What is in memory at the first start stays there; all that games bring goes with them."""
    global _settled
    _settled = _settled or tuple(sys.modules)


def leave(name):
    """Drop a whole game, and what else was brought in for it."""
    for folder in _FOLDERS:
        drop(folder, name)
    if _settled:
        for path in tuple(sys.modules):
            if path.startswith("thirteen.") and path not in _settled:
                _drop(path)
    gc.collect()


def _drop(path):
    parent, _, name = path.rpartition(".")
    del sys.modules[path]
    parent = sys.modules.get(parent)
    if hasattr(parent, name):
        delattr(parent, name)
