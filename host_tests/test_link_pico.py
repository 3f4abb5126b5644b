"""A program of three modules, linked on an emulated Pico: when, when not, and what a cut leaves.

It knows nothing of the games: only tools/xip/ and firmware/xip/. Needs PICO_UF2 (see emulator.py).
"""

import os
import random
import subprocess
import tempfile
from pathlib import Path

import emulator
import pytest

from tools import boards, faults
from tools.device import build
from tools.emulator.pico import Pico, PowerCut
from tools.xip import pack

XIP = build.FIRMWARE / "xip"
SOAK = bool(os.environ.get("SOAK"))
PROGRAM = {
    "main": """
import words
from sums import primes

def run():
    print(words.greeting("flash", times=2), primes.below(30), primes.Count(5).squares())
    print(words.LARGE % 1000007, primes.halves[1], "sums.primes" in __import__("sys").modules)
""",
    "sums.primes": """
import micropython

halves = {1: 0.5}

@micropython.viper
def _divides(a: int, b: int) -> bool:
    return b % a == 0

def below(n):
    return [i for i in range(2, n) if not any(_divides(k, i) for k in range(2, i))]

class Count:
    def __init__(self, most):
        self.most = most

    def squares(self):
        return tuple(map(lambda i: i * i, range(self.most)))
""",
    "words": """
from sums import primes
LARGE = 123456789012345678901234567890
_TEXT = "Greetings from the %s, where code runs! "

def greeting(place, *, times=1):
    return _TEXT % place * times + str(len(primes.below(10)))
""",
}
TOLD = """
def bar(part, whole):
    print("BAR", part, whole)

def run(reason):
    print("REASON", reason)
"""
SAID = (
    "Greetings from the flash, where code runs! Greetings from the flash, where code runs! 4"
    " [2, 3, 5, 7, 11, 13, 17, 19, 23, 29] (0, 1, 4, 9, 16)\r\n"
    f"{123456789012345678901234567890 % 1000007} 0.5 True\r\n"
)
START = b"import pack\npack.start('main', 'told')\n"


def compiled(text):
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "source.py", Path(folder) / "made.mpy"
        source.write_text(text)
        cross, _ = build.compiler()
        command = [cross, "-march=armv6m", "-s", "program.py", "-o", str(made), str(source)]
        subprocess.run(command, check=True)
        return made.read_bytes()


def packed(program=PROGRAM, probe=None):
    modules = {name: (compiled(text), False) for name, text in program.items()}
    modules["xip.probe"] = compiled(probe or (XIP / "probe.py").read_text()), False
    own = {"/link.mpy": compiled((XIP / "link.py").read_text()), "/told.mpy": compiled(TOLD)}
    return pack.pack(compiled((XIP / "pack.py").read_text()), modules, own).data


def switched_on(data, **files):
    emulator.image()
    files = {"/main.py": START, "/pack.mpy": data, "/saved": b"a save"} | files
    return Pico(emulator.image(), boards.read(emulator.BOARD), files)


def starts(pico, links, said=SAID):
    """Whether the program, which then ends at the prompt, runs, and if it was linked for that."""
    before = pico.writes()
    emulator.wait(pico, ">>> ", 8)
    console = pico.console.decode()
    assert said in console and "Traceback" not in console and "REASON" not in console, console
    assert ("BAR" in console, pico.writes() > before) == (links, links)


@pytest.fixture(scope="module")
def data():
    emulator.image()
    return packed()


@pytest.fixture
def pico(data):
    """After its first start, at the prompt."""
    pico = switched_on(data)
    starts(pico, True)
    return pico


def again(pico, links, program=""):
    """Run a program at the prompt, then switch off and on: is it linked again, and but once?"""
    if program:
        emulator.run(pico, program)
    pico.restart()
    starts(pico, links)
    pico.restart()
    starts(pico, False)


COPY = """
import os
with open(%r, "rb") as old, open("/copy", "wb") as new:
    while data := old.read(512):
        new.write(data)
os.rename("/copy", %r)
"""


def test_it_is_linked_once(pico):
    again(pico, False)


MEMORY = PROGRAM | {
    "main": """
import gc

def run():
    gc.collect()
    print(gc.mem_alloc() // 64)
"""
}


def test_memory_is_after_linking_what_it_is_at_each_later_start():
    """MicroPython begins anew between them; what made the link may have left holes."""
    pico = switched_on(packed(MEMORY))
    said = []
    for _ in "ab":
        emulator.wait(pico, ">>> ", 8)
        said.append([int(line) for line in pico.console.split() if line.isdigit()][-1])
        pico.restart()
    assert said[0] == said[1]


GROWS = b"""
import os
n = len(os.listdir("/"))
open("/%d" % n, "wb").close()
kept = bytearray(20000 * (n - 3))
"""


def test_a_boot_py_that_takes_more_at_each_start_begins_anew_but_once(data):
    pico = switched_on(data, **{"/boot.py": GROWS})
    for _ in "ab":
        emulator.wait(pico, ">>> ", 8)
        console = pico.console.decode()
        begun, run = console.count("soft reboot"), console.count(SAID)
        assert (begun, run, "REASON" in console) == (2, 1, False), console
        pico.restart()


def test_ctrl_d_runs_it_again(pico):
    for _ in "ab":
        pico.console.clear()
        pico.chip.write(b"\x04")
        starts(pico, False)


def test_import_main_at_the_prompt_runs_it(pico):
    pico.console.clear()
    pico.chip.write(b"import main\r\n")
    starts(pico, False)


WAITS = PROGRAM | {
    "main": """
def run():
    print("WAITS")
    try:
        while True:
            pass
    finally:
        print("ENDS")
"""
}


def test_ctrl_c_pressed_twice_leaves_a_prompt_of_its_own():
    """The second one comes while the program ends, or while MicroPython begins anew."""
    pico = switched_on(packed(WAITS))
    emulator.wait(pico, "WAITS", 8)
    pico.run(0.1)
    waits = pico.save()
    for ms in (0, 0.25, 0.5, 0.75, 1, 2, 4, 8.5, 10, 13, 20, 30, 60, 100):
        pico.load(waits)
        pico.chip.write(b"\x03")
        pico.run(ms / 1000)
        pico.chip.write(b"\x03")
        emulator.wait(pico, ">>> ", 8)
        pico.run(0.3)
        assert b"soft reboot" in pico.console, ms
        pico.console.clear()
        pico.chip.write(b"import machine\r\nmachine.reset()\r\n")
        emulator.wait(pico, "WAITS", 4)


@pytest.mark.parametrize("path", ["/pack.mpy", "/pack.link"])
def test_a_copy_lies_elsewhere(pico, path):
    again(pico, True, COPY % (path, path))


@pytest.mark.parametrize(
    "change",
    [
        "os.remove('/pack.link')",
        "open('/pack.link', 'wb').close()",
        "data = open('/pack.link', 'rb').read()\n"
        "with open('/pack.link', 'wb') as f:\n f.write(data[:-9])",
        "with open('/pack.link', 'r+b') as f:\n f.seek(4)\n f.write(b'0')",
        "os.rename('/pack.link', '/other')\nos.mkdir('/pack.link')\nos.rmdir('/pack.link')",
    ],
    ids=["none", "empty", "shorter", "damaged", "moved"],
)
def test_without_its_link_it_makes_another(pico, change):
    again(pico, True, "import os\n" + change)


def test_an_update_is_linked_anew(pico):
    """It has the same size, and other names."""
    other = packed(PROGRAM | {"words": PROGRAM["words"].replace("primes", "prunes").replace(
        "sums import prunes", "sums import primes as prunes")})  # fmt: skip
    emulator.run(pico, f"with open('/new', 'wb') as f:\n for i in range({len(other)}):\n  pass")
    for at in range(0, len(other), 2048):
        emulator.run(pico, f"with open('/new', 'ab') as f:\n f.write({other[at : at + 2048]!r})")
    again(pico, True, "import os\nos.rename('/new', '/pack.mpy')")


@pytest.mark.parametrize("names", ["greeting", "words", "main", "below run Count most squares"])
def test_names_that_boot_py_met_need_no_new_link(pico, names):
    """They have other numbers before the pack is used."""
    boot = "".join(f"{name} = '{name}'\n" for name in names.split())
    again(pico, False, f"with open('/boot.py', 'w') as f:\n f.write({boot!r})")


def test_a_boot_py_may_meet_as_many_names_as_it_likes(pico):
    boot = "import gc\n" + "".join(f"n{i} = 'text{i}'\n" for i in range(150))
    again(pico, False, f"with open('/boot.py', 'w') as f:\n f.write({boot!r})")


def test_a_boot_py_that_takes_the_place_of_the_dictionaries_links_anew(pico):
    again(pico, True, "with open('/boot.py', 'w') as f:\n f.write('kept = bytearray(40000)')")


def test_another_micropython_links_anew(pico):
    """Of the same addresses, but another version."""
    flash = pico.flash()
    at = flash.index(b"MicroPython v1.")
    pico.chip.write_flash(at + 15, b"9")
    again(pico, True)


def test_another_image_links_anew(pico):
    """PICO_UF2_OTHER names one that is put beside the files that are there."""
    other = os.environ.get("PICO_UF2_OTHER")
    if not other:
        pytest.skip("PICO_UF2_OTHER names no other MicroPython image")
    profile = boards.read(emulator.BOARD)
    changed = Pico(other, profile, flash=pico.flash())
    again(changed, True)
    back = Pico(emulator.image(), profile, flash=changed.flash())
    again(back, True)


def test_a_probe_that_fails_is_told(data):
    probe = (XIP / "probe.py").read_text().replace("_rebind() == 14", "_rebind() == 15")
    pico = switched_on(packed(probe=probe))
    for _ in "ab":
        emulator.wait(pico, ">>> ", 8)
        assert b"REASON 2" in pico.console and b"Traceback" not in pico.console
        assert "/pack.link" not in faults.contents(pico.flash())
        pico.restart()


FILL = """
import os
with open("/large", "wb") as file:
    while os.statvfs("/")[3] > %d:
        file.write(bytes(2048))
        file.flush()
"""


@pytest.mark.parametrize("spare", [2, 4, 6])
def test_no_room_is_told_and_costs_nothing(pico, spare):
    """With a few blocks less than it needs."""
    emulator.run(pico, "import os\nos.remove('/pack.link')")
    emulator.run(pico, FILL % spare)
    kept = faults.contents(pico.flash())
    for _ in "ab":
        pico.restart()
        emulator.wait(pico, ">>> ", 8)
        assert b"REASON 1" in pico.console and b"Traceback" not in pico.console
        assert faults.contents(pico.flash()) == kept
    again(pico, True, "import os\nos.remove('/large')")


def test_a_power_cut_in_any_flash_operation_of_the_first_start_does_no_harm(data):
    """The next start is right, and the one after it links nothing."""
    pico = switched_on(data)
    off = pico.save()
    before = pico.writes()
    starts(pico, True)
    count = pico.writes() - before
    assert count > 15
    cuts = [(n, part) for n in range(1, count + 1) for part in (0.0, 0.5, 0.99)]
    for n, part in cuts if SOAK else random.Random(13).sample(cuts, 12) + cuts[-6:]:
        pico.load(off)
        pico.plan_cut(n, part)
        with pytest.raises(PowerCut):
            pico.run(8)
        emulator.wait(pico, ">>> ", 8)
        assert SAID in pico.console.decode(), (n, part, pico.console.decode())
        assert faults.contents(pico.flash())["/saved"] == b"a save"
        pico.restart()
        starts(pico, False)
