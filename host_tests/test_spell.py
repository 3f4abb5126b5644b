"""The build's step spell: names that MicroPython lacks get a spelling that it has."""

import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

from tools import games
from tools.device import fold, slim, spell

MODULES = {
    "hal": "import os as system\nfb = 7\ndef blit(at):\n    return at + fb\n"
    "def flushed(f):\n    return system.fsync(f.fileno())\n",
    "thirteen/views/war": (
        "import hal\nfrom thirteen.rules import war as laws\n"
        "class Heap:\n"
        "    def __init__(self, tallest):\n"
        "        self.tallest = tallest\n"
        "    def append(self, n):\n"
        "        self.tallest += n\n"
        "def drawn(s, unseen=1):\n"
        "    heap = Heap(tallest=3)\n"
        "    heap.append(unseen)\n"
        "    return [heap.tallest, hal.fb, laws.battle(s), getattr(laws, 'truce', 0)]\n"
    ),
    "thirteen/rules/war": "from micropython import const\n_BITS = const(3)\ntruce = 5\n"
    "def battle(s):\n    return len(s) + _BITS\n"
    "@micropython.asm_thumb\ndef copied(r0, r1):\n    mov(r0, r1)\n",
}


def names_in(text):
    return {word for word in spell._words(text)}


def test_our_names_are_spelled_alike_everywhere_as_micropython_s_rom_has_them():
    out, names = spell.spell(MODULES, ["war.drawn"])
    assert {"tallest", "unseen", "battle", "Heap", "laws", "flushed"} <= set(names)
    assert len(set(names.values())) == len(names) and set(names.values()) <= spell._ROM
    assert not set(names.values()) & set().union(*map(names_in, MODULES.values()))
    assert names["battle"] in names_in(out["thirteen/views/war"])
    assert names["battle"] in names_in(out["thirteen/rules/war"])
    assert [text.count("\n") for text in out.values()] == [
        text.count("\n") for text in MODULES.values()
    ]


@pytest.mark.parametrize(
    "name, why",
    [
        ("drawn", "a program outside uses it"),
        ("views", "a package"),
        ("war", "a module"),
        ("append", "MicroPython's own methods have that name"),
        ("fsync", "of one of MicroPython's modules"),
        ("fileno", "CPython's files have it, so later images may"),
        ("truce", "a text: getattr"),
        ("r0", "a register"),
        ("__init__", "Python's"),
        ("_BITS", "the compiler drops it"),
        ("len", "built in"),
    ],
)
def test_what_is_not_ours_alone_keeps_its_spelling(name, why):
    _, names = spell.spell(MODULES, ["war.drawn"])
    assert name not in names, why


def test_the_modules_do_the_same_and_a_program_spelled_alike_finds_their_names():
    out, names = spell.spell(MODULES)
    made = {}
    for name in "hal", "thirteen/rules/war", "thirteen/views/war":
        text = out[name].partition("@")[0]
        lines = [line for line in text.split("\n") if not line.startswith(("import", "from"))]
        scope = {
            "const": int,
            "hal": made.get("hal"),
            names["laws"]: made.get("thirteen/rules/war"),
        }
        exec("\n".join(lines), scope)
        made[name] = types.SimpleNamespace(**scope)
    program = spell.respelled("def main():\n    return drawn('four', unseen=2)\n", names)
    assert not {"drawn", "unseen"} & names_in(program)
    exec(program, scope)
    assert scope[names.get("main", "main")]() == [5, 7, 7, 5]


def test_a_name_put_together_at_run_time_is_kept():
    texts = {"thirteen/ui/emblems": "wargame = (1, 2)\n", "m": "def wargames():\n    pass\n"}
    assert set(spell.spell(texts)[1]) == {"wargames"}


def test_a_syntax_error_is_left_for_the_compiler():
    texts = {"m": "def f(:\n"}
    assert spell.spell(texts) == (texts, {})


@pytest.mark.skipif("PICO_UF2" not in os.environ, reason="no MicroPython image given")
def test_the_image_has_each_of_these_names_in_its_rom():
    image = Path(os.environ["PICO_UF2"]).read_bytes()
    blocks = (image[at + 32 : at + 288] for at in range(0, len(image), 512))
    rom = b"".join(blocks)
    assert [name for name in spell._ROM if name.encode() + b"\0" not in rom] == []


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
    paths = [folder / f"{name}.py" for name in ("__init__", "cards", "rng", "protocols")]
    paths += folder.glob("rules/*.py")
    code = {path.relative_to(games.FIRMWARE).as_posix()[:-3]: path.read_text("utf-8")
            for path in paths}  # fmt: skip
    texts, names = spell.spell(slim.slim(fold.fold(code), [PLAY]))
    texts["thirteen/fast"] = (folder / "fast.py").read_text("utf-8")
    assert "table.hand(" in code["thirteen/rules/three_thirteen"]
    assert "def hand(" not in "".join(texts.values())
    for name, text in texts.items():
        path = tmp_path / (name + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    played = []
    for program, where in ((PLAY, games.FIRMWARE), (spell.respelled(PLAY, names), tmp_path)):
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(where), str(games.SIMULATOR)])}
        command = [sys.executable, "-c", program, *games.names()]
        done = subprocess.run(
            command, env=env, capture_output=True, text=True, check=True, timeout=100
        )  # fmt: skip
        played.append(done.stdout)
    assert played[0] == played[1] and played[0].count("\n") >= 5
