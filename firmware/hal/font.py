# ruff: noqa: F821 (viper names)
"""Layer 1, device only: text on the framebuffer, with the brushes of brush.py.

A font: 0 height; 1 first code; 2 number of codes, the last for missing glyphs; 3 pixels between
glyphs; from 4 two bytes per code, little-endian: offset of its sprite in 12 bits, above them the
number of blank rows over it. Then the sprites.
"""

import micropython
from micropython import const

from hal.brush import control, set_ink
from hal.sprites import draw

_ROOM = const(16)  # sprites in the queue

# Words of a brush, and of brush.control: see brush.py.
_H = const(11)
_INK = const(14)
_BRUSH = const(0)
_QUEUE_AT = const(2)


@micropython.viper
def text(font, s, x: int, y: int, ink: int) -> int:
    """Draw a str, clipped; returns the x after its last glyph."""
    words = ptr32(control)
    brush = ptr32(words[_BRUSH])
    seen = int(y < brush[_H])  # otherwise it is below the screen, and only measured
    if seen:
        if ink != brush[_INK]:
            set_ink(ink)
    queue = ptr32(words[_QUEUE_AT])
    n = 0
    f = ptr8(font)
    utf8 = ptr8(s)
    i = 0
    while True:
        code = utf8[i]
        if not code:  # a str ends with a zero byte; len() would cost a call
            break
        i += 1
        if code >= 0xC0:
            code &= 0x1F
            while utf8[i] & 0xC0 == 0x80:
                code = code << 6 | utf8[i] & 0x3F
                i += 1
        code -= f[1]
        if code < 0 or code >= f[2]:
            code = f[2] - 1
        over = f[5 + 2 * code]
        at = f[4 + 2 * code] | (over & 15) << 8
        if seen:
            queue[n] = int(f) + at
            queue[n + 1] = x
            queue[n + 2] = y + (over >> 4)
            n += 3
            if n == 3 * _ROOM:
                queue[n] = 0
                n = 0
                draw(words[_BRUSH], words[_QUEUE_AT])
        x += f[at] + f[3]
    if n:
        queue[n] = 0
        draw(words[_BRUSH], words[_QUEUE_AT])
    return x


@micropython.native
def centre(font, s, x, y, w, ink):
    """Draw a str centred in a width."""
    text(font, s, x + (w - text(font, s, 0, 0x7FFF, 0) + font[3] >> 1), y, ink)


@micropython.native
def right(font, s, x, y, ink):
    """Draw a str that ends at x."""
    text(font, s, x - text(font, s, 0, 0x7FFF, 0) + font[3], y, ink)


@micropython.viper
def fit(font, s, at: int, w: int) -> int:
    """The index of the first character of s, from `at` on, that does not fit w; else len(s)."""
    f = ptr8(font)
    utf8 = ptr8(s)
    end = int(len(s))
    w += f[3]  # no gap after the last one
    i = 0
    n = 0
    while n < end:
        code = utf8[i]
        i += 1
        if code >= 0xC0:
            code &= 0x1F
            while utf8[i] & 0xC0 == 0x80:
                code = code << 6 | utf8[i] & 0x3F
                i += 1
        if n >= at:
            code -= f[1]
            if code < 0 or code >= f[2]:
                code = f[2] - 1
            w -= f[f[4 + 2 * code] | (f[5 + 2 * code] & 15) << 8] + f[3]
            if w < 0:
                return n
        n += 1
    return end
