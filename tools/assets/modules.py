"""Generates thirteen/modules.py, the order in which the loader imports, from import statements.

Imports inside functions are those that power-on or a game can do without at first; they are
followed, too, unless their comment says "rarely" or "unless".
"""

import ast
import functools
import re

from tools.games import FIRMWARE
from tools.tree import walk

# What any key in play may need; power-on imports main and shell.
STAY = ("main", "thirteen.shell", "thirteen.game", "thirteen.table.motion",
        "thirteen.screens.hint", "thirteen.screens.pause_menu")  # fmt: skip
GENERATED = ("draw.art", "draw.large", "draw.emblems", "modules", "version")
ABSENT = ("thirteen.protocols", "thirteen.fast", "thirteen.ui.speech")  # from the device

_RARE = re.compile("# .*(rarely|unless)")

_TEXT = '''"""Layer 2. What is needed when, each after its imports. Generated; do not edit."""

SHARED = (  # by all games
    {shared}
)
SCREENS = (  # over any game
    {screens}
)
GAMES = (  # by one game, in the order of the catalogue
    {games}
)
'''


def text():
    """The module."""
    from thirteen import catalog

    rows = [(row[catalog.NAME], row[catalog.MODE]) for row in catalog.GAMES]
    shared, screens, games = sets(rows)
    games = ['    "' + _line(paths) + '",' for paths in games]
    return _TEXT.format(
        shared=f'"{_line(shared)}"', screens=f'"{_line(screens)}"', games="\n".join(games).strip()
    )


def _line(paths):
    return " ".join(path.removeprefix("thirteen.") for path in paths)


def sets(rows):
    """(what all games share, screens over any of them, [what each game needs besides]).

    rows: (name, mode) of each game. Lists of modules, each after those that it imports.
    """
    roots = [
        [f"thirteen.rules.{name}", f"thirteen.views.{name}", f"thirteen.modes.{mode}"]
        + [f"thirteen.bots.{name}"] * (mode == "three_thirteen")
        for name, mode in rows
    ]
    common = set.intersection(*(set(reached(paths, False)) for paths in roots))
    shared = reached([*STAY, *sorted(common)], False)
    screens = [path for path in reached(shared) if path not in shared]
    games = []
    for paths in roots:
        later = [path for path in reached(paths) if path not in screens]
        own = reached([*paths, *later], False)
        games.append([path for path in own if path not in shared])
    return shared, screens, games


def reached(paths, in_functions=True):
    """These modules and all that they import, each after those that it imports at once."""
    found = []
    queue = list(paths)
    for path in queue:
        _add(path, found)
        if in_functions:
            for module in list(found):
                queue += [other for other in imports(module)[1] if other not in queue]
    return [path for path in found if path.startswith("thirteen.")]


def _add(path, found):
    if path not in found:
        for other in imports(path)[0]:
            _add(other, found)
        found.append(path)


@functools.cache
def imports(path):
    """(modules imported at once, modules that its functions import, except rarely)."""
    if path.removeprefix("thirteen.") in GENERATED:
        return (), ()
    source = (FIRMWARE / (path.replace(".", "/") + ".py")).read_text("utf-8")
    lines = source.splitlines()
    found = {}, {}  # in their order
    tree = ast.parse(source)
    for node in walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "thirteen":
            inside = node not in tree.body
            if not inside or not _RARE.search(lines[node.lineno - 1]):
                for alias in node.names:
                    found[inside][_module(node.module, alias.name)] = None
    return tuple([other for other in part if other not in ABSENT] for part in found)


def _module(parent, name):
    path = f"{parent}.{name}"
    there = (FIRMWARE / (path.replace(".", "/") + ".py")).exists()
    known = path.removeprefix("thirteen.") in GENERATED or path in ABSENT
    return path if there or known else parent
