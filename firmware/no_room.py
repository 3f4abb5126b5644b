"""Layer 1: says that memory is short, even where the HAL has no room.

Then with MicroPython's own font, line by line: 5 kB instead of the HAL's 80.
"""

import gc
import os
import sys
import time

from micropython import const

_HZ = const(10_000_000)
_LINE = const(20)  # rows of a line of text
_LETTER = const(8)  # rows and columns of a letter
_SWRESET = const(0x01)
_SLPOUT = const(0x11)
_INVON = const(0x21)
_DISPON = const(0x29)
_CASET = const(0x2A)
_RASET = const(0x2B)
_RAMWR = const(0x2C)
_MADCTL = const(0x36)
_COLMOD = const(0x3A)
_BOOT = "Too little memory is free.", "Remove what boot.py loads,", "then restart."
_RADIO = "Too little memory is free.", "Copy MicroPython for", "the plain Pico to this one."
_OTHER = "Too little memory is free.", "Install the games again:", "your saves are kept."


def lines():
    """What to say: a boot.py takes memory from the games, or a Pico W's own MicroPython."""
    try:
        os.stat("/boot.py")
    except OSError:
        return _RADIO if "Pico W" in getattr(sys.implementation, "_machine", "") else _OTHER
    return _BOOT


def run():
    """Without the HAL: say it on USB and on the panel."""
    for name in list(sys.modules):
        if name.split(".")[0] in ("hal", "main", "thirteen"):
            del sys.modules[name]
    gc.collect()
    print(*lines())
    _show(lines())


def _show(lines):
    import framebuf  # rarely needed
    from machine import SPI, Pin  # rarely needed

    import board  # rarely needed

    bus = SPI(
        board.SPI, _HZ, polarity=board.MODE >> 1, phase=board.MODE & 1,
        sck=Pin(board.SCK), mosi=Pin(board.MOSI), miso=None,
    )  # fmt: skip
    chosen = Pin(board.CS if board.CS >= 0 else board.DC, Pin.OUT, value=1)
    data = Pin(board.DC, Pin.OUT, value=1)
    panel = bus, chosen, data
    if board.RST >= 0:
        line = Pin(board.RST, Pin.OUT, value=1)
        line(0)
        time.sleep_ms(1)
        line(1)
    else:
        _send(panel, _SWRESET)
    time.sleep_ms(121)
    _send(panel, _SLPOUT)
    time.sleep_ms(121)
    _send(panel, _COLMOD, 0x55)  # 16 bits a pixel
    _send(panel, _MADCTL, board.MADCTL)
    if board.INVERT:
        _send(panel, _INVON)
    pixels = bytearray(2 * board.W * _LETTER)
    rows = framebuf.FrameBuffer(pixels, board.W, _LETTER, framebuf.RGB565)
    top = (board.H - _LINE * len(lines)) // 2
    _send(panel, _CASET, *_range(board.XOFF, board.W))
    for y in range(0, board.H, _LETTER):
        rows.fill(0)
        for i, text in enumerate(lines):
            rows.text(text, (board.W - _LETTER * len(text)) // 2, top + _LINE * i - y, 0xFFFF)
        _send(panel, _RASET, *_range(board.YOFF + y, board.H - y))
        _send(panel, _RAMWR)
        bus.write(memoryview(pixels)[: 2 * board.W * min(_LETTER, board.H - y)])
    _send(panel, _DISPON)
    if board.BL >= 0:
        Pin(board.BL, Pin.OUT, value=1)


def _send(panel, code, *values):
    """Send a command; without a pin that selects the panel DC takes its place, and is set last."""
    bus, chosen, data = panel
    chosen(0)
    data(0)
    bus.write(bytes((code,)))
    data(1)
    bus.write(bytes(values))


def _range(first, count):
    """The first and the last one, two bytes each."""
    last = first + count - 1
    return first >> 8, first & 255, last >> 8, last & 255
