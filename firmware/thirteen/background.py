"""Layer 5. What is done while no key is expected: jobs, flash writes above all, and imports.

Power-on imports what the launcher or an open game needs. The rest, in `_LATER`, is imported right
after it, a module at a time; whoever is quicker imports it by using it. Nothing is ever dropped.
"""

from micropython import const

import hal
from thirteen import catalog
from thirteen.protocols import Function
from thirteen.ui import keys

# The likeliest first.
_LATER = (
    "game", "screens.lesson", "screens.pause_menu", "screens.hint", "screens.deal_menu",
    "screens.game_over", "screens.result_card", "screens.celebration", "screens.review",
    "screens.settings_menu", "screens.rules_menu", "screens.statistics", "screens.trophies",
    "screens.qr_code", "screens.main_menu", "screens.calendar", "screens.path", "screens.medals",
    "screens.worn", "screens.ask_date", "screens.demo", "screens.make13_menu",
    "screens.make13_result", "screens.three_thirteen_table",
)  # fmt: skip
_OWN = "rules", "views", "bots", "lessons", "presets", "trophies", "sheets"  # folders, by game

_PAUSE = const(200)  # ms without a key after which the player pauses

jobs: list = []  # deferred until the player pauses
_queue: list = []  # paths below thirteen/ still to be imported, the next one last
_pressed = 0  # how many presses there were when garbage was collected last


def begin() -> None:
    """Power-on is done: what it did without comes next."""
    own = [part for game in catalog.GAMES for part in _own(game)]
    _queue[:] = list(reversed(list(_LATER) + own))  # MicroPython wants a list here


def _own(game: tuple) -> list:
    name = game[catalog.NAME]
    return ["%s.%s" % (folder, name) for folder in _OWN] + ["modes." + game[catalog.MODE]]


def defer(job: Function) -> None:
    """Call `job` once the player pauses."""
    if job not in jobs:
        jobs.append(job)


def forget() -> None:
    """Drop the deferred jobs: after a crash they can't be trusted."""
    jobs.clear()


def finish() -> None:
    """Do the deferred jobs now."""
    while jobs:
        jobs.pop(0)()


def work(waited: int) -> bool:
    """Import a module, do a deferred job or collect garbage; False if there is nothing to do.

    Jobs and the collection, which takes some 20 ms, wait until no key has come for a while.
    """
    global _pressed
    if _queue:
        hal.collect()  # what stays is to lie between nothing
        __import__("thirteen." + _queue.pop())
        return True
    if waited < _PAUSE:
        return False
    if jobs:
        jobs.pop(0)()
        return True
    if keys.presses != _pressed:
        _pressed = keys.presses
        hal.collect()
    return False
