"""Layer 4. The cat in the free fourteenth place of Friday's table.

It watches the card in play, its tail moves with each card turned, it gets up at a redeal and sits
down again, sleeps after a win and arches its back after a loss. On a real Friday the 13th the moon
is red.
"""

from micropython import const

import hal
from hal import fb
from thirteen.draw import canvas, card_art
from thirteen.fast import native
from thirteen.rules import friday as rules
from thirteen.table import flights, places

# The sprites of thirteen/cat.bin, of equal size.
_SIT, _TAIL_FLAT, _STRETCH, _ASLEEP, _ARCHED, _MOON = range(6)
_W = const(26)
_H = const(23)
_STEP = const(2 + (_W + 3) // 4 * _H)
_EYES = const(4)  # where its eyes are in the sprite that sits: left,
_APART = const(8)  # from one to the other,
_BROW = const(7)  # and their top
_BLACK = const(0x7000)  # the inks: black, with eyes of the moon's colour
_STIRS = const(1200)  # ms for which it is up after a redeal
_FAR = const(24)  # pixels off straight ahead from which it turns its eyes

_sprites = bytearray(6 * _STEP)
_x = _y = _w = _h = 0
_up = 0  # ms for which it is still up
real = False  # today is a Friday the 13th


def open(x: int, y: int, w: int, h: int) -> None:
    """The cat's window on the table."""
    global _x, _y, _w, _h, _up, real
    from thirteen.storage import dates  # not needed by the other views

    hal.read_asset("thirteen/cat.bin", 0, _sprites)
    _x = x
    _y = y
    _w = w
    _h = h
    _up = 0
    real = dates.friday_13(hal.today())


def stir() -> None:
    """The waste has been turned over."""
    global _up
    _up = _STIRS if card_art.speed else 0


def rest() -> None:
    """It sits down at once."""
    global _up
    _up = 0


def tick(dt: int) -> bool:
    """dt ms pass; whether it sits down now."""
    global _up
    if not _up:
        return False
    _up = max(_up - dt, 0)
    return not _up


@native
def draw(s: bytearray, p: int) -> None:
    """Draw it, watching place p unless a card is on its way."""
    canvas.frame(_x, _y, _w, _h, canvas.PALE_FELT, canvas.ACCENT)
    left = _x + (_w - _W) // 2
    low = _y + _h - 1 - _H
    moon = canvas.RED if real else canvas.CHOICE
    if low > _y:  # else it would be behind the cat
        hal.blit(_sprites, _MOON * _STEP, left, (_y + low + 1) // 2, moon << 12 | moon << 4)
    over = rules.over(s)
    if over:
        _pose(_ASLEEP if over == 1 else _ARCHED, left, low)
    elif _up:
        _pose(_STRETCH, left, low)
    else:
        _pose(_TAIL_FLAT if rules.hand(s) & 1 else _SIT, left, low)
        i = flights.leading()
        if i >= 0:
            _look(left, low, flights.now_x[i], flights.now_y[i])
        else:
            _look(left, low, places.x[p], places.y[p])


def badge(won: bool, x: int, y: int, ink: int) -> None:
    """Draw it on a result in the colour of its title, at x, y in a bar 29 pixels high."""
    hal.blit(_sprites, (_ASLEEP if won else _ARCHED) * _STEP, x, y + 3, ink & 0xF000)


@native
def _pose(i: int, x: int, y: int) -> None:
    hal.blit(_sprites, i * _STEP, x, y, _BLACK)


@native
def _look(left: int, low: int, x: int, y: int) -> None:
    """Its eyes, looking at x, y."""
    across = x - left
    down = y - low
    aside = 1 + (across > _FAR) - (across < -_FAR)
    deep = 1 if down > -_FAR else 0
    _eye(left + _EYES, low + _BROW, aside, deep)
    _eye(left + _EYES + _APART, low + _BROW, aside, deep)


@native
def _eye(x: int, y: int, aside: int, deep: int) -> None:
    fb.fill_rect(x, y, 4, 3, canvas.CHOICE)
    fb.fill_rect(x + aside, y + deep, 2, 2, canvas.INK)
