"""Layer 5. What is done while no key is expected: jobs, flash writes above all, and imports.

Power-on imports what the launcher or an open game needs. The rest, in `_LATER`, is imported right
after it, a module at a time; whoever is quicker imports it by using it. Nothing is ever dropped.
"""

from micropython import const

import hal
from thirteen import catalog
from thirteen.protocols import Function, Value
from thirteen.ui import keys

# The likeliest first.
_LATER = (
    "game", "screens.lesson", "screens.pause_menu", "screens.hint", "screens.deal_menu",
    "screens.game_over", "screens.result_card", "screens.celebration", "screens.review",
    "screens.settings_menu", "screens.rules_menu", "screens.statistics", "screens.trophies",
    "screens.qr_code", "screens.main_menu", "screens.calendar", "screens.path", "screens.medals",
    "screens.worn", "screens.ask_date", "screens.demo", "screens.make13_menu",
    "screens.make13_result", "screens.three_thirteen_table", "screens.three_thirteen_cover",
    "screens.three_thirteen_graph",
)  # fmt: skip
_OWN = "rules", "views", "bots", "lessons", "presets", "trophies", "sheets"  # folders, by game

SOON = const(200)  # ms without a key, after which what takes some 20 ms may be done
_PAUSE = const(1300)  # the same of a job: it writes to the flash, which delays the next key
_AT_LAST = const(6000)  # ms for which a job is deferred if the keys never pause
_MANY = const(6)  # presses whose garbage is left until then, at most

jobs: list = []  # deferred until the player pauses
_pause = 0  # for so many ms,
_since = 0  # or until it is _AT_LAST later than this
_queue: Value = iter(())  # the paths below thirteen/ still to be imported
_pressed = 0  # how many presses there were when garbage was collected last


def begin() -> None:
    """Power-on is done: what it did without comes next."""
    global _queue
    _queue = _rest()


def _rest() -> "Function":
    yield from _LATER
    for game in catalog.GAMES:
        for folder in _OWN:
            yield "%s.%s" % (folder, game[catalog.NAME])
        yield "modes." + game[catalog.MODE]


def defer(job: Function, pause: int = _PAUSE) -> None:
    """Call `job` once no key has come for so many ms."""
    global _pause, _since
    if not jobs:
        _pause = pause
        _since = hal.ms()
    _pause = min(_pause, pause)
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

    Jobs and the collection, which takes some 20 ms, wait until no key has come for a while. If
    that does not happen, garbage is collected right after a press: the next one takes longer.
    """
    path = next(_queue, None)
    if path:
        hal.collect()  # what stays is to lie between nothing
        __import__("thirteen." + path)
        return True
    late = waited >= _pause or hal.ms() - _since & hal.WRAP > _AT_LAST
    if jobs and waited >= SOON and late:
        jobs.pop(0)()
        return True
    tidy(0 if waited >= SOON else _MANY)
    return False


def tidy(most: int = _MANY) -> None:
    """Collect garbage if there were more presses than that since it was collected last."""
    global _pressed
    if keys.presses - _pressed > most:
        _pressed = keys.presses
        hal.collect()
