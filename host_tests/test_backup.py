"""Backup and restore: complete, verified, and nothing on the handheld is lost."""

import os

import pytest
from fake_pico import MINE, OLD, FakePico, files, message

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


def test_restore_asks_before_it_writes(plugged, monkeypatch, capsys):
    tools(["backup", "--out", "kept"])
    assert "add --yes" in message(capsys, "restore", "kept")
    monkeypatch.setattr("sys.stdin", os.fdopen(os.openpty()[1]))
    monkeypatch.setattr("builtins.input", lambda question: "n")
    assert "Nothing was changed" in message(capsys, "restore", "kept")
    assert not plugged.changes
