# ruff: noqa: F821 (viper and assembler have names of their own)
"""Layer 1, device only: modules are imported from the flash, one by one, and run there.

MicroPython reads a compiled module into the heap: its code, texts, pictures. All of it also lies
in the pack, in the flash, which the processor reads and executes like memory. So the bytes are
handed over without the file system, and names as qstrs, MicroPython's numbers of them (setup.py).
After an import the pointers to what was read are set to the flash, if the bytes there are the
same, and the copies are freed.

A function has the pointer to its code in its fourth word, texts and bytes that to their content, a
module that to its constants (py/objfun.h, py/objstr.h and py/bc.h of MicroPython). Machine code
needs no place of its own: it jumps by distances, and finds everything else through the function.
What does not compare equal in all its bytes is left as it is.

What is released is freed at once, so a function that is being executed must not be, nor code of
which another function may still be made. So this happens right after a module was imported, to
its functions and those of its classes.

An import inside another one takes a kilobyte of the C stack, which has eight: so what a module
needs is imported before it, leaves first.

tools/device/pack.py says what the table in front of a module is.
"""

import sys
from array import array

import micropython
import uio as io
from micropython import const
from ubinascii import crc32
from uctypes import addressof

_GET_BUFFER_SIZE = const(11)  # requests to a stream
_MOST = const(255)  # bytes that MicroPython reads at once
_NAMED = const(8)  # numbers in a table before those of the names
_MASK = const(0x3FFFFFFF)
_ROW = const(8)  # bytes of the pack's index

plain_import = __import__  # MicroPython's own
_size = 0  # of the pack
_blocks = None  # of the flash in which it lies
_qstrs = None  # of all names in it
_index = 0  # address of its index
_rows = 0  # in it
_read: list = []  # where the tables end of modules that have been read, to be released
_opened = [""]  # the name of the module that is imported now

# Words of _state: what is read of the one open module.
_OFFSET = const(0)  # where it begins in the pack
_TABLE = const(1)  # address of its table
_FED = const(2)  # bytes handed over
_BLOCK = const(3)  # of the pack, in which the next byte lies,
_AT = const(4)  # its address,
_LEFT = const(5)  # and bytes to the block's end
_KEEP = const(6)  # 1: what is released is freed by the next collection only
_QSTRS = const(7)  # address of the qstrs: to ask a global for it takes 30 us
_state = array("I", bytes(32))


class _Module(io.IOBase):
    """The one open module: an import reads it to its end before it opens the next."""

    def start(self, from_end):
        end = _open(_size - from_end, _state, _blocks)
        _make_room(sys.modules[_opened[0]].__dict__, end)
        _read.append(end)
        return self

    @micropython.viper
    def readinto(self, into) -> int:
        """Hand over the next bytes: of the module's names their numbers, else the flash's.

        More than there are, at its end: others follow in the pack.
        """
        k = ptr32(_state)
        table = ptr16(k[_TABLE])
        qstrs = ptr16(k[_QSTRS])
        names = table[2]  # from there
        end = names + 2 * table[1]
        fed = k[_FED]
        size = int(len(into))
        to = int(ptr8(into))
        done = 0
        while done < size:
            if names <= fed < end:
                i = fed - names
                qstr = table[_NAMED + (i >> 1)]
                if qstr & 0x8000:
                    qstr &= 0x7FFF
                else:
                    qstr = qstrs[qstr]
                qstr = qstr << 1 | 1
                ptr8(to)[done] = qstr & 127 if i & 1 else qstr >> 7 | 128
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


def begin(size, blocks, qstrs, rows, behind):
    """Take the pack's size, its blocks (see setup.find_blocks), and the qstrs of its names.

    rows: of its index, which ends that many bytes before the pack. Returns what pack.use wants.
    """
    global _size, _blocks, _qstrs, _index, _rows
    _size = size
    _blocks = blocks
    _qstrs = qstrs
    _rows = rows
    _index = _address(size - behind - _ROW * rows, _state, blocks)
    _state[_QSTRS] = addressof(qstrs)
    return _Module(), find


def find(path):
    """See pack.find."""
    return _look_up(crc32(path), _index, _rows)


def import_flat(name, names=None, local=None, items=None, level=0):
    """__import__: what the module needs is imported before it, and not by it.

    Of `from a.b import c`, MicroPython asks for a.b, then for a.b.c if it is no name in a.b.
    """
    if name in sys.modules:
        if items:
            return sys.modules[name]
    else:
        at = find(name)
        if at > 0:
            end = _table_end(_size - at, _state, _blocks)
            needed = [None] * _count_needed(end)
            _list_needed(end, needed, _qstrs)
            for other in needed:
                if other not in sys.modules:
                    import_and_release(other, None, None, (), 0)
    return import_and_release(name, names, local, items, level)


@micropython.native
def import_and_release(name, names, local, items, level):
    """Import a module, and release what has been read for it."""
    before = len(_read)
    outer = _opened[0]
    _opened[0] = name
    try:
        module = plain_import(name, names, local, items, level)
    finally:
        _opened[0] = outer
    if len(_read) > before:
        for end in _read[before:]:
            _release(sys.modules[name], end)
        del _read[before:]
    return module


def release_importer():
    """Let this module itself run from the flash, unless an import is under way.

    At power-on that would take 20 ms. Its code is being executed: it is freed by the collection of
    garbage that follows.
    """
    if not _opened[0]:
        _state[_KEEP] = 1
        _release(sys.modules[__name__], _table_end(_size - find(__name__), _state, _blocks))
        _state[_KEEP] = 0


@micropython.viper
def _look_up(wanted: int, index: int, rows: int) -> int:
    """The second word of the index's row whose first one is that, -1 if there is none.

    Without its two highest bits: in Python that would be an operation on large numbers.
    """
    wanted &= _MASK
    words = ptr32(index)
    low = 0
    high = rows
    while low < high:
        middle = (low + high) >> 1
        if words[2 * middle] < wanted:
            low = middle + 1
        else:
            high = middle
    if low < rows and words[2 * low] == wanted:
        return words[2 * low + 1]
    return -1


@micropython.viper
def _address(offset: int, state, blocks) -> int:
    """Where that byte of the pack is in memory."""
    k = ptr32(state)
    _seek(offset, k, blocks)
    return k[_AT]


@micropython.viper
def _table_end(offset: int, state, blocks) -> int:
    """Where the table ends in front of the module at that offset in the pack."""
    k = ptr32(state)
    _seek(offset - 2, k, blocks)
    return k[_AT]


@micropython.viper
def _count_needed(end: int) -> int:
    """How many modules one needs; `end` is where its table ends."""
    return ptr16(end - 8 * ptr16(end)[0])[5]


@micropython.viper
def _list_needed(end: int, out, qstrs):
    """Their names, as objects (py/obj.h), become the items of a list."""
    table = ptr16(end - 8 * ptr16(end)[0])
    items = ptr32(ptr32(id(out))[3])
    at = _NAMED + (table[1] + 3 & -4)
    i = 0
    while i < table[5]:
        items[i] = ptr16(qstrs)[table[at + i]] << 3 | 2
        i += 1


@micropython.viper
def _open(offset: int, state, blocks) -> int:
    """Begin with the module at that offset in the pack; where its table ends.

    Nothing is called deeper in the C stack: of what it calls each call takes 200 bytes.
    """
    k = ptr32(state)
    _seek(offset - 2, k, blocks)
    end = k[_AT]
    k[_TABLE] = end - 8 * ptr16(end)[0]
    k[_OFFSET] = offset
    k[_FED] = 0
    _seek(offset, k, blocks)
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
    """Go to that offset in the pack: see setup.find_blocks."""
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
    """Copy r2 bytes from r1 to r0."""
    b(MANY)
    label(FOUR)
    ldrb(r3, [r1, 0])
    strb(r3, [r0, 0])
    ldrb(r3, [r1, 1])
    strb(r3, [r0, 1])
    ldrb(r3, [r1, 2])
    strb(r3, [r0, 2])
    ldrb(r3, [r1, 3])
    strb(r3, [r0, 3])
    add(r0, 4)
    add(r1, 4)
    sub(r2, 4)
    label(MANY)
    cmp(r2, 4)
    bge(FOUR)
    b(FEW)
    label(ONE)
    ldrb(r3, [r1, 0])
    strb(r3, [r0, 0])
    add(r0, 1)
    add(r1, 1)
    sub(r2, 1)
    label(FEW)
    cmp(r2, 0)
    bgt(ONE)


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
    first = _NAMED + (table[1] + 3 & -4) + (table[5] + 3 & -4)
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
                        spare[2] = 1
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


# Its memory is set to old code, which clearing it then frees: at once and not by the next
# collection, so modules do not come to lie between garbage.
_spare: dict = {}
_SPARE = id(_spare)
_free = _spare.clear
# A class, then kinds of functions: native, in bytecode, generators, viper.
_kinds = type, type(import_and_release), type(lambda: 0), type(lambda: (yield)), type(_move)
_KINDS = array("I", [id(kind) for kind in _kinds])
