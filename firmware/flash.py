# ruff: noqa: F821 (viper and the assembler have words of their own)
"""Floor 0, the RP2040 only: what lies in flash is used where it lies, and takes no heap.

The chip maps its flash into memory, and littlefs keeps a file of up to a block, but larger than
what it puts among its directories, in one block of its own, where it stays until it is written
again. `lay` finds the bytes of a file there.

`settle` does so for code. MicroPython copies bytecode and native code to the heap as they are, and
a function object points there. Where one block, and only one, holds the compiled file with the
same code of all its functions, they are pointed to that, and the next collection frees the copies.
The build puts native code where it can run (tools/device/mpy.py).

What is not as expected stays in the heap, and all works with less room: another layout of function
objects, or an old block with the same contents that littlefs has not used again yet, as nothing
tells which of the two is the file's.
"""

import micropython
from micropython import const
from uarray import array
from uctypes import bytearray_at

_BLOCK = const(4096)
_FLASH = const(0x10000000)
_RAM = const(0x20000000)
_RAM_SIZE = const(0x42000)
_MOST = const(64)  # functions of a module
_FILES = const(256)  # compiled files, old ones too

# Words of a function object of MicroPython 1.20 to 1.28, for all we know.
_TYPE = const(0)
_CONTEXT = const(1)  # the module; not for assembler
_ASM_CODE = const(2)
_CODE = const(3)

_at = array("i", (0,))  # where a compiled file is being read
_files = array("i", bytes(8 * _FILES))  # of each: its block; where its own name is, how long
_twins = array("i", bytes(8 * _MOST))  # of each function of a file: where its code is, how long


def lay(name):
    """The bytes of a file of at most one block."""
    with open(name, "rb") as f:
        data = f.read()
    end = _end()
    at = _find(data, _FLASH, end)
    if not at or _find(data, at + _BLOCK, end):
        return memoryview(data)
    return memoryview(bytearray_at(at, len(data)))


def settle(modules):
    """Let the functions of these modules run in flash.

    Returns what holds the copies in the heap: one that is running has to stay until it is through.
    """
    kinds = array("I", (id(lay), id(_steps), id(_end), id(_asm)))
    end = _index(_end())
    copies = []
    for module in modules:
        name = getattr(module, "__file__", "")
        if name[-4:] != ".mpy":
            continue
        values = list(module.__dict__.values())
        for value in values[:]:
            if type(value) is type:
                values.extend(value.__dict__.values())
        values = array("I", [id(value) for value in values])
        found = -1
        i = _next(name, 0, end)
        while i < end:
            if _match(module, values, kinds, _read(i), 0):
                if found >= 0:
                    break
                found = i
            i = _next(name, i + 1, end)
        if found >= 0 and i == end:
            _match(module, values, kinds, _read(found), 1)
            copies.append(values)
    return copies


@micropython.viper
def _end() -> int:
    """The address behind the flash: beyond its end it is seen again."""
    size = 0x100000
    while size < 0x1000000:
        a = ptr8(_FLASH)
        b = ptr8(_FLASH + size)
        i = 0
        while i < _BLOCK and a[i] == b[i]:
            i += 1
        if i == _BLOCK:
            break
        size += size
    return _FLASH + size


@micropython.viper
def _find(data, at: int, end: int) -> int:
    """The next block that begins with these bytes, else 0."""
    a = ptr8(data)
    n = int(len(data))
    while at < end:
        b = ptr8(at)
        i = 0
        while i < n and a[i] == b[i]:
            i += 1
        if i == n:
            return at
        at += _BLOCK
    return 0


@micropython.viper
def _index(end: int) -> int:
    """Fill _files with all blocks where a compiled file begins; how many."""
    out = ptr32(_files)
    most = int(len(_files)) >> 1
    at = ptr32(_at)
    n = 0
    block = _FLASH
    while block < end and n < most:
        b = ptr8(block)
        if b[0] == 77 and b[1] == 6:
            at[0] = block + 4
            _number()
            _number()
            length = int(_number())
            out[2 * n] = block
            out[2 * n + 1] = at[0] << 8 | length >> 1 & 255
            n += 1
        block += _BLOCK
    return n


@micropython.viper
def _next(name, i: int, end: int) -> int:
    """The next of _files, from number i on, that was compiled under that name, else `end`."""
    files = ptr32(_files)
    s = ptr8(name)
    n = int(len(name))
    while i < end:
        word = files[2 * i + 1]
        if word & 255 == n:
            b = ptr8(_FLASH | word >> 8 & 0xFFFFFF)
            k = 0
            while k < n and s[k] == b[k]:
                k += 1
            if k == n:
                break
        i += 1
    return i


@micropython.viper
def _number() -> int:
    """The next number of a compiled file: seven bits a byte, the highest first."""
    at = ptr32(_at)
    a = at[0]
    n = 0
    while True:
        c = ptr8(a)[0]
        a += 1
        n = n << 7 | c & 127
        if c < 128:
            at[0] = a
            return n


@micropython.viper
def _read(i: int) -> int:
    """Fill _twins from one of _files; how many, negative where it goes on in another block."""
    at = ptr32(_at)
    block = ptr32(_files)[2 * i]
    out = ptr32(_twins)
    end = block + _BLOCK
    at[0] = block + 4
    names = int(_number())
    objects = int(_number())
    while names and at[0] < end:
        n = int(_number())
        if not n & 1:
            at[0] += (n >> 1) + 1
        names -= 1
    while objects and at[0] < end:
        kind = ptr8(at[0])[0]
        at[0] += 1
        if kind > 4:  # a text, bytes (both with a zero behind), a number, a tuple
            n = int(_number())
            if kind == 10:
                objects += n
            else:
                at[0] += n + int(kind < 7)
        objects -= 1
    found = 0
    left = 1
    while left:
        if at[0] >= end:
            return 0 - found
        size = int(_number())
        kind = size & 3
        many = size & 4
        size >>= 3
        # Native code that is not aligned would not run; natives of kind 1 we have none.
        if kind != 1 and not (kind and at[0] & 3) and at[0] + size <= end and found < _MOST:
            out[2 * found] = at[0]
            out[2 * found + 1] = size
            found += 1
        at[0] += size
        if kind:  # native code has more numbers behind it
            _number()
            if kind == 3:
                _number()
                _number()
        if many:
            left += int(_number())
        left -= 1
    return 0 - found if at[0] > end else found


def _steps():
    yield


@micropython.asm_thumb
def _asm():
    nop()


@micropython.viper
def _match(module, values, kinds, n: int, swap: int) -> int:
    """How many of the module's functions have their code in _twins, 0 if one has not.

    n is _read's; `kinds` are a function of bytecode, a generator, one of viper, one of assembler.
    `swap` lets them run there, and leaves in `values` where they were: that holds the copies.
    """
    own = int(id(module))
    v = ptr32(values)
    end = int(len(values))
    twins = ptr32(_twins)
    bytecode = ptr32(ptr32(kinds)[0])[_TYPE]
    steps = ptr32(ptr32(kinds)[1])[_TYPE]
    viper = ptr32(ptr32(kinds)[2])[_TYPE]
    asm = ptr32(ptr32(kinds)[3])[_TYPE]
    over = n < 0
    if over:
        n = 0 - n
    found = 0
    i = -1
    while i < end - 1:
        i += 1
        at = v[i] - _RAM
        if at < 0 or at >= _RAM_SIZE or at & 3:
            continue
        w = ptr32(v[i])
        kind = w[_TYPE]
        word = _CODE
        if kind == asm:
            word = _ASM_CODE
        elif kind != bytecode and kind != steps and kind != viper or w[_CONTEXT] != own:
            continue
        at = w[word] - _RAM
        if at < 0 or at >= _RAM_SIZE:
            continue
        code = ptr8(w[word])
        k = 0
        while k < n:
            b = ptr8(twins[2 * k])
            size = twins[2 * k + 1]
            j = 0
            while j < size and code[j] == b[j]:
                j += 1
            if j == size:
                break
            k += 1
        if k < n:
            found += 1
            if swap:
                v[i] = w[word]
                w[word] = twins[2 * k]
        elif not over and kind != asm:  # which may be another module's
            return 0
    return found
