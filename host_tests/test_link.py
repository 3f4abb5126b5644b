"""tools/xip: what the packer makes of compiled modules; and how the Pico finds a file's blocks.

Everything is read back from the file as it lies in littlefs, by this test's own means.
"""

import array
import collections
import hashlib
import importlib.util
import random
import struct
import sys
import types
import zlib
from pathlib import Path

import pytest
import test_link_pico as program

from tools.device import uf2
from tools.xip import mpy, pack

XIP = Path(__file__).resolve().parent.parent / "firmware" / "xip"
DRAWN = False
KINDS = """
import micropython
from shapes.circle import area
NUMBERS = 1 << 40, -(1 << 65), 7, -7, 1.5, None, True, ..., b"bytes of it"
LONG = "a text that is no name, of %s letters"

def plain(a, b=LONG, *c, d=2, **e):
    return a, b"more", "name"

def outer(a):
    def inner(b):
        return a + b
    return inner

def steps(n):
    for i in range(n):
        yield i

class Thing:
    def __init__(self):
        self.size = 12345678901

@micropython.native
def native(a, b):
    return a + b

@micropython.viper
def viper(a: int) -> int:
    return a + 1

@micropython.asm_thumb
def thumb(r0, r1):
    add(r0, r0, r1)
"""
KNOWN = {
    mpy.BYTECODE: pack.BYTECODE, mpy.NATIVE: pack.NATIVE,
    mpy.VIPER: pack.VIPER, mpy.ASSEMBLER: pack.ASSEMBLER,
}  # fmt: skip
SHAPES = {
    "shapes": "NAME = 'shapes'\n",
    "shapes.circle": "import shapes\nfrom shapes import square\ndef area(r):\n    return 3 * r\n",
    "shapes.square": "def area(a):\n    return a * a\n",
    "main": KINDS,
}


@pytest.fixture(scope="module")
def head():
    return program.compiled((XIP / "pack.py").read_text())


def packed(head, texts, files=()):
    modules = {name: (program.compiled(text), name == "shapes") for name, text in texts.items()}
    return pack.pack(head, modules, dict(files))


class Read:
    """The file read back: its bytes by place, the link's words, the names."""

    def __init__(self, data, start=160):
        self.data = data
        self.blocks = lying(data)
        tail = struct.unpack_from("<10I", data, len(data) - 48)
        (self.count, first, words, deflated, n, self.size, self.modules, self.newest, _, rows) = (
            tail
        )
        index = struct.unpack_from(f"<{2 * rows}I", data, len(data) - 48 - 8 * rows)
        self.index = list(zip(index[::2], index[1::2]))
        inflated = zlib.decompressobj(-10)
        raw = inflated.decompress(data[words : words + deflated])
        assert len(raw) == n * (4096 + 512) and inflated.eof
        self.words = []
        for i in range(n):
            at = i * 4608
            kinds = raw[at + 4096 : at + 4608]
            both = [kind for byte in kinds for kind in (byte & 15, byte >> 4)]
            planes = [raw[at + 1024 * k : at + 1024 * (k + 1)] for k in range(4)]
            operands = [int.from_bytes(four, "little") for four in zip(*planes)]
            for told_by_distance in pack.PACK, pack.HERE:
                summed = 0
                for k in range(1024):
                    if both[k] == told_by_distance:
                        summed = operands[k] = summed + operands[k] & 0xFFFFFFFF
            self.words.append(list(zip(operands, both)))
        self.names = []
        block, at = first >> 12, first & 4095
        while len(self.names) < self.count:
            length = self.blocks[block][at]
            if not length:
                block, at = block + 1, 4 * (block + 1 & -(block + 1)).bit_length()
                continue
            text = self.blocks[block][at + 1 : at + 1 + length]
            assert len(text) == length and self.blocks[block][at + 1 + length] == 0
            self.names.append(text)
            at += length + 2

    def word(self, place, n=0):
        """(operand, kind) of the nth word of a piece of the link: it lies in one block."""
        return self.words[place >> 12][(place & 4095) // 4 + n]

    def part(self, place, size):
        at = place & 4095
        assert at % 4 == 0 and at + size <= 4096
        return bytes(self.blocks[place >> 12][at : at + size])

    def record(self, name):
        number = zlib.crc32(name.encode()) & 0x3FFFFFFF
        rows = [self.word(256 + 8 * i)[0] for i in range(self.modules)]
        assert rows == sorted(rows) and len({*rows}) == len(rows)
        place, kind = self.word(256 + 8 * rows.index(number), 1)
        assert kind == pack.HERE
        return place


def lying(data):
    """The blocks of a file in a littlefs, by its own list of them."""
    disk = uf2.littlefs({"/file": data}, 1 << 20)
    chain = [block for block, there in disk.items() if data[-8:] in there][:1]
    n = pack.where(len(data) - 1)[0]
    for _ in range(n):
        chain.insert(0, int.from_bytes(disk[chain[0]][:4], "little"))
    return [disk[block] for block in chain]


def test_a_module_is_read_with_all_kinds_of_code_and_constants():
    module = mpy.read(program.compiled(KINDS))
    assert dict(module.imports) == {"micropython": (), "shapes.circle": ("area",)}
    assert module.bound == 11  # micropython, area, two constants, six functions and a class
    functions = {code.kind for code in module.code.inner}
    assert functions == {mpy.BYTECODE, mpy.NATIVE, mpy.VIPER, mpy.ASSEMBLER}
    assert sum(code.generator for code in module.code.inner) == 1
    assert [code.arguments for code in module.code.inner if code.arguments] == [(2, 2)]  # int
    assert sum(bool(code.inner) for code in module.code.inner) == 2  # outer, Thing
    values = [value for kind, value in module.constants if kind == mpy.TUPLE]
    numbers = next(value for value in values if len(value) == 9)
    assert [value for _, value in numbers] == [
        1 << 40, -(1 << 65), 7, -7, 1.5, None, None, None, b"bytes of it"
    ]  # fmt: skip
    assert [kind for kind, _ in numbers[5:8]] == [mpy.NONE, mpy.TRUE, mpy.ELLIPSIS]


def test_a_module_s_body_binds_globals_whoever_runs_it():
    """STORE_NAME 0x16, LOAD_NAME 0x11, DELETE_NAME 0x19 become those of globals, one more."""
    was = program.compiled("a = 1\nb = a\ndel a\n")
    code = mpy.read(was).code.data
    at = was.index(code[: code.index(0x17)])
    before = was[at : at + len(code)]
    changed = [(a, b) for a, b in zip(before, code, strict=True) if a != b]
    assert changed == [(0x16, 0x17), (0x11, 0x12), (0x16, 0x17), (0x19, 0x1A)]


def test_functions_are_constants_but_for_default_arguments_and_closures():
    """MAKE_FUNCTION 0x32 and a function's number become LOAD_CONST_OBJ 0x23 and a constant's."""
    was = mpy.read(program.compiled(KINDS))
    module = mpy.fixed(was)
    assert module.constants[: len(was.constants)] == was.constants
    functions = [value for kind, value in module.constants if kind == mpy.FUNCTION]
    assert [(code.kind, code.generator) for code in functions] == [
        (mpy.BYTECODE, False),  # __init__, in a class that is one itself: its body
        (mpy.BYTECODE, False), (mpy.BYTECODE, True), (mpy.BYTECODE, False),
        (mpy.NATIVE, False), (mpy.VIPER, False), (mpy.ASSEMBLER, False),
    ]  # fmt: skip
    assert [code is None for code in module.code.inner] == [False] + 6 * [True]
    (inner,) = functions[1].inner  # in outer, which holds its argument
    changed = [(a, b) for a, b in zip(was.code.data, module.code.data, strict=True) if a != b]
    assert changed.count((0x32, 0x23)) == 6
    first = len(was.constants)
    there = [b for a, b in changed if a != 0x32]
    assert there == [first + 1 + i for i in range(6)]


def test_a_native_generator_is_made_when_its_module_is_imported():
    """The Pico has none at hand that would tell its type."""
    text = "import micropython\n@micropython.native\ndef f():\n yield 1\ndef g():\n yield 2\n"
    module = mpy.fixed(mpy.read(program.compiled(text)))
    functions = [value for kind, value in module.constants if kind == mpy.FUNCTION]
    assert [(code.kind, code.generator) for code in functions] == [(mpy.BYTECODE, True)]
    native, other = module.code.inner
    assert (native.kind, native.generator, other) == (mpy.NATIVE, True, None)


@pytest.mark.parametrize("constants, found", [(126, 2), (127, 1), (128, 0)])
def test_a_constant_s_number_that_takes_more_bytes_leaves_the_function_made(constants, found):
    text = "".join(f"a = '{i} is no name'\n" for i in range(constants))
    module = mpy.fixed(mpy.read(program.compiled(text + "def f(): pass\ndef g(): pass\n")))
    kinds = [kind for kind, _ in module.constants]
    assert (kinds.count(mpy.FUNCTION), len(kinds)) == (found, constants + found)


@pytest.mark.parametrize(
    "texts, why",
    [
        ({"a": "from b import *\n", "b": ""}, r"a: an import of \*"),
        ({"a": "X = 2j\n"}, "a: a complex constant"),
        ({"a": f"X = '{'long ' * 900}'\n"}, "a: a part of 450[01] bytes, 4,032 at most"),
        ({"a": "import b\n", "b": "import c\n", "c": "import a\n"}, "a imports itself, by a b c"),
    ],
)
def test_what_can_t_be_linked_is_refused_with_the_module_s_name(head, texts, why):
    with pytest.raises(ValueError, match=why):
        packed(head, texts)


def test_what_is_no_module_is_refused(head):
    whole = program.compiled("a = 1\n")
    for data, why in (b"text", "it is no .mpy of version 6"), (whole + b"end", "3 bytes behind"):
        with pytest.raises(ValueError, match="a: " + why):
            pack.pack(head, {"a": (data, False)}, {})
    with pytest.raises(ValueError, match="the head has no viper code"):
        pack.pack(whole, {}, {})


def test_two_names_with_one_crc_are_refused(head, monkeypatch):
    monkeypatch.setattr(pack, "crc", len)
    with pytest.raises(ValueError, match="same CRC: give one another name"):
        packed(head, {"ab": "", "cd": ""})


def test_the_same_modules_make_the_same_pack(head):
    data = packed(head, SHAPES).data
    assert packed(head, dict(reversed(SHAPES.items()))).data == data
    assert data[-8:] == hashlib.sha256(data[:-8]).digest()[:8]
    assert data.startswith(head)


def test_code_and_texts_lie_at_a_word_in_one_block_and_the_link_points_to_them(head):
    """Fillers push the parts over the ends of blocks."""
    texts = SHAPES | {f"filler{i}": f"X = '{chr(97 + i) * 3999} '\n" for i in range(6)}
    read = Read(packed(head, texts).data)
    main = mpy.fixed(mpy.read(program.compiled(KINDS)))
    place = read.record("main")
    name, kind = read.word(place, 4)
    assert kind == pack.NAME and read.names[name] == b"main"
    assert read.word(place) == (pack.MODULE, pack.KNOWN)
    numbers = [read.word(read.record(name), 1) for name in texts]
    assert sorted(numbers) == [(16 * i, pack.DICTIONARY) for i in range(len(texts))]
    body = read.word(place, 5)[0]
    made = [(main.code, body)]
    table, _ = read.word(place, 3)
    made += [(value, read.word(table, n)[0]) for n, (kind, value) in enumerate(main.constants)
             if kind == mpy.FUNCTION]  # fmt: skip
    for code, at in made:
        kind, context, inner, data = [read.word(at, i) for i in range(4)]
        if code.kind == mpy.ASSEMBLER:  # number of arguments, code, their types
            assert (context, data) == ((2, pack.WORD), (2, pack.WORD))
            data = inner
        else:
            assert context == (place, pack.HERE)
        known = pack.GENERATOR if code.generator else KNOWN[code.kind]
        assert kind == (known, pack.KNOWN)
        assert data[1] == pack.PACK and read.part(data[0], len(code.data)) == code.data
    table, kind = read.word(body, 2)  # of the one that is made when its module is imported
    assert [read.word(table, n)[1] for n in range(7)] == [pack.PACK] + 6 * [pack.WORD]
    plain = main.code.inner[0]
    assert read.part(read.word(table)[0], len(plain.data)) == plain.data
    assert [read.word(place, n) for n in (8, 9)] == [(0, pack.WORD), (name, pack.NAME)]
    needs = [read.word(place, 11 + i)[0] for i in range(read.word(place, 10)[0])]
    assert needs == [read.record("shapes.circle")]  # which needs its package
    circle = read.record("shapes.circle")
    assert read.word(circle, 8) == (read.record("shapes"), pack.HERE)
    assert read.names[read.word(circle, 9)[0]] == b"circle"
    needed = [read.word(circle, 11 + i)[0] for i in range(read.word(circle, 10)[0])]
    assert sorted(needed) == sorted([read.record("shapes"), read.record("shapes.square")])
    assert [read.word(read.record(name), 7)[0] for name in ("shapes", "main")] == [1, 0]


def test_constants_are_laid_out_as_micropython_has_them(head):
    read = Read(packed(head, SHAPES).data)
    main = mpy.read(program.compiled(KINDS))
    table, _ = read.word(read.record("main"), 3)
    n = next(i for i, (kind, value) in enumerate(main.constants)
             if kind == mpy.TUPLE and len(value) == 9)  # fmt: skip
    at, kind = read.word(table, n)
    assert kind == pack.HERE and read.word(at) == (pack.TUPLE, pack.KNOWN)
    items = [read.word(at, 2 + i) for i in range(read.word(at, 1)[0])]
    large, negative, seven, minus, fraction, none, true, dots, some = items
    assert (seven, minus) == ((15, pack.WORD), ((-7 << 1 | 1) & 0xFFFFFFFF, pack.WORD))
    assert (none, true) == ((6, pack.WORD), (30, pack.WORD))
    assert dots == (pack.ELLIPSIS, pack.KNOWN)
    for (at, _), value in ((large, 1 << 40), (negative, -(1 << 65))):
        assert read.word(at) == (pack.INT, pack.KNOWN)
        digits, size = abs(value), (abs(value).bit_length() + 15) // 16
        assert read.word(at, 1)[0] == size << 2 | 2 | (value < 0) and read.word(at, 2)[0] == size
        there, _ = read.word(at, 3)
        for i in range((size + 1) // 2):
            assert read.word(there, i) == (digits >> 32 * i & 0xFFFFFFFF, pack.WORD)
    assert read.word(fraction[0]) == (pack.FLOAT, pack.KNOWN)
    assert read.word(fraction[0], 1)[0] == struct.unpack("<I", struct.pack("<f", 1.5))[0]
    assert read.word(some[0]) == (pack.BYTES, pack.KNOWN) and read.word(some[0], 2)[0] == 11
    assert read.part(read.word(some[0], 3)[0], 12) == b"bytes of it\0"


def test_names_are_sorted_each_once_and_in_pools_of_one_block(head):
    many = {f"many{k}": "".join(f"name_{300 * k + i} = {i}\n" for i in range(300))
            for k in range(5)}  # fmt: skip
    read = Read(packed(head, SHAPES | many).data)
    assert len({*read.names}) == len(read.names) and b"name_1499" in read.names
    assert {b"main", b"shapes.circle", b"circle", b"area", b"size", b"many4"} <= {*read.names}
    pool, start = read.newest, read.count
    while True:
        before, first, _, n, hashes, lengths = [read.word(pool, i) for i in range(6)]
        start -= n[0]
        there = read.names[start : start + n[0]]
        assert there == sorted(there)
        if pool == read.newest:  # names of a module that others import, before those of one alone
            assert {b"area", b"size"} <= {*there}
        assert first[0] & 0x3FFFFFFF == pack.FIRST + start
        assert all((place & 4095) + size <= 4096 for place, size in (
            (pool, 24 + 4 * n[0]), (hashes[0], n[0]), (lengths[0], n[0])
        ))  # fmt: skip
        for i in range(n[0]):
            name = read.names[start + i]
            assert read.word(pool, 6 + i) == (0, pack.NEXT)
            assert read.word(lengths[0], i // 4)[0] >> 8 * (i % 4) & 255 == len(name)
        assert [read.word(hashes[0], i) for i in range((n[0] + 3) // 4)] == [
            (start + i, pack.HASHES) for i in range(0, n[0], 4)
        ]
        if before[1] == pack.KNOWN:
            break
        pool = before[0]
    assert start == 0 and before[0] == pack.BRIDGE


@pytest.mark.parametrize("name, low", ((b"a", 0xC4), (b"afb", 0), (b"", 5)))
def test_a_text_s_hash_is_never_0(name, low):
    """As qstr_compute_hash of MicroPython, whose 0 says that there is none."""
    assert pack.hashed(name) == (low or 1)


def test_files_are_found_by_their_paths(head):
    files = {"/a.bin": b"some data", "/link.mpy": head, "/b.txt": b""}
    read = Read(packed(head, SHAPES, files).data)
    assert read.index == sorted(read.index)
    for path, data in files.items():
        number = zlib.crc32(path.encode()) & 0x3FFFFFFF
        (at,) = [len(read.data) - at for crc, at in read.index if crc == number]
        if not path.endswith(".mpy"):
            assert int.from_bytes(read.data[at : at + 2], "little") == len(data)
            at += 2
        assert read.data[at : at + len(data)] == data


# The Pico's side, on a computer.


class Flash:
    """A file system in blocks of 4096 bytes from block `start` on; nothing is before it."""

    def __init__(self, files, start=160, size=1 << 20):
        self.start, self.count = start, size // 4096
        self.data = bytearray(b"\xff" * (4096 * start + size))
        for block, data in uf2.littlefs(files, size).items():
            at = 4096 * (start + block)
            self.data[at : at + 4096] = data

    def __call__(self):
        return self

    def ioctl(self, request, _):
        return {4: self.count, 5: 4096}[request]

    def read(self, address, n):
        at = address - 0x10000000
        return bytearray(self.data[at : at + n])


@pytest.fixture
def device(head, monkeypatch, tmp_path):
    """firmware/xip/pack.py, loaded with a pack beside it that it can read."""
    (tmp_path / "pack.mpy").write_bytes(packed(head, SHAPES).data)
    monkeypatch.chdir(tmp_path)

    def stub(name, **contents):
        module = types.ModuleType(name)
        module.__dict__.update(contents)
        monkeypatch.setitem(sys.modules, name, module)

    flash = Flash({})
    stub(
        "micropython", const=lambda n: n, viper=lambda f: f, native=lambda f: f,
        asm_thumb=lambda f: lambda at: at,
    )  # fmt: skip
    stub("uio", IOBase=object)
    stub("uos", mount=lambda *_: None)
    stub("_rp2", Flash=flash)
    stub("machine", mem32=collections.defaultdict(int), soft_reset=None)
    stub("ubinascii", crc32=zlib.crc32)
    stub("uctypes", addressof=lambda what: 0x10000000 + 4096 * what.start)
    stub("utime", ticks_ms=None)
    for name in "mov", "r0":
        monkeypatch.setattr("builtins." + name, None, raising=False)
    spec = importlib.util.spec_from_file_location("pack", XIP / "pack.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "pack", module)
    module.__dict__.update(
        ptr8=lambda of: of, ptr16=lambda of: of, id=lambda of: of if isinstance(of, list) else 0
    )
    module.ptr32 = lambda of: [0] * 40 if not isinstance(of, list) else of
    module.open = lambda name, mode: _Seekable(tmp_path / name)
    spec.loader.exec_module(module)
    return module


class _Seekable:
    def __init__(self, path):
        self.file = path.open("rb")
        self.read = self.file.read

    def seek(self, at, whence=0):
        return self.file.seek(at, whence)


@pytest.mark.parametrize("size", [4096, 4110, 8184, 50_000, 413_387])
def test_a_file_is_found_block_by_block_by_its_open_file(device, size):
    """Even if the flash has another copy of it: the open file's object knows the last block."""
    whole = random.Random(size).randbytes(size)
    flash = Flash({"/copy.mpy": whole, "/z/saves": b"z" * 700, "/pack.mpy": whole})
    n, at = pack.where(size - 1)
    at -= 7
    copies = [b for b in range(flash.count)
              if flash.data[4096 * (160 + b) + at :][:8] == whole[-8:]]  # fmt: skip
    assert len(copies) == 2
    device.Flash = flash
    device.ptr8 = lambda at: flash.read(at, 8) if isinstance(at, int) else at
    for block in copies:
        file = [0] * 40
        file[9:11] = block, size  # lfs2_file_t's ctz

        def words(at, file=file):
            if isinstance(at, int):
                return [int.from_bytes(flash.read(at, 4), "little")]
            return at

        device.ptr16 = device.ptr32 = words
        blocks = device.blocks_of(file, size, whole[-8:])
        assert blocks[-1] == 160 + block
        read = b""
        for k, number in enumerate(blocks):
            head = 4 * (k & -k).bit_length()
            read += flash.data[4096 * number + head : 4096 * (number + 1)]
        assert read[:size] == whole
        assert device.blocks_of(file, size, b"no mark.") is None
        assert device.blocks_of([0] * 40, size, whole[-8:]) is None
        if len(blocks) > 1:  # a block that is none: something else lies there
            at_block = 4096 * blocks[-1]
            flash.data[at_block : at_block + 4] = flash.count.to_bytes(4, "little")
            assert device.blocks_of(file, size, whole[-8:]) is None


class Memory(dict):
    """Words by address; what is read of it by byte, too."""

    def words(self, at):
        memory = self

        class Words:
            def __getitem__(_, i):
                return memory.get(at + 4 * i, 0)

            def __setitem__(_, i, value):
                memory[at + 4 * i] = value

        return Words()


def test_the_first_pool_is_the_one_before_micropython_s_own(device):
    variable, first, second = 0x20000100, 0x20005000, 0x20009000
    memory = Memory({variable: second, second: first, first: 0x10020000})
    device.ptr32 = memory.words
    assert device.oldest(variable) == first
    memory[second] = 0x20009002  # no address of a pool
    assert device.oldest(variable) == 0
    memory[variable] = 0xFFFFFFF0
    assert device.oldest(variable) == 0


def test_names_met_before_lie_in_one_pool_behind_the_empty_first_one(device):
    variable, first, second, own = 0x20000100, 0x20005000, 0x20009000, 0x10020000
    memory = Memory({variable: second})
    for at, before, start, n in ((first, own, 100, 3), (second, first, 103, 2)):
        words = memory.words(at)
        words[0], words[1], words[2], words[3] = before, start, 16, n
        for i in range(n):
            words[6 + i] = 1000 + start + i
    device.ptr32 = lambda at: memory.words(at) if isinstance(at, int) else at
    assert device._count(variable, first) == 5
    new = array.array("I", bytes(4 * 20))
    new[1], new[3] = 100, 5
    device.int = lambda of: 0x2000A000 if of is new else int(of)
    device._put_before(new, first)
    assert memory.words(first)[0] == 0x2000A000
    assert (memory.words(first)[1], memory.words(first)[3]) == (105, 0)


@pytest.mark.parametrize(
    "valid, made, runs",
    [
        ([True], 0, [True]),
        ([False, True], 0, [False, True]),  # linked: MicroPython begins anew
        ([False, False], 0, [False, True]),  # but once: a boot.py may change at each start
        ([False], 2, ["told 2"]),
        ([False], MemoryError, ["told 0"]),
    ],
)
def test_the_program_runs_once_its_link_is_made_and_micropython_has_begun_anew(
    device, monkeypatch, valid, made, runs
):
    found, begun, memory = [], [], collections.defaultdict(int)

    def make(told):
        if made is MemoryError:
            raise made
        return made

    told = types.SimpleNamespace(run=lambda reason: found.append(f"told {reason}"))
    main = types.SimpleNamespace(run=lambda: found.append(True))
    monkeypatch.setattr(device, "plain_import", lambda name: told)
    monkeypatch.setattr("builtins.__import__", lambda name: main)
    device.__dict__.update(
        mem32=memory, _make_link=make, ticks_ms=lambda: 5, soft_reset=lambda: begun.append(1)
    )
    device.micropython.kbd_intr = lambda letter: None
    for n, is_valid in enumerate(valid, 1):
        device.open_link = lambda is_valid=is_valid: is_valid
        device.start("main", "told")
        assert len(begun) == n
        found[n - 1 :] = found[n - 1 :] or [False]
    assert found == runs
    device.start("main", "told")
    assert found == runs  # left for the prompt
