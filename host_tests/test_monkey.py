"""Random keys on all screens and in all games: no crash, no loss, no screen without an exit.

The suite runs a sample; SOAK=1 presses a million keys here and 100,000 in MicroPython. A failure
names its seed: Monkey(seed, ...) reproduces it.
"""

import re
from pathlib import Path

import monkey
import playing
import pytest
import wasm
from playing import SOAK

BOARDS = ("ws_lcd_13", "picosystem", "display_pack_2", "display_pack")
PRESSES = 25_000 if SOAK else 500
SEEDS = range(1, 41) if SOAK else range(1, 4)  # times PRESSES: a million
SEEING = 5_000 if SOAK else 100
WASM_RUNS = 200 if SOAK else 3
WASM_PRESSES = 250 if SOAK else 45
WASM_FIRST = 1024 if SOAK else 8192  # bytes kept by screens shown for the first time

_CARD = re.compile(r"^[A2-9TJQK][SHDC]$")


@pytest.fixture(autouse=True)
def _modules():
    with playing.kept_modules():
        yield


def cards_in(json):
    """Every card that a state's JSON names."""
    if isinstance(json, str):
        return [json] if _CARD.match(json) else []
    if isinstance(json, dict):
        json = json.values()
    return [c for part in json for c in cards_in(part)] if hasattr(json, "__iter__") else []


# Games that deal again in mid-game, and whose cards leave the table unlisted.
SHRINK = ("make13",)


# Games with several rows of statistics.
# Keys that list cards twice: the hands of a scored round, the deck of the cut.
AGAIN = ("melds", "cut")


def check_cards(game):
    """No card is lost or duplicated."""
    match = game.match
    first = bytearray(match.rules.SIZE)
    match.rules.new(first, match.number, match.options)
    json = match.rules.state(match.s)
    json = {key: value for key, value in json.items() if key not in AGAIN}
    dealt = match.rules.state(first)
    before = sorted(cards_in(dealt))
    now = sorted(cards_in(json))
    if game.name in SHRINK:
        assert len(set(now)) == len(now) <= 52, (game.name, now)
        return
    spare = list(before)
    for c in now:
        assert c in spare, (game.name, c, now)
        spare.remove(c)
    gone = json.get("discarded")  # a number: cards that the state does not list
    if isinstance(gone, int):
        gone -= dealt["discarded"]  # kings may leave as they are dealt
    assert len(spare) == (gone if isinstance(gone, int) else 0), (game.name, spare)


def check_save(game):
    """The save can be loaded, and its moves lead to the current state."""
    from thirteen import match

    other = match.Match(game.rules)
    other.load(b"".join(bytes(part) for part in game.match.save()))
    assert other.s == game.match.s
    assert other.forgotten + other.played == game.match.forgotten + game.match.played


def near_the_end(handheld, seed):
    """Save each game some moves before its end, so that ends occur."""
    handheld.on()
    for name in playing.GAMES:
        table = handheld.start(name, deal=seed, moves=400)
        for _ in range(3 + seed % 5):
            table.match.undo()
        table.save()


def let_loose(tmp_path, board, seed, presses, blind, **habits):
    handheld = playing.Handheld(tmp_path, board)
    near_the_end(handheld, seed)
    handheld.on()
    if blind:
        handheld.blind()
    seen = [0]

    def look():
        seen[0] += 1
        if ape.game:
            check_cards(ape.game)
            if seen[0] % 100 == 0:
                check_save(ape.game)

    ape = monkey.Monkey(seed, presses, look=look, **habits)
    try:
        ape.run()
    except Exception as e:
        raise AssertionError(f"seed {seed} on {board}, key {ape.presses}: {e!r}") from e
    assert ape.home and ape.presses >= presses and ape.homes
    return handheld


@pytest.mark.parametrize("seed", SEEDS)
def test_no_key_breaks_anything(tmp_path, seed):
    board = BOARDS[seed % 4]
    step = (10, 4, 18)[seed // 3 % 3]
    handheld = let_loose(tmp_path, board, seed, PRESSES, True, step=step)
    check_files(handheld)


@pytest.mark.parametrize("board", BOARDS)
def test_no_key_breaks_anything_with_drawing_on(tmp_path, board):
    check_files(let_loose(tmp_path, board, 77, SEEING, False, trip=80))


def test_the_exit_keys_work_if_the_game_ends_on_the_way(handheld):
    """B turns Friday's last cards; on a small screen UP then removes the result and A undoes."""
    handheld.board = "ws_lcd_114"
    handheld.prepare("friday")
    table = handheld.start("friday", moves=400)
    assert table.rules.over(table.match.s) == 2
    for _ in range(6):
        table.match.undo()
    table.save()
    handheld.on()
    handheld.blind()
    ape = monkey.Monkey(1, 0)
    ape.run()
    assert ape.home


def check_files(handheld):
    """At the next power-on every file is intact and every game can be resumed."""
    handheld.on()
    assert not [name for name in handheld.files() if ".bad" in name or name.startswith("crash")]
    handheld.module("storage.settings").load()
    for name in playing.GAMES:
        handheld.saved(name)
        for kind in range(4):
            r = handheld.numbers(name, kind)
            assert r["STREAK"] <= r["BEST_STREAK"] <= r["WON"] <= r["PLAYED"]
    assert handheld.module("storage.store").take_problems() is None


def test_a_seed_is_reproducible(tmp_path):
    ends = []
    for again in "ab":
        folder = tmp_path / again
        ends.append(let_loose(folder, "ws_lcd_13", 5, 150, True, trip=60).files())
    assert ends[0] == ends[1]


_WASM_START = """
import gc
import hal, hardware, monkey
from thirteen import background, catalog, match, shell
from thirteen.screens import crash, selftest
from thirteen.draw import card_art
from thirteen.table import table

def look():
    global seen
    seen += 1
    if ape.game and not seen % 200:
        other = match.Match(ape.game.rules)
        data = bytearray()
        for part in ape.game.match.save():
            data.extend(part)
        other.load(data)
        assert other.s == ape.game.match.s

seen = 0
background.begin()
while background.work(True):
    pass
"""
_WASM_SEGMENT = """
ape = monkey.Monkey(%d, %d, look=look)
try:
    ape.run()
except Exception:
    print("key", ape.presses)
    raise
"""
_WASM_LEFT = """
ape.game = None
background.finish()
table.close()
"""
_WASM_LEAK = """
def leaky(folder, name, module=catalog.module):
    held.append(bytearray(16000))
    return module(folder, name)

held = []
catalog.module = leaky
"""


def live_after_runs(tmp_path, board, seed, n, leaking=0):
    """Live bytes in MicroPython after each of n runs of the monkey, then of some with a leak."""
    handheld = playing.Handheld(tmp_path, board)
    near_the_end(handheld, seed)
    files = wasm.game(board)
    files["/monkey.py"] = Path(__file__).parent / "monkey.py"
    files["/.saves"] = tmp_path
    parts = [_WASM_START]
    for i in range(n + leaking):
        parts += [_WASM_LEAK] if i == n else []
        parts += [_WASM_SEGMENT % (seed + i, WASM_PRESSES), _WASM_LEFT, "print(gc.mem_alloc())"]
    printed = wasm.run(*parts, files=files, timeout=3000)
    return [int(line) for line in printed.split()]


def growth(live):
    """The growth in bytes: maximum of the later half of the runs minus that of the first half.

    Strings and tables used for the first time stay: some kB, and then no more.
    """
    warm = len(live) // 2 + 1
    return max(live[warm:]) - max(live[1:warm])


@pytest.mark.parametrize("board", BOARDS if SOAK else BOARDS[2:3])
def test_in_micropython_the_heap_does_not_grow(tmp_path, board):
    """It does, and that is noticed, if each game that is opened leaves something."""
    live = live_after_runs(tmp_path, board, 1000, WASM_RUNS, leaking=1)
    assert len(live) == WASM_RUNS + 1
    assert growth(live[:WASM_RUNS]) <= WASM_FIRST, live
    assert live[-1] > live[WASM_RUNS - 1] + 2 * WASM_FIRST, live
