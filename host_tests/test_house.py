"""Repository conventions: the files, rule sheet, README line and picture of each game."""

import ast
import functools
import re
import subprocess
from pathlib import Path

import pytest

from thirteen import catalog

ROOT = Path(__file__).resolve().parent.parent
GAMES = [game[catalog.NAME] for game in catalog.GAMES]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "path",
    [
        "seeds/{}.md",
        "firmware/thirteen/rules/{}.py",
        "firmware/thirteen/bots/{}.py",
        "firmware/thirteen/views/{}.py",
        "firmware/thirteen/lessons/{}.py",
        "host_tests/test_{}.py",
        "host_tests/golden/{}.txt",
        "host_tests/deals/{}.txt",
    ],
)
def test_every_game_has_its_files(game, path):
    assert (ROOT / path.format(game)).is_file()


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_sheet_is_cited_by_a_test(game):
    sheet = (ROOT / f"seeds/{game}.md").read_text()
    rules = re.findall(r"^- ([A-Z]+\d+) ", sheet, re.M)
    assert len(rules) == len(set(rules)) and rules
    missing = [rule for rule in rules if rule not in cited()]
    assert not missing


@functools.cache
def cited():
    """The rules that a test cites in its name, its docstring or a comment on its first line."""
    found = set()
    for path in (ROOT / "host_tests").glob("test_*.py"):
        text = path.read_text("utf-8")
        lines = text.splitlines()
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                first = lines[node.lineno - 1].partition("#")[2]
                words = " ".join((node.name.upper().replace("_", " "), first,
                                  ast.get_docstring(node) or ""))  # fmt: skip
                found |= set(re.findall(r"\b[A-Z]+\d+\b", words))
    return found


def test_the_top_level_has_only_the_agreed_files():
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    top = {path.split("/")[0] for path in listed}
    agreed = set(
        "README.md LICENSE CHANGELOG.md CONTRIBUTING.md "
        "firmware host_tests tools Makefile seeds pyproject.toml".split()
    )
    assert {name for name in top if not name.startswith(".")} <= agreed
