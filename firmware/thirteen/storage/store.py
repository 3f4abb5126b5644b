"""Layer 3. Saved games, settings, statistics: under each name two generations of one small file.

A file is written whole or not at all (files.py), always over the older generation, NAME.a or
NAME.b, so that the newer one outlives whatever happens to it. Its bytes, numbers little-endian:
    0    "13"
    2    format: 1
    3    how long its name is
    4    sequence number, 16 bits that wrap: the newer generation has the later one
    6    length of the payload, 32 bits
    10   its name, so that a file under another's name is found out; then the payload
    -4   CRC-32 of all before
What does not check is put aside as NAME.bad0, NAME.bad1, ..., never deleted, and the player told.
"""

import struct
from binascii import crc32

from micropython import const

import hal

_HEAD = "<2sBBHI"
_MAGIC = b"13"
_HEAD_SIZE = const(10)
_FORMAT = const(1)
_NO_ROOM = const(28)  # errno ENOSPC
_TOLD = const(4)  # sentences kept for the player, who would read no more of them

newest = {}  # name: (0 for .a, 1 for .b, sequence number) of what was last saved or loaded
failing = []  # names whose last save failed, of which the player has been told
troubles = []  # what has gone wrong since it was told last, in sentences for the player


def load(name):
    """The newest intact payload saved under the name, or None."""
    newest.pop(name, None)
    found = None
    number = -1
    bad = []
    for i in (0, 1):
        data = _read(name, i)
        if data is None:
            continue
        why = _fault(name, data)
        if why:
            bad.append((i, data, why))
            continue
        n = data[4] | data[5] << 8
        if found is None or (n - number & 0xFFFF) < 0x8000:
            found = data
            number = n
            generation = i
    stuck = False
    for i, data, why in bad:
        kept = _put_aside(name, i, data)
        stuck = stuck or not kept
        _tell(
            "Your saved %s was %s; %s. (%s)"
            % (
                _words(name),
                why,
                "a new one starts" if found is None else "the copy before it is used",
                "Kept: " + kept if kept else "Still there: no room to keep it aside",
            )
        )
    if not stuck:
        newest[name] = (1, -1) if found is None else (generation, number)
    if found is not None:
        return found[_HEAD_SIZE + len(name) : -4]


def save(name, parts):
    """Save parts, a sequence of bytes or bytearrays; False where that failed (see trouble)."""
    if name not in newest:
        load(name)
    if name not in newest:  # a damaged file lies in the way, and no room to put it aside
        return _failed(name, _NO_ROOM)
    i, number = newest[name]
    i = 1 - i
    number = number + 1 & 0xFFFF
    tag = name.encode()
    size = sum([len(part) for part in parts])
    head = struct.pack(_HEAD, _MAGIC, _FORMAT, len(tag), number, size)
    parts = [head + tag] + list(parts)
    crc = 0
    for part in parts:
        crc = crc32(part, crc)
    parts.append(struct.pack("<I", crc & 0xFFFFFFFF))
    try:
        hal.write(file(name, i), parts)
    except OSError as e:
        newest.pop(name)  # look again what is there before the next try
        return _failed(name, e.args[0] if e.args else 0)
    newest[name] = (i, number)
    if name in failing:
        failing.remove(name)
    return True


def file(name, i):
    """The file of a generation."""
    return name + (".b" if i else ".a")


def aside(name):
    """Put aside what `load` gave, as its reader can't use it: the next `load` gives the older.

    False where there is no room for that.
    """
    if name not in newest:
        return False
    i = newest[name][0]
    data = _read(name, i)
    kept = data is not None and _put_aside(name, i, data)
    if not kept:
        return False
    newest.pop(name)
    _tell("Your saved %s can't be used by this game. (Kept: %s)" % (_words(name), kept))
    return True


def trouble():
    """The troubles as one text, told by that; None where there are none."""
    text = " ".join(troubles)
    troubles.clear()
    return text or None


def _read(name, i):
    try:
        return hal.read(file(name, i))
    except OSError:
        _tell("Your saved %s can't be read." % _words(name))
        return None


def _words(name):
    """A file as a player would call it."""
    if name.startswith("m13-"):
        return "Make 13 scores file"
    if name in ("settings", "daily"):
        return name + " file"
    game, _, rest = name.partition("-")
    game = " ".join([word[:1].upper() + word[1:] for word in game.replace("13", "_13").split("_")])
    return game + (" statistics file" if rest else " game")


def _fault(name, data):
    """What is wrong with a file's bytes, or None."""
    n = len(data)
    if n < _HEAD_SIZE + 4 or crc32(memoryview(data)[: n - 4]) & 0xFFFFFFFF != _number(data, n - 4):
        return "damaged"
    tag = name.encode()
    magic, form, k, _, size = struct.unpack_from(_HEAD, data)
    if magic != _MAGIC or form != _FORMAT:
        return "from another version"
    if bytes(data[_HEAD_SIZE : _HEAD_SIZE + k]) != tag:
        return "from another game"
    if n != _HEAD_SIZE + k + size + 4:
        return "damaged"


def _number(data, at):
    return struct.unpack_from("<I", data, at)[0]


def _put_aside(name, i, data):
    """Copy the file to a name that is free, then remove it; that name, or None without room."""
    n = 0
    try:
        while True:
            kept = "%s.bad%d" % (name, n)
            old = hal.read(kept)
            if old is None:
                hal.write(kept, (data,))
            if old is None or old == data:  # the same: the power went between copy and removal
                hal.remove(file(name, i))
                return kept
            n += 1
    except OSError:
        return None


def _failed(name, code):
    """A file could not be saved, for that errno: tell it once; False."""
    if name not in failing:
        failing.append(name)
        why = "there is no room left" if code == _NO_ROOM else "the flash gave error %d" % code
        _tell(
            "Your %s could not be saved: %s. What was saved before is kept." % (_words(name), why)
        )
    return False


def _tell(text):
    if len(troubles) < _TOLD and text not in troubles:
        troubles.append(text)
