"""Board profiles: the same names in each, possible pins, consistent values."""

import ast
import shutil
from pathlib import Path

import playing
import pytest
from each import each

from tools import boards
from tools.__main__ import main as tools
from tools.games import Bad

FOLDER = Path(__file__).resolve().parent.parent / "firmware" / "boards"
BOARDS = boards.names()
DEFAULTS = boards.values(FOLDER / "_defaults.py")
PINS = "SCK MOSI CS DC RST BL UP DOWN LEFT RIGHT A B X Y MENU BUZZER BATTERY VSYNC USB".split()
KEYS = "UP DOWN LEFT RIGHT A B X Y MENU".split()
# The pins that the RP2040's function table allows for each SPI.
CLOCKS = {0: {2, 6, 18, 22}, 1: {10, 14, 26}}
DATA = {0: {3, 7, 19, 23}, 1: {11, 15, 27}}


@each("name", BOARDS)
def test_a_profile_has_only_what_differs_from_the_defaults(name):
    tree = ast.parse((FOLDER / f"{name}.py").read_text())
    assert ast.get_docstring(tree)
    own = [(node.targets[0].id, ast.literal_eval(node.value)) for node in tree.body[1:]]
    assert len(dict(own)) == len(own), "each is assigned once"
    assert not [key for key, value in own if DEFAULTS.get(key, ...) == value]


@each("name", BOARDS)
def test_each_profile_is_possible(name):
    """Against the chip's function table and the panels' datasheets."""
    b = boards.read(name)
    assert b["NAME"] == name
    pins = [b[key] for key in PINS if b[key] != -1] + list(b["LEDS"])
    assert len(pins) == len(set(pins)) and all(0 <= pin <= 29 for pin in pins)
    assert b["SCK"] in CLOCKS[b["SPI"]] and b["MOSI"] in DATA[b["SPI"]]
    # The divider of 125 MHz is even; any other rate would silently be lower.
    assert 125_000_000 % (2 * b["BAUD"]) == 0
    assert b["BAUD"] <= {"ST7789": 62_500_000, "ILI9341": 40_000_000}[b["PANEL"]]
    assert len({b[key] == -1 for key in KEYS[:4]}) == 1
    assert b["UP"] >= 0 or min(b[key] for key in "ABXY") >= 0
    assert 65535 * 3300 * b["BATTERY_RATIO"] < 2**30, "the device's small integers"


def test_what_a_vendor_s_driver_sets_is_a_code_a_length_and_values():
    tuning = boards.read("display_pack")["TUNING"]
    rows = []
    while tuning:
        rows.append((tuning[0], tuning[2 : 2 + tuning[1]]))
        tuning = tuning[2 + tuning[1] :]
    assert [code for code, _ in rows] == [*b"\xb2\xb7\xbb\xc0\xc2\xc3\xc4\xc6\xd0\xd6\xe0\xe1"]
    assert dict(rows)[0xC3] == b"\0" and dict(rows)[0xD0] == b"\xa4\xa1"
    assert len(dict(rows)[0xE0]) == len(dict(rows)[0xE1]) == 14


GOOD = boards.read("breadboard_ili9341")
WRONG = (
    (dict(W=160, H=128), "160x128: it can be 240x135 to 320x240"),
    (dict(W=200, H=200), "200x200"),
    (dict(W=480, H=320), "480x320"),
    (dict(W=240, H=134), "240x134"),
    (dict(W=322, H=240), "322x240"),
    (dict(W=136, H=240, MADCTL=0), "136x240"),
    (dict(W=241, H=135), "W is 241"),
    (dict(XOFF=1), "XOFF"),
    (dict(XOFF=-2), "XOFF"),
    (dict(YOFF=1), "YOFF"),
    (dict(H=200, MARGIN=20, YOFF=21), "MARGIN"),
    (dict(H=200, MARGIN=20, YOFF=19), "MARGIN"),
    (dict(MADCTL=0xC8), "240 columns while MADCTL is 0xC8: turn it"),
    (dict(MADCTL=256), "MADCTL"),
    (dict(PANEL="ST7735"), "no driver for the panel 'ST7735'"),
    (dict(PANEL=7789), "PANEL is 7789, not a text"),
    (dict(BITS=12), "ILI9341 takes 16"),
    (dict(BITS=18, PANEL="ST7789"), "ST7789 takes 12 or 16"),
    (dict(MODE=1), "MODE"),
    (dict(BAUD=62_500_001), "BAUD"),
    (dict(BAUD=0), "BAUD"),
    (dict(INVERT=1), "INVERT is 1, not True or False"),
    (dict(W=320.0), "W is 320.0, not a whole number"),
    (dict(A=True), "A is True, not a whole number"),
    (dict(SPI=2), "SPI is 2"),
    (dict(SCK=5), "SCK is 5: SPI 0 has it on 2, 6, 18 or 22"),
    (dict(SCK=10, CS=6), "SCK is 10"),
    (dict(MOSI=4), "MOSI is 4"),
    (dict(DC=-1), "DC has no pin"),
    (dict(A=-1), "A has no pin"),
    (dict(A=30), "A is 30: pins are 0 to 29"),
    (dict(A=-2), "A is -2"),
    (dict(MENU=6), "MENU and SCK are the same pin, GP6"),
    (dict(BUZZER=27), "BUZZER and MENU are the same pin"),
    (dict(DOWN=-1), "UP, DOWN, LEFT and RIGHT need a pin each"),
    (dict(UP=-1, DOWN=-1, LEFT=-1, RIGHT=-1, X=-1), "the keys X and Y are needed"),
    (dict(BATTERY=3), "BATTERY is 3: only 26, 27, 28 or 29"),
    (dict(BATTERY_FULL=0), "BATTERY_FULL"),
    (dict(BATTERY_RATIO=0), "BATTERY_RATIO"),
    (dict(BATTERY_RATIO=10), "BATTERY_RATIO"),
    (dict(TUNING="mine"), "TUNING is 'mine'"),
    (dict(LEDS=7), "LEDS is 7, not pins in brackets"),
    (dict(LEDS=(20,)), "LEDS and A are the same pin"),
)


@each("change, words", WRONG)
def test_what_a_profile_can_have_wrong_is_said_in_a_sentence(change, words):
    said = boards.fault({**GOOD, **change})
    assert words in said and "\n" not in said


@each("missing", boards.NEEDED)
def test_what_has_no_default_is_missed(missing):
    rest = {name: value for name, value in GOOD.items() if name != missing}
    assert boards.fault(rest) == f"{missing} is missing"


@each("w, h, fine", (
    (240, 135, True), (320, 240, True), (240, 240, True), (320, 170, True), (280, 240, True),
    (240, 280, True), (240, 320, True), (136, 240, False), (168, 320, False), (248, 248, False),
    (240, 134, False), (320, 248, False), (328, 240, False), (240, 328, False), (244, 240, False),
))  # fmt: skip
def test_sizes_that_are_laid_out(w, h, fine):
    """None is narrower than 240: a menu, or a row of cards, would be cut off."""
    size = dict(W=w, H=h, MADCTL=0 if h > w else GOOD["MADCTL"])
    said = boards.fault({**GOOD, **size})
    assert (said is None) == fine and (fine or f"{w}x{h}" in said or "multiple of 8" in said)


def other(tmp_path, text, monkeypatch):
    """A firmware with one profile of this text."""
    (tmp_path / "boards").mkdir()
    shutil.copy(FOLDER / "_defaults.py", tmp_path / "boards")
    (tmp_path / "boards/mine.py").write_bytes(text if isinstance(text, bytes) else text.encode())
    for reader in (boards.read, boards.names):
        monkeypatch.setattr(reader, "__defaults__", (tmp_path,))


TEXT = (FOLDER / "breadboard_ili9341.py").read_text()


@pytest.mark.parametrize(
    "text, words",
    (
        (TEXT.replace("W = 320\n", "W = 160\nH = 128\n"), "160x128"),
        (TEXT.replace("ILI9341", "ST7735"), "ST7735"),
        (TEXT.replace("DC = 8\n", ""), "DC is missing"),
        (TEXT + "BUAD = 10_000_000\n", "BUAD is no name of a profile"),
        (TEXT + "A = (\n", "mine.py, line "),
        (TEXT + "A = OTHER\n", "NameError: name 'OTHER'"),
        (b"\xff\xfe", "no text in UTF-8"),
    ),
    ids=range(7),
)
@pytest.mark.parametrize("command", ("build", "flash", "uf2 image.uf2", "wiring", "play", "web"))
def test_each_command_says_what_is_wrong_with_a_profile(
    tmp_path, monkeypatch, capsys, command, text, words
):
    other(tmp_path, text, monkeypatch)
    monkeypatch.chdir(tmp_path)
    name, *rest = command.split()
    board = {"wiring": ["mine"], "web": ["--out", "page"]}.get(name, ["--board", "mine"])
    with playing.kept_modules():
        assert tools([name, *rest, *board]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"tools {name}: ") and words in said and said.count("\n") == 1


def test_an_unknown_board_is_said_with_those_there_are():
    with pytest.raises(Bad, match="no board 'x': choose one of breadboard_ili9341, .*youmaketech"):
        boards.read("x")
