"""The handheld in real time, in a window or a terminal (the front end).

A front end has pump(live), which sets `live.held` from its keys and passes commands on,
draw(live), tone(hz, ms) and close(). Live is `hardware.host`: the HAL gets the time from it, and
while the game sleeps it runs the front end.
"""

import os
import time

import hardware
import panel

FRAME = 16  # ms of a single frame while paused
PUMP = 1 / 90  # seconds between two calls of the front end's pump at most
_PAD = 15


class Live:
    def __init__(self, front, speak=print):
        self.front = front
        self.speak = speak
        self.power = None  # a function that switches off and on, if the power can be cut
        self.held = 0  # buttons as named on the upright picture
        self.paused = False
        self.note = ""
        self.note_until = 0.0
        self._frozen = 0
        self._steps = 0
        self._zero = time.perf_counter()
        self._pumped = 0.0
        self._drawn = None
        self._film = None

    def clock(self):
        return self._frozen if self.paused else int((time.perf_counter() - self._zero) * 1000)

    def wait(self, ms):
        end = time.perf_counter() + ms / 1000
        if self.paused:
            self._frozen += ms
            self._steps -= ms
            while self.paused and self._steps <= 0:
                self._update(True)
                time.sleep(PUMP)
            return
        self._update(False)
        while not self.paused and (left := end - time.perf_counter()) > 0:
            time.sleep(min(left, PUMP))
            self._update(False)

    def entropy(self):
        return int.from_bytes(os.urandom(4), "little") & 0x3FFFFFFF

    def tone(self, hz, ms, level):
        self.front.tone(hz, ms, level)

    def _update(self, at_once):
        """Let the front end read its keys and show changes, if it is time."""
        now = time.perf_counter()
        if self._film is not None:
            self._film.look(self.clock())
        if not at_once and now - self._pumped < PUMP:
            return
        self._pumped = now
        self.front.pump(self)
        held = self.held
        if hardware.turned:  # the player holds the board upside down
            held = held & ~_PAD | (held & 5) << 1 | (held & 10) >> 1
        hardware.hold(held)
        if self.note and now > self.note_until:
            self.note = ""
        state = (
            panel.changes, held, self.note, self.paused, self.filming,
            hardware.turned, hardware.brightness,
        )  # fmt: skip
        if state != self._drawn:
            self._drawn = state
            self.front.draw(self)

    @property
    def filming(self):
        return self._film is not None

    def redraw(self):
        """The front end's picture was lost: draw it all."""
        self._drawn = None

    def command(self, name):
        """Run a command: picture, film, power, pause or frame."""
        if name == "picture":
            path = _free_name("png")
            panel.image(hardware.turned).save(path)
            self.notify("saved " + path)
        elif name == "film":
            self._toggle_film()
        elif name == "power" and self.power:
            self.power()
        elif name == "pause":
            self._toggle_pause()
        elif name == "frame" and self.paused:
            self._steps = FRAME

    def notify(self, note):
        self.note = note
        self.note_until = time.perf_counter() + 4
        self.speak(note)

    def _toggle_film(self):
        if self._film is None:
            self._film = Film(self.clock())
            self.notify("filming")
            return
        path = _free_name("gif")
        self._film.save(path, self.clock())
        self._film = None
        self.notify("saved " + path)

    def _toggle_pause(self):
        if self.paused:
            self._zero = time.perf_counter() - self._frozen / 1000
            self.paused = False
        else:
            self._frozen = self.clock()
            self._steps = 0
            self.paused = True


class Film:
    """Pictures of the screen with their times, for a GIF."""

    SHORTEST = 20  # ms: viewers ignore shorter delays

    def __init__(self, ms):
        self._frames = []
        self._take(ms)

    def _take(self, ms):
        self._seen = panel.changes
        self._frames.append((ms, panel.image(hardware.turned).quantize(64, dither=0)))

    def look(self, ms):
        """Add a picture if the screen has changed."""
        if panel.changes != self._seen and ms - self._frames[-1][0] >= self.SHORTEST:
            self._take(ms)

    def save(self, path, ms, scale=2):
        """Write a looping GIF (to a path or a file); the last picture stays until `ms`."""
        times = [at for at, _ in self._frames] + [max(ms, self._frames[-1][0] + self.SHORTEST)]
        size = panel.width * scale, panel.height * scale
        pictures = [picture.resize(size) for _, picture in self._frames]
        pictures[0].save(
            path,
            "GIF",
            save_all=True,
            append_images=pictures[1:],
            duration=[b - a for a, b in zip(times, times[1:], strict=False)],
            loop=0,
        )


def _free_name(suffix):
    """The first free name of thirteen-1.png, thirteen-2.png, ..."""
    n = 1
    while os.path.exists(f"thirteen-{n}.{suffix}"):
        n += 1
    return f"thirteen-{n}.{suffix}"
