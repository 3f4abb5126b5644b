"""Layer 1, host, CPython only: the panel. It shows exactly what was sent to it.

`shown` has a byte a pixel, row by row with the board upright: an index into `_seen`, the colours
sent so far. As on a real panel, a change of the palette shows only where pixels are sent again.
"""

import zlib

width = height = 0
shown = bytearray()
changes = 0  # number of rectangles received
source = None  # a function that returns the picture, if another panel is shown
wrong: tuple = ()  # see `drive`

_bits = 16
_seen: list = []  # (red, green, blue), black first
_palette = bytearray(16)  # the index of each colour in _seen
_halves: tuple = ()  # translate tables: a framebuffer byte's left pixel, its right one


def power_on(w, h, bits):
    """A black panel that receives 12 or 16 bits a pixel."""
    global width, height, shown, changes, _bits, _seen, _palette, _halves
    width, height, _bits = w, h, bits
    shown = bytearray(w * h)
    changes = 0
    _seen = [(0, 0, 0)]
    _palette = bytearray(16)
    _halves = ()


def colour(i, rgb):
    """Set colour i to 0xRRGGBB, without the low bits that the panel lacks."""
    global _halves
    of_each = (4, 4, 4) if _bits == 12 else (5, 6, 5)
    kept = tuple(map(_kept, rgb.to_bytes(3, "big"), of_each))
    if kept not in _seen:
        if len(_seen) == 256:
            _forget()
        _seen.append(kept)
    _palette[i] = _seen.index(kept)
    _halves = ()


def colours():
    """The palette: 16 tuples (red, green, blue) as the panel shows them."""
    return [_seen[number] for number in _palette]


def _kept(value, bits):
    """A byte reduced to its upper bits, then scaled to a byte again."""
    value &= 0xFF00 >> bits
    return value | value >> bits


def _forget():
    """Drop colours that are neither on the panel nor in the palette, and renumber the rest."""
    global _seen, shown, _palette
    used = sorted({0, *shown, *_palette})
    numbers = bytearray(256)
    for new, old in enumerate(used):
        numbers[old] = new
    _seen = [_seen[old] for old in used]
    shown, _palette = shown.translate(numbers), _palette.translate(numbers)


def receive(buf, x, y, w, h, turned):
    """Receive a rectangle of the framebuffer; x and w are multiples of four."""
    global changes, _halves
    if not _halves:
        _halves = (
            bytes(_palette[b >> 4] for b in range(256)),
            bytes(_palette[b & 15] for b in range(256)),
        )
    left, right = _halves
    if w == width and not turned:
        part = buf[y * width // 2 : (y + h) * width // 2]
        shown[y * width : (y + h) * width : 2] = part.translate(left)
        shown[y * width + 1 : (y + h) * width : 2] = part.translate(right)
        changes += 1
        return
    line = bytearray(w)
    for row in range(y, y + h):
        start = (row * width + x) // 2
        part = buf[start : start + w // 2]
        line[::2] = part.translate(left)
        line[1::2] = part.translate(right)
        if turned:
            at = (height - 1 - row) * width + width - x - w
            shown[at : at + w] = line[::-1]
        else:
            shown[row * width + x : row * width + x + w] = line
    changes += 1


def pixels():
    """The picture, three bytes a pixel: red, green, blue."""
    if source:
        return source()
    rgb = bytearray(len(shown) * 3)
    for primary in range(3):
        levels = bytes(colour[primary] for colour in _seen).ljust(256, b"\0")
        rgb[primary::3] = shown.translate(levels)
    return bytes(rgb) if not wrong else _misdriven(bytes(rgb))


def drive(own, how):
    """Show it as a panel that is mounted as `own` says does when it is driven as `how` says.

    Both as in firmware/picture.py. No clock and no mode is wrong for it.
    """
    global wrong
    wrong = (bytes(own), bytes(how)) if own[2:] != how[2:] else ()


def _misdriven(rgb):
    """The picture with red and blue exchanged, as a negative, mirrored, turned or shifted."""
    own, how = wrong
    out = bytearray(len(rgb))
    for y in range(height):
        for x in range(width):
            across, down = x + own[4], y + own[5]
            if own[2] & 0x20:
                across, down = down, across
            if (own[2] ^ how[2]) & 0x40:
                across = 239 - across
            if (own[2] ^ how[2]) & 0x80:
                down = 319 - down
            if how[2] & 0x20:
                across, down = down, across
            across, down = across - how[4], down - how[5]
            if 0 <= across < width and 0 <= down < height:
                at, of = 3 * (y * width + x), 3 * (down * width + across)
                out[at : at + 3] = rgb[of : of + 3]
    if (own[2] ^ how[2]) & 8:
        out[::3], out[2::3] = out[2::3], out[::3]
    return bytes(255 - byte for byte in out) if own[3] != how[3] else bytes(out)


def at(x, y):
    """The colour of a pixel, 0xRRGGBB."""
    return int.from_bytes(_seen[shown[y * width + x]], "big")


def checksum():
    """A checksum of the whole picture."""
    return zlib.crc32(pixels())


def image(turned=False, scale=1):
    """The picture as a PIL image; `turned` rotates it by 180 degrees."""
    from PIL import Image

    picture = Image.frombytes("RGB", (width, height), pixels())
    if turned:
        picture = picture.transpose(Image.Transpose.ROTATE_180)
    if scale > 1:
        picture = picture.resize((width * scale, height * scale), Image.Resampling.NEAREST)
    return picture
