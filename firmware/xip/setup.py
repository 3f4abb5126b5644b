# ruff: noqa: F821 (viper has names of its own)
"""Layer 1, device only: finds the pack in the flash, and lets MicroPython read its names there.

It is needed once, at power-on, and dropped from memory afterwards.

MicroPython gives each name that it meets a number, its qstr, in pools (py/qstr.c), and copies it
to the heap, for good. Each name of a module that it reads is compared with all of them: 0.1 ms a
name, the half of an import. So the names of all modules become one more pool at power-on: their
texts stay in the flash, and as they are sorted, one is found in a dozen steps.

A pool is an array of words: 0 the address of the one before; 1 how many qstrs those before have,
the top bit set if it is sorted; 2 how many there is room for; 3 how many there are; 4 and 5 where
bytes with their hashes and their lengths are, behind the rest; from 6 on their texts' addresses.
"""

import sys
from array import array

import micropython
from _rp2 import Flash  # rp2 itself is made of Python, which would stay in memory
from micropython import const
from uctypes import addressof

_XIP = const(0x10000000)  # the flash, as memory
_BLOCK = const(4096)  # bytes of it
_BLOCK_COUNT = const(4)  # requests to a block device
_BLOCK_SIZE = const(5)
_FILE_WORDS = const(40)  # of an open file's object in which its last block is looked for
_RAM = const(0x20000000)
_RAM_END = const(0x20040000)
_HEAD = const(24)  # bytes of a pool before its texts' addresses
_QSTRS = const(8191)  # one and a bit are handed over in two times seven bits
_SOME = const(16)  # names: the next pool has room for twice as many
_NEW = b"a name nobody has"
_ITS_HASH = const(168)
_CHAINS = const(1024)  # of names that have the same hash and the same last bits of the length


def find_blocks(file, size, mark):
    """The flash's blocks in which the open pack lies, or None; its last bytes are `mark`.

    A file of littlefs is a list of blocks. Each begins with the number of the one before, and
    with more such numbers, as many as 2 divides its own (SPEC.md of littlefs, CTZ skip-lists).
    They stay where they are until the file is removed, which only an installation does, at
    MicroPython's prompt. Its last one is known by the object of the open file: other copies of the
    same pack, removed or not, may lie in the flash as well.
    """
    start, count = _file_system()
    last = _last(size)
    n = last >> 13
    end = last & 0x1FFF
    block = _last_block(id(file), size, mark, end - len(mark), start, count)
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
def word(address: int, n: int) -> int:
    """The nth word of memory from that address on."""
    return ptr32(address)[n]


def layouts_are_known():
    """Whether lists, dictionaries and modules are laid out as importer.py takes them."""
    module = sys.modules[__name__]
    items = [_NEW]
    names = {_NEW: items}
    at = word(id(names), 3)
    pairs = [(word(at, 2 * i), word(at, 2 * i + 1)) for i in range(word(id(names), 2) & 7)]
    return (
        word(id(items), 2) == 1
        and word(word(id(items), 3), 0) == id(_NEW)
        and word(id(names), 1) >> 3 == 1
        and pairs.count((id(_NEW), id(items))) == 1
        and word(id(module), 1) == id(module.__dict__)
        and _RAM <= word(id(module), 3) < _RAM_END
    )


def _file_system():
    """The first block of the flash that is the file system's, and how many are."""
    device = Flash()
    if device.ioctl(_BLOCK_SIZE, 0) == _BLOCK:
        return addressof(device) - _XIP >> 12, device.ioctl(_BLOCK_COUNT, 0)
    return 0, 0


def make_pool(blocks, place):
    """A pool of the names that begin at `place`: six bytes, their block, offset and number.

    Returns (the pool, the qstr of each name); None, and nothing has happened, if MicroPython's
    pools are not as above. Names in an older pool keep their qstrs.
    """
    hasattr(0, _NEW.decode())  # the newest name: it is in the newest pool
    newest = _pool_of(addressof(_NEW.decode()))
    known_by = _word(newest, _RAM, newest)  # MicroPython's variable, before the heap
    if not known_by or _word(newest, known_by + 4, newest):
        return None
    block, at, count = array("H", place)
    if _end_of(newest) + count > _QSTRS:
        return None
    pool = bytearray(_HEAD + 6 * count)
    qstrs = array("H", bytes(2 * count))
    _fill(pool, blocks, block, at, count)
    _find_known(pool, newest, qstrs, array("H", bytes(2 * (_CHAINS + count))))
    _leave_out_known(pool, _end_of(newest), qstrs)
    _begin(pool, newest, known_by)
    return pool, qstrs


@micropython.viper
def _word(wanted: int, start: int, end: int) -> int:
    """The first address of a word of this value; 0 if there is none."""
    while start < end:
        if ptr32(start)[0] == wanted:
            return start
        start += 4
    return 0


@micropython.viper
def _pool_of(text: int) -> int:
    """The pool whose last name has its text at that address; 0 if there is none."""
    at = int(_word(text, _RAM, _RAM_END))
    while at:
        pool = at - _HEAD
        count = 1
        while count < 2000 and pool >= _RAM:
            words = ptr32(pool)
            room = words[2]
            if words[3] == count and words[4] == pool + _HEAD + 4 * room:
                if words[5] == words[4] + room and ptr8(words[4])[count - 1] == _ITS_HASH:
                    return pool
            pool -= 4
            count += 1
        at = int(_word(text, at + 4, _RAM_END))
    return 0


@micropython.viper
def _fill(new, blocks, block: int, at: int, count: int):
    """Enter the names: of each its hash, its length, its text and 0 lie in the flash.

    A length of 0 says that the next one begins with the next block.
    """
    words = ptr32(new)
    words[2] = _SOME
    words[3] = count
    words[4] = int(ptr32(new)) + _HEAD + 4 * count
    words[5] = words[4] + count
    hashes = ptr8(words[4])
    lengths = ptr8(words[5])
    in_flash = ptr16(blocks)
    here = _XIP + (in_flash[block] << 12) + at
    i = 0
    while i < count:
        size = ptr8(here)[1]
        if size:
            hashes[i] = ptr8(here)[0]
            lengths[i] = size
            words[6 + i] = here + 2
            here += size + 3
            i += 1
        else:
            block += 1
            here = _XIP + (in_flash[block] << 12) + 4
            k = block
            while k & 1 == 0:
                here += 4
                k >>= 1


@micropython.viper
def _end_of(pool: int) -> int:
    """The number after the last one in a pool."""
    words = ptr32(pool)
    return (words[1] & 0x3FFFFFFF) + words[3]


@micropython.viper
def _find_known(new, pool: int, qstrs, chains):
    """Enter the qstrs of names that are in an older pool.

    chains: of each one more than its first name, then of each name one more than the next one.
    """
    words = ptr32(new)
    found = ptr16(qstrs)
    firsts = ptr16(chains)
    nexts = ptr16(int(firsts) + 2 * _CHAINS)
    hashes = ptr8(words[4])
    lengths = ptr8(words[5])
    at = words[3]
    while at:
        at -= 1
        chain = hashes[at] | (lengths[at] & 3) << 8
        nexts[at] = firsts[chain]
        firsts[chain] = at + 1
    while pool:
        known = ptr32(pool)
        hashes = ptr8(known[4])
        its_lengths = ptr8(known[5])
        i = known[3]
        while i:
            i -= 1
            size = its_lengths[i]
            at = firsts[hashes[i] | (size & 3) << 8]
            while at:
                at -= 1
                if lengths[at] == size:
                    text = ptr8(known[6 + i])
                    other = ptr8(words[6 + at])
                    k = 0
                    while k < size and text[k] == other[k]:
                        k += 1
                    if k == size:
                        found[at] = (known[1] & 0x3FFFFFFF) + i
                at = nexts[at]
        pool = known[0]


@micropython.viper
def _leave_out_known(new, qstr: int, qstrs):
    """Take out the names that have a qstr; the others get theirs, from that one on."""
    words = ptr32(new)
    hashes = ptr8(words[4])
    lengths = ptr8(words[5])
    found = ptr16(qstrs)
    i = 0
    k = 0
    while i < words[3]:
        if not found[i]:
            found[i] = qstr + k
            lengths[k] = lengths[i]
            hashes[k] = hashes[i]
            words[6 + k] = words[6 + i]
            k += 1
        i += 1
    words[3] = k


@micropython.viper
def _begin(new, pool: int, known_by: int):
    """From now on it is the newest pool."""
    words = ptr32(new)
    sorted = 1
    words[0] = pool
    words[1] = int(_end_of(pool)) | sorted << 31
    ptr32(known_by)[0] = int(ptr32(new))
