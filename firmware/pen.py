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

# Words of a pen (those from _COUNT on are scratch) and of the lane: see native.py.
_FB = const(8)
_STRIDE = const(9)
_W = const(10)
_H = const(11)
_X = const(12)
_Y = const(13)
_INK = const(14)
_COUNT = const(15)
_SHAPE = const(16)
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
    stroke = draw  # to look it up once
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
            stroke(now[0], int(f) + at)
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
def _boxes(r0, r1):
    """Pen, address of a shape: fills its rectangles, clipped; the address behind them."""
    mov(r7, r0)
    ldrh(r0, [r1, 0])
    str(r0, [r7, 4 * _COUNT])
    add(r6, r1, 2)
    b(NEXT)
    label(BOX)
    # r0 left, r1 right, r2 top, r3 low, r4 scratch, r5 colour.
    ldr(r4, [r7, 4 * _X])
    ldrh(r0, [r6, 0])
    add(r0, r0, r4)
    ldrh(r1, [r6, 4])
    add(r1, r1, r0)
    ldr(r4, [r7, 4 * _Y])
    ldrh(r2, [r6, 2])
    add(r2, r2, r4)
    ldrh(r3, [r6, 6])
    add(r3, r3, r2)
    ldrh(r5, [r6, 8])
    add(r6, 10)
    cmp(r0, 0)
    bge(IN_LEFT)
    mov(r0, 0)
    label(IN_LEFT)
    cmp(r2, 0)
    bge(IN_TOP)
    mov(r2, 0)
    label(IN_TOP)
    ldr(r4, [r7, 4 * _W])
    cmp(r1, r4)
    ble(IN_RIGHT)
    mov(r1, r4)
    label(IN_RIGHT)
    ldr(r4, [r7, 4 * _H])
    cmp(r3, r4)
    ble(IN_LOW)
    mov(r3, r4)
    label(IN_LOW)
    cmp(r0, r1)
    bge(NEXT)
    sub(r3, r3, r2)
    ble(NEXT)
    str(r6, [r7, 4 * _SHAPE])
    # Now r2 a row's first byte, r3 rows, r1 whole bytes a row, r5 the byte to fill with, r6 bit 0
    # where the row begins with half a byte, bit 1 where it ends with one.
    ldr(r4, [r7, 4 * _STRIDE])
    mul(r2, r4)
    ldr(r4, [r7, 4 * _FB])
    add(r2, r2, r4)
    lsr(r4, r0, 1)
    add(r2, r2, r4)
    lsl(r4, r5, 4)
    orr(r5, r4)
    mov(r4, 1)
    mov(r6, r0)
    and_(r6, r4)
    and_(r4, r1)
    lsl(r4, r4, 1)
    orr(r6, r4)
    add(r0, 1)
    lsr(r0, r0, 1)
    lsr(r1, r1, 1)
    sub(r1, r1, r0)
    label(ROW)
    mov(r0, r2)
    lsl(r4, r6, 31)
    beq(WHOLE)
    ldrb(r4, [r0, 0])
    eor(r4, r5)
    lsr(r4, r4, 4)
    lsl(r4, r4, 4)
    eor(r4, r5)
    strb(r4, [r0, 0])
    add(r0, 1)
    label(WHOLE)
    sub(r4, r1, 4)
    blt(FEW)
    label(FOUR)
    strb(r5, [r0, 0])
    strb(r5, [r0, 1])
    strb(r5, [r0, 2])
    strb(r5, [r0, 3])
    add(r0, 4)
    sub(r4, 4)
    bge(FOUR)
    label(FEW)
    add(r4, 4)
    beq(LAST)
    label(ONE)
    strb(r5, [r0, 0])
    add(r0, 1)
    sub(r4, 1)
    bne(ONE)
    label(LAST)
    lsr(r4, r6, 1)
    beq(DONE)
    ldrb(r4, [r0, 0])
    eor(r4, r5)
    lsl(r4, r4, 28)
    lsr(r4, r4, 28)
    eor(r4, r5)
    strb(r4, [r0, 0])
    label(DONE)
    ldr(r4, [r7, 4 * _STRIDE])
    add(r2, r2, r4)
    sub(r3, 1)
    bne(ROW)
    ldr(r6, [r7, 4 * _SHAPE])
    label(NEXT)
    ldr(r0, [r7, 4 * _COUNT])
    sub(r0, 1)
    str(r0, [r7, 4 * _COUNT])
    bge(BOX)
    mov(r0, r6)


@micropython.viper
def stamp(shape, sources, c: int, x: int, y: int):
    """Draw a shape, of which a card may give the signs: rectangles, then sprites; halfwords.

    How many rectangles, of each x, y, w, h, colour; how many sprites, of each which of the
    sources, its place there, steps from there by rank and by suit, x, y, ink; an ink for each
    suit, where that of a sprite is 0.
    """
    stroke = draw
    now = ptr32(_now)
    pen = ptr32(now[0])
    pen[_X] = x
    pen[_Y] = y
    s = ptr16(int(_boxes(now[0], int(ptr16(shape)))))
    n = s[0]
    suit = c >> 4 & 3
    inks = n * 7 + 1 + suit
    i = 1
    while n:
        ink = s[i + 6]
        if not ink:
            ink = s[inks]
        if ink != pen[_INK]:
            _dip(ink)
            pen = ptr32(now[0])
        pen[_X] = x + s[i + 4]
        pen[_Y] = y + s[i + 5]
        at = s[i + 1] + ((c & 15) - 1) * s[i + 2] + suit * s[i + 3]
        stroke(now[0], int(ptr8(sources[s[i]])) + at)
        i += 7
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
