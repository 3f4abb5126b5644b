"""A monkey at the handheld: seeded random keys, a quick time of its own. Runs on MicroPython too.

It stands where a window stands, as `desk.host`: each wait of the firmware comes here, and here the
buttons change. `home` tells whether the launcher waits for a key, `game` which game is in play;
`look`, called before each key, may check whatever it likes.
"""

from array import array

import desk

UP, DOWN, LEFT, RIGHT, A, B, X, Y, MENU = 1, 2, 4, 8, 16, 32, 64, 128, 256

_SALT = 0xFFFD  # no game's
_PRESS = 20  # ms that a key is down, and up
_LONG = 1100  # ms of B: MENU everywhere, the way out of the self-test; of A: one's own cards

# Keys and how often each comes, of 128.
_WEIGHTS = (
    (UP, 16), (DOWN, 16), (LEFT, 16), (RIGHT, 16), (A, 38), (B, 8), (Y, 8), (X, 4), (MENU, 2),
)  # fmt: skip
# ms of rest before a key, and how often, of 128; now and then it is long enough for the light.
_RESTS = ((0, 100), (60, 15), (300, 10), (1800, 2), (130000, 1))

# What leads to the launcher from anywhere: hold B (out of the self-test, else a menu), leave all
# menus, hold B (the pause menu), up to its last row (X where there is no pad), A.
_LEAVE = ((B, _LONG), (UP | X, _PRESS), (A, _LONG))
WAY_OUT = ((B, _LONG),) + ((B, _PRESS),) * 9 + _LEAVE
# The ways that are tried, one after the other. On the first, A may lead on from somewhere that
# knows no other way. In Friday B also turns cards, and may end the game in the midst of the way:
# where the result covers a small screen, UP takes it away and A takes back the last move, again
# and again. So the last way turns no card.
_WAYS = (WAY_OUT, WAY_OUT, _LEAVE)


class Stuck(Exception):
    """No way led to the launcher."""


class Monkey:
    """Presses `most` keys, now and then takes the way out, and ends in the launcher."""

    def __init__(self, seed, most, step=10, trip=150, weights=_WEIGHTS, rests=_RESTS, look=None):
        from thirteen import rng

        self._rng = rng
        self._r = array("H", (0, 0, 0, 0))
        rng.seed(self._r, seed, _SALT)
        self.now = 0
        self.presses = 0
        self.most = most
        self.step = step  # ms that a look at the keys takes: the greater, the quicker
        self.trip = trip  # keys between two ways out
        self.weights = weights
        self.rests = rests
        self.look = look
        self.home = False
        self.homes = 0  # times it came back to the launcher
        self.game = None
        self.played = 0  # moves and steps back that it brought about
        self._on_way = -1  # keys of the way out
        self._tries = 0  # ways that led nowhere
        self._until = 0
        self._next = 0

    def run(self):
        """Play from power-on or where the last one stopped; the firmware's exceptions pass."""
        from thirteen import shell

        watch(shell, self)
        desk.host = self
        desk.level = 0
        try:
            shell.run()
        except desk.Stop:
            pass
        desk.host = None
        desk.level = 0

    # What `desk` asks of a host.

    def clock(self):
        return self.now

    def tone(self, hz, ms, *level):
        pass

    def entropy(self):
        return self._rng.word(self._r)

    def wait(self, ms):
        if not ms:  # a look at the clock in the midst of thought
            self.now += 1
            return
        if self._until - self.now > 4000:
            ms = 200  # nobody looks
        self.now += self.step if ms < 5 else ms
        if self.now < self._until:
            return
        if desk.level:
            desk.level = 0
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
        desk.level = k
        if not self._below(64):
            desk.level |= self._pick(self.weights)
        self.presses += 1
        self._until = self.now + hold

    def _lead_out(self):
        """One key more of the way out, until the launcher is there."""
        if self.home and self._on_way:
            if self.look:
                self.look()
            if self.presses >= self.most:
                raise desk.Stop
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
        desk.level = k ^ UP ^ DOWN if k & UP and desk.turned else k
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


_now = None  # the monkey that is notified
_watched = None  # the shell whose games tell it


def watch(shell, monkey):
    """Let the monkey know where it is: the launcher, or a game."""
    global _now, _watched
    _now = monkey
    if _watched is shell:
        return
    _watched = shell
    play = shell.play
    at_home = shell._choose

    def watched_play(game):
        _now.game = game
        play(game)
        _now.game = None

    def watched_home():
        from thirteen.screens import launcher  # dropped while a game is played

        if launcher._choose is not watched_choose:
            _chooses.clear()
            _chooses.append(launcher._choose)
            launcher._choose = watched_choose
        return at_home()

    shell.play = watched_play
    shell._choose = watched_home


_chooses = []  # the launcher's own


def watched_choose(at, want):
    _now.home = True
    at = _chooses[0](at, want)
    _now.home = False
    return at
