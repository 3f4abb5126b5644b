# ruff: noqa: F821 (viper and assembler have names of their own)
"""Layer 1, device only: modules are imported from the flash and run there.

MicroPython reads a compiled module into the heap: its code, texts, pictures. All of it also lies
in the pack, in the flash, which the processor reads and executes like memory. So the bytes are
handed over without the file system, and names as MicroPython's numbers of them, which need not be
looked up (mapped.py). After an import the pointers to what was read are set to the flash, if the
bytes there are the same, and the copies are freed.

A function has the pointer to its code in its fourth word, texts and bytes that to their content, a
module that to its constants (py/objfun.h, py/objstr.h and py/bc.h of MicroPython). Machine code
needs no place of its own: it jumps by distances, and finds everything else through the function.
What does not compare equal in all its bytes is left as it is.

What is released is freed at once, so a function that is being executed must not be, nor code of
which another function may still be made. So this happens right after a module was imported, to
its functions and those of its classes: `read` is how pack.py imports a module.

tools/device/pack.py says what the table in front of a module is.
"""

import sys
from array import array

import micropython
import uio as io
from micropython import const

_GET_BUFFER_SIZE = const(11)  # requests to a stream
_MOST = const(255)  # bytes that MicroPython reads at once
_NAMED = const(8)  # numbers in a table before those of the names

_import = None  # MicroPython's own import
_size = 0  # of the pack
_blocks = None  # where it lies
# Modules that were read before: they are released by the first collection.
_BEFORE = ("hal", "/hal/__init__.mpy"), ("hal.in_place", "/hal/in_place.mpy")
_read: list = []  # modules to be released: their names, and where their tables end
_slot = [""]  # the name of the one being opened

# Words of _state: what is read of the one open module.
_OFFSET = const(0)  # where it begins in the pack
_TABLE = const(1)  # address of its table
_FED = const(2)  # bytes handed over
_BLOCK = const(3)  # of the pack, in which the next byte lies,
_AT = const(4)  # its address,
_LEFT = const(5)  # and bytes to the block's end
_IMPORTS = const(6)  # under way
_KEEP = const(7)  # 1: what is released is freed by the next collection only
_state = array("I", bytes(32))
_numbers = array("H")  # MicroPython's, of all names


class _Module(io.IOBase):
    """The one open module: an import reads it to its end before it opens the next."""

    def start(self, from_end):
        end = _open(_size - from_end, _state, _blocks, _numbers, id(_slot))
        name = _slot[0]
        _make_room(sys.modules[name].__dict__, end)
        _read.append((name, end))
        return self

    @micropython.viper
    def readinto(self, into) -> int:
        """Hand over the next bytes: of the module's names their numbers, else the flash's.

        More than there are, at its end: others follow in the pack.
        """
        k = ptr32(_state)
        table = ptr16(k[_TABLE])
        names = table[2]  # from there
        end = names + 2 * table[1]
        fed = k[_FED]
        size = int(len(into))
        to = int(ptr8(into))
        done = 0
        while done < size:
            if names <= fed < end:
                i = fed - names
                number = table[_NAMED + (i >> 1)]
                if number & 0x8000:
                    number &= 0x7FFF
                else:
                    number = ptr16(_numbers)[number]
                number = number << 1 | 1
                ptr8(to)[done] = number & 127 if i & 1 else number >> 7 | 128
                fed += 1
                done += 1
                if fed == end:
                    _seek(k[_OFFSET] + table[3], k, _blocks)
            else:
                n = size - done
                if fed < names and names - fed < n:
                    n = names - fed
                if not k[_LEFT]:
                    _next_block(k, _blocks)
                if k[_LEFT] < n:
                    n = k[_LEFT]
                _copy(to + done, k[_AT], n)
                k[_AT] += n
                k[_LEFT] -= n
                fed += n
                done += n
        k[_FED] = fed
        return size

    def ioctl(self, request, arg):
        return _MOST if request == _GET_BUFFER_SIZE else 0


def begin(pack, size, blocks, numbers):
    """From now on modules are imported from the flash, where those of the pack lie.

    size: the pack's; blocks: where it lies, see mapped.find_pack; numbers: see mapped.use_names.
    Returns the stream that it was read by before.
    """
    global _import, _size, _blocks, _numbers
    _import = pack.load
    _size = size
    _blocks = blocks
    _numbers = numbers
    for name, path in _BEFORE:
        _read.append((name, _open(size - pack.find(path), _state, blocks, numbers, id(_slot))))
    return pack.read_by(_Module())


@micropython.native
def read(name, names, local, items, level):
    """Import a module, and release what has been read for it."""
    before = len(_read)
    _state[_IMPORTS] += 1
    try:
        module = _import(name, names, local, items, level)  # type: ignore[misc]
    finally:
        _state[_IMPORTS] -= 1
    if len(_read) > before:
        _release_from(before)
    return module


def release():
    """Release all that has been read, the HAL and this module too, unless an import is under way.

    Their code is being executed: it is freed by the collection of garbage that follows.
    """
    if not _state[_IMPORTS]:
        _state[_KEEP] = 1
        _release_from(0)
        _state[_KEEP] = 0


def _release_from(first):
    """Set the pointers of modules that have been read to the flash."""
    for name, end in _read[first:]:
        if name in sys.modules:
            _release(sys.modules[name], end)
    del _read[first:]


@micropython.viper
def _open(offset: int, state, blocks, numbers, slot: int) -> int:
    """Begin with the module at that offset in the pack: its name to the slot; its table's end."""
    k = ptr32(state)
    _seek(offset - 2, k, blocks)
    end = k[_AT]
    k[_TABLE] = end - 8 * ptr16(end)[0]
    k[_OFFSET] = offset
    k[_FED] = 0
    _seek(offset, k, blocks)
    # A name as an object (py/obj.h), in the list's only item.
    ptr32(ptr32(slot)[3])[0] = ptr16(numbers)[ptr16(k[_TABLE])[5]] << 3 | 2
    return end


@micropython.viper
def _make_room(names, end: int):
    """Let a new module's dictionary have room for all its globals: it need not grow by steps.

    Its third word is the number of entries there is room for, the fourth their address; a byte
    object's memory becomes the new one, and what was in the old one is entered again.
    """
    was = list(names.items())
    table = ptr16(end - 8 * ptr16(end)[0])
    size = table[4]
    room = bytearray(8 * size)
    words = ptr32(id(names))
    words[1] &= 7
    words[2] = size
    words[3] = int(ptr8(room))
    for name, value in was:
        names[name] = value


@micropython.viper
def _seek(offset: int, words: ptr32, blocks):
    """Go to that offset in the pack: see mapped.find_pack."""
    n = 0
    while offset >= 4096:
        n += 1
        offset -= 4096 - 4
        k = n
        while k & 1 == 0:
            offset += 4
            k >>= 1
    words[_BLOCK] = n
    words[_AT] = 0x10000000 + (ptr16(blocks)[n] << 12) + offset
    words[_LEFT] = 4096 - offset


@micropython.viper
def _next_block(words: ptr32, blocks):
    n = words[_BLOCK] + 1
    size = 4096 - 4
    k = n
    while k & 1 == 0:
        size -= 4
        k >>= 1
    words[_BLOCK] = n
    words[_AT] = 0x10000000 + (ptr16(blocks)[n] << 12) + 4096 - size
    words[_LEFT] = size


@micropython.asm_thumb
def _copy(r0, r1, r2):
    """Copy r2 bytes, at least one, from r1 to r0."""
    label(NEXT)
    ldrb(r3, [r1, 0])
    strb(r3, [r0, 0])
    add(r0, 1)
    add(r1, 1)
    sub(r2, 1)
    bne(NEXT)


@micropython.native
def _release(module, end):
    """Set a module's pointers to the flash; `end` is where the table in front of it ends."""
    _move_constants(id(module), end, _blocks)
    if _move_values(id(module.__dict__), end, _blocks):
        for thing in module.__dict__.values():
            if isinstance(thing, type):
                _move_values(id(thing.__dict__), end, _blocks)


@micropython.viper
def _move_constants(module: int, end: int, blocks):
    """Those of a module: their number is the table's first one."""
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
def _move(at: int, n: int, step: int, end: int, blocks) -> int:
    """Let the bytes of n objects be those in the flash, if those of one row are equal.

    Their addresses are n words from `at` on, `step` apart; if it is 2, only functions count.
    """
    objects = ptr32(at)
    table = ptr16(end - 8 * ptr16(end)[0])
    first = _NAMED + (table[1] + 3 & -4)
    behind = 4 * ptr16(end)[0]
    in_flash = ptr16(blocks)
    kinds = ptr32(_KINDS)
    classes = 0
    last = n * step
    n = 0
    row = first
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
        old = ptr32(was)
        sum = (old[0] + 3 * old[1] + 5 * old[2] + 7 * old[3]) >> 8 & 0xFFFF
        left = behind - first
        while left > 0:  # from the last one found on: they are in the same order, mostly
            if row >= behind:
                row = first
            if table[row + 3] == sum:
                there = 0x10000000 + (in_flash[table[row]] << 12) + table[row + 1]
                size = table[row + 2]
                if int(_same(was, there, size)):
                    words[3] = there
                    if not was & 15 and not ptr32(_state)[_KEEP]:
                        spare = ptr32(_SPARE)
                        spare[1] = size
                        spare[3] = was
                        _free()
                    if kind == kinds[1]:
                        _move_description(thing, there - was)
                    left = 0
            row += 4
            left -= 4
    return classes


@micropython.asm_thumb
def _same(r0, r1, r2):
    """Whether r2 bytes at r0 and r1, two multiples of four, are equal."""
    b(WORDS)
    label(WORD)
    ldr(r3, [r0, 0])
    ldr(r4, [r1, 0])
    cmp(r3, r4)
    bne(OTHER)
    add(r0, 4)
    add(r1, 4)
    sub(r2, 4)
    label(WORDS)
    cmp(r2, 4)
    bge(WORD)
    b(BYTES)
    label(BYTE)
    ldrb(r3, [r0, 0])
    ldrb(r4, [r1, 0])
    cmp(r3, r4)
    bne(OTHER)
    add(r0, 1)
    add(r1, 1)
    sub(r2, 1)
    label(BYTES)
    cmp(r2, 0)
    bgt(BYTE)
    mov(r0, 1)
    b(END)
    label(OTHER)
    mov(r0, 0)
    label(END)


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
