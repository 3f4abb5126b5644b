"""Hours of keys on an emulated Pico: does anything crash, and is there always memory?

Runs are by turns a monkey's, who presses anything, and a person's, who plays by hints to the ends
of games, takes moves back, opens whatever the menus offer and changes games. Each is switched on
with other saves: none, in the middle of a game, with four people at one handheld, or at the end of
a game, whose result, review and next deal the keys then meet. Now and then nobody presses any for
a while, and the launcher's games play themselves.
"""

import random
from collections import Counter

from tools.bench import image, saves
from tools.bench.sheet import Row
from tools.emulator.pico import Pico
from tools.left_on_flash import contents

RUN = 600  # emulated seconds of a run
_FIRST = 6  # seconds until a first start is over
_LEAVE = 60  # keys of a monkey between two attempts to leave a game, in the mean
_IDLE = 0.15  # how often nobody presses a key after it
_STARTS, _PLAYS = 62, 60  # seconds until the launcher's games play themselves, and for which
_STEP = 0.02
_FREE = 40  # kB in one piece, at every moment
_WEIGHTS = {"A": 4, "MENU": 0.5}  # of a monkey's keys, others 1
_RESTARTED = b"Out of memory: started again."  # what main.py prints
_HOLDS = (0.04,) * 30 + (0.3, 0.8, 1.5)  # seconds that a monkey holds a key
_TAP, _QUICK, _LOOK = 0.06, 0.12, (0.3, 3)  # a person's: held, until the next key, or a look
_GAME = 20, 160  # moves by hints until a person does something else with the handheld
_ASIDE = {
    "undo": 0.06,
    "menu": 0.04,
    "arrows": 0.06,
    "think": 0.03,
    "B": 0.3,
    "hold": 0.4,
}  # how often after a move


def _monkey(dice, keys):
    """(key, seconds held, seconds until the next), for ever; without a key it only waits."""
    weights = [_WEIGHTS.get(key, 1) for key in keys]
    leave = 0.0
    while True:
        leave -= 1
        if leave < 0:
            yield from _leave(keys)
            if dice.random() < _IDLE:
                yield "", 0, _STARTS + dice.uniform(0, _PLAYS)
            leave = dice.uniform(0, 2 * _LEAVE)
        (key,) = dice.choices(keys, weights)
        yield key, dice.choice(_HOLDS), dice.choice((0.03, 0.08, dice.uniform(0.02, 0.6)))


def _leave(keys):
    """To the launcher, from a game."""
    yield _menu(keys, 0.2)
    yield "UP" if "UP" in keys else "X", _TAP, 0.2
    yield "A", _TAP, 0.2


def _menu(keys, then):
    return ("MENU", _TAP, then) if "MENU" in keys else ("B", 0.8, then)


def _person(dice, keys):
    """The same of somebody with a pad who plays, looks at everything and is in no hurry."""
    arrows = [key for key in ("UP", "DOWN", "LEFT", "RIGHT") if key in keys]

    def tap(key, n=1):
        for _ in range(n):
            yield key, _TAP, _QUICK

    def look():
        yield "", 0, dice.uniform(*_LOOK)

    def explore():
        """A row of the menu that is shown, what it leads to, and back."""
        yield from tap("DOWN", dice.randrange(8))
        yield from tap("A")
        for _ in range(dice.randrange(12)):
            yield from look()
            yield from tap(dice.choice((*arrows, "A")))
        for _ in range(3):
            yield from look()
            yield from tap("B")

    while True:
        yield from tap(dice.choice(arrows), dice.randrange(4))
        yield from tap("A")  # a game, in the launcher
        for _ in range(dice.randrange(*_GAME)):
            yield from tap("X", 2)  # what can be played; the best
            yield from look()
            yield from tap("A", dice.randint(1, 2))
            aside = dice.choices((*_ASIDE, ""), (*_ASIDE.values(), 1))[0]
            if aside == "undo":
                yield from tap("Y", dice.randint(1, 6))
            elif aside == "menu":
                yield _menu(keys, dice.uniform(*_LOOK))
                yield from explore()
            elif aside == "arrows":
                yield from tap(dice.choice(arrows), dice.randint(1, 5))
                yield from tap("A")
            elif aside == "B":
                yield from tap("B")  # the deck's next card, in two games
            elif aside == "hold":
                yield "A", 1.5, _QUICK  # what the next player sees once the handheld was passed on
            elif aside == "think":
                yield "", 0, dice.uniform(5, 90)
        yield from explore()  # perhaps of a result
        yield from _leave(keys)


class Soak:
    """Runs and what they met; `titles` is {game: title}."""

    def __init__(self, micropython, profile, wanted, titles, elf=None):
        self.micropython, self.profile, self.wanted, self.elf = micropython, profile, wanted, elf
        board = profile["NAME"]
        self.starts = [dict, lambda: saves.saved(board, titles, "three_thirteen", people=True)]
        self.starts += [lambda name=name: saves.saved(board, titles, name) for name in titles]
        self.starts += [lambda name=name: saves.ended(board, titles, name) for name in titles]
        self.seconds, self.runs, self.restarts = 0.0, 0, 0
        self.crashes = []  # (run, what)
        self.refused = Counter()  # {bytes: times} of requests for memory
        self.largest = 0  # bytes of any
        self.least = None  # the largest free block, when it was smallest
        self.margin = None  # the least of it over what was requested shortly before or after

    def run(self, number):
        """One run; the same number presses the same keys."""
        machine = self._switched_on(self.starts[number // 2 % len(self.starts)]())
        if self.elf:
            machine.chip.watch(self.elf)
        person = number % 2 == 0 and "UP" in machine.keys
        hand = (_person if person else _monkey)(random.Random(number), machine.keys)
        while machine.t < RUN and not self._crashed(machine):
            key, held, then = next(hand)
            if key:
                machine.press(key)
                machine.run(held, _STEP)
                machine.release(key)
            machine.run(then, _STEP)
        self._note(number, machine)

    def _switched_on(self, files):
        """What is taken for good at power-on does not count. Without saves it is a first start."""
        if not files:
            machine = Pico(self.micropython, self.profile, self.wanted)
            machine.run(_FIRST)
            return machine
        flash = image.linked(self.micropython, self.profile, self.wanted, files)
        machine = Pico(self.micropython, self.profile, flash=flash)
        machine.lit()
        return machine

    def _crashed(self, machine):
        return b"Traceback" in machine.console or b"MemoryError" in machine.console

    def _restarts(self, machine):
        return machine.console.count(_RESTARTED)

    def _note(self, number, machine):
        self.seconds += machine.t
        self.runs += 1
        self.restarts += self._restarts(machine)
        if self._crashed(machine):
            lines = machine.console.decode("utf-8", "replace").strip().splitlines()
            self.crashes.append((number, " / ".join(lines[-3:])))
        machine.run(8)  # what is unsaved gets saved
        left = [path for path in contents(machine.flash()) if ".bad" in path or "crash" in path]
        self.crashes += [(number, f"{path} is left") for path in left]
        if self.elf:
            self.refused.update(dict(machine.chip.refused()))
            self.largest = max(self.largest, machine.chip.stat("heap_asked"))
            least = machine.chip.stat("heap_least")
            self.least = min(least, self.least or least)
            margin = machine.chip.stat("heap_margin")
            self.margin = min(margin, self.margin or margin)

    def so_far(self):
        """What is known by now, a line."""
        least = f", a free block of {self.least / 1000:.1f} kB at least" if self.least else ""
        return f"{self.seconds / 3600:.2f} hours, {len(self.crashes)} crashes{least}"

    def rows(self):
        hours = self.seconds / 3600
        yield Row(f"random keys: crashes in {hours:.1f} hours, {self.runs} runs",
                  len(self.crashes), "", 0)  # fmt: skip
        yield Row("started again for want of memory", self.restarts / hours, "an hour", 0)
        if self.elf:
            sizes = ", ".join(f"{n} of {size}" for size, n in sorted(self.refused.items()))
            yield Row(f"requests for memory refused{': ' * bool(sizes)}{sizes}",
                      self.refused.total(), "", None)  # fmt: skip
            yield Row("largest request", self.largest / 1000, "kB", None)
            yield Row("largest free block after a collection, least", self.least / 1000,
                      "kB free", _FREE)  # fmt: skip
            yield Row("the same, over the largest request since the one before or until the next",
                      self.margin, "times", 2)  # fmt: skip
