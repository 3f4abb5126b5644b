"""The layers of the firmware: imports go down only. Each module's docstring names its layer."""

import ast
import functools
import re
from pathlib import Path

import pytest

from thirteen import catalog, preload

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware"

FOLDERS = {
    "rules": 2, "bots": 2, "lessons": 2, "ui": 3, "storage": 3, "views": 4,
    "modes": 5, "screens": 5,
}  # fmt: skip
GAMES = {
    game[catalog.NAME]: ["thirteen." + path for path in game[catalog.MODULES].split()]
    for game in catalog.GAMES
}
SHARED = ["thirteen." + path for path in preload.SHARED.split()]
AHEAD = SHARED + ["thirteen." + path for path in preload.MENUS.split()]
ROOMS = ("rules", "bots", "views", "lessons")  # each game has a module in each
GROUND = {"board", "files", "hal", "pack"}

# MicroPython's modules, and the lowest layers that may import them.
ANYWHERE = {"array", "micropython"}
FROM_3 = {"struct", "binascii", "gc", "sys"}
FROM_5 = {"io", "traceback"}
ONLY_1 = {
    "os", "time", "framebuf", "machine", "_rp2", "uctypes", "hardware", "_thread", "random",
    "ubinascii", "uio", "uos", "errno", "select", "__main__",
}  # fmt: skip
NOWHERE = {
    "typing", "abc", "enum", "dataclasses", "functools", "itertools", "copy", "re", "asyncio",
    "collections", "math",
}  # fmt: skip

MODULES = {
    path.relative_to(FIRMWARE)
    .with_suffix("")
    .as_posix()
    .replace("/", ".")
    .removesuffix(".__init__"): path
    for path in sorted(FIRMWARE.rglob("*.py"))
    if path.parent.name != "boards"
}


@functools.cache
def tree(name):
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


def layer(name):
    """A module's layer: by its folder, else by its docstring's first words."""
    parts = name.split(".")
    if parts[0] in GROUND:
        return 1
    if name in ("thirteen", "thirteen.version"):
        return 2
    if len(parts) > 2 and parts[1] in FOLDERS:
        return FOLDERS[parts[1]]
    if name == "main":
        return 5
    return documented(name)


def documented(name):
    """The layer named in the docstring; None for generated and empty modules."""
    found = re.match(r"Layer (\d)\b", ast.get_docstring(tree(name)) or "")
    return int(found[1]) if found else None


@functools.cache
def imported(name):
    """The full names of the modules that a module imports."""
    return tuple(_imported(name, ast.walk(tree(name))))


@functools.cache
def imported_at_once(name):
    """Those imported at module level."""
    found = {other for other in _imported(name, tree(name).body) if other in MODULES}
    return found - {"thirteen.protocols"}  # not in the build


def _imported(name, nodes):
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name}: a relative import"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in MODULES else node.module


@pytest.mark.parametrize("name", MODULES)
def test_a_module_s_docstring_names_its_layer(name):
    generated = name in (
        "thirteen.ui.art",
        "thirteen.ui.large",
        "thirteen.ui.emblems",
        "thirteen.version",
    )
    if not generated and name != "thirteen":
        assert documented(name) is not None and documented(name) == layer(name)


@pytest.mark.parametrize("name", MODULES)
def test_imports_go_down_only(name):
    here = layer(name)
    for other in imported(name):
        if (name, other) == ("pack", "thirteen"):
            continue  # only to say where its modules are
        if other in MODULES or other == "board":
            assert layer(other) <= here, f"{name} (layer {here}) imports {other}"
            if here == 2:
                assert layer(other) == 2, f"{name} is pure, and imports {other}"


@pytest.mark.parametrize("name", MODULES)
def test_only_the_hal_knows_where_it_runs(name):
    here = layer(name)
    for other in imported(name):
        root = other.split(".")[0]
        if other in MODULES or root in ("board", "thirteen"):
            continue
        if (name, root) == ("thirteen.protocols", "typing"):
            continue  # not on the device
        assert root not in NOWHERE, f"{name}: MicroPython has no {root}"
        assert root in ANYWHERE | FROM_3 | FROM_5 | ONLY_1, f"{name}: what is {root}?"
        assert here == 1 or root not in ONLY_1, f"{name} (layer {here}) imports {root}"
        assert here in (1, 5) or root not in FROM_5, f"{name} (layer {here}) imports {root}"
        assert here != 2 or root not in FROM_3, f"{name} is pure, and imports {root}"
    if here > 1 and name != "thirteen.screens.selftest":  # it shows the version
        asked = {node.attr for node in ast.walk(tree(name)) if isinstance(node, ast.Attribute)}
        assert not asked & {"platform", "implementation", "uname"}, f"{name} asks where it runs"


@pytest.mark.parametrize("name", MODULES)
def test_modules_are_imported_by_name_in_two_places_only(name):
    called = {node.id for node in ast.walk(tree(name)) if isinstance(node, ast.Name)}
    by_name = name in ("thirteen.catalog", "thirteen.preload")
    assert by_name or not called & {"__import__", "exec", "eval"}


@functools.cache
def reached(name):
    """A module and all its imports, direct or indirect, also inside functions."""
    found = []
    queue = [name]
    while queue:
        here = queue.pop()
        if here not in found:
            found.append(here)
            queue += [other for other in imported(here) if other in MODULES]
    return found


@pytest.mark.parametrize("name", MODULES)
def test_there_are_no_import_cycles(name):
    for other in imported(name):
        if other in MODULES:
            assert name not in reached(other), f"{name} imports {other}, which leads back"


@pytest.mark.parametrize("name", MODULES)
def test_only_power_on_and_an_open_game_have_imports_in_functions(name):
    """Each has its reason in a comment; the crash screen, where any import may fail, is exempt."""
    lines = MODULES[name].read_text(encoding="utf-8").splitlines()
    for node in ast.walk(tree(name)):
        free = name in ("main", "thirteen.screens.crash")
        if isinstance(node, ast.FunctionDef) and not free:
            for part in ast.walk(node):
                if isinstance(part, (ast.Import, ast.ImportFrom)):
                    where = f"{name}:{part.lineno}"
                    assert "not needed" in lines[part.lineno - 1], where


@pytest.mark.parametrize("game", GAMES)
def test_the_catalogue_lists_what_one_game_alone_uses(game):
    """All except hints, screens, lesson and sheet, each module after those that it imports."""
    listed = GAMES[game]
    assert len(set(listed)) == len(listed) and set(listed) <= set(MODULES)
    own = {f"thirteen.{room}.{game}" for room in ROOMS}
    mode = catalog.GAMES[catalog.row(game)][catalog.MODE]
    parts = {f"thirteen.rules.{game}", f"thirteen.views.{game}", f"thirteen.modes.{mode}"}
    assert parts <= set(listed)
    bots = [name for name in listed if name.startswith("thirteen.bots.")]
    assert bool(bots) == (mode == "players")  # a bot for hints only is loaded by the first one
    for i, name in enumerate(listed):
        later = imported_at_once(name) & set(listed[i:])
        assert not later, f"{name} comes before {later}"
    for name in MODULES:
        users = {other for other in MODULES if name in imported(other)}
        if users and users <= own | set(listed):
            shared = any(name in GAMES[other] for other in GAMES if other != game)
            built_in = name == "thirteen.fast"  # the build replaces it by viper
            brief = name.startswith(("thirteen.bots.", "thirteen.screens.", "thirteen.views."))
            known = name in listed or shared or name in SHARED or built_in or brief  # dropped so
            assert known, f"{name} serves {game} alone"
        if name in listed:
            theirs = {part for other in GAMES.values() if name in other for part in other}
            theirs |= {f"thirteen.{room}.{other}" for room in ROOMS for other in GAMES}
            theirs |= {part for part in MODULES if part.startswith(f"thirteen.views.{game}_")}
            assert users <= theirs, f"{name} is not {game}'s alone: {users - theirs}"


def test_preloaded_modules_follow_those_they_import():
    assert len(set(AHEAD)) == len(AHEAD) and set(AHEAD) <= set(MODULES)
    for i, name in enumerate(AHEAD):
        later = imported_at_once(name) & set(AHEAD[i:])
        assert not later, f"{name} comes before {later}"
    games = {name for listed in GAMES.values() for name in listed}
    there = {"hal", "thirteen.ui.art", "thirteen.fast", *AHEAD}  # the build drops fast
    there |= imported_at_once("thirteen.shell") | imported_at_once("thirteen.preferences")
    for name in AHEAD:  # one step, one module
        missing = imported_at_once(name) - there
        assert not missing, f"{name} brings {missing} along"
        assert not set(imported(name)) & games, f"{name} is every game's, and imports one's"


@pytest.mark.parametrize("name", [m for m in MODULES if layer(m) == 3])
def test_saves_and_screens_do_not_know_each_other(name):
    others = set(imported(name))
    if name == "thirteen.match" or name.startswith("thirteen.storage."):
        assert not any(other.startswith("thirteen.ui") for other in others)
    if name == "thirteen.match":
        assert "hal" not in others
    if name.startswith("thirteen.ui."):
        assert not others & {"thirteen.match", "thirteen.storage.store"}


@pytest.mark.parametrize("name", [m for m in MODULES if layer(m) in (2, 4)])
def test_a_game_knows_no_other_and_no_view_keeps_the_match(name):
    for other in imported(name):
        assert game_of(other) in (None, game_of(name)), f"{name} imports {other}"
        assert other not in ("thirteen.match", "thirteen.storage.store")
    if name.startswith("thirteen.rules."):
        assert not any(other.startswith("thirteen.bots") for other in imported(name))


def game_of(name):
    """The game that a module in rules, bots or views belongs to, None for others."""
    parts = name.split(".")
    if len(parts) > 2 and parts[1] in ("rules", "bots", "views"):
        own = (g for g in GAMES if f"{parts[2]}_".startswith(f"{g}_"))
        return max(own, key=len, default=None)
    return None


@pytest.mark.parametrize("folder", ["firmware", "tools"])
def test_no_module_grows_past_four_hundred_lines(folder):
    for path in (ROOT / folder).rglob("*.py"):
        if "node_modules" in path.parts or path.name in ("art.py", "large.py", "emblems.py"):
            continue
        with path.open(encoding="utf-8") as f:
            assert sum(1 for _ in f) <= 400, path


# A call costs the RP2040 as much as five lines, so these loops are inlined.
LONG = {
    "fill_rects": "assembler", "draw": "assembler", "search": "a search", "flow": "a search",
    "chance": "a search",
}  # fmt: skip


@pytest.mark.parametrize("name", MODULES)
def test_functions_are_short(name):
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= 60:
            assert node.name in LONG, f"{name}.{node.name} is longer than 60 lines"
