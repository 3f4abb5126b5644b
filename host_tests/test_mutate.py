"""`mutate`: what it changes, and that every file has tests of its own."""

import ast

import pytest

from tools import mutate
from tools.games import ROOT

TEXT = """
def f(a, b):
    if a < b and b != 7:
        return a + b
    return a >> 1
"""


def test_each_change_is_one_token_and_leaves_a_program():
    lines = TEXT.splitlines()
    found = list(mutate.mutants("x.py", TEXT))
    assert {(old, new) for *_, old, new in found} == {
        ("<", "<="), ("and", "or"), ("!=", "=="), ("7", "8"), ("+", "-"), (">>", "<<"), ("1", "2"),
    }  # fmt: skip
    for line, column, end, old, new in found:
        text = lines[line - 1]
        assert text[column:end] == old
        changed = [*lines]
        changed[line - 1] = text[:column] + new + text[end:]
        ast.parse("\n".join(changed))


@pytest.mark.parametrize("path", mutate.default_files())
def test_every_file_that_is_changed_has_tests(path):
    assert mutate.tests(path)


def test_the_same_seed_chooses_the_same_mutants_and_only_one_line_differs(tmp_path):
    files = ["firmware/thirteen/rules/friday.py"]
    chosen = mutate.choose(5, 3, files)
    assert chosen == mutate.choose(5, 3, files) != mutate.choose(5, 4, files)
    (tmp_path / files[0]).parent.mkdir(parents=True)
    mutate.apply(tmp_path, chosen[0])
    old, new = (ROOT / files[0]).read_text(), (tmp_path / files[0]).read_text()
    assert sum(a != b for a, b in zip(old.splitlines(), new.splitlines())) == 1
