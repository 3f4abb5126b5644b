"""unroll.py: loops in Thumb code, and the instructions that they stand for."""

import re

from tools.device import build, unroll

DRAWN = False

LOOPED = """\
@micropython.asm_thumb
def f(r0):
    for register, at in ((r1, 0), (r2, 4)):  # two words
        ldr(register, [r0, at])
        for _ in range(2):
            add(r0, 8)
    for low, NEAR in ((r3, A), (r4, B)):
        cmp(low, 128)
        blt(NEAR)
        label(NEAR)


def g():
    for i in range(3):
        print(i)
"""
FLAT = """\
@micropython.asm_thumb
def f(r0):
    ldr(r1, [r0, 0])
    add(r0, 8)
    add(r0, 8)
    ldr(r2, [r0, 4])
    add(r0, 8)
    add(r0, 8)
    cmp(r3, 128)
    blt(A)
    label(A)
    cmp(r4, 128)
    blt(B)
    label(B)


def g():
    for i in range(3):
        print(i)
"""


def test_a_loop_stands_for_its_instructions_and_other_functions_keep_theirs():
    assert re.sub(r"\n\n+", "\n", unroll.unrolled(LOOPED)) == re.sub(r"\n\n+", "\n", FLAT)


def compiled(text, path):
    build.compile_one(build.compiler()[0], path, text.encode(), "f.py", path.with_suffix(".mpy"))
    return path.with_suffix(".mpy").read_bytes()


def test_the_machine_code_is_that_of_the_instructions_written_out(tmp_path):
    both = unroll.unrolled(LOOPED), FLAT
    only = [re.sub(r"\n\n+", "\n", text.partition("def g")[0]) for text in both]
    looped, flat = (compiled(text, tmp_path / "f.py") for text in only)
    assert looped == flat and len(flat) > 50
