"""The layers of the firmware: imports go down only. Each module's docstring names its layer."""

import ast
import functools
import graphlib
import re
from pathlib import Path

from each import each

from thirteen import catalog

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware"
HOST = ROOT / "tools" / "host"

FOLDERS = {
    "rules": 2, "bots": 2, "lessons": 2, "sheets": 2, "trophies": 2, "presets": 2,
    "draw": 3, "ui": 3, "table": 3, "storage": 3,
    "views": 4, "spoken": 4, "modes": 5, "screens": 5,
}  # fmt: skip
GAMES = [game[catalog.NAME] for game in catalog.GAMES]
SCREEN = ("thirteen.draw.", "thirteen.table.", "thirteen.ui.")
GROUND = {"board", "files", "hal", "link", "pack", "xip"}

# Where modules are imported by a name in a variable.
BY_NAME = {"xip.pack", "thirteen.background", "thirteen.catalog", "thirteen.screens"}

# Imports in functions: how many, and why they do not stand at the top of the file.
INSIDE = {
    "main": (8, "any may fail, and what it then says must not; most are needed rarely"),
    "no_room": (8, "the link's maker shows its bar: nothing else is there, and memory is short"),
    "thirteen.screens.crash": (4, "any may be what has crashed"),
    "xip.pack": (1, "the link is made once, by a module that does not stay"),
}

# MicroPython's modules, and the lowest layers that may import them.
ANYWHERE = {"array", "micropython"}
FROM_3 = {"struct", "binascii", "gc", "sys"}
FROM_5 = {"io", "traceback"}
ONLY_1 = {
    "os", "time", "framebuf", "machine", "_rp2", "uctypes", "hardware", "_thread", "random",
    "ubinascii", "uio", "uos", "utime", "deflate", "errno", "select", "__main__", "builtins",
}  # fmt: skip
NOWHERE = {
    "typing", "abc", "enum", "dataclasses", "functools", "itertools", "copy", "re", "asyncio",
    "collections", "math",
}  # fmt: skip

MODULES = {
    path.relative_to(top)
    .with_suffix("")
    .as_posix()
    .replace("/", ".")
    .removesuffix(".__init__"): path
    for top in (FIRMWARE, HOST)
    for path in sorted(top.rglob("*.py"))
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
    if name == "thirteen.version":
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
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "screens":
            yield f"thirteen.screens.{node.attr}"  # imported when it is first used


@each("name", MODULES)
def test_a_module_s_docstring_names_its_layer(name):
    generated = name in (
        "thirteen.draw.art",
        "thirteen.draw.large",
        "thirteen.draw.emblems",
        "thirteen.version",
    )
    if not generated:
        assert documented(name) is not None and documented(name) == layer(name)


@each("name", MODULES)
def test_imports_go_down_only(name):
    here = layer(name)
    for other in imported(name):
        if name == "pack":
            continue  # it says where thirteen lies, and starts all
        if other in MODULES or other == "board":
            assert layer(other) <= here, f"{name} (layer {here}) imports {other}"
            if here == 2:
                assert layer(other) == 2, f"{name} is pure, and imports {other}"


@each("name", MODULES)
def test_only_the_hal_knows_where_it_runs(name):
    here = layer(name)
    for other in imported(name):
        root = other.split(".")[0]
        if other in MODULES or root in GROUND | {"thirteen"}:
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


@each("name", MODULES)
def test_modules_are_imported_by_name_in_one_place_only(name):
    called = {node.id for node in ast.walk(tree(name)) if isinstance(node, ast.Name)}
    assert name in BY_NAME or not called & {
        "__import__",
        "exec",
        "eval",
    }


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


@each("name", MODULES)
def test_there_are_no_import_cycles(name):
    for other in imported(name):
        if other in MODULES and "pack" not in (name, other):  # it starts what reads by it
            assert name not in reached(other), f"{name} imports {other}, which leads back"


def test_imports_stand_at_the_top():
    """But for INSIDE, with its reasons. Under an `if` at the top it is one of a host's hooks."""
    found = {}
    for name in MODULES:
        functions = [node for node in ast.walk(tree(name)) if isinstance(node, ast.FunctionDef)]
        inside = {node for function in functions for node in ast.walk(function)}
        count = sum(isinstance(node, (ast.Import, ast.ImportFrom)) for node in inside)
        found |= {name: count} if count else {}
    assert found == {name: count for name, (count, _) in INSIDE.items()}


def test_what_is_imported_later_is_imported():
    """background.py's list has modules that there are, each once."""
    from thirteen import background

    assert len(set(background._LATER)) == len(background._LATER)
    assert {f"thirteen.{path}" for path in background._LATER} <= set(MODULES)


@each("name", [m for m in MODULES if layer(m) == 3])
def test_saves_and_screens_do_not_know_each_other(name):
    others = set(imported(name))
    if name == "thirteen.match" or name.startswith("thirteen.storage."):
        assert not any(other.startswith(SCREEN) for other in others)
    if name == "thirteen.match":
        assert "hal" not in others
    if name.startswith(SCREEN):
        assert not others & {"thirteen.match", "thirteen.storage.store"}


@each("name", [m for m in MODULES if layer(m) in (2, 4)])
def test_a_game_knows_no_other_and_no_view_keeps_the_match(name):
    for other in imported(name):
        assert game_of(other) in (None, game_of(name)), f"{name} imports {other}"
        assert other not in ("thirteen.match", "thirteen.storage.store")
    if name.startswith("thirteen.rules."):
        assert not any(other.startswith("thirteen.bots") for other in imported(name))


def game_of(name):
    """The game that a module in rules, bots, trophies or views belongs to, None for others."""
    parts = name.split(".")
    if len(parts) > 2 and parts[1] in ("rules", "bots", "trophies", "views", "spoken"):
        own = (g for g in GAMES if f"{parts[2]}_".startswith(f"{g}_"))
        return max(own, key=len, default=None)
    return None


# A call costs the RP2040 as much as five lines, so these loops are inlined.
LONG = {
    "fill_rects": "assembler", "draw": "assembler", "_hash": "assembler", "search": "a search",
    "_flow": "a search", "_dead": "a search",
    "_play_out": "a playout, in machine code",
}  # fmt: skip


@functools.cache
def functions():
    """(file, function) of firmware and tools."""
    found = []
    for path in [*(ROOT / "firmware").rglob("*.py"), *(ROOT / "tools").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                found.append((path.relative_to(ROOT), node))
    return found


def test_functions_have_sixty_lines_at_most():
    long = [(path, node.name) for path, node in functions() if node.end_lineno - node.lineno >= 60]
    assert {name for _, name in long} == {*LONG}, long


# A rectangle is one argument, and what is named at the call is none. A function in machine code
# has its tables handed over: it can't look up a global quickly.
MACHINE_CODE = {"micropython.viper", "micropython.native", "native", "fast", "asm"}
MANY = {
    "put_hand": "a row of numbers, written as they are",
    "stamps": "the simulator's, as the HAL has it", "_card": "the same",
}  # fmt: skip


def test_functions_have_six_arguments_at_most():
    many = []
    for _, node in functions():
        names = [arg.arg for arg in node.args.args if arg.arg not in ("self", "v")]
        sides = [name[0] for name in names if name in "x y w h width height".split()]
        rectangle = 3 * ({*"xywh"} == {*sides})
        machine_code = {ast.unparse(d) for d in node.decorator_list} & MACHINE_CODE
        if len(names) - rectangle > 6 and not machine_code:
            many.append(node.name)
    assert {*many} == {*MANY}


@each("name", MODULES)
def test_slices_have_no_step(name):
    """MicroPython has none for texts and bytes."""
    for node in ast.walk(tree(name)):
        assert not (isinstance(node, ast.Slice) and node.step), f"{name}:{node.lineno}"


@each("name", MODULES)
def test_what_is_stripped_is_named(name):
    """CPython takes the screen's letters of keys for blanks, MicroPython does not."""
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            bare = node.func.attr in ("strip", "lstrip", "rstrip") and not node.args
            assert not bare or name.endswith("screens.crash"), node.lineno  # of a traceback


def test_no_two_rooms_of_the_tools_import_each_other():
    """A room is a folder or a module of tools/; `prepare` names a circle."""
    rooms = {}
    for path in (ROOT / "tools").rglob("*.py"):
        room = path.relative_to(ROOT / "tools").parts[0].removesuffix(".py")
        needs = rooms.setdefault(room, set())
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                first, *rest = node.module.split(".")
                if first == "tools":
                    needs |= {rest[0]} if rest else {alias.name for alias in node.names}
        needs.discard(room)
    assert "assets" in rooms["device"]
    graphlib.TopologicalSorter(rooms).prepare()
