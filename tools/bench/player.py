"""Response times on an emulated Pico: presses keys and watches the panel.

Everything goes through the real screens and menus, on a flash as left by `make flash` and two
updates. A time is from the key's edge to the last changed pixel of the response. A key without a
response is a failure, and counts as one second.

The keys are a quick player's: 120 ms apart, and A 80 ms after the last of them. So what a menu
leads to has not been imported ahead, as it is for one who rests.
"""

import random
from functools import cached_property
from itertools import product

from tools import games
from tools.bench import image, saves
from tools.bench.sheet import Row
from tools.emulator.pico import Pico

_NONE = 1000.0  # ms, for a key without a response
_PACE, _CHOICE, _HOLD = 0.12, 0.08, 0.05  # seconds: to the next key, to A, that a key is held
_TILE = 0.15  # seconds on a game's tile before A
_TABLE = 4  # the part of the picture, one in so many pixels, that changes before a game is open
_LEAVING = 200  # ms after which the launcher is shown; its game's summary comes later
_STEP = 20  # ms after which a step of the review is shown; then a hint is sought,
_SOUGHT = 250  # from so many ms on
_DRAWN = 60  # ms without a changed pixel after which a menu or a page is shown
_PAGE = 20  # the same of a text: then its other pages are counted, and their number follows
_FLIES = ("New deal", "Undo", "Redo", "Restart", "Hint")  # the first frame is the answer
_BESIDE = ("Choose a deal", "House rules", "Rules", "Statistics", "Settings")  # left by B
_MOST = 60  # ms for anything that a menu leads to, and back
_TAPS = 36
_UNDOS = 30
_SECONDS = 3
_FLIGHT, _PRESS = 0.3, 0.02  # seconds of a flight, in which its key is held so long
_TURNS = 16  # presses of A, which end a round of Three Thirteen
_LOOKS = 6
_READS = 0.25, 0.6  # seconds in which the launcher reads how a game stands
_SEARCHES = 15  # seconds after which the lamp has searched a position
_EAGER, _EAGER_STEP = 500, 20  # ms after the launcher's first picture at which A is pressed
_DEPTH = 7000  # bytes of the C stack's 8,192, at most


class Player:
    """Sections of the table, one method each; `titles` is {game: title}.

    updated: the flash is as after updates, and not as written in one go. A first start was before.
    """

    def __init__(self, micropython, profile, wanted, titles, tell, updated=True):
        self.updated = updated
        self.micropython, self.profile = micropython, profile
        self.wanted, self.tell = wanted, tell
        self.titles = titles
        self._states = {}

    SECTIONS = tuple(
        "power_on opening cursor pause menus ends undo taps waits rest memory stack".split()
    )
    LONG = ("eager",)  # an hour: measured only if asked for

    # Starting points.

    def machine(self, last=None, race=False):
        """Switch on and wait for the picture: (machine, ms taken)."""
        return self._switched_on(self._saved(last, race))

    def _saved(self, last=None, race=False):
        return saves.saved(self.profile["NAME"], self.titles, last, race=race)

    def _switched_on(self, files):
        if not self.updated:
            flash = image.linked(self.micropython, self.profile, self.wanted, files)
            machine = Pico(self.micropython, self.profile, flash=flash)
            return machine, machine.lit()
        path = image.updated_twice(self.micropython, self.profile, self.wanted, files, self.tell)
        machine = Pico(self.micropython, self.profile, flash=path.read_bytes())
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
            self._tap(machine, "A")
            machine.settled(2)
            if name == "make13":  # its menu: "Continue"
                self._tap(machine, "A")
                machine.settled(2)
            self._states[name] = machine.save()
        machine.load(self._states[name])
        return machine

    def _tap(self, machine, key, hold=0.06):
        """Press and release a key, and run until the screen is still."""
        machine.tap(key, hold)
        machine.settled(0.2, 2)

    def _tile(self, machine, name):
        for _ in range(list(self.titles).index(name)):
            self._tap(machine, "RIGHT" if "RIGHT" in machine.keys else "Y")

    def _menu(self, machine):
        if "MENU" in machine.keys:
            return machine.answer("MENU")
        return machine.answer("B", hold=900)

    def _quick(self, machine, *keys):
        """Press keys at a quick player's pace; A may follow at once."""
        for i, key in enumerate(keys):
            machine.tap(key, _HOLD)
            machine.run((_PACE if i < len(keys) - 1 else _CHOICE) - _HOLD)

    def _to(self, machine, steps):
        """The keys that move the launcher's cursor by that many tiles: games and settings."""
        return ["RIGHT" if "RIGHT" in machine.keys else "Y"] * (steps % (len(self.titles) + 1))

    def _down(self, machine, steps):
        return ["DOWN" if "DOWN" in machine.keys else "Y"] * steps

    def _up(self, machine, rows):
        """To the first of a menu's last rows: what comes before them differs."""
        return ["UP" if "UP" in machine.keys else "X"] * len(rows)

    def _row(self, machine, steps):
        """The keys to a row of the pause menu, or of what More opens, but for the last A."""
        keys = self._down(machine, steps[0])
        for n in steps[1:]:
            keys += ["A", *self._down(machine, n)]
        return keys

    def _opened(self, machine, name):
        """Press A on a game's tile, and in Make 13's menu, which continues the game: Answers."""
        least = machine.w * machine.h // _TABLE  # more than the tile, which turns gold first
        answers = [machine.answer("A", gap=_DRAWN, most=3000, least=least)]
        if name == "make13":
            answers.append(machine.answer("A", gap=_DRAWN, most=3000, least=least))
        return answers

    def just_opened(self, name):
        """The machine as soon as a game is open that was chosen at once after power-on."""
        key = name, "just opened"
        if key not in self._states:
            machine, _ = self.machine()
            self._quick(machine, *self._to(machine, list(self.titles).index(name)))
            self._opened(machine, name)
            self._states[key] = machine.save()
        machine, _ = self.launcher
        machine.load(self._states[key])
        return machine

    # The sections.

    def power_on(self):
        _, ms = self.machine()
        yield Row("power-on to the launcher", ms, "ms", 350)
        for name, title in self.titles.items():
            _, ms = self.machine(last=name)
            yield Row(f"power-on into {title}", ms, "ms", 600)

    def opening(self):
        answers = {}
        for i, (name, title) in enumerate(self.titles.items()):
            machine, _ = self.machine()
            self._quick(machine, *self._to(machine, i))
            answers.setdefault(title, []).extend(self._opened(machine, name))
        yield from self._opens("chosen at once after power-on", answers)
        answers, left = {}, []
        for i, last in enumerate(self.titles):
            for j, name in enumerate(self.titles):
                if i != j:
                    machine = self.in_game(last)
                    left.append(self._leave(machine))
                    self._quick(machine, *self._to(machine, j - i))
                    machine.run(_TILE - _CHOICE)
                    answers.setdefault(self.titles[name], []).extend(self._opened(machine, name))
        yield from self._opens("another one, 150 ms on its tile", answers)
        times = [answer.last if answer else _NONE for answer in left]
        yield Row(f"a game is left, worst of {len(times)}", max(times), "ms", _MOST)
        for name, title in self.titles.items():
            machine, launcher = self.launcher
            machine.load(launcher)
            self._tile(machine, name)
            machine.settled(1)
            for what, most in (("the first time", 200), ("again", 80)):
                for opened in self._opened(machine, name):
                    yield self._time(f"{title} opens after a rest, {what}", opened, most)
                machine.settled(2)
                self._leave(machine)
                machine.settled(2)

    def _opens(self, what, answers):
        """Rows of {title: [Answer]}, the worst of each."""
        for title, times in answers.items():
            first = max(answer.first if answer else _NONE for answer in times)
            last = max(answer.last if answer else _NONE for answer in times)
            yield Row(f"{title}, {what}: first answer", first, "ms", 50)
            yield Row(f"{title}, {what}: table", last, "ms", 250)

    def _leave(self, machine):
        self._quick(machine, *self._menu_keys(machine), "UP" if "UP" in machine.keys else "X")
        return machine.answer("A", gap=_LEAVING)  # UP wraps around to the last row

    def _menu_keys(self, machine):
        if "MENU" in machine.keys:
            return ["MENU"]
        machine.tap("B", 0.9)
        return []

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
            machine.run(0.05 + dice.random() * 0.05)
            key = dice.choice(arrows)
            state = machine.save()
            answer = machine.answer(key)
            if not answer and not self._moves(machine, state, key):
                continue  # the cursor is at an edge
            times.append(answer)
        yield from self._worst(f"{where}: cursor", times, 16.7)

    def _moves(self, machine, state, key):
        """Whether the key changes anything; the state is restored."""
        after = machine.save()
        machine.load(state)
        machine.run(0.02)
        moved = machine.answer(key, hold=150, most=400)
        machine.load(after)
        return moved

    def pause(self):
        for name, title in self.titles.items():
            machine = self.just_opened(name)
            yield self._time(f"{title}: pause menu opens", self._menu(machine), 50)
            machine.run(_CHOICE)
            yield self._time(f"{title}: pause menu closes", machine.answer("B"), 50)
            if "Y" in machine.keys and "MENU" in machine.keys:
                machine = self.in_game(name)
                self._quick(machine, "Y")  # undo, so that there is something to save
                answer = self._menu(machine)
                yield self._time(f"{title}: pause menu, with a move to save", answer, _MOST)

    def menus(self):
        """Every row of the pause menu, in a game just opened, and what it shows left again."""
        for name, title in self.titles.items():
            times = {}
            for word, steps in pause_rows(name):
                if word in (*_FLIES, *_BESIDE):
                    machine = self.just_opened(name)
                    machine.run(_CHOICE)
                    self._quick(machine, *self._menu_keys(machine), *self._row(machine, steps))
                    times[word] = machine.answer("A", gap=_DRAWN)
                if word in _BESIDE:
                    machine.run(_PACE)
                    if word == "Rules":  # a page of them, and back
                        times["Rules, read"] = machine.answer("A", gap=_PAGE)
                        machine.run(_PACE)
                        times["back from a page of the rules"] = machine.answer("B", gap=_DRAWN)
                        machine.run(_PACE)
                    times["back from " + word] = machine.answer("B", gap=_DRAWN)
            yield from self._each(title, "the pause menu leads to", times)

    def _each(self, title, what, answers):
        """A row for the worst, and one for each other over the limit; answers: {name: Answer}."""
        times = {
            word: _NONE if not answer else answer.first if word in _FLIES else answer.last
            for word, answer in answers.items()
        }
        worst, *others = sorted(times, key=times.get, reverse=True)
        count = len(times)
        yield Row(f"{title}: what {what}, worst of {count}: {worst}", times[worst], "ms", _MOST)
        for word in others:
            if times[word] > _MOST:
                yield Row(f"{title}: {word}", times[word], "ms", _MOST)

    def ends(self):
        """After a game has ended: its pages, the result, the table, the review."""
        from thirteen.screens import game_over

        for name, title in self.titles.items():
            if name == "make13":  # whose result is part of its tournaments
                continue
            files = saves.ended(self.profile["NAME"], self.titles, name)
            machine, _ = self._switched_on(files)
            first, last = machine.writing(4)
            yield Row(f"{title}: the end of a game, written in", last - first, "ms", 250)
            yield Row(f"{title}: from its picture until it is written", last, "ms", 600)
            times = {}
            several = name == "three_thirteen"
            if several:  # the hands, then the sheet, then the result
                times["score sheet"] = machine.answer("A", gap=_DRAWN)
                machine.run(_PACE)
                times["result"] = machine.answer("A", gap=_DRAWN)
                machine.run(1)  # a new result ignores keys for a while
            rows = [game_over.ROWS[i] for i in game_over.rows(several)]
            ended = machine.save()
            self._quick(machine, *self._up(machine, rows[rows.index("Look at the table") :]))
            times["look at the table"] = machine.answer("A", gap=_DRAWN)
            machine.run(_CHOICE)
            times["the dialog again"] = machine.answer("A", gap=_DRAWN)
            machine.load(ended)
            self._quick(machine, *self._up(machine, rows[rows.index("Review the game") :]))
            times["review"] = machine.answer("A", gap=_STEP, most=_SOUGHT)
            machine.settled(0.3)  # it looks for the move that lost
            ways, steps = ("LEFT", "RIGHT") if "LEFT" in machine.keys else ("X", "Y"), []
            for way in 4 * ways:  # it may be open at the first move or at the last one
                answer = machine.answer(way, gap=_STEP, most=_SOUGHT)
                if answer or steps:
                    steps.append(answer)
                machine.run(_CHOICE)
            times["a step of the review"] = max(steps, key=lambda a: a.last if a else _NONE)
            machine.run(_CHOICE)
            times["back from the review"] = machine.answer("B", gap=_DRAWN)
            seats = " (four seats)" * several
            yield from self._each(title + seats, "the end leads to", times)

    def undo(self):
        for name, title in self.titles.items():
            machine = self.in_game(name)
            times = []
            for _ in range(_UNDOS):
                if name == "three_thirteen":  # only its last move can be undone
                    machine = self.in_game(name)
                machine.run(0.45)  # a second refusal within 400 ms is handled differently
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
            self._tap(machine, "Y")  # undo, which is saved after a while
            key = self._arrow(machine)
            state, began = machine.save(), machine.chip.stat("fl_erases")
            machine.run(_SECONDS)
            erases = max(erases, machine.chip.stat("fl_erases") - began)
            saved = self._save_after(machine, state)
            for i in range(count):
                machine.load(state)
                # Half of them at any time, half of them during the save.
                wait = dice.uniform(0, 2.5) if i % 2 else saved + dice.uniform(-0.06, 0.15)
                machine.run(max(wait, 0.001))
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
        start, count = machine.t, machine.writes()
        while machine.writes() == count and machine.t < start + _SECONDS:
            machine.run(0.001)
        return machine.t - start

    def waits(self):
        """What took longest to answer, to the first changed pixel; a key during a save apart."""
        machine, _ = self.machine()
        if "X" in machine.keys and "UP" in machine.keys:
            daily = machine.answer("X", gap=_DRAWN)
            yield self._first("daily deals, at once after power-on", daily)
            machine.settled(0.3)
            yield self._first("its next deal", machine.answer("A", gap=_DRAWN, most=3000))
        for name, title in self.titles.items():
            rows = dict(pause_rows(name))
            for word, what, keys, key in (
                ("Choose a deal", "a deal by its number", [*self._down(machine, 1), "A"], "A"),
                ("Rules", "the lesson", self._down(machine, 1), "A"),
                ("Rules", "first step of the lesson", [*self._down(machine, 1), "A"], "A"),
                ("Statistics", "back from the statistics", [], "B"),
            ):
                if word in rows:
                    machine = self.in_game(name)
                    self._quick(machine, *self._menu_keys(machine),
                                *self._row(machine, rows[word]), "A")  # fmt: skip
                    machine.run(_PACE - _CHOICE)
                    if keys:
                        self._quick(machine, *keys)
                    if keys[-1:] == ["A"]:
                        machine.run(_PACE)  # what it opens
                    yield self._first(f"{title}: {what}", machine.answer(key, gap=_DRAWN))
            yield self._first(f"{title}: left", self._leave(self.in_game(name)))
            if "Y" in machine.keys and name != "make13":
                machine = self.in_game(name)
                machine.tap("Y", _HOLD)
                first, last = machine.writing(_SECONDS)
                yield Row(f"{title}: a move is saved in", last - first, "ms", None)
        machine, _ = self._switched_on(saves.ended(self.profile["NAME"], self.titles, "make13"))
        machine.settled(2)
        for _ in range(3):  # its pages
            self._tap(machine, "A")
        yield self._first("Make 13: once more", machine.answer("A", gap=_DRAWN))
        yield from self._tiles()

    def _tiles(self):
        """Keys in the launcher while it reads how a game stands, of a full history."""
        dice = random.Random(8)
        machine, _ = self._switched_on(saves.saved(self.profile["NAME"], self.titles, full=True))
        machine.settled(1)
        times = []
        for _ in range(_TAPS):
            machine.run(dice.uniform(*_READS))
            times.append(machine.answer("RIGHT" if "RIGHT" in machine.keys else "Y"))
        worst = max(times, key=lambda a: a.first if a else _NONE)
        yield self._first(f"launcher, a tile's history being read, worst of {_TAPS}", worst)

    def _first(self, what, answer):
        return Row(what + ": first answer", answer.first if answer else _NONE, "ms", _MOST)

    def rest(self):
        machine, launcher = self.launcher
        machine.load(launcher)
        machine.settled(2)
        yield Row("launcher: processor busy at rest", machine.busy(_SECONDS), "%", 10)
        for name, title in self.titles.items():
            machine = self.in_game(name)
            machine.run(3)
            yield Row(f"{title}: processor busy at rest", machine.busy(_SECONDS), "%", 10)
            machine.tap("Y", _PRESS)  # undo: a card flies
            busy = machine.busy(_FLIGHT - _PRESS)
            yield Row(f"{title}: processor busy in the 300 ms after undo", busy, "%", 60)
        for name in games.names("patience"):
            yield from self._lamp(name)

    def _lamp(self, name):
        """With the lamp that shows whether a game can still be won."""
        what = f"{self.titles[name]}, with the lamp"
        files = saves.saved(self.profile["NAME"], self.titles, name, lamp=True)
        machine, _ = self._switched_on(files)
        machine.run(_SEARCHES)
        yield Row(f"{what}: processor busy at rest", machine.busy(_SECONDS), "%", 10)
        dice, times = random.Random(3), []
        key = self._arrow(machine)
        if "Y" in machine.keys and key != "Y":
            self._tap(machine, "Y")  # another position, which it searches now
        for _ in range(_TAPS // 2):
            machine.run(0.05 + dice.random() * 0.05)
            times.append(machine.answer(key) or machine.answer(self._arrow(machine)))
        yield from self._worst(f"{what} searching: cursor", times, 16.7)

    def memory(self):
        """The heap in play: at rest, then during a hint, or from a round to the next deal."""
        for name, title in self.titles.items():
            machine = self.in_game(name)
            machine.run(_SECONDS)
            live, free = machine.heap()
            yield Row(f"{title}: live heap in play, at rest", live / 1000, "kB", None)
            yield Row(f"{title}: largest free block, at rest", free / 1000, "kB free", None)
            if name == "three_thirteen":
                looks = self._looks(machine, ("A",) * _TURNS, 1.5)
            elif "X" in machine.keys and "UP" in machine.keys:
                looks = self._looks(machine, ("X", "X"), 0.6)  # the second one thinks
            else:
                continue
            lives, blocks = zip(*looks)
            yield Row(f"{title}: live heap in play, most", max(lives) / 1000, "kB", None)
            yield Row(f"{title}: largest free block, least", min(blocks) / 1000, "kB free", None)

    def _looks(self, machine, keys, seconds):
        """machine.heap() at _LOOKS moments after each key."""
        for key in keys:
            machine.tap(key, 0.04)
            for _ in range(_LOOKS):
                machine.run(seconds / _LOOKS)
                yield machine.heap()

    def stack(self):
        """The C stack at its deepest: each screen opened as soon as keys can, what it needs
        imported only then; from a first start, whose games offer their lessons, and from saves.
        """
        for what, files in ("first start", {}), ("full saves", self._saved()):
            machine, _ = self._switched_on(files)
            machine.paint_stack()
            lit, depths = machine.save(), {}
            for row, screen in enumerate(launcher_rows()):
                machine.load(lit)
                self._quick(machine, *self._menu_keys(machine), *self._down(machine, row))
                depths[screen] = self._depth(machine, "A", "A", "B")
            for i, (name, title) in enumerate(self.titles.items()):
                machine.load(lit)
                self._quick(machine, *self._to(machine, i))
                machine.answer("A", gap=_DRAWN)
                chosen = machine.save()
                if not files:
                    depths[f"{title}, lesson"] = self._depth(machine, "A", "A")
                    machine.load(chosen)
                    self._quick(machine, *self._down(machine, 1))
                    machine.tap("A", _HOLD)
                depths[title] = self._depth(machine, "A")
                opened = machine.save()
                for word, steps in pause_rows(name):
                    machine.load(opened)
                    self._quick(machine, *self._menu_keys(machine), *self._row(machine, steps))
                    depths[f"{title}, {word}"] = self._depth(machine, "A", "A", "B")
            worst = max(depths, key=depths.get)
            yield Row(f"C stack, {what}, deepest of {len(depths)}: {worst}", depths[worst],
                      "bytes", _DEPTH)  # fmt: skip

    def eager(self, every=1):
        """Games chosen from the launcher's first picture on, A again at once or after a moment.

        From a first start, whose lessons are taken or declined, and from full saves. every: of
        so many moments one.
        """
        tried, crashes, deepest = 0, [], 0
        for what, files, rows in ("first start", {}, (0, 1)), ("full saves", self._saved(), (0,)):
            machine, _ = self._switched_on(files)
            machine.paint_stack()
            lit = machine.save()
            for (i, title), moment in product(
                enumerate(self.titles.values()), range(0, _EAGER + 1, _EAGER_STEP * every)
            ):
                for down, wait in product(rows, (20, 300)):
                    machine.load(lit)
                    machine.run(max(moment, 1) / 1000)
                    self._quick(machine, *self._to(machine, i))
                    machine.tap("A", _HOLD)
                    machine.run(wait / 1000)
                    self._quick(machine, *self._down(machine, down))
                    machine.tap("A", _HOLD)
                    machine.run(1.2)
                    tried += 1
                    deepest = max(deepest, machine.stack())
                    if any(word in machine.console for word in (b"Traceback", b"started again")):
                        crashes.append(f"{what}: {title} after {moment} ms, {down}, {wait}")
        for crash in crashes:
            self.tell(crash)
        yield Row(f"crashes, games chosen at once {tried} times", len(crashes), "", 0)
        yield Row("C stack, the deepest of it", deepest, "bytes", _DEPTH)

    def _depth(self, machine, *keys):
        """Press keys; bytes of the C stack used then."""
        for key in keys:
            machine.tap(key, _HOLD)
            machine.settled(0.1, 1)
        return machine.stack()

    def _time(self, what, answer, most):
        return Row(what, answer.last if answer else _NONE, "ms", most)

    def _worst(self, what, answers, most):
        """The worst response without a save; those during a save, if any, get their own row."""
        times = [a.last if a else _NONE for a in answers if not (a and a.saved)]
        yield Row(f"{what}, worst of {len(times)}", max(times, default=_NONE), "ms", most)
        behind = [a.last for a in answers if a and a.saved]
        if behind:
            yield Row(f"{what}, {len(behind)} during a save, worst", max(behind), "ms", None)


def launcher_rows():
    from thirteen.screens import main_menu

    return main_menu.ROWS


def pause_rows(name):
    """(row, (steps to it in the pause menu, then in what More opens)) in a game where nothing has
    been undone; Make 13 is in practice.
    """
    from thirteen.screens import pause_menu as pause

    absent = (pause._REDO, pause._ALL, pause._BACK)
    first, more = (
        [i for i in rows if i not in absent] for rows in pause._MENUS[2 if name == "make13" else 0]
    )
    opens = first.index(pause._MORE)
    rows = [(pause.ROWS[k], (i,)) for i, k in enumerate(first)]
    return rows + [(pause.ROWS[k], (opens, i)) for i, k in enumerate(more)]
