# ruff: noqa: F821 (viper and assembler names)
"""Layer 1, RP2040 and RP2350: the driver of ST7789 and ILI9341 panels.

Both have memory for 240 x 320 pixels, of which a panel may show a part. An ST7789 is sent twelve
bits per pixel, a quarter less than sixteen: the bus is the bottleneck, and sixteen colours need no
more. An ILI9341 requires sixteen bits on a serial bus. Pixels are expanded strip by strip; one
strip is sent by DMA while the next is expanded. The array `control` holds the parameters,
including register addresses, as viper's constants have only 31 bits.
"""

from array import array

import micropython
from micropython import const

import board
from board import BITS, W
from picture import FROM_LEFT, FROM_TOP, MADCTL

_DISPON = const(0x29)
_CASET = const(0x2A)
_RAMWR = const(0x2C)
_MADCTL = const(0x36)

_COLUMNS = const(240)
_ROWS = const(320)

# MADCTL's bits.
_FLIP_BOTH = const(0xC0)
_SWAP = const(0x20)

_WIDE = BITS == 16
_STRIP = W * BITS // 8  # bytes in each of the two strips: one line; longer ones are no faster

# Words of `control`, filled by startup.py: first the descriptor that `expand` works on.
_SOURCE = const(0)
_TARGET = const(1)
_BYTES = const(2)  # of a row in the framebuffer
_LINES = const(3)
_GAIN = const(4)  # from the end of a row to the next one
TABLE = const(5)
SET = const(6)  # address of the register that sets pins
SPI = const(7)  # of the SPI's
DMA = const(8)  # of the DMA channel's
DMA_GO = const(9)  # the channel's control word
FRAME = const(10)  # the SPI's control word for frames of a byte
FB = const(11)  # the framebuffer's first byte
STRIDE = const(12)  # bytes per line of it
CS = const(13)  # bits of the pins
DC = const(14)
XOFF = const(15)
YOFF = const(16)
CLEAR = const(17)  # address of the register that clears pins
STRIPS = const(18)  # addresses of the strips, at an even index: the other one is at strip ^ 1
BUSY = const(20)  # bit in the channel's control word while it sends

control = array("I", bytes(84))
# How the panel is driven: see picture.py; first as the board's profile says.
own = bytes(
    (board.BAUD // 1_000_000, board.MODE, board.MADCTL, board.INVERT, board.XOFF, board.YOFF)
)
how = bytearray(own)
strips = bytearray(2 * _STRIP)
# The two pixels of each framebuffer byte: as 24 bits, the left one above, or as two halfwords.
table = array("I", bytes(1024))


@micropython.asm_thumb
def _twelve(r0):
    """Expand every two source bytes, four pixels, to three halfwords in the target.

    r0 is the descriptor; its source is left at the next row, for the next strip.
    """
    mov(r12, r0)
    ldr(r1, [r0, 4 * _TARGET])
    ldr(r2, [r0, 4 * TABLE])
    ldr(r0, [r0, 4 * _SOURCE])
    label(ROW)
    mov(r4, r12)
    ldr(r3, [r4, 4 * _BYTES])
    label(FOUR)
    ldrb(r4, [r0, 0])
    ldrb(r5, [r0, 1])
    lsl(r4, r4, 2)
    lsl(r5, r5, 2)
    data(2, 0x5914)  # ldr r4, [r2, r4]: the assembler lacks register offsets
    data(2, 0x5955)  # ldr r5, [r2, r5]
    lsr(r6, r4, 8)
    strh(r6, [r1, 0])
    lsl(r4, r4, 8)
    lsr(r6, r5, 16)
    orr(r4, r6)
    strh(r4, [r1, 2])
    strh(r5, [r1, 4])
    add(r0, 2)
    add(r1, 6)
    sub(r3, 2)
    bgt(FOUR)
    mov(r4, r12)
    ldr(r5, [r4, 4 * _GAIN])
    add(r0, r0, r5)
    ldr(r5, [r4, 4 * _LINES])
    sub(r5, 1)
    str(r5, [r4, 4 * _LINES])
    bne(ROW)
    str(r0, [r4, 4 * _SOURCE])


@micropython.asm_thumb
def _sixteen(r0):
    """The same for sixteen bits per pixel: two words."""
    mov(r12, r0)
    ldr(r1, [r0, 4 * _TARGET])
    ldr(r2, [r0, 4 * TABLE])
    ldr(r0, [r0, 4 * _SOURCE])
    label(ROW)
    mov(r4, r12)
    ldr(r3, [r4, 4 * _BYTES])
    label(FOUR)
    ldrb(r4, [r0, 0])
    ldrb(r5, [r0, 1])
    lsl(r4, r4, 2)
    lsl(r5, r5, 2)
    data(2, 0x5914)  # ldr r4, [r2, r4]: the assembler lacks register offsets
    data(2, 0x5955)  # ldr r5, [r2, r5]
    data(2, 0xC130)  # stmia r1!, {r4, r5}
    add(r0, 2)
    sub(r3, 2)
    bgt(FOUR)
    mov(r4, r12)
    ldr(r5, [r4, 4 * _GAIN])
    add(r0, r0, r5)
    ldr(r5, [r4, 4 * _LINES])
    sub(r5, 1)
    str(r5, [r4, 4 * _LINES])
    bne(ROW)
    str(r0, [r4, 4 * _SOURCE])


expand = _sixteen if _WIDE else _twelve


@micropython.viper
def palette(i: int, rgb: int):
    """Set colour i of the 16, for what is sent from now on."""
    words = ptr32(table)
    halves = ptr16(table)
    i &= 15
    pixel = (rgb >> 12 & 0xF00) | (rgb >> 8 & 0x0F0) | (rgb >> 4 & 0x00F)
    if _WIDE:
        pixel = (rgb >> 8 & 0xF800) | (rgb >> 5 & 0x07E0) | (rgb >> 3 & 0x001F)
    left = i << 4
    right = i
    while right < 256:
        if _WIDE:
            halves[left << 1] = pixel
            halves[right << 1 | 1] = pixel
        else:
            words[left] = words[left] & 0xFFF | pixel << 12
            words[right] = words[right] & 0xFFF000 | pixel
        left += 1
        right += 16


# Registers, by word. DMA: 0 source, 1 target, 2 count, 3 control. SPI: 0 control, 2 data, 3 status
# (bit 4: busy).


@micropython.viper
def send(code: int, data):
    """Send a command and its parameters, after waiting for the pixels before it."""
    g = ptr32(control)
    dma = ptr32(g[DMA])
    spi = ptr32(g[SPI])
    while dma[3] & g[BUSY] or spi[3] & 16:
        pass
    ptr32(g[SET])[0] = g[CS]
    spi[0] = g[FRAME]
    ptr32(g[CLEAR])[0] = g[CS] | g[DC]
    values = ptr8(data)
    n = int(len(data))
    i = 0
    while True:
        spi[2] = code
        while spi[3] & 16:
            pass
        ptr32(g[SET])[0] = g[DC]
        if i == n:
            break
        code = values[i]
        i += 1


@micropython.viper
def push(x: int, y: int, w: int, h: int):
    """Send a rectangle inside the screen; returns while the last strip is being sent."""
    g = ptr32(control)
    w += x & 3  # four pixels are whole bytes in both formats
    x -= x & 3
    w = w + 3 & -4
    dma = ptr32(g[DMA])
    spi = ptr32(g[SPI])
    high = ptr32(g[SET])
    low = ptr32(g[CLEAR])
    busy = g[BUSY]
    while dma[3] & busy or spi[3] & 16:
        pass
    high[0] = g[CS]
    spi[0] = g[FRAME]
    low[0] = g[CS]
    code = _CASET
    start = x + g[XOFF]
    end = start + w - 1
    while True:  # columns, rows, then the pixels
        low[0] = g[DC]
        spi[2] = code
        while spi[3] & 16:
            pass
        high[0] = g[DC]
        if code == _RAMWR:
            break
        spi[2] = start >> 8
        spi[2] = start & 255
        spi[2] = end >> 8
        spi[2] = end & 255
        while spi[3] & 16:
            pass
        start = y + g[YOFF]
        end = start + h - 1
        code += 1
    # Frames of 16 bits, not 8: mode 0 leaves a gap after each.
    spi[0] = g[FRAME] | 15
    g[_SOURCE] = g[FB] + y * g[STRIDE] + (x >> 1)
    g[_BYTES] = w >> 1
    g[_GAIN] = g[STRIDE] - (w >> 1)
    lines = 256
    while lines * w > int(W):  # a strip's pixels
        lines >>= 1
    strip = STRIPS
    while h > 0:
        if lines > h:
            lines = h
        g[_LINES] = lines
        g[_TARGET] = g[strip]
        expand(control)
        while dma[3] & busy:
            pass
        dma[0] = g[strip]
        dma[1] = g[SPI] + 8
        dma[2] = lines * w * int(BITS) >> 4
        dma[3] = g[DMA_GO]
        strip ^= 1
        h -= lines


def unveil():
    """Switch the display on."""
    send(_DISPON, b"")


def turn(on):
    """Set upright or turned by 180 degrees, and the offset in the panel's memory."""
    send(_MADCTL, bytes((how[MADCTL] ^ (_FLIP_BOTH if on else 0),)))
    x, y = how[FROM_LEFT], how[FROM_TOP]
    if on:  # mirrored, an offset before the picture is behind it
        across, down = room()
        x, y = across - x, down - y
    control[XOFF] = x
    control[YOFF] = y


def room():
    """What the panel's memory has more than the picture: columns, rows."""
    if how[MADCTL] & _SWAP:
        return _ROWS - board.W, _COLUMNS - board.H
    return _COLUMNS - board.W, _ROWS - board.H
