# ruff: noqa: F821 (viper and assembler names)
"""Layer 1, device only: sprites and cards on the framebuffer.

`hal` re-exports these functions. A sprite is its width, its height, and rows of pixels, four per
byte, the leftmost in the low bits. A pixel has a level from 0 to 3, and an ink assigns four bits
of colour to each level, the lowest bits to level 0, which is transparent.

A brush is an array of words that sprites.draw and rects.fill_rects work on, with lookup tables for
one ink. Computing these takes longer than drawing a small sprite, so eight brushes are cached and
replaced in turn.
"""

from array import array

import micropython
from micropython import const
from uctypes import addressof

from hal.rects import fill_rects
from hal.sprites import draw

_BRUSHES = const(8)
_SIZE = const(26)  # words of a brush
_ROOM = const(16)  # sprites in the queue

# Words of a brush; sprites.py and rects.py list the rest, by offsets in bytes. From 15 on they are
# scratch space for a single call, shared by draw and fill_rects.
_FB = const(8)  # then the bytes of a line, width and height
_X = const(12)
_Y = const(13)
_INK = const(14)
_CARD_W = const(17)
_CARD_H = const(18)
_TINT = const(19)
_TINT_2 = const(20)
_CONTROL = const(25)

# Words of `control`: addresses of the current brush, the first one and the queue; the number of
# inks set; the sheets of signs and their inks; the queue: address, x and y of each sprite.
_BRUSH = const(0)
_FIRST = const(1)
_QUEUE_AT = const(2)
_COMPUTED = const(3)
_SOURCES = const(4)
_INKS = const(12)
_QUEUE = const(21)

_COURT = const(10)  # the rank above which cards are court cards
_COURT_SHEETS = const(6)  # from which on sheets have their three ranks only
_COURT_INK = const(8)

_brushes = array("i", bytes(4 * _BRUSHES * _SIZE))
control = array("i", bytes(4 * (_QUEUE + 3 * _ROOM + 1)))


def attach(fb, w, h):
    """Set the framebuffer's address and size."""
    for i in range(0, _BRUSHES * _SIZE, _SIZE):
        for k, value in enumerate((fb, w // 2, w, h)):
            _brushes[i + _FB + k] = value
        _brushes[i + _INK] = -1
        _brushes[i + _CONTROL] = addressof(control)
    control[_BRUSH] = control[_FIRST] = addressof(_brushes)
    control[_QUEUE_AT] = addressof(control) + 4 * _QUEUE


def signs(sources, inks):
    """Set up to eight sheets of signs, which must stay alive; an ink per value of bits 4 to 6.

    The last two sheets have court cards only; a ninth ink is theirs.
    """
    for i, sheet in enumerate(sources):
        control[_SOURCES + i] = addressof(sheet)
        if i >= _COURT_SHEETS:
            control[_SOURCES + i] -= len(sheet) // 3 * _COURT
    for i, ink in enumerate(inks):
        control[_INKS + i] = ink


@micropython.viper
def set_ink(ink: int):
    """Make the brush with this ink the current one, computing its tables if it is not cached."""
    words = ptr32(control)
    at = words[_FIRST]
    end = at + 4 * _BRUSHES * _SIZE
    while at < end:
        if ptr32(at)[_INK] == ink:
            words[_BRUSH] = at
            return
        at += 4 * _SIZE
    at = words[_FIRST] + (words[_COMPUTED] & _BRUSHES - 1) * 4 * _SIZE
    words[_COMPUTED] += 1
    words[_BRUSH] = at
    brush = ptr8(at)
    ptr32(at)[_INK] = ink
    pair = 0
    while pair < 16:
        left = pair & 3
        right = pair >> 2
        byte = (ink >> 4 * left & 15) << 4 | ink >> 4 * right & 15
        seen = 0
        if left == 0:
            seen = 0xF0
        if right == 0:
            seen |= 0x0F
        brush[pair] = (byte | seen) ^ seen
        brush[pair + 16] = seen
        pair += 1


@micropython.viper
def blit(src, at: int, x: int, y: int, ink: int):
    """Draw the sprite at src[at], clipped."""
    words = ptr32(control)
    if ink != ptr32(words[_BRUSH])[_INK]:
        set_ink(ink)
    words[_QUEUE] = int(ptr8(src)) + at
    words[_QUEUE + 1] = x
    words[_QUEUE + 2] = y
    words[_QUEUE + 3] = 0
    draw(words[_BRUSH], words[_QUEUE_AT])


@micropython.viper
def stamp(body, signs, c: int, x: int, y: int, w: int, h: int, tint: int):
    """Draw a card: the rectangles of its body, then its signs, in the ink of its suit.

    A body starts with its number of rectangles; left, top, right, bottom and colour of each
    follow. A coordinate below 128 counts from the card's left or upper edge, any other, minus 200,
    from the right or lower one: 200 is that edge. Colour 16 is the tint's lower four bits, 17 its
    upper ones. Signs too start with their number; each has its sheet's number, bytes per rank and
    per suit in the sheet, left and top. Is that number larger by 128, then those of court cards
    follow, a list of their own, of which the last one is in an ink of its own.
    """
    words = ptr32(control)
    c &= 127
    ink = words[_INKS + (c >> 4)]
    if ink != ptr32(words[_BRUSH])[_INK]:
        set_ink(ink)
    brush = ptr32(words[_BRUSH])
    brush[_X] = x
    brush[_Y] = y
    brush[_CARD_W] = w
    brush[_CARD_H] = h
    brush[_TINT] = tint & 15
    brush[_TINT_2] = tint >> 4
    of = int(ptr8(signs))
    if ptr8(of)[0] > 128 and c & 15 > _COURT:
        of += 1 + (ptr8(of)[0] & 127) * 5
        fill_rects(words[_BRUSH], int(ptr8(body)), of, c)
        _draw_court(ptr8(of)[0])
    else:
        fill_rects(words[_BRUSH], int(ptr8(body)), of, c)
        if ptr8(of)[0]:
            draw(words[_BRUSH], words[_QUEUE_AT])


@micropython.viper
def _draw_court(n: int):
    """Draw the n signs of the queue, the last one in its own ink."""
    words = ptr32(control)
    last = words[_QUEUE_AT] + 12 * (n - 1)
    sprite = ptr32(last)[0]
    ptr32(last)[0] = 0
    draw(words[_BRUSH], words[_QUEUE_AT])
    ptr32(last)[0] = sprite
    set_ink(words[_INKS + _COURT_INK])
    draw(words[_BRUSH], last)


@micropython.viper
def stamps(body, signs, cards, at: int, n: int, xs, ys, w: int, h: int, tint: int):
    """Stamp n cards from cards[at] on, at the coordinates in xs and ys; 0 is no card."""
    words = ptr32(control)
    cs = ptr8(cards)
    x = ptr16(xs)
    y = ptr16(ys)
    plain = int(ptr8(signs))
    court = 0
    if ptr8(plain)[0] > 128:
        court = plain + 1 + (ptr8(plain)[0] & 127) * 5
    n += at
    while at < n:
        c = cs[at] & 127
        if c:
            ink = words[_INKS + (c >> 4)]
            if ink != ptr32(words[_BRUSH])[_INK]:
                set_ink(ink)
            brush = ptr32(words[_BRUSH])
            # Signed halfwords: cards enter across the upper edge.
            brush[_X] = (x[at] ^ 0x8000) - 0x8000
            brush[_Y] = (y[at] ^ 0x8000) - 0x8000
            brush[_CARD_W] = w
            brush[_CARD_H] = h
            brush[_TINT] = tint & 15
            brush[_TINT_2] = tint >> 4
            if court and c & 15 > _COURT:
                fill_rects(words[_BRUSH], int(ptr8(body)), court, c)
                _draw_court(ptr8(court)[0])
            else:
                fill_rects(words[_BRUSH], int(ptr8(body)), plain, c)
                draw(words[_BRUSH], words[_QUEUE_AT])
        at += 1
