"""Layer 5. Which modules are in memory; what is done while no key is expected.

What all games share is imported once and stays, and so do the screens. A game's own modules come
with it, and go when another game's come. While no key is expected, what is not there yet is
imported ahead, one module at a time; the screens only if there is plenty of memory. modules.py,
generated from the import statements, has the order.
"""

import gc
import sys

from micropython import const

import hal
from thirteen import catalog
from thirteen.ui import keys

_GARBAGE = const(40000)  # bytes allocated after which it is collected, lest memory breaks up,
_IN_PLAY = const(150000)  # in play, where nothing is made that stays,
_LATER = const(200000)  # and from the choice of a game, or from power-on, until one is open
_ALL = const(30000)  # while all modules are imported: between them no large block would be left
_LITTER = const(6)  # presses after which it is collected when no key is expected
_PLENTY = const(44000)  # bytes that stay free when screens are imported ahead
_MODULE = const(3000)  # bytes of a module, in the mean
_SHARED = const(0)  # what is imported ahead, by kind; the last is a game's own
_SCREENS = const(1)
_OWN = const(2)

_game = ""  # whose modules are in memory
_prefetching = ""  # whose are imported ahead
_queue: list = []  # by kind, as far as known: names to be imported ahead, the next one last
_jobs: list = []  # deferred until the player pauses
_littered = False  # something left more garbage than a press does,
_presses = 0  # and how many there were when it was collected last
_begun = False  # it has been, since power-on and since a game was chosen
_room = -1  # bytes for screens, roughly: to count the free ones takes 8 ms
_short = False  # there were none: screens are imported when they are asked for


def shared(name):
    """A module that all games share."""
    return _import("thirteen." + name)


def load(name, folder):
    """A game's module in that folder: rules, views or bots."""
    switch(name)
    return _import("thirteen.%s.%s" % (folder, name))


def mode(name):
    """The module of modes/ that a game is played with."""
    switch(name)
    return _import("thirteen.modes." + catalog.GAMES[catalog.row(name)][catalog.MODE])


def borrow(name, folder):
    """A module of texts or pictures, in memory only as long as the caller refers to it."""
    path = "thirteen.%s.%s" % (folder, name)
    module = _import(path)
    _forget(path)
    return module


def prefetch(name):
    """From now on import ahead what this game needs."""
    global _prefetching, _short
    if _begun:
        _bound()  # a game has begun or ended
    _short = False
    if name != _prefetching:
        del _queue[_OWN:]
        _prefetching = name


def import_all():
    """Import the code of all games, each module after its imports: none inside another one."""
    from thirteen import modules  # rarely needed

    gc.threshold(_ALL)
    for name in " ".join((modules.SHARED, modules.SCREENS) + modules.GAMES).split():
        _import("thirteen." + name)


def first(names):
    """Import these before all others when no key is expected."""
    if _queue:
        _queue[_SHARED] += reversed(names.split())


def opening(name):
    """A game was chosen: no garbage is collected until it is open, but then first of all.

    If there is much by now, it goes, lest what the game needs comes to lie all over the heap.
    """
    global _begun
    prefetch(name)  # a tap chooses a game that was not selected: its modules must not go
    if not switch(name) and (_littered or keys.presses - _presses >= _LITTER):
        _tidy_up()
    gc.threshold(_LATER)
    _begun = False


def litter():
    """What was done left garbage: collect it as soon as no key is expected."""
    global _littered
    _littered = True


def unload():
    """Drop all but what is shared: after a crash the state of the others can't be trusted."""
    global _game
    _game = ""
    _keep("")


def defer(job):
    """Call `job` once the player pauses: flash writes, above all."""
    if job not in _jobs:
        _jobs.append(job)


def forget():
    """Drop the deferred jobs: after a crash they can't be trusted."""
    _jobs.clear()


def finish():
    """Do the deferred jobs now."""
    while _jobs:
        _jobs.pop(0)()


def step(paused):
    """Import a module, or do a deferred job; False if none is left, or none before a pause."""
    if _import_next(paused):
        return True
    if not paused or not _jobs:
        return False
    _jobs.pop(0)()
    return True


def _import_next(paused):
    """Import at most one module; False if there is nothing to do, or not before a pause."""
    global _littered, _room
    if not _begun or keys.presses - _presses >= _LITTER:
        return _tidy_up()
    if _prefetching and len(_queue) <= _OWN:
        _list_modules()
        return True
    kind = _next(paused)
    if kind < 0:
        return _littered and _tidy_up()
    try:
        if kind == _OWN and switch(_prefetching):
            return True  # that took as long as an import
        __import__("thirteen." + _queue[kind].pop())
    except (MemoryError, ImportError):  # without memory to look for it, a module is missing
        for names in _queue:
            names.clear()  # the rest is imported when it is asked for
    _littered = True
    _room -= _MODULE
    return True


def _list_modules():
    from thirteen import modules  # not needed at power-on

    parts = modules.SHARED, modules.SCREENS, modules.GAMES[catalog.row(_prefetching)]
    for part in parts[len(_queue) :]:
        _queue.append(list(reversed(part.split())))


def _next(paused):
    """The kind of what is to be imported, the last one in its list; -1 for nothing.

    Who pauses gets the screens before the game, which then lies behind what stays.
    """
    for kind in (_SHARED, _SCREENS, _OWN) if paused else (_SHARED, _OWN, _SCREENS):
        names = _queue[kind] if _queue else ()
        while names and "thirteen." + names[-1] in sys.modules:
            names.pop()
        if names and (kind != _SCREENS or _plenty(paused)):
            return kind
    return -1


def _tidy_up():
    """Collect the garbage now: later it would take time, and what is imported lie between it."""
    global _littered, _presses, _begun
    hal.collect()
    _bound()
    _littered = False
    _presses = keys.presses
    _begun = True
    return True


def _bound():
    """How much garbage there may be at most."""
    gc.threshold(_GARBAGE if keys.at_rest is step else _IN_PLAY)


def _plenty(paused):
    """Whether there is room for a screen; what is garbage is known only once it is collected."""
    global _room, _short
    if _room < 0 and paused and not _short:
        hal.collect()
        _room = gc.mem_free() - _PLENTY
        _short = _room < 0
    return _room >= 0


def _import(path):
    if path not in sys.modules:
        __import__(path)
    return sys.modules[path]


def switch(name):
    """Drop another game's modules; whether there were any."""
    global _game
    dropped = _game not in ("", name) and not hal.AT_ONCE
    if dropped:
        _keep(name)
    _game = name
    return dropped


def _keep(name):
    """Drop all modules in folders of thirteen/ but those of all games, and of this one, if any."""
    global _room, _prefetching
    from thirteen import modules  # not needed at power-on

    if name != _prefetching:
        _prefetching = ""
        _queue.clear()
    kept = [modules.SHARED]
    if hal.VOICE:  # a second one would know nothing of what the first was told
        kept.append("ui.pointer ui.touch ui.speech")
    if name:
        kept += [modules.SCREENS, modules.GAMES[catalog.row(name)]]
    names = " %s " % " ".join(kept)  # to look for a text in it takes less time than in a list
    for path in [path for path in sys.modules if path.startswith("thirteen.")]:
        if path.count(".") == 2 and " %s " % path[9:] not in names:
            _forget(path)
    _tidy_up()
    _room = -1


def _forget(path):
    folder, _, name = path.rpartition(".")
    sys.modules[path] = gc  # a deleted dict entry keeps referring to its value
    del sys.modules[path]
    parent = sys.modules.get(folder)
    if hasattr(parent, name):
        setattr(parent, name, None)
        delattr(parent, name)
