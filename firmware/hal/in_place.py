# ruff: noqa: F821 (viper has names of its own)
"""Layer 1, device only: imported modules run from the flash; their copies in memory are freed.

MicroPython reads a compiled module into the heap: its code, texts, pictures. All of it also lies
in the pack, in the flash, which the processor reads and executes like memory. After an import the
pointers to these bytes are set to the flash, if the bytes there are the same.

A function has the pointer to its code in its fourth word, texts and bytes that to their content, a
module that to its constants (py/objfun.h, py/objstr.h and py/bc.h of MicroPython). Machine code
needs no place of its own: it jumps by distances, and finds everything else through the function.
What does not compare equal in all its bytes is left as it is.

A function that is being executed must not be changed: the garbage collector would not know that
its old code is in use. So this happens at once after an import, and never later.
"""

import micropython


def release(module, table, blocks):
    """Set a module's pointers to the flash.

    table: where its bytes are in the pack, from tools/device/pack.py; blocks: mapped.find_pack.
    """
    _release_constants(id(module), table, len(table), blocks)
    for thing in module.__dict__.values():
        if isinstance(thing, type):
            for method in thing.__dict__.values():
                _release_function(method, table, blocks)
        else:
            _release_function(thing, table, blocks)


@micropython.native
def _release_function(thing, table, blocks):
    if type(thing) in _FUNCTIONS:
        by = _move(id(thing), table, len(table), blocks)
        if type(thing) is _NATIVE:
            _move_description(id(thing), by)


@micropython.viper
def _in_memory(address: int) -> int:
    """Whether an object may be there: a small number or a short name is none."""
    if address < 0x20000000 or address > 0x20041FF0 or address & 3:
        return 0
    return 1


@micropython.viper
def _move(thing: int, table, size: int, blocks) -> int:
    """Let an object's bytes be those in the flash, if those of one entry are equal: how far on."""
    if not int(_in_memory(thing)):
        return 0
    words = ptr32(thing)
    if not int(_in_memory(words[3])):
        return 0
    old = ptr8(words[3])
    sum = 0
    k = 0
    while k < 16:
        sum = sum * 31 + old[k]
        k += 1
    sum &= 0xFFFF
    entry = ptr16(table)
    i = 4
    while i < size >> 1:
        if entry[i + 3] == sum:
            there = 0x10000000 + (ptr16(blocks)[entry[i]] << 12) + entry[i + 1]
            new = ptr8(there)
            n = entry[i + 2]
            k = 0
            while k < n and old[k] == new[k]:
                k += 1
            if k == n:
                by = there - words[3]
                words[3] = there
                return by
        i += 4
    return 0


@micropython.viper
def _move_description(function: int, by: int):
    """The description of a native function's arguments lies behind its code.

    The function's third word points to it, or the word behind its inner functions, to which the
    third one then points; which one of these it is, is the first word of the code.
    """
    words = ptr32(function)
    n = ptr32(words[3])[0]
    if n:
        ptr32(words[2])[n] += by
    else:
        words[2] += by


@micropython.viper
def _release_constants(module: int, table, size: int, blocks):
    """The same for a module's constants; their number is the first entry."""
    constants = ptr32(ptr32(module)[3])
    count = ptr16(table)[0]
    i = 0
    while i < count:
        _move(constants[i], table, size, blocks)
        i += 1


_NATIVE = type(_release_function)
_FUNCTIONS = type(release), type(lambda: (yield)), _NATIVE, type(_move)
