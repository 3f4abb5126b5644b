# ruff: noqa: F821 (viper has names of its own)
"""Layer 1, device only: makes the link of a pack, at the first start; see pack.py.

tools/xip/pack.py lists the link's words, and what each is: addresses and numbers of names are put
in here. The file is written once, empty, so that it has its blocks, which then are programmed in
place; its first page, what it is valid for, comes last. A cut before that: it is made anew.

It runs from the heap, and is dropped afterwards.
"""

import gc
import sys
from array import array

import deflate
import micropython
import pack
import uio as io
import uos as os
from _rp2 import Flash
from micropython import const
from uctypes import addressof

_XIP = const(0x10000000)
_RAM = const(0x20000000)
_BLOCK = const(4096)
_PAGE = const(256)
_DIGEST = const(8)
_WORDS = const(1024)  # of a block
_WINDOW = const(10)
_SPARE_BLOCKS = const(6)  # for the file's directory, and for saves meanwhile
_FIRST = const(8192)  # the number of the first name
_HEAD = const(24)  # bytes of a pool of names before its texts' addresses
_CHAINS = const(1024)  # of names that have the same hash and the same last bits of the length
_NEW = b"a name nobody has"
_ITS_HASH = const(168)

NO_ROOM, REFUSED = 1, 2


def make(shows=None):
    """Make the link and use it; 0, or why it can't be: NO_ROOM on the flash, or REFUSED.

    shows(part, of all): called now and then.
    """
    try:
        os.remove(pack.LINK)
    except OSError:
        pass
    last_pool = _find_last_pool()
    if not pack.blocks or not last_pool or not _layouts_are_known():
        return REFUSED
    stat = os.statvfs("/")
    if stat[0] * stat[3] < (pack.tail[pack.BLOCKS] + _SPARE_BLOCKS) * _BLOCK:
        return NO_ROOM
    gc.collect()
    pack.file.seek(pack.tail[pack.WORDS])
    deflated = pack.file.read(pack.tail[pack.WORDS_SIZE])  # while memory has room in one piece
    blocks = _written(shows)
    if not blocks:
        return REFUSED
    _program(blocks, last_pool, deflated)
    stamps = pack.stamps(blocks, last_pool)
    pack.begin(blocks, last_pool)
    gc.collect()
    try:
        works = pack.attribute(pack.import_linked("xip.probe", items=("works",)), "works")()
    except Exception:
        works = False
    if not works:
        os.remove(pack.LINK)
        return REFUSED
    page = bytearray(b"\xff" * _PAGE)
    page[: 4 * len(stamps)] = bytes(stamps)
    _put(Flash(), blocks[0], 0, page)
    return 0


def _layouts_are_known():
    """Whether objects are laid out as here and in pack.py: py/obj.h, py/bc.h, py/objfun.c."""
    word = pack.word
    module = sys.modules[__name__]
    items = [_NEW]
    names = {_NEW: items}
    at = word(id(names), 3)
    pairs = [(word(at, 2 * i), word(at, 2 * i + 1)) for i in range(word(id(names), 2) & 7)]
    pair = (items, names)
    return (
        word(id(items), 2) == 1
        and word(word(id(items), 3), 0) == id(_NEW)
        and word(id(names), 1) >> 3 == 1
        and pairs.count((id(_NEW), id(items))) == 1
        and word(id(module), 1) == id(module.__dict__)
        and word(id(module), 0) == id(type(module))
        and word(id(make), 0) == id(type(make))
        and word(id(make), 1) == word(id(_find), 1) == id(module)
        and word(id(pack.thing), 1) == 1
        and _RAM <= word(id(module), 3) < pack.RAM_END
        and word(id(pair), 1) == 2
        and word(id(pair), 3) == id(names)
    )


# The file.


def _written(shows):
    """The blocks of the new file, which has nothing but the mark at its end."""
    empty = b"\xff" * _BLOCK
    size = pack.tail[pack.SIZE]
    at = 0
    with open(pack.LINK, "wb") as file:
        while at < size:
            file.write(memoryview(empty)[: min(size - at, _BLOCK)])
            at += _BLOCK
            if shows:
                shows(min(at, size), size)
        file.write(pack.digest)
    with open(pack.LINK, "rb") as file:
        return pack.blocks_of(file, size + _DIGEST, pack.digest)


def _program(blocks, last_pool, deflated):
    """Put the words in, block by block, but for the first page."""
    names = pack.tail[pack.NAMES]
    texts = array("I", bytes(4 * names))
    hashes = bytearray(names + 3)
    lengths = bytearray(names)
    numbers = array("H", bytes(2 * names))
    first = pack.tail[pack.FIRST_NAME]
    _list_names(first >> 12, first & 0xFFF, names, pack.blocks, texts, hashes, lengths)
    _number(names, texts, hashes, lengths, numbers, last_pool, bytearray(2 * (_CHAINS + names)))
    known = array("I", pack.known_addresses(pack, last_pool))
    dictionaries = id(pack.dictionaries) + pack.DICTIONARY  # the first place is the tuple's own
    words = bytearray(_BLOCK)
    told = bytearray(_BLOCK + _WORDS // 2)
    device = Flash()
    lists = pack.blocks, blocks, known, numbers, hashes, texts, array("I", [0])
    given = array("I", [addressof(x) for x in lists])
    # It is read byte by byte: from a file that would take twice as long.
    source = deflate.DeflateIO(io.BytesIO(deflated), deflate.RAW, _WINDOW)
    for n in range(pack.tail[pack.BLOCKS]):
        source.readinto(told)
        _resolve(words, told, given, _XIP + (blocks[n] << 12), dictionaries)
        at = _PAGE if n == 0 else 0
        _put(device, blocks[n], at, memoryview(words)[at:])


def _put(device, block, at, data):
    """Program whole pages without erasing; OSError if the flash doesn't have them then."""
    start = addressof(device) - _XIP >> 12
    device.writeblocks(block - start, data, at)
    if not pack.same(data, _XIP + (block << 12) + at, len(data) >> 2):
        raise OSError(5)


@micropython.viper
def _resolve(words, told, given, block: int, dictionaries: int):
    """Make a block's words of what is told of them: see `image` of tools/xip/pack.py."""
    out = ptr32(words)
    byte = ptr8(told)
    kind = ptr8(int(byte) + _BLOCK)
    lists = ptr32(given)
    there = ptr16(lists[0])
    here = ptr16(lists[1])
    known = ptr32(lists[2])
    numbers = ptr16(lists[3])
    hashes = ptr8(lists[4])
    texts = ptr32(lists[5])
    next = ptr32(lists[6])
    in_pack = in_link = i = 0
    while i < _WORDS:
        k = kind[i >> 1] >> ((i & 1) << 2) & 15
        w = byte[i] | byte[_WORDS + i] << 8
        w |= byte[2 * _WORDS + i] << 16 | byte[3 * _WORDS + i] << 24
        out[i] = w
        if k == 1:
            in_pack += w
            out[i] = _XIP + (there[in_pack >> 12] << 12) + (in_pack & 0xFFF)
        elif k == 2:
            in_link += w
            out[i] = _XIP + (here[in_link >> 12] << 12) + (in_link & 0xFFF)
        elif k == 3:
            out[i] = known[w]
        elif k == 4:
            out[i] = numbers[w] << 3 | 2
        elif k == 5:
            low = w & 0xFFFF
            high = w >> 16 & 0xFFFF
            low = low & 0x7FFF if low & 0x8000 else int(numbers[low])
            high = high & 0x7FFF if high & 0x8000 else int(numbers[high])
            out[i] = high << 16 | low
        elif k == 6:
            out[i] = hashes[w] | hashes[w + 1] << 8 | hashes[w + 2] << 16 | hashes[w + 3] << 24
        elif k == 7:
            out[i] = ptr32(block)[i]
        elif k == 8:
            out[i] = dictionaries + w
        elif k == 9:
            out[i] = texts[next[0]]
            next[0] += 1
        i += 1


# Names.


@micropython.viper
def _list_names(block: int, at: int, count: int, blocks, texts, hashes, lengths):
    """Where each name's text is, its hash (see py/qstr.c of MicroPython) and its length."""
    in_flash = ptr16(blocks)
    here = ptr8(_XIP + (in_flash[block] << 12) + at)
    text = ptr32(texts)
    hash = ptr8(hashes)
    length = ptr8(lengths)
    i = 0
    while i < count:
        size = here[0]
        if size:
            mixed = 5381
            k = 1
            while k <= size:
                mixed = mixed * 33 ^ here[k]
                k += 1
            mixed &= 255
            hash[i] = mixed if mixed else 1
            length[i] = size
            text[i] = int(here) + 1
            here = ptr8(int(here) + size + 2)
            i += 1
        else:
            block += 1
            next = _XIP + (in_flash[block] << 12) + 4
            k = block
            while k & 1 == 0:
                next += 4
                k >>= 1
            here = ptr8(next)


@micropython.viper
def _number(count: int, texts, hashes, lengths, numbers, last_pool: int, chains):
    """Each name's number: MicroPython's own, then not to be found in our pools; or the next.

    chains: of each one more than its first name, then of each name one more than the next one.
    """
    text = ptr32(texts)
    hash = ptr8(hashes)
    length = ptr8(lengths)
    number = ptr16(numbers)
    firsts = ptr16(chains)
    nexts = ptr16(int(firsts) + 2 * _CHAINS)
    at = count
    while at:
        at -= 1
        number[at] = _FIRST + at
        chain = hash[at] | (length[at] & 3) << 8
        nexts[at] = firsts[chain]
        firsts[chain] = at + 1
    pool = ptr32(last_pool)[0]
    while pool:
        known = ptr32(pool)
        if pool < 0x20000000:  # MicroPython's own
            their_hashes = ptr8(known[4])
            their_lengths = ptr8(known[5])
            i = known[3]
            while i:
                i -= 1
                size = their_lengths[i]
                at = firsts[their_hashes[i] | (size & 3) << 8]
                while at:
                    at -= 1
                    if length[at] == size:
                        theirs = ptr8(known[6 + i])
                        ours = ptr8(text[at])
                        k = 0
                        while k < size and theirs[k] == ours[k]:
                            k += 1
                        if k == size:
                            number[at] = (known[1] & 0x3FFFFFFF) + i
                            hash[at] = 0
                    at = nexts[at]
        pool = known[0]


def _find_last_pool():
    """The address of MicroPython's variable with the newest pool of names; 0 if not found."""
    hasattr(0, _NEW.decode())  # the newest name: it is in the newest pool
    newest = _pool_of(addressof(_NEW.decode()), pack.RAM_END)
    at = _find(newest, _RAM, newest) if newest else 0  # before the heap
    return 0 if not at or _find(newest, at + 4, newest) else at


@micropython.viper
def _find(wanted: int, start: int, end: int) -> int:
    """The first address of a word of this value; 0 if there is none."""
    while start < end:
        if ptr32(start)[0] == wanted:
            return start
        start += 4
    return 0


@micropython.viper
def _pool_of(text: int, end: int) -> int:
    """The pool whose last name has its text at that address; 0 if there is none."""
    at = int(_find(text, _RAM, end))
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
        at = int(_find(text, at + 4, end))
    return 0
