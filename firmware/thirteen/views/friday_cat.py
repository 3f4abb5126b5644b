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
from thirteen.storage import dates
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
_HAND = const(13)  # the places of the hand,
_WINDOW = const(16)  # and its own
_STIRS = const(1200)  # ms for which it is up after a redeal
_PURRS = const(1500)  # ms for which it purrs,
_BEAT = const(300)  # and from one beat of its tail to the next
_TIRED = const(45000)  # ms without a move or a key until it sleeps
_FAR = const(24)  # pixels off straight ahead from which it turns its eyes


class Cat:
    """What it does; its window is a place of the table."""

    def __init__(self) -> None:
        self._sprites = bytearray(6 * _STEP)

    def open(self) -> None:
        """A game starts."""
        hal.read_asset("thirteen/cat.bin", 0, self._sprites)
        self._up = 0  # ms for which it is still up,
        self._purrs = 0  # or purrs
        self._quiet = 0  # ms without a move or a key
        self.near = False  # it sits on the hand
        self.real = dates.friday_13(hal.today())  # today is a Friday the 13th

    def stir(self) -> None:
        """The waste has been turned over."""
        self._up = _STIRS if card_art.speed else 0

    def rest(self) -> None:
        """It sits down at once."""
        self._up = 0

    def wake(self) -> None:
        """A key was pressed, or a move was made."""
        self._quiet = self._purrs = 0

    def pet(self, s: bytearray) -> str:
        """It is petted; what it does."""
        over = rules.over(s)
        if over == 1:
            return "It purrs in its sleep."
        if over:
            return "It would rather be left alone."
        self._purrs = _PURRS
        return "It purrs. It still knows." if self.real else "It purrs."

    def line(self, s: bytearray) -> str:
        """What is said of it when the cursor comes."""
        over = rules.over(s)
        if over:
            return "It sleeps, content." if over == 1 else "It did not see that coming."
        return "It came to sit with you." if self.near else "A hand for the cat?"

    def tick(self, dt: int) -> bool:
        """dt ms pass; whether it looks different now."""
        was = self._quiet
        self._quiet += dt
        differs = was < _TIRED <= self._quiet
        if self._purrs:
            beat = self._purrs // _BEAT
            self._purrs = max(self._purrs - dt, 0)
            differs = differs or not self._purrs or beat != self._purrs // _BEAT
        if self._up:
            self._up = max(self._up - dt, 0)
            differs = differs or not self._up
        return differs

    @native
    def draw(self, s: bytearray, p: int, cursor: bool) -> None:
        """Draw it, watching place p unless a card is on its way."""
        x = places.x[_WINDOW]
        y = places.y[_WINDOW]
        w = places.w[_WINDOW]
        h = places.h[_WINDOW]
        if cursor:
            canvas.box(x - 1, y - 1, w + 2, h + 2, canvas.GOLD)
            canvas.box(x + 1, y + 1, w - 2, h - 2, canvas.ACCENT)
        else:
            canvas.frame(x, y, w, h, canvas.PALE_FELT, canvas.ACCENT)
        left = x + (w - _W) // 2
        low = y + h - 1 - _H
        moon = canvas.RED if self.real else canvas.CHOICE
        over = rules.over(s)
        near = self.near and not over and rules.hand(s)
        if near or low > y:  # else it would be behind the cat
            y = (y + low + 1) // 2
            hal.blit(self._sprites, _MOON * _STEP, left, y, moon << 12 | moon << 4)
        if near:
            x = places.x[_HAND]
            y = places.y[_HAND]
            w = places.w[_HAND]
            h = places.h[_HAND]
            fb.fill_rect(x + 4, y + 4, w - 8, h - 8, canvas.BACK & 15)  # the back may have a cat
            left = x + (w - _W) // 2
            low = y + h - 1 - _H
        if over:
            self._pose(_ASLEEP if over == 1 else _ARCHED, left, low)
        elif self._up:
            self._pose(_STRETCH, left, low)
        elif self._purrs:
            beats = self._purrs // _BEAT & 1 and card_art.speed
            self._pose(_TAIL_FLAT if beats else _SIT, left, low)
            fb.fill_rect(left + _EYES, low + _BROW + 1, 4, 1, canvas.CHOICE)
            fb.fill_rect(left + _EYES + _APART, low + _BROW + 1, 4, 1, canvas.CHOICE)
        elif self._quiet >= _TIRED:
            self._pose(_ASLEEP, left, low)
        else:
            self._pose(_TAIL_FLAT if rules.hand(s) & 1 else _SIT, left, low)
            i = flights.leading()
            if i >= 0:
                _look(left, low, flights.now_x[i], flights.now_y[i])
            else:
                _look(left, low, places.x[p], places.y[p])

    def badge(self, won: bool, x: int, y: int, ink: int) -> None:
        """Draw it on a result at x, y in a bar 29 pixels high: black, on a win as the title is."""
        if won:
            hal.blit(self._sprites, _ASLEEP * _STEP, x, y + 3, ink & 0xF000)
        else:
            hal.blit(self._sprites, _ARCHED * _STEP, x, y + 3, _BLACK)

    @native
    def _pose(self, i: int, x: int, y: int) -> None:
        hal.blit(self._sprites, i * _STEP, x, y, _BLACK)


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
