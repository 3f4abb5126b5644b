"""The build: exactly the device's files, compiled for it, and only what changed is rebuilt."""

import pytest

from tools import boards
from tools.__main__ import main as tools
from tools.device import Trouble, build, cache
from tools.games import Bad

FIRMWARE = {
    "main.py": "print('on')\n",
    "hal.py": "W = 240\n",
    "native.py": "@micropython.asm_thumb\ndef one():\n    mov(r0, 1)\n",
    "boards/little.py": "W = 160\n",
    "boards/_defaults.py": "W = 240\nLEDS = ()\n",
    "boards/large.py": "W = 320\n",
    "thirteen/deals.bin": "data",
    "thirteen/.cache/x": "",
    "thirteen/war.py~": "",
    "__pycache__/hal.cpython-311.pyc": "",
    "thirteen/rules/war.py": "def over(s):\n    return 1 // 0\n",
}
DEVICE = [
    "board.mpy",
    "contents.txt",
    "hal.mpy",
    "main.mpy",
    "native.mpy",
    "thirteen/deals.bin",
    "thirteen/rules/war.mpy",
]


@pytest.fixture
def firmware(tmp_path):
    for name, text in FIRMWARE.items():
        path = tmp_path / "firmware" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "firmware"


@pytest.fixture
def out(tmp_path):
    return tmp_path / "build" / "little"


def held(out):
    return sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())


def test_exactly_what_goes_on_the_device(firmware, out):
    sizes, anew = build.build("little", out, firmware)
    assert held(out) == DEVICE == sorted(sizes) == sorted(anew)
    assert b"board.mpy" in (out / "board.mpy").read_bytes()
    assert (out / "thirteen/deals.bin").read_text() == "data"
    listed = (out / "contents.txt").read_text().splitlines()
    assert listed == [name for name in DEVICE if name != "contents.txt"]


def test_modules_are_compiled_for_the_rp2040_and_keep_their_lines(firmware, out):
    build.build("little", out, firmware)
    native = (out / "native.mpy").read_bytes()
    assert native[:2] == b"M\x06" and native[2] >> 2 == 4 and native[2] & 3 == 3
    assert b"rules/war.mpy" in (out / "thirteen/rules/war.mpy").read_bytes()


def test_only_what_changed_is_compiled_again(firmware, out):
    build.build("little", out, firmware)
    assert build.build("little", out, firmware)[1] == []
    (firmware / "hal.py").write_text("W = 120\n")
    assert build.build("little", out, firmware)[1] == ["hal.mpy"]
    (firmware / "boards/little.py").write_text("W = 160\nLEDS = (3,)\n")
    assert build.build("little", out, firmware)[1] == ["board.mpy"]
    (out / "main.mpy").unlink()
    assert build.build("little", out, firmware)[1] == ["main.mpy"]


def test_another_compiler_compiles_everything_again(firmware, out, monkeypatch):
    build.build("little", out, firmware)
    monkeypatch.setattr(build, "_FLAGS", ("-march=armv6m", "-O3"))
    anew = build.build("little", out, firmware)[1]
    assert sorted(anew) == [name for name in DEVICE if name.endswith(".mpy")]


def test_modules_without_a_source_are_removed(firmware, out):
    build.build("little", out, firmware)
    (firmware / "thirteen/rules/war.py").unlink()
    assert build.build("little", out, firmware)[1] == ["contents.txt"]
    assert held(out) == DEVICE[:-1] and not (out / "thirteen/rules").exists()


@pytest.mark.parametrize("mark", ["fast", "native"])
def test_marked_functions_become_machine_code(firmware, out, mark):
    text = (
        f"from thirteen.fast import {mark}, ptr8\n\n\n@{mark}\ndef last(a: ptr8, n: int) -> int:\n"
    )
    (firmware / "thirteen/sums.py").write_text(text + "    return a[n - 1]\n")
    build.build("little", out, firmware)
    marked = (out / "thirteen/sums.mpy").read_bytes()
    assert marked[2] >> 2 == 4  # the file's header: for an ARMv6-M
    (firmware / "thirteen/sums.py").write_text("def last(a, n):\n    return a[n - 1]\n")
    build.build("little", out, firmware)
    assert (out / "thirteen/sums.mpy").read_bytes()[2] >> 2 == 0


def test_a_syntax_error_is_reported_with_its_line(firmware, out):
    (firmware / "hal.py").write_text("W = 240\nH = = 3\n")
    with pytest.raises(Trouble, match="hal.py does not compile: SyntaxError.* line 2"):
        build.build("little", out, firmware)
    (firmware / "hal.py").write_text("W = 240\nH = 3\n")
    assert "hal.mpy" in build.build("little", out, firmware)[1]


def test_a_foreign_folder_is_left_alone(firmware, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("dear")
    with pytest.raises(Trouble, match="holds other files"):
        build.build("little", tmp_path / "mine", firmware)
    assert held(tmp_path / "mine") == ["letter.txt"]


def test_an_unknown_board_is_refused_with_the_list_of_boards(firmware, out):
    with pytest.raises(Bad, match="no board 'huge': choose one of large, little"):
        build.build("huge", out, firmware)


@pytest.mark.parametrize("board", boards.names())
def test_each_profile_compiles(board, tmp_path):
    """The rest of the firmware is the same for every board."""
    source, text = boards.path(board), boards.text(board)
    assert build.sources(board)["board.mpy"] == source
    cross, _ = build.compiler()
    build.compile_one(cross, source, text.encode(), "board.mpy", tmp_path / "board.mpy")


def test_the_firmware_builds(tmp_path, capsys, monkeypatch):
    out, built, sizes = tmp_path / "out", build.build, {}

    def watched(*what):
        made = built(*what)
        sizes.update(made[0])
        return made

    monkeypatch.setattr(build, "build", watched)
    assert tools(["build", "--board", "breadboard_ili9341", "--out", str(out)]) == 0
    assert "files" in capsys.readouterr().out
    assert {"main.mpy", "board.mpy", "hal/__init__.mpy", "thirteen/match.mpy"} <= set(sizes)
    assert not any(name.startswith("boards") for name in sizes)
    assert {path.name for path in out.iterdir()} == {"main.py", "pack.mpy"}


def test_results_are_cached_and_a_damaged_cache_is_rebuilt(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "FOLDER", tmp_path / "cache")
    made = []

    def make(texts, more):
        made.append(texts)
        return {name: text + more for name, text in texts.items()}

    for _ in "ab":
        assert cache.cached(make, {"a": "x"}, "1") == {"a": "x1"}
    assert len(made) == 1
    assert cache.cached(make, {"a": "x"}, "2") == {"a": "x2"} and len(made) == 2
    for path in (tmp_path / "cache").iterdir():
        path.write_text('{"a": ', encoding="utf-8")
    assert cache.cached(make, {"a": "x"}, "1") == {"a": "x1"} and len(made) == 3
    for n in range(30):
        cache.cached(make, {}, str(n))
    assert len(list((tmp_path / "cache").iterdir())) <= 24


def test_a_change_of_the_build_itself_makes_its_results_anew(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "FOLDER", tmp_path / "cache")
    monkeypatch.setattr(cache, "HERE", tmp_path)
    made = []
    for step in ("a = 1", "a = 2", "a = 2"):
        (tmp_path / "slim.py").write_text(step)
        cache.cached(lambda text: made.append(text) or text, "x")
    assert made == ["x", "x"]
