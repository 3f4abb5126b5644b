"""pack: puts the modules of a build into one file for the handheld.

The pack is the compiled firmware/pack.py, followed by all other files; files that are not modules
are preceded by their length in two bytes. One file lets imports bypass littlefs's directories,
and makes an update one rename.
"""

import tempfile
import zlib
from pathlib import Path

from tools.device import Trouble, build

PACK = "/pack.mpy"
MAIN = "/main.py"

_READER = "pack.py"
_EMPTY = "FILES = {}"  # its line to fill in


def pack(modules, firmware=build.FIRMWARE):
    """{path on the device: bytes} of all files for it, from the folder of a build's modules."""
    files = {}
    for name in (modules / build.CONTENTS).read_text("utf-8").split():
        data = (modules / name).read_bytes()
        if name == MAIN[1:]:
            name = "main.mpy"
            data = _compiled(firmware / "main.py", data.decode(), build.named(name))
        elif not build.is_code(name):
            data = len(data).to_bytes(2, "little") + data
        files["/" + build.in_pack(name)] = data
    source = firmware / _READER
    text = source.read_text("utf-8")
    if _EMPTY not in text:
        raise Trouble(f"{source} has no line {_EMPTY!r} to fill in.")
    text = text.replace(_EMPTY, f"FILES = {_index(files)!r}", 1)
    head = _compiled(source, text, PACK[1:])
    return {MAIN: build.START.encode(), PACK: head + b"".join(files.values())}


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
