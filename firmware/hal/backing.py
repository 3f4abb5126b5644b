# ruff: noqa: F821 (viper and the assembler have words of their own)
"""Layer 1, the RP2040 only: rectangles of the framebuffer, kept and put back."""

import micropython
from micropython import const
from uarray import array

# Words of the lane.
_SOURCE = const(0)
_TARGET = const(1)
_BYTES = const(2)
_LINES = const(3)
_SOURCE_GAIN = const(4)
_TARGET_GAIN = const(5)
_FB = const(6)
_W = const(7)
_H = const(8)

_lane = array("i", bytes(36))


def attach(fb, w, h):
    """Where the framebuffer is, and how large."""
    _lane[_FB] = fb
    _lane[_W] = w
    _lane[_H] = h


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
    lane = ptr32(_lane)
    if (x | w) & 1 or x < 0 or y < 0 or x + w > lane[_W] or y + h > lane[_H]:
        raise ValueError("odd or off the glass")
    if w <= 0 or h <= 0:
        return
    if (w >> 1) * h > int(len(buffer)):
        raise ValueError("more than the buffer holds")
    stride = lane[_W] >> 1
    at = lane[_FB] + y * stride + (x >> 1)
    gain = stride - (w >> 1)
    lane[_BYTES] = w >> 1
    lane[_LINES] = h
    lane[_SOURCE] = int(ptr8(buffer)) if back else at
    lane[_SOURCE_GAIN] = 0 if back else gain
    lane[_TARGET] = at if back else int(ptr8(buffer))
    lane[_TARGET_GAIN] = gain if back else 0
    _copy(_lane)
    lane[_SOURCE] = 0  # what looks like the buffer's address would hold the buffer
    lane[_TARGET] = 0
