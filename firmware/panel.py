# ruff: noqa: F821 (viper has names of its own)
"""Floor 0, the RP2040 only: ST7789 and ILI9341, what they want to hear and how pixels get there.

Both keep 240 x 320 pixels, of which a glass may show a part. Pixels are expanded strip by strip;
one strip is sent by DMA while the next is expanded. What that needs is in the block `glass`,
register addresses too, for viper's own constants have 31 bits.
"""

import micropython
from board import W
from micropython import const
from uarray import array

_DISPON = const(0x29)
_CASET = const(0x2A)
_RAMWR = const(0x2C)
_MADCTL = const(0x36)

_COLUMNS = const(240)
_ROWS = const(320)

# MADCTL's bits.
_FLIP_BOTH = const(0xC0)
_SWAP = const(0x20)

_STRIP = W * 2  # bytes in each of the two strips: a line; taller ones gain nothing

# Words of `glass`, which power.py fills: first the lane, what expand needs.
_SOURCE = const(0)
_TARGET = const(1)
_BYTES = const(2)
_LINES = const(3)
_GAIN = const(4)
_TABLE = const(5)
_SIO = const(6)  # address of the pins' registers
_SPI = const(7)  # of the SPI's
_DMA = const(8)  # of the DMA channel's
_DMA_GO = const(9)  # the channel's control word
_FRAME = const(10)  # the SPI's control word for frames of a byte
_FB = const(11)  # the framebuffer's first byte
_STRIDE = const(12)  # bytes a line of it
_CS = const(13)  # pins' bits
_DC = const(14)
_XOFF = const(15)
_YOFF = const(16)
_STRIPS = const(18)  # the strips' addresses, at an even place: the other one is at strip ^ 1

glass = array("I", bytes(80))
strips = bytearray(2 * _STRIP)


@micropython.asm_thumb
def expand(r0):
    """Lane: source bytes, two pixels each, become words of two RGB565 pixels in the target.

    Leaves the next row's address as source, so that strip follows strip.
    """
    mov(r12, r0)
    ldr(r1, [r0, 4 * _TARGET])
    ldr(r2, [r0, 4 * _TABLE])
    ldr(r0, [r0, 4 * _SOURCE])
    label(ROW)
    mov(r4, r12)
    ldr(r3, [r4, 4 * _BYTES])
    sub(r3, 4)
    blt(FEW)
    label(FOUR)
    ldrb(r4, [r0, 0])
    ldrb(r5, [r0, 1])
    ldrb(r6, [r0, 2])
    ldrb(r7, [r0, 3])
    lsl(r4, r4, 2)
    lsl(r5, r5, 2)
    lsl(r6, r6, 2)
    lsl(r7, r7, 2)
    data(2, 0x5914)  # ldr r4, [r2, r4]: the assembler knows no register offsets
    data(2, 0x5955)  # ldr r5, [r2, r5]
    data(2, 0x5996)  # ldr r6, [r2, r6]
    data(2, 0x59D7)  # ldr r7, [r2, r7]
    data(2, 0xC1F0)  # stmia r1!, {r4-r7}
    add(r0, 4)
    sub(r3, 4)
    bge(FOUR)
    label(FEW)
    add(r3, 4)
    beq(NEXT)
    label(ONE)
    ldrb(r4, [r0, 0])
    lsl(r4, r4, 2)
    data(2, 0x5914)  # ldr r4, [r2, r4]
    data(2, 0xC110)  # stmia r1!, {r4}
    add(r0, 1)
    sub(r3, 1)
    bne(ONE)
    label(NEXT)
    mov(r4, r12)
    ldr(r5, [r4, 4 * _GAIN])
    add(r0, r0, r5)
    ldr(r5, [r4, 4 * _LINES])
    sub(r5, 1)
    str(r5, [r4, 4 * _LINES])
    bne(ROW)
    str(r0, [r4, 4 * _SOURCE])


@micropython.viper
def send(code: int, data):
    """One command and its values, once the pixels before it are gone."""
    g = ptr32(glass)
    dma = ptr32(g[_DMA])
    spi = ptr32(g[_SPI])
    sio = ptr32(g[_SIO])
    values = ptr8(data)
    n = int(len(data))
    while dma[3] & 0x1000000 or spi[3] & 16:
        pass
    sio[5] = g[_CS]
    spi[0] = g[_FRAME]
    sio[6] = g[_CS] | g[_DC]
    spi[2] = code
    while spi[3] & 16:
        pass
    sio[5] = g[_DC]
    i = 0
    while i < n:
        spi[2] = values[i]
        while spi[3] & 16:
            pass
        i += 1


@micropython.viper
def push(x: int, y: int, w: int, h: int):
    """Send a rectangle, even x and w, on the glass; its last strip is under way at the end."""
    g = ptr32(glass)
    dma = ptr32(g[_DMA])
    spi = ptr32(g[_SPI])
    sio = ptr32(g[_SIO])
    while dma[3] & 0x1000000 or spi[3] & 16:
        pass
    sio[5] = g[_CS]
    spi[0] = g[_FRAME]
    sio[6] = g[_CS]
    code = _CASET
    start = x + g[_XOFF]
    end = start + w - 1
    while True:  # columns, rows, then the pixels
        sio[6] = g[_DC]
        spi[2] = code
        while spi[3] & 16:
            pass
        sio[5] = g[_DC]
        if code == _RAMWR:
            break
        spi[2] = start >> 8
        spi[2] = start & 255
        spi[2] = end >> 8
        spi[2] = end & 255
        while spi[3] & 16:
            pass
        start = y + g[_YOFF]
        end = start + h - 1
        code += 1
    # A whole pixel a frame, not a byte: mode 0 leaves a gap behind each frame.
    spi[0] = g[_FRAME] | 15
    g[_SOURCE] = g[_FB] + y * g[_STRIDE] + (x >> 1)
    g[_BYTES] = w >> 1
    g[_GAIN] = g[_STRIDE] - (w >> 1)
    lines = 256
    room = int(_STRIP)
    while lines * w * 2 > room:
        lines >>= 1
    strip = _STRIPS
    while h > 0:
        if lines > h:
            lines = h
        g[_LINES] = lines
        g[_TARGET] = g[strip]
        expand(glass)
        while dma[3] & 0x1000000:
            pass
        dma[0] = g[strip]
        dma[1] = g[_SPI] + 8
        dma[2] = lines * w
        dma[3] = g[_DMA_GO]
        strip ^= 1
        h -= lines


def unveil():
    """Show what the panel's memory holds."""
    send(_DISPON, b"")


def turn(board, on):
    """Upright or turned by 180 degrees, and where the glass then is in the panel's memory."""
    send(_MADCTL, bytes((board.MADCTL ^ (_FLIP_BOTH if on else 0),)))
    x, y = board.XOFF, board.YOFF
    if on:  # mirrored, a glass with room before it has that room behind it
        across, down = (_ROWS, _COLUMNS) if board.MADCTL & _SWAP else (_COLUMNS, _ROWS)
        x, y = across - board.W - x, down - board.H - y
    glass[_XOFF] = x
    glass[_YOFF] = y
