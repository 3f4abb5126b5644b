"""The whole firmware in real MicroPython: the same results as on CPython, and its memory use.

Deals, games and saves are compared byte by byte, the framebuffer of each screen by its checksum.
Memory is measured with the firmware compiled as for the device; sizes are comparable because
WebAssembly also has 32-bit words.
"""

import ast
import sys
from pathlib import Path

import playing
import pytest
import test_screens
import wasm
from playing import SOAK

from tools import vectors

GAMES = playing.GAMES
HERE = Path(__file__).resolve().parent
VECTORS = HERE.parent / "tools/vectors.py"
DEALS = 40 if SOAK else 3
RANDOM = 10_000 if SOAK else 40
BOARDS = ("ws_lcd_13", "display_pack_2")

# Besides the newest, which all tests use.
OLDER = ("1.28",)

# kB of live heap besides the modules, so that growth is noticed: a game, its menus and a hint
# being computed. (Of the modules, a Pico has but what changes in its RAM: see tools/bench.)
HEAP = 12


def test_every_module_is_imported():
    files = wasm.game()
    names = [path[1:-4].replace("/", ".").removesuffix(".__init__") for path in files
             if path.endswith(".mpy")]  # fmt: skip
    script = "".join(f"__import__({name!r})\nprint({name!r})\n" for name in names)
    assert wasm.run(script, files=files).split() == names
    assert {f"thirteen.views.{game}" for game in GAMES} < set(names)


def test_deals_traces_and_random_play_are_those_of_cpython():
    """Of random play every state and all its legal moves."""
    files = wasm.game()
    files["/vectors.py"] = VECTORS
    scripts, expected = ["import vectors"], []
    for game in GAMES:
        rules = playing.RULES[game]
        scripts.append(f"""
from thirteen.rules import {game} as rules
for deal in vectors.DEALS:
    print(vectors.deck(rules, deal))
print(vectors.digest(rules, 1, {DEALS}))
print(vectors.checksum(rules, 1, {RANDOM}))
""")
        expected += [vectors.deck(rules, deal) for deal in vectors.DEALS]
        expected.append(str(vectors.digest(rules, 1, DEALS)))
        expected.append(vectors.checksum(rules, 1, RANDOM))
        assert int(expected[-1].split()[1]) > 10 * RANDOM
    assert wasm.run(*scripts, files=files).splitlines() == expected


_SAVE = """
import hal
from array import array
from thirteen import dealing, ending, rng
from thirteen.storage import history, settings
from thirteen.game import Game

settings.load()
r = array("H", (0, 0, 0, 0))
for game in GAMES:
    table = Game(game)
    dealing.deal(table, 4711)
    rng.seed(r, 1, 0xFFFC)
    for _ in range(70):
        out, n = table.match.legal()
        if table.rules.over(table.match.s) or not n:
            break
        m = out[rng.below(r, n)]
        if m != getattr(table.rules, "QUIT", -1):
            table.match.play(m)
    for _ in range(5):
        table.match.undo()
    table.seconds = 4000
    table.note(history.IS_HINTED)
    ending.close(table, False, 0, 99)
settings.save()
"""


def test_saved_files_are_those_of_cpython(handheld):
    assert saved_in_micropython() == saved_here(handheld)


def saved_here(handheld):
    handheld.on()
    exec(_SAVE, {"GAMES": GAMES})
    return {name: data.hex() for name, data in handheld.files().items()}


def saved_in_micropython(version=None):
    listing = "for name in sorted(hal.names()): print(name, hal.read(name).hex())\n"
    got = wasm.run(f"GAMES = {GAMES!r}\n" + _SAVE + listing, files=wasm.game(), version=version)
    return dict(line.split() for line in got.splitlines())


@pytest.mark.parametrize("version", OLDER)
def test_an_older_micropython_plays_and_saves_the_same(handheld, version):
    """From the oldest supported version on."""
    files = wasm.game()
    files["/vectors.py"] = VECTORS
    script = "import sys, vectors\nprint('%d.%d' % sys.implementation.version[:2])\n"
    for game in GAMES:
        script += f"from thirteen.rules import {game}\nprint(vectors.checksum({game}, 1, 10))\n"
    printed = wasm.run(script, files=files, version=version).splitlines()
    assert printed == [version] + [vectors.checksum(playing.RULES[game], 1, 10) for game in GAMES]
    assert saved_in_micropython(version) == saved_here(handheld)


@pytest.mark.parametrize("version", OLDER)
def test_an_older_micropython_draws_the_same(handheld, version):
    handheld.prepare("thirteens", deal=123456, moves=12)
    keys = "300 ! MENU 300 ! DOWN*3 ! B 300 RIGHT ! A 150 ! 600 !"
    here, there = in_both(handheld, keys, version)
    assert here == there and len(set(here)) > 4


def in_both(handheld, keys, version=None):
    """The framebuffer's checksums at the marks: (simulator, MicroPython)."""
    files = wasm.game(handheld.board)
    files["/wasm_play.py"] = HERE / "wasm_play.py"
    for name, data in handheld.files().items():
        files["/.saves/" + name] = data
    handheld.on()
    sys.modules.pop("wasm_play", None)
    import wasm_play

    wasm_play.play(keys)
    script = f"import wasm_play\nwasm_play.play({keys!r})\nprint(wasm_play.marks)"
    printed = wasm.run(script, files=files, version=version)
    return wasm_play.marks, [int(n) for n in printed.strip("[]\n").split(", ")]


def marked(keys, every):
    """The script of keys with a mark after every `every` words."""
    words = keys.split()
    return " ".join(w + " !" * (i % every == every - 1) for i, w in enumerate(words)) + " !"


def test_the_launcher_and_its_screens_are_drawn_alike(handheld, monkeypatch):
    """On the larger board: test_web.py has the smaller one."""
    version = wasm.run("import sys\nprint(sys.implementation.version[:3])")
    monkeypatch.setattr(sys.implementation, "version", ast.literal_eval(version))  # it is shown
    handheld.board = BOARDS[1]
    handheld.prepare(theme=1)
    here, there = in_both(handheld, marked(test_screens.tour(handheld), 2))
    assert here == there and len(set(here)) > 9


@pytest.mark.parametrize("game", GAMES)
def test_a_game_and_its_menus_are_drawn_alike(handheld, game):
    handheld.board = BOARDS[GAMES.index(game) % 2]
    handheld.prepare(game, deal=123456, moves=12, colours=1)
    keys = test_screens.tour(handheld, game, GAMES.index(game))
    here, there = in_both(handheld, marked(keys, 4))
    assert here == there and len(set(here)) > 7


# Memory

# The pause menu, the rules and a page of them, the statistics; then a hint is thought of.
_TOUR = (
    "900 MENU UP*3 A 200 A 200 RIGHT*2 B 200 B 200 B 400 MENU UP*2 A 300 B 200 B 400 X 300 X 4000"
)


@pytest.mark.parametrize("game", GAMES)
def test_heap_of_a_game(handheld, game):
    handheld.prepare(game, deal=42, moves=10)
    files = {**wasm.game(), "/wasm_play.py": HERE / "wasm_play.py"}
    for name, data in handheld.files().items():
        files["/.saves/" + name] = data
    paths = [path for path in files if path[:10] == "/thirteen/" and path.endswith(".mpy")]
    names = [p[1:-4].replace("/", ".").removesuffix(".__init__") for p in paths]
    modules = "".join(f"import {name}\n" for name in names if "." in name)
    start = "import gc, wasm_play\n" + modules
    taken = "A:900 300 " if game in playing.MULTIPLAYER else "900 A "  # the cover; a race's menu
    play = f"empty = gc.mem_alloc()\nwasm_play.play({taken + _TOUR!r})"
    end = "import sys\nprint(gc.mem_alloc() - empty)"
    seen = "print(*[m[17:] for m in sys.modules if m.startswith('thirteen.screens.')])"
    live, modules = wasm.run(start, play, end, seen, files=files).splitlines()
    assert {"pause_menu", "rules_menu", "game_over", "hint"} <= set(modules.split())
    assert 0 < int(live) <= HEAP * 1000


@pytest.mark.parametrize("game", playing.RACES)
def test_a_frame_that_changes_nothing_allocates_nothing(handheld, game):
    steady(handheld, game, "4000", 900)


@pytest.mark.parametrize("game", GAMES)
def test_rest_and_a_steady_animation_allocate_nothing(handheld, game):
    """From the third frame of a move on; before it, a new deal of many cards has arrived."""
    handheld.on()
    if game in playing.RACES:  # resume, without the countdown
        steady(handheld, game, "1500 A 100 B", 130, True)
        return
    pairs = game in playing.PATIENCES and handheld.start(game).view.pairs(0)
    begin = 200 if pairs else 20  # a pair pauses before it flies
    steady(handheld, game, "4000", 130, True, begin, 900)


@pytest.mark.parametrize("begin", (480, 860))
def test_falling_and_dealt_cards_allocate_nothing(handheld, begin):
    """Thirteens: the frames after a pair has reached the pile and the counts have changed."""
    steady(handheld, "thirteens", "1500", 130, True, begin)


def steady(handheld, game, keys, ms, moves=False, begin=20, rest=0):
    options = b"\0\0\2" if game in playing.MULTIPLAYER else None  # against a computer player
    handheld.prepare(game, deal=42, moves=0, options=options, animation=3)
    files = wasm.game()
    files["/wasm_play.py"] = HERE / "wasm_play.py"
    for name, data in handheld.files().items():
        files["/.saves/" + name] = data
    call = f"wasm_play.steady({keys!r}, {ms}, {moves}, {begin}, {rest})"
    script = f"import wasm_play\nprint({call}, wasm_play.shown)"
    grown, shown = wasm.run(script, files=files).split()
    assert grown == "0" and (not moves or int(shown) > 5)
