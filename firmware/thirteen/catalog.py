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
    if sys.modules.pop(path, None):
        parent = sys.modules["thirteen." + folder]
        if hasattr(parent, name):
            delattr(parent, name)


def forget(*names):
    """Likewise modules that lie in no folder."""
    for name in names:
        sys.modules.pop("thirteen." + name, None)
        if hasattr(thirteen, name):
            delattr(thirteen, name)
    gc.collect()


def leave(name):
    """Drop a whole game."""
    for folder in _FOLDERS:
        drop(folder, name)
    gc.collect()
