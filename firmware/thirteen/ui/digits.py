"""Layer 3. Numbers and initials, entered sign by sign."""

import hal
from thirteen.draw import art, canvas, large
from thirteen.ui import captions, grid, keys

if hal.POINTER:
    from thirteen.ui import pointer  # unless there is none

_WIDTH = 184
_HEIGHT = large.FONT[0] * 3 + art.SMALL[0] + 24
_TURN = captions.of(keys.PREV | keys.NEXT, "change")
_NEXT = captions.of(keys.A, "next")
_OK = captions.of(keys.A, "OK")


class _Digits(grid.Grid):
    h = large.FONT[0] + 8

    def __init__(self, title: str, text: str, signs: str, w: int) -> None:
        self.title = title
        self.signs = signs  # to choose from
        self.text = [signs.index(sign) for sign in text]
        self.n = self.columns = len(text)
        self.w = w
        self.left = (hal.W - self.n * w) // 2
        self.top = (hal.H - _HEIGHT) // 2 + large.FONT[0] + 16
        self.ends = hal.PAD and not keys.scan_ms  # A does, at any sign

    def draw(self) -> None:
        x = (hal.W - _WIDTH) // 2
        y = (hal.H - _HEIGHT) // 2
        canvas.frame(x, y, _WIDTH, _HEIGHT, canvas.DARK_GOLD, canvas.PANEL)
        canvas.centre(large.FONT, self.title, x, y + 6, _WIDTH, canvas.GILT_PANEL)
        pairs = (_OK, captions.BACK) if self.ends else (_TURN, _NEXT, captions.BACK)
        y += _HEIGHT - art.SMALL[0] - 6
        canvas.centre(art.SMALL, captions.line(*pairs), x, y, _WIDTH, canvas.ON_PANEL)

    def cell(self, i: int, on: bool, x: int, y: int, w: int, h: int) -> None:
        canvas.box(x + 1, y, w - 2, h, canvas.GILT_EDGE if on else canvas.DARK_FELT)
        ink = canvas.ON_GOLD if on else canvas.ON_FELT
        canvas.centre(large.FONT, self.signs[self.text[i]], x, y + 4, w, ink)

    if hal.VOICE:
        legend = (captions.of(keys.UP | keys.DOWN, "change") if hal.PAD else _TURN)[1], _OK[1]

        def label(self, i: int) -> str:
            return self.signs[self.text[i]]

        def about(self, i: int) -> str:
            return "".join([self.signs[k] for k in self.text])

    def way(self, k: int) -> int:
        return 1 if k == keys.RIGHT else -1 if k == keys.LEFT else 0

    def key(self, k: int) -> str | None:
        up = k in (keys.UP, keys.NEXT)
        if up or k in (keys.DOWN, keys.PREV):
            self.text[self.at] = (self.text[self.at] + (1 if up else -1)) % len(self.signs)
            self.one(self.at)
        elif k == keys.A:
            if self.ends or self.at == self.n - 1:
                return "".join([self.signs[i] for i in self.text])
            self.go(self.at + 1)
        elif k == keys.B and not hal.PAD and self.at:
            self.go(self.at - 1)
        elif k in (keys.B, keys.MENU):
            return ""
        return None

    if hal.POINTER:

        def under(self) -> int:
            inside = pointer.within(
                self.left, self.top - self.w, self.n * self.w, self.h + 2 * self.w
            )
            return (pointer.x - self.left) // self.w if inside else -1

        def tap(self, i: int) -> int:
            """Above a sign's middle a tap is up, below it down."""
            if i < 0:
                return 0
            self.go(i)
            return keys.UP if pointer.y < self.top + self.h // 2 else keys.DOWN


def number(title: str, value: int, digits: int) -> int:
    """Let the player change a number of so many digits; -1 for back."""
    text = ("%%0%dd" % digits) % value
    return int(_Digits(title, text, "0123456789", 22).run() or -1)


def letters(title: str, value: bytes) -> bytes | None:
    """Let the player change some capital letters; bytes, or None for back."""
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return _Digits(title, value.decode(), signs, 30).run().encode() or None
