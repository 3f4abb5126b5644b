# ruff: noqa: F821 (viper and the assembler have words of their own)
"""Floor 0, the RP2040 only: sprites, text, shapes and copies on the framebuffer.

hal.py offers these functions as its own. A pen is a block of words that native.draw reads, with
tables for one ink; making those takes longer than drawing a small sprite, so there are four pens
for the inks that were wanted last.
"""

import micropython
from micropython import const
from uarray import array
from uctypes import addressof

from native import copy, draw

_PENS = const(4)
_SIZE = const(24)  # words of a pen

# Words of a pen and of the lane: see native.py.
_FB = const(8)
_STRIDE = const(9)
_W = const(10)
_H = const(11)
_X = const(12)
_Y = const(13)
_INK = const(14)
_SOURCE = const(0)
_TARGET = const(1)
_BYTES = const(2)
_LINES = const(3)
_SOURCE_GAIN = const(4)
_TARGET_GAIN = const(5)

_lane = array("i", bytes(24))
_pens = array("i", bytes(4 * _PENS * _SIZE))
_now = array("i", (0, 0, 0))  # addresses: of the pen in hand, of the first pen; how often dipped


def attach(fb, w, h):
    """Where the framebuffer is, and how large."""
    for i in range(0, _PENS * _SIZE, _SIZE):
        for k, value in enumerate((fb, w // 2, w, h)):
            _pens[i + _FB + k] = value
        _pens[i + _INK] = -1
    _now[0] = _now[1] = addressof(_pens)


@micropython.viper
def _dip(ink: int):
    """Take the pen with this ink in hand; if there is none, make the tables of one."""
    now = ptr32(_now)
    at = now[1]
    end = at + 4 * _PENS * _SIZE
    while at < end:
        if ptr32(at)[_INK] == ink:
            now[0] = at
            return
        at += 4 * _SIZE
    at = now[1] + (now[2] & _PENS - 1) * 4 * _SIZE
    now[2] += 1
    now[0] = at
    pen = ptr8(at)
    ptr32(at)[_INK] = ink
    pair = 0
    while pair < 16:
        left = pair & 3
        right = pair >> 2
        byte = (ink >> 4 * left & 15) << 4 | ink >> 4 * right & 15
        seen = 0
        if not ink & 0x10000:
            if left == 0:
                seen = 0xF0
            if right == 0:
                seen |= 0x0F
        pen[pair] = (byte | seen) ^ seen
        pen[pair + 16] = seen
        pair += 1


@micropython.viper
def blit(src, at: int, x: int, y: int, ink: int):
    """Draw the sprite at src[at], clipped."""
    now = ptr32(_now)
    if ink != ptr32(now[0])[_INK]:
        _dip(ink)
    pen = ptr32(now[0])
    pen[_X] = x
    pen[_Y] = y
    draw(now[0], int(ptr8(src)) + at)


@micropython.viper
def text(font, s, x: int, y: int, ink: int) -> int:
    """Draw a str, clipped; the x behind its last glyph."""
    now = ptr32(_now)
    pen = ptr32(now[0])
    seen = int(y < pen[_H])  # else it is only measured
    if seen:
        if ink != pen[_INK]:
            _dip(ink)
        pen = ptr32(now[0])
        pen[_Y] = y
    f = ptr8(font)
    utf8 = ptr8(s)
    left = int(len(s))
    i = 0
    while left:
        code = utf8[i]
        i += 1
        if code >= 0xC0:
            code &= 0x1F
            while utf8[i] & 0xC0 == 0x80:
                code = code << 6 | utf8[i] & 0x3F
                i += 1
        code -= f[1]
        if code < 0 or code >= f[2]:
            code = f[2] - 1
        at = f[4 + 2 * code] | f[5 + 2 * code] << 8
        if seen:
            pen[_X] = x
            draw(now[0], int(f) + at)
        x += f[at] + f[3]
        left -= 1
    return x


@micropython.viper
def fit(font, s, at: int, w: int) -> int:
    """The first character of s from `at` on that a width has no room for; len(s) if all fit."""
    f = ptr8(font)
    utf8 = ptr8(s)
    end = int(len(s))
    w += f[3]  # no gap behind the last one
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
            w -= f[f[4 + 2 * code] | f[5 + 2 * code] << 8] + f[3]
            if w < 0:
                return n
        n += 1
    return end


@micropython.asm_thumb
def _fill(r0):
    """Lane: fill rows of the target with the byte in SOURCE.

    TARGET_GAIN has bit 0 where a right half of a byte comes first, bit 1 where a left one ends.
    """
    ldr(r1, [r0, 4 * _TARGET])
    ldr(r3, [r0, 4 * _LINES])
    ldr(r4, [r0, 4 * _SOURCE])
    label(ROW)
    mov(r2, r1)
    ldr(r6, [r0, 4 * _TARGET_GAIN])
    lsl(r5, r6, 31)
    beq(WHOLE)
    ldrb(r5, [r2, 0])
    mov(r7, 0xF0)
    and_(r5, r7)
    mov(r7, 0x0F)
    and_(r7, r4)
    orr(r5, r7)
    strb(r5, [r2, 0])
    add(r2, 1)
    label(WHOLE)
    ldr(r5, [r0, 4 * _BYTES])
    sub(r5, 4)
    blt(FEW)
    label(FOUR)
    strb(r4, [r2, 0])
    strb(r4, [r2, 1])
    strb(r4, [r2, 2])
    strb(r4, [r2, 3])
    add(r2, 4)
    sub(r5, 4)
    bge(FOUR)
    label(FEW)
    add(r5, 4)
    beq(LAST)
    label(ONE)
    strb(r4, [r2, 0])
    add(r2, 1)
    sub(r5, 1)
    bne(ONE)
    label(LAST)
    lsr(r5, r6, 1)
    beq(NEXT)
    ldrb(r5, [r2, 0])
    mov(r7, 0x0F)
    and_(r5, r7)
    mov(r7, 0xF0)
    and_(r7, r4)
    orr(r5, r7)
    strb(r5, [r2, 0])
    label(NEXT)
    ldr(r5, [r0, 4 * _SOURCE_GAIN])
    add(r1, r1, r5)
    sub(r3, 1)
    bne(ROW)
    mov(r0, 0)


@micropython.viper
def stamp(shape, sources, x: int, y: int):
    """Draw a shape: rectangles, then sprites; halfwords.

    How many rectangles, of each x, y, w, h, colour; how many sprites, of each which of the
    sources, its place there, x, y, ink.
    """
    s = ptr16(shape)
    now = ptr32(_now)
    pen = ptr32(now[0])
    lane = ptr32(_lane)
    i = 1
    n = s[0]
    while n:
        left = x + s[i]
        right = left + s[i + 2]
        top = y + s[i + 1]
        low = top + s[i + 3]
        if left < 0:
            left = 0
        if top < 0:
            top = 0
        if right > pen[_W]:
            right = pen[_W]
        if low > pen[_H]:
            low = pen[_H]
        if left < right and top < low:
            lane[_SOURCE] = s[i + 4] * 0x11
            lane[_TARGET] = pen[_FB] + top * pen[_STRIDE] + (left >> 1)
            lane[_BYTES] = (right >> 1) - (left + 1 >> 1)
            lane[_LINES] = low - top
            lane[_SOURCE_GAIN] = pen[_STRIDE]
            lane[_TARGET_GAIN] = left & 1 | (right & 1) << 1
            _fill(_lane)
        i += 5
        n -= 1
    n = s[i]
    i += 1
    while n:
        if s[i + 4] != ptr32(now[0])[_INK]:
            _dip(s[i + 4])
        pen = ptr32(now[0])
        pen[_X] = x + s[i + 2]
        pen[_Y] = y + s[i + 3]
        draw(now[0], int(ptr8(sources[s[i]])) + s[i + 1])
        i += 5
        n -= 1


@micropython.viper
def grab(into, x: int, y: int, w: int, h: int):
    """Copy a rectangle of the framebuffer; x and w even, all of it on the glass."""
    _carry(into, x, y, w, h, 0)


@micropython.viper
def put(src, x: int, y: int, w: int, h: int):
    """Copy a rectangle back that grab took."""
    _carry(src, x, y, w, h, 1)


@micropython.viper
def _carry(buffer, x: int, y: int, w: int, h: int, back: int):
    """What copy is told, it does: so check."""
    pen = ptr32(ptr32(_now)[0])
    if (x | w) & 1 or x < 0 or y < 0 or x + w > pen[_W] or y + h > pen[_H]:
        raise ValueError("odd or off the glass")
    if w <= 0 or h <= 0:
        return
    if (w >> 1) * h > int(len(buffer)):
        raise ValueError("more than the buffer holds")
    lane = ptr32(_lane)
    at = pen[_FB] + y * pen[_STRIDE] + (x >> 1)
    gain = pen[_STRIDE] - (w >> 1)
    lane[_BYTES] = w >> 1
    lane[_LINES] = h
    lane[_SOURCE] = int(ptr8(buffer)) if back else at
    lane[_SOURCE_GAIN] = 0 if back else gain
    lane[_TARGET] = at if back else int(ptr8(buffer))
    lane[_TARGET_GAIN] = gain if back else 0
    copy(_lane)
