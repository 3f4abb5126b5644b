"""Layer 5. What power-on did without is loaded while the player rests, one module at a time."""

import sys

from thirteen import catalog

# What every game uses: each after what it imports, and what is wanted first before others.
SHARED = (
    "cards",
    "rng",
    "options",
    "storage.saved_game",
    "states",
    "match",
    "ui.status_panel",
    "ui.captions",
    "game",
    "modes.solo",
    "ui.slots",
    "ui.emblems",
    "screens.launcher",
    "ui.menu",
    "screens.notices",
    "storage.deals",
    "dealing",
    "storage.dates",
    "screens.settings_menu",
    "screens.deal_menu",
    "storage.stats",
    "screens.statistics",
    "ui.pages",
    "screens.tutorial",
    "screens.rules_menu",
    "screens.hint",
    "screens.pause_menu",
    "screens.celebration",
    "screens.game_over",
    "screens.review",
)

_next = 0  # in SHARED
_game = ""  # whose modules are loaded after them


def want(name):
    """That game may be opened next."""
    global _game
    _game = name


def step():
    """Load one module that may be needed next."""
    global _next, _game
    while _next < len(SHARED):
        path = "thirteen." + SHARED[_next]
        _next += 1
        if path not in sys.modules:
            __import__(path)
            return
    if _game and not catalog.load_more(_game):
        _game = ""
