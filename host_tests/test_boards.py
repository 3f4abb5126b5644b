"""Board profiles: the same names in each, possible pins, consistent values."""

import ast
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent.parent / "firmware" / "boards"
BOARDS = sorted(path.stem for path in FOLDER.glob("*.py"))
PANEL_PINS = "SCK MOSI CS DC RST BL".split()
KEYS = "UP DOWN LEFT RIGHT A B X Y MENU".split()
# The pins that the RP2040's function table allows for each SPI.
CLOCKS = {0: {2, 6, 18, 22}, 1: {10, 14, 26}}
DATA = {0: {3, 7, 19, 23}, 1: {11, 15, 27}}


def tree(name):
    return ast.parse((FOLDER / f"{name}.py").read_text())


def profile(name):
    """A profile's names and values; it may only have constants, each assigned once."""
    values = {}
    for node in tree(name).body[1:]:
        assert isinstance(node, ast.Assign) and len(node.targets) == 1, ast.dump(node)
        key = node.targets[0].id
        assert key not in values, key
        values[key] = ast.literal_eval(node.value)
    return values


def test_the_supported_boards_exist():
    promised = (
        "breadboard_ili9341 display_pack display_pack_2 display_pack_28 pico_explorer "
        "picoboy_color picopad picosystem ws_lcd_114 ws_lcd_13 ws_lcd_2 youmaketech"
    )
    assert promised.split() == BOARDS


@pytest.mark.parametrize("name", BOARDS)
def test_same_names_in_the_same_order(name):
    assert ast.get_docstring(tree(name))
    assert list(profile(name)) == list(profile("ws_lcd_13"))
    assert profile(name)["NAME"] == name


@pytest.mark.parametrize("name", BOARDS)
def test_each_pin_exists_and_is_used_once(name):
    b = profile(name)
    pins = [b[key] for key in PANEL_PINS + KEYS + ["BUZZER", "BATTERY", "VSYNC"] if b[key] != -1]
    assert len(pins) == len(set(pins))
    assert all(0 <= pin <= 29 for pin in pins)
    assert b["BATTERY"] in (-1, 26, 27, 28, 29)
    for key in "SCK", "MOSI", "DC", "A", "B":
        assert b[key] >= 0, key


@pytest.mark.parametrize("name", BOARDS)
def test_the_spi_has_these_pins_and_the_panel_this_speed(name):
    b = profile(name)
    assert b["SCK"] in CLOCKS[b["SPI"]] and b["MOSI"] in DATA[b["SPI"]]
    assert b["MODE"] in (0, 3)
    # The divider of 125 MHz is even; any other rate would silently be lower.
    assert 125_000_000 % (2 * b["BAUD"]) == 0
    assert b["BAUD"] <= {"ST7789": 62_500_000, "ILI9341": 40_000_000}[b["PANEL"]]
    assert b["BITS"] in {"ST7789": (12, 16), "ILI9341": (16,)}[b["PANEL"]]
    assert isinstance(b["INVERT"], bool)


@pytest.mark.parametrize("name", BOARDS)
def test_the_picture_fits_into_the_panels_memory(name):
    b = profile(name)
    assert (b["W"], b["H"]) in ((240, 240), (320, 240), (240, 135))
    across, down = (320, 240) if b["MADCTL"] & 0x20 else (240, 320)
    assert 0 <= b["XOFF"] <= across - b["W"]
    assert 0 <= b["MARGIN"] <= b["YOFF"] <= down - b["H"] - b["MARGIN"]


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_has_a_whole_pad_or_at_least_four_keys(name):
    b = profile(name)
    assert len({b[key] == -1 for key in KEYS[:4]}) == 1
    assert b["UP"] >= 0 or min(b[key] for key in "ABXY") >= 0


@pytest.mark.parametrize("name", BOARDS)
def test_a_battery_range_fits_the_small_integers(name):
    b = profile(name)
    assert b["BATTERY_FULL"] > b["BATTERY_EMPTY"]
    assert 65535 * 3300 * b["BATTERY_RATIO"] < 2**30, "the device's small integers"
