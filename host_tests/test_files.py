"""files.py: after a failure or a power cut there is the old file or the new one."""

import errno
import os

import pytest
from cut_disk import Cut, Dict, _DictFile, apart, use
from littlefs import LittleFS, LittleFSError, UserContext

from tools import games

OLD = [b"the game before, ", bytes(300)]
NEW = [b"the game after", b"", bytearray(range(256)) * 20, memoryview(b"end")]
WHOLE_OLD, WHOLE_NEW = b"".join(OLD), b"".join(bytes(part) for part in NEW)


@pytest.fixture
def files():
    return apart()


def test_written_files_can_be_read(files):
    use(files, Dict())
    files.write("game", OLD)
    assert files.read("game") == WHOLE_OLD
    files.write("game", NEW)
    assert files.read("game") == WHOLE_NEW
    assert files.names() == ["game"]
    files.remove("game")
    assert files.read("game") is None and files.names() == []
    files.remove("game")


def test_the_first_write_makes_the_directory(files):
    disk = Dict(folders=())
    use(files, disk)
    assert files.names() == [] and files.read("game") is None
    assert not disk.folders
    files.write("game", OLD)
    assert disk.files == {"/saves/game": WHOLE_OLD}


def test_an_open_file_is_never_renamed(files):
    disk = Dict()
    use(files, disk)
    seen = []
    rename = disk.rename
    disk.rename = lambda *names: (seen.append(set(disk.opened)), rename(*names))
    files.write("game", NEW)
    assert seen == [set()]


def steps_of_a_write(files):
    disk = Dict()
    use(files, disk)
    files.write("game", OLD)
    disk.steps = 0
    files.write("game", NEW)
    return disk.steps


def test_power_cut_at_every_step(files):
    found = set()
    steps = steps_of_a_write(files)
    assert steps > 12
    for at in range(1, steps + 1):
        disk = Dict()
        use(files, disk)
        files.write("game", OLD)
        disk.steps, disk.break_at = 0, at
        with pytest.raises(Cut):
            files.write("game", NEW)
        disk.break_at = None
        disk.opened.clear()
        assert "game" in files.names() and len(files.names()) == 1
        found.add(files.read("game"))
        files.root("/saves/")  # the next start
        assert list(disk.files) == ["/saves/game"]
        files.write("game", NEW)
        assert files.read("game") == WHOLE_NEW
    assert found == {WHOLE_OLD, WHOLE_NEW}


def test_an_error_at_any_step_is_raised_and_leaves_the_old_file(files):
    for at in range(1, steps_of_a_write(files)):
        disk = Dict()
        use(files, disk)
        files.write("game", OLD)
        disk.steps, disk.break_at = 0, at
        disk.how = lambda: OSError(errno.ENOSPC, "full")
        with pytest.raises(OSError, match="full"):
            files.write("game", NEW)
        assert files.read("game") == WHOLE_OLD
        assert list(disk.files) == ["/saves/game"], "the spare file is cleared away"


@pytest.mark.parametrize("damage", (lambda b: b[:-1], lambda b: b + b"!", lambda b: b"?" + b[1:]))
def test_a_file_that_does_not_read_back_is_discarded(files, damage):
    disk = Dict()
    use(files, disk)
    files.write("game", OLD)
    disk.sync = lambda: disk.files.update({"/saves/game~": damage(disk.files["/saves/game~"])})
    with pytest.raises(OSError):
        files.write("game", NEW)
    assert files.read("game") == WHOLE_OLD


@pytest.mark.parametrize("how", (KeyboardInterrupt, lambda: OSError(errno.ENOSPC, "full")))
def test_in_place_a_part_is_discarded(files, how):
    for at in range(1, 12):
        disk = Dict()
        disk.in_place = True
        use(files, disk)
        disk.files["/saves/game"] = WHOLE_OLD
        disk.break_at, disk.how = at, how
        with pytest.raises((KeyboardInterrupt, OSError)):
            files.write("game", NEW)
        assert not disk.files


def test_a_file_is_looked_up_before_its_first_use_only(files):
    """That takes a third of a save."""
    disk = Dict()
    disk.in_place = True
    use(files, disk)
    disk.files["/saves/game"] = WHOLE_OLD
    assert files.read("game") == WHOLE_OLD
    files.write("other", OLD)
    disk.stat = None  # it would fail
    files.write("game", NEW)
    files.write("other", NEW)
    assert set(disk.files.values()) == {WHOLE_NEW}


@pytest.mark.parametrize(
    "away",
    (
        lambda files: files.remove("game"),
        lambda files: files.quarantine("game", "game"),
        lambda files: files.rename("game", "other"),
        lambda files: files.root("/elsewhere/"),
    ),
)
def test_a_file_that_is_gone_is_not_written_in_place(files, away):
    """A power cut would leave an empty one."""
    disk = Dict(folders=("/saves", "/elsewhere"))
    disk.in_place = True
    use(files, disk)
    files.write("game", OLD)
    away(files)
    before = dict(disk.files)
    disk.steps, disk.break_at = 0, 2
    with pytest.raises(Cut):
        files.write("game", NEW)
    assert {name: disk.files[name] for name in disk.files if name[-1] != "~"} == before


def test_a_failing_read_is_not_a_missing_file(files):
    disk = Dict()
    use(files, disk)
    files.write("game", OLD)

    def broken(path, mode):
        raise OSError(errno.EIO, path)

    files.open = broken
    with pytest.raises(OSError):
        files.read("game")


def test_a_file_larger_than_any_save_is_not_read(files):
    disk = Dict()
    use(files, disk)
    disk.files["/saves/game"] = bytes(files._MOST)
    assert files.read("game") == bytes(files._MOST)
    disk.files["/saves/game"] = bytes(files._MOST + 1)
    _DictFile.read, read = None, _DictFile.read
    try:
        with pytest.raises(OSError) as caught:
            files.read("game")
    finally:
        _DictFile.read = read
    assert caught.value.args[0] == errno.EFBIG


@pytest.mark.parametrize("game", games.names())
def test_the_largest_save_of_each_game_can_be_read(files, game):
    rules = games.rules(game)
    around = 100  # bytes: of store.py and saved_game.py
    assert 2 * rules.SIZE + 3 * rules.LOG + around <= files._MOST


def test_a_file_is_set_aside_under_a_free_name(files):
    disk = Dict()
    use(files, disk)
    for n in range(3):
        files.write("game.a", [b"%d" % n])
        assert files.quarantine("game.a", "game") == f"game.bad{n}"
    assert [disk.files[f"/saves/game.bad{n}"] for n in range(3)] == [b"0", b"1", b"2"]
    assert files.read("game.a") is None


def test_nothing_is_set_aside_if_the_names_are_unknown(files):
    """It would replace what was set aside before."""
    disk = Dict()
    use(files, disk)
    files.write("game.bad0", OLD)
    files.write("game.a", NEW)

    def broken(path):
        raise OSError(errno.EIO)

    disk.listdir = broken
    with pytest.raises(OSError):
        files.quarantine("game.a", "game")
    assert files.read("game.bad0") == WHOLE_OLD and files.read("game.a") == WHOLE_NEW


def test_files_on_a_computer(files, tmp_path):
    files.root(str(tmp_path / "saves"))
    files.write("game", OLD)
    files.write("game", NEW)
    (tmp_path / "saves" / "other~").write_bytes(b"left over")
    assert files.read("game") == WHOLE_NEW and files.names() == ["game"]
    files.root(str(tmp_path / "saves"))
    assert os.listdir(tmp_path / "saves") == ["game"]


class Flash(UserContext):
    """Flash of 64 blocks that loses power during its nth program or erase, partly done.

    Programming only turns ones into zeros, as on the chip.
    """

    def __init__(self, image=None):
        super().__init__(64 * 4096)
        if image:
            self.buffer = bytearray(image)
        self.operations, self.cut_at, self.share, self.off = 0, None, 0, False

    def _done(self, size):
        """How many bytes of an operation of that size are done."""
        self.operations += 1
        if self.off:
            return 0
        if self.operations != self.cut_at:
            return size
        self.off = True
        return int(size * self.share)

    def prog(self, cfg, block, off, data):
        at = block * cfg.block_size + off
        for i, byte in enumerate(bytes(data)[: self._done(len(data))]):
            self.buffer[at + i] &= byte
        return -5 if self.off else 0

    def erase(self, cfg, block):
        at, size = block * cfg.block_size, self._done(cfg.block_size)
        self.buffer[at : at + size] = b"\xff" * size
        return -5 if self.off else 0


def called(method, *args):
    """Convert littlefs-python's two kinds of errors to MicroPython's OSError with a number."""
    try:
        return method(*args)
    except LittleFSError as error:
        raise OSError(-error.code, str(error)) from error
    except FileNotFoundError as error:
        raise OSError(errno.ENOENT, "no such file") from error


class Little:
    """littlefs with the device's geometry, with the interface of `os` and `open`."""

    in_place = True

    def __init__(self, flash, fresh=False):
        self.fs = LittleFS(
            context=flash, block_size=4096, block_count=64, prog_size=256, mount=False
        )
        if fresh:
            self.fs.format()
        self.fs.mount()

    def open(self, path, mode):
        return _LittleFile(called(self.fs.open, path, mode, 0))

    def mkdir(self, path):
        called(self.fs.mkdir, path)

    def listdir(self, path):
        return called(self.fs.listdir, path)

    def stat(self, path):
        return called(self.fs.stat, path)

    def remove(self, path):
        called(self.fs.remove, path)

    def rename(self, old, new):
        called(self.fs.rename, old, new)


class _LittleFile:
    def __init__(self, handle):
        self.handle = handle

    def __enter__(self):
        return self

    def __exit__(self, *_):
        called(self.handle.close)

    def write(self, part):
        return called(self.handle.write, bytes(part))

    def flush(self):
        called(self.handle.flush)

    def seek(self, at, whence=0):
        return called(self.handle.seek, at, whence)

    def read(self, n=-1):
        return bytes(called(self.handle.read, n))


@pytest.fixture
def saved(files):
    """A flash with the old game and another file."""
    flash = Flash()
    use(files, Little(flash, fresh=True))
    files.write("game", OLD)
    files.write("settings", [b"sound"])
    return bytes(flash.buffer)


def test_littlefs_keeps_written_files(files, saved):
    flash = Flash(saved)
    use(files, Little(flash))
    files.write("game", NEW)
    use(files, Little(Flash(bytes(flash.buffer))))
    assert files.read("game") == WHOLE_NEW and files.read("settings") == b"sound"
    assert files.read("none") is None
    assert sorted(files.names()) == ["game", "settings"]


@pytest.mark.parametrize("share", (0, 0.3, 0.9, 1))
def test_littlefs_cut_in_every_program_and_erase(files, saved, share):
    flash = Flash(saved)
    use(files, Little(flash))
    start = flash.operations
    files.write("game", NEW)
    operations = flash.operations - start
    assert operations >= 5  # two blocks are erased and programmed, and one commit
    found = []
    for at in range(1, operations + 1):
        flash = Flash(saved)
        use(files, Little(flash))
        flash.operations, flash.cut_at, flash.share = 0, at, share
        with pytest.raises(OSError):
            files.write("game", NEW)
        # Power is back: mount the flash again.
        flash = Flash(bytes(flash.buffer))
        use(files, Little(flash))
        found.append(files.read("game"))
        assert sorted(files.names()) == ["game", "settings"], at
        assert files.read("settings") == b"sound", at
        files.write("game", NEW)
        assert files.read("game") == WHOLE_NEW, at
    assert set(found) <= {WHOLE_OLD, WHOLE_NEW}
    assert WHOLE_OLD in found and (WHOLE_NEW in found or share < 1)


def test_littlefs_cut_in_the_very_first_save(files):
    flash = Flash()
    Little(flash, fresh=True)
    image = bytes(flash.buffer)
    use(files, Little(flash))
    flash.operations = 0
    files.write("game", NEW)
    for at in range(1, flash.operations + 1):
        broken = Flash(image)
        use(files, Little(broken))
        broken.operations, broken.cut_at, broken.share = 0, at, 0.5
        with pytest.raises(OSError):
            files.write("game", NEW)
        use(files, Little(Flash(bytes(broken.buffer))))
        assert files.read("game") in (None, WHOLE_NEW), at
        files.write("game", OLD)
        assert files.read("game") == WHOLE_OLD
