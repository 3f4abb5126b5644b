"""pack: puts the modules of a build into one file for the handheld.

The pack is the compiled firmware/pack.py, followed by all other files; files that are not modules
are preceded by their length in two bytes. One file lets imports bypass littlefs's directories,
and makes an update one rename.

A module is preceded by a table for hal/in_place.py, in rows of four numbers of two bytes:

    number of constants, number of names, where the names begin in the module, where they end
    number of globals, the place of the module's own name in the list of all names, 0, 0
    of each name its place in the list of all names, or _KNOWN plus MicroPython's number
    of each function, text and bytes the pack's block, the offset in it, the length, and a sum of
    the first four words
    how many rows there are (one number)

The table and each of these parts lies in one block, at a multiple of four: the lengths before the
parts are written with as many zeros as that needs (mpy.py).

Behind the modules are the names in all of them, sorted, for hal/mapped.py: block and offset of the
first one and their number, in two bytes each; then of each its hash, its length, its text and 0. A
length of 0 says that the others begin with the next block.

The pack's last eight bytes are a digest of it.
"""

import hashlib
import re
import struct
import tempfile
import zlib
from pathlib import Path

from tools.device import Trouble, build, mpy

PACK = "/pack.mpy"
MAIN = "/main.py"
MARK = 8  # bytes of the digest at its end

_READER = "pack.py"
_EMPTY = "FILES = {}"  # its line to fill in
_FLAT = "flat.mpy"
_LISTS = 'ORDER = ""', 'NEEDS = b""', 'PLACES = b""'  # the lines of its source to fill in
_NAMES = "names"
_GAMES = "thirteen/"
_IMPORT = re.compile(r"^from (thirteen[\w.]*) import (\([^)]*\)|[^#\n]*)", re.M)
_PLACE = struct.Struct("<3H")
_ROW = struct.Struct("<4H")
_FIRST = struct.Struct("<4I")
_KNOWN = 0x8000
_LEAST, _MOST = 16, 4000  # bytes of a part that is worth a row; its sum is of the least
_WORD = 4
_OWN = 3  # names of MicroPython's in a module: __name__, __file__, __path__
_BLOCK = 4096  # of littlefs


def pack(modules, firmware=build.FIRMWARE):
    """{path on the device: bytes} of all files for it, from the folder of a build's modules."""
    source = firmware / _READER
    files, names = {}, set()
    contents = (modules / build.CONTENTS).read_text("utf-8").split()
    for name in contents:
        data = (modules / name).read_bytes()
        if name == MAIN[1:]:
            name = "main.mpy"
            data = _compiled(firmware / "main.py", data.decode(), build.named(name))
        elif name == _FLAT:
            data = _with_lists(firmware, contents)
        elif not build.is_code(name):
            data = len(data).to_bytes(2, "little") + data
        files[name] = data
        if build.is_code(name):
            names |= {text for text in mpy.names(data) if isinstance(text, bytes)}
            names |= _imported(name)
    files[_NAMES] = sorted(names)
    text = source.read_text("utf-8")
    if _EMPTY not in text:
        raise Trouble(f"{source} has no line {_EMPTY!r} to fill in.")
    size = _BLOCK  # of the reader
    while len(front := _read_by(source, text, size, files)) > size:
        size += _BLOCK
    whole = front.ljust(size, b"\0") + _laid_out(files, size)[0]
    whole += hashlib.sha256(whole).digest()[:MARK]
    return {MAIN: build.START.encode(), PACK: whole}


def _with_lists(firmware, contents):
    """flat.py, compiled, with the lists of the modules in thirteen/."""
    source = firmware / f"{_module(_FLAT)}.py"
    text = source.read_text("utf-8")
    for line, value in zip(_LISTS, _needs(contents, firmware), strict=True):
        if line not in text:
            raise Trouble(f"{source} has no line {line!r} to fill in.")
        text = text.replace(line, line.partition(" ")[0] + f" = {value!r}")
    return _compiled(source, text, build.named(_FLAT))


def _needs(contents, firmware):
    """ORDER, NEEDS and PLACES of flat.py."""
    names = [name for name in contents if build.is_code(name) and name.startswith(_GAMES)]
    modules = {_module(name): name for name in names}
    needed = {}  # in the order of names

    def add(module):
        if module not in needed:
            text = (firmware / modules[module]).with_suffix(".py").read_text("utf-8")
            found = set()
            for parent, items in _IMPORT.findall(text):
                for item in re.findall(r"\w+", items):
                    other = f"{parent}.{item}"
                    other = other if other in modules else parent
                    if other in modules:
                        add(other)
                        found |= {other} | needed[other]
            needed[module] = found

    for module in sorted(modules):
        add(module)
    order, needs, places = " ", b"", b""
    numbers = list(needed)
    for module, others in needed.items():
        needs += bytes(sorted(map(numbers.index, others)))
        places += struct.pack("<2H", len(order), len(needs))
        order += module.removeprefix("thirteen.") + " "
    return order, needs, places


def _read_by(source, text, size, files):
    """The compiled reader of the files that begin at an offset of `size`."""
    index = _index(_laid_out(files, size)[1])
    return _compiled(source, text.replace(_EMPTY, f"FILES = {index!r}", 1), PACK[1:])


def _laid_out(files, start):
    """{name: bytes} one behind the other from that offset on; {path: how far before the end}."""
    whole, places = bytearray(), {}
    known = {name: i for i, name in enumerate(files[_NAMES])}
    for name, data in files.items():
        if build.is_code(name):
            table, data = _with_table(
                data, start + len(whole), known, known[_module(name).encode()]
            )
            whole += table
        elif name == _NAMES:
            data = _listed(data, start + len(whole))
        places["/" + build.in_pack(name)] = len(whole)
        whole += data
    # Whoever finds the pack's last block by the digest needs it in one piece.
    whole += bytes(_gap(start + len(whole), _LEAST))  # it is shorter
    end = len(whole) + MARK
    return bytes(whole), {path: end - at for path, at in places.items()}


def _with_table(module, offset, known, own):
    """A module that is to lie there: its table, and it. known: {name: its place}; own: its own."""
    try:
        names = [known[name] if isinstance(name, bytes) else _KNOWN + name
                 for name in mpy.names(module)]  # fmt: skip
        names += [0] * (-len(names) % 4)
        rows = 2 + len(names) // 4 + len(_entries(module, mpy.parts(module)))
        size = rows * _ROW.size + 2
        if size > _MOST:
            raise ValueError("its table is larger than a block")
        gap = _gap(offset, size + 2) + 2  # so the module begins at a multiple of four, too
        start = offset + gap + size
        module = mpy.spread(module, lambda at, part: _gap(start + at, part.size))
        parts = _entries(module, mpy.parts(module))
    except ValueError as error:
        raise Trouble(f"A compiled module is not as expected: {error}.") from None
    table = _ROW.pack(mpy.constants(module), len(mpy.names(module)), *mpy.names_at(module))
    table += _ROW.pack(mpy.names_stored(module) + _OWN, own, 0, 0)
    table += struct.pack(f"<{len(names)}H", *names)
    for part in parts:
        block, at = _place(start + part.at)
        table += _ROW.pack(block, at, part.size, _sum(part.of(module)))
    return bytes(gap) + table + rows.to_bytes(2, "little"), module


def _listed(names, offset):
    """The names that are to lie there, in bytes."""
    out = bytearray(_PLACE.pack(*_place(offset + _PLACE.size), len(names)))
    for name in names:
        at = _place(offset + len(out))[1]
        if at + len(name) + 5 > _BLOCK:  # two zeros are left
            out += bytes(_BLOCK - at)
        out += bytes([_hash(name), len(name)]) + name + b"\0"
    return out


def _hash(name):
    """As qstr_compute_hash of MicroPython's py/qstr.c."""
    mixed = 5381
    for letter in name:
        mixed = mixed * 33 ^ letter
    return mixed & 255 or 1


def _entries(module, parts):
    """The parts with an entry: those worth it, of which none begins like a longer one."""
    found = [(part, part.of(module)) for part in parts if _LEAST <= part.size <= _MOST]
    return [
        part for part, data in found
        if not any(other != data and other.startswith(data) for _, other in found)
    ]  # fmt: skip


def _sum(data):
    a, b, c, d = _FIRST.unpack_from(data)
    return (a + 3 * b + 5 * c + 7 * d) >> 8 & 0xFFFF


def _gap(offset, size):
    """The bytes to be left out so that a part lies in one block, at a word."""
    if not _LEAST <= size <= _MOST:
        return 0
    gap = 0
    while (at := _place(offset + gap)[1]) % _WORD or at + size > _BLOCK:
        gap += 1
    return gap


def _place(offset):
    """Where a byte of the pack lies: (block, offset in it).

    Block n of a file of littlefs begins with 4 bytes for each power of two that divides n.
    """
    n, at = 0, offset
    while at >= _BLOCK:
        at -= _BLOCK
        n += 1
        at += 4 * (n & -n).bit_length()
    return n, at


def _imported(name):
    """The names that the import of a module makes: its own, its folders' and their paths."""
    parts = _module(name).split(".")
    dotted = {".".join(parts[: i + 1]) for i in range(len(parts))}
    path = "/pack/" + build.in_pack(name)
    return {text.encode() for text in dotted | {path, path.rpartition("/")[0]}}


def _module(name):
    """The name of the module that a file is."""
    return name.removesuffix(".mpy").removesuffix("/__init__").replace("/", ".")


def _index(places):
    """{crc32 of a path, 30 bits: how far before the end of all it begins}, 0 for a folder."""
    index = {path[:end]: 0 for path in places for end in range(1, len(path)) if path[end] == "/"}
    index.update(places)
    index["/" + build.PACKAGE[:-1]] = 0  # its modules lie above it
    # The other paths that an import tries must not collide with these.
    names = {path.removesuffix(".mpy") for path in index}
    asked = {name + end for name in names for end in ("", ".py", ".mpy")} | set(index)
    if len({_crc(path) for path in asked}) < len(asked):
        raise Trouble("Two paths of the firmware have the same CRC: give a module another name.")
    return {_crc(path): at for path, at in index.items()}


def _crc(path):
    return zlib.crc32(path.encode()) & 0x3FFFFFFF


def _compiled(source, text, name):
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made"
        build.compile_one(build.compiler()[0], source, text.encode(), name, made)
        return made.read_bytes()
