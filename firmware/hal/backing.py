# ruff: noqa: F821 (viper and assembler names)
"""Layer 1, device only: save and restore rectangles of the framebuffer (backing store)."""

from array import array

import micropython
from micropython import const

# Words of the descriptor that _copy works on.
_SOURCE = const(0)
_TARGET = const(1)
_BYTES = const(2)
_LINES = const(3)
_SOURCE_GAIN = const(4)  # bytes from the end of a row to the next
_TARGET_GAIN = const(5)
_FB = const(6)
_W = const(7)
_H = const(8)

_descriptor = array("i", bytes(36))


def attach(fb, w, h):
    """Set the framebuffer's address and size."""
    _descriptor[_FB] = fb
    _descriptor[_W] = w
    _descriptor[_H] = h


@micropython.asm_thumb
def _copy(r0):
    """Copy rows of bytes from source to target, as the descriptor at r0 says."""
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


def save_rect(into, x, y, w, h):
    """Save a rectangle of the framebuffer; x and w even, all of it on the screen."""
    _transfer(into, x, y, w, h, _TARGET)


def restore_rect(src, x, y, w, h):
    """Restore a rectangle that `save_rect` saved."""
    _transfer(src, x, y, w, h, _SOURCE)


@micropython.viper
def _transfer(buffer, x: int, y: int, w: int, h: int, end: int):
    """Validate, as _copy does no bounds checks, and copy; `end` is which end the buffer is."""
    words = ptr32(_descriptor)
    if (x | w) & 1 or x < 0 or y < 0 or x + w > words[_W] or y + h > words[_H]:
        raise ValueError("odd or off the screen")
    if w <= 0 or h <= 0:
        return
    if (w >> 1) * h > int(len(buffer)):
        raise ValueError("larger than the buffer")
    stride = words[_W] >> 1
    words[_BYTES] = w >> 1
    words[_LINES] = h
    words[end] = int(ptr8(buffer))
    words[_SOURCE_GAIN + end] = 0
    end ^= 1
    words[end] = words[_FB] + y * stride + (x >> 1)
    words[_SOURCE_GAIN + end] = stride - (w >> 1)
    _copy(_descriptor)
    words[_SOURCE] = 0  # an address left here would keep the buffer from being collected
    words[_TARGET] = 0
