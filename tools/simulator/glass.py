"""Layer 1, desk, CPython only: the panel. It shows what was sent to it and nothing else.

`pixels` holds three bytes a pixel, red green blue, row by row as the board is held upright, of
the colours that the panel has. A colour that changes in the palette changes here when its pixels
are sent anew, as on a panel.
"""

import zlib

width = height = 0
pixels = bytearray()
changes = 0  # grows with each rectangle that arrives

_bits = 16
_colours = [bytes(3)] * 16
_pairs = None  # what each framebuffer byte becomes, upright and turned


def power_on(w, h, bits):
    """A dark panel that is sent 12 or 16 bits a pixel."""
    global width, height, pixels, changes, _bits, _colours, _pairs
    width, height, _bits = w, h, bits
    pixels = bytearray(w * h * 3)
    changes = 0
    _colours = [bytes(3)] * 16
    _pairs = None


def colour(i, rgb):
    """Colour i is 0xRRGGBB, less the low bits that a panel has no place for."""
    global _pairs
    of_each = (4, 4, 4) if _bits == 12 else (5, 6, 5)
    _colours[i] = bytes(map(_kept, rgb.to_bytes(3, "big"), of_each))
    _pairs = None


def _kept(value, bits):
    """What is left of a byte in so many bits, spread over a byte again."""
    value &= 0xFF00 >> bits
    return value | value >> bits


def receive(buf, x, y, w, h, turned):
    """A rectangle of the framebuffer (x and w multiples of four) comes down the wire."""
    global changes, _pairs
    if _pairs is None:
        _pairs = (
            [_colours[b >> 4] + _colours[b & 15] for b in range(256)],
            [_colours[b & 15] + _colours[b >> 4] for b in range(256)],
        )
    pick = _pairs[turned].__getitem__
    step = -1 if turned else 1
    left = (width - x - w if turned else x) * 3
    for row in range(y, y + h):
        start = (row * width + x) // 2
        line = b"".join(map(pick, buf[start : start + w // 2][::step]))
        at = (height - 1 - row if turned else row) * width * 3 + left
        pixels[at : at + w * 3] = line
    changes += 1


def at(x, y):
    """The colour of a pixel, 0xRRGGBB."""
    i = (y * width + x) * 3
    return pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]


def checksum():
    """One number for the whole picture."""
    return zlib.crc32(pixels)


def image(turned=False, scale=1):
    """The picture as a PIL image, upside down where the board is held so."""
    from PIL import Image

    picture = Image.frombytes("RGB", (width, height), bytes(pixels))
    if turned:
        picture = picture.transpose(Image.Transpose.ROTATE_180)
    if scale > 1:
        picture = picture.resize((width * scale, height * scale), Image.Resampling.NEAREST)
    return picture
