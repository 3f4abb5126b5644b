"""`mutate`: the changes it makes, and the tests it selects for each."""

import ast
import shutil

import pytest

from tools import calls, mutate
from tools.games import ROOT

TEXT = """
def f(a, b):
    if a < b and b != 7:
        return a + b
    return a >> 1
"""


def test_each_change_is_one_token_and_leaves_a_valid_program():
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


CALLED = {
    "slow": [9.0, ["firmware/thirteen/rng.py:next", "firmware/thirteen/rng.py:seed"]],
    "quick": [0.1, ["firmware/thirteen/rng.py:next"]],
    "other": [0.1, ["firmware/thirteen/rng_of_another.py:next"]],
    "endless": [99.0, ["firmware/thirteen/rng.py:next", "firmware/thirteen/rng.py:more"]],
}


@pytest.mark.parametrize(
    "name, chosen",
    [("next", ["quick", "slow"]), ("seed", ["slow"]), (None, ["quick", "slow"]),
     ("more", ["endless"]), ("nobody", [])],
)  # fmt: skip
def test_a_mutant_meets_the_tests_that_call_it_fastest_first(name, chosen):
    assert mutate.tests(CALLED, "firmware/thirteen/rng.py", name, 60) == chosen


def test_the_module_s_own_tests_come_first():
    called = {
        "host_tests/test_shell.py::test_a": [0.1, ["firmware/thirteen/rules/friday.py:new"]],
        "host_tests/test_friday.py::test_b": [9.0, ["firmware/thirteen/rules/friday.py:new"]],
        "host_tests/test_friday.py::test_c": [99.0, ["firmware/thirteen/rules/friday.py:new"]],
    }
    chosen = mutate.tests(called, "firmware/thirteen/rules/friday.py", "new", 60)
    assert [test[-1] for test in chosen] == ["b", "a"]


def test_the_function_of_a_line():
    text = "x = 1\ndef f():\n    def g():\n        y = 2\n    z = 3\n"
    assert [mutate.function(text, line) for line in (1, 2, 4, 5)] == [None, "f", "g", "f"]


def test_the_functions_that_a_test_calls_are_traced_and_cached(tmp_path):
    (tmp_path / "firmware").mkdir()
    (tmp_path / "firmware/thing.py").write_text("def f():\n    pass\n\n\ndef g():\n    pass\n")
    folder = tmp_path / "host_tests"
    folder.mkdir()
    text = "import thing\n\ndef test_one():\n    thing.f()\n"
    (folder / "test_thing.py").write_text(text)
    (folder / "conftest.py").write_text("import sys; sys.path.insert(0, 'firmware')")
    kept = tmp_path / "kept.json"
    for _ in range(2):
        found = calls.of(tmp_path, kept)
        assert [what[1] for what in found.values()] == [["firmware/thing.py:f"]]
        assert list(found) == ["host_tests/test_thing.py::test_one"]
    with (tmp_path / "firmware/thing.py").open("a") as module:
        module.write("\n\ndef h():\n    pass\n")
    found = calls.of(tmp_path, kept)
    assert [what[1] for what in found.values()] == [["firmware/thing.py:f", "firmware/thing.py:*"]]
    assert mutate.tests(found, "firmware/thing.py", "h") == [*found]
    (folder / "test_thing.py").write_text(text.replace("f()", "g()"))
    assert [what[1] for what in calls.of(tmp_path, kept).values()] == [["firmware/thing.py:g"]]


def test_the_same_seed_chooses_the_same_mutants_and_only_one_line_differs(tmp_path):
    files = ["firmware/thirteen/rules/friday.py"]
    chosen = mutate.choose(5, 3, files)
    assert chosen == mutate.choose(5, 3, files) != mutate.choose(5, 4, files)
    (tmp_path / files[0]).parent.mkdir(parents=True)
    shutil.copy(ROOT / files[0], tmp_path / files[0])
    old, new = mutate.apply(tmp_path, chosen[0]), (tmp_path / files[0]).read_text()
    assert old == (ROOT / files[0]).read_text()
    assert sum(a != b for a, b in zip(old.splitlines(), new.splitlines())) == 1


def test_an_interrupted_run_continues(tmp_path, monkeypatch, capsys):
    tried = []

    def stopped(names, chosen, results):
        for name in names[:3]:
            tried.append(name)
            results.add(name, len(tried) != 2)  # the second one survives
        if len(tried) < 5:
            raise KeyboardInterrupt

    monkeypatch.setattr(mutate, "_KEPT", tmp_path / "mutants.json")
    monkeypatch.setattr(mutate, "_try", stopped)
    command = ["--n", "5", "firmware/thirteen/rng.py"]
    with pytest.raises(KeyboardInterrupt):
        mutate.main(command)
    mutate.main(command)
    assert len(tried) == len(set(tried)) == 5
    assert "4 of 5 mutants were killed (80%)" in capsys.readouterr().out
    mutate.main([*command, "--again"])
    assert tried[5:] == [tried[1]]
    assert "5 of 5 mutants were killed (100%)" in capsys.readouterr().out
