"""The build's step slim: what it removes, and that nothing else changes."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import games
from tools.device import build, cache, slim

# CPython looks up what annotations name, unless told not to.
UNTYPED = "from __future__ import annotations; "

MODULES = {
    "hal": "A, B = 1, 2\nWRAP = 0x3FFFFFFF\n",
    "cards/table": (
        "from micropython import const\n"
        'CURSOR = const(1)\nFAN = const(-16)\nSIGN = "s"\nTITLE = "long"\nspeed = 2\n'
        "_wide = 46\n_HIGH = const(7)\n"
        "def _place(wide):\n    global _wide\n    _wide = wide * CURSOR\n"
        "def place(x):\n    _place(x + _HIGH)\n    return _wide\n"
    ),
    "cards/views/war": (
        "import hal\n"
        "from cards import table\n"
        "UNIT = 100\n"
        "def open(s):\n"
        "    table.speed = table.CURSOR + table.FAN\n"
        "    return [table.SIGN, table.TITLE, hal.WRAP,\n"
        "            table.place(3)]\n"
        "def shadow(table):\n"
        "    return table.CURSOR\n"
    ),
}


def test_numbers_and_strings_are_inlined():
    war = slim.slim(MODULES, ["war.UNIT, war.open, war.shadow"])["cards/views/war"]
    assert "hal.WRAP" not in war and "1073741823" in war
    assert "table.TITLE" in war and "UNIT = 100" in war
    # `table` is ambiguous in that module, so it is left alone.
    assert "table.CURSOR + table.FAN" in war


def test_a_constant_inlined_everywhere_is_removed():
    texts = dict(MODULES)
    texts["cards/views/war"] = texts["cards/views/war"].split("def shadow")[0]
    out = slim.slim(texts, ["war.open"])
    assert " = 1 + (-16)" in out["cards/views/war"] and "'s'" in out["cards/views/war"]
    table = out["cards/table"]
    assert "_CURSOR = const(1)" in table and "* _CURSOR" in table
    assert "SIGN" not in table and "'long'" in table.replace('"', "'") and " = 2" in table


def test_numbers_imported_by_name_are_inlined():
    texts = {
        "cards/table": MODULES["cards/table"],
        "war": "from cards.table import (\n    CURSOR,\n    FAN as F,\n    place,\n)\n"
        "def open(s):\n    return place(CURSOR) + F\n",
    }
    out = slim.slim(texts, ["war.open"])
    assert out["war"].count("\n") == texts["war"].count("\n")
    assert "import place\n" in out["war"] and "place(1) + (-16)" in out["war"]
    assert "_FAN = const(-16)" in out["cards/table"]  # the compiler drops it


def test_a_name_used_from_outside_is_kept():
    out = slim.slim(MODULES, ["from cards import table\ntable.place(wide=3)\n"])
    assert "def place(" in out["cards/table"] and "(wide)" in out["cards/table"]


def test_functions_keep_their_names_for_crash_reports():
    out = slim.slim(MODULES, ["war.open, war.shadow"])
    for name, text in MODULES.items():
        assert re.findall(r"def (\w+)", out[name]) == re.findall(r"def (\w+)", text)


def test_names_looked_up_at_run_time_are_kept():
    texts = dict(MODULES, spy='def look(o):\n    return o._place, getattr(o, "_wide")\n')
    table = slim.slim(texts, ["spy.look, table.place"])["cards/table"]
    assert "_place" in table and "_wide" in table


def test_types_cost_nothing(tmp_path):
    """A module with annotations compiles to the same bytes as one without."""
    plain = "from micropython import const\n\ndef count(s, m=2):\n    n = s[m]\n    return n\n"
    typed = plain.replace("\n\n", "\nfrom thirteen.protocols import Table\n", 1)
    typed = typed.replace("(s, m=2)", "(s: Table, m: int = 2) -> int").replace("n =", "n: int =")
    made = []
    cross, _ = build.compiler()
    for text in (plain, typed):
        out = tmp_path / "count.mpy"
        text = slim.slim({"count": text}, ["count.count"])["count"]
        build.compile_one(cross, Path("count.py"), text.encode(), "count.mpy", out)
        made.append(out.read_bytes())
    assert made[0] == made[1]


def test_line_numbers_do_not_change():
    out = slim.slim(MODULES, ["war.open, war.shadow"])
    for name, text in MODULES.items():
        assert out[name].count("\n") == text.count("\n")
        assert [i for i, line in enumerate(out[name].split("\n")) if "def " in line] == [
            i for i, line in enumerate(text.split("\n")) if "def " in line
        ]


def test_invalid_python_is_left_to_the_compiler():
    texts = dict(MODULES, bad="a = = 1\n")
    assert slim.slim(texts) == texts


@pytest.fixture(scope="module")
def slimmed(tmp_path_factory):
    """The whole slimmed firmware, for CPython."""
    folder = tmp_path_factory.mktemp("slim")
    wanted = build.sources("ws_lcd_13")
    texts = {n[:-4]: p.read_text("utf-8") for n, p in wanted.items() if n.endswith(".mpy")}
    outside = [*build.FIRMWARE.glob("main.py"), *games.SIMULATOR.glob("*.py")]
    outside = [path.read_text("utf-8") for path in outside]
    out = cache.cached(slim.slim, texts, [*outside, _GAME.format(**dict.fromkeys(_FIELDS, 0))])
    for name, text in out.items():
        path = folder / (name + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(UNTYPED + text, encoding="utf-8")
    shutil.copytree(build.FIRMWARE / "thirteen/bank", folder / "thirteen/bank")
    assert sum(map(len, out.values())) < sum(map(len, texts.values()))
    return folder


_FIELDS = "simulator", "host", "folder", "saves", "presses"
_GAME = """
import sys
sys.path[:0] = [{simulator!r}, {host!r}, {folder!r}]
import hardware
hardware.saves = {saves!r}
import hal
from thirteen import shell
from thirteen.ui import keys
from zlib import crc32
seen = 0
presses = {presses!r}
class Done(BaseException):
    pass
def wait(pace=keys.BUSY, poll=keys.poll):
    global seen
    k = poll(pace)
    if hal.ms() > 200 * (seen + 1):
        seen += 1
        print(crc32(hal.buf))
        if seen > len(presses):
            raise Done
        hardware.level = presses[seen - 1] if seen % 2 else 0
    return k
keys.poll = wait
try:
    shell.run()
except Done:
    print("done")
"""


def test_the_slimmed_firmware_shows_the_same_pictures(slimmed, tmp_path):
    """A session in two games on CPython with the simulator's HAL."""
    for tile in (4,) if not os.environ.get("SOAK") else range(5):
        compare(slimmed, tile, tmp_path / str(tile))


def compare(slimmed, tile, tmp_path):
    presses = [8, 0] * tile + [16, 0] * 3 + [32, 0, 16, 0, 8, 0, 16, 0, 64, 0, 1, 0, 16, 0, 128, 0]
    printed = []
    for folder in (build.FIRMWARE, slimmed):
        program = _GAME.format(
            simulator=str(games.SIMULATOR),
            host=str(games.HOST),
            folder=str(folder),
            saves=str(tmp_path / folder.name),
            presses=presses + [0] * 9,
        )
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        printed.append(run.stdout.split())
    assert printed[0] == printed[1] and printed[0][-1] == "done" and len(set(printed[0])) > 5


def test_a_module_whose_names_are_assigned_must_be_imported_by_name():
    texts = {"front": "import page\n\ndef _show(x):\n    return x\n\npage.show = _show\n"}
    assert "import page\n" in slim.slim(texts)["front"]


PLAY = """
import sys
from array import array
from random import Random
from zlib import crc32
for name in sys.argv[1:]:
    rules = __import__("thirteen.rules." + name, None, None, [name])
    rnd = Random(name)
    s, out = bytearray(rules.SIZE), array("H", bytes(2 * rules.MOVES))
    seen = 0
    for deal in range(1, 4):
        rules.new(s, deal, bytes(len(rules.OPTIONS)))
        for _ in range(150):
            if rules.over(s):
                break
            n = rules.moves(s, out)
            seen = crc32(bytes(out[:n]), crc32(s, seen))
            rules.apply(s, out[rnd.randrange(n)])
    print(name, seen)
"""


def test_the_built_rules_play_as_the_sources_do(tmp_path):
    """Rules, by all of the build's steps but the compiler, in CPython."""
    folder = games.FIRMWARE / "thirteen"
    paths = [folder / "cards.py", folder / "rng.py", *folder.glob("rules/*.py")]
    code = {path.relative_to(games.FIRMWARE).as_posix()[:-3]: path.read_text("utf-8")
            for path in paths}  # fmt: skip
    texts = slim.slim(code, [PLAY])
    assert "thirteen.protocols" not in "".join(texts.values())
    for name, text in texts.items():
        path = tmp_path / (name + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(UNTYPED + text, encoding="utf-8")
    played = []
    for where in (games.FIRMWARE, tmp_path):
        env = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (where, games.HOST, games.SIMULATOR))),
        }
        command = [sys.executable, "-c", PLAY, *games.names()]
        done = subprocess.run(
            command, env=env, capture_output=True, text=True, check=True, timeout=100
        )  # fmt: skip
        played.append(done.stdout)
    assert played[0] == played[1] and played[0].count("\n") >= 5


def test_every_constant_is_one_that_the_compiler_folds():
    """`_X = const(...)` alone on its line: the build drops the name `const` itself."""
    for path in build.FIRMWARE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Assign) and "const(" in ast.unparse(node.value):
                alone = len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
                assert alone and isinstance(node.value, ast.Call), f"{path}:{node.lineno}"
