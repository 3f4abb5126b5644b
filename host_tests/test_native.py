"""The RP2040's drivers draw and send the same as the simulator: machine code, emulated.

Random rectangles, sprites, cards, texts, clipping and alignments, and both colour
depths of panels, on an emulated Cortex-M0; 10,000 cases.
"""

import random
import struct
import types

import emulator
import pytest
import thumb

from tools import boards

pytestmark = emulator.needs_compiler

W, H = 240, 240
INKS = (0x7650, 0x8890, 0xAA50, 0xBB50, 0x3330, 0xCD20, 0xF530)


@pytest.fixture(scope="module")
def device():
    """The drivers with their own framebuffer; `same` compares it with the simulator's."""
    machine = thumb.Machine()
    fb = machine.take(bytes(W * H // 2))
    rects, sprites = machine.load("rects"), machine.load("sprites")
    brush = machine.load("brush", **{"hal.rects": rects, "hal.sprites": sprites})
    font = machine.load("font", **{"hal.brush": brush, "hal.sprites": sprites})
    brush.attach(fb, W, H)
    return types.SimpleNamespace(machine=machine, fb=fb, brush=brush, font=font)


@pytest.fixture
def both(device, handheld):
    """draw(module, name, *args) on device and simulator; the framebuffers must stay equal."""
    hal = handheld.on()
    hal.fb.fill(0)
    device.machine.core.write_memory(device.fb, bytes(W * H // 2))

    def draw(module, name, *args):
        with device.machine.call():
            got = getattr(getattr(device, module), name)(*args)
        wanted = getattr(hal, name)(*args)
        assert device.machine.read(device.fb, W * H // 2) == bytes(hal.buf), (name, args)
        return got, wanted

    return draw


def sprite(r, w, h):
    """A third of the bytes is transparent, which the loop skips."""
    rows = bytes(r.randrange(256) if r.randrange(3) else 0 for _ in range((w + 3) // 4 * h))
    return bytes((w, h)) + rows


def place(r, edge, size):
    """Mostly on the screen, often across its edges, sometimes outside."""
    return r.randrange(-size, edge + size)


@pytest.mark.parametrize("seed", range(4))
def test_sprites(both, seed):
    r = random.Random(seed)
    for _ in range(900):
        skip = r.randrange(4)
        source = bytes(skip) + sprite(r, r.randrange(1, 50), r.randrange(1, 40))
        both("brush", "blit", source, skip, place(r, W, 50), place(r, H, 40), r.randrange(65536))


@pytest.mark.parametrize("seed", range(3))
def test_cards(both, device, handheld, seed):
    r = random.Random(seed)
    strip = b"".join(sprite(r, 11, 13) for _ in range(13))
    suits = b"".join(sprite(r, 9, 9) for _ in range(7))
    sheets = (strip, strip, strip, suits, suits, suits)
    for i, sheet in enumerate(sheets):  # they keep their addresses
        device.brush.control[device.brush._SOURCES + i] = device.machine.take(sheet)
    for i, ink in enumerate(INKS):
        device.brush.control[device.brush._INKS + i] = ink
    handheld.hal.signs(sheets, INKS)
    step, suit = len(strip) // 13, len(suits) // 7
    for _ in range(800):
        n = r.randrange(1, 9)
        edges = [r.choice((0, 180)) + r.randrange(21) for _ in range(4 * n)]
        body = bytes((n,)) + b"".join(
            bytes((*edges[4 * i : 4 * i + 4], r.randrange(18))) for i in range(n)
        )
        signs = bytes((0, step, 0, r.randrange(12), r.randrange(12)))
        signs += bytes((3, 0, suit, 200 - r.randrange(16), 200 - r.randrange(16)))
        c = r.randrange(7) << 4 | r.randrange(1, 14)
        w, h = r.randrange(20, 60), r.randrange(20, 70)
        x, y = place(r, W, 60), place(r, H, 70)
        both("brush", "stamp", body, b"\x02" + signs, c, x, y, w, h, r.randrange(256))


@pytest.mark.parametrize("where, name", (("art", "SMALL"), ("large", "FONT")))
def test_texts(both, handheld, where, name):
    handheld.on()
    font = getattr(handheld.module("draw." + where), name)
    r = random.Random(name)
    letters = [chr(c) for c in range(16, 127)]
    for _ in range(750):
        text = "".join(r.choices(letters, k=r.randrange(0, 30)))
        ink = r.randrange(65536)
        got, wanted = both("font", "text", font, text, place(r, W, 90), place(r, H, 20), ink)
        assert got == wanted
        at, width = r.randrange(len(text) + 1), r.randrange(200)
        got, wanted = both("font", "fit", font, text, at, width)
        assert got == wanted


class Port:
    """A fake SPI port and DMA channel that record what the panel receives: commands and values."""

    GO = 0x1234567

    def __init__(self, machine, bits):
        self.machine, self.bits = machine, bits
        self.sent = []
        self.command = True

    def pointer(self, at):
        pins = {1: self.pins(False), 4: self.pins(True)}
        return {**pins, 2: self.spi(), 3: self.dma()}.get(at)

    def pins(self, clears):
        return _Registers(lambda i, v: self.pin(clears, v), {})

    def pin(self, clears, value):
        if value & 2:  # the D/C line
            self.command = clears

    def spi(self):
        return _Registers(self.spi_written, {3: 0})

    def spi_written(self, i, value):
        if i == 2 and self.command:
            self.sent.append([value, b""])
        elif i == 2:
            self.sent[-1][1] += bytes((value,))

    def dma(self):
        self.words = {}
        return _Registers(self.dma_written, {3: 0})

    def dma_written(self, i, value):
        self.words[i] = value
        if i == 3:  # control is written last and starts the transfer
            assert value == self.GO and self.words[1] == 2 + 8
            self.sent[-1][1] += self.machine.read(self.words[0], 2 * self.words[2])


class _Registers:
    def __init__(self, written, values):
        self.written, self.values = written, values

    def __getitem__(self, i):
        return self.values[i]

    def __setitem__(self, i, value):
        self.written(i, value)


@pytest.mark.parametrize("bits", (12, 16))
def test_a_rectangle_reaches_the_panel_in_its_colours(bits):
    """The window, then each strip's pixels, by DMA started with its control word."""
    machine = thumb.Machine()
    profile = {**boards.read("ws_lcd_13"), "W": W, "BITS": bits}
    module = machine.load("lcd", board=profile)
    r = random.Random(bits)
    picture = r.randbytes(W * H // 2)
    port = Port(machine, bits)
    plain = module.ptr32
    control = module.control
    module.ptr32 = lambda x: (isinstance(x, int) and port.pointer(x)) or plain(x)
    table = module.table.at
    strips = machine.take(bytes(2 * module._STRIP))
    for word, value in (
        (module.TABLE, table), (module.SET, 1), (module.CLEAR, 4), (module.SPI, 2),
        (module.DMA, 3), (module.BUSY, 1 << 24), (module.DMA_GO, Port.GO),
        (module.FRAME, 7), (module.FB, machine.take(picture)),
        (module.STRIDE, W // 2), (module.CS, 1), (module.DC, 2), (module.XOFF, 40),
        (module.YOFF, 53), (module.STRIPS, strips),
        (module.STRIPS + 1, strips + module._STRIP),
    ):  # fmt: skip
        control[word] = value
    colours = [r.randrange(1 << 24) for _ in range(16)]
    for i, rgb in enumerate(colours):
        module.palette(i, rgb)
    for i in range(120):
        w = r.randrange(1, W + 1)
        h = r.randrange(1, r.choice((3, 5, 40))) if i else H
        x, y = r.randrange(W - w + 1), r.randrange(H - h + 1)
        port.sent.clear()
        port.command = True
        module.push(x, y, w, h)
        left, right = x & ~3, x + w + 3 & ~3
        columns, rows, pixels = port.sent
        assert columns == [0x2A, struct.pack(">HH", 40 + left, 40 + right - 1)]
        assert rows == [0x2B, struct.pack(">HH", 53 + y, 53 + y + h - 1)]
        assert pixels[0] == 0x2C
        assert decoded(pixels[1], bits) == [
            reduced(colours[picture[v * W + u >> 1] >> (0 if u & 1 else 4) & 15], bits)
            for v in range(y, y + h) for u in range(left, right)
        ]  # fmt: skip


def decoded(data, bits):
    """The pixels as the panel decodes them from halfwords sent high byte first."""
    halves = [int.from_bytes(data[i : i + 2], "little") for i in range(0, len(data), 2)]
    if bits == 16:
        return halves
    stream = "".join(f"{half:016b}" for half in halves)
    return [int(stream[i : i + 12], 2) for i in range(0, len(stream), 12)]


def reduced(rgb, bits):
    red, green, blue = rgb >> 16, rgb >> 8 & 255, rgb & 255
    if bits == 12:
        return red >> 4 << 8 | green >> 4 << 4 | blue >> 4
    return red >> 3 << 11 | green >> 2 << 5 | blue >> 3
