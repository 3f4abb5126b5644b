"""Flashing: what is copied, what stays, and that no cut leaves a handheld that does not start."""

import errno
import os

import pytest
from fake_pico import FakePico

from tools.__main__ import main as tools
from tools.device import Lost, Trouble, backup, flash, install, port, restore
from tools.device.port import Device

OLD = {
    "/main.py": b"old main",
    "/board.py": b"board",
    "/hal.mpy": b"old hal" * 1000,
    "/panel.mpy": b"the same",
    "/thirteen/__init__.mpy": b"",
    "/thirteen/match.mpy": b"old match" * 2000,
    "/thirteen/rules/war.mpy": b"a game that went",
    "/lost.mpy": b"a module that went",
}
NEW = {
    "/main.py": b"new main",
    "/board.py": b"board",
    "/hal.mpy": b"new hal" * 1100,
    "/panel.mpy": b"the same",
    "/thirteen/__init__.mpy": b"",
    "/thirteen/match.mpy": b"new match" * 2100,
    "/thirteen/views/friday.mpy": b"a new game" * 10,
}
MINE = {"/saves/thirteens": b"a game", "/saves/settings": b"\0\1", "/notes.txt": b"my own"}


def listed(files):
    names = sorted(path[1:] for path in files)
    return {**files, "/contents.txt": "".join(name + "\n" for name in names).encode()}


OLD, NEW = listed(OLD), listed(NEW)


@pytest.fixture
def pico():
    return FakePico({**OLD, **MINE})


def put(pico, wanted=NEW):
    flash.flash(Device(pico, "PORT"), wanted)


def files(pico):
    return {path: data for path, data in pico.files.items() if data is not None}


def test_an_empty_handheld_gets_everything():
    pico = FakePico()
    put(pico)
    assert files(pico) == NEW


def test_the_new_game_is_there_the_old_is_not_and_what_is_mine_stays(pico):
    put(pico)
    assert files(pico) == {**NEW, **MINE}
    assert "/thirteen/rules" not in pico.files


def test_a_second_flash_changes_nothing(pico, capsys):
    put(pico)
    before = pico.changes
    put(pico)
    assert pico.changes == before
    assert "0 files copied" in capsys.readouterr().out


def test_only_what_changed_is_copied(pico, capsys):
    put(pico)
    capsys.readouterr()
    put(pico, {**NEW, "/hal.mpy": b"newer hal"})
    assert "1 files copied (9 bytes), 7 already there" in capsys.readouterr().out
    assert pico.files["/hal.mpy"] == b"newer hal"


def test_a_file_that_was_damaged_on_the_handheld_is_copied_anew(pico):
    put(pico)
    pico.files["/hal.mpy"] = b"xew hal" * 1100
    put(pico)
    assert files(pico) == {**NEW, **MINE}


def test_a_source_that_would_hide_its_compiled_module_goes(pico):
    pico.files["/hal.py"] = b"somebody tried something"
    put(pico)
    assert files(pico) == {**NEW, **MINE}


def test_somebodys_own_boot_py_stays_and_saves_are_no_part_of_the_game(pico):
    pico.files["/boot.py"] = b"mine = 1"
    put(pico)
    assert files(pico) == {**NEW, **MINE, "/boot.py": b"mine = 1"}


def starts(pico):
    """Whether what is on it is one whole game, the old or the new; says which."""
    game = {path: data for path, data in files(pico).items() if "thirteen." not in path}
    if game == {**OLD, **MINE}:
        return "old"
    assert game == {**NEW, **MINE}
    return "new"


def test_cut_before_every_change_the_handheld_has_the_old_game_or_the_new(pico):
    whole = FakePico(pico.files)
    put(whole)
    seen = []
    for cut in range(whole.changes):
        pico = FakePico({**OLD, **MINE})
        pico.cut = cut
        with pytest.raises(Lost):
            put(pico)
        assert pico.power_on()
        seen.append(starts(pico))
        put(pico)
        assert files(pico) == {**NEW, **MINE}
    # All is staged before anything changes, and after that nothing goes back.
    assert seen == sorted(seen, reverse=True)
    assert seen.count("old") > seen.count("new") > 5


def test_a_second_cut_while_it_finishes_by_itself_is_survived_too(pico):
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


def test_cuts_with_somebodys_own_boot_py_never_lose_it(pico):
    mine = {**OLD, **MINE, "/boot.py": b"mine = 1"}
    whole = FakePico(mine)
    put(whole)
    for cut in range(whole.changes):
        pico = FakePico(mine)
        pico.cut = cut
        with pytest.raises(Lost):
            put(pico)
        assert pico.power_on()
        assert pico.files["/boot.py"] == b"mine = 1"
        starts(FakePico({path: data for path, data in pico.files.items() if path != "/boot.py"}))
        put(pico)
        assert files(pico) == {**NEW, **MINE, "/boot.py": b"mine = 1"}


def test_what_was_copied_before_a_cut_is_not_copied_again(pico):
    whole = FakePico(pico.files)
    put(whole)
    pico.cut = 11
    with pytest.raises(Lost):
        put(pico)
    staged = [path for path in files(pico) if path.startswith(install.STAGE + "/")]
    assert len(staged) > 2
    pico.power_on()
    put(pico)
    assert files(pico) == {**NEW, **MINE}
    assert pico.changes < whole.changes


def test_what_an_abandoned_flash_left_goes_even_when_nothing_is_to_be_copied(pico):
    pico.cut = 11
    with pytest.raises(Lost):
        put(pico)
    pico.power_on()
    put(pico, OLD)
    assert files(pico) == {**OLD, **MINE} and install.STAGE not in pico.files


def test_a_leftover_that_only_looks_whole_is_copied_anew(pico):
    pico.cut = 11
    with pytest.raises(Lost):
        put(pico)
    pico.power_on()
    pico.files[install.STAGE + "/hal.mpy"] = b"xew hal" * 1100
    put(pico)
    assert files(pico) == {**NEW, **MINE}


@pytest.mark.parametrize("path", [install.STAGE + "/hal.mpy", "/thirteen.boot"])
def test_flash_memory_that_reads_back_differently_leaves_the_old_game(pico, path):
    pico.worn = path
    with pytest.raises(Trouble, match=path + " reads back differently"):
        put(pico)
    assert pico.power_on()
    assert starts(pico) == "old"


def test_a_boot_py_that_cannot_finish_is_no_dead_end(pico):
    whole = FakePico({**OLD, **MINE, "/boot.py": b"mine = 1"})
    put(whole)
    pico.files["/boot.py"] = b"mine = 1"
    pico.cut = whole.changes - 5
    with pytest.raises(Lost):
        put(pico)
    pico.files[install.STAGE] = None
    pico.files[install.STAGE + "/hal.mpy"] = b"in the way of a folder"
    pico.files.update({"/hal.mpy": None, "/hal.mpy/x": b""})
    pico.dead, pico.cut = False, None
    with pytest.raises(Trouble, match="/hal.mpy on the handheld"):
        put(pico)
    del pico.files["/hal.mpy/x"], pico.files["/hal.mpy"]
    put(pico)
    assert files(pico) == {**NEW, **MINE, "/boot.py": b"mine = 1"}


def test_a_cut_while_copying_says_that_the_old_game_is_still_there(pico):
    pico.cut = 5
    with pytest.raises(Lost, match="while copying: the handheld still has what it had"):
        put(pico)


def test_a_cut_at_the_end_says_that_the_handheld_finishes_by_itself(pico):
    whole = FakePico(pico.files)
    put(whole)
    pico.cut = whole.changes - 3
    with pytest.raises(Lost, match="finishes it by itself"):
        put(pico)


def test_too_little_room_is_told_before_anything_changes():
    pico = FakePico({**OLD, **MINE, "/big.bin": bytes(4096 * 330)})
    before = dict(pico.files)
    with pytest.raises(Trouble, match="too little room: .* kB are needed .* kB are free"):
        put(pico)
    assert pico.files == before


def test_flash_that_fills_up_after_all_leaves_the_old_game(pico, monkeypatch):
    monkeypatch.setattr(install, "_room", lambda device, staged: None)
    pico.blocks = pico.used() + 9
    with pytest.raises(Trouble, match="flash is full"):
        put(pico)
    assert starts(pico) == "old"


@pytest.mark.parametrize(
    ("about", "told"),
    [
        ({"version": (1, 23, 0)}, "MicroPython 1.23.0, the game needs 1.24"),
        ({"name": "circuitpython"}, "runs circuitpython 1.28.0: put MicroPython on it"),
        ({"mpy": 0x1106}, "another version than 6.3"),
    ],
)
def test_a_micropython_that_cannot_run_it(about, told):
    pico = FakePico({**OLD, **MINE}, **about)
    with pytest.raises(Trouble, match=told):
        put(pico)
    assert starts(pico) == "old" and not pico.changes


def test_another_chip(pico):
    pico.machine = "Raspberry Pi Pico2 with RP2350"
    with pytest.raises(Trouble, match="for boards with an RP2040"):
        put(pico)


def test_a_file_in_the_way_of_a_folder(pico):
    pico.files = {**MINE, "/saves": None, "/thirteen": b"a file"}
    with pytest.raises(Trouble, match="/thirteen on the handheld .* needs a folder"):
        put(pico)


@pytest.mark.parametrize(("error", "resets"), [(None, 1), (Trouble("no"), 1), (Lost("gone"), 0)])
def test_whatever_happens_the_game_starts_again_unless_nobody_listens(pico, error, resets):
    with pytest.raises(type(error)) if error else pytest.MonkeyPatch.context():
        with Device(pico, "PORT"):
            if error:
                raise error
    assert pico.resets == resets and pico.closed


# Ports.


class Listed:
    def __init__(self, device, vid=0x2E8A, pid=5):
        self.device, self.vid, self.pid = device, vid, pid


def plug(monkeypatch, *ports):
    from serial.tools import list_ports

    monkeypatch.setattr(list_ports, "comports", lambda: ports)


def told(capsys, *argv):
    """What a command that fails says: one line, and a non-zero exit."""
    assert tools(list(argv)) != 0
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    return captured.err


@pytest.mark.parametrize("command", ["backup", "repl"])
def test_no_handheld(monkeypatch, capsys, command, tmp_path):
    plug(monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", os.fdopen(os.openpty()[1]))
    assert "No handheld found" in told(capsys, command)


def test_other_ports_are_named_but_not_taken(monkeypatch, capsys):
    plug(monkeypatch, Listed("/dev/ttyS0", None), Listed("/dev/ttyUSB3", 0x1A86))
    assert "No Pico found" in (text := told(capsys, "backup"))
    assert "PORT=/dev/ttyUSB3" in text and "ttyS0" not in text


def test_several_handhelds_are_listed(monkeypatch, capsys):
    plug(monkeypatch, Listed("/dev/ttyACM1"), Listed("/dev/ttyACM0"))
    assert "PORT=/dev/ttyACM0 or PORT=/dev/ttyACM1" in told(capsys, "backup")


def test_one_handheld_is_found_beside_its_debug_probe(monkeypatch):
    plug(monkeypatch, Listed("/dev/ttyACM0", pid=12), Listed("/dev/ttyACM7"), Listed("x", None))
    assert port.find() == "/dev/ttyACM7"


def test_a_port_that_is_not_there(monkeypatch, capsys):
    plug(monkeypatch, Listed("/dev/ttyACM7"))
    text = told(capsys, "backup", "--port", "/dev/no-such-port")
    assert "no port /dev/no-such-port: plugged in are /dev/ttyACM7" in text


@pytest.mark.parametrize(
    ("number", "text"),
    [(errno.EACCES, "You may not use"), (errno.EBUSY, "is in use"), (errno.EAGAIN, "is in use")],
)
def test_a_port_that_does_not_open(monkeypatch, capsys, number, text):
    import serial

    def refuse(*args, **kwargs):
        raise serial.SerialException(number, f"could not open port: {os.strerror(number)}")

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    assert text in told(capsys, "backup", "--port", os.devnull)


def test_a_socket_where_nobody_listens(capsys):
    assert "Nobody answers" in told(capsys, "backup", "--port", "socket://127.0.0.1:9")


def test_a_port_that_says_nothing(capsys, monkeypatch):
    import socket

    monkeypatch.setattr(port, "_SILENCE", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        assert "does not answer like MicroPython" in told(capsys, "backup", "--port", url)


@pytest.mark.parametrize("command", ["build", "flash", "run"])
def test_an_unknown_board_is_told_before_anything_else(capsys, command):
    assert "choose one of" in (text := told(capsys, command, "--board", "gameboy"))
    assert "ws_lcd_13" in text


def test_ctrl_c_is_no_traceback(monkeypatch, capsys):
    def stop(port):
        raise KeyboardInterrupt

    monkeypatch.setattr(backup, "connect", stop)
    assert "Stopped" in told(capsys, "backup")


# Saves.


@pytest.fixture
def plugged(pico, monkeypatch, tmp_path):
    for module in (backup, restore):
        monkeypatch.setattr(module, "connect", lambda port: Device(pico, "PORT"))
    monkeypatch.chdir(tmp_path)
    return pico


def test_a_backup_holds_the_saves_and_nothing_else(plugged, tmp_path, capsys):
    assert tools(["backup", "--out", "kept"]) == 0
    assert backup.load(tmp_path / "kept") == {
        path: data for path, data in MINE.items() if path.startswith("/saves/")
    }
    assert (tmp_path / "kept/saves/settings").read_bytes() == b"\0\1"
    assert "2 files" in capsys.readouterr().out
    assert plugged.resets == 1


def test_a_handheld_without_saves_makes_no_backup(plugged, tmp_path, capsys):
    plugged.files = dict(OLD)
    assert tools(["backup"]) == 0
    assert "no saves" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


def test_a_backup_overwrites_none(plugged, tmp_path, capsys):
    (tmp_path / "kept").mkdir()
    assert "exists already" in told(capsys, "backup", "--out", "kept")


def test_restore_brings_exactly_the_backup_and_backs_up_what_was_there(plugged, tmp_path):
    tools(["backup", "--out", "kept"])
    plugged.files["/saves/settings"] = b"later"
    plugged.files["/saves/friday"] = b"another game"
    assert tools(["restore", "kept", "--yes"]) == 0
    assert files(plugged) == {**OLD, **MINE}
    before = next(tmp_path.glob("backup-before-restore-*"))
    assert backup.load(before)["/saves/friday"] == b"another game"
    assert backup.load(before)["/saves/settings"] == b"later"


def test_restore_onto_an_empty_handheld(plugged):
    tools(["backup", "--out", "kept"])
    plugged.files = dict.fromkeys(["/thirteen"])
    assert tools(["restore", "kept", "--yes"]) == 0
    assert plugged.files["/saves/thirteens"] == b"a game"


def test_restoring_what_is_there_changes_nothing(plugged):
    tools(["backup", "--out", "kept"])
    assert tools(["restore", "kept", "--yes"]) == 0
    assert not plugged.changes


def test_restore_cut_before_every_change_has_the_saves_before_or_after(plugged):
    tools(["backup", "--out", "kept"])
    later = {"/saves/settings": b"later", "/saves/friday": b"another"}
    there = {**plugged.files, **later}
    wanted = backup.load("kept")
    whole = FakePico(there)
    restore.restore(Device(whole, "PORT"), wanted, True)
    for cut in range(whole.changes):
        os.rename(next(p for p in os.listdir() if "before" in p), f"earlier-{cut}")
        pico = FakePico(there)
        pico.cut = cut
        with pytest.raises(Lost):
            restore.restore(Device(pico, "PORT"), wanted, True)
        assert pico.power_on()
        saves = {path: data for path, data in files(pico).items() if path.startswith("/saves")}
        assert saves in (wanted, {**wanted, **later})


def test_a_damaged_backup_is_refused(plugged, tmp_path, capsys):
    tools(["backup", "--out", "kept"])
    (tmp_path / "kept/saves/settings").write_bytes(b"\0\2")
    assert "is damaged" in told(capsys, "restore", "kept", "--yes")
    (tmp_path / "kept/saves/settings").unlink()
    assert "is missing" in told(capsys, "restore", "kept", "--yes")
    (tmp_path / "kept" / backup.SUMS).unlink()
    assert "is not a backup" in told(capsys, "restore", "kept", "--yes")
    assert not plugged.changes


def test_a_backup_that_names_other_files_is_refused(plugged, tmp_path, capsys):
    tools(["backup", "--out", "kept"])
    (tmp_path / "kept" / backup.SUMS).write_text("00  saves/../main.py\n")
    assert "no save" in told(capsys, "restore", "kept", "--yes")


def test_restore_asks(plugged, monkeypatch, capsys):
    tools(["backup", "--out", "kept"])
    assert "add --yes" in told(capsys, "restore", "kept")
    monkeypatch.setattr("sys.stdin", os.fdopen(os.openpty()[1]))
    monkeypatch.setattr("builtins.input", lambda question: "n")
    assert "Nothing was changed" in told(capsys, "restore", "kept")
    assert not plugged.changes
