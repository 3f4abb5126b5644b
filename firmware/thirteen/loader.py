"""Layer 5. Which modules are in memory.

What all games share is imported once and stays. A game's own modules come with it, and go when
another game's come. While no key is pressed, what is not there yet is imported ahead, one module
at a time; the screens only if there is plenty of memory. modules.py, generated from the import
statements, has the order.
"""

import gc
import sys

from micropython import const

import hal
from thirteen import catalog

_GARBAGE = const(120000)  # bytes allocated after which it is collected, lest memory breaks up
_PLENTY = const(44000)  # free bytes for a screen imported ahead

_game = ""  # whose modules are in memory
_left: list = []  # to be imported ahead, with the game that needs it, "" for a screen
_done = True  # nothing is left to do


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


def ahead(name):
    """From now on import ahead what this game needs, then the screens."""
    global _done
    from thirteen import modules  # not needed at power-on

    gc.threshold(_GARBAGE)  # nor is this
    _done = False
    _left.clear()
    _left.extend([(path, name) for path in modules.SHARED.split()])
    for part in modules.GAMES[catalog.row(name)], modules.SCREENS:
        _left.extend(
            [(path, "" if path.startswith("screens.") else name) for path in part.split()]
        )


def unload():
    """Drop all but what is shared: after a crash the state of the others can't be trusted."""
    global _game
    _game = ""
    _keep("")


def step():
    """Import at most one module; False if there is nothing left to do."""
    global _done
    while _left and "thirteen." + _left[0][0] in sys.modules:
        _left.pop(0)
    if _left:
        path, name = _left.pop(0)
        try:
            if name:
                switch(name)
            elif not _plenty():
                raise MemoryError
            __import__("thirteen." + path)
        except (MemoryError, ImportError):  # without memory to look for it, a module is missing
            _left.clear()  # the rest is imported when it is asked for
    elif _done:
        return False
    else:
        hal.collect()
        _done = True
    return True


def _plenty():
    if gc.mem_free() < _PLENTY:
        gc.collect()
    return gc.mem_free() >= _PLENTY


def _import(path):
    if path not in sys.modules:
        __import__(path)
    return sys.modules[path]


def switch(name):
    """Drop another game's modules, and the screens: what comes now lies in one piece."""
    global _game
    if name != _game:
        gc.threshold(_GARBAGE)
        if _game:
            _keep(name)
        _game = name


def _keep(name):
    """Drop all modules in folders of thirteen/ but those of all games, and of this one, if any."""
    from thirteen import modules  # not needed at power-on

    kept = modules.SHARED.split()
    if name:
        kept += modules.GAMES[catalog.row(name)].split()
    for path in [path for path in sys.modules if path.startswith("thirteen.")]:
        if path.count(".") == 2 and path[9:] not in kept:
            _forget(path)
    hal.collect()


def _forget(path):
    folder, _, name = path.rpartition(".")
    sys.modules[path] = gc  # a deleted dict entry keeps referring to its value
    del sys.modules[path]
    parent = sys.modules.get(folder)
    if hasattr(parent, name):
        setattr(parent, name, None)
        delattr(parent, name)
