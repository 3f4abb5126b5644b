"""Setjmp and longjmp of MicroPython in WebAssembly alone.

Its compiler calls each C function that may end by a longjmp through JavaScript (`invoke_iii`:
result and arguments, each i for a 32-bit integer or v for none), which catches what is thrown.
Python that waits without blocking its thread (page/suspend.js) must not have JavaScript between
the page and a wait. So the same is made here as a module:

    (func $invoke_iii (param $f i32) (param i32 i32) (result i32) (local $sp i32)
        (local.set $sp (call $stack_get))
        (block $thrown
            (try_table (catch $longjmp $thrown)
                (return (call_indirect $f ...))))
        (call $stack_restore (local.get $sp))
        (call $set_threw (i32.const 1) (i32.const 0))
        (i32.const 0))
    (func $_emscripten_throw_longjmp (throw $longjmp))

It exports these, a table `functions`, which is filled with MicroPython's, and one `system` with
the three functions that the above calls by name.
"""

import re

_I32, _FUNCREF = 0x7F, 0x70
_SYSTEM = 3  # stack_get, stack_restore, set_threw
_THROW = b"_emscripten_throw_longjmp"


def module(wasm):
    """The module for a MicroPython, both as bytes."""
    names = sorted(set(re.findall(rb"invoke_[iv]i*", wasm)))
    kinds = [
        (b"", 1),
        (bytes((_I32,)), 0),
        (bytes((_I32,)) * 2, 0),
        (b"", 0),
    ]  # the system's; throw
    kinds += [(bytes((_I32,)) * (len(name) - 8), name[7:8] == b"i") for name in names]  # called
    whole = [(bytes((_I32,)) + args, result) for args, result in kinds[4:]]  # these functions
    types = [
        b"\x60" + _list(args) + _list(bytes((_I32,)) if result else b"")
        for args, result in kinds + whole
    ]
    codes = [_code(4 + i, len(args), result) for i, (args, result) in enumerate(kinds[4:])]
    funcs = [3, *range(len(kinds), len(types))]
    exports = [(b"functions", 1, 0), (b"system", 1, 1)]
    exports += [(name, 0, i) for i, name in enumerate([_THROW, *names])]
    sections = {
        1: _vector(types),
        3: _vector([_number(kind) for kind in funcs]),
        4: _vector([bytes((_FUNCREF, 0, 0)), bytes((_FUNCREF, 0, _SYSTEM))]),
        13: _vector([b"\0\x03"]),  # the tag of a longjmp: of type 3
        7: _vector([_list(name) + bytes((kind,)) + _number(i) for name, kind, i in exports]),
        10: _vector([_list(code) for code in (b"\0\x08\0\x0b", *codes)]),
    }
    body = b"".join(bytes((number,)) + _list(data) for number, data in sections.items())
    return b"\0asm\1\0\0\0" + body


def _code(kind, args, result):
    """The body of one; `kind` is the type of the function that it calls."""
    sp = _number(args + 1)
    pushed = b"".join(b"\x20" + _number(i) for i in range(1, args + 1))  # local.get
    return (
        b"\x01\x01\x7f"  # one local
        + _system(0) + b"\x21" + sp
        + b"\x02\x40\x1f\x40\x01\x00\x00\x00"  # block; try_table (catch tag 0, to the block's end)
        + pushed + b"\x20\x00\x11" + _number(kind) + b"\x00\x0f\x0b\x0b"  # call_indirect, return
        + b"\x20" + sp + _system(1) + b"\x41\x01\x41\x00" + _system(2)
        + (b"\x41\x00" if result else b"") + b"\x0b"
    )  # fmt: skip


def _system(i):
    """Call one of the three: its type has its number."""
    return b"\x41" + _number(i) + b"\x11" + _number(i) + b"\x01"


def _list(data):
    return _number(len(data)) + data


def _vector(parts):
    return _number(len(parts)) + b"".join(parts)


def _number(n):
    """Unsigned LEB128."""
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    return bytes((*out, n))
