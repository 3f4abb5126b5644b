"""The build's step fold: values that depend only on the board become constants."""

import pytest

from tools.device import build, fold

BOARD = "W = 240\nH = 135\nUP = -1\nNAME = 'small'\n"
HAL = "import board\nfrom board import H, W\nA = 16\n"
HAL += "PAD = board.UP >= 0\nALL = PAD or board.W > 9\n"


def folded(text, **more):
    """A module's source for the board above; other modules by their names."""
    texts = {"board": BOARD, "hal/__init__": HAL, **more, "view": text}
    out = fold.fold(texts)
    assert out["board"] == BOARD and out["hal/__init__"].endswith(
        "PAD = const(0)\nALL = const(1)\n"
    )
    assert out["view"].count("\n") == text.count("\n"), "line numbers stay"
    return out["view"]


@pytest.mark.parametrize(
    "before, after",
    [
        ("x = y(hal.W)", "x = y(240)"),
        ("x = y(hal.W // 2 - 50, 3 + 4)", "x = y(70, 3 + 4)"),
        ("x = y(hal.ALL and hal.W)", "x = y(240)"),
        ("x = y(hal.H - 200)", "x = y((-65))"),
        ("_A = 5 if hal.H < 200 else 7", "_A = const(5)"),
        ("def f(x):\n    return x(1 if hal.PAD else two)", "def f(x):\n    return x(two)"),
        ("x = y(hal.A)", "x = y(hal.A)"),  # does not depend on the board: slim does it
        ("x = y(hal.W) if z else 3", "x = y(240) if z else 3"),
        ("def f(x):\n    return not hal.PAD and x", "def f(x):\n    return x"),
        ("def f(x):\n    return x() and hal.PAD and x", "def f(x):\n    return (x() and False)"),
        ("def f(x):\n    return x or not hal.PAD", "def f(x):\n    return x or True"),
        ("def f(hal):\n    return hal.W", "def f(hal):\n    return hal.W"),
        ("_A = hal.W\ndef f():\n    global _A\n    _A = 2", None),
    ],
)
def test_expressions(before, after):
    got = folded("import hal\n" + before + "\n")
    if after is None:
        assert "_A = const" not in got
    else:
        assert got == "import hal\n" + after + "\n"


def test_an_if_keeps_only_the_branch_taken():
    text = "import hal\nif hal.PAD:\n    a = 1\n    b = 2\n"
    text += "elif hal.W > 300:\n    a = 3\nelse:\n    a = 4\n"
    names = {}
    exec(folded(text).replace("import hal\n", ""), names)
    assert names["a"] == 4 and "b" not in names
    assert "a = 1" not in folded(text) and "a = 3" not in folded(text)


def test_values_are_passed_between_modules():
    canvas = "import hal\nTINY = hal.H < 200\nWIDE = 3\n"
    got = folded(
        "import canvas\nfrom canvas import TINY\n"
        "_H = 9 if canvas.TINY else canvas.WIDE\nx = y(TINY)\n",
        canvas=canvas,
    )
    assert "_H = const(9)" in got and "x = y(True)" in got


def test_nothing_of_other_boards_layouts_is_compiled():
    def code(board):
        texts = {
            name[:-4]: path.read_text("utf-8")
            for name, path in build.sources(board).items() if build.is_code(name)
        }  # fmt: skip
        return fold.fold(texts)

    square, tiny = code("ws_lcd_13"), code("display_pack")
    for name, text in square.items():
        assert "TINY" not in text.replace("\nTINY = const(0)", ""), name
    assert square["thirteen/views/friday"] != tiny["thirteen/views/friday"]
    assert "_ROW_Y = const(116)" in square["thirteen/views/friday"]
    assert "_ROW_Y = const(65)" in tiny["thirteen/views/friday"]
