"""Layer 4. What a computer player of Three Thirteen says, in a bubble beside their portrait.

It lies for a while over the players' names, not over their points and whose turn it is, for which
large text leaves no room. Nothing waits for it, and any key ends it.
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
_LINE_H = const(16)  # its height
_GAP = const(4)  # after the name

# The bubble, with round corners, and its tail: for hal.stamp.
_BODY = (
    b"\x06"
    b"\x05\x02\xc8\xc6\x10"
    b"\x06\x01\xc7\xc7\x10"
    b"\x07\x00\xc6\xc8\x10"
    b"\x03\x05\x05\x0a\x10"
    b"\x01\x06\x03\x09\x10"
    b"\x00\x07\x01\x08\x10"
)


class Bubble:
    """The one of the table."""

    def __init__(self) -> None:
        self.words = ""  # what is said now
        self.who = 0  # by the player of that seat
        self._name = self._shown = ""
        self._font = art.SMALL
        self._name_w = 0  # of the name in it
        self._left = 0  # ms

    def say(self, p: int, name: str, words: str) -> None:
        """The computer player of seat p says that."""
        self.who = p
        self._name = name + ":"
        self.words = words
        self._shown = words = words[1:-1]  # without quotation marks, which the large font lacks
        room = hal.W - _LEFT - _PORTRAIT_W - 3 - _TAIL - 16
        self._font = canvas.reading
        self._name_w = 0  # in large text there is no room for it: the portrait says who it is
        if canvas.reading is art.SMALL or canvas.width(canvas.reading, words) > room:
            self._font = art.SMALL
            self._name_w = canvas.width(art.SMALL, self._name) + _GAP
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
        """Draw it over the boxes of a table, from `top` on, so wide and so high."""
        fb.fill_rect(0, top, _LEFT + _PORTRAIT_W + 3 + _TAIL, height, canvas.FELT)
        at = (self.who - 1) * 2 * art.PORTRAITS_STEP
        face = canvas.INK << 12 | labels.HAIR[self.who] << 8 | canvas.CHOICE << 4
        rest = canvas.PAPER << 12 | canvas.RED << 8 | _CLOTHES[self.who - 1] << 4
        y = top + height - art.PORTRAITS[1]
        hal.blit(art.PORTRAITS, at, _LEFT, y, face)
        hal.blit(art.PORTRAITS, at + art.PORTRAITS_STEP, _LEFT, y, rest)
        x = _LEFT + _PORTRAIT_W + 3
        h = _LINE_H if self._font is art.SMALL else height
        hal.stamp(_BODY, canvas.NONE, 0, x, top, width - x - 2, h, canvas.PAPER)
        x += _TAIL + 6
        y = top + (h - self._font[0] + 2) // 2
        if self._name_w:
            hal.text(art.SMALL, self._name, x, y, canvas.RED_PAPER)
        hal.text(self._font, self._shown, x + self._name_w, y, canvas.ON_PAPER)
