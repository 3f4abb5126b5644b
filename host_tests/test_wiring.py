"""The wiring diagrams: every wire of every profile, from the right pin to the right function."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tools import boards

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tools" / "docs" / "wiring"
BOARDS = sorted(path.stem for path in FOLDER.glob("*.svg"))  # one's own need none
# From the Pico's datasheet: the pin numbers.
EDGE = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17,
    14: 19, 15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
}  # fmt: skip
WORDS = {"BL": "backlight", "BUZZER": "buzzer", "BATTERY": "battery"}
USES = "SCK MOSI CS DC RST BL VSYNC UP DOWN LEFT RIGHT A B X Y MENU BUZZER BATTERY".split()


def drawn(path):
    """({pin number: text at the end of its wire}, what is wired inside)."""
    root = ElementTree.fromstring(path.read_text("utf-8"))
    tag = "{http://www.w3.org/2000/svg}"
    pins, ends, inside = {}, {}, ""
    for text in root.iter(tag + "text"):
        at = float(text.get("x")), float(text.get("y"))
        if text.get("class") == "pin":
            number, name = text.text.split()
            pins[at[1], at[0] < 400] = int(number), name
        elif text.get("class") == "to":
            ends[at[1], at[0] < 400] = text.text
        elif text.get("class") == "inside":
            inside = text.text
    wires = set()
    for path_ in root.iter(tag + "path"):
        x, y, end = map(float, re.fullmatch(r"M(\d+) (\d+)H(\d+)", path_.get("d")).groups())
        assert x in (330, 470) and (end < x) == (x < 400)
        wires.add((y + 4, x < 400))
    assert wires == set(ends), "a wire without a word, or a word without a wire"
    return {pins[at][0]: (pins[at][1], ends[at]) for at in wires}, inside


@pytest.mark.parametrize("board", BOARDS)
def test_each_wire_of_the_profile_is_drawn_and_no_other(board):
    values = boards.read(board)
    wires, inside = drawn(FOLDER / f"{board}.svg")
    for use in USES:
        gpio = values[use]
        if gpio < 0:
            assert not any(
                re.search(rf"(display|button) {use}\b", what) for _, what in wires.values()
            )
            continue
        word = WORDS.get(use, use)
        if gpio in EDGE:
            name, what = wires.pop(EDGE[gpio])
            assert name == f"GP{gpio}" and re.search(rf"\b{word}\b", what), (use, what)
        else:
            assert re.search(rf"\bGP{gpio}: \w* ?{word}\b", inside), (use, inside)
    assert wires.pop(36)[0] == "3V3" and wires.pop(38)[0] == "GND"
    assert not wires


def test_the_diagrams_are_up_to_date():
    from tools import wiring

    for board in BOARDS:
        svg = (FOLDER / f"{board}.svg").read_text("utf-8")
        assert svg == wiring.svg(board), "run `python -m tools wiring`"
