"""The picture mended on the handheld, and how the panel is driven from power-on."""

import emulator
import playing
import pytest

import hardware
from tools import boards
from tools.bench.image import linked
from tools.device import built, pack
from tools.emulator.pico import Pico

ROWS = "right clock mode colours inverted turned left top own".split()
OWN = bytes((62, 0, 0x70, 1, 0, 0))  # ws_lcd_13's


def ask(handheld, keys):
    """Open the page and press keys; the panel's bytes then."""
    hal = handheld.on()
    hardware.play(handheld.module("screens.mend_picture").run, keys)
    return hal.panel()


def row(name):
    return f"DOWN*{ROWS.index(name)} A 300 "


@pytest.mark.parametrize(
    "keys, how",
    (
        ("clock", (31, 0, 0x70, 1, 0, 0)),
        ("clock RIGHT 200", (15, 0, 0x70, 1, 0, 0)),
        ("mode", (62, 3, 0x70, 1, 0, 0)),
        ("colours", (62, 0, 0x78, 1, 0, 0)),
        ("inverted", (62, 0, 0x70, 0, 0, 0)),
        ("turned", (62, 0, 0x90, 1, 0, 80)),
        ("left RIGHT 200 RIGHT 200 DOWN 200", (62, 0, 0x70, 1, 2, 0)),
    ),
)
def test_a_change_is_used_once_a_key_keeps_it(handheld, keys, how):
    name, _, more = keys.partition(" ")
    for end, kept in (("A 300", True), ("B 300", False), ("10500", False)):
        for path in handheld.saves.glob("*"):
            path.unlink()
        assert ask(handheld, row(name) + more + " 9000 " * (end == "10500")) == bytes(how)
        got = ask(handheld, row(name) + more + " " + end)
        assert got == (bytes(how) if kept else OWN)
        assert (handheld.saves / "picture").exists() == kept
        assert handheld.on().panel() == got  # after power-on


def test_nothing_is_kept_that_is_the_board_s_own(handheld):
    ask(handheld, row("mode") + "A 300")
    assert handheld.on().panel()[1] == 3
    assert ask(handheld, row("own") + "A 300") == OWN and not (handheld.saves / "picture").exists()


@pytest.mark.parametrize("board", ("ws_lcd_13", "ws_lcd_114", "picosystem", "picoboy_color"))
def test_eight_turns_lead_back_and_each_lies_in_the_panel_s_memory(tmp_path, board):
    with playing.kept_modules():
        handheld = playing.Handheld(tmp_path, board)
        hal = handheld.on()
        mend = handheld.module("screens.mend_picture")
        seen = [hal.panel()]
        for _ in range(8 if hal.W == hal.H else 4):
            seen.append(bytes(mend._changed(seen[-1], ROWS.index("turned"), 8)))
            across, down = (320, 240) if seen[-1][2] & 0x20 else (240, 320)
            assert 0 <= seen[-1][4] <= across - hal.W and 0 <= seen[-1][5] <= down - hal.H
        assert seen[0] == seen[-1] and len(set(seen)) == len(seen) - 1


@pytest.mark.parametrize("data", (b"", b"\1", OWN[:1] + b"\3" + OWN[2:] + b"ws_lcd_13\0"))
def test_a_damaged_or_another_board_s_file_is_not_used(handheld, data):
    (handheld.saves / "picture").parent.mkdir(exist_ok=True)
    (handheld.saves / "picture").write_bytes(data)
    assert handheld.on().panel() == OWN
    ask(handheld, row("mode") + "A 300")
    handheld.board = "picosystem"
    assert handheld.on().panel()[1] == 0


@pytest.mark.parametrize("at, how", [(0, (62, 0)), (3, (31, 3)), (9, None)])
def test_a_and_b_at_power_on_try_until_a_key(handheld, at, how):
    hal = handheld.on()
    import main

    both = hal.A | hal.B
    shown = 500 + 4300 * at
    hardware.level = both
    hardware.script([(100, 0), (shown, hal.A), (shown + 60, 0), (shown + 500, hardware.Stop)])
    if at > 8:
        main._report_crash = lambda: hardware.hold(0)
    try:
        main.run()
    except hardware.Stop:
        pass
    assert hal.panel() == (bytes(how) + OWN[2:] if how else OWN)
    assert (handheld.saves / "picture").exists() == (how not in (None, (62, 0)))


def pico(how=(), board="ws_lcd_13"):
    """An emulated Pico whose panel is mounted otherwise, or understands less; linked."""
    image, profile = emulator.image(), boards.read(board)
    flash = linked(image, profile, built.files(board)[0], {})
    return Pico(image, {**profile, **dict(how)}, flash=flash)


@pytest.mark.parametrize(
    "only, tries", [({"lcd_mode": 3}, 1), ({"lcd_hz": 12e6, "lcd_mode": 3}, 7)]
)
def test_a_dark_panel_is_found_by_a_and_b(only, tries):
    """It understands one mode only, or no faster clock; the key is pressed once it shows."""
    emulated = pico()
    for name, value in only.items():
        emulated.chip.option(name, value)
    emulated.run(0.6)
    assert not emulated.chip.stat("lcd_on")
    emulated.press("A")
    emulated.press("B")
    emulated.restart()
    emulated.run(1)
    emulated.release("A")
    emulated.release("B")
    n = 0
    emulated.run(2.2)
    while not (emulated.chip.stat("lcd_on") and emulated.chip.stat("lcd_bl")):
        n += 1
        assert n < 9
        emulated.run(4.4)
    assert n == tries
    emulated.tap("A")
    emulated.run(1)
    emulated.tap("A")  # "It is right": the first start ends in the launcher
    emulated.run(3)
    emulated.restart()
    assert emulated.lit() < 420  # at 10 MHz a whole picture takes 66 ms
    shown = emulated.picture()
    whole = pico()
    whole.lit()
    assert shown == whole.picture()


def test_a_panel_mounted_upside_down_with_blue_first_and_not_inverted_is_driven_right():
    """Without a restart of the panel: by the reset line nothing happens."""
    draw = "\nfor i in range(16):\n hal.palette(i, 0x123456 * i & 0xFFFFFF)\n"
    draw += "hal.fb.fill(5)\nhal.fb.rect(0, 0, 240, 240, 9)\nhal.fb.line(0, 0, 99, 50, 3)"
    seen = []
    mend = "\nhal.set_panel(bytes((62, 0, 0xB8, 0, 80, 0)))"
    for mounted, how in ({}, ""), ({"MADCTL": 0xB8, "XOFF": 80, "INVERT": False}, mend):
        emulated = pico(mounted.items())
        emulated.lit()
        emulator.run(emulated, pack.program(f"import hal{how}{draw}\nhal.refresh()"))
        emulated.run(0.1)
        seen.append(emulated.picture())
        assert not emulated.notes and len(set(seen[-1])) > 3
    assert seen[0] == seen[1]


def test_what_the_vendor_s_driver_sets_is_accepted():
    for board in ("ws_lcd_13", "display_pack"):
        emulated = pico(board=board)
        emulated.lit()
        tuning, at = boards.read(board)["TUNING"], 0
        while at < len(tuning):
            code, n = tuning[at], tuning[at + 1]
            got = [emulated.chip.stat(f"lcd_register {code:x} {i}") for i in range(n)]
            assert bytes(map(int, got)) == tuning[at + 2 : at + 2 + n], hex(code)
            at += 2 + n
        assert not emulated.notes
