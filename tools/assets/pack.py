"""Pack pictures of levels 0..3 into the device's sprites and fonts.

Sprite: [w][h], then rows of (w+3)//4 bytes, leftmost pixel in the low bits of a byte.
Font: [height][first][count][gap], count little-endian offsets of 16 bits, the sprites.
"""


def sprite(rows):
    """The bytes of one sprite. rows: equally long lists of levels 0..3."""
    width = len(rows[0])
    out = bytearray((width, len(rows)))
    for row in rows:
        for left in range(0, width, 4):
            byte = 0
            for shift, level in enumerate(row[left:left + 4]):
                byte |= level << 2 * shift
            out.append(byte)
    return bytes(out)


def unpack(data, at=0):
    """The rows of the sprite at an offset: the inverse of sprite."""
    width, height = data[at], data[at + 1]
    stride = (width + 3) // 4
    rows = []
    for y in range(height):
        start = at + 2 + y * stride
        rows.append([data[start + x // 4] >> x % 4 * 2 & 3 for x in range(width)])
    return rows


def font(glyphs, first, gap):
    """The bytes of a font. glyphs: pictures from code `first` on; the last stands for None."""
    height = len(glyphs[-1])
    table = bytearray((height, first, len(glyphs), gap))
    body = bytearray()
    start = len(table) + 2 * len(glyphs)
    placed = {}
    for glyph in glyphs:
        data = sprite(glyph or glyphs[-1])
        if len(data) and data[1] != height:
            raise ValueError(f"a glyph is {data[1]} pixels tall in a font of {height}")
        if data not in placed:
            placed[data] = start + len(body)
            body += data
        table += placed[data].to_bytes(2, "little")
    return bytes(table + body)


def strip(pictures):
    """Several sprites of one size in one object, and the bytes from one to the next."""
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
