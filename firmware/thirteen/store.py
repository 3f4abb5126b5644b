"""Floor 2. Saved games, settings, statistics: under each name two generations of one small file.

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
Saving stays in memory; loading, and what goes wrong, is in loading.py, which comes when needed.
"""

import struct
from binascii import crc32

from micropython import const

import hal

_HEAD = "<2sBBHI"
_MAGIC = b"13"
_FORMAT = const(1)
_NO_ROOM = const(28)  # errno ENOSPC

newest = {}  # name: (0 for .a, 1 for .b, sequence number) of what was last saved or loaded
failing = []  # names whose last save failed, of which the player has been told
troubles = []  # what has gone wrong since it was told last, in sentences for the player


def load(name):
    """The newest intact payload saved under the name, or None."""
    return _loading().load(name)


def save(name, parts):
    """Save parts, a sequence of bytes or bytearrays; False where that failed (see trouble)."""
    if name not in newest:
        load(name)
    if name not in newest:  # a damaged file lies in the way, and no room to put it aside
        return _loading().failed(name, _NO_ROOM)
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
        return _loading().failed(name, e.args[0] if e.args else 0)
    newest[name] = (i, number)
    if name in failing:
        failing.remove(name)
    return True


def file(name, i):
    """The file of a generation."""
    return name + (".b" if i else ".a")


def aside(name):
    """Put aside what `load` gave: the next one gives the older. False where there is no room."""
    return _loading().aside(name)


def trouble():
    """The troubles as one text, told by that; None where there are none."""
    return _loading().trouble()


def _loading():
    from thirteen import loading

    return loading
