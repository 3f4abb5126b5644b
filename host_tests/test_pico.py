"""The build with MicroPython's image on an emulated Pico: it starts, draws, and loses no saves.

Needs PICO_UF2 (see emulator.py).
"""

import contextlib
import json
import os
import re
import shutil
from pathlib import Path

import emulator
import mpremote.mip
import mpremote.transport
import playing
import pytest
import test_melds
import test_play_out
from mpremote.transport import TransportError

from thirteen.rules import three_thirteen_arrange as arrange
from tools import boards, faults
from tools.bench import image
from tools.bench.player import Player
from tools.bench.session import titles
from tools.device import Lost, build, flash, install, pack, uf2
from tools.device.port import Device
from tools.emulator.pico import Pico
from tools.emulator.prompt import Transport
from tools.left_on_flash import contents
from tools.xip import pack as xip

CHECKS = sorted((Path(__file__).parent / "device").glob("*.py"))
BOARD = "ws_lcd_13"
DATED = "import hal\nhal.set_today(9500)\nprint(hal.today())"
# As if no key had been pressed for 58 seconds.
AT_REST = """
import main
from thirteen.ui import keys
keys.idle = 58000
main.run()
"""
# Solves hands in slices, and arranges them; prints what is read by `test_melds_in_machine_code`.
MELDS = """
from thirteen.rules import three_thirteen_arrange as arrange
from thirteen.rules import three_thirteen_melds as melds
for line in HANDS.split():
    hand, wild, price = line.split(",")
    hand, wild, price = bytes.fromhex(hand), int(wild), int(price)
    order, group = bytearray(14), bytearray(14)
    melds.begin(hand, 0, len(hand), wild, price)
    while not melds.advance(3):
        pass
    sliced = melds.found()
    dead = arrange.arrange(hand, 0, len(hand), wild, price, order, group)
    print(sliced, dead, order.hex(), group.hex())
"""
# The self-test to its end: B held, every answer A, the code, then keys chosen, A and B exchanged.
EXCHANGED = """
import hal
from thirteen import preferences
from thirteen.screens import selftest
from thirteen.storage import settings
settings.load()
preferences.apply()
chosen = [1 << i for i in (0, 1, 2, 3, 5, 4, 6, 7)]
downs = [hal.B] * 181
for k in [hal.A, hal.A, hal.A, hal.A, hal.B] + chosen + [hal.B]:
    downs += [0, k, k, 0]
downs.reverse()
hal.keys, hal.sleep = downs.pop, lambda ms: None
selftest.run()
print(list(settings.order(preferences.WIRED)))
"""
SOAK = bool(os.environ.get("SOAK"))
_ROUNDS = 60  # of three keys, until a game that is about to end has ended


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    emulator.image()
    out = tmp_path_factory.mktemp("pico") / BOARD
    programs = [DATED, AT_REST, MELDS, IN_FLASH, *(check.read_text() for check in CHECKS)]
    build.build(BOARD, out, outside=programs)
    return out


@pytest.fixture(scope="module")
def flashed(built, tmp_path_factory):
    """A folder with the files that `make flash` writes."""
    return packed(built, tmp_path_factory.mktemp("flashed"))


def packed(modules, folder):
    for path, data in pack.pack(modules).items():
        (folder / path[1:]).write_bytes(data)
    return folder


def test_the_room_that_is_asked_for_is_what_the_link_takes(flashed):
    data = (flashed / "pack.mpy").read_bytes()
    blocks = xip.linked_blocks(data)
    assert blocks <= install.LINK_BLOCKS <= blocks + 8
    room = min(layout.size for layout in uf2.LAYOUTS.values()) // uf2.SECTOR  # a Pico W's
    assert -(-len(data) // uf2.SECTOR) + install.LINK_BLOCKS + install.SPARE_BLOCKS < room
    text = (build.FIRMWARE / "no_room.py").read_text()
    told = 1000 * int(re.search(r"need (\d+) kB more", text)[1])
    spare = 4096 * (blocks + 6)  # firmware/xip/link.py keeps six more
    assert spare <= told <= spare + 10_000


@pytest.fixture
def idle(built, tmp_path):
    """The build with a main.py that does nothing."""
    out = tmp_path / "idle"
    shutil.copytree(built, out)
    (out / "main.py").write_text("print('IDLE')\n")
    return out


@pytest.fixture
def rig(idle):
    pico = emulator.boot(idle)
    emulator.run(pico, "pass")
    return pico


def test_sixteen_bits_a_pixel_show_the_same(tmp_path):
    """For panels that do not support twelve."""
    emulator.image()
    firmware = tmp_path / "firmware"
    shutil.copytree(build.FIRMWARE, firmware)
    profile = firmware / "boards" / f"{BOARD}.py"
    profile.write_text(profile.read_text() + "BITS = 16\n")
    build.build(BOARD, tmp_path / "built", firmware=firmware, outside=[DATED])
    (tmp_path / "flashed").mkdir()
    shows_what_the_simulator_shows(packed(tmp_path / "built", tmp_path / "flashed"), tmp_path)


def test_at_power_on_it_shows_the_simulator_s_picture(flashed, tmp_path):
    shows_what_the_simulator_shows(flashed, tmp_path)


@pytest.mark.parametrize(
    "name, data, kept",
    (
        ("crash", b"\xff\xfe\x80", "crash.bad0"),
        ("crash/folder", b"?", "crash.bad0/folder"),
        ("settings.a", bytes(150_000), "settings.bad0"),
        ("settings.a/folder", b"?", "settings.bad0/folder"),
    ),
)
def test_what_lies_in_the_files_does_not_stop_power_on(flashed, tmp_path, name, data, kept):
    """It is set aside, by littlefs's own errors."""
    folder = tmp_path / "odd"
    shutil.copytree(flashed, folder)
    odd = folder / "saves" / name
    odd.parent.mkdir(parents=True)
    odd.write_bytes(data)
    pico = emulator.boot(folder)
    pico.lit()
    pico.run(0.5)
    assert faults.contents(pico.flash())["/saves/" + kept] == data
    assert b"Traceback" not in pico.console


def test_one_uf2_file_installs_everything(flashed, tmp_path):
    files = {
        "/" + path.relative_to(flashed).as_posix(): path.read_bytes()
        for path in flashed.rglob("*")
        if path.is_file()
    }
    image = uf2.Image(Path(emulator.image()).read_bytes(), "the image")
    (tmp_path / "one.uf2").write_bytes(uf2.make(image, files))
    shows_what_the_simulator_shows(None, tmp_path, tmp_path / "one.uf2")


def shows_what_the_simulator_shows(folder, tmp_path, image=None):
    with playing.kept_modules():
        handheld = playing.Handheld(tmp_path, BOARD).play()
        expected = handheld.panel.pixels()
    pico = emulator.boot(folder, image, first=True)
    while (shown := emulator.picture(pico)) != expected and pico.t < 4:
        pico.run(0.05)
    different = sum(a != b for a, b in zip(shown, expected, strict=True))
    assert not different, f"{different} of {len(expected)} bytes after {pico.t} s"
    assert b"Traceback" not in pico.console
    # Ctrl-C ends the games, and leaves their picture; at the prompt they can be used.
    assert emulator.run(pico, "print(1)") == "1\n" and emulator.picture(pico) == expected
    assert emulator.run(pico, pack.program(DATED)) == "9500\n"
    pico.chip.write(b"\x02\x04")  # Ctrl-B, too: out of the raw prompt
    pico.run(2)
    assert emulator.picture(pico) == expected


def saved(*args, **chosen):
    return lambda handheld: handheld.prepare(*args, **chosen)


def decided(handheld):
    deal, moves, _ = test_play_out.decided("thirteens")
    test_play_out.prepare(handheld, "thirteens", deal, moves)


# What is worked out between two pictures, of which one takes longer than such a bit of work: what
# was saved, then keys.
THOUGHTS = {
    "hint_thirteens": (saved("thirteens", 3, 15), "X X"),
    "hint_friday": (saved("friday", 42, 30), "X X"),
    "hint_imaginary": (saved("imaginary", 42, 30), "X X"),
    "hint_make13": (saved("make13", 1, 10, b"\0\0\0\3"), "A X X"),
    "computer_players": (saved("three_thirteen", 1, 30, b"\2\0\3\3\3"), "A A A"),
    "par": (saved("friday", 1), ""),
    "the_rest": (decided, ""),
    "review": (saved("friday", 42, 999), "DOWN DOWN DOWN A"),
    "qr_code": (saved("friday", 42, 30), "MENU UP UP A UP UP A"),
}


@pytest.mark.parametrize("thought", THOUGHTS)
def test_what_it_thinks_about_comes_to_an_end(flashed, tmp_path, thought):
    """What is shown then is what the simulator shows."""
    prepare, keys = THOUGHTS[thought]
    keys = keys.split()
    with playing.kept_modules():
        handheld = playing.Handheld(tmp_path)
        prepare(handheld)
        saves = {"/saves/" + name: data for name, data in handheld.files().items()}

        def as_small():  # a search has as much room as on the Pico
            handheld.hal.ROOM = 1344

        handheld.play(" 340 ".join(keys), 1400, 40000 if keys else 0, before=as_small)
        expected = handheld.panel.pixels()
    pico = emulator.boot(flashed, saves=saves)
    pico.lit()
    pico.run(1)
    for key in keys:
        pico.tap(key)
        pico.run(0.34)
    before = pico.t
    while (shown := emulator.picture(pico)) != expected and pico.t < before + 40:
        pico.run(0.1)
    assert b"Traceback" not in pico.console
    assert shown == expected


@pytest.mark.parametrize("game", playing.GAMES)
def test_a_game_is_played_to_its_end_by_keys(flashed, tmp_path, game):
    """Its last moves, by the hints: X shows what can be played, X again the best, A plays it.

    A race, which opens in its menu, is ended there.
    """
    keys = "X X A".split()
    with playing.kept_modules():
        handheld = playing.Handheld(tmp_path)
        if game in playing.RACES:
            handheld.prepare(game, 42, 10)
            keys = "DOWN A DOWN A".split()
        else:
            options = b"\0\0\2" if game in playing.MULTIPLAYER else None
            handheld.on()
            whole = handheld.start(game, 42, 999, options).match.played
            handheld.prepare(game, 42, whole - 4, options, animation=0)
        saves = {"/saves/" + name: data for name, data in handheld.files().items()}
    pico = emulator.boot(flashed, saves=saves)
    pico.lit()
    pico.run(1)
    for _ in range(_ROUNDS):
        for key in keys:
            pico.tap(key)
            pico.run(0.4)
        if "/saves/history.a" in contents(pico.flash()):
            break
    pico.run(3)  # the end is saved, too
    assert b"Traceback" not in pico.console
    with playing.kept_modules():
        handheld = playing.Handheld(tmp_path)
        for path, data in contents(pico.flash()).items():
            if path.startswith("/saves/"):
                (tmp_path / Path(path).name).write_bytes(data)
        handheld.on()
        table = handheld.saved(game)
        assert "CLOSED" in handheld.facts(table) and table.rules.over(table.match.s)
        assert sum(handheld.numbers(game, kind)["PLAYED"] for kind in range(4)) == 1


def test_the_demonstration_goes_on(flashed, tmp_path):
    shutil.copytree(flashed, tmp_path / "files")
    (tmp_path / "files" / "main.py").write_text(pack.program(AT_REST))
    pico = emulator.boot(tmp_path / "files")
    pico.lit()
    pictures = set()
    for _ in range(24):  # a move a second
        pico.run(0.5)
        pictures.add(pico.picture())
    assert len(pictures) > 12, len(pictures)
    assert b"Traceback" not in pico.console


@pytest.mark.parametrize("synchronised", [True, False], ids=["vsync", "silent"])
def test_with_a_sync_signal_no_frame_is_sent_during_scan_out(tmp_path, synchronised):
    """PicoSystem's VSYNC: high for 0.9 ms after each picture of 16.7 ms, or never."""
    emulator.image()
    profile = boards.read("picosystem")
    build.build("picosystem", tmp_path / "modules")
    (tmp_path / "files").mkdir()
    packed(tmp_path / "modules", tmp_path / "files")
    period, high = 16_700, 900  # microseconds
    pico = emulator.boot(tmp_path / "files", board="picosystem")
    chip = pico.chip

    def go(seconds):
        end = chip.us + seconds * 1e6
        while chip.us < end:
            phase = chip.us % period
            chip.drive(profile["VSYNC"], int(synchronised and phase < high))
            chip.run_until(min(end, chip.us + (high if phase < high else period) - phase + 1))

    go(2)
    assert chip.stat("lcd_on") and chip.stat("lcd_bl")
    for key in "RIGHT", "DOWN", "LEFT", "UP":
        chip.option("changed_reset", 0)
        pico.press(key)
        go(0.08)
        pico.release(key)
        go(0.15)
        first = chip.stat("changed_first")
        assert first, "no picture"
        assert not synchronised or first % period < high + 500


def test_b_held_at_power_on_does_not_start_the_games(flashed):
    pico = emulator.boot(flashed)
    pico.press("B")
    emulator.wait(pico, ">>> ", 3)
    pico.run(0.5)
    assert b"Traceback" not in pico.console
    assert len(set(pico.picture())) > 3  # a text on the screen says so
    assert emulator.run(pico, "import sys\nprint('thirteen.shell' in sys.modules)") == "False\n"


@pytest.mark.parametrize("first", [True, False], ids=["first", "later"])
@pytest.mark.parametrize("kilobytes", [90, 125, 150, 190])
def test_with_too_little_memory_it_says_so_at_power_on(flashed, tmp_path, kilobytes, first):
    """In one line at the prompt, where boot.py can be mended, and on the panel."""
    shutil.copytree(flashed, tmp_path / "files")
    (tmp_path / "files" / "boot.py").write_text(f"taken = bytearray({kilobytes * 1000})")
    pico = emulator.boot(tmp_path / "files", first=first)
    emulator.wait(pico, ">>> ", 30)
    assert b"Too little memory is free. Remove what boot.py loads" in pico.console
    assert b"Traceback" not in pico.console
    assert len(set(pico.picture())) > 1  # lit, and not black


@pytest.mark.parametrize("first", [True, False], ids=["first", "later"])
def test_a_program_in_boot_py_may_take_45_kilobytes(flashed, tmp_path, first):
    shutil.copytree(flashed, tmp_path / "files")
    (tmp_path / "files" / "boot.py").write_text("taken = bytearray(45000)")
    pico = emulator.boot(tmp_path / "files", first=first)
    for seconds, said in ((6, b"MPY: soft reboot\r\n"), (2, b"")):
        pico.run(seconds)
        assert pico.console == said
        assert pico.lit() and len(set(pico.picture())) > 8
        pico.restart()


@pytest.mark.parametrize(
    "module, line, other",
    [
        ("link", "_HEAD = const(24)", "_HEAD = const(28)"),  # pools of names
        ("pack", "    while i < _FILE_WORDS:", "    while i < 3:"),  # an open file
        ("link", "word(id(items), 2) == 1", "word(id(items), 2) == 2"),  # a list
        ("probe", "_Class(5).method() == 33", "_Class(5).method() == 34"),  # what runs
    ],
    ids=["pool", "file", "list", "probe"],
)
def test_another_micropython_is_refused_in_a_sentence(tmp_path, module, line, other):
    """What it lays out otherwise is found by the first start; here that expects otherwise."""
    emulator.image()
    firmware = tmp_path / "firmware"
    shutil.copytree(build.FIRMWARE, firmware)
    path = firmware / "xip" / f"{module}.py"
    text = path.read_text()
    assert text.count(line) == 1
    path.write_text(text.replace(line, other))
    build.build(BOARD, tmp_path / "built", firmware=firmware)
    (tmp_path / "files").mkdir()
    pico = emulator.boot(packed(tmp_path / "built", tmp_path / "files"), first=True)
    for _ in "ab":  # the next start says it again
        emulator.wait(pico, ">>> ", 6)
        assert b"These games need MicroPython 1.29 (Arm)." in pico.console
        assert b"Traceback" not in pico.console
        assert len(set(pico.picture())) > 1
        assert pack.LINK not in faults.contents(pico.flash())
        pico.restart()


def test_every_screen_opened_at_once_leaves_a_margin_of_the_stack(flashed):
    """The C stack has 8,192 bytes, and MicroPython's check leaves 256 for C functions."""
    files = {"/" + path.name: path.read_bytes() for path in flashed.iterdir()}
    plays = Player(emulator.image(), boards.read(BOARD), files, titles(), print, updated=False)
    for row in plays.stack():
        assert row.measured <= row.most == 7000, row


def test_games_chosen_at_once_do_not_crash(flashed):
    """A sample of `python -m tools bench --only eager`."""
    files = {"/" + path.name: path.read_bytes() for path in flashed.iterdir()}
    plays = Player(emulator.image(), boards.read(BOARD), files, titles(), print, updated=False)
    for row in plays.eager(every=12):
        assert row.measured <= row.most, row


IN_FLASH = """
import gc
from machine import mem32
from thirteen import cards, catalog, match
from thirteen.table import table
from thirteen.views import friday
for thing in match.Match.undo, table.draw, cards.deck, friday.open:
    print(mem32[id(thing) + 12] >> 24 == 0x10)
print(mem32[id(catalog.GAMES) + 8] >> 24 == 0x10)
gc.collect()
print(gc.mem_free() > 100_000)
"""
NEW_NAMES = """
import micropython
micropython.qstr_info()
import thirteen.bots.job, thirteen.presets.friday
micropython.qstr_info()
"""


def test_modules_run_from_the_flash(flashed):
    """A module that is imported brings no names: they are all known."""
    pico = emulator.boot(flashed)
    pico.run(3)
    assert b"Traceback" not in pico.console
    assert emulator.run(pico, pack.program(IN_FLASH)).split() == ["True"] * 6
    printed = emulator.run(pico, NEW_NAMES)
    before, after = [int(count) for count in re.findall(r"n_qstr=(\d+)", printed)]
    assert before == after > 1500


class Remote(emulator.Cable, mpremote.transport.Transport):
    """What mpremote's own code installs files by."""


REWRITTEN = """
import os
kept = 'kept'
for i in range(5):
    with open('/new.mpy', 'wb') as f:
        w = f.write
        for k in range(100):
            w(bytes(4096))
    os.rename('/new.mpy', '/pack.mpy')
print(kept, len(os.listdir('/')) > 1)
"""


@pytest.mark.parametrize("presses", [1, 2, 3])
def test_after_ctrl_c_the_pack_may_be_written_over(flashed, presses):
    """Without a restart, over and over: nothing at the prompt lies in the flash."""
    pico = emulator.boot(flashed)
    pico.lit()
    pico.run(1)
    pico.chip.write(b"\x03" * presses)
    emulator.wait(pico, ">>> ", 3)
    assert emulator.run(pico, REWRITTEN, 600) == "kept True\n"
    assert emulator.run(pico, "import random\nprint(random.choice([7]))") == "7\n"


def mip(pico, folder):
    """`mpremote mip install --target / package.json` of a release."""
    urls = [[name, name] for name in ("main.py", "pack.mpy")]
    (folder / "package.json").write_text(json.dumps({"urls": urls, "version": "1"}))
    remote = Remote(pico)
    remote.enter_raw_repl()
    mpremote.mip._install_json(remote, str(folder / "package.json"), "", "", None, True)


def test_installed_again_and_again_it_runs_from_its_own_blocks(flashed, tmp_path):
    """By mpremote's mip, which writes the same files anew, and back to an older release.

    The blocks of each older copy stay in the flash, free to be overwritten. A cut leaves the copy
    that was there: it plays as before.
    """
    older = shutil.copytree(flashed, tmp_path / "older")
    whole = (older / "pack.mpy").read_bytes()
    (older / "pack.mpy").write_bytes(whole[:-8] + b"an older")
    pico = emulator.boot(flashed)
    for folder in flashed, older, flashed, flashed:
        mip(pico, folder)
        pico.restart()
        pico.lit()
        pico.run(1)
        assert emulator.run(pico, pack.program(IN_FLASH)).split() == ["True"] * 6
    powered = pico.save()
    for cut in 1, 2, 30, 60, 100:
        pico.load(powered)
        pico.plan_cut(cut, 0.5)
        with contextlib.suppress(Lost, TransportError):
            mip(pico, flashed)
        pico.restart()
        pico.run(2)
        if emulator.run(pico, "import os\nprint(os.stat('/pack.mpy')[6])") == f"{len(whole)}\n":
            assert emulator.run(pico, pack.program(IN_FLASH)).split() == ["True"] * 6


@pytest.mark.parametrize("check", CHECKS, ids=[path.stem for path in CHECKS])
def test_on_the_device(idle, check):
    source = check.read_text()
    (idle / "check.py").write_text(source)
    assert emulator.run(emulator.boot(idle), "import check", 600).endswith("OK\n")


def test_keys_are_exchanged_at_the_end_of_the_self_test(rig):
    """The last question names the new keys, and the new A says yes to it."""
    assert emulator.run(rig, EXCHANGED) == "[0, 1, 2, 3, 5, 4, 6, 7]\n"


def test_melds_in_machine_code(rig):
    """R5, R6, R9, R12: brute force on the host finds the same, and Python the same melds."""
    hands = list(test_melds.hands(77, 3000 if SOAK else 150))
    hands += [
        (test_melds.codes(text), test_melds.RANKS.index(wild) + 1, test_melds.POINTS[wild])
        for wild, text, _ in test_melds.HARD + test_melds.BUILT
    ]
    for first in range(0, len(hands), 60):
        some = hands[first : first + 60]
        text = " ".join(f"{hand.hex()},{wild},{price}" for hand, wild, price in some)
        lines = emulator.run(rig, f"HANDS = {text!r}\n{MELDS}").splitlines()
        for (hand, wild, price), line in zip(some, lines, strict=True):
            order, group = bytearray(14), bytearray(14)
            dead = arrange.arrange(hand, 0, len(hand), wild, price, order, group)
            assert dead == test_melds.brute(hand, wild, price)
            assert line == f"{dead} {dead} {order.hex()} {group.hex()}", (hand.hex(), wild)


@pytest.mark.parametrize("kind, every", [("settings", 3), ("friday", 3), ("end_make13", 23)])
def test_a_power_cut_during_a_save_leaves_the_old_or_the_new_one(flashed, kind, every):
    """A sample of `python -m tools faults`."""
    wanted = {"/" + path.name: path.read_bytes() for path in flashed.iterdir()}
    pico = faults.run(kind, emulator.image(), boards.read(BOARD), wanted, None, every=every)
    assert pico.tried > 3 and not pico.losses
    assert kind.removeprefix("end_") in pico.written()


# An update of a pack alone, and one of all with a file that would hide the pack.
_OLD, _NEW = ({"/main.py": b"print('IDLE')", "/pack.mpy": byte * 9000} for byte in (b"1", b"2"))
_HIDDEN = {"/main.py": b"print('IDLE')\n", "/pack.mpy": b"1" * 5000, "/pack.py": b"mine = 1"}


@pytest.mark.parametrize("old, new, every", [(_HIDDEN, _NEW, 7), (_OLD, _NEW, 5)],
                         ids=["make_flash", "update"])  # fmt: skip
def test_a_power_cut_while_flashing_leaves_the_old_game_or_the_new(rig, old, new, every):
    for path in sorted(Device(emulator.Cable(rig), "rig").tree(), reverse=True):
        emulator.run(rig, f"import os\nos.remove({path!r})")
    flash.flash(Device(emulator.Cable(rig), "rig"), old)
    powered = rig.save()
    seen = []
    for cut in range(1, 1000, 1 if SOAK else every):
        rig.load(powered)
        rig.plan_cut(cut, 0.5)
        try:
            flash.flash(Device(emulator.Cable(rig), "rig"), new)
            break
        except Lost:
            rig.run(1)
            emulator.run(rig, "pass")
        seen.append(game(rig, old, new))
        flash.flash(Device(emulator.Cable(rig), "rig"), new)
        assert game(rig, old, new) == "new"
    assert "old" in seen and seen == sorted(seen, reverse=True)


@pytest.mark.parametrize("cut", (None, 0.98))
def test_an_update_has_room_beside_thirty_blocks_of_saves(flashed, cut):
    """The old games' link goes for it. If the cable comes out then, they make room and start."""
    profile, files = boards.read(BOARD), {"/" + f.name: f.read_bytes() for f in flashed.iterdir()}
    saves = {f"/saves/m13-{n:05d}.rec": bytes(4000) for n in range(30)}
    full = image.linked(emulator.image(), profile, files, saves)
    pico = Pico(emulator.image(), profile, flash=full)
    pico.run(2)
    device = Device(Transport(pico), "the emulator")
    device.transport.enter_raw_repl()
    old = files[pack.PACK]
    new = {**files, pack.PACK: bytes(byte ^ 1 for byte in old)}
    sent = []

    def count(path, n):
        sent.append(n)
        if cut and sum(sent) > cut * len(old):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) if cut else contextlib.nullcontext():
        install.install(device, install.plan(device, device.tree(), new), count)
    assert pack.LINK not in device.tree()
    if not cut:
        assert faults.contents(pico.flash())[pack.PACK] == new[pack.PACK]
        return
    pico = Pico(emulator.image(), profile, flash=pico.flash())
    pico.run(6)
    there = faults.contents(pico.flash())
    assert there[pack.PACK] == old and pack.LINK in there and not pico.console.count(b"full")
    assert not [path for path in there if path.startswith(install.STAGE)]
    assert {path: there[path] for path in saves} == saves


def game(rig, old, new):
    """Which of the two complete games is on it."""
    device = Device(emulator.Cable(rig), "rig")
    tree = device.tree()
    kept = [path for path, size in tree.items() if size != -1 and "thirteen." not in path]
    found = {path: device.read(path) for path in kept}
    assert found in (old, new), sorted(tree)
    return "old" if found == old else "new"
