"""Layer 1, host, CPython only: draws from memory what was drawn before, in a tenth of the time.

A card or a line of text gives a pixel a colour or leaves it alone, whatever colour it had: what it
makes of a screen of zeros and of one of fifteens tells all of it.

_kept: by what is drawn, at an even or odd x: None if it was drawn once, () if it can't be kept, or
(top, bottom, left, right, rows, width): where it begins and ends from x, y (left and right in
bytes); of each row bits to keep, bits to set, and these as bytes; how far x goes on.
"""

_MOST = 16384
_kept: dict = {}


def draw(screen, how, x, y, at, what):
    """how(x, y, *what), which draws and returns another x.

    screen: its bytes, those of a row, and how many rows. at: where on it there is room.
    """
    buf, pitch, height = screen
    name = how.__name__, x & 1, what
    sketch = _kept.get(name, 0)
    if sketch:
        top, bottom, left, right, rows, width = sketch
        start = x >> 1
        if y >= height:  # only to measure
            return x + width
        if y + top >= 0 and y + bottom <= height and start + left >= 0 and start + right <= pitch:
            begin = (y + top) * pitch + start + left
            for keep, ink, data in rows:
                end = begin + len(data)
                if keep:
                    under = int.from_bytes(buf[begin:end], "big")
                    data = (under & keep | ink).to_bytes(len(data), "big")
                buf[begin:end] = data
                begin += pitch
            return x + width
    elif sketch is None:
        _kept[name] = _learned(screen, how, at[0] & ~1 | x & 1, at[1], what)
    elif sketch == 0:
        if len(_kept) > _MOST:
            _kept.clear()
        _kept[name] = None
    return how(x, y, *what)


def _learned(screen, how, x, y, what):
    """What how(x, y, *what) draws, for `_kept`."""
    buf, pitch, height = screen
    was = bytes(buf)
    pictures = []
    for ground in b"\x00\xff":
        buf[:] = bytes((ground,)) * len(buf)
        end = how(x, y, *what)
        pictures.append(bytes(buf))
    buf[:] = was
    zeros, ones = pictures
    every = (1 << 8 * pitch) - 1
    rows, drawn = {}, 0
    for row in range(height):
        part = slice(row * pitch, (row + 1) * pitch)
        ink = int.from_bytes(zeros[part], "big")
        keep = ink ^ int.from_bytes(ones[part], "big")
        if keep != every:
            rows[row] = keep, ink
            drawn |= keep ^ every
    if not rows:
        return 0, 0, 0, 0, (), end - x
    top, bottom = min(rows), max(rows) + 1
    left = pitch - (drawn.bit_length() + 7) // 8
    right = pitch - ((drawn & -drawn).bit_length() - 1) // 8
    if not top or bottom == height or not left or right == pitch or end > 2 * pitch:
        return ()  # a part of it may be off the screen
    low, size = 8 * (pitch - right), right - left
    out = []
    for row in range(top, bottom):
        keep, ink = (bits >> low & (1 << 8 * size) - 1 for bits in rows.get(row, (every, 0)))
        out.append((keep, ink, ink.to_bytes(size, "big")))
    return top - y, bottom - y, left - x // 2, right - x // 2, out, end - x
