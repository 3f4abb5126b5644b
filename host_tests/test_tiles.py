"""What is sent to the device's panel: tiles.py in machine code, against a plain copy.

The copy of what the panel shows is made of the rectangles that are sent, and nothing else: if it
equals the framebuffer after each change, every change was found and covered.
"""

import random

import emulator
import pytest
import thumb

pytestmark = emulator.needs_compiler

SIZES = ((240, 240), (320, 240), (240, 135), (280, 240), (320, 170), (240, 320))
K1, K2, WORD = 0x85EBCA6B, 0x9E3779B1, 0xFFFFFFFF


class Screen:
    """A framebuffer in the core's memory, and what the panel has received of it."""

    def __init__(self, w, h):
        self.w, self.h = w, h
        self.machine = thumb.Machine()
        self.tiles = self.machine.load("tiles", board={"W": w, "H": h})
        self.at = self.machine.take(bytes(w * h // 2 + (w & 8) // 2))
        self.panel = bytearray(w * h // 2)
        self.sent = []

    def write(self, at, data):
        self.machine.core.write_memory(self.at + at, bytes(data))

    def picture(self):
        return self.machine.read(self.at, self.w * self.h // 2)

    def refresh(self):
        """Send what has changed; returns the rectangles, cut at the screen's edges."""
        self.sent = []
        with self.machine.call():
            self.tiles.look(self.at)
            any_sent = self.tiles.send(self.push)
        assert bool(any_sent) == bool(self.sent)
        return self.sent

    def push(self, x, y, w, h):
        assert x >= 0 and y >= 0 and x % 4 == 0
        w, h = min(w, self.w - x), min(h, self.h - y)
        assert w > 0 and h > 0
        self.sent.append((x, y, w, h))
        stride = self.w // 2
        for row in range(y, y + h):
            start = row * stride + x // 2
            self.panel[start : start + w // 2] = self.machine.read(self.at + start, w // 2)


def hashes(picture, w, h):
    """The hash of each tile of a picture, computed plainly."""
    out = []
    picture += bytes(4)  # the last tile of the last line may read on
    for y in [*range(0, h - 7, 8), *([h - 8] if h % 8 else [])]:
        for x in range(0, w, 16):
            value = 1
            for row in range(y, y + 8):
                for i in (0, 4):
                    start = (row * w + x) // 2 + i
                    word = int.from_bytes(picture[start : start + 4], "little")
                    value = (value ^ word * K1) * K2 & WORD
                    value = (value >> 13 | value << 19) & WORD
            out.append(value)
    return out


def change(r, screen):
    """Change pixels as drawing does: a pixel, a line, a box, noise; returns the rectangle."""
    w, h = screen.w, screen.h
    kind = r.randrange(4)
    x, y = 2 * r.randrange(w // 2), r.randrange(h)
    wide, high = ((2, 1), (r.randrange(2, 90, 2), 1), (2, r.randrange(1, 90)), (60, 40))[kind]
    wide, high = min(wide, w - x), min(high, h - y)
    for row in range(y, y + high):
        data = bytes([r.choice((0x11, 0x44, 0xCC))]) * (wide // 2) if kind else r.randbytes(1)
        screen.write((row * w + x) // 2, data)
    return x, y, wide, high


@pytest.mark.parametrize("w, h", SIZES)
def test_each_change_reaches_the_panel(w, h):
    """4,000 changes on all sizes together; some at once, as in a frame."""
    r = random.Random(w * h)
    screen = Screen(w, h)
    screen.write(0, r.randbytes(w * h // 2))
    screen.refresh()
    done = 0
    while done < 4_000 // len(SIZES) + 1:
        for _ in range(r.choice((1, 1, 2, 5))):
            change(r, screen)
            done += 1
        before = bytes(screen.panel)
        sent = screen.refresh()
        picture = screen.picture()
        assert screen.panel == picture
        assert bool(sent) == (before != picture)


@pytest.mark.parametrize("w, h", SIZES)
def test_the_hashes_are_those_of_the_formula(w, h):
    r = random.Random(w + h)
    screen = Screen(w, h)
    for _ in range(5):
        screen.write(0, r.randbytes(w * h // 2))
        screen.refresh()
        kept = screen.tiles._kept
        read = [kept[i] & WORD for i in range(len(kept))]
        assert read == hashes(screen.picture(), w, h)


def test_an_unchanged_picture_sends_nothing():
    screen = Screen(240, 240)
    screen.write(0, random.Random(1).randbytes(28800))
    assert screen.refresh() and not screen.refresh()
    screen.write(500, bytes([screen.picture()[500] ^ 1]))
    assert screen.refresh() == [(32, 0, 16, 8)]  # byte 500 is pixel 40 of line 4
    assert not screen.refresh()


def test_a_small_change_sends_little_and_near_ones_go_together():
    """A cursor's frame is one rectangle, or its four sides; not the picture."""
    screen = Screen(240, 240)
    screen.refresh()
    for row in range(50, 96):
        for x in (64, 108) if 52 < row < 93 else range(64, 110, 2):
            screen.write((row * 240 + x) // 2, b"\xcc")
    sent = screen.refresh()
    assert sum(w * h for _, _, w, h in sent) <= 64 * 56 and len(sent) == 1
    for x in range(0, 240, 16):
        screen.write(x // 2, b"\x33")
    screen.write(8 * 120 + 16, b"\x33")
    assert screen.refresh() == [(0, 0, 240, 8), (32, 8, 16, 8)]  # not all of the second row
    screen.write(0, b"\x11")
    screen.write(239 * 120 + 119, b"\x11")
    assert screen.refresh() == [(0, 0, 16, 8), (224, 232, 16, 8)]


def test_rectangles_of_random_tiles_cover_them_and_do_not_meet():
    """Each tile that changed is sent, none twice; of those that did not, few."""
    r = random.Random(7)
    screen = Screen(320, 240)
    screen.refresh()
    for density in (0.01, 0.1, 0.5, 0.9, 1) * 20:
        wanted = {i for i in range(600) if r.random() < density}
        for i in wanted:
            at = (i // 20 * 8 * 320 + i % 20 * 16) // 2
            screen.write(at, bytes([screen.picture()[at] ^ r.randrange(1, 256)]))
        tiles = [
            ty * 20 + tx
            for x, y, w, h in screen.refresh()
            for ty in range(y // 8, (y + h) // 8)
            for tx in range(x // 16, (x + w) // 16)
        ]
        assert wanted <= set(tiles) and len(tiles) <= 4 * len(wanted)


@pytest.mark.parametrize("before, after", ((4, 12), (1, 5), (0, 8)))
def test_a_line_whose_colours_differ_in_one_bit_is_seen(before, after):
    """Paper and gold do: without mixing, the top bits of a column of words cancel out."""
    screen = Screen(240, 240)
    screen.write(0, bytes([before * 17]) * 28800)
    screen.refresh()
    for x in range(0, 240, 2):
        for high in (2, 4, 8):
            for row in range(16, 16 + high):
                screen.write(row * 120 + x // 2, bytes([after << 4 | before]))
            assert screen.refresh(), (x, high)
            for row in range(16, 16 + high):
                screen.write(row * 120 + x // 2, bytes([before * 17]))
            assert screen.refresh()
            assert screen.panel == screen.picture()
