"""Layer 5. The win animation: bouncing cards that leave trails. Any key ends it.

Each frame draws one card and erases nothing, so it costs no more than drawing a card.
"""

from micropython import const

import hal
from thirteen.ui import canvas, card_art, keys

_CARD_W = const(32)
_CARD_H = const(44)
_CARDS = const(13)
_STEP = const(8)  # ms from one card drawn to the next
_PULL = const(14)  # gravity: added to the speed of fall each step, in 1/16 pixels
_BOUNCE = const(200)  # share of its speed that a card keeps, in 1/256
_LATELY = const(250)  # ms in which keys are ignored: they were meant for the game


def run(seed):
    """Run it from king to ace; the seed sets where each card starts and how fast it is."""
    if not card_art.speed:
        return
    waited = 0
    for i in range(_CARDS):
        seed = seed * 75 + 74 & 0xFFFF
        c = (seed >> 4 & 3) << 4 | _CARDS - i
        x = (hal.W - _CARD_W) * (seed >> 6 & 15) // 15 << 4
        y = 0
        across = 36 + (seed >> 10 & 31)
        if seed & 1 and x > _CARD_W << 4 or x > hal.W << 3:
            across = -across
        fall = 0
        floor = hal.H - _CARD_H << 4
        while -_CARD_W << 4 < x < hal.W << 4:
            card_art.card(c, x >> 4, y >> 4, _CARD_W, _CARD_H)
            canvas.dirty(x >> 4, y >> 4, _CARD_W, _CARD_H)
            canvas.flush()
            due = _STEP
            while due > 0:
                k = keys.poll(due)
                due -= keys.dt
                waited += keys.dt
                if k and waited > _LATELY:
                    return
            x += across
            fall += _PULL
            y += fall
            if y > floor:
                y = floor
                fall = -fall * _BOUNCE >> 8
