"""The pack: the modules of a build in one file, from which MicroPython imports."""

import hashlib
import struct
import zlib

import pytest
import wasm

from tools.device import Trouble, build, mpy, pack, uf2

FIRMWARE = {
    "main.py": "import hal\n\n\ndef run():\n    print('on', hal.W)\n",
    "hal.py": "import board\nfrom sys import path\nW = board.W\n",
    "boards/_defaults.py": "W = 240\n",
    "boards/little.py": "W = 160\n",
    "thirteen/war.py": "from thirteen.rules import war\n"
    f"S = '{300 * 's'}'\nT = '{500 * 't'}'\n\n\n"
    "def _fell():\n    return war.over(None)\n\n\ndef fall():\n    return _fell()\n",
    "thirteen/rules/war.py": "def over(s):\n    n = 0\n    return 1 // n\n",
    "thirteen/duel.py": "from thirteen.fast import native\n\n\n"
    + "".join(f"@native\ndef duel{i}(a):\n    return a[{i}] + {i}\n\n\n" for i in range(60)),
    "thirteen/deals.bin": "the deals",
    "thirteen/large.bin": "large " * 3000,  # blocks before the modules
}
READ = """
with open("/pack/thirteen/deals.bin", "rb") as f:
    part = bytearray(4)
    print(f.readinto(part), part)
    f.seek(7)
    print(f.readinto(part), part[:2], f.readinto(part))
for name in "none.bin", "thirteen":
    try:
        open("/pack/" + name)
    except OSError as error:
        print(error.errno)
import array  # built in: found though only the pack is looked into
from thirteen import war
print(war.__file__, len(war.S), len(war.T))
try:
    war.fall()
except ZeroDivisionError as error:
    import io, sys
    out = io.StringIO()
    sys.print_exception(error, out)
    print(out.getvalue())
try:
    import nothing
except ImportError as error:
    print(error)
"""


@pytest.fixture
def packed(tmp_path):
    outside = ["war.fall, war.S, war.T, war.over, hal.W", *(f"war.duel{i}" for i in range(60))]
    return _packed(tmp_path, FIRMWARE, *outside)


def _packed(folder, firmware, *outside):
    for name, text in firmware.items():
        path = folder / "firmware" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "firmware/pack.py").write_text((build.FIRMWARE / "pack.py").read_text())
    # It runs nothing from the flash.
    (folder / "firmware/xip.py").write_text("def leave():\n    pass\n")
    build.build("little", folder / "out", folder / "firmware", outside=outside)
    return pack.pack(folder / "out", folder / "firmware")


def test_micropython_imports_from_it_and_names_file_and_line(packed):
    printed = wasm.run("exec(open('/main.py').read())", READ, files=packed)
    lines = printed.splitlines()
    assert lines[:3] == ["on 160", "4 bytearray(b'the ')", "2 bytearray(b'ls') 0"]
    assert lines[3:6] == ["2", "2", "/pack/war.mpy 300 500"]
    assert 'File "/pack/war.mpy", line 11, in fall' in printed
    assert 'File "/pack/war.mpy", line 7, in _fell' in printed
    assert 'File "/pack/rules/war.mpy", line 3, in over' in printed
    assert lines[-1] == "no module named 'nothing'"


CHAIN = {
    "thirteen/top.py": "from thirteen import middle\nfrom thirteen.ui.leaf import X\n",
    "thirteen/middle.py": "from thirteen.ui import (\n    leaf,  # of two\n    other,\n)\n",
    "thirteen/ui/leaf.py": "X = 7\n\n\ndef late():\n    from thirteen import top\n",
    "thirteen/ui/other.py": "import hal\nfrom thirteen.ui import leaf\n\nX = leaf.X\n",
}  # fmt: skip


def test_what_a_module_needs_at_once_is_known_each_after_its_own(tmp_path):
    for name, text in CHAIN.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    contents = ["hal.mpy", "contents.txt", *(name[:-3] + ".mpy" for name in CHAIN)]
    leaf, other = "thirteen.ui.leaf", "thirteen.ui.other"
    assert pack.needed(contents, tmp_path) == {
        leaf: [], other: [leaf], "thirteen.middle": [leaf, other],
        "thirteen.top": [leaf, other, "thirteen.middle"],
    }  # fmt: skip


PROMPT = """
import own
print(own.X)
from thirteen import war
print(war.__file__)
"""


@pytest.mark.parametrize("start", ["exec(open('/main.py').read())", "import main"])
def test_the_prompt_starts_it_and_finds_one_s_own_modules(packed, start):
    files = {**packed, "/own.py": b"X = 7\n"}
    assert wasm.run(start, PROMPT, files=files).splitlines() == ["on 160", "7", "/pack/war.mpy"]


def test_the_prompt_after_an_interrupt_finds_one_s_own_modules(packed, tmp_path):
    (tmp_path / "firmware/main.py").write_text("def run():\n    raise KeyboardInterrupt\n")
    build.build("little", tmp_path / "out", tmp_path / "firmware", outside=["war.fall"])
    files = {**pack.pack(tmp_path / "out", tmp_path / "firmware"), "/own.py": b"X = 7\n"}
    start = "try:\n    exec(open('/main.py').read())\nexcept KeyboardInterrupt:\n    print('stop')"
    assert wasm.run(start, PROMPT, files=files).splitlines() == ["stop", "7", "/pack/war.mpy"]


def test_the_same_modules_make_the_same_pack(packed, tmp_path):
    assert pack.pack(tmp_path / "out", tmp_path / "firmware") == packed
    assert set(packed) == {"/main.py", "/pack.mpy"}


def test_tables_say_where_in_a_file_system_code_texts_and_names_are(packed, tmp_path):
    """Block n of a file begins with the number of block n - 1, its first one with the file."""
    disk = uf2.littlefs(packed, 1 << 20)
    whole = packed["/pack.mpy"]
    assert whole[-8:] == hashlib.sha256(whole[:-8]).digest()[:8]
    chain = [block for block, data in disk.items() if whole[-8:] in data]
    while disk[chain[0]][:40] != whole[:40]:
        chain.insert(0, int.from_bytes(disk[chain[0]][:4], "little"))
    assert len(chain) > 5
    ends = _index(whole)
    names = _all_names(disk, chain, whole, len(whole) - ends["/qstrs"])
    assert {b"fall", b"over", b"duel59", b"war", b"thirteen.rules.war", b"/pack/war.mpy"} <= {
        *names
    }
    assert names == sorted({*names})
    for name in "war", "duel", "rules/war":
        module = (tmp_path / f"out/thirteen/{name}.mpy").read_bytes()
        start = len(whole) - ends[f"/{name}.mpy"]
        assert ends["thirteen." + name.replace("/", ".")] == ends[f"/{name}.mpy"]
        count = int.from_bytes(whole[start - 2 : start], "little")
        rows = list(struct.iter_unpack("<4H", whole[start - 2 - 8 * count : start - 2]))
        numbers = [number for row in rows[2:] for number in row]
        known = mpy.names(module)
        begin, end = rows[0][2:]
        assert rows[0][:2] == (mpy.constants(module), len(known))
        assert whole[start : start + begin] == module[:begin]
        assert whole[start + begin : start + end] == module[begin:end]
        assert rows[1][0] == {"war": 5, "duel": 60, "rules/war": 1}[name] + 3
        needed = {"war": [b"thirteen.rules.war"], "duel": [], "rules/war": []}[name]
        at = len(known) + -len(known) % 4
        assert [names[number] for number in numbers[at : at + rows[1][1]]] == needed
        for number, text in zip(numbers, known, strict=False):
            assert text == (number - 0x8000 if number & 0x8000 else names[number])
        parts = [part for part in mpy.parts(module) if part.size >= 16]
        entries = rows[2 + (len(known) + 3) // 4 + (len(needed) + 3) // 4 :]
        assert len(entries) == len(parts) == {"war": 2, "duel": 60, "rules/war": 0}[name]
        for (block, at, size, _), part in zip(entries, parts, strict=True):
            assert disk[chain[block]][at : at + size] == part.of(module)
            assert at % 4 == 0


class _Index(dict):
    """{crc32 of a path or of a module's name: how far before the end it begins}."""

    def __getitem__(self, path):
        return super().__getitem__(zlib.crc32(path.encode()) & 0x3FFFFFFF)


def _index(whole):
    """At the end, before the number of its rows, in two bytes, and the digest, eight."""
    count = int.from_bytes(whole[-10:-8], "little")
    rows = list(struct.iter_unpack("<2I", whole[-10 - 8 * count : -10]))
    assert rows == sorted(rows)
    return _Index(rows)


def _all_names(disk, chain, whole, start):
    n, at, count = struct.unpack_from("<3H", whole, start)
    names = []
    for _ in range(count):
        if not disk[chain[n]][at + 1]:
            n += 1
            at = 4 * (n & -n).bit_length()
        mixed, size = disk[chain[n]][at : at + 2]
        names.append(disk[chain[n]][at + 2 : at + 2 + size])
        assert mixed == _hash(names[-1]) and disk[chain[n]][at + 2 + size] == 0
        at += size + 3
    return names


def _hash(name):
    """The low byte of MicroPython's hash of a name."""
    mixed = 5381
    for letter in name:
        mixed = (mixed * 33) ^ letter
    return mixed % 256 or 1


@pytest.mark.parametrize("name, low", ((b"a", 0xC4), (b"afb", 0), (b"", 5)))
def test_a_name_s_hash_is_never_0(name, low):
    """As qstr_compute_hash of MicroPython, whose 0 says that there is none."""
    assert pack._hash(name) == (low or 1) == _hash(name)


def test_the_parts_of_a_module_are_read_and_moved(packed, tmp_path):
    module = (tmp_path / "out/thirteen/war.mpy").read_bytes()
    found = [part.of(module) for part in mpy.parts(module)]
    assert b"s" * 300 in found and b"t" * 500 in found
    assert len(found) == 4  # and two functions
    spread = mpy.spread(module, lambda at, part: 300 - at % 300)
    assert [part.at % 300 for part in mpy.parts(spread)] == [0] * 4
    assert [part.of(spread) for part in mpy.parts(spread)] == found
    with pytest.raises(ValueError, match="3 bytes behind the code"):
        mpy.parts(module + b"end")


ALIKE = {
    "thirteen/__init__.py": "",
    "thirteen/alike.py": f"A = '{'a' * 40}'\nB = '{'a' * 60}'\nC = '{'a' * 40 + 'c' * 40}'\n"
    f"D = '{'d' * 40}'\n",
}


def test_what_a_longer_text_begins_with_has_no_entry(tmp_path):
    """The longer one would be taken for it, and go on with what lies behind the shorter one."""
    whole = _packed(tmp_path, {**FIRMWARE, **ALIKE}, "alike.A, alike.B, alike.C, alike.D")
    whole = whole["/pack.mpy"]
    start = len(whole) - _index(whole)["thirteen.alike"]
    count = int.from_bytes(whole[start - 2 : start], "little")
    rows = list(struct.iter_unpack("<4H", whole[start - 2 - 8 * count : start - 2]))
    known = mpy.names((tmp_path / "out/thirteen/alike.mpy").read_bytes())
    sizes = sorted(size for _, _, size, _ in rows[2 + (len(known) + 3) // 4 :])
    assert sizes == [40, 60, 80]  # of D, B and C


def test_two_paths_with_one_crc_are_refused(packed, tmp_path, monkeypatch):
    monkeypatch.setattr(pack, "_crc", lambda path: len(path))
    with pytest.raises(Trouble, match="same CRC: give a module another name"):
        pack.pack(tmp_path / "out", tmp_path / "firmware")
