"""mpy: what lies where in a compiled module, MicroPython's .mpy of version 6.

    0      "M", version, flags, bits of a small integer
    4      number of names, number of constants: both seven bits a byte, the highest first
           names: length * 2 and the text and 0; odd: a name that MicroPython knows by number
           constants: kind, length, bytes
           the module's code, and in it that of its functions
    code   length * 8, 4 if functions follow, kind; the code; what belongs to its kind;
           number of functions, their code

A number may begin with zeros, bytes of 0x80: so what follows a length can be moved on.

Source: py/persistentcode.c and, for bytecode, py/bc.c and py/bc0.h of MicroPython.
"""

from typing import NamedTuple

_HEAD = 4
_BYTECODE, _, _VIPER, _ASSEMBLER = range(4)
_TEXT, _BYTES, _INTEGER, _FLOAT, _COMPLEX, _TUPLE = range(5, 11)
_JUMPS = 3  # a kind of instruction: the other ones are followed by nothing or by a number
_STORE_NAME = 0x16
_BYTE_MORE = (0x20, 0x21, 0x40)  # MAKE_CLOSURE, MAKE_CLOSURE_DEFARGS, UNWIND_JUMP
_NOT_ALONE = 0x70  # flags of viper code with data or relocations; ours has none


class Part(NamedTuple):
    """What MicroPython only reads: the bytecode or machine code of a function, a text, bytes."""

    before: int  # where its length is written
    at: int
    size: int

    def of(self, module):
        return module[self.at : self.at + self.size]


def names(module):
    """The names in a module: texts, or the numbers by which MicroPython knows them."""
    return _names(module)[0]


def names_at(module):
    """Where its names begin and where they end."""
    return _counted(module)[1], _names(module)[1]


def constants(module):
    """How many constants a module has."""
    return _counted(module)[2]


def names_stored(module):
    """How many names the module's own code binds: its globals, but for those of MicroPython."""
    at = _names(module)[1]
    for _ in range(constants(module)):
        at = _constant(module, at, [])
    size, at = _number(module, at)
    end = at + (size >> 3)
    while module[at] & 0x80:  # how many arguments, locals, ...: no matter here
        at += 1
    at, info, digits = at + 1, 0, 0
    while True:
        info |= (module[at] >> 1 & 0x3F) << digits
        digits += 6
        at += 1
        if module[at - 1] < 128:
            break
    at += info
    found = set()
    while at < end:
        code, kind = module[at], 0x3A4 >> 2 * (module[at] >> 4) & 3
        at += 1
        if kind == _JUMPS:
            at += 2 if module[at] & 0x80 else 1
        elif kind:
            number, at = _number(module, at)
            if code == _STORE_NAME:
                found.add(number)
        at += code in _BYTE_MORE
    return len(found)


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


def _counted(module):
    """The number of its names, where they begin, and the number of its constants."""
    count, at = _number(module, _HEAD)
    constants, at = _number(module, at)
    return count, at, constants


def _names(module):
    count, at, _ = _counted(module)
    found = []
    for _ in range(count):
        size, at = _number(module, at)
        if size & 1:
            found.append(size >> 1)
        else:
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
        found.append(Part(before, at, size))
        size += 1  # a zero
    return at + size


def _code(module, at, found, top=False):
    before = at
    head, at = _number(module, at)
    kind, size = head & 3, head >> 3
    if not top:
        found.append(Part(before, at, size))
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
