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
It is checked in pieces and only then read, so that no block of memory is larger than what it is
read into.
A file that is damaged or can't be read is reported and quarantined, that is renamed to NAME.bad0,
NAME.bad1, ...; never deleted or overwritten.
"""

import struct
from binascii import crc32

from micropython import const

import hal
from thirteen.protocols import Any, Function, Parts
from thirteen.storage import messages

_HEAD = "<2sBBHI"
_MAGIC = b"13"
_HEAD_SIZE = const(10)
_FORMAT = const(1)
_PIECE = const(256)  # bytes
_MOST_PROBLEMS = const(4)  # more sentences would not be read
_TOO_LARGE = const(27)  # errno EFBIG, by files.read
_UNKNOWN = const(-1)
# In `newest`: no file yet, so that .a comes next, with number 0. No file has that: the last number
# is 0xFFFF, in .b.
_NEITHER = const(0x3FFFF)

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


def load(name: str, use: Function | None = None) -> Any:
    """The newest intact payload saved under the name, or None.

    use: makes of (the open file, where the payload begins; its size) what is returned instead;
    a ValueError says what is wrong with a payload that it can't use, as with a damaged file.
    """
    key = _key(name)
    known = newest.get(key, _UNKNOWN)
    if known == _NEITHER:
        return None
    if known != _UNKNOWN:  # the other generation is older
        try:
            n, found = _read(name, known & 1, use, known >> 1)
            if found is not None and n == known >> 1:
                return found
        except (OSError, ValueError):
            pass
    newest[key] = _UNKNOWN
    found = None
    number = -1
    bad = []
    stuck = False
    for i in (0, 1):
        try:
            n, data = _read(name, i, use, number)
        except OSError as e:
            large = bool(e.args) and e.args[0] == _TOO_LARGE
            bad.append((file(name, i), "too large" if large else "unreadable"))
            continue
        except ValueError as e:
            bad.append((file(name, i), e.args[0]))
            continue
        if data is not None:
            found = data
            number = n
            generation = i
    if bad:
        for path, why in bad:
            kept = _rename(name, path)
            _report(messages.replaced(name, why, found is not None, kept))
            stuck = stuck or not kept
    if not stuck:
        newest[key] = _NEITHER if found is None else number << 1 | generation
    return found


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
    if version(name) == _UNKNOWN:
        return False
    kept = _rename(name, file(name, newest[_key(name)] & 1))
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


def _read(name: str, i: int, use: Function | None, number: int) -> tuple:
    """(sequence number, payload or what `use` makes of it) of a generation's file.

    None for the payload if the file is older than `number`, or there is none. ValueError if
    something is wrong with it; one error of the flash is forgiven.
    """
    try:
        got = hal.read_with(file(name, i), take, (name, use, number))
    except OSError:
        got = hal.read_with(file(name, i), take, (name, use, number))
    return got or (-1, None)


def take(f: Any, size: int, name: str, use: Function | None, number: int) -> tuple:
    """The same of an open file."""
    n = _check(f, size, name)
    if number >= 0 and (n - number & 0xFFFF) >= 0x8000:
        return n, None
    return n, payload(f, size, name, use)


def payload(f: Any, size: int, name: str, use: Function | None) -> Any:
    """The payload of an open file, checked or not, or what `use` makes of it."""
    begins = _HEAD_SIZE + len(name.encode())
    f.seek(begins)
    size -= begins + 4
    return use(f, size) if use else f.read(size)


def _rename(name: str, path: str) -> str | None:
    """Rename the file to a free name and return that, None if the flash fails."""
    try:
        return hal.quarantine(path, name)
    except OSError:
        return None


def _failed(name: str, error: OSError | None) -> bool:
    """Report once that a file could not be saved; no error: another is in its place. False."""
    if name not in failing:
        failing.append(name)
        _report(messages.unsaved(name, error))
    return False


def _report(text: str) -> None:
    if len(problems) < _MOST_PROBLEMS and text not in problems:
        problems.append(text)


def _check(f: Any, size: int, name: str) -> int:
    """The sequence number of an open file; ValueError with what is wrong with it."""
    tag = name.encode()
    if size < _HEAD_SIZE + 4:
        raise ValueError("damaged")
    head = f.read(min(_HEAD_SIZE + len(tag), size - 4))
    crc = crc32(head)
    left = size - 4 - len(head)
    piece = memoryview(bytearray(min(left, _PIECE)))
    while left > 0:
        n = f.readinto(piece[: min(left, _PIECE)])
        if not n:
            raise ValueError("damaged")
        crc = crc32(piece[:n], crc)
        left -= n
    if f.read(4) != struct.pack("<I", crc & 0xFFFFFFFF):
        raise ValueError("damaged")
    magic, form, k, number, n = struct.unpack_from(_HEAD, head)
    if magic != _MAGIC or form != _FORMAT:
        raise ValueError("from another version")
    if head[_HEAD_SIZE:] != tag or k != len(tag):
        raise ValueError("from another game")
    if size != len(head) + n + 4:
        raise ValueError("damaged")
    return number
