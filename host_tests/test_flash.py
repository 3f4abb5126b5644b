"""Flashing: what is copied, what stays, and after any power cut the handheld still starts."""

import hashlib
import itertools
import random
import zlib

import pytest
from fake_pico import MINE, NEW, OLD, FakePico, files, starts

from tools.device import Lost, Trouble, flash, install
from tools.device.port import Device

NEWER = {**NEW, "/pack.mpy": b"a new one"}


@pytest.fixture
def pico():
    return FakePico({**OLD, **MINE})


def put(pico, wanted=NEW):
    flash.flash(Device(pico, "PORT"), wanted)


def test_an_empty_handheld_gets_everything():
    pico = FakePico()
    put(pico)
    assert files(pico) == NEW


def test_an_update_replaces_the_game_and_keeps_the_users_files(pico):
    put(pico)
    assert files(pico) == {**NEW, **MINE}


def test_a_second_flash_changes_nothing(pico, capsys):
    put(pico)
    before = pico.changes
    put(pico)
    assert pico.changes == before
    assert "0 files copied" in capsys.readouterr().out


def test_only_what_changed_is_copied_and_one_file_takes_one_rename(pico, capsys):
    put(pico)
    capsys.readouterr()
    pico.changes = 0
    put(pico, NEWER)
    assert "1 files copied (9 bytes, 9 sent), 1 already there" in capsys.readouterr().out
    assert files(pico) == {**NEWER, **MINE}
    assert pico.changes == 5  # mkdir, create, write, rename, rmdir


def edited(rng, data):
    """The data after some edits: bytes put in, taken out, exchanged, moved."""
    data = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        at, n = rng.randrange(len(data)), rng.randrange(1, 900)
        kind = rng.randrange(4)
        if kind == 0:
            data[at:at] = rng.randbytes(n)
        elif kind == 1:
            del data[at : at + n]
        elif kind == 2:
            data[at] ^= 1
        else:
            taken = data[at : at + 9 * n]
            del data[at : at + 9 * n]
            data += taken
    return bytes(data)


def test_what_is_there_of_an_older_file_is_not_sent_again():
    rng = random.Random(13)
    pico = FakePico()
    old = rng.randbytes(200_000) + bytes(3000) + rng.randbytes(70_001)
    put(pico, {"/main.py": b"main", "/pack.mpy": old})
    for _ in range(20):
        new = edited(rng, old)
        device = Device(pico, "PORT")
        flash.flash(device, {"/main.py": b"main", "/pack.mpy": new})
        assert files(pico) == {"/main.py": b"main", "/pack.mpy": new}
        assert device.sent < 6000
        old = new


def test_sums_that_lie_cost_a_second_try_at_most(pico, monkeypatch):
    """Two pieces with one checksum: what comes of it is not taken."""
    old, new = bytes(range(256)) * 300, bytes(range(1, 257 - 1)) * 300 + b"new"
    put(pico, {**NEW, "/pack.mpy": old})
    monkeypatch.setattr(Device, "sums", lambda self, path: [_sum(new[:256])] * 300)
    with pytest.raises(Trouble, match="reads back differently"):
        put(pico, {**NEW, "/pack.mpy": new})
    assert pico.files["/pack.mpy"] == old
    monkeypatch.undo()
    put(pico, {**NEW, "/pack.mpy": new})
    assert files(pico) == {**NEW, **MINE, "/pack.mpy": new}


def _sum(piece):
    return zlib.crc32(piece).to_bytes(4, "big") + hashlib.sha256(piece).digest()[:4]


def test_after_a_break_the_copy_goes_on_where_it_was():
    big = random.Random(1).randbytes(200_000)
    whole = FakePico()
    put(whole, {**NEW, "/pack.mpy": big})
    seen = []
    for cut in range(whole.changes):
        pico = FakePico()
        pico.cut = cut
        with pytest.raises(Lost):
            put(pico, {**NEW, "/pack.mpy": big})
        pico.power_on()
        device = Device(pico, "PORT")
        flash.flash(device, {**NEW, "/pack.mpy": big})
        assert files(pico) == {**NEW, "/pack.mpy": big} and install.STAGE not in pico.files
        seen.append(device.sent)
    assert seen == sorted(seen, reverse=True) and seen[-1] == 0
    assert max(a - b for a, b in itertools.pairwise(seen)) < 70_000


def test_a_file_damaged_on_the_handheld_is_copied_again(pico):
    put(pico)
    pico.files["/pack.mpy"] = b"xew pack" * 2500
    put(pico)
    assert files(pico) == {**NEW, **MINE}


def test_a_source_file_that_would_hide_the_pack_is_removed(pico):
    pico.files["/pack.py"] = b"somebody tried something"
    put(pico)
    assert files(pico) == {**NEW, **MINE}


@pytest.mark.parametrize("more", [{}, {"/boot.py": b"mine = 1"}])
def test_cut_before_every_change_the_handheld_has_the_old_game_or_the_new(more):
    """Everything is staged first; after the switch nothing reverts. The user's boot.py stays."""
    mine = {**OLD, **MINE, **more}
    whole = FakePico(mine)
    put(whole)
    assert files(whole) == {**NEW, **MINE, **more}
    seen, told = [], []
    for cut in range(whole.changes):
        pico = FakePico(mine)
        pico.cut = cut
        with pytest.raises(Lost) as lost:
            put(pico)
        assert pico.power_on()
        seen.append(starts(pico, more))
        copying = "while copying: the handheld still has what it had" in str(lost.value)
        assert copying or "finishes it by itself" in str(lost.value)
        told.append("old" if copying else "new")
        put(pico)
        assert files(pico) == {**NEW, **MINE, **more}
    for what in seen, told:
        assert what == sorted(what, reverse=True)
        assert what.count("old") > 5 and what.count("new") > 3
    assert sum(a != b for a, b in zip(seen, told)) < 2  # where the last step has not begun


def test_a_second_cut_during_the_completion_is_survived_too(pico):
    whole = FakePico(pico.files)
    put(whole)
    for cut in range(whole.changes):
        for again in range(40):
            pico = FakePico({**OLD, **MINE})
            pico.cut = cut
            with pytest.raises(Lost):
                put(pico)
            if pico.power_on(cut=again):
                break
            assert pico.power_on()
            starts(pico)
        else:
            raise AssertionError("it never finished")


def test_an_update_cut_before_every_change_leaves_the_old_pack_or_the_new(pico):
    put(pico)
    there = dict(pico.files)
    pico.changes = 0
    put(pico, NEWER)
    seen = []
    for cut in range(pico.changes):
        other = FakePico(there)
        other.cut = cut
        with pytest.raises(Lost):
            put(other, NEWER)
        assert other.power_on()
        seen.append(other.files["/pack.mpy"])
        put(other, NEWER)
        assert files(other) == {**NEWER, **MINE} and install.STAGE not in other.files
    assert set(seen) == {NEW["/pack.mpy"], NEWER["/pack.mpy"]}
    assert seen == sorted(seen, reverse=True)  # "a new one" sorts before "new pack"


def staged(pico):
    """The handheld after a cut during an update, with the pack staged."""
    pico.cut = 5
    with pytest.raises(Lost):
        put(pico)
    pico.power_on()
    assert pico.files[install.STAGE + "/pack.mpy"] == NEW["/pack.mpy"]


def test_files_copied_before_a_cut_are_not_copied_again(pico):
    whole = FakePico(pico.files)
    put(whole)
    staged(pico)
    put(pico)
    assert files(pico) == {**NEW, **MINE}
    assert pico.changes < whole.changes - 3


def test_leftovers_of_an_abandoned_flash_are_removed_even_if_nothing_is_copied(pico):
    put(pico)
    pico.files.update({install.STAGE: None, install.STAGE + "/pack.mpy": b"half a pack"})
    put(pico)
    assert files(pico) == {**NEW, **MINE} and install.STAGE not in pico.files


def test_a_damaged_leftover_is_copied_again(pico):
    staged(pico)
    pico.files[install.STAGE + "/pack.mpy"] = b"xew pack" * 2500
    put(pico)
    assert files(pico) == {**NEW, **MINE}


@pytest.mark.parametrize("path", [install.STAGE + "/pack.mpy", "/thirteen.boot"])
def test_flash_memory_that_reads_back_differently_leaves_the_old_game(pico, path):
    pico.worn = path
    with pytest.raises(Trouble, match=path + " reads back differently"):
        put(pico)
    assert pico.power_on()
    assert starts(pico) == "old"


def test_flashing_again_repairs_a_boot_py_that_cannot_finish(pico):
    whole = FakePico({**OLD, **MINE, "/boot.py": b"mine = 1"})
    put(whole)
    pico.files["/boot.py"] = b"mine = 1"
    pico.cut = whole.changes - 5
    with pytest.raises(Lost):
        put(pico)
    pico.files[install.STAGE] = None
    pico.files[install.STAGE + "/pack.mpy"] = b"in the way of a folder"
    pico.files.update({"/pack.mpy": None, "/pack.mpy/x": b""})
    pico.dead, pico.cut = False, None
    with pytest.raises(Trouble, match="/pack.mpy on the handheld"):
        put(pico)
    del pico.files["/pack.mpy/x"], pico.files["/pack.mpy"]
    put(pico)
    assert files(pico) == {**NEW, **MINE, "/boot.py": b"mine = 1"}


def test_too_little_space_is_reported_before_anything_changes():
    pico = FakePico({**OLD, **MINE, "/big.bin": bytes(4096 * 330)})
    before = dict(pico.files)
    with pytest.raises(Trouble, match="too little room: .* kB are needed .* kB are free"):
        put(pico)
    assert pico.files == before


def test_room_for_one_copy_only_is_said_with_what_to_do():
    """As on a Pico W with its own MicroPython."""
    old, new = bytes(4096 * 170), bytes([1]) * 4096 * 172
    pico = FakePico({**OLD, **MINE, "/pack.mpy": old})
    pico.blocks = pico.used() + 100
    before = dict(pico.files)
    with pytest.raises(Trouble, match="nothing was changed. Remove the old games, /pack.mpy"):
        put(pico, {**NEW, "/pack.mpy": new})
    assert pico.files == before
    del pico.files["/pack.mpy"]
    put(pico, {**NEW, "/pack.mpy": new})
    assert files(pico) == {**NEW, **MINE, "/pack.mpy": new}


def test_what_the_games_write_at_their_first_start_needs_room_too():
    big = {**NEW, "/pack.mpy": bytes(4096 * 100)}
    pico = FakePico(blocks=100 + install.SPARE_BLOCKS + install.LINK_BLOCKS)
    with pytest.raises(Trouble, match="too little room"):
        put(pico, big)
    assert not pico.files
    pico.blocks += 3  # main.py, and the folder
    put(pico, big)


@pytest.mark.parametrize("short, kept", ((0, True), (1, False), (30, False), (31, None)))
def test_the_old_games_link_goes_if_the_new_ones_need_its_room(short, kept):
    """By so many blocks; it is of no use for them. Nothing goes if that does not do."""
    pico = FakePico({**NEW, "/pack.mpy": bytes(4096 * 100), "/pack.link": bytes(4096 * 30)})
    pico.blocks = pico.used() + 100 + install.SPARE_BLOCKS + 2 - short
    new, before = {**NEW, "/pack.mpy": bytes([1]) * 4096 * 100}, dict(pico.files)
    if kept is None:
        with pytest.raises(Trouble, match="nothing was changed. Remove the old games"):
            put(pico, new)
        assert pico.files == before
    else:
        put(pico, new)
        assert pico.files["/pack.mpy"] == new["/pack.mpy"]
        assert ("/pack.link" in pico.files) == kept


def test_flash_that_fills_up_while_copying_leaves_the_old_game(pico, monkeypatch):
    monkeypatch.setattr(install, "_room", lambda *what: None)
    pico.blocks = pico.used() + 5
    with pytest.raises(Trouble, match="flash is full"):
        put(pico)
    assert starts(pico) == "old"


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"version": (1, 27, 1)}, "MicroPython 1.27.1, the game needs 1.28"),
        ({"name": "circuitpython"}, "runs circuitpython 1.28.0: put MicroPython on it"),
        ({"mpy": 0x1106}, "another version than 6.3"),
    ],
)
def test_an_unsuitable_micropython_is_refused(about, message):
    pico = FakePico({**OLD, **MINE}, **about)
    with pytest.raises(Trouble, match=message):
        put(pico)
    assert starts(pico) == "old" and not pico.changes


def test_another_chip_is_refused(pico):
    pico.machine = "Generic ESP32 module with ESP32"
    with pytest.raises(Trouble, match="for boards with an RP2040 or RP2350"):
        put(pico)
    pico.machine, pico.mpy = "Raspberry Pi Pico 2 with RP2350-RISCV", 6 | 3 << 8 | 11 << 10
    with pytest.raises(Trouble, match="install the one for Arm"):
        put(pico)
    assert not pico.changes
    pico.machine, pico.mpy = "Raspberry Pi Pico 2 with RP2350", 6 | 3 << 8 | 7 << 10
    put(pico)
    assert starts(pico) == "new"


def test_a_folder_where_a_file_is_needed_is_reported(pico):
    pico.files = {**MINE, "/saves": None, "/pack.mpy": None, "/pack.mpy/x": b""}
    with pytest.raises(Trouble, match="/pack.mpy on the handheld .* needs a file"):
        put(pico)


@pytest.mark.parametrize(("error", "resets"), [(None, 1), (Trouble("no"), 1), (Lost("gone"), 0)])
def test_the_game_restarts_after_any_failure_unless_the_handheld_is_gone(pico, error, resets):
    with pytest.raises(type(error)) if error else pytest.MonkeyPatch.context():
        with Device(pico, "PORT"):
            if error:
                raise error
    assert pico.resets == resets and pico.closed
