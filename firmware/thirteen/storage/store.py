"""Layer 3. Saved games, settings, statistics: small files, each in two generations.

A file is written atomically (files.py), always over the older generation, NAME.a or NAME.b, so
that the newer one survives any failure. Its bytes, numbers little-endian:
    0    "13"
    2    format: 1
    3    length of its name
    4    sequence number, 16 bits, wrapping: the newer generation has the later one
    6    length of the payload, 32 bits
    10   its name, so that a file renamed to another is detected; then the payload
    -4   CRC-32 of all before
A file that is damaged or can't be read is reported and quarantined, that is renamed to NAME.bad0,
NAME.bad1, ...; never deleted or overwritten.
"""

import struct
from binascii import crc32

from micropython import const

import hal
from thirteen.protocols import Data, Parts

_HEAD = "<2sBBHI"
_MAGIC = b"13"
_HEAD_SIZE = const(10)
_FORMAT = const(1)
_MOST_PROBLEMS = const(4)  # more sentences would not be read
_TOO_LARGE = const(27)  # errno EFBIG, by files.read
_UNKNOWN = const(-1)
_NEITHER = const(0x1FFFF)  # in `newest`: no file yet, so that .a comes next, with number 0

# {_key of a name: sequence number << 1 | generation (0: .a) last saved or loaded, or _UNKNOWN}.
# Numbers only: texts that stay for good, each where memory was free just then, would fragment it.
newest = {}
failing = []  # names whose last save failed and was reported
problems = []  # sentences for the player, not yet shown


def _key(name: str) -> int:
    return crc32(name.encode()) & 0x3FFFFFFF


def version(name: str) -> int:
    """A number that changes with each save of the file."""
    return newest.get(_key(name), _UNKNOWN)


def load(name: str) -> "Data | None":
    """The newest intact payload saved under the name, or None."""
    key = _key(name)
    known = newest.get(key, _UNKNOWN)
    if known == _NEITHER:
        return None
    if known != _UNKNOWN:  # the other generation is older
        found = _intact(name, known & 1)
        if found and (found[4] | found[5] << 8) == known >> 1:
            return found[_HEAD_SIZE + len(name) : -4]
    newest[key] = _UNKNOWN
    found = None
    number = -1
    bad = []
    stuck = False
    for i in (0, 1):
        try:
            data = _read(name, i)
        except OSError as e:
            large = bool(e.args) and e.args[0] == _TOO_LARGE
            bad.append((file(name, i), "too large" if large else "unreadable"))
            continue
        if data is None:
            continue
        why = _fault(name, data)
        if why:
            bad.append((file(name, i), why))
            continue
        n = data[4] | data[5] << 8
        if found is None or (n - number & 0xFFFF) < 0x8000:
            found = data
            number = n
            generation = i
    if bad:
        from thirteen.storage import messages  # not needed unless a file is damaged

        for path, why in bad:
            kept = _set_aside(name, path)
            _report(messages.replaced(name, why, found is not None, kept))
            stuck = stuck or not kept
    if not stuck:
        newest[key] = _NEITHER if found is None else number << 1 | generation
    return None if found is None else found[_HEAD_SIZE + len(name) : -4]


def save(name: str, parts: Parts) -> bool:
    """Save `parts`, a sequence of bytes or bytearrays; False if that failed (`take_problems`)."""
    if version(name) == _UNKNOWN:
        load(name)
    if newest[_key(name)] == _UNKNOWN:  # a damaged file that can't be quarantined
        return _failed(name, None)
    i = 1 - (newest[_key(name)] & 1)
    number = (newest[_key(name)] >> 1) + 1 & 0xFFFF
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
        newest[_key(name)] = _UNKNOWN  # read the generations again before the next try
        return _failed(name, e)
    newest[_key(name)] = number << 1 | i
    if name in failing:
        failing.remove(name)
    return True


def file(name: str, i: int) -> str:
    """The file name of a generation."""
    return name + (".b" if i else ".a")


def quarantine(name: str) -> bool:
    """Quarantine the file that `load` returned, which its reader can't use; False if that fails.

    The next `load` returns the generation before it.
    """
    from thirteen.storage import messages  # not needed unless a file is damaged

    if version(name) == _UNKNOWN:
        return False
    kept = _set_aside(name, file(name, newest[_key(name)] & 1))
    if not kept:
        return False
    newest[_key(name)] = _UNKNOWN
    _report(messages.rejected(name, kept))
    return True


def take_problems() -> str | None:
    """Take the pending problems as one text; None if there are none."""
    text = " ".join(problems)
    problems.clear()
    return text or None


def _read(name: str, i: int) -> "Data | None":
    """A generation's file, None if there is none; one error of the flash is forgiven."""
    try:
        return hal.read(file(name, i))
    except OSError:
        return hal.read(file(name, i))


def _intact(name: str, i: int) -> "Data | None":
    """A generation's file if it can be read and nothing is wrong with it."""
    try:
        data = _read(name, i)
    except OSError:
        return None
    return data if data and not _fault(name, data) else None


def _set_aside(name: str, path: str) -> str | None:
    """Rename the file to a free name and return that, None if the flash fails."""
    try:
        return hal.quarantine(path, name)
    except OSError:
        return None


def _failed(name: str, error: OSError | None) -> bool:
    """Report once that a file could not be saved; no error: another is in its place. False."""
    from thirteen.storage import messages  # not needed unless a file can't be written

    if name not in failing:
        failing.append(name)
        _report(messages.unsaved(name, error))
    return False


def _report(text: str) -> None:
    if len(problems) < _MOST_PROBLEMS and text not in problems:
        problems.append(text)


def _fault(name: str, data: Data) -> str | None:
    """What is wrong with a file's contents, or None."""
    n = len(data)
    if n < _HEAD_SIZE + 4 or crc32(memoryview(data)[: n - 4]) & 0xFFFFFFFF != _number(data, n - 4):
        return "damaged"
    tag = name.encode()
    magic, form, k, _, size = struct.unpack_from(_HEAD, data)
    if magic != _MAGIC or form != _FORMAT:
        return "from another version"
    if bytes(data[_HEAD_SIZE : _HEAD_SIZE + k]) != tag:
        return "from another game"
    return None if n == _HEAD_SIZE + k + size + 4 else "damaged"


def _number(data: Data, at: int) -> int:
    return struct.unpack_from("<I", data, at)[0]
