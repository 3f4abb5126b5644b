"""A judge from outside: on rp2040js, which others hold against silicon, the image shows the same.

It shares nothing with tools/emulator but the boot ROM, and nothing with the simulator: launcher, a
saved game, some moves, the save that follows. Needs PICO_UF2 (see emulator.py) and node.
"""

import json
import subprocess
from pathlib import Path

import emulator
import playing
import pytest
import wasm

from tools import boards
from tools.device import uf2
from tools.emulator import chip
from tools.left_on_flash import contents, saved
from tools.wasm import node

BOARD = emulator.BOARD
GAME, DEAL, MOVES = "friday", 42, 6
KEYS = "RIGHT RIGHT A A A A".split()  # to the game's tile, into it, three moves
PAUSE, HELD, STILL = 120, 60, 600  # ms
SAVES = 2500  # ms without a key after which it is saved


@pytest.fixture
def rp2040js():
    wasm.need()
    node.install(tests=True)
    return node.HERE / "node_modules" / "rp2040js" / "dist" / "esm" / "index.js"


def simulated(folder):
    """Pictures: at power-on and after each key; and the saves before and behind."""
    with playing.kept_modules():
        handheld = playing.Handheld(folder, BOARD)
        handheld.prepare(GAME, DEAL, MOVES, last=False)
        before = {"/saves/" + name: data for name, data in handheld.files().items()}
        handheld.on()
        handheld.watch()
        pictures = []
        events, ms = [], 300
        for key in [None, *KEYS]:
            if key:
                taps, ms = handheld.hardware.taps(key, ms)
                events += taps
            ms += STILL
            events.append((ms, lambda: pictures.append(handheld.panel.pixels())))
        handheld.follow([*events, (ms + SAVES, handheld.hardware.Stop)])
        behind = {"/saves/" + name: data for name, data in handheld.files().items()}
    return pictures, before, behind


def test_on_rp2040js_it_plays_saves_and_shows_what_the_simulator_shows(rp2040js, tmp_path):
    image = uf2.Image(Path(emulator.image()).read_bytes(), "the image")
    files = emulator.games(tmp_path / "built")
    pictures, before, behind = simulated(tmp_path / "saves")
    flash = bytearray(b"\xff" * chip.FLASH_BYTES)
    start, size = image.filesystem()
    sectors = {start + n * 4096: data for n, data in uf2.littlefs(files | before, size).items()}
    for at, data in (image.memory | sectors).items():
        flash[at - uf2.FLASH : at - uf2.FLASH + len(data)] = data
    (tmp_path / "flash").write_bytes(flash)
    (tmp_path / "rom").write_bytes(chip._boot_rom())
    steps = []
    profile = boards.read(BOARD)
    for i, picture in enumerate(pictures):
        (tmp_path / f"{i}").write_bytes(picture)
        if i:
            steps += [{"wait": PAUSE}, {"press": profile[KEYS[i - 1]], "ms": HELD}]
        steps.append({"shows": str(tmp_path / f"{i}"), "ms": 4000})
    steps += [{"wait": SAVES}, {**steps[-1], "ms": 1}]
    wires = {name.lower(): profile[name] for name in ("SPI", "DC", "CS", "W", "H", "XOFF", "YOFF")}
    pins = [profile[key] for key in boards.KEYS if profile[key] >= 0]
    plan = {
        "package": str(rp2040js),
        "rom": str(tmp_path / "rom"),
        "flash": str(tmp_path / "flash"),
        "out": str(tmp_path / "out"),
        "wires": wires | {"pins": pins},
        "steps": steps,
    }
    (tmp_path / "plan").write_text(json.dumps(plan))
    judge = [*node.find()[0], str(playing.ROOT / "host_tests/judge.mjs"), str(tmp_path / "plan")]
    done = subprocess.run(judge, capture_output=True, text=True)
    assert not done.returncode, done.stderr
    seen = [json.loads(line) for line in done.stdout.splitlines()]
    print(f"{seen[-1]['ms']} ms of a Pico in {seen[-1]['cpu']:.0f} s of this processor")
    assert [one["different"] for one in seen] == [0] * len(seen) == [0] * (len(pictures) + 1)
    assert seen[-1]["erased"] and seen[-1]["programmed"]
    left = contents((tmp_path / "out").read_bytes())
    number, body = saved(left)[GAME]
    assert number == saved(behind)[GAME][0] == saved(before)[GAME][0] + 1
    assert body[2:] == saved(behind)[GAME][1][2:]  # but for the seconds played
