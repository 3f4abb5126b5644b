"""Layer 3. A grid of cells of which the player chooses one.

A screen of that kind is a class of its own. It says where its cells lie; it draws one, and names
it; and it says what a key does there. The grid does the rest: arrows, taps, the turns of a player
with one key, drawing what a key has changed, and all of it after a change of the theme.
"""

import hal
from thirteen.draw import canvas
from thirteen.protocols import Value
from thirteen.ui import keys, speech

if hal.POINTER:
    from thirteen.ui import pointer  # unless there is none


class Grid:
    at = 0  # the cell with the cursor
    n = 0  # how many there are
    left = top = w = h = 0  # where the first place for one is, with the gap to the next
    columns = 1
    free = 0  # places before the first cell that have none

    def draw(self) -> None:
        """Draw the screen without its cells."""

    def cell(self, i: int, on: bool, x: int, y: int, w: int, h: int) -> None:
        """Draw cell i, `on` if it has the cursor, over what was there."""

    if hal.VOICE:
        title = intro = ""  # and a text below it
        legend: tuple = ()  # the captions of its keys

        def label(self, i: int) -> str:
            """What cell i is called, for those who don't see it,"""
            return ""

        def about(self, i: int) -> str:
            """and what is told of it besides."""
            return ""

    def foot(self) -> None:
        """Tell of the cell with the cursor, below them all."""

    def key(self, k: int) -> Value:
        """Do what a key does that leads to no other cell; but for None, `run` ends and returns it.

        A cell that it changed is drawn by `one`; after anything else `show` is called.
        """

    def tap(self, i: int) -> int:
        """The key that a tap on cell i stands for, 0 for none; i is -1 beside them."""
        if i == self.at:
            return keys.A
        if i >= 0:
            self.go(i)
        return 0

    def wait(self) -> int:
        """Wait for a key."""
        return keys.wait()

    def way(self, k: int) -> int:
        """How many cells a key leads on."""
        if k in (keys.RIGHT, keys.NEXT):
            return 1
        if k in (keys.LEFT, keys.PREV):
            return -1
        return self.columns if k == keys.DOWN else -self.columns if k == keys.UP else 0

    def lead(self, k: int) -> int:
        """The cell that a key leads to: at the end of a column to its other end."""
        way = self.way(k)
        i = self.at + way
        if not 0 <= i < self.n:
            i = self.at
            while 0 <= i - way < self.n:
                i -= way
        return i

    def go(self, i: int) -> None:
        """Move the cursor to cell i."""
        was = self.at
        self.at = i
        self.one(was)
        self.one(i)
        self.foot()

    def run(self) -> Value:
        """Let the player choose."""
        self.show()
        while True:
            hal.refresh()
            speech.grid(self)
            k = self.wait()
            if hal.POINTER:
                k = self.tap(self.under()) if k == pointer.TAP else pointer.arrow(k)
            i = self.lead(k)
            if i != self.at:
                self.go(i)
                continue
            ink = canvas.ON_PANEL
            got = self.key(k)
            if got is not None:
                return got
            if ink != canvas.ON_PANEL:
                self.show()

    def show(self) -> None:
        """Draw all of it."""
        self.draw()
        place = self.free
        for i in range(self.n):  # not by `one`: that takes half a millisecond more a cell
            x = self.left + place % self.columns * self.w
            self.cell(
                i, i == self.at, x, self.top + place // self.columns * self.h, self.w, self.h
            )
            place += 1
        self.foot()

    def one(self, i: int) -> None:
        """Draw one cell."""
        self.cell(i, i == self.at, *self.place(i))

    def place(self, i: int) -> tuple[int, int, int, int]:
        """Where cell i is: left, top, width, height."""
        i += self.free
        x = self.left + i % self.columns * self.w
        return x, self.top + i // self.columns * self.h, self.w, self.h

    if hal.POINTER:

        def under(self) -> int:
            """The cell under the pointer, or -1."""
            for i in range(self.n):
                if pointer.within(*self.place(i)):
                    return i
            return -1
