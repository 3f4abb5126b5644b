"""The floors of the firmware: imports go down only. Each module's docstring names its own."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware"

FOLDERS = {"rules": 1, "bots": 1, "sheets": 1, "ui": 2, "views": 3}
FLOOR_0 = set("board boxes carry doze files hal letters native pack panel pen power".split())

# What comes with MicroPython, and the lowest floors that may have it.
ANYWHERE = {"array", "micropython"}
FROM_2 = {"struct", "binascii", "gc", "sys"}
FROM_4 = {"io", "traceback"}
ONLY_0 = {
    "os", "time", "framebuf", "machine", "rp2", "uctypes", "desk", "glass", "_thread", "random",
    "uos", "utime", "umachine", "uarray", "errno", "select",
}  # fmt: skip
NOWHERE = {
    "typing", "abc", "enum", "dataclasses", "functools", "itertools", "copy", "re", "asyncio",
    "collections", "math",
}  # fmt: skip

MODULES = {
    path.relative_to(FIRMWARE).with_suffix("").as_posix().replace("/", "."): path
    for path in sorted(FIRMWARE.rglob("*.py"))
    if path.parent.name != "boards"
}


def tree(name):
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


def floor(name):
    """A module's floor: by its place, else by its docstring's first words."""
    parts = name.split(".")
    if parts[0] in FLOOR_0:
        return 0
    if parts[0] == "thirteen" and len(parts) > 2 and parts[1] in FOLDERS:
        return FOLDERS[parts[1]]
    if parts[-1] == "__init__":
        return 1
    if name == "main":
        return 4
    return told(name)


def told(name):
    """The floor that the docstring names; None for what is generated, or has nothing in it."""
    found = re.match(r"Floor (\d)\b", ast.get_docstring(tree(name)) or "")
    return int(found[1]) if found else None


def imported(name):
    """The modules that one imports, each by its whole name."""
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name}: a relative import"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in MODULES else node.module


@pytest.mark.parametrize("name", MODULES)
def test_a_module_s_docstring_names_its_floor(name):
    generated = name.startswith("thirteen.sheets.") or name in (
        "thirteen.ui.art",
        "thirteen.ui.emblems",
    )
    if not generated and not name.endswith("__init__"):
        assert told(name) is not None and told(name) == floor(name)


@pytest.mark.parametrize("name", MODULES)
def test_imports_go_down_only(name):
    here = floor(name)
    for other in imported(name):
        if other in MODULES or other == "board":
            assert floor(other) <= here, f"{name} (floor {here}) imports {other}"
            if here == 1:
                assert floor(other) == 1, f"{name} is pure, and imports {other}"


@pytest.mark.parametrize("name", MODULES)
def test_only_the_hal_knows_where_it_runs(name):
    here = floor(name)
    for other in imported(name):
        root = other.split(".")[0]
        if other in MODULES or root in ("board", "thirteen"):
            continue
        assert root not in NOWHERE, f"{name}: MicroPython has no {root}"
        assert root in ANYWHERE | FROM_2 | FROM_4 | ONLY_0, f"{name}: what is {root}?"
        assert here == 0 or root not in ONLY_0, f"{name} (floor {here}) imports {root}"
        assert here in (0, 4) or root not in FROM_4, f"{name} (floor {here}) imports {root}"
        assert here != 1 or root not in FROM_2, f"{name} is pure, and imports {root}"
    if here:
        asked = {node.attr for node in ast.walk(tree(name)) if isinstance(node, ast.Attribute)}
        assert not asked & {"platform", "implementation", "uname"}, f"{name} asks where it runs"


@pytest.mark.parametrize("name", MODULES)
def test_modules_are_brought_in_by_name_from_the_top_and_the_ground_only(name):
    called = {node.id for node in ast.walk(tree(name)) if isinstance(node, ast.Name)}
    assert floor(name) in (0, 4) or not called & {"__import__", "exec", "eval"}


@pytest.mark.parametrize("name", [m for m in MODULES if floor(m) == 2])
def test_saves_and_screens_do_not_know_each_other(name):
    others = set(imported(name))
    if name in ("thirteen.match", "thirteen.store"):
        assert not any(other.startswith("thirteen.ui") for other in others)
    if name == "thirteen.match":
        assert "hal" not in others
    if name.startswith("thirteen.ui."):
        assert not others & {"thirteen.match", "thirteen.store"}


@pytest.mark.parametrize("name", [m for m in MODULES if floor(m) in (1, 3)])
def test_a_game_knows_no_other_and_no_view_keeps_the_match(name):
    parts = name.split(".")
    for other in imported(name):
        if parts[1] in FOLDERS:
            near = other.split(".")
            if len(near) > 2 and near[1] in ("rules", "bots", "views"):
                own = near[2] == parts[2] or near[2].startswith(parts[2] + "_")
                assert own, f"{name} imports {other}"
        assert other not in ("thirteen.match", "thirteen.store")
    if parts[1] == "rules":
        assert not any(other.startswith("thirteen.bots") for other in imported(name))


@pytest.mark.parametrize("folder", ["firmware", "tools"])
def test_no_module_grows_past_four_hundred_lines(folder):
    for path in (ROOT / folder).rglob("*.py"):
        if "node_modules" in path.parts or path.name in ("art.py", "emblems.py"):
            continue
        with path.open(encoding="utf-8") as f:
            assert sum(1 for _ in f) < 400, path
