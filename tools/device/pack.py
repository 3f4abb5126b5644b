"""pack: puts the modules of a build into one file for the handheld.

The pack is the compiled firmware/pack.py, followed by all other files; files that are not modules
are preceded by their length in two bytes. One file lets imports bypass littlefs's directories,
and makes an update one rename. More modules have nothing but the names
in all others, for loader.py.

A module is preceded by where hal/in_place.py finds in the flash what is only read: for each
function, text and bytes three numbers of two bytes, the pack's block, the offset in it, and the
length, 0 if it goes on in the next block. Before them stand the number of the module's constants
and two zeros, behind them how many there are. The pack's last eight bytes are a digest of it.
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
_NAMES = "names%d.mpy"
_SHORT = 10  # characters
_AT_A_TIME = 100  # names in one of them: the import takes 15 to 45 ms
# Seldom loaded: their names are not listed.
_RARE = ("thirteen/screens/crash", "thirteen/screens/selftest", "thirteen/lessons")
_PLACE = struct.Struct("<3H")
_LEAST = 16  # bytes that are worth an entry
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
        if build.is_code(name) and not name.startswith(_RARE):
            names |= {*mpy.names(data), *_imported(name)}
    for i, part in enumerate(_modules_of(sorted(names))):
        files["/" + _NAMES % i] = _compiled(source, part, _NAMES % i)
    text = source.read_text("utf-8")
    if _EMPTY not in text:
        raise Trouble(f"{source} has no line {_EMPTY!r} to fill in.")
    tables = {path: _read(data) if path.endswith(".mpy") else None for path, data in files.items()}
    sizes = {path: len(data) + _table_size(tables[path]) for path, data in files.items()}
    text = text.replace(_EMPTY, f"FILES = {_index(files, sizes)!r}", 1)
    whole = bytearray(_compiled(source, text, PACK[1:]))
    # Whoever finds the pack's last block by the digest needs it in one piece.
    while _place(len(whole) + sum(sizes.values()), MARK).endswith(bytes(2)):
        whole += b"\0"
    for path, data in files.items():
        if tables[path] is not None:
            start = len(whole) + _table_size(tables[path])
            whole += _PLACE.pack(mpy.constants(data), 0, 0)
            for at, size in tables[path]:
                whole += _place(start + at, size)
            whole += (len(tables[path]) + 1).to_bytes(2, "little")
        whole += data
    whole += hashlib.sha256(whole).digest()[:MARK]
    return {MAIN: build.START.encode(), PACK: bytes(whole)}


def _read(module):
    """[(offset, length)] of what a module's entries are; none begins like a longer one."""
    try:
        found = [(at, data) for at, data in mpy.read_in_place(module) if len(data) >= _LEAST]
    except ValueError as error:
        raise Trouble(f"A compiled module is not as expected: {error}.") from None
    return [
        (at, len(data)) for at, data in found
        if not any(other != data and other.startswith(data) for _, other in found)
    ]  # fmt: skip


def _table_size(table):
    return 0 if table is None else (len(table) + 1) * _PLACE.size + 2


def _place(offset, size):
    """Where a part of the pack lies: block n of a file of littlefs begins with 4 bytes for each
    power of two that divides n.
    """
    n, at = 0, offset
    while at >= _BLOCK:
        at -= _BLOCK
        n += 1
        at += 4 * (n & -n).bit_length()
    return _PLACE.pack(n, at, size if at + size <= _BLOCK else 0)


def _modules_of(names):
    """The sources of modules that make these names.

    A short string in a program becomes a name as it is loaded, any other when it is asked for.
    """
    for i in range(0, len(names), _AT_A_TIME):
        part = [name.decode() for name in names[i : i + _AT_A_TIME]]
        lines = [f"    x[{name!r}]\n" for name in part if len(name) <= _SHORT]
        lines += [f"hasattr(0, {name!r})\n" for name in part if len(name) > _SHORT]
        yield "def use(x):\n    pass\n" + "".join(lines)


def _imported(name):
    """The names that the import of a module makes: its own, its folders' and their paths."""
    module = PurePosixPath(name.removesuffix(".mpy").removesuffix("/__init__"))
    dotted = {".".join(module.parts[: i + 1]) for i in range(len(module.parts))}
    path = "/pack/" + build.in_pack(name)
    return {text.encode() for text in dotted | {path, path.rpartition("/")[0]}}


def _index(files, sizes):
    """{crc32 of a path, 30 bits: how far before the end of all it begins}, 0 for a folder."""
    index, left = {}, sum(sizes.values()) + MARK
    for path, data in files.items():
        index.update((path[:end], 0) for end in range(1, len(path)) if path[end] == "/")
        left -= sizes[path]
        index[path] = left + len(data)
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
