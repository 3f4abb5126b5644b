"""Layer 3. QR codes (ISO/IEC 18004), versions 1 to 10, levels L and M.

A text is coded in two segments: up to and including the last "#" as bytes, the rest, which must be
digits, capital letters or one of " $%*+-./:", in the alphanumeric mode.

A code is a square of `size` modules in `cells`, a byte each, row by row: bit 0 is set for dark,
bit 1 for a module of a pattern that is not data.
"""

from micropython import const

from thirteen.fast import fast, ptr8
from thirteen.protocols import Data, Thought

QUIET = const(4)  # light modules that must surround a code

_ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_VERSIONS = const(10)
_L = const(0)
_M = const(1)
_DARK = const(1)
_FIXED = const(2)

# By version: codewords in all; for each level the blocks, and codewords of correction in each.
_WORDS = (26, 44, 70, 100, 134, 172, 196, 242, 292, 346)
_BLOCKS = bytes((1, 1, 1, 1, 1, 2, 2, 2, 2, 4)), bytes((1, 1, 1, 2, 2, 4, 4, 4, 5, 5))
_CORRECTION = (
    bytes((7, 10, 15, 20, 26, 18, 20, 24, 30, 18)),
    bytes((10, 16, 26, 18, 24, 16, 18, 22, 22, 26)),
)
_SECOND = bytes((0, 0, 0, 0, 0, 0, 22, 24, 26, 28))  # the middle alignment patterns


def room(version: int, level: int) -> int:
    """Codewords of data in a code of that version."""
    i = version - 1
    return _WORDS[i] - _BLOCKS[level][i] * _CORRECTION[level][i]


def letters(n: int) -> int:
    """How many alphanumeric letters fit behind n bytes, 0 for none."""
    bits = 8 * room(_VERSIONS, _L) - (20 + 8 * n if n else 0) - 15
    return bits // 11 * 2 + (bits % 11 > 5)


def make(text: str) -> Thought:
    """Yield None between two slices, and at last (size, cells); ValueError if it is too long.

    The lowest version that holds the text, and the higher level if that holds it too.
    """
    for version in range(1, _VERSIONS + 1):
        bits = _length(text, version)
        if bits <= 8 * room(version, _L):
            break
    else:
        raise ValueError("too long for a QR code")
    level = _M if bits <= 8 * room(version, _M) else _L
    data = _data(text, version, room(version, level))
    yield None
    words = bytearray(_WORDS[version - 1])
    for _ in _codewords(data, version, level, words):
        yield None
    size = 17 + 4 * version
    cells = bytearray(size * size)
    _patterns(cells, size, version)
    yield None
    _place(cells, size, words, len(words))
    yield None
    trial = bytearray(size * size)
    best = least = -1
    for mask in range(8):
        _mask(cells, size, mask, trial)
        _format(trial, size, level, mask)
        yield None
        cost = int(_lines(trial, size, size, 1))
        yield None
        cost += int(_lines(trial, size, 1, size))
        yield None
        cost += int(_squares(trial, size)) + _balance(trial)
        if best < 0 or cost < least:
            best = mask
            least = cost
        yield None
    _mask(cells, size, best, cells)
    _format(cells, size, level, best)
    yield size, cells


def _length(text: str, version: int) -> int:
    """The bits of a text's segments in that version, without a terminator."""
    bytewise = text.rfind("#") + 1
    left = len(text) - bytewise
    wide = version > 9
    bits = 4 + (16 if wide else 8) + 8 * bytewise if bytewise else 0
    return bits + 4 + (11 if wide else 9) + left // 2 * 11 + left % 2 * 6


def _data(text: str, version: int, room: int) -> bytearray:
    """The codewords of data: the segments, a terminator and padding."""
    out = bytearray()
    wide = version > 9
    last = n = 0  # the bits that do not fill a byte yet, and their number
    for value, bits in _numbers(text, wide):
        last = last << bits | value
        n += bits
        while n >= 8:
            n -= 8
            out.append(last >> n)
            last &= (1 << n) - 1
    end = min(4, 8 * (room - len(out)) - n)  # bits of the terminator
    if n:
        out.append(last << 8 - n & 0xFF)
    if n + end > 8 or not n and end:
        out.append(0)
    pad = 0xEC
    while len(out) < room:
        out.append(pad)
        pad ^= 0xEC ^ 0x11
    return out


def _numbers(text: str, wide: bool) -> Thought:
    """Yield the numbers of a text's segments, each with its bits."""
    at = text.rfind("#") + 1
    if at:
        yield 4, 4
        yield at, 16 if wide else 8
        for letter in text[:at]:
            yield ord(letter), 8
    yield 2, 4
    yield len(text) - at, 11 if wide else 9
    while at + 1 < len(text):
        yield 45 * _ALPHANUMERIC.index(text[at]) + _ALPHANUMERIC.index(text[at + 1]), 11
        at += 2
    if at < len(text):
        yield _ALPHANUMERIC.index(text[at]), 6


def _codewords(words: Data, version: int, level: int, out: bytearray) -> Thought:
    """All codewords in the order of the code into out; yields after each block."""
    data = len(words)
    field = _field()
    blocks = _BLOCKS[level][version - 1]
    extra = _CORRECTION[level][version - 1]
    factors = bytearray(extra)
    _divisor(factors, extra, field)
    yield
    short = data // blocks
    longer = blocks - data % blocks  # from this block on they have one codeword more
    rest = bytearray(extra)
    at = 0
    for b in range(blocks):
        n = short + (b >= longer)
        for i in range(n):
            out[i * blocks + b - (longer if i == short else 0)] = words[at + i]
        _remainder(memoryview(words)[at : at + n], n, factors, extra, rest, field)
        for i in range(extra):
            out[data + i * blocks + b] = rest[i]
        at += n
        yield


_POWERS = const(256)


def _field() -> bytearray:
    """GF(256) by 0x11D: the logarithms, and from _POWERS on the powers of 2, twice."""
    field = bytearray(_POWERS + 510)
    x = 1
    for i in range(255):
        field[_POWERS + i] = field[_POWERS + 255 + i] = x
        field[x] = i
        x <<= 1
        if x & 0x100:
            x ^= 0x11D
    return field


@fast
def _divisor(out: ptr8, n: int, field: ptr8):  # type: ignore[no-untyped-def]
    """The logarithms of the coefficients of (x - 1)(x - 2) ... (x - 2**(n-1)) but the first."""
    for j in range(n):
        out[j] = 0
    out[n - 1] = 1
    for k in range(n):
        for j in range(n):
            c = out[j]
            if c:
                c = field[256 + field[c] + k]
            if j + 1 < n:
                c ^= out[j + 1]
            out[j] = c
    for j in range(n):
        out[j] = field[out[j]]  # none of them is 0


@fast
def _remainder(data: ptr8, n: int, factors: ptr8, extra: int, rest: ptr8, field: ptr8):  # type: ignore[no-untyped-def]
    """The correction codewords of a block into rest."""
    for j in range(extra):
        rest[j] = 0
    for i in range(n):
        f = data[i] ^ rest[0]
        for j in range(extra - 1):
            rest[j] = rest[j + 1]
        rest[extra - 1] = 0
        if f:
            at = field[f] + 256
            for j in range(extra):
                rest[j] ^= field[factors[j] + at]


def _patterns(cells: bytearray, size: int, version: int) -> None:
    """The modules that are not data; those of the format stay light."""
    for i in range(size):  # timing
        cells[6 * size + i] = cells[i * size + 6] = _FIXED | ~i & 1
    for x, y in ((3, 3), (size - 4, 3), (3, size - 4)):
        _rings(cells, size, x, y, 4)
    if version > 1:
        places = [6, size - 7]
        if version > 6:
            places.insert(1, _SECOND[version - 1])
        for x in places:
            for y in places:
                if not cells[y * size + x] & _FIXED or 6 < x < size - 7 or 6 < y < size - 7:
                    _rings(cells, size, x, y, 2)
    for i in range(9):
        for at in (8 * size + i, i * size + 8):
            cells[at] |= _FIXED
    for i in range(8):
        cells[8 * size + size - 1 - i] = cells[(size - 1 - i) * size + 8] = _FIXED
    cells[(size - 8) * size + 8] = _FIXED | _DARK
    if version > 6:
        bits = _checked(version, 12, 0x1F25)
        for i in range(18):
            dark = _FIXED | bits >> i & 1
            a = size - 11 + i % 3
            b = i // 3
            cells[b * size + a] = cells[a * size + b] = dark


def _rings(cells: bytearray, size: int, x: int, y: int, outer: int) -> None:
    """A finder pattern with its light edge (outer = 4), or an alignment pattern (2), at x, y."""
    finder = outer == 4
    for r in range(outer, finder - 1, -1):
        left = max(x - r, 0)
        row = bytes([_FIXED | (r + (not finder)) & 1]) * (min(x + r + 1, size) - left)
        for j in range(max(y - r, 0), min(y + r + 1, size)):
            at = j * size + left
            cells[at : at + len(row)] = row


def _checked(value: int, n: int, divisor: int) -> int:
    """The value followed by the n bits of its BCH code."""
    rest = value
    for _ in range(n):
        rest = rest << 1 ^ (rest >> n - 1) * divisor
    return value << n | rest


def _format(cells: bytearray, size: int, level: int, mask: int) -> None:
    """Level and mask, beside the finder patterns."""
    bits = _checked((1 - level) << 3 | mask, 10, 0x537) ^ 0x5412
    for i in range(15):
        dark = _FIXED | bits >> i & 1
        a = i if i < 6 else i + 1 if i < 8 else size - 15 + i  # down the column
        b = size - 1 - i if i < 8 else 7 if i == 8 else 14 - i  # along the row
        cells[a * size + 8] = cells[8 * size + b] = dark


@fast
def _place(cells: ptr8, size: int, words: ptr8, n: int):  # type: ignore[no-untyped-def]
    """The data: up and down in columns of two modules, from the right."""
    i = 0
    x = size - 1
    up = 1
    while x > 0:
        if x == 6:  # the timing pattern
            x = 5
        for k in range(size):
            y = size - 1 - k if up else k
            for j in range(2):
                at = y * size + x - j
                if not cells[at] & 2 and i < 8 * n:
                    cells[at] = words[i >> 3] >> 7 - (i & 7) & 1
                    i += 1
        up = 1 - up
        x -= 2


@fast
def _mask(cells: ptr8, size: int, mask: int, out: ptr8):  # type: ignore[no-untyped-def]
    """The modules with the data inverted where the mask is dark."""
    at = 0
    for y in range(size):
        for x in range(size):
            c = cells[at]
            if not c & 2:
                p = x * y
                if mask == 0:
                    v = (x + y) & 1
                elif mask == 1:
                    v = y & 1
                elif mask == 2:
                    v = x % 3
                elif mask == 3:
                    v = (x + y) % 3
                elif mask == 4:
                    v = (y // 2 + x // 3) & 1
                elif mask == 5:
                    v = (p & 1) + p % 3
                elif mask == 6:
                    v = (p & 1) + p % 3 & 1
                else:
                    v = (x + y & 1) + p % 3 & 1
                if not v:
                    c ^= 1
            out[at] = c
            at += 1


@fast
def _lines(cells: ptr8, size: int, line: int, step: int) -> int:
    """The penalty for runs of one colour, and for what looks like a finder pattern.

    Lines begin `line` cells apart, the modules of one are `step` apart.
    """
    cost = 0
    for y in range(size):
        at = y * line
        seen = 0  # the last eleven modules; beyond the edge all is light
        run = 0
        for x in range(size + 4):
            c = 0
            if x < size:
                c = cells[at] & 1
                at += step
                if x and c == seen & 1:
                    run += 1
                    if run == 5:
                        cost += 3
                    elif run > 5:
                        cost += 1
                else:
                    run = 1
            seen = (seen << 1 | c) & 0x7FF
            if seen == 0x5D0 or seen == 0x05D:
                cost += 40
    return cost


@fast
def _squares(cells: ptr8, size: int) -> int:
    """The penalty for squares of 2x2 modules of one colour."""
    cost = 0
    for y in range(size - 1):
        at = y * size
        for _ in range(size - 1):
            n = (cells[at] & 1) + (cells[at + 1] & 1)
            n += (cells[at + size] & 1) + (cells[at + size + 1] & 1)
            if not n & 3:
                cost += 3
            at += 1
    return cost


def _balance(cells: bytearray) -> int:
    """The penalty for many more dark modules than light ones, or fewer."""
    n = len(cells)
    return 10 * (abs(20 * int(_dark(cells, n)) - 10 * n) // n)


@fast
def _dark(cells: ptr8, n: int) -> int:
    """The number of dark modules."""
    dark = 0
    for i in range(n):
        dark += cells[i] & 1
    return dark
