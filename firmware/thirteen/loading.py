"""Floor 2. What was saved, read back: the newest generation that is whole. And what goes wrong.

In memory only while something is loaded, or fails. The bytes of a file are told in store.py.
"""

import struct
from binascii import crc32

from micropython import const

import hal
from thirteen import store

_HEAD = "<2sBBHI"
_HEAD_SIZE = const(10)
_MAGIC = b"13"
_FORMAT = const(1)
_NO_ROOM = const(28)  # errno ENOSPC
_TOLD = const(4)  # sentences kept for the player, who would read no more of them


def load(name):
    """The newest intact payload saved under the name, or None."""
    store.newest.pop(name, None)
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
            newest = i
    stuck = False
    for i, data, why in bad:
        kept = _put_aside(name, i, data)
        stuck = stuck or not kept
        _tell(
            "%s is %s. It %s, and %s."
            % (
                store.file(name, i),
                why,
                "is kept as " + kept if kept else "stays where it is, as there is no room",
                "there is no other copy" if found is None else "the other copy is used",
            )
        )
    if not stuck:
        store.newest[name] = (1, -1) if found is None else (newest, number)
    if found is not None:
        return found[_HEAD_SIZE + len(name) : -4]


def aside(name):
    """Put aside what `load` gave, as its reader can't use it: the next `load` gives the older.

    False where there is no room for that.
    """
    if name not in store.newest:
        return False
    i = store.newest[name][0]
    data = _read(name, i)
    kept = data is not None and _put_aside(name, i, data)
    if not kept:
        return False
    store.newest.pop(name)
    _tell("%s can't be used by this game. It is kept as %s." % (store.file(name, i), kept))
    return True


def trouble():
    """The troubles as one text, told by that; None where there are none."""
    text = " ".join(store.troubles)
    store.troubles.clear()
    return text or None


def _read(name, i):
    try:
        return hal.read(store.file(name, i))
    except OSError:
        _tell("%s can't be read." % store.file(name, i))
        return None


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
                hal.remove(store.file(name, i))
                return kept
            n += 1
    except OSError:
        return None


def failed(name, code):
    """A file could not be saved, for that errno: tell it once; False."""
    if name not in store.failing:
        store.failing.append(name)
        why = "there is no room left" if code == _NO_ROOM else "the flash gave error %d" % code
        _tell("%s could not be saved: %s. What was saved before is kept." % (name, why))
    return False


def _tell(text):
    if len(store.troubles) < _TOLD and text not in store.troubles:
        store.troubles.append(text)
