"""The bridge to real MicroPython: version, memory, files, output and errors."""

import json
from pathlib import Path

import pytest
import wasm

from tools.wasm import node

ROOT = Path(__file__).resolve().parent.parent


def test_it_is_the_micropython_of_the_lock_file():
    script = "import sys; print(sys.implementation.name, *sys.implementation.version[:2])"
    lock = json.loads((ROOT / "tools/wasm/package-lock.json").read_text("utf-8"))
    pinned = lock["packages"][f"node_modules/{node.PACKAGE}"]["version"].split(".")
    assert wasm.run(script).split() == ["micropython", *pinned[:2]]


def test_integers_are_31_bits_small_as_on_the_pico():
    script = """
import gc

def cost(n):
    before = gc.mem_alloc()
    n + 1
    return gc.mem_alloc() - before

print(cost(2**30 - 2), cost(2**30) > 0)
"""
    assert wasm.run(script) == "0 True\n"


def test_scripts_share_globals_and_garbage_is_collected_between_them():
    first = "import gc\ngarbage = bytearray(50000)\nfull = gc.mem_alloc()\ngarbage = None"
    second = "print(full - gc.mem_alloc() > 49000)"
    assert wasm.run(first, second) == "True\n"


def test_data_rarely_look_like_addresses_of_the_heap():
    """Otherwise numbers, texts or cards could keep garbage alive by chance."""
    script = """
from uctypes import addressof

print({addressof(bytearray(1000)) >> 24 for _ in range(3000)})  # it grows meanwhile
"""
    assert wasm.run(script) == "{14}\n"


def test_files_can_be_text_bytes_files_or_folders(tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "b.txt").write_text("folder")
    (tmp_path / "a.py").write_text("SAID = 'file'")
    script = """
import a, c
print(a.SAID, c.SAID, open("/data/raw").read(), open("/all/inner/b.txt").read())
"""
    files = {
        "/a.py": tmp_path / "a.py",
        "/c.py": "SAID = 'text'",
        "/data/raw": b"bytes",
        "/all": tmp_path,
    }
    assert wasm.run(script, files=files) == "file text bytes folder\n"


def test_large_output_is_complete():
    lines = wasm.run("for i in range(50000): print(i)").split()
    assert lines == [str(i) for i in range(50000)]


def test_an_exception_is_an_error_with_its_traceback():
    with pytest.raises(wasm.ScriptError, match=r"(?s)before.*line 2.*ValueError: no good"):
        wasm.run("print('before')\nraise ValueError('no good')")
