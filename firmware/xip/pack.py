# ruff: noqa: F821 (viper and assembler have names of their own)
"""Layer 1, device only: the head of the pack: imports its modules, which run from the flash (XIP).

A Pico reads and executes its flash like memory; of a file MicroPython knows no such thing. So
pack.mpy has this module first, compiled, at whose end MicroPython stops reading; then code and
texts where they run, files, and the words of the *link*: tables and objects with addresses and
MicroPython's numbers of names. The link is a second file, made by link.py at the first start, and
whenever anything that it is valid for has changed. tools/xip/pack.py says what lies where.

An import then runs a module's body, as with MicroPython's own frozen modules: nothing is read,
copied or searched, names are numbers, functions lie there ready. In memory is only what changes:
the modules' dictionaries, at a place that their functions know.
"""

import builtins
import gc
import sys
from array import array

import micropython
import uio as io
import uos as os
from _rp2 import Flash  # rp2 itself is made of Python, which would stay in memory
from machine import mem32, soft_reset
from micropython import const
from ubinascii import crc32
from uctypes import addressof
from utime import ticks_ms

_AT = "/pack"
LINK = "/pack.link"
_XIP = const(0x10000000)  # the flash, as memory
_BLOCK = const(4096)  # bytes of it
_BLOCK_COUNT = const(4)  # requests to a block device
_BLOCK_SIZE = const(5)
_GET_BUFFER_SIZE = const(11)  # a request to a stream
_FILE_WORDS = const(40)  # of an open file's object in which its last block is looked for
_END = const(2)  # of a file: to seek from there
_ENOENT = const(2)
_MASK = const(0x3FFFFFFF)
_DIGEST = const(8)  # bytes
_TAIL = const(48)  # bytes at the end of the pack: see tools/xip/pack.py
_ROW = const(8)  # bytes of the index of files
_STAMPS = const(32)  # words at the beginning of the link: what it is valid for
_LAST_POOL = const(4)  # one of them: with another MicroPython it means nothing
_DICTIONARIES = const(31)  # the last one: where those of the modules lie in memory
_LEAST = const(2048)  # bytes of all: at the start few gaps are as large
_FILLER = const(4096)  # bytes: only behind all that is in memory at the start is so much free
_TRIES = const(8)
_SLACK = const(16384)  # bytes by which a boot.py may change without a link made anew
_RAM = const(0x20000000)
_RAM_END = const(0x20042000)
_RAM_END_2350 = const(0x20082000)
_POOL_WORDS = const(6)  # of a pool of names before its texts
_CHIP_ID = const(0x40000000)  # SYSINFO: the part's number from bit 12 on
_PART_2350 = const(4)
# A word of the watchdog that survives a reset: the third, as the HAL uses the first two.
_SCRATCH = const(0x40058014)
_SCRATCH_2350 = const(0x400D8014)
_LEFT = const(0x13E)  # in its highest bits: left for the prompt; in the other ones, when
_MADE = const(0x13D)  # the same: a link was made
_LEFT_BITS = const(20)
_SOON = const(10_000)  # ms after that in which MicroPython begins anew

DICTIONARY = 16  # bytes of one of a module, without its table
NO_MEMORY = 0  # why the program can't run; the other reasons are those of link.py

# Words of the tail.
NAMES, FIRST_NAME, WORDS, WORDS_SIZE, BLOCKS, SIZE, MODULES, NEWEST, TABLE, ROWS = range(10)
# Words of a module's record in the link.
_NAMES_IN_IT = const(1)
_NAME = const(4)
_BODY = const(5)
_BOUND = const(6)
_PACKAGE = const(7)
_FOLDER = const(8)
_IN_FOLDER = const(9)
_NEEDS = const(10)
_DICTIONARY = const(1)  # a word of a module
_USED = const(1)  # and of a dictionary: from bit 3 on, how many names it has

_IS_2350 = mem32[_CHIP_ID] >> 12 & 0xFFFF == _PART_2350
RAM_END = _RAM_END_2350 if _IS_2350 else _RAM_END
plain_import = __import__  # MicroPython's own
kept = None  # the pool of the names met before, which only a pool in the flash refers to
dictionaries = None  # those of the modules, side by side, to which only the flash refers


@micropython.viper
def word(address: int, n: int) -> int:
    """The nth word of memory from that address on, without its two highest bits."""
    return ptr32(address)[n] & _MASK


@micropython.asm_thumb
def thing(r0) -> object:
    """The object at an address."""
    mov(r0, r0)


# Where a file lies in the flash.


def blocks_of(file, size, mark):
    """The flash's blocks in which the open file lies, or None; its last bytes are `mark`.

    A file of littlefs is a list of blocks. Each begins with the number of the one before, and
    with more such numbers, as many as 2 divides its own (SPEC.md of littlefs, CTZ skip-lists).
    They stay where they are until the file is removed or written. Its last one is known by the
    object of the open file: other copies of the same, removed or not, may lie in the flash, too.
    """
    device = Flash()
    if device.ioctl(_BLOCK_SIZE, 0) != _BLOCK:
        return None
    start, count = addressof(device) - _XIP >> 12, device.ioctl(_BLOCK_COUNT, 0)
    last = _last(size)
    n = last >> 13
    block = _last_block(id(file), size, mark, (last & 0x1FFF) - len(mark), start, count)
    if not block:
        return None
    blocks = array("H", bytes(2 * n + 2))
    blocks[n] = block
    return blocks if _go_back(blocks, n, start, count) else None


@micropython.viper
def _last(end: int) -> int:
    """The number of the last block of a file of that size, << 13, plus the bytes used in it."""
    n = 0
    while end > _BLOCK:
        n += 1
        end -= _BLOCK
        k = n
        while k & 1 == 0:
            end += 4
            k >>= 1
        end += 4
    return n << 13 | end


@micropython.viper
def _last_block(file: int, size: int, mark, at: int, start: int, count: int) -> int:
    """The last block of a file of that size, 0 if it is not found.

    lfs2_file_t, which is in its object, has that block's number before the size; as a check, the
    block has the mark at that offset.
    """
    words = ptr32(file)
    wanted = ptr8(mark)
    length = int(len(mark))
    i = 2
    while i < _FILE_WORDS:
        block = words[i - 1]
        if words[i] == size and 0 <= block and block < count:
            there = ptr8(_XIP + (start + block << 12) + at)
            k = 0
            while k < length and there[k] == wanted[k]:
                k += 1
            if k == length:
                return start + block
        i += 1
    return 0


@micropython.viper
def _go_back(blocks, n: int, start: int, count: int) -> bool:
    """Fill in the blocks before the last one, n, of a file system that begins at `start`.

    False if one is none of its `count` blocks.
    """
    found = ptr16(blocks)
    while n:
        block = ptr32(_XIP + (found[n] << 12))[0]
        if block < 0 or block >= count:
            return False
        found[n - 1] = start + block
        n -= 1
    return True


# What the link is valid for.


def stamps(link_blocks, last_pool=0):
    """The words that must stand at the beginning of the link; last_pool: see link.py.

    The pack, the blocks in which it and the link lie, and MicroPython: version and board, then, if
    there is a last_pool, that, the addresses of what the link refers to, and where the names that
    it met first begin; last, where the modules' dictionaries lie.
    """
    found = array("I", bytes(4 * _STAMPS))
    found[0] = int.from_bytes(digest[:4], "little")
    found[1] = int.from_bytes(digest[4:], "little")
    found[2] = crc32(link_blocks, crc32(blocks))
    found[3] = crc32(sys.version, crc32(str(sys.implementation)))
    if last_pool:
        found[_LAST_POOL] = last_pool
        known = known_addresses(sys.modules[__name__], last_pool)
        for i in range(len(known)):
            found[_LAST_POOL + 1 + i] = known[i]
    if dictionaries:
        found[_DICTIONARIES] = id(dictionaries)
    return found


def known_addresses(here, last_pool):
    """What words of the link refer to, in the order of tools/xip/pack.py; then other kinds."""
    functions = _generator, _find, _ms, word, thing  # bytecode, native, viper, assembler
    things = str, bytes, tuple, type(1 << 40), float, Ellipsis, type(here)
    known = [id(thing) for thing in things] + [id(type(function)) for function in functions]
    known.append(word(word(id(here), 3), tail[TABLE]))
    known.append(oldest(last_pool))
    return known + [id(dict), id(type(plain_import)), id(type)]


def _generator():
    yield


@micropython.viper
def oldest(last_pool: int) -> int:
    """The first pool of names in memory: it lies at the same place at every start."""
    pool = ptr32(last_pool)[0]
    end = int(RAM_END)
    while pool & 3 == 0 and _RAM <= pool and pool < end:
        before = ptr32(pool)[0]
        if before < _RAM:
            return pool
        pool = before
    return 0


@micropython.viper
def same(words, at: int, count: int) -> bool:
    """Whether so many words lie at that address."""
    here = ptr32(words)
    there = ptr32(at)
    i = 0
    while i < count:
        if here[i] != there[i]:
            return False
        i += 1
    return True


# Names.


def use_pools(last_pool, newest):
    """Let MicroPython find the names whose pools lie in the flash, the newest one there.

    Names have numbers, in pools one behind the other: those that it has met since the start are
    copied to one pool, and the oldest of theirs becomes an empty one, at a place that the pools in
    the flash know. It lies behind them, so what is looked for is found in them first.
    """
    global kept
    first = oldest(last_pool)
    n = _count(last_pool, first)
    pool = bytearray(4 * _POOL_WORDS + 6 * n)
    _gather(pool, last_pool, first, n)
    _put_before(pool, first)
    _set_word(last_pool, newest)
    kept = pool, thing(first)


@micropython.viper
def _count(last_pool: int, first: int) -> int:
    """How many names there are in pools in memory."""
    pool = ptr32(last_pool)[0]
    n = ptr32(pool)[3]
    while pool != first:
        pool = ptr32(pool)[0]
        n += ptr32(pool)[3]
    return n


@micropython.viper
def _gather(new, last_pool: int, first: int, n: int):
    """Copy them to a pool in their order: see py/qstr.c of MicroPython."""
    words = ptr32(new)
    at = int(words) + 24 + 4 * n
    words[0] = ptr32(first)[0]
    words[1] = ptr32(first)[1] & 0x3FFFFFFF
    words[2] = n
    words[3] = n
    words[4] = at
    words[5] = at + n
    start = words[1]
    pool = ptr32(last_pool)[0]
    while pool != words[0]:
        old = ptr32(pool)
        k = (old[1] & 0x3FFFFFFF) - start
        i = 0
        while i < old[3]:
            words[6 + k + i] = old[6 + i]
            ptr8(at)[k + i] = ptr8(old[4])[i]
            ptr8(at + n)[k + i] = ptr8(old[5])[i]
            i += 1
        pool = old[0]


@micropython.viper
def _put_before(new, first: int):
    """The oldest pool becomes empty, and follows that one."""
    words = ptr32(new)
    old = ptr32(first)
    old[1] = words[1] + words[3]
    old[3] = 0
    old[0] = int(words)


@micropython.viper
def _set_word(address: int, value: int):
    ptr32(address)[0] = value


# Imports.


@micropython.viper
def _look_up(wanted: int, index: int, rows: int) -> int:
    """The address in the index's row of that crc32; 0 if there is none."""
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
    return 0


@micropython.native
def import_linked(name, names=None, local=None, items=None, level=0):
    """__import__. Of `from a.b import c`, MicroPython asks for a.b, then for a.b.c if need be."""
    modules = sys.modules
    if name not in modules:
        record = _look_up(crc32(name), modules_at, tail[MODULES])
        if not record:
            return plain_import(name, names, local, items, level)
        name = _name(record)  # one typed at the prompt may have another number: see use_pools
        if name not in modules:
            _load(record)
    if items or "." not in name:
        return modules[name]
    return modules[name[: name.find(".")]]


def attribute(module, name):
    """A name that was met before those in the flash were found has another number there."""
    return getattr(module, "%s" % name)


def _load(record):
    """Make a module, after those that it needs: none inside another one, the stack is small."""
    waiting = [record]
    while waiting:
        record = _needed(waiting[-1])
        if record:
            waiting.append(record)
            continue
        record = waiting.pop()
        name = _name(record)
        module = thing(record)
        bound = word(record, _BOUND)
        _give_room(word(record, _NAMES_IN_IT), {}, bytearray(8 * bound), bound)
        names = module.__dict__
        names["__name__"] = name
        if word(record, _PACKAGE):
            names["__path__"] = ""
        sys.modules[name] = module
        if word(record, _BODY):
            try:
                thing(word(record, _BODY))()
            except BaseException:  # Ctrl-C included: there is no half of a module
                del sys.modules[name]
                names.clear()
                raise
        folder = word(record, _FOLDER)
        if folder:
            setattr(thing(folder), thing(word(record, _IN_FOLDER)), module)


@micropython.viper
def _needed(record: int) -> int:
    """The first module that one needs and that has no names yet; 0 if there is none."""
    words = ptr32(record)
    i = words[_NEEDS]
    at = _NEEDS
    while i:
        i -= 1
        at += 1
        dictionary = ptr32(ptr32(words[at])[_DICTIONARY])
        if dictionary[_USED] >> 3 == 0:
            return words[at]
    return 0


def _name(record):
    return thing(word(record, _NAME))


@micropython.viper
def _give_room(names: int, empty, room, size: int):
    """Make an empty dictionary at that address: mp_obj_dict_t of py/obj.h of MicroPython."""
    words = ptr32(names)
    like = ptr32(id(empty))
    words[0] = like[0]
    words[1] = like[1] & 7
    words[2] = size
    words[3] = int(ptr8(room))


# Files.


class _Pack:
    """The pack's file system, to read only. A compiled module in it MicroPython itself reads."""

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        pass

    def stat(self, path):
        if not _find(path):
            raise OSError(_ENOENT)
        return (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    def open(self, path, mode):
        at = _find(path)
        if not at:
            raise OSError(_ENOENT)
        file.seek(-at, _END)
        if path.endswith(".mpy"):
            return _Stream()
        size = int.from_bytes(file.read(2), "little")
        return _Data(at - 2, size)


class _Stream(io.IOBase):
    def readinto(self, into):
        return file.readinto(into)

    def ioctl(self, request, arg):
        return 255 if request == _GET_BUFFER_SIZE else 0


class _Data:
    """A file in it, read in pieces: some are larger than any free block."""

    def __init__(self, at, size):
        self.at, self.size = at, size
        self.seek(0)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass  # the pack stays open

    def seek(self, at):
        file.seek(at - self.at, _END)
        self.left = max(self.size - at, 0)

    def readinto(self, into):
        n = file.readinto(memoryview(into)[: self.left])
        self.left -= n
        return n


def _find(path):
    """How far before the pack's end a file begins, 0 for none."""
    at = _index.find(int.to_bytes(crc32(path) & _MASK, 4, "little"))
    while at > 0 and at % _ROW:
        at = _index.find(_index[at : at + 4], at + 1)
    return int.from_bytes(_index[at + 4 : at + 8], "little") if at >= 0 else 0


# The start.


def open_link():
    """Open the link: whether it is valid. Then names and modules are found in it."""
    sys.path[:] = [_AT]  # with littlefs on it, imports of built-in modules would search that first
    try:
        link = open(LINK, "rb")
    except OSError:
        return False
    with link:
        found = blocks_of(link, tail[SIZE] + _DIGEST, digest)
    if not found or not blocks:
        return False
    at = _XIP + (found[0] << 12)
    if not same(stamps(found), at, _LAST_POOL):
        return False
    last_pool = word(at, _LAST_POOL)
    if not same(stamps(found, last_pool), at, _DICTIONARIES):
        return False
    if not reserve(word(at, _DICTIONARIES)):
        return False
    begin(found, last_pool)
    return True


def reserve(at=0):
    """Take memory for the modules' dictionaries at that address, or where it is free now.

    Whether it could be had there: behind all that is in memory at the start, and what is between
    is filled for that moment. All are tuples, as each is one piece of memory.
    """
    global dictionaries
    kept = [None] * (2 * _TRIES)
    filler = _words(_FILLER)
    behind = id(filler) + _FILLER
    at = at or behind + _SLACK
    for i in range(_TRIES):  # what does not come to lie there fills a gap
        if at > behind:
            kept[2 * i] = _words(at - behind)
            if id(kept[2 * i]) != behind:
                continue
            behind = at
        taken = kept[2 * i + 1] = _words(max(DICTIONARY * (tail[MODULES] + 1), _LEAST))
        if id(taken) == at:
            dictionaries = taken
            break
    return dictionaries is not None


def _words(size):
    """A tuple that takes so many bytes: two words are its type and its length."""
    return (0,) * ((size >> 2) - 2)


def begin(link_blocks, last_pool):
    """Names and modules are found in the link from now on."""
    global modules_at
    newest = tail[NEWEST]
    use_pools(last_pool, _XIP + (link_blocks[newest >> 12] << 12) + (newest & 0xFFF))
    modules_at = _XIP + (link_blocks[0] << 12) + 256
    builtins.__import__ = import_linked


def use(told=None):
    """Import from the pack from now on; 0, or why that can't be: see link.py.

    told: a module that MicroPython itself reads, whose bar(part, all) is called meanwhile.
    """
    return 0 if modules_at or open_link() else _make_link(told)


def _make_link(told):
    gc.collect()  # where memory could not be had, what filled the gaps would lie in the way
    if not reserve():
        raise MemoryError
    try:
        import link

        return link.make(told and __import__(told).bar)
    finally:
        for name in list(sys.modules):  # these were read into the heap
            if name != __name__:
                del sys.modules[name]
        gc.collect()


def start(main, told):
    """Run the module `main`, until it ends at MicroPython's prompt.

    told: shows how far the link is, and why `main` can't run, by its run(reason).
    """
    scratch = _SCRATCH_2350 if _IS_2350 else _SCRATCH
    left = mem32[scratch]
    mem32[scratch] = 0
    # Time goes on over a soft reset, and begins with 0 after any other, which starts the program.
    if left >> _LEFT_BITS == _LEFT and _ms(ticks_ms() - left) < _SOON:
        return
    mark = _LEFT
    try:
        try:
            makes = not (modules_at or open_link())
            reason = _make_link(told) if makes else 0
            if reason:
                plain_import(told).run(reason)
            elif makes and left >> _LEFT_BITS != _MADE:
                mark = _MADE  # memory is then what it is at each later start
            else:
                sys.modules.pop(main, None)  # /main.py, if it was imported at the prompt
                attribute(__import__(main), "run")()
        except MemoryError:
            plain_import(told).run(NO_MEMORY)
    except BaseException as error:
        _uninterrupted()
        sys.print_exception(error)
    finally:  # even if another Ctrl-C came just before
        _uninterrupted()
        mem32[scratch] = mark << _LEFT_BITS | _ms(ticks_ms())
        soft_reset()  # what the prompt uses must not lie in the flash: the pack may be rewritten


@micropython.native
def _ms(time):
    return time & (1 << _LEFT_BITS) - 1


def _uninterrupted():
    """No Ctrl-C from now on, until MicroPython begins anew: it would leave the prompt as it is."""
    try:
        micropython.kbd_intr(-1)
        for _ in range(2):
            pass  # one that came before is raised here
    except KeyboardInterrupt:
        pass


file = open("pack.mpy", "rb")
size = file.seek(-_TAIL, _END) + _TAIL
tail = array("I", file.read(_TAIL - _DIGEST))
digest = file.read(_DIGEST)
file.seek(-_TAIL - _ROW * tail[ROWS], _END)
_index = file.read(_ROW * tail[ROWS])
blocks = blocks_of(file, size, digest)
modules_at = 0  # the address of their index
os.mount(_Pack(), _AT)
