"""The measurements in order; turns the probes' output into figures."""

import ast
from pathlib import Path
from statistics import mean, median

from tools import games
from tools.bench import saves, walks
from tools.bench.sheet import Row
from tools.device import Lost, Trouble, pack
from tools.research import worst_hand

_PROBES = Path(__file__).parent / "probes"
_HANDS = 300
_FRAME = 16.7  # ms, one of the panel
_CODED = 280  # moves; a game of Three Thirteen has some 250 to 360
_HINTED = ((1, 0), (2, 0), (3, 12), (4, 24), (5, 40))  # (deal, number of moves played)

_FOUR = b"\x02" + bytes(8)  # Three Thirteen with the most players


def titles():
    """{game: title}, in the order of the catalogue."""
    from thirteen import catalog

    return {game[catalog.NAME]: game[catalog.TITLE] for game in catalog.GAMES}


class Prompt:
    """Sends probes to the REPL; `missing` has a sentence for each that failed."""

    def __init__(self, device, tell, missing):
        self.device = device
        self.tell = tell
        self.missing = missing

    def run(self, program):
        """Run a program on a fresh heap; returns its output."""
        self.device.transport.enter_raw_repl()
        return self.device.run(pack.program(program))

    def probe(self, what, *names, **given):
        """The lines printed by probes, as tuples; none if they failed."""
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
        return [ast.literal_eval(line) for line in printed.splitlines() if line[:1] == "("]


SECTIONS = ("pictures", "frames", "heap", "hints", "players", "codes")


def at_the_prompt(rows, chosen, prompt):
    """The measurements at the REPL, which also work on a real handheld."""
    if "pictures" in chosen:
        for _, mode, time in prompt.probe("Whole pictures", "picture"):
            most = 15.5 if mode else 18.5
            rows += [Row(f"whole picture, SPI mode {mode}", time / 1000, "ms", most)]
    base = int(prompt.run("import gc\ngc.collect()\nprint(gc.mem_alloc())"))
    for name, title in titles().items():
        _game(rows, chosen, prompt, name, title, base)


def _game(rows, chosen, prompt, name, title, base):
    rules = games.rules(name)
    deal, moves, options = saves.position(name)
    if name == "three_thirteen":
        deal, moves, options = 1, walks.play(rules, 1, saves.MOVES, _FOUR), _FOUR
    given = {"NAME": name, "DEAL": deal, "OPTIONS": options, "MOVES": moves}
    if "frames" in chosen:
        late = walks.late(rules, deal, options) if name == "three_thirteen" else []
        lines = prompt.probe(f"{title}: moves", "stage", "patience", LATE=late, **given)
        rows += patience(title, lines)
        if name == "make13":
            clock = given | {"OPTIONS": bytes(len(rules.OPTIONS))}
            rows += race(title, prompt.probe(f"{title}: a race", "stage", "race", **clock))
    if "heap" in chosen:
        if name == "three_thirteen":
            given["OPTIONS"] = saves.position(name)[2]
        rows += heap(title, prompt.probe(f"{title}: heap", "stage", "heap", BASE=base, **given))
    if "hints" in chosen and name in games.names("patience"):
        given["DEALS"] = _deals(name, rules)
        rows += hints(name, title, prompt.probe(f"{title}: hints", "stage", "hints", **given))
    if "codes" in chosen and name != "make13":
        given["MOVES"] = walks.play(rules, deal, _CODED, options)
        rows += codes(title, prompt.probe(f"{title}: QR code", "stage", "code", **given))
    if "players" in chosen and name == "three_thirteen":
        hard = {"HANDS": _HANDS, "HARDEST": worst_hand.FOUND}
        rows += rummy(title, prompt.probe(f"{title}: computer players", "rummy", **hard))


def _deals(name, rules):
    if name == "thirteens":
        return [(deal, []) for deal in range(1, 16)]
    return [(deal, walks.play(rules, deal, n)) for deal, n in _HINTED]


def rummy(title, lines):
    """Rows of probes/rummy.py's lines."""
    rows = []
    slices = [0]
    for players, n, total, worst, longest in [line[1:] for line in lines if line[0] == "bot"]:
        what = f"{title}: a move of a hard player of {players}, "
        rows.append(Row(what + f"mean of {n}", total / n / 1000, "ms", 300))
        rows.append(Row(what + "worst", worst / 1000, "ms", 1000))
        slices.append(longest)
    rows.append(Row(f"{title}: longest slice", max(slices) / 1000, "ms", 8))
    for kind, average, worst in [line[1:] for line in lines if line[0] == "melds"]:
        if kind == "random":
            rows.append(Row(f"{title}: melds of 14 cards, mean", average / 1000, "ms", 12))
            rows.append(Row(f"{title}: worst of {_HANDS} such hands", worst / 1000, "ms", 25))
        else:
            rows.append(Row(f"{title}: hardest hands known", worst / 1000, "ms", 100))
    return rows if lines else []


def _of(lines, kind):
    return [line[2:] for line in lines if line[0] == kind]


def patience(title, lines):
    """Rows of patience.py's lines."""
    rows = []

    def add(what, times, most):
        if times:
            rows.append(Row(f"{title}: {what}", max(times) / 1000, "ms", most))

    made = _of(lines, "move")
    add("a move's animation, longest frame", [line[3] for line in made], _FRAME)
    add("the frame in which it ends", [line[4] for line in made], None)
    add("a move, to its first frame", [line[2] for line in made], None)
    add("whole table drawn", [line[0] for line in _of(lines, "whole")], 7)
    add("whole table drawn and sent", [line[1] for line in _of(lines, "whole")], 27)
    for n, time in _of(lines, "undo"):
        add(f"undo after {n} moves, worst", [time], 100)
    for rest, flight in _of(lines, "bytes"):
        rows.append(Row(f"{title}: allocated by a frame at rest", rest, "bytes", 0))
        rows.append(Row(f"{title}: allocated by a frame of an animation", flight, "bytes", 0))
    taps = [line[0] for line in _of(lines, "key")]
    if taps:
        add(f"key to last pixel, worst of {len(taps)} keys", taps, _FRAME)
        add(f"key to last pixel, mean of {len(taps)} keys", [mean(taps)], None)
    return rows


def race(title, lines):
    """Rows of race.py's lines."""
    rows = []
    for frames, spent, worst, whole, kept, tick in _of(lines, "race"):
        rate = frames * 1000000 / max(spent, 1)
        rows.append(Row(f"{title}: frames while everything moves", rate, "a second", 30))
        rows.append(Row(f"{title}: longest of these frames", worst / 1000, "ms", 33))
        lost = max(whole // 1000 // tick - kept - 1, 0)  # one may be in progress
        rows.append(Row(f"{title}: ticks lost in {whole // 1000000} s of it", lost, "", 0))
    for rest, flight in _of(lines, "bytes"):
        rows.append(Row(f"{title}: in a race, allocated by a frame at rest", rest, "bytes", 0))
        rows.append(Row(f"{title}: in a race, by a frame of an animation", flight, "bytes", 0))
    return rows


def heap(title, lines):
    rows = []
    for played, thinking in _of(lines, "heap"):
        rows.append(Row(f"{title}: live heap, played", played / 1000, "kB", None))
        rows.append(Row(f"{title}: live heap, its player at work", thinking / 1000, "kB", None))
    for (took,) in _of(lines, "scored"):
        rows.append(Row(f"{title}: the frame that shows a round's score", took / 1000, "ms", 40))
    return rows


def hints(name, title, lines):
    """Rows of hints.py's lines."""
    thought = _of(lines, "hint")
    if not thought:
        return []
    totals = [line[2] / 1000 for line in thought]
    slices = max(line[3] for line in thought) / 1000
    rows = [
        Row(f"{title}: hint, longest slice", slices, "ms", 8),
    ]
    if name == "thirteens":
        rows.append(Row(f"{title}: can it be won, median", median(totals), "ms", 150))
        rows.append(Row(f"{title}: can it be won, worst", max(totals), "ms", None))
    else:
        rows.append(Row(f"{title}: whole hint, worst", max(totals), "ms", 500))
        rows.append(Row(f"{title}: whole hint, mean", mean(totals), "ms", None))
    return rows


def codes(title, lines):
    """Rows of code.py's lines."""
    rows = []
    for moves, letters, _, size, loaded, taken, times, longest in _of(lines, "code"):
        text, made, drawn = times  # from the start
        rows.append(Row(f"{title}: QR code of {moves} moves, text", text / 1000, "ms", None))
        what = f"{title}: {letters} letters in {size}x{size} modules, "
        rows.append(Row(what + "encoded and drawn", (drawn - text) / 1000, "ms", 400))
        rows.append(Row(f"{title}: QR code, longest slice", longest / 1000, "ms", 50))
        rows.append(Row(f"{title}: QR code, its modules imported", loaded / 1000, "ms", None))
        rows.append(Row(f"{title}: QR code, memory of its modules", taken / 1000, "kB", None))
    return rows
