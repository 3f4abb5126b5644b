# ruff: noqa: F821 (viper has names of its own)
"""Layer 1, device only: imported modules run from the flash; their copies in memory are freed.

MicroPython reads a compiled module into the heap: bytecode, texts, pictures. All of it also lies
in the pack, in the flash, which the processor reads like memory. After an import the pointers to
these bytes are set to the flash, if the bytes there are the same. Machine code stays in memory:
it would have to be aligned.

A function has the pointer to its bytecode in its fourth word, texts and bytes that to their
content, a module that to its constants (py/objfun.h, py/objstr.h and py/bc.h of MicroPython).
What does not compare equal in all its bytes is left as it is.

A function that is being executed must not be changed: the garbage collector would not know that
its old bytecode is in use. So this happens at once after an import, and never later.
"""

import micropython

_FUNCTIONS = type(lambda: 0), type(lambda: (yield))  # of bytecode


def release(module, table, blocks):
    """Set a module's pointers to the flash.

    table: where its bytes are in the pack, from tools/device/pack.py; blocks: startup.find_pack.
    """
    _release_constants(id(module), table, len(table), blocks)
    for thing in module.__dict__.values():
        if isinstance(thing, type):
            for method in thing.__dict__.values():
                _release_function(method, table, blocks)
        else:
            _release_function(thing, table, blocks)


def _release_function(thing, table, blocks):
    if type(thing) in _FUNCTIONS:
        _move(id(thing), table, len(table), blocks)


@micropython.viper
def _in_memory(address: int) -> int:
    """Whether an object may be there: a small number or a short name is none."""
    if address < 0x20000000 or address > 0x20041FF0 or address & 3:
        return 0
    return 1


@micropython.viper
def _move(thing: int, table, size: int, blocks):
    """Let an object's bytes be those in the flash, if those of one entry are equal."""
    if not int(_in_memory(thing)):
        return
    words = ptr32(thing)
    if not int(_in_memory(words[3])):
        return
    old = ptr8(words[3])
    entry = ptr16(table)
    block = ptr16(blocks)
    i = 3
    while i < size >> 1:
        there = 0x10000000 + (block[entry[i]] << 12) + entry[i + 1]
        new = ptr8(there)
        n = entry[i + 2]
        k = 0
        while k < n and old[k] == new[k]:
            k += 1
        if n and k == n:
            words[3] = there
            return
        i += 3


@micropython.viper
def _release_constants(module: int, table, size: int, blocks):
    """The same for a module's constants; their number is the first entry."""
    constants = ptr32(ptr32(module)[3])
    count = ptr16(table)[0]
    i = 0
    while i < count:
        _move(constants[i], table, size, blocks)
        i += 1
