"""Floor 4. Which games there are, and what of the program is in memory.

Three layers: what stays for good, what stays while a game is open, and what is brought in for a
moment, such as a menu. `keep` ends a layer, `clear` drops what was brought in since.
"""

import gc
import sys

# Of each game: its name in every room, its title.
GAMES = (
    ("thirteens", "Thirteens"),
    ("make13", "Make 13"),
    ("friday", "Friday the 13th"),
    ("imaginary", "Imaginary Thirteen"),
    ("three_thirteen", "Three Thirteen"),
)

_base: tuple[str, ...] = ()  # modules that stay for good, by name
_game: tuple[str, ...] = ()  # those of the game that is open


def row(name):
    """A game's number in the catalogue."""
    for i, game in enumerate(GAMES):
        if game[0] == name:
            return i
    raise ValueError(name)


def bring(name, folder=""):
    """The module thirteen.NAME, or the one in that folder."""
    path = "thirteen.%s.%s" % (folder, name) if folder else "thirteen." + name
    __import__(path)
    return sys.modules[path]


def keep():
    """All that was brought in stays."""
    global _base, _game
    new = [path for path in sys.modules if not _base or _is_ours(path) and path not in _base]
    ours = tuple([path for path in new if _is_ours(path)])
    if _base:
        _game = ours
    else:
        _base = ours


def _is_ours(path):
    return path.startswith("thirteen.")


def clear():
    """Drop what was brought in since `keep`."""
    if _base:
        for path in tuple(sys.modules):
            if _is_ours(path) and path not in _base and path not in _game:
                folder, _, name = path.rpartition(".")
                sys.modules[path] = gc  # a deleted entry of a dict holds its value on
                del sys.modules[path]
                parent = sys.modules.get(folder)
                if hasattr(parent, name):
                    setattr(parent, name, None)
                    delattr(parent, name)
    gc.collect()


def leave():
    """Drop the game too."""
    global _game
    _game = ()
    clear()
