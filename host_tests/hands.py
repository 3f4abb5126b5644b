"""Hands at the handheld that look before they press: a generator says what comes next.

It yields the name of a key ("A", "B:900" held for so many ms), a number of ms to wait, or None to
look again at the next frame. They stand where a window stands, as `desk.host`; time passes by the
firmware's waits only.
"""

import desk

_PRESS = 30
_GAP = 20


class Hands:
    def __init__(self, script, step=1, gap=_GAP):
        self.script = script
        self.step = step  # ms that a look at the keys takes at least: the greater, the quicker
        self.gap = gap
        self.now = 0
        self.until = 200
        self.noise = 1

    def clock(self):
        return self.now & 0x3FFFFFFF

    def tone(self, hz, ms, *level):
        pass

    def entropy(self):
        self.noise = (self.noise * 7141 + 54773) % 259200
        return self.noise

    def wait(self, ms):
        self.now += max(ms, self.step)
        if self.now < self.until:
            return
        if desk.level:
            desk.level = 0
            self.until = self.now + self.gap
            return
        what = next(self.script, desk.Stop)
        if what is desk.Stop:
            raise desk.Stop
        if isinstance(what, int):
            self.until = self.now + what
        elif what:
            name, _, long = what.partition(":")
            desk.level = 1 << desk.KEYS.index(name)
            self.until = self.now + int(long or _PRESS)


def play(handheld, script, step=1, blind=False):
    """Switch on and do what script(handheld) yields. What it asserts is not taken for a crash."""
    handheld.on()
    if blind:
        handheld.blind()
    handheld.watch()
    shell = handheld.module("shell")
    desk.host = Hands(script(handheld), step)
    try:
        shell.run()
    except desk.Stop:
        pass
    finally:
        desk.host = None
        desk.level = 0


def way(go, a, b, arrows):
    """The keys that lead from place a to place b, by the view's own `go`."""
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
