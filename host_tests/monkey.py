"""Monkey testing: seeded random keys in accelerated time. Runs on MicroPython too.

The monkey is the `hardware.host`, like a window: the firmware's waits come here, and here the
buttons change. `home` is whether the launcher waits for a key, `game` the current game; `look` is
called before each key and may check anything.
"""

from array import array

import hardware

UP, DOWN, LEFT, RIGHT, A, B, X, Y, MENU = 1, 2, 4, 8, 16, 32, 64, 128, 256

_SALT = 0xFFFD  # used by no game
_PRESS = 20  # ms that a key is down, and then up
_LONG = 1100  # ms of a long B (MENU, and ends the self-test) or A (shows one's own cards)

# Keys with their frequency, in 128ths.
_WEIGHTS = (
    (UP, 16), (DOWN, 16), (LEFT, 16), (RIGHT, 16), (A, 38), (B, 8), (Y, 8), (X, 4), (MENU, 2),
)  # fmt: skip
# ms of rest before a key, with its frequency in 128ths; sometimes the backlight goes off.
_RESTS = ((0, 100), (60, 15), (300, 10), (1800, 2), (130000, 1))

# Keys that lead to the launcher from anywhere: hold B (ends the self-test or opens a menu), leave
# all menus, hold B (the pause menu), UP to its last row (X without a pad), A.
_LEAVE = ((B, _LONG), (UP | X, _PRESS), (A, _LONG))
WAY_OUT = ((B, _LONG),) + ((B, _PRESS),) * 9 + _LEAVE
# Tried in this order. In the first, A may be the only key that leaves a screen. In Friday B also
# turns cards, which may end the game on the way out: if the result covers a small screen, UP
# removes it and A undoes the last move, again and again. So the last sequence turns no card.
# The one before it leaves a result, which B closes and opens in turn.
_WAYS = (WAY_OUT, WAY_OUT, ((B, _PRESS),) + _LEAVE, _LEAVE)


class Stuck(Exception):
    """The launcher could not be reached."""


class Monkey:
    """Presses `most` keys, leaves to the launcher now and then, and ends there."""

    def __init__(self, seed, most, step=10, trip=150, weights=_WEIGHTS, rests=_RESTS, look=None):
        from thirteen import rng

        self._rng = rng
        self._r = array("H", (0, 0, 0, 0))
        rng.seed(self._r, seed, _SALT)
        self.now = 0
        self.presses = 0
        self.most = most
        self.step = step  # ms that a poll of the keys takes; more makes the test faster
        self.trip = trip  # keys between two exits to the launcher
        self.weights = weights
        self.rests = rests
        self.look = look
        self.home = False
        self.homes = 0  # number of returns to the launcher
        self.game = None
        self.played = 0  # moves and undo steps made
        self._on_way = -1  # position in the keys that lead out, -1 if not leaving
        self._tries = 0  # failed attempts
        self._until = 0
        self._next = 0

    def run(self):
        """Play from power-on, or from where the last run stopped; exceptions are raised."""
        from thirteen import shell

        watch(shell, self)
        hardware.host = self
        hardware.level = 0
        try:
            shell.run()
        except hardware.Stop:
            pass
        hardware.host = None
        hardware.level = 0

    # What the simulated hardware calls, as with a window.

    def clock(self):
        return self.now

    def tone(self, hz, ms, *level):
        pass

    def entropy(self):
        return self._rng.word(self._r)

    def wait(self, ms):
        if not ms:  # the firmware reads the clock while it thinks
            self.now += 1
            return
        if self._until - self.now > 4000:
            ms = 200  # nobody looks
        self.now += self.step if ms < 5 else ms
        if self.now < self._until:
            return
        if hardware.level:
            hardware.level = 0
            self._until = self.now + _PRESS + self._rest()
        else:
            self._press()

    def _press(self):
        if self._on_way >= 0:
            self._lead_out()
            return
        if self.presses >= self.most or self.presses and self.presses % self.trip == 0:
            self._on_way = 0
            self._lead_out()
            return
        if self.look:
            self.look()
        k = self._pick(self.weights)
        hold = _PRESS
        if k in (A, B) and not self._below(6) or k & 15 and not self._below(24):
            hold = _LONG
        hardware.level = k
        if not self._below(64):
            hardware.level |= self._pick(self.weights)
        self.presses += 1
        self._until = self.now + hold

    def _lead_out(self):
        """Press the next key towards the launcher, until it is reached."""
        if self.home and self._on_way:
            if self.look:
                self.look()
            if self.presses >= self.most:
                raise hardware.Stop
            self._on_way = -1
            self._tries = 0
            self.presses += 1
            self.homes += 1
            return
        if self._on_way == len(_WAYS[self._tries]):
            self._tries += 1
            self._on_way = 0
        if self._tries == len(_WAYS):
            raise Stuck("after %d keys" % self.presses)
        k, hold = _WAYS[self._tries][self._on_way]
        hardware.level = k ^ UP ^ DOWN if k & UP and hardware.turned else k
        self._on_way += 1
        self._until = self.now + hold

    def _rest(self):
        return 0 if self._on_way >= 0 else self._pick(self.rests)

    def _pick(self, table):
        n = self._below(128)
        for value, weight in table:
            n -= weight
            if n < 0:
                return value
        return table[0][0]

    def _below(self, n):
        return self._rng.below(self._r, n)


_now = None  # the monkey to be notified
_watched = None  # the shell whose games notify it


def watch(shell, monkey):
    """Tell the monkey where it is: in the launcher or in a game."""
    global _now, _watched
    _now = monkey
    if _watched is shell:
        return
    _watched = shell
    from thirteen.screens import launcher

    play = shell.play

    def watched_play(game):
        _now.game = game
        play(game)
        _now.game = None

    shell.play = watched_play
    tiles = launcher._Tiles
    if tiles.run is not watched_run:
        _runs[:] = [tiles.run]
        tiles.run = watched_run


_runs = []  # the launcher's own function


def watched_run(tiles):
    _now.home = True
    k = _runs[0](tiles)
    _now.home = False
    return k
