"""Layer 1, host, CPython only: draws from memory what was drawn before, in a tenth of the time.

A card or a line of text gives a pixel a colour or leaves it alone, whatever colour it had: what it
makes of a screen of zeros and of one of fifteens tells all of it.

_kept: by what is drawn, at an even or odd x, on rows of so many bytes: None if it was drawn once,
() if it can't be kept, or (top, bottom, left, right, size, keep, ink, columns, width): where it
begins and ends from x, y (left and right in bytes); of the bytes from its first to its last, how
many, and the bits to keep and to set; or of what is tall, as a card, its columns of bytes, which
takes less time; how far x goes on.
"""

_MOST = 8192
_kept: dict = {}


def draw(screen, how, x, y, at, what):
    """how(x, y, *what), which draws and returns another x.

    screen: its bytes, those of a row, and how many rows. at: where on it there is room.
    """
    buf, pitch, height = screen
    name = how.__name__, x & 1, pitch, what
    sketch = _kept.get(name, 0)
    if sketch:
        top, bottom, left, right, size, keep, ink, columns, width = sketch
        start = x >> 1
        if y >= height:  # only to measure
            return x + width
        if y + top >= 0 and y + bottom <= height and start + left >= 0 and start + right <= pitch:
            begin = (y + top) * pitch + start + left
            if not columns:
                end = begin + size
                under = int.from_bytes(buf[begin:end], "big")
                buf[begin:end] = (under & keep | ink).to_bytes(size, "big")
                return x + width
            size = bottom - top
            end = begin + (size - 1) * pitch + 1
            for keep, ink, data in columns:
                part = slice(begin, end, pitch)
                if keep:
                    under = int.from_bytes(buf[part], "big")
                    data = (under & keep | ink).to_bytes(size, "big")
                buf[part] = data
                begin += 1
                end += 1
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
    blank = bytes(pitch), b"\xff" * pitch
    pairs = [tuple(picture[at : at + pitch] for picture in pictures)
             for at in range(0, len(was), pitch)]  # fmt: skip
    rows = [row for row in range(height) if pairs[row] != blank]
    if not rows:
        return 0, 0, 0, 0, 0, 0, 0, (), end - x
    top, bottom = rows[0], rows[-1] + 1
    lines = _lines(pairs[top:bottom])
    drawn = 0
    for keep, _, _ in lines:
        drawn |= keep ^ (1 << 8 * pitch) - 1
    left = pitch - (drawn.bit_length() + 7) // 8
    right = pitch - ((drawn & -drawn).bit_length() - 1) // 8
    if not top or bottom == height or not left or right == pitch or end > 2 * pitch:
        return ()  # a part of it may be off the screen
    first, last = top * pitch + left, (bottom - 1) * pitch + right
    ((keep, ink, _),) = _lines([tuple(picture[first:last] for picture in pictures)])
    rows = [(zero[left:right], one[left:right]) for zero, one in pairs[top:bottom]]
    columns = _lines(zip(*([bytes(column) for column in zip(*half)] for half in zip(*rows))))
    if sum(1 + 2 * (keep > 0) for keep, _, _ in columns) > bottom - top:
        columns = ()
    else:
        keep = ink = 0
    place = top - y, bottom - y, left - x // 2, right - x // 2
    return *place, last - first, keep, ink, columns, end - x


def _lines(pairs):
    """Of each line, drawn on zeros and on fifteens: bits to keep, bits to set, these as bytes."""
    found = []
    for zero, one in pairs:
        ink = int.from_bytes(zero, "big")
        found.append((ink ^ int.from_bytes(one, "big"), ink, zero))
    return found
