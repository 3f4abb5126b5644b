"""mpy: a compiled module, MicroPython's .mpy of version 6, taken apart.

    0      "M", version, flags, bits of a small integer
    4      number of names, number of constants: both seven bits a byte, the highest first
           names: length * 2 and the text and 0; odd: a name that MicroPython knows by number
           constants: kind, length, bytes
           the module's code, and in it that of its functions
    code   length * 8, 4 if functions follow, kind; the code; what belongs to its kind;
           number of functions, their code

Source: py/persistentcode.c and, for bytecode, py/bc.c and py/bc0.h of MicroPython.
"""

from typing import NamedTuple

_HEAD = 4
BYTECODE, NATIVE, VIPER, ASSEMBLER = range(4)
TABLE, NONE, FALSE, TRUE, ELLIPSIS, TEXT, BYTES, INTEGER, FLOAT, COMPLEX, TUPLE = range(11)
FUNCTION = 11  # a kind of constant that no .mpy has: see fixed
_JUMPS = 3  # a kind of instruction: the other ones are followed by nothing or by a number
_LOAD_NAME, _STORE_NAME, _DELETE_NAME, _IMPORT_STAR = 0x11, 0x16, 0x19, 0x69
_GLOBAL = 1  # added to each of these: the same for a global
_IMPORT_NAME, _IMPORT_FROM = 0x1B, 0x1C
_LOAD_CONSTANT, _MAKE_FUNCTION = 0x23, 0x32
_BYTE_MORE = (0x20, 0x21, 0x40)  # MAKE_CLOSURE, MAKE_CLOSURE_DEFARGS, UNWIND_JUMP
_NOT_ALONE = 0x70  # flags of viper code with data or relocations
_GENERATOR = 1  # a flag of a function


# Names that every MicroPython knows by the same number, from 8 on (py/makeqstrdata.py).
_STATIC = 8
STATIC = """
_ __call__ __class__ __delitem__ __enter__ __exit__ __getattr__ __getitem__ __hash__ __init__
__int__ __iter__ __len__ __main__ __module__ __name__ __new__ __next__ __qualname__ __repr__
__setitem__ __str__ ArithmeticError AssertionError AttributeError BaseException EOFError
Ellipsis Exception GeneratorExit ImportError IndentationError IndexError KeyError
KeyboardInterrupt LookupError MemoryError NameError NoneType NotImplementedError OSError
OverflowError RuntimeError StopIteration SyntaxError SystemExit TypeError ValueError
ZeroDivisionError abs all any append args bool builtins bytearray bytecode bytes callable chr
classmethod clear close const copy count dict dir divmod end endswith eval exec extend find
format from_bytes get getattr globals hasattr hash id index insert int isalpha isdigit
isinstance islower isspace issubclass isupper items iter join key keys len list little locals
lower lstrip main map micropython next object open ord pop popitem pow print range read readinto
readline remove replace repr reverse rfind rindex round rsplit rstrip self send sep set setattr
setdefault sort sorted split start startswith staticmethod step stop str strip sum super throw
to_bytes tuple type update upper utf-8 value values write zip
""".split()


class Code(NamedTuple):
    """A function: its bytes, the offset of a native one's description in them, its own functions.

    arguments: of an assembler function their number and its types; None for others. In `inner` is
    None for a function that is a constant.
    """

    kind: int
    data: bytes
    prelude: int
    generator: bool
    inner: tuple
    arguments: tuple | None


class Module(NamedTuple):
    """names: texts, or the numbers by which MicroPython knows them; constants: (kind, value).

    bound: how many names its own code binds. imports: what it imports at its top level, as texts:
    (a module, what is taken from it).
    """

    names: tuple
    constants: tuple
    code: Code
    bound: int
    imports: tuple


def read(data):
    """The Module in a .mpy. ValueError if it is none, or has what can't be linked."""
    if data[:1] != b"M" or data[1] != 6:
        raise ValueError("it is no .mpy of version 6")
    count, at = _number(data, _HEAD)
    size, at = _number(data, at)
    names, constants = [], []
    for _ in range(count):
        name, at = _name(data, at)
        names.append(name)
    for _ in range(size):
        constant, at = _constant(data, at)
        constants.append(constant)
    code, at = _code(data, at)
    if at != len(data):
        raise ValueError(f"{len(data) - at} bytes behind the code")
    body, bound, imports = _top(code.data)
    texts = [STATIC[n - _STATIC] if isinstance(n, int) else n.decode() for n in names]
    imports = [(texts[name], tuple(texts[item] for item in items)) for name, items in imports]
    return Module(
        tuple(names), tuple(constants), code._replace(data=body), bound, tuple(imports)
    )  # fmt: skip


def fixed(module):
    """The module with functions as constants, where its code would make them: nothing but the
    code and the module are in them. Not so with default arguments, or what a closure holds.
    """
    constants = list(module.constants)
    return module._replace(code=_fixed(module.code, constants), constants=tuple(constants))


def _fixed(code, constants):
    inner = [_fixed(one, constants) for one in code.inner]
    left = list(inner)
    data = bytearray(code.data)
    if code.kind == BYTECODE:
        for at, operation, n in _instructions(code.data):
            if operation != _MAKE_FUNCTION:
                continue
            function = inner[n]
            if function.kind == NATIVE and function.generator:  # a type that is hard to come by
                continue
            number = _written(len(constants))
            if len(number) == len(_written(n)):  # or all jumps over it would have to change
                data[at : at + 1 + len(number)] = bytes([_LOAD_CONSTANT]) + number
                constants.append((FUNCTION, function))
                left[n] = None
    return code._replace(data=bytes(data), inner=tuple(left if any(left) else ()))


def _written(number):
    """As _number reads it."""
    out = [number & 127]
    while number := number >> 7:
        out.insert(0, number & 127 | 128)
    return bytes(out)


def _name(data, at):
    size, at = _number(data, at)
    if size & 1:
        return size >> 1, at
    return data[at : at + size // 2], at + size // 2 + 1


def _constant(data, at):
    kind, at = data[at], at + 1
    if kind < TEXT:
        return (kind, None), at
    size, at = _number(data, at)
    if kind == TUPLE:
        items = []
        for _ in range(size):
            item, at = _constant(data, at)
            items.append(item)
        return (kind, tuple(items)), at
    value = data[at : at + size]
    at += size + (kind in (TEXT, BYTES))  # a zero follows
    if kind == INTEGER:
        value = int(value)
    elif kind == FLOAT:
        value = float(value)
    elif kind == COMPLEX:
        raise ValueError("a complex constant")
    return (kind, value), at


def _code(data, at):
    head, at = _number(data, at)
    kind, size = head & 3, head >> 3
    body = data[at : at + size]
    at += size
    prelude, arguments, generator = 0, None, False
    if kind == NATIVE:
        prelude, at = _number(data, at)
    elif kind != BYTECODE:
        flags, at = _number(data, at)
        if kind == VIPER and flags & _NOT_ALONE:
            raise ValueError("viper code with data or relocations")
        if kind == ASSEMBLER:
            n, at = _number(data, at)
            types, at = _number(data, at)
            arguments = n, types
    if kind in (BYTECODE, NATIVE):
        generator = bool(_flags(body[prelude:]) & _GENERATOR)
    inner = []
    if head & 4:
        count, at = _number(data, at)
        for _ in range(count):
            code, at = _code(data, at)
            inner.append(code)
    return Code(kind, body, prelude, generator, tuple(inner), arguments), at


def _flags(prelude):
    """The flags of a function, of which the first bytes xSSSSEAA, xFSSKAED, ... have one each."""
    flags = at = 0
    while prelude[at] & 0x80:
        flags |= (prelude[at + 1] >> 6 & 1) << at
        at += 1
    return flags


def _top(code):
    """A module's code as that of a function, which binds globals; how many; what it imports."""
    out = bytearray(code)
    bound, imports = set(), []
    for at, operation, number in _instructions(code):
        if operation == _IMPORT_STAR:
            raise ValueError("an import of *")
        if operation in (_LOAD_NAME, _STORE_NAME, _DELETE_NAME):
            out[at] += _GLOBAL
        if operation == _STORE_NAME:
            bound.add(number)
        elif operation == _IMPORT_NAME:
            imports.append((number, []))
        elif operation == _IMPORT_FROM:
            imports[-1][1].append(number)
    return bytes(out), len(bound), imports


def _instructions(code):
    """(place, operation, number behind it) of each instruction of bytecode."""
    at = 0
    while code[at] & 0x80:  # how many arguments, locals, ...: no matter here
        at += 1
    at, info, digits = at + 1, 0, 0
    while True:
        info |= (code[at] >> 1 & 0x3F) << digits
        digits += 6
        at += 1
        if code[at - 1] < 128:
            break
    at += info
    while at < len(code):
        start, operation, number = at, code[at], 0
        kind = 0x3A4 >> 2 * (operation >> 4) & 3
        at += 1
        if kind == _JUMPS:
            at += 2 if code[at] & 0x80 else 1
        elif kind:
            number, at = _number(code, at)
        at += operation in _BYTE_MORE
        yield start, operation, number


def _number(data, at):
    """A number, seven bits a byte, the highest first: (it, where it ends)."""
    number = 0
    while True:
        number = number << 7 | data[at] & 127
        at += 1
        if data[at - 1] < 128:
            return number, at
