"""pack: a program's compiled modules in one file, from which a Pico's flash can run them.

    head          firmware/xip/pack.py, compiled: `import pack` reads it, and stops at its end
    parts         code and texts of the modules, where they lie and run: each in one block of the
                  flash, at a word
    files         what is no module, each with its length in two bytes before it
    names         of each its length, its text and 0, in one block; a length of 0: the others begin
                  with the next block
    link          for each block of the link its words, and what each of them is, half a byte; see
                  `image`; deflated
    index         of each file the crc32 of its path, 30 bits, and how far before the end it lies
    tail          words, see _TAIL; then a digest of all before, eight bytes

What needs addresses, or MicroPython's numbers of names, can't lie in this file: function
prototypes, tables, objects. That is the *link*, a file that the Pico writes at its first start
(firmware/xip/link.py), once, from the words above. It has in its first page what it is valid for,
then the index of modules: crc32 of the name and address, sorted; then everything else:

    module        mp_module_context_t: its dictionary, table of names, constants; then its name,
                  the function of its code, how many names it binds, 1 for a package, the module of
                  its folder (0: none) and its name there, how many modules it imports, their
                  addresses
    function      mp_obj_fun_bc_t, mp_obj_fun_asm_t
    prototype     of one that has default arguments or belongs to a closure: kind, generator, code,
                  inner functions, arguments: mp_raw_code_t
    object        text, bytes, tuple, large integer, float, as MicroPython lays them out
    pool          of names: qstr_pool_t; their texts lie in the pack

The modules' dictionaries change, and functions in the flash have to know where they are: they lie
in memory, all in one piece, at a place that the Pico chooses when it makes the link.

Sources: py/qstr.c, py/emitglue.h, py/bc.h, py/objfun.h, py/objfun.c, py/objstr.h, py/objint_mpz.h,
py/mpz.h of MicroPython; SPEC.md of littlefs for how a file lies in blocks.
"""

import hashlib
import struct
import zlib
from collections import Counter
from typing import NamedTuple

from tools.xip import mpy

BLOCK = 4096  # bytes of the flash, and of littlefs
DIGEST = 8
FIRST = 8192  # the number of the first name: all that MicroPython knows by itself are below
# What a word of the link is: itself; a place in the pack, or in the link; an address that only the
# Pico knows; a name as an object; two names' numbers; four names' hashes; what is there; a place
# among the modules' dictionaries; the address of the next name's text.
WORD, PACK, HERE, KNOWN, NAME, NAMES, HASHES, THERE, DICTIONARY, NEXT = range(10)
# What the Pico knows, in the order in which firmware/xip/pack.py lists it.
(
    STR, BYTES, TUPLE, INT, FLOAT, ELLIPSIS, MODULE, GENERATOR,
    BYTECODE, NATIVE, VIPER, ASSEMBLER, TABLE, BRIDGE,
) = range(14)  # fmt: skip
DICTIONARY_SIZE = 16  # mp_obj_dict_t
_PAGE = 256
_WINDOW = 10  # bits: the Pico needs as much memory to inflate
_IN_POOL = 1000  # names; a pool's head and the addresses of its texts lie in one block
_ROOM = 16  # names that MicroPython takes for the room of a pool: the next has twice as many
_LONGEST = 250  # letters of a name
_RECORD = 11  # words of a module before those that it imports
_OWN = 3  # names of MicroPython's in a module: __name__, __path__, __file__
_STATIC = 0x8000  # of a name's number: it is one that MicroPython knows by itself
_SORTED = 1 << 31
_NONE, _FALSE, _TRUE = 6, 14, 30
_SMALL = 1 << 30
_INDEX_ROW = struct.Struct("<2I")
# Number of names, where the first lies; where the link's words are, how many bytes they are
# deflated, how many blocks and bytes it has; number of modules; the place of the newest pool;
# which constant of the head is MicroPython's table of functions; number of rows of the index.
_TAIL = struct.Struct("<10I")


class Packed(NamedTuple):
    """The file, and {(module, kind of thing): bytes} in pack and link."""

    data: bytes
    sizes: dict
    linked: int  # bytes of the link


class _Blocks:
    """A file of littlefs as a list of blocks, in which pieces are put that must lie in one."""

    def __init__(self, size=0):
        self.size = size

    def take(self, size):
        """The offset of a new piece, at a word."""
        at = self.size
        while (place := where(at))[1] % 4 or place[1] + size > BLOCK:
            at += 1
        self.size = at + size
        return at


def where(offset):
    """Where a byte of a file lies: (block, offset in it).

    Block n of a file of littlefs begins with 4 bytes for each power of two that divides n.
    """
    n, at = 0, offset
    while at >= BLOCK:
        at -= BLOCK
        n += 1
        at += 4 * (n & -n).bit_length()
    return n, at


def place(offset):
    """The same as one word."""
    block, at = where(offset)
    return block << 12 | at


def crc(name):
    return zlib.crc32(name.encode()) & 0x3FFFFFFF


def hashed(text):
    """As qstr_compute_hash of MicroPython's py/qstr.c."""
    mixed = 5381
    for letter in text:
        mixed = mixed * 33 ^ letter
    return mixed & 255 or 1


class _Packer:
    def __init__(self, head, names):
        self.out = bytearray(head)
        self.pack = _Blocks(len(head))
        self.link = _Blocks(_PAGE)
        self.words = {}  # offset in the link: (kind, operand)
        self.names = {name: i for i, name in enumerate(names)}
        self.shared = {}  # (kind, bytes) of a part or an object: its place
        self.sizes = {}
        self.module = ""
        self.context = None  # the place of the module whose functions are put

    # Where things come to lie.

    def part(self, data, kind="code"):
        """The place in the pack of bytes that lie there once."""
        if data not in self.shared:
            if len(data) > BLOCK - 64:
                raise ValueError(f"{self.module}: a part of {len(data)} bytes, 4,032 at most")
            at = self.pack.take(len(data))
            self.out += bytes(at - len(self.out)) + data
            self.shared[data] = place(at)
            self._count(kind, len(data))
        return PACK, self.shared[data]

    def put(self, words, kind):
        """The place in the link of a piece of (kind, operand) words."""
        return self._fill(self.link.take(4 * len(words)), words, kind)

    def _fill(self, at, words, kind):
        for i, word in enumerate(words):
            self.words[at + 4 * i] = word
        self._count(kind, 4 * len(words))
        return HERE, place(at)

    def _count(self, kind, size):
        key = self.module, kind
        self.sizes[key] = self.sizes.get(key, 0) + size

    # What a module consists of.

    def name(self, name):
        return NAME, self.names[name]

    def table(self, names):
        """Names' numbers, 16 bits each."""
        numbers = [_STATIC | n if isinstance(n, int) else self.names[n] for n in names]
        numbers += [_STATIC] * (len(numbers) & 1)
        pairs = zip(numbers[::2], numbers[1::2])
        return self.put([(NAMES, a | b << 16) for a, b in pairs], "names' tables")

    def constant(self, kind, value):
        """A constant as a word, after its object, if it has one."""
        if kind in (mpy.NONE, mpy.FALSE, mpy.TRUE):
            return WORD, (_NONE, _FALSE, _TRUE)[kind - mpy.NONE]
        if kind in (mpy.TABLE, mpy.ELLIPSIS):
            return KNOWN, TABLE if kind == mpy.TABLE else ELLIPSIS
        if kind == mpy.INTEGER and -_SMALL <= value < _SMALL:
            return WORD, (value << 1 | 1) & 0xFFFFFFFF
        if kind == mpy.TEXT and value in self.names:
            return self.name(value)
        if kind == mpy.FUNCTION:
            return self.function(value)
        if (kind, value) not in self.shared:
            self.shared[kind, value] = self.put(self._object(kind, value), "objects")
        return self.shared[kind, value]

    def _object(self, kind, value):
        if kind in (mpy.TEXT, mpy.BYTES):
            known = STR if kind == mpy.TEXT else BYTES
            text = self.part(value + b"\0", "texts")
            return [(KNOWN, known), (WORD, hashed(value)), (WORD, len(value)), text]
        if kind == mpy.TUPLE:
            items = [self.constant(*item) for item in value]
            return [(KNOWN, TUPLE), (WORD, len(items)), *items]
        if kind == mpy.FLOAT:
            return [(KNOWN, FLOAT), (WORD, struct.unpack("<I", struct.pack("<f", value))[0])]
        size = (abs(value).bit_length() + 15) // 16
        digits = abs(value).to_bytes(4 * ((size + 1) // 2), "little")
        words = [(WORD, word) for (word,) in struct.iter_unpack("<I", digits)]
        head = (value < 0) | 2 | size << 2
        return [(KNOWN, INT), (WORD, head), (WORD, size), self.put(words, "objects")]

    def inner(self, code):
        """(its code's place, that of its table of inner functions)."""
        data = self.part(code.data)
        table = [self.prototype(one) if one else (WORD, 0) for one in code.inner]
        if code.kind == mpy.NATIVE:  # behind them, or alone, what describes its arguments
            described = PACK, data[1] + code.prelude
            if not table:
                return data, described
            table.append(described)
        return data, self.put(table, "prototypes") if table else (WORD, 0)

    def prototype(self, code):
        """A function's prototype; bytecode without inner functions is its own."""
        data, inner = self.inner(code)
        if code.kind == mpy.BYTECODE and not code.inner:
            return data
        words = [(WORD, code.kind + 2 << 16 | code.generator << 24), data, inner]
        if code.arguments:
            n, types = code.arguments
            words.append((WORD, n | types << 8))
        return self.put(words, "prototypes")

    def function(self, code):
        """A function as an object."""
        data, inner = self.inner(code)
        if code.kind == mpy.ASSEMBLER:
            n, types = code.arguments
            words = [(KNOWN, ASSEMBLER), (WORD, n), data, (WORD, types)]
        else:
            known = GENERATOR if code.generator else BYTECODE + code.kind
            words = [(KNOWN, known), self.context, inner, data]
        return self.put(words, "functions")

    def record(self, name, module, package, folder, needs, number):
        """A module's record; `folder` and `needs` are those of its folder and its imports."""
        self.module = name
        at = self.link.take(4 * (_RECORD + len(needs)))
        self.context = HERE, place(at)
        words = [(KNOWN, MODULE), (DICTIONARY, DICTIONARY_SIZE * number)]
        names = constants = body = WORD, 0  # of a folder without a file of its own
        bound = 8
        if module:
            module = mpy.fixed(module)
            bound = module.bound
            names = self.table(module.names)
            objects = [self.constant(*one) for one in module.constants]
            if objects:
                constants = self.put(objects, "constants")
            body = self.function(module.code)
        words += [names, constants, self.name(name.encode()), body]
        words += [(WORD, bound + _OWN), (WORD, int(package))]
        words += [folder, self.name(name.encode().rpartition(b".")[2]), (WORD, len(needs)), *needs]
        return self._fill(at, words, "modules")

    def pools(self):
        """The pools of names: that of the newest.

        Side by side, as each with the addresses of its texts takes a whole block.
        """
        self.module, kind = "", "pools of names"
        pools = []
        names = list(self.names)
        for start in range(0, len(names), _IN_POOL):
            some = names[start : start + _IN_POOL]
            n = len(some)
            sizes = struct.iter_unpack("<I", bytes(map(len, some)) + bytes(-n % 4))
            hashes = self.put([(HASHES, start + i) for i in range(0, n, 4)], kind)
            lengths = self.put([(WORD, word) for (word,) in sizes], kind)
            words = [(WORD, FIRST + start | _SORTED), (WORD, _ROOM), (WORD, n), hashes, lengths]
            pools.append(words + n * [(NEXT, 0)])
        pool = KNOWN, BRIDGE
        for words in pools:
            pool = self.put([pool, *words], kind)
        return pool

    # The file.

    def list_names(self):
        """Put the names into the pack."""
        start = len(self.out)
        for name in self.names:
            if where(len(self.out))[1] + len(name) + 3 > BLOCK:  # a zero, and the next block
                self.out.append(0)
                while where(len(self.out))[0] == where(len(self.out) - 1)[0]:
                    self.out.append(0)
            self.out += bytes([len(name)]) + name + b"\0"
        self._count("names", len(self.out) - start)

    def image(self):
        """The link's words as they are told to the Pico, block by block; number of blocks.

        Of a block the lowest bytes of all words come first, then the next ones; a place is told by
        its distance from the place before it in that block. So they deflate to six sevenths.
        """
        n = where(self.link.size - 1)[0] + 1
        blocks = [[[0, THERE] for _ in range(BLOCK // 4)] for _ in range(n)]
        for at, (kind, operand) in self.words.items():
            block, offset = where(at)
            blocks[block][offset // 4] = [operand, kind]
        out = bytearray()
        for block in blocks:
            last = {PACK: 0, HERE: 0}
            for word in block:
                operand, kind = word
                if kind in last:
                    word[0] = operand - last[kind] & 0xFFFFFFFF
                    last[kind] = operand
            told = struct.pack("<1024I", *(operand for operand, _ in block))
            out += b"".join(told[i::4] for i in range(4))
            kinds = [kind for _, kind in block]
            out += bytes(a | b << 4 for a, b in zip(kinds[::2], kinds[1::2]))
        deflate = zlib.compressobj(9, zlib.DEFLATED, -_WINDOW)
        return deflate.compress(out) + deflate.flush(), n


def pack(head, modules, files):
    """A Packed of the compiled head, {name: (its .mpy, whether it is a package)}, {path: bytes}.

    Files are found by their paths; a module that MicroPython itself shall read can be one of them.
    """
    read = {}
    for name, (data, package) in modules.items():
        try:
            read[name] = mpy.read(data), package
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    for name in list(read):
        for i in [i for i, letter in enumerate(name) if letter == "."]:
            read.setdefault(name[:i], (None, True))
    table = _head_table(head)
    packer = _Packer(head + bytes(-len(head) % 4), _names(read))
    rows = 8 * len(read)
    index = packer.link.take(rows)
    records = {}
    for name in _in_order(read):
        module, package = read[name]
        needs = [records[other] for other in _needed(name, read)]
        folder = records.get(name.rpartition(".")[0], (WORD, 0))
        records[name] = packer.record(name, module, package, folder, needs, len(records))
    found = sorted((crc(name), record) for name, record in records.items())
    for i, (number, record) in enumerate(found):
        packer.words[index + 8 * i] = WORD, number
        packer.words[index + 8 * i + 4] = record
    packer.module = ""
    begins = {}
    for path, data in files.items():
        if not path.endswith(".mpy"):
            data = len(data).to_bytes(2, "little") + data
        begins[path] = len(packer.out)
        packer.out += data
        packer._count("files", len(data))
    names = len(packer.out)
    packer.list_names()
    newest = packer.pools()
    image, n = packer.image()
    link = len(packer.out)
    packer.out += image
    packer._count("link's words", len(image))
    if len({crc(path) for path in begins}) < len(begins) or len({*dict(found)}) < len(found):
        raise ValueError("two names have the same CRC: give one another name")
    tail = _TAIL.size + DIGEST
    end = len(packer.out) + _INDEX_ROW.size * len(begins) + tail
    for number, at in sorted((crc(path), at) for path, at in begins.items()):
        packer.out += _INDEX_ROW.pack(number, end - at)
    packer.out += _TAIL.pack(
        len(packer.names), place(names), link, len(image), n, packer.link.size, len(records),
        newest[1], table, len(begins),
    )  # fmt: skip
    packer.out += hashlib.sha256(packer.out).digest()[:DIGEST]
    return Packed(bytes(packer.out), packer.sizes, packer.link.size)


def linked_blocks(data):
    """How many blocks of the flash the link of a pack takes."""
    return _TAIL.unpack_from(data, len(data) - _TAIL.size - DIGEST)[4]


def _head_table(head):
    """Which constant of the head is the table of functions: any module with viper code has it."""
    kinds = [kind for kind, _ in mpy.read(head).constants]
    if mpy.TABLE not in kinds:
        raise ValueError("the head has no viper code")
    return kinds.index(mpy.TABLE)


def _names(read):
    """The texts that are names: of modules, in them, and all texts that can be: as a name one is
    a number, not an object. Pool by pool, each sorted, as MicroPython wants it.

    It looks through the newest pool first. There are those of many modules, and of modules that
    many import.
    """
    importers = Counter(other for name in read for other in _needed(name, read))
    uses = Counter({name.encode(): 0 for name in read})
    for name, (module, _) in read.items():
        uses.update(dict.fromkeys((part.encode() for part in name.split(".")), 0))
        if module:
            uses.update(dict.fromkeys(_texts(module.constants), 0))
            mine = (text for text in module.names if isinstance(text, bytes))
            uses.update(dict.fromkeys(mine, 1 + importers[name]))
    names = [name for name in uses if 0 < len(name) <= _LONGEST and b"\0" not in name]
    names.sort(key=lambda name: (uses[name], name))
    pools = [names[i : i + _IN_POOL] for i in range(0, len(names), _IN_POOL)]
    return [name for pool in pools for name in sorted(pool)]


def _texts(constants):
    found = {value for kind, value in constants if kind == mpy.TEXT}
    return found.union(*(_texts(value) for kind, value in constants if kind == mpy.TUPLE))


def _needed(name, read):
    """The modules among `read` that one imports, and its packages; a package imports its own."""
    found = {name[:i]: None for i, letter in enumerate(name) if letter == "."}
    module = read[name][0]
    for parent, items in module.imports if module else ():
        found.update(dict.fromkeys([f"{parent}.{item}" for item in items] + [parent]))
    own = name + "."
    return [one for one in found if one in read and one != name and not one.startswith(own)]


def _in_order(read):
    """The modules, each after those that it imports."""
    found, under_way = {}, []

    def add(name):
        if name in under_way:
            raise ValueError(f"{name} imports itself, by {' '.join(under_way)}")
        if name not in found:
            under_way.append(name)
            for other in _needed(name, read):
                add(other)
            under_way.pop()
            found[name] = None

    for name in sorted(read):
        add(name)
    return list(found)
