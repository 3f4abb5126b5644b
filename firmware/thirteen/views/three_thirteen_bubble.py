"""Layer 4. What a computer player of Three Thirteen says, in a bubble beside their portrait.

It lies over the players' boxes for a while: nothing waits for it, and any key ends it.
"""

from micropython import const

import hal
from hal import fb
from thirteen.draw import art, canvas, card_art
from thirteen.fast import native
from thirteen.views import three_thirteen_labels as labels

_MS = const(2600)  # at normal speed
_LEFT = const(4)  # of the portrait,
_PORTRAIT_W = const(24)
_CLOTHES = (canvas.BLUE, canvas.GREEN, canvas.ACCENT)
_TAIL = const(5)  # the width of the bubble's

# The bubble, with round corners, and its tail: for hal.stamp.
_BODY = (
    b"\x06"
    b"\x05\x02\xc8\xc6\x10"
    b"\x06\x01\xc7\xc7\x10"
    b"\x07\x00\xc6\xc8\x10"
    b"\x03\x0a\x05\x0f\x10"
    b"\x01\x0b\x03\x0e\x10"
    b"\x00\x0c\x01\x0d\x10"
)


class Bubble:
    """The one of the table."""

    def __init__(self) -> None:
        self.words = ""  # what is said now
        self.who = 0  # by the player of that seat
        self._name = self._shown = ""
        self._font = art.SMALL
        self._left = 0  # ms

    def say(self, p: int, name: str, words: str) -> None:
        """The computer player of seat p says that."""
        self.who = p
        self._name = name
        self.words = words
        self._shown = words = words[1:-1]  # without quotation marks, which the large font lacks
        room = hal.W - _LEFT - _PORTRAIT_W - 3 - _TAIL - 16
        large = canvas.width(canvas.reading, words) <= room
        self._font = canvas.reading if large else art.SMALL
        self._left = max(_MS * card_art.speed // 2, _MS)

    def hush(self) -> None:
        """It goes."""
        self.words = ""

    def tick(self, dt: int) -> bool:
        """dt ms pass; whether it has gone by that."""
        if not self.words:
            return False
        self._left -= dt
        if self._left > 0:
            return False
        self.hush()
        return True

    @native
    def draw(self, top: int, width: int, height: int) -> None:
        """Draw it in the upper part of a table, from `top` on, so wide and so high."""
        fb.fill_rect(0, top, width, height, canvas.FELT)
        at = (self.who - 1) * 2 * art.PORTRAITS_STEP
        face = canvas.INK << 12 | labels.HAIR[self.who] << 8 | canvas.CHOICE << 4
        rest = canvas.PAPER << 12 | canvas.RED << 8 | _CLOTHES[self.who - 1] << 4
        y = top + height - art.PORTRAITS[1]
        hal.blit(art.PORTRAITS, at, _LEFT, y, face)
        hal.blit(art.PORTRAITS, at + art.PORTRAITS_STEP, _LEFT, y, rest)
        x = _LEFT + _PORTRAIT_W + 3
        hal.stamp(_BODY, canvas.NONE, 0, x, top, width - x - 4, height, canvas.PAPER)
        x += _TAIL + 6
        if self._font is not art.SMALL:  # there is no room for a name: the portrait says who it is
            y = top + (height - self._font[0] + 2) // 2
            hal.text(self._font, self._shown, x, y, canvas.ON_PAPER)
            return
        y = top + (height - 2 * art.SMALL[0] + 2) // 2
        hal.text(art.SMALL, self._name, x, y, canvas.RED_PAPER)
        hal.text(art.SMALL, self._shown, x, y + art.SMALL[0], canvas.ON_PAPER)
