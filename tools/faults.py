"""`faults`: cut the power of an emulated Pico inside every flash operation, check what is left.

A scenario is something a player does (press keys, switch on, run `make flash`), in small steps.
Each step runs once undisturbed, then once for each of its flash operations and each of PARTS, with
a power cut when that fraction of the operation's bits has changed. Then the flash is checked, the
handheld restarted, and the flash checked again. A cut is survived if

- every saved file is intact, in its state before, after, or as saved in between;
- the game's own files are either all old or all new;
- what counts after the end of a game is what counts without the cut: statistics, days, records;
- the handheld shows a picture, and leaves neither a damaged file nor a crash report, but for
  the one that a scenario is about;
- a second `make flash` completes an interrupted one (tried at every 25th cut).

Files that are copied over the old ones, as `mpremote mip install` does, may be left torn: then all
saves are there, and a second copy completes the first (tried at every fifth cut).
"""

import argparse
import contextlib
import io
import shutil
import tempfile
import time
from pathlib import Path

from tools import boards, emulator, progress
from tools.bench import saves, session
from tools.bench.image import linked
from tools.device import Trouble, build, flash, pack
from tools.device.port import Device
from tools.emulator import pico as emulated
from tools.emulator.prompt import Transport
from tools.left_on_flash import GAME, Lost, compare, contents, counted

PARTS = (0.0, 0.5, 0.99)  # fraction of an operation that is done when the power is cut
BOARD = "ws_lcd_13"
_SLICE = 0.1  # seconds; a longer wait is divided into steps
_AGAIN = 25
_COPIED = 5  # the same for a copy over the old files
_LINKED = 5.0  # seconds after which a first start is over
_STARTS = 1.0  # seconds from the end of a link until the launcher, or the prompt
_PIECE = 2048  # bytes of a copy
_COUNTING = 6  # seconds after power-on until a game that has ended is counted
_READ = "/saves/crash-read"  # a crash report that the player has seen

# A main.py with which the pause menu crashes, the first time.
_CRASHES = """\
import main
from thirteen.screens import pause_menu

def run(game):
    raise ValueError("as planned")

pause_menu.run = run
main.run()
"""

# One that knows the date.
_DATED = """\
import machine
machine.RTC().datetime((2026, 1, 4, 6, 12, 0, 0, 0))
import main
main.run()
"""
_DAY = 9500  # the same, as storage/deals.py counts


def _main(text):
    return pack.program(text).encode()


class Pico:
    """An emulated Pico, and statistics of the cuts tried and the losses they caused."""

    def __init__(self, image, profile, every=1, files=None, flash=None):
        """files: {path: bytes} on its flash, or all of it; none for an empty flash."""
        self.machine = emulated.Pico(image, profile, files, flash)
        self.every, self.bar = every, None
        self.operations = self.places = self.tried = self.again = 0
        self.losses = []  # (operation, part, what was lost)
        self.wanted = None  # the game's files, if the scenario writes them
        self.torn = False  # it may leave halves of them
        self.counts = False  # a game has ended before it begins: it is to count

    def play(self, scenario):
        """Run it once undisturbed, then with cuts."""
        start, writes = self.machine.save(), self.machine.writes()
        self.first = contents(self.machine.flash())
        scenario(self, lambda act: act())
        self.last = contents(self.machine.flash())
        cuts = len(PARTS) * (self.machine.writes() - writes) // self.every
        if self.first == self.last:
            raise Trouble("A scenario writes nothing: its keys are out of date.")
        self.machine.load(start)
        with progress.bar(cuts, "cuts") as self.bar:
            scenario(self, self.step)

    def step(self, act):
        """Run it with a power cut at each operation, then undisturbed; returns the last result."""
        machine = self.machine
        before, writes = machine.save(), machine.writes()
        result = act()
        done = machine.writes() - writes
        after = machine.save()
        for operation in range(1, done + 1):
            for part in PARTS:
                self.places += 1
                if self.places % self.every == 0:
                    machine.load(before)
                    machine.plan_cut(operation, part)
                    self._cut(act, self.operations + operation, part)
        self.operations += done
        machine.load(after)
        return result

    def written(self):
        """The names of the files that the scenario changed."""
        first, last = self.first, self.last
        paths = [p for p in first.keys() | last.keys() if first.get(p) != last.get(p)]
        return " ".join(sorted({Path(p).stem for p in paths}))

    def rest(self, step, seconds):
        for _ in range(round(seconds / _SLICE)):
            step(lambda: self.machine.run(_SLICE))

    def _cut(self, act, operation, part):
        self.tried += 1
        try:
            act()
            raise Lost("the power was not cut: the emulator is not deterministic")
        except emulated.PowerCut:
            pass
        except Lost as loss:
            self.losses.append((operation, part, str(loss)))
            return
        try:
            self._judge()
        except Lost as loss:
            self.losses.append((operation, part, str(loss)))
        self.bar.update()

    def _judge(self):
        """Check the flash after the cut, before and after a restart."""
        left = contents(self.machine.flash())
        if self.torn:
            self._judge_torn(left)
            return
        compare(self.first, self.last, left, self.wanted)
        had = all(path in left for path in GAME)
        self._starts(had)
        now = contents(self.machine.flash())
        if self.wanted:
            compare(self.first, self.last, now, self.wanted)
            if self.tried % _AGAIN == 0:
                self._flash_again()
        else:
            compare(left, self.last, now, None, self.first)
            if self.counts:
                self.machine.run(_COUNTING)
                now = contents(self.machine.flash())
                if counted(now) != counted(self.last):
                    raise Lost("what counts is not what counts without the cut")
            written = self.last.get(_READ)  # the crash report, if the scenario writes one
            for path in now:
                if ".bad" in path or path.startswith("/saves/crash") and now[path] != written:
                    raise Lost(f"{path} is left")

    def _judge_torn(self, left):
        """Check all but the game's files; then copy them once more."""
        for _ in "ab":
            compare(self.first, self.last, left | {p: self.first[p] for p in GAME}, None)
            self.machine.run(2)
            left = contents(self.machine.flash())
        if self.tried % _COPIED != 1:
            return
        self.again += 1
        _copy(self, self.wanted, lambda act: act())
        self.machine.restart()
        self._starts(True)
        compare(self.first, self.last, contents(self.machine.flash()), self.wanted)

    def _starts(self, had):
        machine = self.machine
        if had:
            try:
                machine.lit()
            except Trouble as trouble:
                raise Lost(str(trouble)) from None
        writes = -1
        while machine.writes() != writes:  # until nothing is being written
            writes = machine.writes()
            machine.run(0.5)
        if had:
            machine.run(_STARTS)
        said = machine.console.decode("utf-8", "replace")
        if "Traceback" in said:
            raise Lost(said.strip().splitlines()[-1])
        if had and ">>> " in said:
            raise Lost("it ends at the prompt: " + " ".join(said.split()))

    def _flash_again(self):
        self.again += 1
        _install(self, self.wanted, lambda act: act())
        self.machine.restart()
        self._starts(True)
        now = contents(self.machine.flash())
        for path, data in self.wanted.items():
            if now.get(path) != data:
                raise Lost(f"a second flash leaves another {path}")


# The scenarios: the flash's contents and the actions.


def _titles():
    return session.titles()


def _key(key, seconds=3.0):
    """Press the key, then wait."""

    def scenario(pico, step):
        step(lambda: pico.machine.tap(key))
        pico.rest(step, seconds)

    return scenario


def _keys(*taps):
    def scenario(pico, step):
        for tap in taps:
            _key(*tap)(pico, step)

    return scenario


def _power_on(seconds=4.0):
    def scenario(pico, step):
        step(pico.machine.restart)
        pico.rest(step, seconds)

    return scenario


def _install(pico, files, step):
    """`make flash` over the emulated console."""
    transport = _Stepwise(pico.machine, step)
    transport.enter_raw_repl()
    with contextlib.redirect_stdout(io.StringIO()):
        flash.flash(Device(transport, "the emulated Pico"), files)


def _copy(pico, files, step):
    """What `mpremote mip install` does: each file over the old one, main.py last."""
    transport = _Stepwise(pico.machine, step)
    transport.enter_raw_repl()
    for path in sorted(files, key=lambda path: (path == pack.MAIN, path)):
        transport.exec(f"f = open({path!r}, 'wb')\nw = f.write")
        for at in range(0, len(files[path]), _PIECE):
            transport.exec(f"w({files[path][at : at + _PIECE]!r})")
        transport.exec("f.close()")


class _Stepwise(Transport):
    def __init__(self, machine, step):
        super().__init__(machine)
        self.step = step

    def exec(self, program):
        return self.step(lambda: super(_Stepwise, self).exec(program))


def _ended(name):
    return saves.ended(BOARD, _titles(), name)


def _without(name):
    files = saves.saved(BOARD, _titles())
    return {path: data for path, data in files.items() if not path.startswith(f"/saves/{name}.")}


# Name: (title, saves before, actions).
KINDS = {
    "thirteens": ("a move in Thirteens", lambda: _in("thirteens"), _key("Y")),
    "friday": ("a move in Friday the 13th", lambda: _in("friday"), _key("Y")),
    "imaginary": ("a move in Imaginary Thirteen", lambda: _in("imaginary"), _key("Y")),
    "three_thirteen": ("a move in Three Thirteen", lambda: _in("three_thirteen"), _key("Y")),
    "race": ("a race of Make 13, paused", lambda: _in("make13", True),
             _keys(("A", 3.0), ("MENU", 1.5))),
    "entry": ("the start of an entry of Make 13", lambda: _without("make13"),
              _keys(("RIGHT", 0.5), *[("A", 1.2)] * 4, ("A", 3.0))),
    "left": ("a new deal in the middle of a game, and back to it", lambda: _in("friday"),
             _keys(("MENU", 0.5), ("DOWN", 0.3), ("A", 3.0), ("Y", 4.0))),
    "crash": ("a crash report, seen", lambda: {**_in("friday"), "/main.py": _main(_CRASHES)},
              _keys(("Y", 0.5), ("MENU", 2.0), ("A", 3.0))),
    "settings": ("settings, opening and leaving a game", lambda: saves.saved(BOARD, _titles()),
                 _keys(("A", 3.0), ("MENU", 1.0), ("UP", 0.5), ("A", 3.0))),
    "end_thirteens": ("the end of Thirteens", lambda: _ended("thirteens"), _power_on()),
    "end_friday": ("the end of Friday the 13th", lambda: _ended("friday"), _power_on()),
    "end_imaginary": ("the end of Imaginary Thirteen", lambda: _ended("imaginary"), _power_on()),
    "end_make13": ("the end of a race", lambda: _ended("make13"), _power_on()),
    "end_three_thirteen": ("the end of Three Thirteen", lambda: _ended("three_thirteen"),
                           _power_on()),
    "day": ("a daily deal won on its day, with trophies", lambda: {
        **saves.ended(BOARD, _titles(), "thirteens", _DAY, True), "/main.py": _main(_DATED)},
        lambda pico, step: (_power_on(2.0)(pico, step), _key("A", 4.0)(pico, step))),
    "start": ("the first start", dict, lambda pico, step: (
        _power_on(_LINKED)(pico, step), _keys(("A", 2.0), ("DOWN", 0.5), ("A", 3.0))(pico, step))),
    "boot": ("a start with another boot.py", lambda: {
        **saves.saved(BOARD, _titles()), "/boot.py": b"kept = bytearray(40000)\n"},
        _power_on(_LINKED)),
}  # fmt: skip
FLASHES = {
    "flash": "`make flash` onto an empty Pico, a start",
    "update": "`make flash` over an older build, a start",
    "downgrade": "`make flash` of that older build, a start",
    "mip": "`mpremote mip install` over one, a start",
}


def _in(name, race=False):
    return saves.saved(BOARD, _titles(), name, race=race)


def run(kind, image, profile, wanted, older, *, every=1):
    """Run all cuts of a kind and return the Pico. wanted, older: builds, {path: bytes}."""
    if kind == "flash":
        pico = Pico(image, profile, every)
        pico.wanted = wanted
        pico.play(lambda pico, step: (_power_on(2.0)(pico, step), _install(pico, wanted, step),
                                      _power_on(_LINKED)(pico, step)))  # fmt: skip
    elif kind in FLASHES:
        old, wanted = (wanted, older()) if kind == "downgrade" else (older(), wanted)
        pico = Pico(image, profile, every, {**old, **saves.saved(BOARD, _titles())})
        pico.wanted, pico.torn = wanted, kind == "mip"
        pico.machine.run(_LINKED)
        pico.machine.settled(1)
        puts = _copy if pico.torn else _install
        pico.play(lambda pico, step: (puts(pico, wanted, step), _power_on(_LINKED)(pico, step)))
    else:
        _, files, scenario = KINDS[kind]
        if kind == "start":
            pico = Pico(image, profile, every, wanted)
        else:
            flash = linked(image, profile, wanted, files())
            pico = Pico(image, profile, every, flash=flash)
        pico.counts = kind.startswith(("end_", "day"))
        if not kind.startswith(("end_", "day", "start", "boot")):  # these start by switching it on
            pico.machine.lit()
            pico.machine.settled(1)
        pico.play(scenario)
    return pico


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools faults",
        description="Cut the power of an emulated Pico inside every flash operation of every kind "
        "of save, a first start, `make flash`, an update and what else makes the link anew, then "
        "switch on again and check that nothing is lost. PICO_UF2 in the environment names "
        "MicroPython's image. A full run takes hours: --every takes a sample. The exit code is 1 "
        "if a cut was not survived.",
        epilog="Kinds: " + ", ".join([*KINDS, *FLASHES]) + ".",
    )
    parser.add_argument("--kind", action="append", metavar="KIND", help="only this; may be given "
                        "several times")  # fmt: skip
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="only every Nth cut (default: 1, all)")  # fmt: skip
    args = parser.parse_args(argv)
    for kind in args.kind or ():
        if kind not in {**KINDS, **FLASHES}:
            raise Trouble(f"there is no kind {kind!r}: choose {', '.join([*KINDS, *FLASHES])}")
    if args.every < 1:
        raise Trouble("--every takes a number from 1: 1 for all cuts, 2 for every second, ...")
    image = emulator.named()
    if not image:
        raise Trouble("power cuts need an emulated Pico: set PICO_UF2 to MicroPython's image, "
                      "RPI_PICO-....uf2 from micropython.org/download/RPI_PICO.")  # fmt: skip
    profile = boards.read(BOARD)
    wanted = pack.pack(built(BOARD))
    print(f"{'power cut in':42} {'operations':>10} {'cuts':>7} {'survived':>8} seconds  written")
    losses, tried = [], 0
    for kind in args.kind or [*KINDS, *FLASHES]:
        began = time.monotonic()
        pico = run(kind, image, profile, wanted, older_build, every=args.every)
        title = FLASHES.get(kind) or KINDS[kind][0]
        lost = len(pico.losses)
        print(f"{title:42} {pico.operations:10} {pico.tried:7} {pico.tried - lost:8} "
              f"{time.monotonic() - began:7.0f}  {pico.written()}", flush=True)  # fmt: skip
        for operation, part, what in pico.losses:
            print(f"  operation {operation} of {pico.operations}, {part:.0%} done: {what}")
        if pico.again:
            print(f"  after {pico.again} of them installed again")
        losses += pico.losses
        tried += pico.tried
    print(f"{tried} cuts tried, {tried - len(losses)} survived")
    return 1 if losses else 0


def built(board, firmware=build.FIRMWARE, name=BOARD):
    """The folder with the build's modules."""
    build.refresh()
    out = build.ROOT / "build" / "faults" / name
    build.build(board, out, firmware=firmware)
    return out


def older_build():
    """A build of this firmware with another version number: {path: bytes}."""
    with tempfile.TemporaryDirectory() as folder:
        firmware = Path(folder) / "firmware"
        shutil.copytree(build.FIRMWARE, firmware)
        version = firmware / "thirteen" / "version.py"
        version.write_text('VERSION = "0.9.9"\nPAGE = ""\n', "utf-8")
        return pack.pack(built(BOARD, firmware, "older"))
