"""The command that trains hard's networks at Three Thirteen."""

import random
import shutil

import pytest

from thirteen.bots import three_thirteen_weigh as weigh
from tools import arena, games, tune
from tools import tune_three_thirteen as tuning

TABLES = {"OUT": weigh.OUT, "DISCARD": weigh.DISCARD}
compiler = pytest.mark.skipif(
    not (shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")),
    reason="no C compiler",
)


def test_tables_are_packed_without_loss():
    rnd = random.Random(1)
    for inputs in tuning.INPUTS.values():
        numbers = [rnd.randrange(-32768, 32768)]
        for _ in range(tuning.UNITS):
            numbers += [rnd.randrange(-127, 128) for _ in range(inputs)]
            numbers += [rnd.randrange(-32768, 32768) for _ in range(2)]
        assert tuning.unpacked(tuning.packed(numbers, inputs), inputs) == numbers
    assert tuning.read(tuning.printed(TABLES)) == TABLES


def test_the_module_s_tables_are_in_the_command_s_format():
    source = tuning.PATH.read_text()
    assert tuning.replaced(source, tuning.written(TABLES)) == source


@compiler
@pytest.mark.parametrize("seats", ("hard,greedy", "medium,hard,greedy"))
def test_the_program_plays_as_the_firmware_and_the_arena_do(seats):
    kinds = seats.split(",")
    n = len(kinds)
    options = games.options("three_thirteen", f"players={n}")
    for deal, turn, winner, *totals in tuning.play(TABLES, seats, 3, 41):
        turned = [kinds[(p + turn) % n] for p in range(n)]
        assert arena.play(turned, deal, options) == (winner, totals)


@compiler
def test_the_arena_finds_the_same_figures_compiled():
    kinds = ["hard", "medium", "greedy"]
    options = games.options("three_thirteen", "players=3")
    assert arena.compiled(kinds, range(7, 10)) == arena.arena(kinds, range(7, 10), options)


@compiler
def test_the_command_writes_a_module_reproducibly(tmp_path):
    texts = []
    for name in "ab":
        path = tmp_path / name
        arguments = ["--choices", "300", "--passes", "2", "-o", str(path)]
        assert tune.main(["three_thirteen", *arguments]) == 0
        texts.append(path.read_text())
    assert texts[0] == texts[1] != tuning.PATH.read_text()
    made = {}
    exec(texts[0][texts[0].index("\nOUT = (") : texts[0].index("\ninputs = ")], made)
    assert tuning.replaced(texts[0], tuning.written(TABLES)) == tuning.PATH.read_text()
    assert {name: len(made[name]) for name in TABLES} == {k: len(v) for k, v in TABLES.items()}


def test_a_module_without_tables_is_refused():
    with pytest.raises(games.Bad):
        tuning.replaced("OUT = 3\n", tuning.written(TABLES))


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess"],
        ["three_thirteen", "--choices", "0"],
        ["three_thirteen", "--passes", "0"],
        ["three_thirteen", "--seed", "0"],
    ],
)
def test_bad_input_is_reported(arguments):
    with pytest.raises(games.Bad):
        tune.main(arguments)


def test_without_a_compiler_it_says_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(games.Bad, match="C compiler"):
        tuning.compiled(tmp_path)
