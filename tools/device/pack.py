"""pack: puts the modules of a build into one file for the handheld.

The pack is the compiled firmware/pack.py, followed by all other files; files that are not modules
are preceded by their length in two bytes. One file lets imports bypass littlefs's directories,
and makes an update one rename. More modules have nothing but the names
in all others, for loader.py.
"""

import tempfile
import zlib
from pathlib import Path, PurePosixPath

from tools.device import Trouble, build

PACK = "/pack.mpy"
MAIN = "/main.py"

_READER = "pack.py"
_EMPTY = "FILES = {}"  # its line to fill in
_NAMES = "names%d.mpy"
_SHORT = 10  # characters
_AT_A_TIME = 100  # names in one of them: the import takes 15 to 45 ms
# Seldom loaded: their names are not listed.
_RARE = ("thirteen/screens/crash", "thirteen/screens/selftest", "thirteen/lessons")
_HEAD = 4  # bytes of a compiled module before the number of its names


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
            names |= {*_names(data), *_imported(name)}
    for i, part in enumerate(_modules_of(sorted(names))):
        files["/" + _NAMES % i] = _compiled(source, part, _NAMES % i)
    text = source.read_text("utf-8")
    if _EMPTY not in text:
        raise Trouble(f"{source} has no line {_EMPTY!r} to fill in.")
    text = text.replace(_EMPTY, f"FILES = {_index(files)!r}", 1)
    head = _compiled(source, text, PACK[1:])
    return {MAIN: build.START.encode(), PACK: head + b"".join(files.values())}


def _modules_of(names):
    """The sources of modules that make these names.

    A short string in a program becomes a name as it is loaded, any other when it is asked for.
    """
    for i in range(0, len(names), _AT_A_TIME):
        part = [name.decode() for name in names[i : i + _AT_A_TIME]]
        lines = [f"    x[{name!r}]\n" for name in part if len(name) <= _SHORT]
        lines += [f"hasattr(0, {name!r})\n" for name in part if len(name) > _SHORT]
        yield "def use(x):\n    pass\n" + "".join(lines)


def _names(module):
    """The names in a compiled module, but for those that MicroPython knows by number."""
    count, at = _number(module, _HEAD)
    _, at = _number(module, at)  # of its other constants
    for _ in range(count):
        size, at = _number(module, at)
        if not size & 1:
            yield module[at : at + size // 2]
            at += size // 2 + 1


def _number(module, at):
    """A number of a compiled module, seven bits a byte, the highest first: (it, where it ends)."""
    number = 0
    while True:
        number = number << 7 | module[at] & 127
        at += 1
        if module[at - 1] < 128:
            return number, at


def _imported(name):
    """The names that the import of a module makes: its own, its folders' and their paths."""
    module = PurePosixPath(name.removesuffix(".mpy").removesuffix("/__init__"))
    dotted = {".".join(module.parts[: i + 1]) for i in range(len(module.parts))}
    path = "/pack/" + build.in_pack(name)
    return {text.encode() for text in dotted | {path, path.rpartition("/")[0]}}


def _index(files):
    """{crc32 of a path, 30 bits: how far before the end of all it begins}, 0 for a folder."""
    index, left = {}, sum(map(len, files.values()))
    for path, data in files.items():
        index.update((path[:end], 0) for end in range(1, len(path)) if path[end] == "/")
        index[path] = left
        left -= len(data)
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
