"""Two drags: MicroPython's UF2, then one of the games' files alone.

The drive is boot_rom.py; what then happens is seen on an emulated Pico.
"""

import re
import types

import boot_rom
import emulator
import playing
import pytest
from littlefs import LittleFS, LittleFSError, UserContext
from test_uf2 import SIZE, START, files_on

from tools import boards
from tools.device import Trouble, build, first_start, pack, uf2
from tools.emulator.pico import Pico
from tools.left_on_flash import contents

BOARD = emulator.BOARD
GAMES = {pack.MAIN: build.START.encode(), pack.PACK: bytes(range(256)) * 2000}
ERASED = b"\xff" * 0x200000


def made(chip="pico", games=GAMES, board=BOARD):
    return uf2.alone(uf2.LAYOUTS[chip], board, games)


def test_the_file_system_comes_whole_with_a_main_py_that_looks_first():
    memory = bytearray(ERASED)
    assert boot_rom.drag(made(), memory)
    there = files_on(memory)
    assert there.pop(first_start.KEPT) == GAMES[pack.MAIN]
    assert there.pop(pack.MAIN) != GAMES[pack.MAIN] and there == {pack.PACK: GAMES[pack.PACK]}
    assert memory[: START - 0x10000000] == ERASED[: START - 0x10000000]


@pytest.mark.parametrize("chip", uf2.LAYOUTS)
def test_it_lies_where_that_micropython_looks_for_it(chip):
    layout, data = uf2.LAYOUTS[chip], made(chip)
    memory = bytearray(b"\xff" * 0x400000)
    assert boot_rom.drag(data, memory, uf2.FAMILIES[layout.family])
    begin = layout.start - 0x10000000
    assert begin + layout.size == (0x200000 if layout.family == 0xE48BFF56 else 0x400000)
    assert memory[begin + 8 : begin + 16] == b"littlefs"
    assert memory[:begin] == b"\xff" * begin
    other = bytearray(b"\xff" * 0x400000)  # the other chip's drive takes nothing, and stays
    assert not boot_rom.drag(
        data, other, {"RP2040": "RP2350"}.get(uf2.FAMILIES[layout.family], "RP2040")
    )
    assert other == b"\xff" * 0x400000


@pytest.mark.parametrize("chip, blocks, why", [
    ("pico_w", 164, None), ("pico_w", 175, "[1-9] kB are lacking. The plain Pico's MicroPython"),
    ("pico", 304, None), ("pico", 315, "[1-9] kB are lacking.$"), ("pico2", 315, None),
])  # fmt: skip
def test_games_without_room_for_their_link_are_refused(chip, blocks, why):
    """Else the handheld, which has lost what was on it, could only say so."""
    games = {**GAMES, pack.PACK: b"\1" * (4080 * blocks)}
    if why:
        with pytest.raises(Trouble, match=why):
            made(chip, games)
    else:
        assert made(chip, games)


def test_a_cut_drag_leaves_the_name_of_main_py_before_anything_else():
    """So that it can say what is missing."""
    data = made()
    whole = bytearray(ERASED)
    boot_rom.drag(data, whole)
    memory = bytearray(ERASED)
    assert not boot_rom.drag(data, memory, most=4 * 16)  # two of littlefs, main.py, one more
    disk = UserContext(buffer=memory[START - 0x10000000 :][:SIZE])
    fs = LittleFS(context=disk, block_size=4096, block_count=SIZE // 4096, mount=True)
    assert fs.listdir("/") == ["main.next", "main.py", "pack.mpy"]
    assert fs.open("/main.py", "rb").read() == files_on(whole)[pack.MAIN]
    with pytest.raises(LittleFSError):
        fs.open("/pack.mpy", "rb").read()


class Implementation(tuple):
    _mpy: int


def looked(files, version=(1, 29, 0, ""), mpy=0x1306):
    """Run that main.py on this Python: what it shows, or None if it restarts; and its renames."""
    import binascii
    import io
    import sys

    shown, done = [], []

    class Restart(BaseException):
        pass

    def restart():
        raise Restart

    implementation = Implementation(("micropython", version))
    implementation._mpy = mpy
    modules = {
        "os": types.SimpleNamespace(rename=lambda a, b: done.append((a, b))),
        "sys": types.SimpleNamespace(modules={}, implementation=implementation),
        "machine": types.SimpleNamespace(reset=restart),
        "binascii": binascii,
        "time": None,
        "micropython": types.SimpleNamespace(const=lambda n: n),
    }
    text = files[pack.MAIN].decode().replace("\n_show(lines)", "")

    def opened(path, mode):
        if path not in files:
            raise OSError
        return io.BytesIO(files[path])

    built_in = {
        **vars(sys.modules["builtins"]),
        "open": opened,
        "print": lambda *w: shown.extend(w),
    }
    built_in["__import__"] = lambda name, *rest: modules[name]
    try:
        exec(compile(text, "main.py", "exec"), {"__builtins__": built_in})
    except Restart:
        return None, done
    return " ".join(shown), done


def test_it_takes_its_own_place_only_where_all_is_right():
    files = first_start.wrapped(BOARD, GAMES)
    assert looked(files) == (None, [(first_start.KEPT, pack.MAIN)])
    for other in (GAMES[pack.PACK][:-1], GAMES[pack.PACK][:-1] + b"?", None):
        torn = {k: v for k, v in {**files, pack.PACK: other}.items() if v is not None}
        said, done = looked(torn)
        assert "not whole" in said and "drag their file again" in said and not done
    for wrong in ({"version": (1, 24, 1, "")}, {"mpy": 0x1305}, {"mpy": 0x1206}, {"mpy": 0x2F06}):
        said, done = looked(files, **wrong)
        assert "need MicroPython 1.29" in said and not done


def test_every_board_s_fits_its_screen():
    for board in boards.names():
        wide = boards.read(board)["W"] // 8
        text = first_start.wrapped(board, GAMES)[pack.MAIN].decode()
        compile(text, board, "exec")
        assert len(text) < 4096  # in one sector: nothing of it can lack
        shown = re.findall(r'(?<= )"([^"/\n]{9,})"', text[text.index("OTHER =") :])
        assert len(shown) == 7 and max(map(len, shown)) <= wide
        assert uf2.layouts(board) in (["pico"], list(uf2.LAYOUTS))


# On an emulated Pico.


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    return emulator.games(tmp_path_factory.mktemp("drags") / "built")


@pytest.fixture(scope="module")
def micropython():
    return open(emulator.image(), "rb").read()


@pytest.fixture(scope="module")
def launcher(tmp_path_factory):
    with playing.kept_modules():
        handheld = playing.Handheld(tmp_path_factory.mktemp("launcher"), BOARD).play()
        return handheld.panel.pixels()


def switched_on(memory):
    return Pico(emulator.image(), boards.read(BOARD), flash=bytes(memory))


def after(memory, seconds=3):
    """What the flash holds after it ran with that one for so long."""
    pico = switched_on(memory)
    pico.run(seconds)
    return bytearray(pico.flash())


def plays(memory, launcher):
    pico = switched_on(memory)
    pico.lit()
    end = pico.t + 6
    while emulator.picture(pico) != launcher and pico.t < end:
        pico.run(0.1)
    return emulator.picture(pico) == launcher


def test_the_table_of_layouts_says_what_the_image_says(micropython):
    layout = uf2.LAYOUTS["pico"]
    assert uf2.Image(micropython, "it").filesystem() == (layout.start, layout.size)


def test_two_drags_and_it_plays(micropython, games, launcher):
    memory = bytearray(ERASED)
    assert boot_rom.drag(micropython, memory)
    memory = after(memory)  # it has made a file system of its own
    assert contents(memory) == {} and boot_rom.drag(made(games=games), memory)
    assert plays(memory, launcher)
    memory = after(memory)
    there = {k: v for k, v in contents(memory).items() if k in games or k == first_start.KEPT}
    assert there == games
    assert plays(memory, launcher)


def test_over_an_older_installation_it_plays_too_and_its_saves_are_gone(
    micropython, games, launcher
):
    pico = Pico(emulator.image(), boards.read(BOARD), {**games, "/saves/settings.a": b"odd"})
    pico.run(3)
    memory = bytearray(pico.flash())
    assert any(path.startswith("/saves/") for path in contents(memory))
    assert boot_rom.drag(made(games=games), memory)
    assert plays(memory, launcher)
    assert contents(memory).keys() == {*games, first_start.KEPT}


def test_without_the_second_drag_it_is_micropython_and_the_second_still_does(micropython, games):
    memory = bytearray(ERASED)
    boot_rom.drag(micropython, memory)
    pico = switched_on(memory)
    assert pico.wait(">>> ", 5) and not pico.chip.stat("lcd_bl")


def test_the_file_for_another_pico_plays_after_the_drag_that_was_wrong(
    micropython, games, launcher
):
    """A Pico W's lies elsewhere: it stays dark, until the right file comes. The Pico's covers what
    the Pico W's MicroPython runs, until the plain Pico's comes."""
    memory = bytearray(ERASED)
    boot_rom.drag(micropython, memory)
    assert boot_rom.drag(made("pico_w", games), memory)
    pico = switched_on(memory)
    assert pico.wait(">>> ", 5) and not pico.chip.stat("lcd_bl")
    memory = bytearray(pico.flash())
    assert boot_rom.drag(made(games=games), memory) and plays(memory, launcher)
    memory = bytearray(b"\0" * 0x200000)
    boot_rom.drag(made(games=games), memory)
    boot_rom.drag(micropython, memory)
    assert plays(memory, launcher)


@pytest.mark.parametrize("older", [False, True])
def test_a_cable_pulled_in_the_second_drag(micropython, games, launcher, older):
    """The games of before, or a sentence on the screen; dragged again they play."""
    # A sector is 16 blocks: of littlefs two, of main.py one, then the rest.
    if older:
        pico = Pico(emulator.image(), boards.read(BOARD), games)
        pico.run(3)
        memory = bytearray(pico.flash())
    else:
        memory = bytearray(ERASED)
        boot_rom.drag(micropython, memory)
        memory = after(memory)
    data = made(games=games)
    count = len(data) // 512
    seen = []
    for most in (1, 15, 16, 17, 32, 40, 48, 49, 64, 700, count - 17):
        torn = bytearray(memory)
        assert not boot_rom.drag(data, torn, most=most)
        pico = switched_on(torn)
        pico.run(2.5)
        if b"not whole" in pico.console:
            assert pico.chip.stat("lcd_bl")
            seen.append("says")
        elif pico.chip.stat("lcd_bl"):
            seen.append("old")
        else:
            assert b">>> " in pico.console
            seen.append("dark")
    again = bytearray(pico.flash())
    assert boot_rom.drag(data, again) and plays(again, launcher)
    assert seen[6:] == ["says"] * len(seen[6:])
    assert seen[:6] == (["old"] * 3 + ["dark"] * 3 if older else ["dark"] * 6)
