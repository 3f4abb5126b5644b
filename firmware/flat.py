"""Layer 1, device only: imports what a module needs before it, one by one.

An import inside another one takes a kilobyte of the C stack, which has eight. The lists are filled
in by the build, and lie in the flash.
"""

import sys

import pack

# The names of the modules in thirteen/, each after those that it imports at once, a space before
# and after each; the numbers of those that each needs, leaves first; and of each, in two bytes,
# where its name begins and where these numbers end.
ORDER = ""
NEEDS = b""
PLACES = b""


def import_flat(name, names=None, local=None, items=None, level=0):
    """Python's __import__: what the module needs is imported before it, and not by it.

    Of `from a.b import c`, MicroPython asks for a.b, then for a.b.c if it is no name in a.b.
    """
    if name in sys.modules:
        if items:
            return sys.modules[name]
    elif name.startswith("thirteen."):
        _import_needed(name[9:])
    return pack.load(name, names, local, items, level)


def _import_needed(name):
    at = ORDER.find(" %s " % name)
    if at < 0:
        return
    row = 4 * ORDER.count(" ", 0, at)
    first = PLACES[row - 2] | PLACES[row - 1] << 8 if row else 0
    for number in NEEDS[first : PLACES[row + 2] | PLACES[row + 3] << 8]:
        at = PLACES[4 * number] | PLACES[4 * number + 1] << 8
        other = "thirteen." + ORDER[at : ORDER.find(" ", at)]
        if other not in sys.modules:
            pack.load(other, None, None, (), 0)
