"""Floor 4. What power-on did without is loaded while the player rests, one module at a time."""

import gc
import sys

from thirteen import catalog

# What every game uses: each after what it imports, and what is wanted first before others.
SHARED = (
    "cards", "rng", "options", "saved", "states", "match", "ui.side", "game", "modes.solo",
    "ui.places", "ui.emblems", "launcher", "ui.menu", "notices", "deals", "dealing", "dates",
    "settings_menu", "deals_menu", "stats", "statistics", "ui.pages", "lesson", "rules_menu",
    "hinting", "pausing", "ending",
)  # fmt: skip

_next = 0  # in SHARED
_game = ""  # whose modules are loaded after them


def want(name):
    """That game may be opened next."""
    global _game
    _game = name


def step():
    """Load one module that may be needed next."""
    global _next, _game
    gc.collect()  # often: modules that lie among garbage leave no large piece of the heap free
    while _next < len(SHARED):
        path = "thirteen." + SHARED[_next]
        _next += 1
        if path not in sys.modules:
            __import__(path)
            return
    if _game and not catalog.load_more(_game):
        _game = ""
