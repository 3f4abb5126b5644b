"""Layer 3. The games' emblems, drawn: as the first or the second of two pictures, or at half size.

An emblem has layers, five numbers each: its offset among the sprites, x, y, ink, and what it does
in the second picture.
"""

from micropython import const

import hal
from thirteen.draw.emblems import EMBLEMS
from thirteen.fast import fast, ptr8

SIZE = const(40)  # of an emblem
LOGO_H = const(48)
_HIDES, _SHOWS, _LIFTS = 1, 2, 3
_LIFT = const(2)  # pixels
_SILVER = {0xDDD0: 0x6660, 0xCCD0: 0x5560, 0x4CC0: 0x4550}  # inks of what is not gold yet


def has(name: str) -> bool:
    return name in EMBLEMS


def draw(name: str, x: int, y: int, second: bool = False, first: int = 0) -> None:
    """Draw an emblem. first: another ink for its lowest layer."""
    sheet, layers = EMBLEMS[name]
    for i in range(0, len(layers), 5):
        motion = layers[i + 4]
        if motion == (_HIDES if second else _SHOWS):
            continue
        top = y + layers[i + 2] - (_LIFT if second and motion == _LIFTS else 0)
        ink = first if first and not i else layers[i + 3]
        hal.blit(sheet, layers[i], x + layers[i + 1], top, ink)


def logo(x: int, y: int, part: int, whole: int) -> None:
    """Draw the thirteen: gold from below, as much of it as that, and silver above."""
    draw("logo", x, y)
    silver = LOGO_H - LOGO_H * part // whole
    sheet, layers = EMBLEMS["logo"]
    for i in range(0, len(layers), 5):
        at, left, top, ink = layers[i : i + 4]
        high = min(silver - top, sheet[at + 1])
        if high > 0 and ink in _SILVER:
            pitch = (sheet[at] + 3) // 4
            sprite = bytes((sheet[at], high)) + sheet[at + 2 : at + 2 + pitch * high]
            hal.blit(sprite, 0, x + left, y + top, _SILVER[ink])


def halved(name: str) -> list:
    """An emblem at half its size: (sprite, x, y, ink) of each layer of its first picture."""
    sheet, layers = EMBLEMS[name]
    out = []
    for i in range(0, len(layers), 5):
        at, left, top, ink, motion = layers[i : i + 5]
        if motion == _SHOWS:
            continue
        w, h = sheet[at] // 2, sheet[at + 1] // 2
        pitch = (w + 3) // 4
        wide = (sheet[at] + 3) // 4
        small = bytearray(2 + pitch * h)
        small[0] = w
        small[1] = h
        _halve(sheet, at + 2, 2 * wide, small, pitch, w, h)
        out.append((bytes(small), left // 2, top // 2, ink))
    return out


@fast
def _halve(sheet: ptr8, at: int, wide: int, small: ptr8, pitch: int, w: int, h: int):  # type: ignore[no-untyped-def]
    """Take every other pixel of every other row."""
    to = 2
    y = 0
    while y < h:
        x = 0
        while x < w:
            level = sheet[at + (x >> 1)] >> (x & 1) * 4 & 3
            small[to + (x >> 2)] |= level << (x & 3) * 2
            x += 1
        at += wide
        to += pitch
        y += 1


def draw_halved(layers: list, x: int, y: int, first: int = 0) -> None:
    """Draw what `halved` returned. first: another ink for its lowest layer."""
    for i, (sprite, left, top, ink) in enumerate(layers):
        hal.blit(sprite, 0, x + left, y + top, first if first and not i else ink)
