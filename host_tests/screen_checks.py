"""Checks of everything that the simulated handheld draws, during any test.

Attached to a handheld that is switched on, they record in `faults`, in a sentence that names the
picture to look at, each
- text that leaves the screen or covers more than one background colour;
- wait of the firmware at which the panel differs from the framebuffer;
- rest of a game at which the table drawn again gives another picture: a change was not shown.
Views get read-only states: one that writes raises TypeError.
`inks` collects the pairs (text colour, background colour), both 0xRRGGBB.
"""

import re
import zlib

import playing

OUT = playing.ROOT / "build" / "faults"


class ScreenChecks:
    def __init__(self, handheld):
        self.handheld = handheld
        self.hal = handheld.hal
        self.faults = []
        self.inks = set()
        self.frames = 0  # frames compared with the panel
        self.drawn = 0  # tables drawn again at rest
        self._seen = {}  # the grounds of each text
        self._drawn = []  # the latest: text, left, top, right, bottom, colour
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

    def fault(self, kind, what):
        """Record it, once, with a picture of what is drawn."""
        if len(self.faults) < 20 and not any(f"{kind}: {what}" in said for said in self.faults):
            kept = keep(self.handheld, f"{kind} {what}")
            self.faults.append(f"{kind}: {what}; look: {kept}")

    def text(self, font, s, x, y, ink):
        hal = self.hal
        if y == hal.H:  # canvas.width draws below the screen, only to measure
            return self._text(font, s, x, y, ink)
        top, low = max(y, 0), min(y + font[0], hal.H)
        rows = slice(top * hal.W // 2, low * hal.W // 2)
        before = bytes(hal.buf[rows])
        end = self._text(font, s, x, y, ink)
        if s and (x < 0 or y < 0 or end - font[3] > hal.W or y + font[0] > hal.H):
            size = f"{hal.W}x{hal.H}"
            self.fault("off the screen", f"{s!r} at {x},{y} ends at {end},{y + font[0]} of {size}")
        what = font, s, x, y, ink, before
        if what not in self._seen:  # most of a table is drawn again, on the same ground
            self._seen[what] = self.grounds(before, hal.buf[rows], max(x, 0), end)
        grounds = self._seen[what]
        if len(grounds) > 1:
            under = self.under(x, y, end, y + font[0], grounds)
            self.fault("over something", f"{s!r} at {x},{y} covers {under}")
        if s.strip():
            self._drawn = [*self._drawn[-99:], (s, x, y, end, y + font[0], ink >> 12 & 15)]
        colours = self.handheld.panel.colours()
        self.inks.update((colours[ink >> 12 & 15], colours[ground]) for ground in grounds)
        return end

    def under(self, left, top, right, bottom, grounds):
        """What lies there, in words: the latest text there whose colour is among the grounds."""
        for s, x, y, end, low, colour in reversed(self._drawn):
            if x < right and left < end and y < bottom and top < low and colour in grounds:
                return f"{s!r} at {x},{y}"
        return f"an edge of colours {' and '.join(map(str, sorted(grounds)))}"

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
                now = self.handheld.hardware.now
                self.fault("stale", f"{stale} pixels are not on the panel after {now} ms")
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
            where = difference(grown, buf, self.hal.W)
            self.fault("drawn otherwise", f"{game.name} at rest, left, top, right, bottom {where}")
        self.hal.refresh()


def keep(handheld, name):
    """Write what is drawn to build/faults; returns the path."""
    from PIL import Image

    hal, colours = handheld.hal, handheld.panel.colours()
    inks = [ink for byte in hal.buf for ink in (byte >> 4, byte & 15)]
    picture = Image.new("RGB", (hal.W, hal.H))
    picture.putdata([colours[ink] for ink in inks])
    path = OUT / (re.sub(r"\W+", "-", name).strip("-")[:80] + ".png")
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path)
    return path.relative_to(playing.ROOT)


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
