# ruff: noqa: F821 (viper and assembler names)
"""Layer 1, device only: finds what has changed in the framebuffer since it was sent.

The screen is divided into tiles of 16 x 8 pixels. `look` hashes each and compares with the hash
kept: for each word w of a tile (8 pixels, row by row) h = ror((h ^ w * K1) * K2, 13), from h = 1.
Each step is a bijection of h and of w, so a change within a word always shows; any other is missed
once in four billion. K1 keeps changes of a word's top bit, such as paper to gold, from passing
through the product unmixed. The width must be a multiple of 8: the words are aligned.

Where the width is no multiple of 16, the last tile of a row reads on in the next line; where the
height is no multiple of 8, the last row of tiles overlaps the one above.
"""

from array import array

import micropython
from micropython import const

from board import H, W

_ACROSS = (W + 15) // 16  # tiles
_DOWN = (H + 7) // 8
_GAP = const(2)  # unchanged tiles between two changed ones that are sent with them
_NARROW = const(6)  # tiles; a run of at most that many goes on if only a part of it changed below

# Words of `control`.
_FB = const(0)
_GAIN = const(1)  # bytes from the end of a tile's row to the next
_BACK = const(2)  # from below a tile to the next one
_ON = const(3)  # from the end of a row of tiles to the next
_KEPT = const(4)  # address of the hashes
_MASK = const(5)  # where to put a word per row of tiles, a bit for each tile that changed
_ROWS = const(6)  # rows of tiles left
_COLUMNS = const(7)
_K1 = const(8)
_K2 = const(9)

control = array("I", (0, W // 2 - 8, 4 * W - 8, 4 * W - 8 * _ACROSS, 0, 0, 0, _ACROSS, 0, 0))
control[_K1] = 0x85EBCA6B
control[_K2] = 0x9E3779B1
_kept = array("I", bytes(4 * _ACROSS * _DOWN))
_masks = array("I", bytes(4 * _DOWN))


@micropython.asm_thumb
def _hash(r0):
    """Hash rows of tiles and compare, as `control` at r0 says."""
    # The caller's: only r4 to r7 are saved by themselves. (The build unrolls loops: unroll.py.)
    for low, high in ((r4, r8), (r5, r9), (r6, r10), (r7, r11)):
        mov(low, high)
    push({r4, r5, r6, r7})
    mov(r12, r0)
    ldr(r3, [r0, 4 * _COLUMNS])
    mov(r10, r3)  # tiles left in this row
    ldr(r3, [r0, 4 * _KEPT])
    mov(r11, r3)
    ldr(r5, [r0, 4 * _GAIN])
    ldr(r6, [r0, 4 * _K1])
    ldr(r4, [r0, 4 * _K2])
    mov(r7, 13)
    mov(r3, 0)
    mov(r9, r3)  # the tiles that changed
    mov(r3, 1)
    mov(r8, r3)  # this one's bit
    ldr(r0, [r0, 4 * _FB])
    label(TILE)
    mov(r1, 1)
    for _ in range(8):
        data(2, 0xC80C)  # ldmia r0!, {r2, r3}
        for word in (r2, r3):
            mul(word, r6)
            eor(r1, word)
            mul(r1, r4)
            ror(r1, r7)
        add(r0, r0, r5)
    mov(r3, r11)
    ldr(r2, [r3, 0])
    cmp(r1, r2)
    beq(SAME)
    str(r1, [r3, 0])
    mov(r2, r8)
    mov(r1, r9)
    orr(r1, r2)
    mov(r9, r1)
    label(SAME)
    add(r3, 4)
    mov(r11, r3)
    mov(r2, r8)
    lsl(r2, r2, 1)
    mov(r8, r2)
    mov(r3, r12)
    ldr(r2, [r3, 4 * _BACK])
    sub(r0, r0, r2)
    mov(r2, r10)
    sub(r2, 1)
    mov(r10, r2)
    bne(TILE)
    ldr(r2, [r3, 4 * _MASK])
    mov(r1, r9)
    str(r1, [r2, 0])
    add(r2, 4)
    str(r2, [r3, 4 * _MASK])
    mov(r2, 0)
    mov(r9, r2)
    mov(r2, 1)
    mov(r8, r2)
    ldr(r2, [r3, 4 * _COLUMNS])
    mov(r10, r2)
    ldr(r2, [r3, 4 * _ON])
    add(r0, r0, r2)
    ldr(r2, [r3, 4 * _ROWS])
    sub(r2, 1)
    str(r2, [r3, 4 * _ROWS])
    bne(TILE)
    mov(r2, r11)
    str(r2, [r3, 4 * _KEPT])
    pop({r4, r5, r6, r7})
    for low, high in ((r4, r8), (r5, r9), (r6, r10), (r7, r11)):
        mov(high, low)
    mov(r0, 0)


@micropython.viper
def look(fb: int):
    """Note which tiles of the framebuffer at that address have changed since the last call."""
    c = ptr32(control)
    c[_FB] = fb
    c[_KEPT] = int(ptr32(_kept))
    c[_MASK] = int(ptr32(_masks))
    c[_ROWS] = int(H) >> 3
    _hash(control)
    if int(H) & 7:
        c[_FB] = fb + (int(H) - 8) * (int(W) >> 1)
        c[_ROWS] = 1
        _hash(control)


@micropython.viper
def send(push) -> int:
    """Call push(x, y, w, h) with rectangles that cover the tiles found by `look`; 0 for none.

    A rectangle is a run of changed tiles, with small gaps, and the rows below in which all of it
    has changed, or a part if it is narrow: a call costs as much as sending a few tiles.
    """
    masks = ptr32(_masks)
    sent = 0
    i = 0
    while i < int(_DOWN):
        m = masks[i]
        while m:
            a = 0
            while m >> a & 1 == 0:
                a += 1
            b = a
            n = a
            while n < int(_ACROSS) and n <= b + _GAP + 1:
                if m >> n & 1:
                    b = n
                n += 1
            run = (2 << b) - (1 << a)
            m &= ~run
            j = i + 1
            while j < int(_DOWN):
                part = masks[j] & run
                if part != run and (part == 0 or b - a >= _NARROW):
                    break
                masks[j] ^= part
                j += 1
            y = i << 3
            h = j - i << 3
            if i == int(_DOWN) - 1:
                y = int(H) - 8
                h = 8
            push(a << 4, y, b - a + 1 << 4, h)
            sent = 1
        i += 1
    return sent
