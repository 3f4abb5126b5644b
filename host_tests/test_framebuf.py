"""The simulator's `framebuf` equals MicroPython's byte for byte in random drawings."""

import importlib.util
import random
from pathlib import Path

import pytest
import wasm

_PATH = Path(__file__).resolve().parent.parent / "tools" / "simulator" / "framebuf.py"
_SPEC = importlib.util.spec_from_file_location("simulator_framebuf", _PATH)
framebuf = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(framebuf)

MODES = {"GS4_HMSB": 4, "GS2_HMSB": 2, "GS8": 8}
SIZES = ((1, 1, None), (7, 5, None), (13, 21, 19), (32, 44, None), (61, 40, 70), (240, 24, None))

# Runs on both: draws a list of steps and returns a checksum of the buffer after each.
PLAYER = """
from binascii import crc32


def play(framebuf, size, steps):
    form, width, height, stride, data = size
    buf = bytearray(data)
    fb = framebuf.FrameBuffer(buf, width, height, form, stride or width)
    sums = []
    for name, args in steps:
        if name == "blit" and args[0] == "itself":
            args = (fb,) + args[1:]
        elif name == "blit" and args[-1] == "held":
            # as FrameBuffers instead of lists
            hold = lambda a: a and framebuf.FrameBuffer(bytearray(a[0]), *a[1:])
            args = (hold(args[0]),) + args[1:4] + (hold(args[4]),)
        got = getattr(fb, name)(*args)
        sums.append((crc32(buf), got if got.__class__ is int else None))
    return sums
"""
_names = {}
exec(PLAYER, _names)
play = _names["play"]


def _bytes_of(r, mode, width, height, stride=None):
    per = 8 // MODES[mode]
    stride = -(-(stride or width) // per)
    return bytes(r.randrange(256) for _ in range(stride * height))


def _picture(r):
    mode = r.choice(("GS2_HMSB", "GS2_HMSB", "GS4_HMSB", "GS8"))
    width, height = r.randint(1, 35), r.randint(1, 30)
    stride = r.choice((width, width, width + r.randint(0, 9)))
    data = _bytes_of(r, mode, width, height, stride)
    return mode, [data, width, height, getattr(framebuf, mode), stride]


def _blit(r, x, y):
    mode, source = _picture(r)
    palette = None
    if mode != "GS8" and r.random() < 0.8:
        of = r.choice(("GS8", "GS4_HMSB"))
        palette = [_bytes_of(r, of, 16, 1), 16, 1, getattr(framebuf, of)]
    key = r.choice((-1, -1, 0, 255, r.randrange(16)))
    if r.random() < 0.2:
        return "blit", ("itself", x() // 8, y() // 8, key, None)
    if r.random() < 0.3:
        return "blit", (source, x(), y(), key, palette, "held")
    return "blit", (source, x(), y(), key, palette)


def _step(r, width, height):
    def x():
        return r.randint(-width - 9, 2 * width + 9) if r.random() < 0.4 else r.randrange(width)

    def y():
        return r.randint(-height - 9, 2 * height + 9) if r.random() < 0.4 else r.randrange(height)

    c = r.choice((r.randrange(16), r.randrange(16), r.randint(-300, 70000)))
    far = r.choice((0, 100000))
    return r.choice(
        (
            lambda: ("fill", (c,)),
            lambda: ("pixel", (x(), y(), c)),
            lambda: ("pixel", (x(), y())),
            lambda: ("hline", (x(), y(), x() + far, c)),
            lambda: ("line", (x(), y(), x(), y(), c)),
            lambda: ("rect", (x(), y(), x(), y(), c)),
            lambda: ("rect", (x(), y(), x(), y(), c, r.random() < 0.7)),
            lambda: ("fill_rect", (x() - far, y(), x() + far, y(), c)),
            lambda: ("fill_rect", (x(), y(), x(), y(), c)),
            lambda: _blit(r, x, y),
            lambda: _blit(r, x, y),
            lambda: _blit(r, x, y),
        )
    )()


@pytest.mark.parametrize("mode", MODES)
def test_random_drawings_equal_micropython(mode):
    r = random.Random("drawings " + mode)
    jobs = []
    for width, height, stride in SIZES:
        form = getattr(framebuf, mode)
        size = (form, width, height, stride, _bytes_of(r, mode, width, height, stride))
        jobs.append((size, [_step(r, width, height) for _ in range(500)]))
    script = PLAYER + (
        "import framebuf\n"
        "for line in open('/jobs'):\n"
        "    size, steps = eval(line)\n"
        "    print(play(framebuf, size, steps))\n"
    )
    lines = "".join(f"{job!r}\n" for job in jobs)
    real = [eval(line) for line in wasm.run(script, files={"/jobs": lines}).splitlines()]
    for (size, steps), sums in zip(jobs, real, strict=True):
        twin = play(framebuf, size, steps)
        for step, ours, theirs in zip(steps, twin, sums, strict=True):
            assert ours == theirs, f"{mode} {size[1:4]}: {step}"


def test_constants_equal_micropython():
    names = list(MODES)
    script = f"import framebuf\nprint([getattr(framebuf, n) for n in {names}])"
    assert eval(wasm.run(script)) == [getattr(framebuf, n) for n in names]


WRONG = (
    "framebuf.FrameBuffer(bytes(9), 3, 3, framebuf.GS8)",
    "framebuf.FrameBuffer(bytearray(8), 3, 3, framebuf.GS8)",
    "framebuf.FrameBuffer(bytearray(9), 0, 3, framebuf.GS8)",
    "framebuf.FrameBuffer(bytearray(9), 3, 3, framebuf.GS8, 2)",
    "framebuf.FrameBuffer(bytearray(9), 3, 3, 77)",
    "fb.fill(1.0)",
    "fb.fill_rect(0, 0, 2.0, 2, 1)",
    "fb.fill_rect(x=0, y=0, w=1, h=1, c=1)",
    "fb.blit([bytes(4), 2, 2], 0, 0)",
    "fb.blit([bytes(3), 2, 2, framebuf.GS8], 0, 0)",
    "fb.text('no such colour', 0)",
)


def test_wrong_arguments_are_refused_as_on_micropython():
    script = (
        "def outcome(framebuf, source):\n"
        "    fb = framebuf.FrameBuffer(bytearray(64), 8, 8, framebuf.GS8)\n"
        "    try:\n"
        "        eval(source, {'framebuf': framebuf, 'fb': fb})\n"
        "    except (TypeError, ValueError, AttributeError) as error:\n"
        "        return 'refused'\n"
    )
    names = {}
    exec(script, names)
    asked = f"import framebuf\nprint([outcome(framebuf, s) for s in {WRONG!r}])"
    assert eval(wasm.run(script + asked)) == ["refused"] * len(WRONG)
    assert [names["outcome"](framebuf, s) for s in WRONG] == ["refused"] * len(WRONG)
