"""The main.py of a UF2 without MicroPython: are the games there whole, and MicroPython for them?

Whoever drags that file may pull the cable half-way. So the games' own main.py lies beside this
one, and takes its place after one look at the whole pack; otherwise the panel says what to do.
"""

import re
from binascii import crc32

from tools import boards
from tools.device import build, pack
from tools.device.flash import MPY, OLDEST, RISCV

KEPT = "/main.next"  # the games' own main.py, until then

_TEXT = """\
import os, sys

class board:
{board}
sys.modules["board"] = board

{show}

OTHER = "These games need", "MicroPython 1.29 (Arm).", \\
    "Hold BOOTSEL, plug it in,", "drag its .uf2."
TORN = "The games are not whole.", "Hold BOOTSEL, plug it in,", "drag their file again."

def look():
    from binascii import crc32
    import machine
    _, version, *_ = sys.implementation
    mpy = sys.implementation._mpy
    fits = tuple(version[:2]) >= {oldest} and (mpy & 255, mpy >> 8 & 3) == {mpy}
    if not fits or mpy >> 10 & 15 == {riscv}:
        return OTHER
    left, check, part = {size}, 0, bytearray(4096)
    try:
        with open("{pack}", "rb") as file:
            while n := file.readinto(part):
                left -= n
                check = crc32(memoryview(part)[:n], check)
        if left or check != {check}:
            raise OSError
        os.rename("{kept}", "{main}")
    except OSError:
        return TORN
    machine.reset()

lines = look()
print(*lines)
_show(lines)
"""


def wrapped(board, files, firmware=build.FIRMWARE):
    """{path: bytes} for a UF2, of a board's files {path: bytes}."""
    whole = files[pack.PACK]
    show = _shown((firmware / "no_room.py").read_text("utf-8"))
    profile = boards.read(board, firmware)
    names = sorted(set(re.findall(r"\bboard\.([A-Z]+)", show)))
    text = _TEXT.format(
        board="".join(f"    {name} = {profile[name]!r}\n" for name in names),
        show=show,
        oldest=OLDEST,
        mpy=MPY,
        riscv=RISCV,
        size=len(whole),
        check=crc32(whole),
        pack=pack.PACK,
        kept=KEPT,
        main=pack.MAIN,
    )
    return {**files, pack.MAIN: text.encode(), KEPT: files[pack.MAIN]}


def _shown(text):
    """The part of no_room.py that draws lines with MicroPython's own font."""
    constants = re.findall(r"^_[A-Z]+ = const\(.*$", text, re.M)
    functions = re.findall(r"^def _\w+\(.*?(?=^\S|\Z)", text, re.M | re.S)
    return "\n".join(["import time", "from micropython import const", *constants, "", *functions])
