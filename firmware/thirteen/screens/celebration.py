"""Layer 5. The win animation: bouncing cards that leave trails. Any key ends it.

Each frame draws one card and erases nothing, so it costs no more than drawing a card.
"""

from micropython import const

import hal
from thirteen.draw import card_art
from thirteen.protocols import Game
from thirteen.table import choice, places
from thirteen.ui import keys, sound
from thirteen.ui.status_panel import status_panel

_CARD_W = const(32)
_CARD_H = const(44)
_CARDS = const(13)
_STEP = const(8)  # ms from one card drawn to the next
_PULL = const(14)  # gravity: added to the speed of fall each step, in 1/16 pixels
_BOUNCE = const(200)  # share of its speed that a card keeps, in 1/256
_STRIDE = const(5)  # from one card's place to the next one's
_LATELY = const(250)  # ms in which keys are ignored: they were meant for the game


def bare(game: Game) -> None:
    """Show the end of a game without a cursor, captions or a note: cards fall in front of it."""
    at = choice.cursor
    was = status_panel.captions(())
    choice.cursor = places.NONE
    status_panel.message("")
    game.view.draw(game.match.s)
    choice.cursor = at
    status_panel.captions(was)


def run(where: list, seed: int) -> None:
    """Run it from king to ace, the cards leaving from `where`, a list of (x, y), in turn.

    The seed sets their suits and how fast they are.
    """
    if not card_art.speed:
        return
    waited = 0
    right = hal.W * 16  # of the screen, in 1/16 pixels
    for i in range(_CARDS):
        sound.run(i + 1)
        seed = seed * 75 + 74 & 0xFFFF
        c = (seed >> 4 & 3) << 4 | _CARDS - i
        x, y = where[i * _STRIDE % len(where)]
        x <<= 4
        y <<= 4
        across = 44 + (seed >> 9 & 47)
        if seed & 1 and x > right >> 2 or x > right * 3 >> 2:
            across = -across
        fall = -(seed >> 5 & 63)
        floor = hal.H - _CARD_H << 4
        while -_CARD_W << 4 < x < right:
            card_art.card(c, x >> 4, y >> 4, _CARD_W, _CARD_H)
            hal.refresh()
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
