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

from boxes import boxes
from native import draw

_PENS = const(4)
_SIZE = const(25)  # words of a pen
_ROOM = const(16)  # sprites in the queue

# Words of a pen (those from _COUNT on are scratch) and of the lane: see native.py and boxes.py.
_FB = const(8)
_STRIDE = const(9)
_W = const(10)
_H = const(11)
_X = const(12)
_Y = const(13)
_INK = const(14)
_COUNT = const(15)
_SHAPE = const(16)
_CARD_W = const(17)
_CARD_H = const(18)
_TINT = const(19)
_TINT_2 = const(20)
_SOURCE = const(0)
_TARGET = const(1)
_BYTES = const(2)
_LINES = const(3)
_SOURCE_GAIN = const(4)
_TARGET_GAIN = const(5)

# Words of `_now`: addresses of the pen in hand, of the first pen, of the queue; how often dipped;
# what signs are taken from and their inks; the queue, of each sprite its address, x and y.
_PEN = const(0)
_FIRST = const(1)
_LINE = const(2)
_DIPS = const(3)
_INKS = const(4)
_SOURCES = const(12)
_QUEUE = const(18)

_lane = array("i", bytes(24))
_pens = array("i", bytes(4 * _PENS * _SIZE))
_now = array("i", bytes(4 * (_QUEUE + 3 * _ROOM + 1)))


def attach(fb, w, h):
    """Where the framebuffer is, and how large."""
    for i in range(0, _PENS * _SIZE, _SIZE):
        for k, value in enumerate((fb, w // 2, w, h)):
            _pens[i + _FB + k] = value
        _pens[i + _INK] = -1
    _now[_PEN] = _now[_FIRST] = addressof(_pens)
    _now[_LINE] = addressof(_now) + 4 * _QUEUE


def signs(sources, inks):
    """What signs are taken from, up to six sheets that stay; an ink for each of bits 4 to 6."""
    for i, sheet in enumerate(sources):
        _now[_SOURCES + i] = addressof(sheet)
    for i, ink in enumerate(inks):
        _now[_INKS + i] = ink


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
    at = now[_FIRST] + (now[_DIPS] & _PENS - 1) * 4 * _SIZE
    now[_DIPS] += 1
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
    now[_QUEUE] = int(ptr8(src)) + at
    now[_QUEUE + 1] = x
    now[_QUEUE + 2] = y
    now[_QUEUE + 3] = 0
    draw(now[0], now[_LINE])


@micropython.viper
def text(font, s, x: int, y: int, ink: int) -> int:
    """Draw a str, clipped; the x behind its last glyph."""
    now = ptr32(_now)
    pen = ptr32(now[0])
    seen = int(y < pen[_H])  # else it is only measured
    if seen:
        if ink != pen[_INK]:
            _dip(ink)
    line = ptr32(now[_LINE])
    n = 0
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
            line[n] = int(f) + at
            line[n + 1] = x
            line[n + 2] = y
            n += 3
            if n == 3 * _ROOM:
                line[n] = 0
                n = 0
                draw(now[0], now[_LINE])
        x += f[at] + f[3]
        left -= 1
    if n:
        line[n] = 0
        draw(now[0], now[_LINE])
    return x


@micropython.viper
def centre(font, s, x: int, y: int, w: int, ink: int):
    """Draw a str in the middle of a width."""
    wide = int(text(font, s, 0, 0x7FFF, 0)) - ptr8(font)[3]
    text(font, s, x + (w - wide >> 1), y, ink)


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


@micropython.viper
def stamp(body, signs, c: int, x: int, y: int, w: int, h: int, tint: int):
    """Draw a card: the rectangles of its body, then its signs.

    A body tells how many rectangles, of each left, top, right, low and colour; an edge from 128
    on is 200 more than from the card's right or lower edge; colour 16 is the tint, 17 the tint's
    upper four bits. Signs tell how many, of each its sheet, the steps there from rank to rank and
    from suit to suit, and left and top as of rectangles.
    """
    now = ptr32(_now)
    suit = c >> 4 & 7
    if now[_INKS + suit] != ptr32(now[0])[_INK]:
        _dip(now[_INKS + suit])
    pen = ptr32(now[0])
    pen[_X] = x
    pen[_Y] = y
    pen[_CARD_W] = w
    pen[_CARD_H] = h
    pen[_TINT] = tint & 15
    pen[_TINT_2] = tint >> 4
    boxes(now[0], int(ptr8(body)))
    s = ptr8(signs)
    n = s[0] * 5
    if n:
        line = ptr32(now[_LINE])
        rank = (c & 15) - 1
        i = 1
        k = 0
        while i <= n:
            line[k] = now[_SOURCES + s[i]] + rank * s[i + 1] + suit * s[i + 2]
            left = s[i + 3]
            if left >= 128:
                left += w - 200
            top = s[i + 4]
            if top >= 128:
                top += h - 200
            line[k + 1] = x + left
            line[k + 2] = y + top
            i += 5
            k += 3
        line[k] = 0
        draw(now[0], now[_LINE])


@micropython.viper
def stamps(body, signs, cards, at: int, n: int, xs, ys, w: int, h: int, tint: int):
    """Stamp the n cards from place `at` on, each where the arrays of halfwords have it; no 0."""
    c = ptr8(cards)
    x = ptr16(xs)
    y = ptr16(ys)
    one = stamp
    n += at
    while at < n:
        if c[at]:
            # Halfwords with a sign: cards come in over the upper edge.
            one(body, signs, c[at], (x[at] ^ 0x8000) - 0x8000, (y[at] ^ 0x8000) - 0x8000, w, h,
                tint)  # fmt: skip
        at += 1


@micropython.asm_thumb
def _copy(r0):
    """Lane: rows of bytes from source to target, each with its own step between rows."""
    ldr(r1, [r0, 4 * _TARGET])
    ldr(r2, [r0, 4 * _BYTES])
    ldr(r3, [r0, 4 * _LINES])
    ldr(r4, [r0, 4 * _SOURCE_GAIN])
    ldr(r5, [r0, 4 * _TARGET_GAIN])
    ldr(r0, [r0, 4 * _SOURCE])
    label(ROW)
    mov(r6, r2)
    sub(r6, 4)
    blt(FEW)
    label(FOUR)
    ldrb(r7, [r0, 0])
    strb(r7, [r1, 0])
    ldrb(r7, [r0, 1])
    strb(r7, [r1, 1])
    ldrb(r7, [r0, 2])
    strb(r7, [r1, 2])
    ldrb(r7, [r0, 3])
    strb(r7, [r1, 3])
    add(r0, 4)
    add(r1, 4)
    sub(r6, 4)
    bge(FOUR)
    label(FEW)
    add(r6, 4)
    beq(NEXT)
    label(ONE)
    ldrb(r7, [r0, 0])
    strb(r7, [r1, 0])
    add(r0, 1)
    add(r1, 1)
    sub(r6, 1)
    bne(ONE)
    label(NEXT)
    add(r0, r0, r4)
    add(r1, r1, r5)
    sub(r3, 1)
    bne(ROW)


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
    _copy(_lane)
