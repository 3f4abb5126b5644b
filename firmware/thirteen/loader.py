"""Layer 5. Which modules are in memory.

What all games share is imported once and stays. A game's own modules come with it, and go when
another game's come. While no key is pressed, what is not there yet is imported ahead, one module
at a time. If memory is short, the screens go, and come when they are asked for.
modules.py, generated from the import statements, has the order.
"""

import gc
import sys

from micropython import const

import hal
from thirteen import catalog, modules

_GARBAGE = const(60000)  # bytes allocated between two collections while a module is imported
_SHORT = const(32000)  # free bytes below which the screens go
_AHEAD = const(44000)  # free bytes for a screen imported ahead
_BLOCK = const(16000)  # free bytes in one piece for any module imported ahead

_game = ""  # whose modules are in memory
_left: list = []  # to be imported ahead, with the game that needs it, "" for a screen
_clean = False  # garbage has been collected since the last import
_done = True  # nothing is left to do


def load(name, folder):
    """A game's module in that folder: rules, views or bots."""
    _switch(name)
    return _import("thirteen.%s.%s" % (folder, name))


def mode(name):
    """The module of modes/ that a game is played with."""
    _switch(name)
    return _import("thirteen.modes." + catalog.GAMES[catalog.row(name)][catalog.MODE])


def borrow(name, folder):
    """A module of texts or pictures, in memory only as long as the caller refers to it."""
    path = "thirteen.%s.%s" % (folder, name)
    module = _import(path)
    _forget(path)
    return module


def ahead(name):
    """From now on import ahead what this game needs, then the screens."""
    global _done
    _done = False
    _left.clear()
    _left.extend([(path, name) for path in modules.SHARED.split()])
    for part in modules.GAMES[catalog.row(name)], modules.SCREENS:
        _left.extend([(path, "" if _over(path) else name) for path in part.split()])


def room():
    """If memory is short, drop the screens."""
    if gc.mem_free() < _SHORT:
        gc.collect()
        if gc.mem_free() < _SHORT:
            _keep_game()


def unload():
    """Drop all but what is shared: after a crash the state of the others can't be trusted."""
    global _game
    _game = ""
    _keep(modules.SHARED)


def step():
    """Import at most one module; False if there is nothing left to do.

    Garbage is collected before each import: modules placed among garbage fragment the heap.
    """
    global _clean, _done
    while _left and "thirteen." + _left[0][0] in sys.modules:
        _left.pop(0)
    if not _left:
        if _done:
            return False
        hal.collect()  # which occupies the holes between the modules
        _done = True
        return True
    _clean = not _clean
    try:
        if _clean:
            gc.collect()
            room()
        else:
            bytearray(_BLOCK)
            path, name = _left.pop(0)
            if name:
                _switch(name)
            elif gc.mem_free() < _AHEAD:
                raise MemoryError
            hal.load("thirteen." + path)
    except (MemoryError, ImportError):  # without memory to look for it, a module is missing
        _left.clear()  # the rest is imported when it is asked for
    return True


def _import(path):
    if path not in sys.modules:
        before = gc.threshold()
        if before < 0:
            gc.threshold(_GARBAGE)  # modules between garbage would fragment the heap
        try:
            try:
                hal.load(path)
            except MemoryError:  # as it failed, it is in memory no more
                _keep_game()
                hal.load(path)
        finally:
            gc.threshold(before)
    return sys.modules[path]


def _switch(name):
    """Drop another game's modules, and the screens: what comes now lies in one piece."""
    global _game
    if name != _game:
        if _game:
            _keep(modules.SHARED, modules.GAMES[catalog.row(name)])
        _game = name


def _keep(*parts):
    """Drop all modules in folders of thirteen/ but these."""
    kept = [path for part in parts for path in part.split()]
    for path in [path for path in sys.modules if path.startswith("thirteen.")]:
        if path.count(".") == 2 and path[9:] not in kept:
            _forget(path)
    hal.collect()


def _keep_game():
    """Drop the screens, those of the game in play too."""
    own = modules.GAMES[catalog.row(_game)] if _game else ""
    stay = (modules.SHARED + " " + own).split()
    _keep(" ".join([path for path in stay if not _over(path)]))


def _over(path):
    """Whether it is a screen over the table, which can come when it is asked for."""
    return path.startswith("screens.")


def _forget(path):
    folder, _, name = path.rpartition(".")
    sys.modules[path] = gc  # a deleted dict entry keeps referring to its value
    del sys.modules[path]
    parent = sys.modules.get(folder)
    if hasattr(parent, name):
        setattr(parent, name, None)
        delattr(parent, name)
