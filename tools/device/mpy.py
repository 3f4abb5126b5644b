"""mpy: what lies where in a compiled module, MicroPython's .mpy of version 6.

    0      "M", version, flags, bits of a small integer
    4      number of names, number of constants: both seven bits a byte, the highest first
           names: length * 2 and the text and 0; odd: a name that MicroPython knows by number
           constants: kind, length, bytes
           the module's code, and in it that of its functions
    code   length * 8, 4 if functions follow, kind; the code; what belongs to its kind;
           number of functions, their code

Source: py/persistentcode.c of MicroPython.
"""

_HEAD = 4
_BYTECODE, _NATIVE, _VIPER, _ASSEMBLER = range(4)
_TEXT, _BYTES, _INTEGER, _FLOAT, _COMPLEX, _TUPLE = range(5, 11)
_WITH_DATA = 0x60  # flags of viper code that is followed by data; ours has none


def names(module):
    """The names in a module, but for those that MicroPython knows by number."""
    return _names(module)[0]


def constants(module):
    """How many constants a module has."""
    return _number(module, _number(module, _HEAD)[1])[0]


def read_in_place(module):
    """[(offset, bytes)] of what MicroPython only reads: functions' bytecode, texts and bytes."""
    at = _names(module)[1]
    found = []
    for _ in range(constants(module)):
        at = _constant(module, at, found)
    end = _code(module, at, found, top=True)
    if end != len(module):
        raise ValueError(f"{len(module) - end} bytes behind the code")
    return found


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
    size, at = _number(module, at)
    if kind == _TUPLE:
        for _ in range(size):
            at = _constant(module, at, found)
        return at
    if kind in (_TEXT, _BYTES):
        found.append((at, module[at : at + size]))
        size += 1  # a zero
    return at + size


def _code(module, at, found, top=False):
    head, at = _number(module, at)
    kind, size = head & 3, head >> 3
    if kind == _BYTECODE and not top:
        found.append((at, module[at : at + size]))
    at += size
    if kind != _BYTECODE:
        flags, at = _number(module, at)
        if kind == _VIPER and flags & _WITH_DATA:
            raise ValueError("viper code with data")
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
