"""Backup and restore: complete, verified, and nothing on the handheld is lost."""

import os
import zipfile

import playing
import pytest
from fake_pico import MINE, OLD, FakePico, files, message

import files as firmware_files
from tools.__main__ import main as tools
from tools.device import Lost, backup, restore
from tools.device.port import Device


@pytest.fixture
def pico():
    return FakePico({**OLD, **MINE})


@pytest.fixture
def plugged(pico, monkeypatch, tmp_path):
    for module in (backup, restore):
        monkeypatch.setattr(module, "connect", lambda port: Device(pico, "PORT"))
    monkeypatch.chdir(tmp_path)
    return pico


def test_a_backup_has_the_saves_and_nothing_else(plugged, tmp_path, capsys):
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


def test_a_backup_never_overwrites_another(plugged, tmp_path, capsys):
    (tmp_path / "kept").mkdir()
    assert "exists already" in message(capsys, "backup", "--out", "kept")


def test_restore_writes_exactly_the_backup_and_saves_the_old_files_first(plugged, tmp_path):
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


def test_restoring_identical_files_changes_nothing(plugged):
    tools(["backup", "--out", "kept"])
    assert tools(["restore", "kept", "--yes"]) == 0
    assert not plugged.changes


def test_restore_cut_before_any_change_leaves_the_old_or_the_new_saves(plugged):
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
    assert "is damaged" in message(capsys, "restore", "kept", "--yes")
    (tmp_path / "kept/saves/settings").unlink()
    assert "is missing" in message(capsys, "restore", "kept", "--yes")
    (tmp_path / "kept" / backup.SUMS).unlink()
    assert "is not a backup" in message(capsys, "restore", "kept", "--yes")
    assert not plugged.changes


def test_a_backup_that_names_other_files_is_refused(plugged, tmp_path, capsys):
    tools(["backup", "--out", "kept"])
    (tmp_path / "kept" / backup.SUMS).write_text("00  saves/../main.py\n")
    assert "no save" in message(capsys, "restore", "kept", "--yes")


HOSTILE = (
    "/saves/../evil", "/saves/a/../../evil", "/saves/..\\evil", "/saves/C:evil", "/saves/a\0b",
    "/evil", "/saves//etc/evil", "/saves/./a", "/saves/..", "/saves/a\n", "/saves/a.", "saves/a",
    "/SAVES/a", "/saves/NUL", "/saves/con.a", "/saves/com1.a", "/saves/a/aux", "/saves/lpt9 .x",
    "/saves/__proto__", "/saves/main.py", "/saves/" + "a" * 33, "/saves/a.b\n", "/saves/\xe9",
)  # fmt: skip


@pytest.mark.parametrize("path", HOSTILE)
def test_nothing_is_written_outside_the_backup(plugged, tmp_path, capsys, path):
    tree = {"/saves/a": 1, path: 1}
    Device.tree, tree_of = lambda self, folder="": tree, Device.tree
    Device.read, read = lambda self, path: b"?", Device.read
    try:
        assert "have not written" in message(capsys, "backup", "--out", "in/kept")
        assert "have not written" in message(capsys, "restore", made(tmp_path), "--yes")
    finally:
        Device.tree, Device.read = tree_of, read
    assert [p.name for p in tmp_path.iterdir()] == ["whole"] and not plugged.changes
    with pytest.raises(ValueError):
        backup.store(tmp_path / "in/kept", {path: b"evil"})
    assert [p.name for p in tmp_path.iterdir()] == ["whole"]


def test_every_name_that_the_games_write_is_copied(plugged, tmp_path):
    names = {f"{game}{part}" for game in playing.GAMES for part in (".a", ".b", "-left.a")}
    names |= {"settings.a", "history-copy.b", "make13-bests.a", "m13-entries.b", "history.bad0"}
    names |= {"console.a", "com.b", "com10.a", "link999999.b", "picture", "crash", "crash-read"}
    names |= {"m13-00001.rec", "m13-0a0b0c0d.bad12", "history.a", "battery.b"}
    plugged.files.update({"/saves/" + name: b"?" for name in names})
    plugged.files["/saves/friday.a~"] = b"cut"
    assert tools(["backup", "--out", "kept"]) == 0
    kept = {path.name for path in (tmp_path / "kept/saves").iterdir()}
    assert kept == names | {path.rpartition("/")[2] for path in MINE if "saves" in path}


def test_the_limits_are_the_firmware_s_own():
    assert backup.LARGEST == firmware_files._MOST
    assert backup.FILES * backup.LARGEST < backup._MOST


def test_a_zip_that_unpacks_to_more_than_a_flash_is_refused(plugged, tmp_path, capsys):
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("saves/friday.a", bytes(backup._MOST + 1))
        packed.writestr(backup.SUMS, "")
    assert "unpacks to over 16 MB" in message(capsys, "restore", "bomb.zip", "--yes")


@pytest.mark.skipif(os.name == "nt", reason="Windows makes no links without being asked to")
@pytest.mark.parametrize("where", ["saves/friday.a", "saves/more", "saves"])
def test_a_backup_with_a_link_or_a_pipe_is_refused(plugged, tmp_path, capsys, where):
    elsewhere = made(tmp_path)
    folder = tmp_path / "linked"
    (folder / where).parent.mkdir(parents=True)
    (folder / where).symlink_to(f"{elsewhere}/{where}")
    (folder / backup.SUMS).write_bytes((tmp_path / "whole" / backup.SUMS).read_bytes())
    assert f"{where} is a link" in message(capsys, "restore", str(folder), "--yes")
    (folder / where).unlink()
    os.mkfifo(folder / where)
    assert f"{where} is a link or no file" in message(capsys, "restore", str(folder), "--yes")
    assert not plugged.changes


def made(tmp_path):
    """A backup on the computer."""
    backup.store(tmp_path / "whole", {"/saves/friday.a": b"a game"})
    return str(tmp_path / "whole")


@pytest.mark.parametrize("path", HOSTILE)
def test_a_backup_with_a_hostile_name_is_refused(plugged, tmp_path, capsys, path):
    folder = made(tmp_path)
    with open(f"{folder}/{backup.SUMS}", "a", newline="\n") as f:
        f.write(f"{'0' * 64}  {path[1:]}\n")
    assert message(capsys, "restore", folder, "--yes")
    assert not plugged.changes


def test_a_backup_of_which_a_part_is_gone_is_refused(plugged, tmp_path, capsys):
    folder = made(tmp_path)
    sums = tmp_path / "whole" / backup.SUMS
    sums.write_bytes(b"\xff\xfe")
    assert "no text" in message(capsys, "restore", folder, "--yes")
    sums.write_text("")
    assert "does not name saves/friday.a" in message(capsys, "restore", folder, "--yes")
    (tmp_path / "whole/saves/friday.a").unlink()
    assert "no saves in it" in message(capsys, "restore", folder, "--yes")
    assert not plugged.changes


SENSELESS = ("(1, 2)", "((", "7", "('/saves/a', 'x', 2)", "[" * 5000, "('/saves/\\udc80', 2)")


@pytest.mark.parametrize("answer", SENSELESS)
def test_an_answer_without_sense_is_a_sentence(plugged, monkeypatch, capsys, answer):
    monkeypatch.setattr(Device, "run", lambda self, program: answer + "\n")
    assert "without sense" in message(capsys, "backup")


def test_a_version_of_text_is_an_answer_without_sense(pico):
    pico.version = ("a", "b")
    with pytest.raises(Lost, match="no answer"):
        Device(pico, "PORT").about()


def test_saves_without_number_size_or_end_are_a_sentence(plugged, monkeypatch, capsys, tmp_path):
    lines = "".join(f"('/saves/{i}', 1)\n" for i in range(20_000))
    monkeypatch.setattr(Device, "run", lambda self, program: lines)
    assert "lists 20000 files" in message(capsys, "backup")
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    for module in (backup, restore):
        monkeypatch.setattr(module, "connect", lambda port: Device(plugged, "PORT"))
    monkeypatch.setattr(backup, "_PATIENCE", 0)
    assert "sent 1 of 2 files" in message(capsys, "backup")
    monkeypatch.setattr(backup, "_MOST", 7)
    assert "no flash is" in message(capsys, "backup")
    monkeypatch.setattr(Device, "tree", lambda self, folder="": {"/saves/settings": 3})
    assert "did not arrive" in message(capsys, "backup")
    assert not list(tmp_path.iterdir())


def test_restore_asks_before_it_writes(plugged, monkeypatch, capsys):
    tools(["backup", "--out", "kept"])
    assert "add --yes" in message(capsys, "restore", "kept")
    monkeypatch.setattr("sys.stdin", os.fdopen(os.openpty()[1]))
    for answer in ("n", "", "what?"):
        monkeypatch.setattr("builtins.input", lambda question, answer=answer: answer)
        assert "Nothing was changed" in message(capsys, "restore", "kept")
    assert not plugged.changes
