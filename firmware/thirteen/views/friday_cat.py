"""Layer 4. The cat in the free fourteenth place of Friday's table.

It watches the card in play, its tail moves with each card turned, it gets up at a redeal and sits
down again, sleeps after a win and arches its back after a loss. Petted, it shuts its eyes; while
nobody plays, it sleeps; after three losses it comes and sits on the hand. On a real Friday the
13th the moon is red.
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
_HAND = const(13)  # the place of the hand
_STIRS = const(1200)  # ms for which it is up after a redeal
_PURRS = const(1500)  # ms for which it purrs,
_BEAT = const(300)  # and from one beat of its tail to the next
_TIRED = const(45000)  # ms without a move or a key until it sleeps
_FAR = const(24)  # pixels off straight ahead from which it turns its eyes

_sprites = bytearray(6 * _STEP)
_x = _y = _w = _h = 0
_up = 0  # ms for which it is still up,
_purrs = 0  # or purrs
_quiet = 0  # ms without a move or a key
near = False  # it sits on the hand
real = False  # today is a Friday the 13th


def open(x: int, y: int, w: int, h: int) -> None:
    """The cat's window on the table."""
    global _x, _y, _w, _h, _up, _purrs, _quiet, near, real
    from thirteen.storage import dates  # not needed by the other views

    hal.read_asset("thirteen/cat.bin", 0, _sprites)
    _x = x
    _y = y
    _w = w
    _h = h
    _up = _purrs = _quiet = 0
    near = False
    real = dates.friday_13(hal.today())


def stir() -> None:
    """The waste has been turned over."""
    global _up
    _up = _STIRS if card_art.speed else 0


def rest() -> None:
    """It sits down at once."""
    global _up
    _up = 0


def wake() -> None:
    """A key was pressed, or a move was made."""
    global _quiet, _purrs
    _quiet = _purrs = 0


def pet(s: bytearray) -> str:
    """It is petted; what it does."""
    global _purrs
    over = rules.over(s)
    if over == 1:
        return "It purrs in its sleep."
    if over:
        return "It would rather be left alone."
    _purrs = _PURRS
    return "It purrs. It still knows." if real else "It purrs."


def line(s: bytearray) -> str:
    """What is said of it when the cursor comes."""
    over = rules.over(s)
    if over:
        return "It sleeps, content." if over == 1 else "It did not see that coming."
    return "It came to sit with you." if near else "A hand for the cat?"


def tick(dt: int) -> bool:
    """dt ms pass; whether it looks different now."""
    global _up, _purrs, _quiet
    was = _quiet
    _quiet += dt
    differs = was < _TIRED <= _quiet
    if _purrs:
        beat = _purrs // _BEAT
        _purrs = max(_purrs - dt, 0)
        differs = differs or not _purrs or beat != _purrs // _BEAT
    if _up:
        _up = max(_up - dt, 0)
        differs = differs or not _up
    return differs


@native
def draw(s: bytearray, p: int, cursor: bool) -> None:
    """Draw it, watching place p unless a card is on its way."""
    if cursor:
        canvas.box(_x - 1, _y - 1, _w + 2, _h + 2, canvas.GOLD)
        canvas.box(_x + 1, _y + 1, _w - 2, _h - 2, canvas.ACCENT)
    else:
        canvas.frame(_x, _y, _w, _h, canvas.PALE_FELT, canvas.ACCENT)
    left = _x + (_w - _W) // 2
    low = _y + _h - 1 - _H
    moon = canvas.RED if real else canvas.CHOICE
    if low > _y:  # else it would be behind the cat
        hal.blit(_sprites, _MOON * _STEP, left, (_y + low + 1) // 2, moon << 12 | moon << 4)
    over = rules.over(s)
    if near and not over and rules.hand(s):
        left = places.x[_HAND] + (places.w[_HAND] - _W) // 2
        low = places.y[_HAND] + places.h[_HAND] - 1 - _H
    if over:
        _pose(_ASLEEP if over == 1 else _ARCHED, left, low)
    elif _up:
        _pose(_STRETCH, left, low)
    elif _purrs:
        _pose(_TAIL_FLAT if _purrs // _BEAT & 1 and card_art.speed else _SIT, left, low)
        fb.fill_rect(left + _EYES, low + _BROW + 1, 4, 1, canvas.CHOICE)
        fb.fill_rect(left + _EYES + _APART, low + _BROW + 1, 4, 1, canvas.CHOICE)
    elif _quiet >= _TIRED:
        _pose(_ASLEEP, left, low)
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
