"""Packs pictures with levels 0..3 into the device's sprite and font formats.

Sprite: [w][h], then rows of (w+3)//4 bytes, leftmost pixel in the low bits of a byte.
Font: [height][first][count][gap], count little-endian words, sprites. A word has the sprite's
offset in the lower 12 bits, then the number of blank rows above it. Blank rows are not stored.
"""

_OFFSET = 12  # bits
_MOST_ABOVE = 15


def sprite(rows):
    """The bytes of one sprite. rows: equally long lists of levels 0..3."""
    width = len(rows[0])
    out = bytearray((width, len(rows)))
    for row in rows:
        for left in range(0, width, 4):
            byte = 0
            for shift, level in enumerate(row[left : left + 4]):
                byte |= level << 2 * shift
            out.append(byte)
    return bytes(out)


def font(glyphs, first, gap):
    """The bytes of a font. glyphs: pictures from code `first` on; the last replaces any None."""
    height = len(glyphs[-1])
    table = bytearray((height, first, len(glyphs), gap))
    body = bytearray()
    start = len(table) + 2 * len(glyphs)
    placed = {}
    for glyph in glyphs:
        rows = glyph or glyphs[-1]
        if len(rows) != height:
            raise ValueError(f"a glyph is {len(rows)} pixels tall in a font of {height}")
        inked = [y for y in range(height) if any(rows[y])] or [0]
        top = min(inked[0], _MOST_ABOVE)
        data = sprite(rows[top : inked[-1] + 1])
        if data not in placed:
            placed[data] = start + len(body)
            body += data
        table += (placed[data] | top << _OFFSET).to_bytes(2, "little")
    if start + len(body) > 1 << _OFFSET:
        raise ValueError(f"a font of {start + len(body)} bytes: {1 << _OFFSET} have an offset")
    return bytes(table + body)


def strip(pictures):
    """Several sprites of equal size in one object, and their stride in bytes."""
    packed = [sprite(picture) for picture in pictures]
    if len({data[:2] for data in packed}) != 1:
        raise ValueError("the pictures of a strip differ in size")
    return b"".join(packed), len(packed[0])


def rack(pictures):
    """Several sprites of any size in one object, and the offset of each. pictures: a dict."""
    data = bytearray()
    places = {}
    for name, picture in pictures.items():
        places[name] = len(data)
        data += sprite(picture)
    return bytes(data), places
