"""Layer 1, device only: the first module that runs from the flash, if MicroPython lets it.

It has what the link has: functions of each kind, a class, objects, names that MicroPython has and
names that it hasn't.
"""

import micropython

_TEXT = "a text that is no name"
_DATA = b"some bytes"
_LARGE = 12345678901234567890
_FLOAT = 1.5
_TUPLE = (1, _TEXT, (None, True, _LARGE))
_thirteens = 13


def _bytecode(n, first=0, *more, step=1):
    total = first
    for i in range(0, n, step):
        total += i * i
    return total + len(more)


@micropython.native
def _native(n):
    return sum(sorted([i * i for i in range(n)], key=lambda k: -k))


@micropython.viper
def _viper(n: int) -> int:
    total = 0
    i = 0
    while i < n:
        total += i * i
        i += 1
    return total


@micropython.asm_thumb
def _thumb(r0, r1):
    add(r0, r0, r1)  # noqa: F821 (an instruction)


def _generator(n):
    for i in range(n):
        yield i * i


def _closure(n):
    def inner(i):
        return i * n

    return inner


class _Class:
    size = 3

    def __init__(self, n):
        self.n = n

    def method(self):
        return _bytecode(self.n) + self.size


def _rebind():
    global _thirteens
    _thirteens += 1
    return _thirteens


def works():
    """Whether all of it is what it should be."""
    try:
        _bytecode(None)
        return False
    except TypeError:
        pass
    return (
        _bytecode(5) == _native(5) == _viper(5) == sum(_generator(5)) == 30
        and _bytecode(5, 1, 2, 3, step=2) == 23
        and _thumb(40, 2) == 42
        and _closure(3)(4) == 12
        and _Class(5).method() == 33
        and (len(_TEXT), _TEXT[:6], _DATA[:4]) == (22, "a text", b"some")
        and _LARGE // 1000000007 == 12345678814
        and int(_FLOAT * 4) == 6
        and _TUPLE[2][2] - 1 == 12345678901234567889
        and _rebind() == 14
        and getattr(_Class, "siz" + "e") == 3
        and {"meth" + "od": 1} == {"method": 1}
    )
