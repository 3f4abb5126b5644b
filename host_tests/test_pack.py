"""The pack: the modules of a build in one file, from which MicroPython imports."""

import pytest
import wasm

from tools.device import Trouble, build, pack

FIRMWARE = {
    "main.py": "import hal\n\n\ndef run():\n    print('on', hal.W)\n",
    "hal.py": "import board\nfrom sys import path\nW = board.W\n",
    "boards/little.py": "W = 160\n",
    "thirteen/__init__.py": "",
    "thirteen/war.py": "from thirteen.rules import war\nS = 's' * 300\nT = 't' * 500\n\n\n"
    "def fall():\n    return war.over(None)\n",
    "thirteen/rules/war.py": "def over(s):\n    n = 0\n    return 1 // n\n",
    "thirteen/deals.bin": "the deals",
}
READ = """
print(open("/pack/thirteen/deals.bin", "rb").read())
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
    for name, text in FIRMWARE.items():
        path = tmp_path / "firmware" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "firmware/pack.py").write_text((build.FIRMWARE / "pack.py").read_text())
    outside = ["war.fall, war.S, war.T, war.over, hal.W"]
    build.build("little", tmp_path / "out", tmp_path / "firmware", outside=outside)
    return pack.pack(tmp_path / "out", tmp_path / "firmware")


def test_micropython_imports_from_it_and_names_file_and_line(packed):
    printed = wasm.run("exec(open('/main.py').read())", READ, files=packed)
    lines = printed.splitlines()
    assert lines[:5] == ["on 160", "b'the deals'", "2", "2", "/pack/war.mpy 300 500"]
    assert 'File "/pack/war.mpy", line 7, in ' in printed
    assert 'File "/pack/rules/war.mpy", line 3, in ' in printed
    assert lines[-1] == "no module named 'nothing'"


def test_the_same_modules_make_the_same_pack(packed, tmp_path):
    assert pack.pack(tmp_path / "out", tmp_path / "firmware") == packed
    assert set(packed) == {"/main.py", "/pack.mpy"}


def test_a_reader_that_cannot_be_filled_in_is_refused(packed, tmp_path):
    (tmp_path / "firmware/pack.py").write_text("FILES = None\n")
    with pytest.raises(Trouble, match="no line 'FILES = {}'"):
        pack.pack(tmp_path / "out", tmp_path / "firmware")


def test_it_lists_all_names_that_imports_intern(packed):
    show = "print(str(open('/pack/names0', 'rb').read(), 'ascii').replace('\\0', '\\n'))"
    names = wasm.run("import pack", show, files=packed).split()
    assert {"thirteen.rules.war", "/pack/rules/war.mpy", "/pack/rules"} <= set(names)
    assert {"/pack/thirteen", "thirteen.rules", "war", "W"} <= set(names)
    assert len(names) == len(set(names))
