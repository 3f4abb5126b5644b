"""Checks an emulated flash after a power cut: reads its files and finds losses.

Reads littlefs and the headers of the firmware's saved files (storage/store.py) on the host.
"""

import contextlib
import struct
from binascii import crc32

from tools.device import pack

_BLOCK, _BLOCKS = 4096, 352  # MicroPython's file system, at the end of the flash
_HEAD = 10  # bytes before a saved file's name
_ENTRIES = "m13-entries"
GAME = (pack.PACK, "/main.py")


class Lost(Exception):
    """A loss caused by a power cut, as a sentence."""


def contents(image):
    """{path: bytes} of the file system in a flash image; {} if there is none yet.

    Pending changes are completed first, as MicroPython does before its next write.
    """
    from littlefs import LittleFS, LittleFSError, UserContext

    context = UserContext(buffsize=_BLOCK * _BLOCKS)
    context.buffer = bytearray(image[-_BLOCK * _BLOCKS :])
    fs = LittleFS(
        context=context, block_size=_BLOCK, block_count=_BLOCKS, prog_size=256, mount=False
    )
    try:
        fs.mount()
    except LittleFSError:
        return {}
    with contextlib.suppress(LittleFSError, FileNotFoundError):
        fs.remove("/thirteen.none")
    found = {}
    for folder, _, names in fs.walk("/"):
        for name in names:
            path = folder.rstrip("/") + "/" + name
            with fs.open(path, "rb") as file:
                found[path] = file.read()
    return found


def saved(files):
    """{name: (sequence number, payload)} of each saved file's newest generation."""
    found = {}
    for path, data in files.items():
        if not path.startswith("/saves/") or path[-2:] not in (".a", ".b"):
            continue
        name = path[7:-2]
        body = data[_HEAD + len(name) : -4]
        whole = len(data) > _HEAD + 4 and crc32(data[:-4]) == int.from_bytes(data[-4:], "little")
        if not whole or len(body) != int.from_bytes(data[6:10], "little"):
            raise Lost(f"{path} is half written")
        number = int.from_bytes(data[4:6], "little")
        if name not in found or (number - found[name][0]) & 0xFFFF < 0x8000:
            found[name] = number, body
    return found


def counted(files):
    """What counts in a player's history: sums, days, and the records but for their seconds."""
    _, body = saved(files).get("history", (0, b""))
    if not body:
        return b"", b"", []
    sizes = struct.unpack_from(f"<{2 * body[1]}H", body, 2)[::2]  # each with its checksum
    parts, at = [], 2 + 4 * body[1]
    for size in sizes:
        parts.append(body[at : at + size])
        at += size
    records = [parts[4][i : i + 28] for i in range(0, len(parts[4]), 28)]
    return parts[1], parts[2], [(r[:20], r[22:]) for r in records]


def compare(first, last, now, wanted, before=None):
    """Raise Lost unless `now` is `first`, `last` or a state in between.

    wanted: the game's files if the scenario writes them, None if they must not change.
    before: the files before the scenario; an entry whose race was not saved is taken back.
    """
    old, new, left = saved(first), saved(last), saved(now)
    entries = saved(before or first).get(_ENTRIES, (0, b""))[1]
    for name in old:
        if name not in left:
            raise Lost(f"{name} is gone")
    for name, (number, body) in left.items():
        known = [entry for entry in (old.get(name), new.get(name)) if entry]
        if body in [entry[1] for entry in known] or name == _ENTRIES and body == entries:
            continue
        low = old[name][0] if name in old else -1
        between = name in new and low < number < new[name][0]
        if not between or name == "history":  # a game counts once
            raise Lost(f"{name} is neither the old nor the new one")
    for path in first.keys() | last.keys():
        if path[-2:] in (".a", ".b") or path in GAME or path == pack.LINK:  # which is made anew
            continue
        if now.get(path) not in (first.get(path), last.get(path)):
            raise Lost(f"{path} is neither the old nor the new one")
    there, before, after = ({p: f.get(p) for p in GAME} for f in (now, first, last))
    if there == before or wanted and there == after:
        return
    if wanted and any(p in now for p in ("/boot.py",)):
        return  # the handheld completes it at the restart; then it is checked again
    empty = wanted and not any(before.values())
    if not empty or any(there[p] not in (None, after[p]) for p in GAME):
        raise Lost("the game's files are neither the old nor the new ones")
