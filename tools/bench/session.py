"""What is measured, in order, and how what the probes print becomes figures."""

import ast
import random
from pathlib import Path
from statistics import mean, median

from tools import games
from tools.bench import walks
from tools.bench.sheet import Row
from tools.device import Lost, Trouble

_PROBES = Path(__file__).parent / "probes"
_TAPS = 36
_ARROWS = ("LEFT", "RIGHT", "UP", "DOWN")
_MOVES = 64  # undo of the last one replays the most
_HINTED = ((1, 0), (2, 0), (3, 12), (4, 24), (5, 40))  # deals, and how far they are played

_PATIENCES = ("thirteens", "friday", "imaginary")
_TITLES = {
    "thirteens": "Thirteens",
    "friday": "Friday the 13th",
    "imaginary": "Imaginary Thirteen",
    "make13": "Make 13",
    "three_thirteen": "Three Thirteen",
}

# Its games would be taught when they are opened for the first time.
_NO_LESSONS = """
import hal
from thirteen import settings
settings.load()
for row in range(5):
    settings.first(row)
settings.save()
"""
_HEAP = {"three_thirteen": 80}  # kB; 72 in the others


def built():
    """The games of the catalogue that can be played, in its order."""
    from thirteen import catalog

    views = games.FIRMWARE / "thirteen" / "views"
    return [row[0] for row in catalog.GAMES if (views / f"{row[0]}.py").exists()]


def on_the_rig(machine, prompt):
    """What only a machine can do whose buttons are pressed and whose panel is watched."""
    prompt.tell("Power-on")
    rows = [Row("power-on to the launcher on the glass", machine.boot(), "ms", 800)]
    prompt.tell("Keys")
    prompt.run(_NO_LESSONS)
    machine.restart()
    machine.settled()
    state = machine.save()
    rows += _taps(machine, "launcher")
    from thirteen import catalog

    for name in built():
        if name not in _PATIENCES:
            continue
        machine.load(state)
        for _ in range(catalog.row(name)):
            machine.tap("RIGHT" if "RIGHT" in machine.keys else "Y")
        machine.tap("A")
        machine.settled(2.5)  # the new deal is saved by then
        rows += _taps(machine, _TITLES[name])
    machine.load(state)
    return rows


def _taps(machine, where):
    """Latencies over many taps at any moment of a frame."""
    dice = random.Random(13)
    arrows = [key for key in _ARROWS if key in machine.keys] or ["X", "Y"]
    times = []
    for _ in range(_TAPS):
        times.append(machine.latency(dice.choice(arrows), 0.05 + dice.random() * 0.05))
    times = [time for time in times if time is not None]
    if not times:
        return []
    what = f"{where}: button to its last pixel, of {len(times)} taps the "
    return [Row(what + "worst", max(times), "ms", 8), Row(what + "mean", mean(times), "ms", None)]


class Prompt:
    """Sends probes to the prompt; `missing` has a sentence for each that failed."""

    def __init__(self, device, tell):
        self.device = device
        self.tell = tell
        self.missing = []

    def run(self, program):
        """What a program printed that had the whole heap."""
        self.device.transport.enter_raw_repl()
        return self.device.run(program)

    def probe(self, what, *names, **given):
        """The lines that probes printed, as tuples; none where they failed."""
        self.tell(what)
        head = "".join(f"{key} = {value!r}\n" for key, value in given.items())
        text = "\n".join((_PROBES / (name + ".py")).read_text("utf-8") for name in names)
        try:
            printed = self.run(head + text)
        except Lost:
            raise
        except Trouble as trouble:
            self.missing.append(f"{what}: not measured. {trouble}")
            return []
        return [ast.literal_eval(line) for line in printed.splitlines() if line]


def at_the_prompt(prompt, emulated=False):
    """What the prompt can tell: all that a real handheld can be asked."""
    rows = []
    if not emulated:
        for line in prompt.probe("From the prompt to the launcher", "boot"):
            rows.append(Row("prompt to the launcher on the glass", line[1] / 1000, "ms", 800))
    for _, mode, time in prompt.probe("Whole pictures", "glass"):
        most = 15.5 if mode else 18.5
        rows.append(Row(f"whole picture, SPI mode {mode}", time / 1000, "ms", most))
    base = int(prompt.run("import gc\ngc.collect()\nprint(gc.mem_alloc())"))
    for name in built():
        if name in _PATIENCES:
            rows += _patience(prompt, name, base)
    return rows


def _patience(prompt, name, base):
    rules = games.rules(name)
    title = _TITLES[name]
    deal, moves = walks.walk(rules, _MOVES)
    options = bytes(len(rules.OPTIONS))
    given = {"NAME": name, "DEAL": deal, "OPTIONS": options, "MOVES": moves}
    rows = patience(title, prompt.probe(f"{title}: moves", "stage", "patience", **given))
    lines = prompt.probe(f"{title}: heap", "stage", "heap", BASE=base, **given)
    rows += heap(title, lines, _HEAP.get(name, 72))
    given["DEALS"] = _deals(name, rules)
    rows += hints(name, title, prompt.probe(f"{title}: hints", "stage", "hints", **given))
    return rows


def _deals(name, rules):
    if name == "thirteens":
        return [(deal, []) for deal in range(1, 16)]
    return [(deal, walks.play(rules, deal, n)) for deal, n in _HINTED]


def _of(lines, kind):
    return [line[2:] for line in lines if line[0] == kind]


def patience(title, lines):
    """Rows of patience.py's lines."""
    rows = []

    def add(what, times, most):
        if times:
            rows.append(Row(f"{title}: {what}", max(times) / 1000, "ms", most))

    made = _of(lines, "move")
    add("one card falling, each frame", [line[5] for line in made if line[2] == 1], 6)
    add("two columns falling, each frame", [line[5] for line in made if line[3] > 1], 6)
    add("a move's animation, each frame", [line[5] for line in made], 6)
    add("a move made, to its first frame", [line[4] for line in made], None)
    add("whole table drawn anew and sent", [line[0] for line in _of(lines, "whole")], 25)
    for n, time in _of(lines, "undo"):
        add(f"undo after {n} moves, worst", [time], 100)
    for rest, flight in _of(lines, "bytes"):
        rows.append(Row(f"{title}: allocated by a frame at rest", rest, "bytes", 0))
        rows.append(Row(f"{title}: allocated by a frame of an animation", flight, "bytes", 0))
    taps = [line[0] for line in _of(lines, "key")]
    if taps:
        add(f"key to its last pixel, of {len(taps)} keys the worst", taps, 8)
        add(f"key to its last pixel, of {len(taps)} keys the mean", [mean(taps)], None)
    return rows


def heap(title, lines, most):
    rows = []
    for opening, played, hinted in _of(lines, "heap"):
        size = max(opening, played) / 1000
        rows.append(Row(f"{title}: live heap, played", size, "kB", most))
        if hinted:
            rows.append(Row(f"{title}: live heap, with a hint asked", hinted / 1000, "kB", most))
    return rows


def hints(name, title, lines):
    """Rows of hints.py's lines."""
    told = _of(lines, "hint")
    if not told:
        return []
    totals = [line[2] / 1000 for line in told]
    slices = max(line[3] for line in told) / 1000
    rows = [Row(f"{title}: hint, longest slice", slices, "ms", 8)]
    if name == "thirteens":
        rows.append(Row(f"{title}: can it be won, median", median(totals), "ms", 150))
        rows.append(Row(f"{title}: can it be won, worst", max(totals), "ms", None))
    else:
        rows.append(Row(f"{title}: hint in all, worst", max(totals), "ms", 500))
        rows.append(Row(f"{title}: hint in all, mean", mean(totals), "ms", None))
    return rows
