"""pack: puts the modules of a build into one file for the handheld.

The pack is the compiled firmware/pack.py, followed by all other files; files that are not modules
are preceded by their length in two bytes. One file lets imports bypass littlefs's directories,
and makes an update one rename.

A module is preceded by where hal/in_place.py finds in the flash what is only read: for each
function, text and bytes four numbers of two bytes, the pack's block, the offset in it, the length,
and a sum of the first bytes. Before them stand the number of the module's constants and three
zeros, behind them how many there are. This table and each of these parts lies in one block, the
table at a multiple of two, machine code at one of four: the lengths before the parts are written
with as many zeros as that needs (mpy.py).

Behind the modules are the names in all of them, sorted, for hal/mapped.py: block and offset of the
first one and their number, in two bytes each; then of each its hash, its length, its text and 0. A
length of 0 says that the others begin with the next block.

The pack's last eight bytes are a digest of it.
"""

import hashlib
import struct
import tempfile
import zlib
from pathlib import Path, PurePosixPath

from tools.device import Trouble, build, mpy

PACK = "/pack.mpy"
MAIN = "/main.py"
MARK = 8  # bytes of the digest at its end

_READER = "pack.py"
_EMPTY = "FILES = {}"  # its line to fill in
_NAMES = "/names"
_PLACE = struct.Struct("<3H")
_ENTRY = struct.Struct("<4H")
_LEAST, _MOST = 16, 4000  # bytes of a part that is worth an entry; its sum is of the least
_BLOCK = 4096  # of littlefs


def pack(modules, firmware=build.FIRMWARE):
    """{path on the device: bytes} of all files for it, from the folder of a build's modules."""
    source = firmware / _READER
    files, names = {}, set()
    for name in (modules / build.CONTENTS).read_text("utf-8").split():
        data = (modules / name).read_bytes()
        if name == MAIN[1:]:
            name = "main.mpy"
            data = _compiled(firmware / "main.py", data.decode(), build.named(name))
        elif not build.is_code(name):
            data = len(data).to_bytes(2, "little") + data
        files["/" + build.in_pack(name)] = data
        if build.is_code(name):
            names |= {*mpy.names(data), *_imported(name)}
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


def _read_by(source, text, size, files):
    """The compiled reader of the files that begin at an offset of `size`."""
    index = _index(_laid_out(files, size)[1])
    return _compiled(source, text.replace(_EMPTY, f"FILES = {index!r}", 1), PACK[1:])


def _laid_out(files, start):
    """The files one behind the other from that offset on, and {path: how far before the end}."""
    whole, places = bytearray(), {}
    for path, data in files.items():
        if path.endswith(".mpy"):
            table, data = _with_table(data, start + len(whole))
            whole += table
        elif path == _NAMES:
            data = _listed(data, start + len(whole))
        places[path] = len(whole)
        whole += data
    # Whoever finds the pack's last block by the digest needs it in one piece.
    whole += bytes(_gap(start + len(whole), _LEAST))  # it is shorter
    end = len(whole) + MARK
    return bytes(whole), {path: end - at for path, at in places.items()}


def _with_table(module, offset):
    """A module that is to lie there: its table, and the module."""
    try:
        size = (len(_entries(module, mpy.parts(module))) + 1) * _ENTRY.size + 2
        gap = _gap(offset, max(size, _LEAST), 2)
        start = offset + gap + size
        module = mpy.spread(module, lambda at, part: _gap(start + at, part.size, part.step))
        parts = _entries(module, mpy.parts(module))
    except ValueError as error:
        raise Trouble(f"A compiled module is not as expected: {error}.") from None
    table = _ENTRY.pack(mpy.constants(module), 0, 0, 0)
    for part in parts:
        block, at = _place(start + part.at)
        table += _ENTRY.pack(block, at, part.size, _sum(part.of(module)))
    return bytes(gap) + table + (size // _ENTRY.size).to_bytes(2, "little"), module


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
    total = 0
    for byte in data[:_LEAST]:
        total = total * 31 + byte
    return total & 0xFFFF


def _gap(offset, size, step=1):
    """The bytes to be left out so that a part lies in one block, at a multiple of `step`."""
    gap, most = 0, _BLOCK - size if _LEAST <= size <= _MOST else _BLOCK
    while (at := _place(offset + gap)[1]) > most or at % step:
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
    module = PurePosixPath(name.removesuffix(".mpy").removesuffix("/__init__"))
    dotted = {".".join(module.parts[: i + 1]) for i in range(len(module.parts))}
    path = "/pack/" + build.in_pack(name)
    return {text.encode() for text in dotted | {path, path.rpartition("/")[0]}}


def _index(places):
    """{crc32 of a path, 30 bits: how far before the end of all it begins}, 0 for a folder."""
    index = {path[:end]: 0 for path in places for end in range(1, len(path)) if path[end] == "/"}
    index.update(places)
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
