"""A scripted player that can react to the state of the game: the script is a generator.

It yields the name of a key ("A", or "B:900" to hold it for 900 ms), a number of ms to wait, None
to continue at the next frame, or points (x, y) through which a finger goes, one for a tap; a
function among them is called on the way. The player is the `hardware.host`, like a window; time
advances only when the firmware waits.
"""

import hardware

_PRESS = 30
_GAP = 20


class Player:
    def __init__(self, script, step=1, gap=_GAP):
        self.script = script
        self.step = step  # ms that a poll of the keys takes at least; more makes the test faster
        self.gap = gap
        self.now = 0
        self.until = 200
        self.noise = 1
        self.path = []  # of the finger

    def clock(self):
        return self.now & 0x3FFFFFFF

    def tone(self, hz, ms, *level):
        pass

    def entropy(self):
        self.noise = (self.noise * 7141 + 54773) % 259200
        return self.noise

    def quiet(self, ms):
        return max(min(ms, self.until - self.now), 1)

    def wait(self, ms):
        self.now += max(ms, self.step)
        if self.now < self.until:
            return
        if hardware.level:
            hardware.level = 0
            self.until = self.now + self.gap
            return
        if hardware.touching:
            self.until = self.now + 2 * self.gap
            while self.path and callable(self.path[0]):
                self.path.pop(0)()
            if self.path:
                self.at = self.path.pop(0)
            else:
                hardware.touch(*self.at, False)
                return
            hardware.touch(*self.at, True)
            return
        what = next(self.script, hardware.Stop)
        if what is hardware.Stop:
            raise hardware.Stop
        if isinstance(what, int):
            self.until = self.now + what
        elif isinstance(what, tuple):
            self.at, *self.path = what
            hardware.touch(*self.at, True)
            self.until = self.now + _PRESS
        elif what:
            name, _, long = what.partition(":")
            hardware.level = 1 << hardware.KEYS.index(name)
            self.until = self.now + int(long or _PRESS)


def play(handheld, script, step=1, blind=False):
    """Switch on and run script(handheld). Its assertions are not caught by the crash screen."""
    handheld.on()
    if blind:
        handheld.blind()
    handheld.watch()
    shell = handheld.module("shell")
    hardware.host = Player(script(handheld), step)
    try:
        shell.run()
    except hardware.Stop:
        pass
    finally:
        hardware.host = None
        hardware.level = 0


def way(go, a, b, arrows):
    """The keys that move the cursor from place a to place b, by the view's own `go`."""
    seen = {a: []}
    queue = [a]
    while queue:
        p = queue.pop(0)
        if p == b:
            return seen[p]
        for name, bit in arrows:
            q = go(bit, p)
            if q not in seen:
                seen[q] = seen[p] + [name]
                queue.append(q)
    raise AssertionError(f"no way from {a} to {b}")
