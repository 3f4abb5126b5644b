"""Random keys for hours on an emulated Pico: does anything crash, and is there always memory?

Each run is switched on with other saves: in the middle of a game, or at the end of one, whose
result, review and next deal the keys then meet. Now and then nobody presses any for a while, and
the launcher's games play themselves.
"""

import random

from tools.bench import saves
from tools.bench.sheet import Row
from tools.emulator.pico import Pico
from tools.left_on_flash import contents

RUN = 600  # emulated seconds of a run
_LEAVE = 30  # seconds between two attempts to leave a game, in the mean
_IDLE = 0.15  # how often nobody presses a key after it
_STARTS, _PLAYS = 62, 60  # seconds until the launcher's games play themselves, and for which
_STEP = 0.02
_WEIGHTS = {"A": 4, "MENU": 0.5}  # of keys, others 1
_RESTARTED = b"Out of memory: started again."  # what main.py prints
_HOLDS = (0.04,) * 30 + (0.3, 0.8, 1.5)  # seconds that a key is held


class Soak:
    """Runs and what they met; `titles` is {game: title}."""

    def __init__(self, image, profile, wanted, titles, elf=None):
        self.image, self.profile, self.wanted, self.elf = image, profile, wanted, elf
        board = profile["NAME"]
        self.starts = [lambda name=name: saves.saved(board, titles, name) for name in titles]
        self.starts += [lambda name=name: saves.ended(board, titles, name) for name in titles]
        self.seconds, self.runs, self.restarts = 0.0, 0, 0
        self.crashes = []  # (run, what)
        self.requests = {}  # bytes: [asked, refused]
        self.least = None  # the largest free block, when it was smallest

    def run(self, number):
        """One run; the same number presses the same keys."""
        dice = random.Random(number)
        files = {**self.wanted, **self.starts[number % len(self.starts)]()}
        machine = Pico(self.image, self.profile, files)
        machine.lit()  # what it takes for good at power-on does not count
        if self.elf:
            machine.chip.watch(self.elf)
        weights = [_WEIGHTS.get(key, 1) for key in machine.keys]
        leave = 0.0
        while machine.t < RUN and not self._crashed(machine):
            if machine.t > leave:
                self._leave(machine)
                if dice.random() < _IDLE:
                    machine.run(_STARTS + dice.uniform(0, _PLAYS), _STEP)
                leave = machine.t + dice.uniform(0, 2 * _LEAVE)
            (key,) = dice.choices(machine.keys, weights)
            machine.press(key)
            machine.run(dice.choice(_HOLDS), _STEP)
            machine.release(key)
            machine.run(dice.choice((0.03, 0.08, dice.uniform(0.02, 0.6))), _STEP)
        self._note(number, machine)

    def _leave(self, machine):
        menu = ("MENU", 0.06) if "MENU" in machine.keys else ("B", 0.8)
        for key, hold in menu, ("UP" if "UP" in machine.keys else "X", 0.06), ("A", 0.06):
            machine.tap(key, hold)
            machine.run(0.2, _STEP)

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
            for size, asked, refused in machine.chip.requests():
                counts = self.requests.setdefault(size, [0, 0])
                counts[0] += asked
                counts[1] += refused
            least = machine.chip.stat("heap_least")
            self.least = min(least, self.least or least)

    def rows(self):
        hours = self.seconds / 3600
        yield Row(f"random keys: crashes in {hours:.1f} hours, {self.runs} runs",
                  len(self.crashes), "", 0)  # fmt: skip
        yield Row("started again for want of memory", self.restarts / hours, "an hour", 0)
        if self.elf:
            refused = {size: counts[1] for size, counts in self.requests.items() if counts[1]}
            sizes = ", ".join(f"{n} of {size}" for size, n in sorted(refused.items()))
            yield Row(f"requests for memory refused{': ' * bool(sizes)}{sizes}",
                      sum(refused.values()), "", None)  # fmt: skip
            largest = max(self.requests, default=0)
            yield Row("largest request", largest / 1000, "kB", None)
            yield Row("largest free block after a collection, least", self.least / 1000,
                      "kB free", 2 * largest / 1000)  # fmt: skip
