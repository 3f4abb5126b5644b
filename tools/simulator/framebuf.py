"""Layer 1, host: MicroPython's `framebuf` for CPython, with byte-identical results.

Formats: GS2_HMSB, GS4_HMSB and GS8, those that the firmware uses. As in MicroPython, arguments are
positional, drawing is clipped, and `blit` takes a FrameBuffer or a list or tuple (buffer, width,
height, format[, stride]) as source and palette. What the firmware does not call is missing:
`text`, `ellipse`, `poly`, `scroll` and `vline`.

For speed, a row is unpacked to `bytes`, one pixel a byte, and packed again.
"""

from binascii import hexlify, unhexlify

GS4_HMSB = 2
GS2_HMSB = 5
GS8 = 6

_BITS = {GS2_HMSB: 2, GS4_HMSB: 4, GS8: 8}
_FROM_HEX = bytes(int(chr(i), 16) if chr(i) in "0123456789abcdef" else 0 for i in range(256))
_TO_HEX = b"0123456789abcdef" * 16
_TO_TWO = bytes(range(4)) * 64
_QUADS = [bytes((b & 3, b >> 2 & 3, b >> 4 & 3, b >> 6)) for b in range(256)]
_BLANK = bytes(range(256))
_cutters = {}
_STAMPS = 4096  # sprites in the cache


def _unpack(data, form):
    """Unpack the bytes of a row to one byte a pixel."""
    if form == GS4_HMSB:
        return hexlify(data).translate(_FROM_HEX)
    if form == GS2_HMSB:
        return b"".join(map(_QUADS.__getitem__, data))
    return bytes(data)


def _pack(values, form):
    """Pack one byte a pixel; whole bytes only."""
    if form == GS4_HMSB:
        return unhexlify(values.translate(_TO_HEX))
    if form == GS2_HMSB:
        values = values.translate(_TO_TWO)
        columns = values[0::4], values[1::4], values[2::4], values[3::4]
        return bytes(a | b << 2 | c << 4 | d << 6 for a, b, c, d in zip(*columns, strict=True))
    return values


def _cutter(key):
    """Two translate tables for a key colour: one maps it to 255, the other to colour 0."""
    if key not in _cutters:
        hole = bytearray(256)
        hole[key] = 255
        ink = bytearray(_BLANK)
        ink[key] = 0
        _cutters[key] = bytes(hole), bytes(ink)
    return _cutters[key]


class FrameBuffer:
    def __init__(self, buffer, width, height, format, stride=None, /):
        self._open(buffer, width, height, format, stride)
        if self._mem.readonly:
            raise TypeError("object with buffer protocol required")

    def _open(self, buffer, width, height, form, stride):
        stride = width if stride is None else stride
        if width < 1 or height < 1 or max(width, height, stride) > 0xFFFF or stride < width:
            raise ValueError("width, height or stride out of range")
        if form not in _BITS:
            raise ValueError("invalid format")
        per = 8 // _BITS[form]
        stride = (stride + per - 1) // per * per
        wide = (width + per - 1) // per * per
        self._mem = memoryview(buffer).cast("B")
        if ((height - 1) * stride + wide) // per > len(self._mem):
            raise ValueError("buffer too small")
        self._width = width
        self._height = height
        self._form = form
        self._per = per
        self._bits = _BITS[form]
        self._top = (1 << self._bits) - 1
        self._stride = stride // per

    def _shift(self, x):
        """The shift of pixel x in its byte: the left pixel is high in GS4, low in GS2."""
        if self._form == GS4_HMSB:
            return 0 if x & 1 else 4
        return x % self._per * self._bits

    def _get(self, x, y):
        return self._mem[y * self._stride + x // self._per] >> self._shift(x) & self._top

    def _set(self, x, y, c):
        if 0 <= x < self._width and 0 <= y < self._height:
            i = y * self._stride + x // self._per
            shift = self._shift(x)
            rest = self._mem[i] & ~(self._top << shift)
            self._mem[i] = rest | (c & self._top) << shift

    def _read(self, x, y, n):
        """n pixels of a row, one byte each; all inside the buffer."""
        base = y * self._stride
        skip = x % self._per
        data = self._mem[base + x // self._per : base + (x + n - 1) // self._per + 1]
        return _unpack(data, self._form)[skip : skip + n]

    def _write(self, x, y, values):
        end = x + len(values)
        x0 = x - x % self._per
        x1 = end + -end % self._per
        if x0 < x:
            values = self._read(x0, y, x - x0) + values
        if end < x1:
            values = values + self._read(end, y, x1 - end)
        base = y * self._stride
        data = _pack(values, self._form)
        self._mem[base + x0 // self._per : base + x1 // self._per] = data

    def pixel(self, x, y, *c):
        if not c:
            inside = 0 <= x < self._width and 0 <= y < self._height
            return self._get(x, y) if inside else None
        (c,) = c
        self._set(x, y, c)

    def fill(self, c, /):
        self.fill_rect(0, 0, self._width, self._height, c)

    def hline(self, x, y, w, c, /):
        self.fill_rect(x, y, w, 1, c)

    def fill_rect(self, x, y, w, h, c, /):
        x0, x1 = max(x, 0), min(x + w, self._width)
        y0, y1 = max(y, 0), min(y + h, self._height)
        if x0 >= x1 or y0 >= y1:
            return
        before, after = x0 % self._per, -x1 % self._per
        n = x1 - x0
        data = _pack(bytes(before) + bytes((c & self._top,)) * n + bytes(after), self._form)
        full = bytes((self._top,))
        keep = _pack(full * before + bytes(n) + full * after, self._form)
        mem, size = self._mem, len(data)
        at = y0 * self._stride + x0 // self._per
        end = at + (y1 - y0) * self._stride
        if not before and not after:
            if size == self._stride:
                mem[at:end] = data * (y1 - y0)
                return
            for i in range(at, end, self._stride):
                mem[i : i + size] = data
            return
        middle, last = data[1:-1], size - 1
        for i in range(at, end, self._stride):
            mem[i] = mem[i] & keep[0] | data[0]
            if last:
                mem[i + 1 : i + last] = middle
                mem[i + last] = mem[i + last] & keep[-1] | data[-1]

    def rect(self, x, y, w, h, c, f=False, /):
        if f:
            self.fill_rect(x, y, w, h, c)
            return
        for left, top, wide, high in (
            (x, y, w, 1),
            (x, y + h - 1, w, 1),
            (x, y, 1, h),
            (x + w - 1, y, 1, h),
        ):
            self.fill_rect(left, top, wide, high, c)

    def line(self, x1, y1, x2, y2, c, /):
        steep = abs(y2 - y1) > abs(x2 - x1)
        u, v, far, side = (y1, x1, y2, x2) if steep else (x1, y1, x2, y2)
        du, dv = abs(far - u), abs(side - v)
        su, sv = (1 if far > u else -1), (1 if side > v else -1)
        error = 2 * dv - du
        for _ in range(du):
            if steep:
                self._set(v, u, c)
            else:
                self._set(u, v, c)
            if error >= 0:
                v += sv
                error -= 2 * du
            u += su
            error += 2 * dv
        self._set(x2, y2, c)

    def blit(self, fbuf, x, y, key=-1, palette=None, /):
        source = _view(fbuf)
        x0, x1 = max(x, 0), min(x + source._width, self._width)
        y0, y1 = max(y, 0), min(y + source._height, self._height)
        if x0 >= x1 or y0 >= y1:
            return
        table = None if palette is None else _colours(_view(palette), source._top)
        n = x1 - x0
        whole = n == source._width and y1 - y0 == source._height
        if whole and self._form == GS4_HMSB and table is not None and source._form == GS2_HMSB:
            self._stamp(_stamp_rows(source, key, table, x & 1), x // 2, y)
            return
        if source._mem.obj is self._mem.obj:
            self._blit_over_itself(source, (x, y, x0, y0, x1, y1), key, table)
            return
        hole, ink = _cutter(key) if 0 <= key <= 255 else (None, None)
        for row in range(y0, y1):
            values = source._read(x0 - x, row - y, n)
            if table is not None:
                values = _translate(values, table)
            if hole is not None and key in values:
                mask = int.from_bytes(values.translate(hole), "big")
                under = int.from_bytes(self._read(x0, row, n), "big") & mask
                over = int.from_bytes(values.translate(ink), "big")
                values = (under | over).to_bytes(n, "big")
            self._write(x0, row, values)

    def _stamp(self, rows, left, y):
        """Draw rows of (bytes, bits to keep, bits to set) over the bytes from `left` on."""
        mem = self._mem
        at = y * self._stride + left
        for size, keep, ink in rows:
            end = at + size
            under = int.from_bytes(mem[at:end], "big")
            mem[at:end] = (under & keep | ink).to_bytes(size, "big")
            at += self._stride

    def _blit_over_itself(self, source, box, key, table):
        """Blit pixel by pixel, because pixels already drawn may be read again."""
        x, y, x0, y0, x1, y1 = box
        for row in range(y0, y1):
            for column in range(x0, x1):
                value = source._get(column - x, row - y)
                if table is not None:
                    value = _translate(bytes((value,)), table)[0]
                if value != key:
                    self._set(column, row, value)


_stamps = {}


def _stamp_rows(source, key, table, odd):
    """A sprite for FrameBuffer._stamp at an even or odd x; cached, as most are drawn again."""
    size = source._stride * source._height
    name = bytes(source._mem[:size]), source._width, source._stride, key, table, odd
    if name not in _stamps:
        if len(_stamps) > _STAMPS:
            _stamps.clear()
        _stamps[name] = [
            _stamp_row(_translate(source._read(0, y, source._width), table), key, odd)
            for y in range(source._height)
        ]
    return _stamps[name]


def _stamp_row(values, key, odd):
    after = (odd + len(values)) % 2
    keep = bytes(15 if value == key else 0 for value in values)
    ink = bytes(0 if value == key else value & 15 for value in values)
    keep = _pack(b"\x0f" * odd + keep + b"\x0f" * after, GS4_HMSB)
    ink = _pack(bytes(odd) + ink + bytes(after), GS4_HMSB)
    return len(ink), int.from_bytes(keep, "big"), int.from_bytes(ink, "big")


def _view(thing):
    if isinstance(thing, FrameBuffer):
        return thing
    if len(thing) not in (4, 5):
        raise ValueError("a FrameBuffer, or (buffer, width, height, format[, stride])")
    view = FrameBuffer.__new__(FrameBuffer)
    view._open(*thing, *((None,) if len(thing) == 4 else ()))
    return view


def _colours(palette, top):
    return palette._read(0, 0, min(palette._width, top + 1))


def _translate(values, table):
    if max(values) >= len(table):
        raise ValueError(f"the palette has no colour {max(values)}")
    return values.translate(table + _BLANK[len(table) :])
