"""Layer 1: what the panel shows without the HAL: why the games can't run, and how far they are.

With MicroPython's own font, line by line: 5 kB instead of the HAL's 80.
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
_SOON = const(400)  # ms after which it shows how far the link is
_BAR = const(12)  # its height
_MEMORY, _FLASH, _MICROPYTHON = 0, 1, 2  # reasons: the last two are those of xip/link.py
_BOOT = "Too little memory is free.", "Remove what boot.py loads,", "then restart."
_RADIO = "Too little memory is free.", "Copy MicroPython for", "the plain Pico to this one."
_OTHER = "Too little memory is free.", "Install the games again:", "your saves are kept."
_STAGED = "/thirteen.new/pack.mpy"  # of an update that did not end, see tools/device/install.py
_FULL = (
    "The flash is too full.",
    "Remove other files: the games",
    "need 160 kB more.",
    "Saves stay.",
)
_VERSION = (
    "These games need", "MicroPython 1.29 (Arm).", "Hold BOOTSEL, plug it in,",
    "copy its .uf2 to the drive.", "Games and saves stay.",
)  # fmt: skip

_panel: list = []  # once it is on


def lines(reason=_MEMORY):
    """What to say."""
    if reason == _MICROPYTHON:
        return _VERSION
    if reason == _FLASH:
        return _FULL
    try:
        os.stat("/boot.py")
    except OSError:
        return _RADIO if "Pico W" in getattr(sys.implementation, "_machine", "") else _OTHER
    return _BOOT


def run(reason=_MEMORY):
    """Say it on USB and on the panel; or make room, and start anew."""
    if reason == _FLASH:
        from machine import reset

        try:
            os.remove(_STAGED)
            reset()
        except OSError:
            pass
    for name in list(sys.modules):
        if name.split(".")[0] in ("hal", "main", "thirteen"):
            sys.modules.pop(name).__dict__.clear()
    gc.collect()
    print(*lines(reason))
    _show(lines(reason))


def bar(part, whole):
    """How far the games' first start is, once it takes so long that one would wonder."""
    import board

    if not _panel:
        if time.ticks_diff(time.ticks_ms(), 0) < _SOON:  # since power-on
            return
        _show(("Getting ready", ""))
        _panel.append(_bus())
    bus = _panel[0]
    w = board.W // 2
    _window(bus, w // 2, (board.H + _LETTER) // 2, w * part // whole or 1, _BAR)
    bus[0].write(b"\xff" * (2 * (w * part // whole or 1) * _BAR))


def _show(lines):
    import framebuf
    from machine import Pin

    import board

    panel = _bus()
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
    for y in range(0, board.H, _LETTER):
        rows.fill(0)
        for i, text in enumerate(lines):
            rows.text(text, (board.W - _LETTER * len(text)) // 2, top + _LINE * i - y, 0xFFFF)
        _window(panel, 0, y, board.W, board.H - y)
        panel[0].write(memoryview(pixels)[: 2 * board.W * min(_LETTER, board.H - y)])
    _send(panel, _DISPON)
    if board.BL >= 0:
        Pin(board.BL, Pin.OUT, value=1)


def _bus():
    """What a command goes through: the SPI, and the pins for chip select and for data."""
    from machine import SPI, Pin

    import board

    bus = SPI(
        board.SPI, _HZ, polarity=board.MODE >> 1, phase=board.MODE & 1,
        sck=Pin(board.SCK), mosi=Pin(board.MOSI), miso=None,
    )  # fmt: skip
    chosen = Pin(board.CS if board.CS >= 0 else board.DC, Pin.OUT, value=1)
    return bus, chosen, Pin(board.DC, Pin.OUT, value=1)


def _window(panel, x, y, w, h):
    """What is written next fills this rectangle."""
    import board

    _send(panel, _CASET, *_range(board.XOFF + x, w))
    _send(panel, _RASET, *_range(board.YOFF + y, h))
    _send(panel, _RAMWR)


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
