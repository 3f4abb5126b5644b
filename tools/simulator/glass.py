"""Floor 0, desk, CPython only: the panel. It shows what was sent to it and nothing else.

`pixels` holds RGB565, two bytes a pixel, low byte first, row by row as the board is held upright.
A colour that changes in the palette changes here when its pixels are sent anew, as on a panel.
"""

import zlib

width = height = 0
pixels = bytearray()
changes = 0  # grows with each rectangle that arrives

_colours = bytes(32)
_pairs = None  # what each framebuffer byte becomes, upright and turned


def power_on(w, h):
    """A dark panel."""
    global width, height, pixels, changes, _colours, _pairs
    width, height = w, h
    pixels = bytearray(w * h * 2)
    changes = 0
    _colours, _pairs = bytes(32), None


def rgb565(rgb):
    """0xRRGGBB as the panel keeps it."""
    return (rgb >> 8 & 0xF800) | (rgb >> 5 & 0x7E0) | (rgb >> 3 & 0x1F)


def colour(i, rgb):
    global _colours, _pairs
    _colours = _colours[: 2 * i] + rgb565(rgb).to_bytes(2, "little") + _colours[2 * i + 2 :]
    _pairs = None


def receive(buf, x, y, w, h, turned):
    """A rectangle of the framebuffer (x and w even) comes down the wire."""
    global changes, _pairs
    if _pairs is None:
        one = [_colours[i : i + 2] for i in range(0, 32, 2)]
        _pairs = (
            [one[b >> 4] + one[b & 15] for b in range(256)],
            [one[b & 15] + one[b >> 4] for b in range(256)],
        )
    pick = _pairs[turned].__getitem__
    step = -1 if turned else 1
    left = (width - x - w if turned else x) * 2
    for row in range(y, y + h):
        start = (row * width + x) // 2
        line = b"".join(map(pick, buf[start : start + w // 2][::step]))
        at = (height - 1 - row if turned else row) * width * 2 + left
        pixels[at : at + w * 2] = line
    changes += 1


def at(x, y):
    """The colour of a pixel, 0xRRGGBB with the bits that RGB565 has."""
    i = (y * width + x) * 2
    c = pixels[i] | pixels[i + 1] << 8
    r, g, b = c >> 11, c >> 5 & 63, c & 31
    return (r << 3 | r >> 2) << 16 | (g << 2 | g >> 4) << 8 | (b << 3 | b >> 2)


def checksum():
    """One number for the whole picture."""
    return zlib.crc32(pixels)


def image(turned=False, scale=1):
    """The picture as a PIL image, upside down where the board is held so."""
    from PIL import Image

    picture = Image.frombytes("RGB", (width, height), bytes(pixels), "raw", "BGR;16")
    if turned:
        picture = picture.transpose(Image.Transpose.ROTATE_180)
    if scale > 1:
        picture = picture.resize((width * scale, height * scale), Image.Resampling.NEAREST)
    return picture
