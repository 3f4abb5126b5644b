"""pack: puts the modules of a build into one file for the handheld.

The pack is the compiled firmware/pack.py, followed by all other files; files that are not modules
are preceded by their length in two bytes. One file lets imports bypass littlefs's directories,
and makes an update one rename.

A module is preceded by a table for firmware/xip/importer.py, in rows of four numbers of two bytes:

    number of constants, number of names, where the names begin in the module, where they end
    number of globals, number of modules that it needs, 0, 0
    of each name its place in the list of all names, or _KNOWN plus MicroPython's number
    of each module of thirteen/ that it needs the place of its name, leaves first
    of each function, text and bytes the pack's block, the offset in it, the length, and a sum of
    the first four words
    how many rows there are (one number)

The table and each of these parts lies in one block, at a multiple of four: the lengths before the
parts are written with as many zeros as that needs (mpy.py).

Behind the modules are the names in all of them, sorted, for firmware/xip/setup.py: block and
offset of the first one and their number, in two bytes each; then of each its hash, its length, its
text and 0. A length of 0 says that the others begin with the next block.

At the end are the index (firmware/pack.py), in one block at a multiple of four, the number of its
rows in two bytes, and a digest of the pack, eight.
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
_NAMES = "qstrs"
_GAMES = "thirteen/"
_IMPORT = re.compile(r"^from (thirteen[\w.]*) import (\([^)]*\)|[^#\n]*)", re.M)
_PLACE = struct.Struct("<3H")
_ROW = struct.Struct("<4H")
_INDEX_ROW = struct.Struct("<2I")
_FIRST = struct.Struct("<4I")
_KNOWN = 0x8000
_LEAST, _MOST = 16, 4000  # bytes of a part that is worth a row; its sum is of the least
_WORD = 4
_OWN = 3  # names of MicroPython's in a module: __name__, __file__, __path__
_BLOCK = 4096  # of littlefs


def pack(modules, firmware=build.FIRMWARE):
    """{path on the device: bytes} of all files for it, from the folder of a build's modules."""
    files, names = {}, set()
    contents = (modules / build.CONTENTS).read_text("utf-8").split()
    for name in contents:
        data = (modules / name).read_bytes()
        if name == MAIN[1:]:
            name = "main.mpy"
            data = _compiled(firmware / "main.py", data, build.named(name))
        elif not build.is_code(name):
            data = len(data).to_bytes(2, "little") + data
        files[name] = data
        if build.is_code(name):
            names |= {text for text in mpy.names(data) if isinstance(text, bytes)}
            names |= _imported(name)
    files[_NAMES] = sorted(names)
    reader = firmware / _READER
    front = _compiled(reader, reader.read_bytes(), PACK[1:])
    front += bytes(-len(front) % _BLOCK)
    whole = front + _laid_out(files, needed(contents, firmware), len(front))
    whole += hashlib.sha256(whole).digest()[:MARK]
    return {MAIN: build.START.encode(), PACK: whole}


def needed(contents, firmware=build.FIRMWARE):
    """{module: the modules of thirteen/ that it needs when it is imported, each after its own}."""
    names = [name for name in contents if build.is_code(name) and name.startswith(_GAMES)]
    modules = {_module(name): name for name in names}
    found = {}

    def add(module):
        if module not in found:
            text = (firmware / modules[module]).with_suffix(".py").read_text("utf-8")
            needs = {}
            for parent, items in _IMPORT.findall(text):
                for item in re.findall(r"\w+", items):
                    other = f"{parent}.{item}"
                    other = other if other in modules else parent
                    if other in modules:
                        add(other)
                        needs.update(dict.fromkeys([*found[other], other]))
            found[module] = list(needs)

    for module in sorted(modules):
        add(module)
    return found


def _laid_out(files, needs, start):
    """The files one behind the other from that offset on, and their index."""
    whole, places = bytearray(), {}
    known = {name: i for i, name in enumerate(files[_NAMES])}
    for name, data in files.items():
        if build.is_code(name):
            wanted = [known[other.encode()] for other in needs.get(_module(name), ())]
            table, data = _with_table(data, start + len(whole), known, wanted)
            whole += table
            places[_module(name)] = len(whole)
        elif name == _NAMES:
            data = _listed(data, start + len(whole))
        places["/" + build.in_pack(name)] = len(whole)
        whole += data
    rows = _folders(places)
    size = len(rows) * _INDEX_ROW.size
    if size > _MOST:
        raise Trouble("There are too many files for the index of the pack.")
    whole += bytes(_gap(start + len(whole), size + 2 + MARK))
    end = len(whole) + size + 2 + MARK
    for crc, at in sorted((_crc(path), at) for path, at in rows.items()):
        whole += _INDEX_ROW.pack(crc, 0 if at is None else end - at)
    return bytes(whole) + len(rows).to_bytes(2, "little")


def _folders(places):
    """Places with those of the folders, which are None; refused if two have one crc32."""
    index = {path[:n]: None for path in places for n in range(1, len(path)) if path[n] == "/"}
    index.update(places)
    index["/" + build.PACKAGE[:-1]] = None  # its modules lie above it
    # The other paths that an import tries must not collide with these.
    names = {path.removesuffix(".mpy") for path in index}
    asked = {name + end for name in names for end in ("", ".py", ".mpy")} | set(index)
    if len({_crc(path) for path in asked}) < len(asked):
        raise Trouble("Two paths of the firmware have the same CRC: give a module another name.")
    return index


def _with_table(module, offset, known, needs):
    """A module that is to lie there: its table, and it.

    known: {name: its place}; needs: the places of the names of modules that it needs.
    """
    try:
        names = [known[name] if isinstance(name, bytes) else _KNOWN + name
                 for name in mpy.names(module)]  # fmt: skip
        names += [0] * (-len(names) % 4) + needs + [0] * (-len(needs) % 4)
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
    table += _ROW.pack(mpy.names_stored(module) + _OWN, len(needs), 0, 0)
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


def _crc(path):
    return zlib.crc32(path.encode()) & 0x3FFFFFFF


def _compiled(source, data, name):
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made"
        build.compile_one(build.compiler()[0], source, data, name, made)
        return made.read_bytes()
