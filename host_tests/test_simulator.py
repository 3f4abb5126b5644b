"""The simulator's HAL: drawing, panel, keys, sound and files, on CPython and MicroPython."""

import random
import sys
import types
from pathlib import Path

import pytest
import wasm

from tools.games import Bad

ROOT = Path(__file__).resolve().parent.parent
SIMULATOR = ROOT / "tools" / "simulator"
_OURS = ("board", "hardware", "files", "framebuf", "hal", "main", "thirteen")


def _ours():
    return {name: module for name, module in sys.modules.items() if name.split(".")[0] in _OURS}


@pytest.fixture
def switch_on(tmp_path, monkeypatch):
    """power_on with private modules, removed afterwards; saves are in tmp_path."""
    before = _ours()
    monkeypatch.setattr(sys, "path", [str(SIMULATOR), *sys.path])
    monkeypatch.setenv("BOARD", "")
    for name in before:
        del sys.modules[name]
    import handheld

    yield lambda board="ws_lcd_13": handheld.power_on(board, tmp_path)
    for name in _ours():
        del sys.modules[name]
    sys.modules.update(before)


@pytest.fixture
def hal(switch_on):
    return switch_on()


@pytest.fixture
def hardware(hal):
    import hardware

    return hardware


@pytest.fixture
def panel(hal):
    import panel

    return panel


def test_what_is_drawn_from_memory_is_what_was_drawn(hal):
    """Cards and texts at any place, also over the edges of the screen, on any ground."""
    import sketches
    from thirteen.draw import art, canvas, card_art

    sketches._kept.clear()
    r = random.Random(5)
    sizes = ((24, 36), (29, 30), (43, 64))
    texts = ("", "A", "\x1d play  \x1e back", *("a b " * n for n in range(9, 19)))
    for _ in range(400):
        ground = bytes(r.randrange(256) for _ in range(64)) * (len(hal.buf) // 64)
        x, y = r.randint(-20, hal.W), r.randint(-20, hal.H)
        if r.random() < 0.5:
            what = art.SMALL, r.choice(texts), x, y, canvas.ON_PAPER
            draw = hal.text
        else:
            mark = r.choice((0, 0, card_art.CURSOR, card_art.COVERED))
            what = r.choice((1, 29)), x, y, *r.choice(sizes), mark
            draw = card_art.card
        seen = []
        for kept in (sketches, None):
            hal._sketches = kept
            hal.buf[:] = ground
            seen.append((draw(*what), bytes(hal.buf)))
        assert seen[0] == seen[1], what
    assert sum(bool(sketch) for sketch in sketches._kept.values()) > 20


def _sprite(r, w, h):
    return bytes((w, h)) + bytes(r.randrange(256) for _ in range((w + 3) // 4 * h))


def _font(r, height=14, first=33, count=60, gap=2):
    sprites = [_sprite(r, r.randint(1, 12), height) for _ in range(count)]
    at = 4 + 2 * count
    offsets = b""
    for sprite in sprites:
        offsets += (at | r.randrange(4) << 12).to_bytes(2, "little")  # with blank rows above
        at += len(sprite)
    return bytes((height, first, count, gap)) + offsets + b"".join(sprites)


# Runs here and in MicroPython: checksums of the framebuffer after each drawing.
DRAW = """
from binascii import crc32

def draw(hal, font, sprites, steps):
    sums = []
    for name, args in steps:
        got = None
        if name == "blit":
            hal.blit(sprites, *args)
        elif name == "text":
            got = hal.text(font, *args)
        else:
            hal.fb.fill_rect(*args)
        sums.append((crc32(hal.buf), got))
    return sums
"""


def _drawings(r, width, height, n):
    sizes = [(r.randint(1, 40), r.randint(1, 50)) for _ in range(20)] + [(255, 180), (4, 255)]
    sprites, places = b"", []
    for w, h in sizes:
        places.append(len(sprites))
        sprites += _sprite(r, w, h)
    steps = []
    for _ in range(n):
        x, y = r.randint(-60, width + 20), r.randint(-60, height + 20)
        ink = r.randrange(1 << 16)
        kind = r.randrange(3)
        if kind == 0:
            words = "".join(chr(r.randint(30, 100)) for _ in range(r.randrange(20))) + "é♠"
            steps.append(("text", (words[r.randrange(3) :], x, y, ink)))
        elif kind == 1:
            steps.append(("fill", (x, y, r.randint(0, 60), r.randint(0, 60), ink & 15)))
        else:
            steps.append(("blit", (r.choice(places), x, y, ink)))
    return sprites, steps


@pytest.mark.parametrize("board", ("ws_lcd_13", "display_pack_2"))
def test_it_draws_the_same_in_micropython(switch_on, board):
    hal = switch_on(board)
    r = random.Random("hal " + board)
    font = _font(r)
    sprites, steps = _drawings(r, hal.W, hal.H, 400)
    script = DRAW + (
        "import hal\n"
        "font, sprites, steps = eval(open('/job').read())\n"
        "print(draw(hal, font, sprites, steps))\n"
    )
    files = {**wasm.game(board), "/job": repr((font, sprites, steps))}
    real = eval(wasm.run(script, files=files))
    names = {}
    exec(DRAW, names)
    for step, ours, theirs in zip(
        steps, names["draw"](hal, font, sprites, steps), real, strict=True
    ):
        assert ours == theirs, step


def test_sprite_by_hand(hal):
    sprite = b"?" + bytes((3, 2, 0b00_11_01_00, 0b00_00_10_01))
    hal.fb.fill(9)
    hal.blit(sprite, 1, 1, 2, 0x4320)
    assert hal.buf[240:243].hex() == "992499"
    assert hal.buf[360:363].hex() == "923999"
    hal.fb.fill(9)
    hal.blit(sprite, 1, -1, -1, 0x4325)
    assert hal.buf[:2].hex() == "3999" and set(hal.buf[2:]) == {0x99}


def test_text_returns_its_right_edge(hal):
    font = _font(random.Random(1), count=10)
    words = [int.from_bytes(font[4 + 2 * i : 6 + 2 * i], "little") for i in range(10)]
    widths = [font[word & 0xFFF] for word in words]
    assert hal.text(font, "", 7, 0, 0xF530) == 7
    assert hal.text(font, chr(33) + chr(35), 7, 0, 0xF530) == 7 + widths[0] + widths[2] + 4
    assert hal.text(font, "é", 300, 0, 0xF530) == 300 + widths[9] + 2


def test_only_pixels_sent_to_the_panel_are_visible(hal, panel, hardware):
    hal.palette(3, 0xFF0000)
    hal.refresh()
    hal.fb.fill_rect(11, 20, 3, 2, 3)
    hal.fb.pixel(0, 239, 3)
    assert panel.at(12, 20) == 0
    hal.refresh()
    assert [panel.at(x, 20) for x in (10, 11, 13, 14)] == [0, 0xFF0000, 0xFF0000, 0]
    assert [panel.at(12, y) for y in (19, 20, 21, 22)] == [0, 0xFF0000, 0xFF0000, 0]
    assert panel.at(0, 239) == 0xFF0000
    assert hardware.shows == 3 and hardware.sent == 240 * (240 + 8 + 8) * 3 // 2


def test_an_unchanged_picture_is_not_sent_but_the_first_one_is(hal, hardware):
    for _ in range(2):
        hal.refresh()
        assert hardware.sent == 240 * 240 * 3 // 2
        hal.fb.pixel(0, 0, 1)
        hal.fb.pixel(0, 0, 0)


def test_a_new_colour_shows_with_the_next_refresh(hal, panel):
    hal.fb.fill(5)
    hal.palette(5, 0x00FF00)
    hal.refresh()
    hal.palette(5, 0x0000FF)
    assert panel.at(0, 0) == 0x00FF00
    hal.refresh()
    assert panel.at(0, 0) == panel.at(239, 239) == 0x0000FF
    assert panel.image().getpixel((1, 0)) == (0, 0, 255)


@pytest.mark.parametrize(
    "board, kept", [("ws_lcd_13", 0x1133FF), ("breadboard_ili9341", 0x1034FF)]
)
def test_a_panel_keeps_only_the_bits_of_a_colour_that_it_is_sent(switch_on, board, kept):
    hal = switch_on(board)
    import hardware
    import panel

    hal.palette(0, 0x1337FF)
    hal.refresh()
    assert panel.at(0, 0) == kept
    assert hardware.sent == hal.W * hal.H * (3 if board == "ws_lcd_13" else 4) // 2


def test_turned_picture_and_pad(hal, panel, hardware):
    hal.palette(1, 0xFFFFFF)
    hal.fb.pixel(1, 2, 1)
    hal.refresh()
    assert panel.at(1, 2) == 0xFFFFFF
    hal.turn(True)
    assert panel.at(1, 2) == 0 and panel.at(238, 237) == 0xFFFFFF
    hal.fb.pixel(5, 2, 1)
    hal.refresh()
    assert panel.at(234, 237) == 0xFFFFFF
    assert panel.image(turned=True).getpixel((5, 2)) == (255, 255, 255)
    pairs = (hal.UP, hal.DOWN), (hal.DOWN, hal.UP), (hal.LEFT | hal.A, hal.RIGHT | hal.A)
    for held, seen in pairs:
        hardware.level = held
        hal.sleep(10)
        assert hal.keys() == seen
    hal.turn(False)
    assert panel.at(1, 2) == 0xFFFFFF and hal.keys() == hal.LEFT | hal.A


def test_keys_follow_the_script_without_bounce(hal, hardware):
    hardware.script([(10, hal.A), (12, 0), (13, hal.A), (40, hal.A | hal.UP), (60, 0)])
    seen = []
    for _ in range(40):
        hal.sleep(2)
        if not seen or seen[-1][1] != hal.keys():
            seen.append((hal.ms(), hal.keys()))
    assert seen == [(2, 0), (10, 16), (40, 17), (60, 0)]


def test_a_wait_ends_with_its_time_or_in_the_ms_of_a_key(hal, hardware):
    hardware.script([(100, hal.A), (103, 0), (150, hal.B), (900, 0)])
    seen = []
    held = 0
    for ms in 60, 60, 60, 60, 300, 600, 10:
        held = hal.wait(ms, held)
        seen.append((hal.ms(), held))
    assert seen == [(60, 0), (100, 16), (108, 0), (150, 32), (450, 32), (900, 0), (910, 0)]


def test_buttons_that_the_board_lacks_are_never_down(switch_on):
    hal = switch_on("display_pack_2")
    import hardware

    hardware.level = 511
    assert hal.keys() == hal.A | hal.B | hal.X | hal.Y
    assert not hal.PAD and not hal.SOUND and hal.LIGHT and hal.battery() == -1


def test_sound_light_and_battery_if_the_board_has_them(switch_on):
    hal = switch_on("picosystem")
    import hardware

    hal.tone(440, 30, 255)
    hal.light(7)
    hardware.charge = 55
    assert (hardware.beeps, list(hardware.beep), hardware.brightness) == (1, [440, 30], 7)
    assert 0 <= hal.battery() - (2800 + 0.55 * 1300) < 1  # millivolts


def test_the_page_keeps_exactly_the_files_that_there_are(handheld, monkeypatch):
    """Whatever the firmware does to a file: the page stores what it is told."""
    handheld.on()
    kept = {}
    page = types.ModuleType("page")
    page.wait = page.held = page.touch = page.clock = page.entropy = page.tone = page.light = (
        page.today
    ) = None
    page.saved = lambda name: kept.update({name: (handheld.saves / name).read_bytes()})
    page.removed = lambda name: kept.pop(name, None)
    monkeypatch.setitem(sys.modules, "page", page)
    for name in ("hal", "files"):
        del sys.modules[name]
    source = ROOT / "tools/web/machine/browser.py"
    exec(compile(source.read_text("utf-8"), str(source), "exec"), {"__name__": "browser"})
    import hal

    hal.write("friday.a", (b"one",))
    hal.write("friday.a", (b"two",))
    hal.write("crash", (b"trace",))
    hal.write("gone", (b"",))
    hal.remove("gone")
    hal.rename("crash", "crash-read")
    assert hal.quarantine("friday.a", "friday") == "friday.bad0"
    assert kept == handheld.files() == {"friday.bad0": b"two", "crash-read": b"trace"}


def test_an_unknown_board_is_reported(switch_on):
    with pytest.raises(Bad, match="no board 'gameboy': choose one of .*ws_lcd_13"):
        switch_on("gameboy")


def test_only_sleep_advances_the_clock_and_it_wraps(hal, hardware):
    assert hal.ms() == hal.ms() == 0
    hal.sleep(5)
    assert hal.ms() == 5
    hardware.now = hal.WRAP - 1
    then = hal.ms()
    hal.sleep(10)
    assert hal.ms() == 8 and (hal.ms() - then) & hal.WRAP == 10


def test_busy_waiting_is_detected(hal):
    with pytest.raises(RuntimeError, match="without a hal.sleep"):
        while hal.ms() < 10:
            pass


def test_taps_and_play(hal, hardware):
    events, end = hardware.taps("A LEFT+B:300 50 X*2", start=10, hold=20, gap=30)
    a, b, left, x = hal.A, hal.B, hal.LEFT, hal.X
    assert events == [
        (10, a), (30, 0), (60, left | b), (360, 0), (440, x), (460, 0), (490, x), (510, 0),
    ]  # fmt: skip
    assert end == 540
    with pytest.raises(ValueError):
        hardware.taps("FIRE")
    seen = []

    def run():
        while True:
            hal.sleep(5)
            if hal.keys():
                seen.append(hal.keys())

    hardware.play(run, "A B", after=10)
    assert set(seen) == {a, b} and seen == sorted(seen)
    called = []
    hardware.script([(3, lambda: called.append(hal.ms())), (4, hardware.Stop)])
    before = hal.ms()
    with pytest.raises(hardware.Stop):
        run()
    assert called == [before + 3]


def test_entropy_is_the_same_in_every_run_and_in_micropython(switch_on):
    hal = switch_on()
    first = [hal.entropy() for _ in range(5)]
    assert len(set(first)) == 5 and max(first) <= hal.WRAP
    hal = switch_on()
    assert [hal.entropy() for _ in range(5)] == first
    script = "import hal\nprint([hal.entropy() for _ in range(5)])"
    assert eval(wasm.run(script, files=wasm.game())) == first
