"""Checks of everything that the simulated handheld draws, during any test.

Attached to a handheld that is switched on, they record in `faults` each
- text that leaves the screen or covers more than one background colour;
- wait of the firmware at which the panel differs from the framebuffer;
- rest of a game at which the table drawn again gives another picture: a change was not shown.
Views get read-only states: one that writes raises TypeError.
`inks` collects the pairs (text colour, background colour), both 0xRRGGBB.
"""

import zlib


class ScreenChecks:
    def __init__(self, handheld):
        self.handheld = handheld
        self.hal = handheld.hal
        self.faults = []
        self.inks = set()
        self.frames = 0  # frames compared with the panel
        self.drawn = 0  # tables drawn again at rest
        self._seen = {}  # the grounds of each text
        self._shown = self._whole = self._compared = None
        self._text, self._sleep = self.hal.text, self.hal.sleep
        self.hal.text, self.hal.sleep = self.text, self.sleep
        game = handheld.module("game").Game
        begin = game.__init__

        def watched(this, *what):
            begin(this, *what)
            this.view = ReadOnly(this.view)

        game.__init__ = watched
        shell = handheld.module("shell")
        self._rest = shell._rest
        shell._rest = self.rest

    def fault(self, kind, *what):
        if len(self.faults) < 20 and (kind, *what) not in self.faults:
            self.faults.append((kind, *what))

    def text(self, font, s, x, y, ink):
        hal = self.hal
        if y == hal.H:  # canvas.width draws below the screen, only to measure
            return self._text(font, s, x, y, ink)
        top, low = max(y, 0), min(y + font[0], hal.H)
        rows = slice(top * hal.W // 2, low * hal.W // 2)
        before = bytes(hal.buf[rows])
        end = self._text(font, s, x, y, ink)
        if s and (x < 0 or y < 0 or end - font[3] > hal.W or y + font[0] > hal.H):
            self.fault("off the screen", s, x, y)
        what = font, s, x, y, ink, before
        if what not in self._seen:  # most of a table is drawn again, on the same ground
            self._seen[what] = self.grounds(before, hal.buf[rows], max(x, 0), end)
        grounds = self._seen[what]
        if len(grounds) > 1:
            self.fault("over something", s, x, y, grounds)
        colours = self.handheld.panel.colours()
        self.inks.update((colours[ink >> 12 & 15], colours[ground]) for ground in grounds)
        return end

    def grounds(self, before, after, left, end):
        """The colours that have been drawn over, from x `left` to `end` of these rows."""
        found = set()
        pitch = self.hal.W // 2
        for row in range(0, len(before), pitch):
            part = slice(row + left // 2, row + end // 2 + 1)
            for a, b in set(zip(before[part], after[part])):
                if (a ^ b) & 0xF0:
                    found.add(a >> 4)
                if (a ^ b) & 15:
                    found.add(a & 15)
        return found

    def sleep(self, ms):
        now = zlib.crc32(self.hal.buf), self.handheld.panel.changes
        if ms and now != self._shown:  # a sleep of 0 ms only reads the clock
            self._shown = now
            self.frames += 1
            stale = self.handheld.stale()
            if stale:
                self.fault("stale", stale, self.handheld.hardware.now)
        self._sleep(ms)

    def rest(self, game):
        self._rest(game)
        buf = self.hal.buf
        now = zlib.crc32(buf)
        if now == self._whole:
            return
        if now != self._compared:  # the next frame may still change it
            self._compared = now
            return
        self._whole = now
        self.drawn += 1
        grown = bytes(buf)
        game.view.draw(game.match.s)
        if grown != buf:
            self.fault("drawn otherwise", game.name, difference(grown, buf, self.hal.W))
        self.hal.refresh()


class ReadOnly:
    """A view whose functions get the state (a bytearray) read-only."""

    def __init__(self, view):
        object.__setattr__(self, "_view", view)

    def __getattr__(self, name):
        value = getattr(self._view, name)
        if not callable(value):
            return value
        return lambda *what: value(
            *[memoryview(w).toreadonly() if isinstance(w, bytearray) else w for w in what]
        )

    def __setattr__(self, name, value):
        setattr(self._view, name, value)


def difference(a, b, w):
    """The bounding box of the differences of two framebuffers: left, top, right, bottom."""
    places = [i for i in range(len(a)) if a[i] != b[i]]
    columns = [i * 2 % w for i in places]
    rows = [i * 2 // w for i in places]
    return min(columns), min(rows), max(columns) + 1, max(rows)
