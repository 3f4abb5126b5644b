# ruff: noqa: F821 (viper has names of its own)
"""Layer 1, device only: imported modules run from the flash; their copies in memory are freed.

MicroPython reads a compiled module into the heap: its code, texts, pictures. All of it also lies
in the pack, in the flash, which the processor reads and executes like memory. After an import the
pointers to these bytes are set to the flash, if the bytes there are the same.

A function has the pointer to its code in its fourth word, texts and bytes that to their content, a
module that to its constants (py/objfun.h, py/objstr.h and py/bc.h of MicroPython). Machine code
needs no place of its own: it jumps by distances, and finds everything else through the function.
What does not compare equal in all its bytes is left as it is.

What is released is freed at once, so a function that is being executed must not be, nor code of
which another function may still be made. So this happens right after a module was imported, to
its functions and those of its classes; `read` takes the place of Python's `__import__`.
"""

import sys
from array import array

import micropython

_import = __import__
_pack = None
_size = 0  # of it
_blocks = None  # where it lies: mapped.find_pack


def begin(pack, size, blocks):
    """What is imported from now on can be released; what is now, and so is executed, is not."""
    global _pack, _size, _blocks
    _pack = pack
    _size = size
    _blocks = blocks
    del pack.opened[:]


@micropython.native
def read(name, *how):
    """Import a module, and release what has been read for it."""
    opened = _pack.opened
    before = len(opened)
    module = _import(name, *how)
    if len(opened) > before:
        release_read(before)
    return module


def release_read(first=0):
    """Release the modules that have been read, but for some that still are imported."""
    for file in _pack.opened[first:]:
        name = file[1:-4].replace("/", ".")
        module = sys.modules.get("thirteen." + name) or sys.modules.get(name)
        if module and _blocks:
            _release(module, _address(_size - _pack.from_end(file) - 2, _blocks))
    del _pack.opened[first:]


@micropython.viper
def _address(at: int, blocks) -> int:
    """Where a byte of the pack lies: see mapped.find_pack."""
    n = 0
    while at >= 4096:
        n += 1
        at -= 4096 - 4
        k = n
        while k & 1 == 0:
            at += 4
            k >>= 1
    return 0x10000000 + (ptr16(blocks)[n] << 12) + at


@micropython.native
def _release(module, end):
    """Set a module's pointers to the flash.

    end: the address of the last two bytes of the table in front of it, see tools/device/pack.py.
    """
    _move_constants(id(module), end, _blocks)
    if _move_values(id(module.__dict__), end, _blocks):
        for thing in module.__dict__.values():
            if isinstance(thing, type):
                _move_values(id(thing.__dict__), end, _blocks)


@micropython.viper
def _move_constants(module: int, end: int, blocks):
    """Those of a module: their number is the table's first entry."""
    count = ptr16(end - 8 * ptr16(end)[0])[0]
    _move(ptr32(module)[3], count, 1, end, blocks)


@micropython.viper
def _move_values(names: int, end: int, blocks) -> int:
    """The functions among a dictionary's values: whether there is a class among them, too.

    Its third word is the number of its entries, the fourth their address (py/obj.h).
    """
    words = ptr32(names)
    return int(_move(words[3] + 4, words[2], 2, end, blocks))


@micropython.viper
def _move(at: int, n: int, step: int, table: int, blocks) -> int:
    """Let the bytes of n objects be those in the flash, if those of one entry are equal.

    Their addresses are n words from `at` on, `step` apart; if it is 2, only functions count.
    """
    objects = ptr32(at)
    end = 4 * ptr16(table)[0]
    entry = ptr16(table - 2 * end)
    in_flash = ptr16(blocks)
    kinds = ptr32(_KINDS)
    classes = 0
    last = n * step
    n = 0
    while n < last:
        thing = objects[n]
        n += step
        # Neither a small number nor a short name, and no object of MicroPython's own.
        if thing < 0x20000000 or thing > 0x20041FF0 or thing & 3:
            continue
        words = ptr32(thing)
        kind = words[0]
        if step == 2:
            if kind == kinds[0]:
                classes = 1
            if kind != kinds[1] and kind != kinds[2] and kind != kinds[3] and kind != kinds[4]:
                continue
        was = words[3]
        if was < 0x20000000 or was > 0x20041FF0 or was & 3:
            continue
        old = ptr8(was)
        sum = 0
        k = 0
        while k < 16:
            sum = sum * 31 + old[k]
            k += 1
        sum &= 0xFFFF
        i = 4
        while i < end:
            if entry[i + 3] == sum:
                there = 0x10000000 + (in_flash[entry[i]] << 12) + entry[i + 1]
                new = ptr8(there)
                size = entry[i + 2]
                k = 0
                while k < size and old[k] == new[k]:
                    k += 1
                if k == size:
                    words[3] = there
                    if not was & 15:
                        spare = ptr32(_SPARE)
                        spare[1] = size
                        spare[3] = was
                        _free()
                    if kind == kinds[1]:
                        _move_description(thing, there - was)
                    i = end
            i += 4
    return classes


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


# Its memory is set to old code, which clearing it then frees, but for the first 16 bytes: at once
# and not by the next collection, so modules do not come to lie between garbage.
_spare = [0]
_SPARE = id(_spare)
_free = _spare.clear
# A class, then kinds of functions: native, in bytecode, generators, viper.
_kinds = type, type(read), type(lambda: 0), type(lambda: (yield)), type(_move)
_KINDS = array("I", [id(kind) for kind in _kinds])
