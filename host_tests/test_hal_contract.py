"""The device's HAL and the simulator's have the same names, arguments and constants."""

import ast
import functools
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware"
DEVICE = FIRMWARE / "hal" / "__init__.py"
SIMULATOR = ROOT / "tools" / "simulator" / "hal.py"

FUNCTIONS = {
    "refresh": "",
    "palette": "i rgb",
    "blit": "src at x y ink",
    "text": "font s x y ink",
    "fit": "font s at w",
    "centre": "font s x y w ink",
    "right": "font s x y ink",
    "signs": "sources inks",
    "stamp": "body signs c x y w h tint",
    "stamps": "body signs cards at n xs ys w h tint",
    "keys": "",
    "wait": "ms held",
    "turn": "on",
    "ms": "",
    "entropy": "",
    "collect": "",
    "read": "name",
    "read_with": "name use given",
    "write": "name parts",
    "remove": "name",
    "rename": "name to",
    "quarantine": "name stem",
    "names": "",
    "read_asset": "name at into",
    "today": "",
    "set_today": "day",
    "panel": "",
    "set_panel": "how",
    "keep_panel": "",
    "tone": "hz ms level",
    "light": "level",
    "leave": "",
    "battery": "",
    "sleep": "ms",
    "sleep_until_key": "",
}
OFFERING = (
    "files",
    "hal.font",
    "hal.lcd",
    "hal.brush",
)  # of whose functions a HAL makes its own
POINTED = {"pointer": "", "exchange": "order", "cleared": ""}  # of a host with a pointer,
VOICED = {"voice": "", "asked": "", "say": "s"}  # and with a voice
NAMES = set(
    "W H BOARD PAD XY SOUND LIGHT SLEEPS EMPTY FULL POINTER VOICE ROOM WRAP fb buf".split()
)
BUTTONS = "UP DOWN LEFT RIGHT A B X Y MENU".split()


def _bound(target):
    return [n.id for n in ast.walk(target) if isinstance(n, ast.Name)]


def _values(target, value):
    """The names of an assignment with their literals, None if computed."""
    names = _bound(target)
    try:
        literal = ast.literal_eval(value)
    except ValueError:
        literal = None
    many = isinstance(target, ast.Tuple)
    if many and literal is not None:
        return dict(zip(names, literal, strict=True))
    return dict.fromkeys(names, literal)


def _statements(body):
    for node in body:
        yield node
        for name in ("body", "orelse", "handlers", "finalbody"):
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield from _statements(getattr(node, name, []))


@functools.cache
def _public(path):
    """A module's public functions with their arguments, and its public names with literals."""
    functions, names = {}, {}
    for node in _statements(ast.parse(path.read_text()).body):
        if isinstance(node, ast.FunctionDef):
            a = node.args
            assert not (a.vararg or a.kwarg or a.kwonlyargs), node.name
            functions[node.name] = " ".join(arg.arg for arg in a.posonlyargs + a.args)
            assert not a.defaults, f"{node.name}: a default is a second contract"
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if not isinstance(target, ast.Subscript | ast.Attribute):
                    names.update(_values(target, node.value))
        elif isinstance(node, ast.ImportFrom) and node.module in OFFERING:
            theirs = _public(FIRMWARE / (node.module.replace(".", "/") + ".py"))[0]
            offered = [alias.name for alias in node.names if alias.name in theirs]
            functions.update((name, theirs[name]) for name in offered)
        elif isinstance(node, ast.ImportFrom) and node.module == "board":
            names.update(dict.fromkeys(alias.asname or alias.name for alias in node.names))
    return (
        {name: args for name, args in functions.items() if name[0] != "_"},
        {name: value for name, value in names.items() if name[0] != "_"},
    )


@pytest.mark.parametrize("path", (DEVICE, SIMULATOR), ids=("device", "simulator"))
def test_each_hal_has_exactly_the_names_of_the_contract(path):
    functions, names = _public(path)
    pointed = POINTED if names["POINTER"] else {}
    assert functions == {**FUNCTIONS, **pointed, **(VOICED if names["VOICE"] else {})}
    assert set(names) == NAMES | set(BUTTONS)


@pytest.mark.parametrize("name", ("POINTER", "VOICE"))
def test_no_handheld_has_a_pointer_or_a_voice(name):
    assert _public(DEVICE)[1][name] == 0 and _public(SIMULATOR)[1][name] is True


def test_constants_are_equal():
    device, simulator = _public(DEVICE)[1], _public(SIMULATOR)[1]
    assert [device[name] for name in BUTTONS] == [1 << i for i in range(9)]
    assert [simulator[name] for name in BUTTONS] == [1 << i for i in range(9)]
    assert simulator["WRAP"] == device["WRAP"]
    assert simulator["WRAP"] < 1 << 30 and simulator["WRAP"] & simulator["WRAP"] + 1 == 0


def test_the_contract_s_reader_finds_names_and_arguments(tmp_path):
    path = tmp_path / "some.py"
    path.write_text(
        "from board import W as G\nimport os\nA, B = 1, 2\nC = len('')\n_d = 3\n"
        "try:\n    E = 5\nexcept ImportError:\n    E = 6\n"
        "def f(x, y):\n    z = 1\n\ndef _g():\n    pass\n"
    )
    assert _public(path) == ({"f": "x y"}, {"G": None, "A": 1, "B": 2, "C": None, "E": 6})
