"""The bridge to real MicroPython: its version, and integers as on the Pico."""

import json
from pathlib import Path

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
