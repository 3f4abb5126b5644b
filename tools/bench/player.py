"""Response times on an emulated Pico: presses keys and watches the panel.

Everything goes through the real screens and menus, on a flash as left by `make flash` and two
updates. A time is from the key's edge to the last changed pixel of the response. A key without a
response is a failure, and counts as one second.
"""

import random
from functools import cached_property
from statistics import median

from tools.bench import image, saves
from tools.bench.emulator import Emulator
from tools.bench.sheet import Row

_NONE = 1000.0  # ms, for a key without a response
_OPENING = 400  # ms without a changed pixel after which a game is open
_LEAVING = 200  # ms after which the launcher is shown; its game's summary comes later
_TAPS = 36
_UNDOS = 30
_SECONDS = 3
_TURNS = 16  # presses of A, which end a round of Three Thirteen
_LOOKS = 6
_HOUR = 3600  # emulated seconds
_OPENED = 200


class Player:
    """Sections of the table, one method each; `titles` is {game: title}."""

    def __init__(self, rig, profile, wanted, titles, tell):
        self.rig, self.profile, self.wanted, self.tell = rig, profile, wanted, tell
        self.titles = titles
        self._states = {}

    SECTIONS = tuple("power_on opening cursor pause menus undo taps rest memory".split())

    # Starting points.

    def machine(self, last=None, race=False):
        """Switch on and wait for the picture: (machine, ms taken)."""
        files = saves.saved(self.profile["NAME"], self.titles, last, race)
        path = image.updated_twice(self.rig, self.profile, self.wanted, files, self.tell)
        machine = Emulator(*self.rig, self.profile, flash=path)
        return machine, machine.lit()

    @cached_property
    def launcher(self):
        """(machine, snapshot) with the launcher at rest."""
        machine, _ = self.machine()
        machine.settled(2)
        return machine, machine.save()

    def in_game(self, name):
        """The machine at rest in a game in progress."""
        machine, launcher = self.launcher
        if name not in self._states:
            machine.load(launcher)
            self._tile(machine, name)
            machine.tap("A")
            machine.settled(2)
            if name == "make13":  # its menu: "Continue"
                machine.tap("A")
                machine.settled(2)
            self._states[name] = machine.save()
        machine.load(self._states[name])
        return machine

    def _tile(self, machine, name):
        for _ in range(list(self.titles).index(name)):
            machine.tap("RIGHT" if "RIGHT" in machine.keys else "Y")

    def _menu(self, machine):
        if "MENU" in machine.keys:
            return machine.answer("MENU")
        return machine.answer("B", hold=900)

    def _row(self, machine, rows, word):
        """Move the cursor of an open menu to the row `word`."""
        for _ in range(rows.index(word)):
            machine.tap("DOWN" if "DOWN" in machine.keys else "Y")

    # The sections.

    def power_on(self):
        _, ms = self.machine()
        yield Row("power-on to the launcher", ms, "ms", 500)
        for name, title in self.titles.items():
            _, ms = self.machine(last=name)
            yield Row(f"power-on into {title}", ms, "ms", 650)

    def opening(self):
        for name, title in self.titles.items():
            machine, launcher = self.launcher
            machine.load(launcher)
            self._tile(machine, name)
            machine.settled(1)
            for what, most in (("the first time", 200), ("again", 80)):
                opened = machine.answer("A", gap=_OPENING, most=3000)
                yield self._time(f"{title} opens, {what}", opened, most)
                machine.settled(2)
                if name == "make13":
                    left = machine.answer("B", gap=_LEAVING)
                    yield self._time(f"{title}: its menu is left", left, 60)
                    machine.settled(2)
                    machine.tap("A")
                    machine.settled(1)
                    going = machine.answer("A", gap=_OPENING, most=3000)
                    yield self._time(f"{title} goes on, {what}", going, most)
                    machine.settled(2)
                yield self._time(f"{title} is left", self._leave(machine), 60)
                machine.settled(2)

    def _leave(self, machine):
        self._menu(machine)
        machine.settled(0.2)
        machine.tap("UP" if "UP" in machine.keys else "X")  # wraps around to the last row
        return machine.answer("A", gap=_LEAVING)

    def cursor(self):
        dice = random.Random(13)
        machine, launcher = self.launcher
        machine.load(launcher)
        yield from self._cursor(machine, "launcher", dice)
        for name, title in self.titles.items():
            yield from self._cursor(self.in_game(name), title, dice)

    def _cursor(self, machine, where, dice):
        arrows = [k for k in ("LEFT", "RIGHT", "UP", "DOWN") if k in machine.keys] or ["X", "Y"]
        times = []
        for _ in range(_TAPS):
            machine.rig.run(0.05 + dice.random() * 0.05)
            key = dice.choice(arrows)
            state = machine.save()
            answer = machine.answer(key)
            if not answer and not self._moves(machine, state, key):
                continue  # the cursor is at an edge
            times.append(answer)
        yield from self._worst(f"{where}: cursor", times, 12)

    def _moves(self, machine, state, key):
        """Whether the key changes anything; the state is restored."""
        after = machine.save()
        machine.load(state)
        machine.rig.run(0.02)
        moved = machine.answer(key, hold=150, most=400)
        machine.load(after)
        return moved

    def pause(self):
        for name, title in self.titles.items():
            machine = self.in_game(name)
            yield self._time(f"{title}: pause menu opens", self._menu(machine), 50)
            machine.settled(0.3)
            yield self._time(f"{title}: pause menu closes", machine.answer("B"), 50)
            yield self._time(f"{title}: pause menu opens again", self._menu(machine), 50)
            machine = self.in_game(name)
            if "Y" in machine.keys and "MENU" in machine.keys:
                machine.tap("Y")  # undo, so that there is something to save
                answer = self._menu(machine)
                yield self._time(f"{title}: pause menu, with a move to save", answer, 60)

    def menus(self):
        from thirteen.screens import pause_menu

        for name, title in self.titles.items():
            rows = [pause_menu.ROWS[i] for i in pause_menu._MENUS[2 if name == "make13" else 0]]
            for word in ("House rules", "Rules", "Statistics", "Settings", "New deal", "Hint"):
                if word in rows:
                    yield from self._beside(name, title, rows, word)

    def _beside(self, name, title, rows, word):
        machine = self.in_game(name)
        self._menu(machine)
        self._row(machine, rows, word)
        machine.rig.run(1)
        # If cards are dealt, only the first frame counts: they fly for a while.
        answer = machine.answer("A", gap=3 if word == "New deal" else 8)
        first = "the first word of a hint" if word == "Hint" else word
        yield self._time(f"{title}: {first}", answer, 50)
        machine.settled(0.3)
        if word in ("House rules", "Settings"):
            times = []
            if word == "Settings":  # whose first rows a board may not have
                self._row(machine, ("Sound", "Brightness", "Animation"), "Animation")
            for _ in range(4):
                times.append(machine.answer("RIGHT" if "RIGHT" in machine.keys else "A", gap=20))
                machine.rig.run(0.3)
            yield from self._worst(f"{title}: a row of {word} changes", times, 20)
        if word in ("Rules", "Statistics"):
            answer = machine.answer("DOWN" if "DOWN" in machine.keys else "Y", gap=20)
            if answer:
                yield self._time(f"{title}: {word}, the next page", answer, 50)
            machine.settled(0.2)
        if word not in ("Hint", "New deal"):
            yield self._time(f"{title}: back from {word}", machine.answer("B"), 50)

    def undo(self):
        for name, title in self.titles.items():
            machine = self.in_game(name)
            times = []
            for _ in range(_UNDOS):
                if name == "three_thirteen":  # only its last move can be undone
                    machine = self.in_game(name)
                machine.rig.run(0.45)  # a second refusal within 400 ms is handled differently
                answer = machine.answer("Y", gap=5)  # its first frame; then cards may fly
                if answer:
                    times.append(answer)
            yield from self._worst(f"{title}: undo", times, 30)

    def taps(self):
        """1,000 taps of 40 ms around moves and their saves; each must get a response."""
        lost = worst = erases = 0
        dice = random.Random(40)
        count = 1000 // len(self.titles)
        for name in self.titles:
            machine = self.in_game(name)
            machine.tap("Y")  # undo, which is saved after a while
            key = self._arrow(machine)
            state, began = machine.save(), machine.rig.p.stat("fl_erases")
            machine.rig.run(_SECONDS)
            erases = max(erases, machine.rig.p.stat("fl_erases") - began)
            saved = self._save_after(machine, state)
            for i in range(count):
                machine.load(state)
                # Half of them at any time, half of them during the save.
                wait = dice.uniform(0, 2.5) if i % 2 else saved + dice.uniform(-0.06, 0.15)
                machine.rig.run(max(wait, 0.001))
                answer = machine.answer(key, hold=40, gap=20, most=500)
                lost += not answer
                worst = max(worst, answer.first if answer else 0)
        yield Row(f"taps of 40 ms lost, of {count * len(self.titles)} around saves", lost, "", 0)
        yield Row("the slowest response to one of them", worst, "ms", None)
        yield Row("a save: blocks erased, most", erases, "", 1)

    def _arrow(self, machine):
        """An arrow key that moves the cursor."""
        state = machine.save()
        for key in machine.keys:
            if key in ("LEFT", "RIGHT", "UP", "DOWN"):
                answer = machine.answer(key)
                machine.load(state)
                if answer:
                    return key
        return "Y"

    def _save_after(self, machine, state):
        """Seconds from the key until the flash is written."""
        machine.load(state)
        start, count = machine.rig.t, machine.rig.p.stat("fl_ops")
        while machine.rig.p.stat("fl_ops") == count and machine.rig.t < start + _SECONDS:
            machine.rig.run(0.001)
        return machine.rig.t - start

    def rest(self):
        machine, launcher = self.launcher
        machine.load(launcher)
        machine.settled(2)
        yield Row("launcher: processor busy at rest", machine.busy(_SECONDS), "%", 10)
        for name, title in self.titles.items():
            machine = self.in_game(name)
            machine.rig.run(3)
            yield Row(f"{title}: processor busy at rest", machine.busy(_SECONDS), "%", 10)

    def memory(self):
        """The heap in play: at rest, then during a hint, or from a round to the next deal."""
        for name, title in self.titles.items():
            machine = self.in_game(name)
            machine.rig.run(_SECONDS)
            live, free = machine.heap()
            yield Row(f"{title}: live heap in play, at rest", live / 1000, "kB", 170)
            yield Row(f"{title}: largest free block, at rest", free / 1000, "kB free", 40)
            if name == "three_thirteen":
                looks = self._looks(machine, ("A",) * _TURNS, 1.5)
            elif "X" in machine.keys and "UP" in machine.keys:
                looks = self._looks(machine, ("X", "X"), 0.6)  # the second one thinks
            else:
                continue
            lives, blocks = zip(*looks)
            yield Row(f"{title}: live heap in play, most", max(lives) / 1000, "kB", 170)
            yield Row(f"{title}: largest free block, least", min(blocks) / 1000, "kB free", 40)

    def _looks(self, machine, keys, seconds):
        """machine.heap() at _LOOKS moments after each key."""
        for key in keys:
            machine.rig.tap(key, 0.04)
            for _ in range(_LOOKS):
                machine.rig.run(seconds / _LOOKS)
                yield machine.heap()

    def long(self):
        """An hour of random keys in which games are opened and left 200 times."""
        machine, launcher = self.launcher
        machine.load(launcher)
        dice = random.Random(200)
        logo = self._logo(machine)
        opened, start, played = 0, machine.rig.t, []
        while opened < _OPENED or machine.rig.t < start + _HOUR:
            for _ in range(dice.randrange(len(self.titles) + 1)):  # a game, or the settings
                machine.tap("RIGHT" if "RIGHT" in machine.keys else "Y")
            machine.tap("A")
            end = machine.rig.t + _HOUR / _OPENED - 3
            while machine.rig.t < end:
                machine.rig.tap(dice.choice([k for k in machine.keys if k != "MENU"]), 0.04)
                machine.rig.run(dice.uniform(0.02, 0.5))
            played.append(machine.heap())
            for _ in range(8):
                self._leave(machine)
                machine.settled(0.3)
                if self._logo(machine) == logo:
                    break
                machine.tap("B", 1.2)  # which also ends a self-test
                machine.tap("B")
            opened += 1
            if b"Traceback" in machine.rig.con:
                break
        yield Row("games opened and left at random", opened, "", None)
        traces = machine.rig.con.count(b"Traceback")
        yield Row(f"crashes in {machine.rig.t - start:.0f} s", traces, "", 0)
        # After a fifth of the time all strings have been interned.
        early, late = played[opened // 5 : opened // 5 * 3], played[opened // 5 * 3 :]
        grown = median([live for live, _ in late]) - median([live for live, _ in early])
        yield Row("live heap in the last two fifths, worst", max(late)[0] / 1000, "kB", 170)
        yield Row("growth of its median since the two fifths before", grown / 1000, "kB", 1)
        blocks = sorted(free for _, free in late)
        yield Row("largest free block, median", median(blocks) / 1000, "kB free", 40)
        yield Row("largest free block, worst", blocks[0] / 1000, "kB free", 40)

    def _logo(self, machine):
        """The upper left corner of the screen, where the launcher has its logo."""
        rgb, w = machine.rig.p.lcd_rgb(0), machine.w
        return [rgb[3 * w * y : 3 * w * y + 3 * 64] for y in range(44)]

    def _time(self, what, answer, most):
        return Row(what, answer.last if answer else _NONE, "ms", most)

    def _worst(self, what, answers, most):
        """The worst response without a save; those during a save, if any, get their own row."""
        times = [a.last if a else _NONE for a in answers if not (a and a.saved)]
        yield Row(f"{what}, worst of {len(times)}", max(times, default=_NONE), "ms", most)
        behind = [a.last for a in answers if a and a.saved]
        if behind:
            yield Row(f"{what}, {len(behind)} during a save, worst", max(behind), "ms", None)
