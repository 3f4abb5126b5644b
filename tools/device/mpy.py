"""mpy: what the device wants of a compiled file so that its code can run where it lies in flash.

A compiled file (.mpy, version 6) is a head of four bytes, names, objects, and then its functions,
outermost first, each with its length before it. The processor wants native code at an address
that four divides, and firmware/flash.py wants each file in blocks of its own. So functions before
native ones get a few bytes more, which nothing ever runs, and short files as well, at their end.

A module without objects gets one, None. The table of objects begins where that of names ends: with
nothing in it, that may be at the memory's next block, which would never be freed. What lies there
is as a rule what holds the copies of all the module's functions.
Format: https://docs.micropython.org/en/latest/reference/mpyfiles.html
"""

from typing import NamedTuple

LEAST = 640  # bytes; littlefs puts files of up to 512 among its directories

_HEAD = 4
_NONE = 1
_TUPLE = 10
_PLAIN = 4  # kinds of objects up to here have nothing behind them
_BYTES = 6  # and up to here a zero at their end
_BYTECODE = 0
_NUMBERS = (0, 1, 1, 3)  # that stand behind the code of each kind of function


class Function(NamedTuple):
    """A function in a compiled file: kind 0 bytecode, 1 native, 2 viper, 3 assembler."""

    kind: int
    at: int  # where its code is
    code: bytes
    tail: bytes  # what stands between its code and the next function
    many: int  # bit 2 of its head: it has functions inside


def functions(data):
    """The functions of a compiled file, in the order in which they stand there."""
    if data[:2] != b"M\x06":
        raise ValueError("not a compiled file of version 6")
    names, at = _number(data, _HEAD)
    objects, at = _number(data, at)
    for _ in range(names):
        n, at = _number(data, at)
        at += 0 if n & 1 else (n >> 1) + 1
    while objects:
        kind = data[at]
        at += 1
        if kind > _PLAIN:
            n, at = _number(data, at)
            objects += n if kind == _TUPLE else 0
            at += 0 if kind == _TUPLE else n + (kind <= _BYTES)
        objects -= 1
    found, left = [], 1
    while left:
        head, at = _number(data, at)
        kind, many, size = head & 3, head & 4, head >> 3
        start = at
        at = end = start + size
        for _ in range(_NUMBERS[kind]):
            _, at = _number(data, at)
        if many:
            n, at = _number(data, at)
            left += n
        found.append(Function(kind, start, data[start:end], data[end:at], many))
        left -= 1
    return found


def fitted(data):
    """The same program as `data`, with an object, and native code at places that four divides."""
    found = functions(data)
    top = data[: found[0].at - len(_head(found[0]))]
    _, at = _number(data, _HEAD)
    objects, end = _number(data, at)
    if not objects:
        top = top[:at] + b"\1" + top[end:] + bytes((_NONE,))
    while True:
        out = bytearray(top)
        for i, function in enumerate(found):
            out += _head(function)
            if function.kind != _BYTECODE and len(out) % 4:
                before = found[i - 1]
                found[i - 1] = before._replace(code=before.code + bytes(-len(out) % 4))
                break
            out += function.code + function.tail
        else:
            return bytes(out) + bytes(max(0, LEAST - len(out)))


def _head(function):
    """The number before its code: length, whether it has functions inside, kind."""
    n = len(function.code) << 3 | function.many | function.kind
    out = bytes((n & 127,))
    while n := n >> 7:
        out = bytes((n & 127 | 128,)) + out
    return out


def _number(data, at):
    """(number, where it ends): seven bits a byte, the highest first."""
    n = 0
    while True:
        n = n << 7 | data[at] & 127
        at += 1
        if data[at - 1] < 128:
            return n, at
