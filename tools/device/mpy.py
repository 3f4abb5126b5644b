"""mpy: what lies where in a compiled module, MicroPython's .mpy of version 6.

    0      "M", version, flags, bits of a small integer
    4      number of names, number of constants: both seven bits a byte, the highest first
           names: length * 2 and the text and 0; odd: a name that MicroPython knows by number
           constants: kind, length, bytes
           the module's code, and in it that of its functions
    code   length * 8, 4 if functions follow, kind; the code; what belongs to its kind;
           number of functions, their code

A number may begin with zeros, bytes of 0x80: so what follows a length can be moved on.

Source: py/persistentcode.c of MicroPython.
"""

from typing import NamedTuple

_HEAD = 4
_BYTECODE, _NATIVE, _VIPER, _ASSEMBLER = range(4)
_TEXT, _BYTES, _INTEGER, _FLOAT, _COMPLEX, _TUPLE = range(5, 11)
_NOT_ALONE = 0x70  # flags of viper code with data or relocations; ours has none
_WORD = 4  # machine code begins at a multiple of it


class Part(NamedTuple):
    """What MicroPython only reads: the bytecode or machine code of a function, a text, bytes."""

    before: int  # where its length is written
    at: int
    size: int
    step: int  # it must begin at a multiple of this

    def of(self, module):
        return module[self.at : self.at + self.size]


def names(module):
    """The names in a module, but for those that MicroPython knows by number."""
    return _names(module)[0]


def constants(module):
    """How many constants a module has."""
    return _number(module, _number(module, _HEAD)[1])[0]


def parts(module):
    """Its Parts, in their order."""
    at = _names(module)[1]
    found = []
    for _ in range(constants(module)):
        at = _constant(module, at, found)
    end = _code(module, at, found, top=True)
    if end != len(module):
        raise ValueError(f"{len(module) - end} bytes behind the code")
    return found


def spread(module, gap):
    """The module with each of its parts moved on by gap(where it would begin, part) bytes."""
    out, done = bytearray(), 0
    for part in parts(module):
        out += module[done : part.before]
        out += b"\x80" * gap(len(out) + part.at - part.before, part)
        done = part.before
    return bytes(out + module[done:])


def _names(module):
    count, at = _number(module, _HEAD)
    _, at = _number(module, at)
    found = []
    for _ in range(count):
        size, at = _number(module, at)
        if not size & 1:
            found.append(module[at : at + size // 2])
            at += size // 2 + 1
    return found, at


def _constant(module, at, found):
    kind, at = module[at], at + 1
    if kind < _TEXT:
        return at
    before = at
    size, at = _number(module, at)
    if kind == _TUPLE:
        for _ in range(size):
            at = _constant(module, at, found)
        return at
    if kind in (_TEXT, _BYTES):
        found.append(Part(before, at, size, 1))
        size += 1  # a zero
    return at + size


def _code(module, at, found, top=False):
    before = at
    head, at = _number(module, at)
    kind, size = head & 3, head >> 3
    if not top:
        found.append(Part(before, at, size, 1 if kind == _BYTECODE else _WORD))
    at += size
    if kind != _BYTECODE:
        flags, at = _number(module, at)
        if kind == _VIPER and flags & _NOT_ALONE:
            raise ValueError("viper code with data or relocations")
        if kind == _ASSEMBLER:
            for _ in range(2):
                _, at = _number(module, at)
    if head & 4:
        count, at = _number(module, at)
        for _ in range(count):
            at = _code(module, at, found)
    return at


def _number(module, at):
    """A number, seven bits a byte, the highest first: (it, where it ends)."""
    number = 0
    while True:
        number = number << 7 | module[at] & 127
        at += 1
        if module[at - 1] < 128:
            return number, at
