# ruff: noqa: E402, F821 (the framebuffer comes before the imports; viper has names of its own)
"""Layer 1: the RP2040, with the panel and the buttons that board.py names.

Each host has a module of this name with the same public names; the desk's is in tools/simulator.
What a frame needs is native and allocates nothing; its state is in a block of words.

The u-names force built-in modules: MicroPython looks for a file that overrides the others first,
5 ms an import on the device's flash.
"""

import gc

import framebuf

from board import H, W

buf = bytearray(W * H // 2)  # before all else: the largest piece of the heap must find its room
fb = framebuf.FrameBuffer(buf, W, H, framebuf.GS4_HMSB)

import sys

import micropython
import umachine as machine
from micropython import const
from uarray import array
from uos import urandom
from utime import sleep_ms, ticks_diff, ticks_ms, ticks_us, time

import board
import files
from files import names, peek, read  # noqa: F401
from hal import lcd, low_power, startup
from hal.backing import grab, put  # noqa: F401 (these are offered as this module's own)
from hal.brush import blit, signs, stamp, stamps  # noqa: F401
from hal.font import centre, fit, right, text  # noqa: F401
from hal.lcd import palette  # noqa: F401

BOARD = board.NAME
PAD = board.UP >= 0
XY = board.X >= 0 and board.Y >= 0
SOUND = board.BUZZER >= 0
LIGHT = board.BL >= 0
UP, DOWN, LEFT, RIGHT, A, B, X, Y, MENU = 1, 2, 4, 8, 16, 32, 64, 128, 256
WRAP = 0x3FFFFFFF

_CHATTER = const(8)  # ms
_GAP = const(16)  # ms between two looks at the keys; after more, a press may be over
_HALF = const(0x20000000)
_FRESH = const(4000)  # us after the panel's signal
_SILENT = const(40000)
_DAY_0 = const(10957)  # 2000-01-01 in days since 1970
_FIRST_DAY = const(9497)  # 2026-01-01: no handheld of this kind is older

# Words of _state; from _BUTTONS on three a button, 0 where there is none: its pin's bit, its key,
# when it last changed.
_DARK = const(0)  # 1 until the first picture
_LEVEL = const(1)  # of light
_SINCE = const(2)  # when the panel was woken
_SOUNDING = const(3)  # 1 while a tone lasts
_UNTIL = const(4)  # when it ends
_TURNED = const(5)  # 1 when the picture stands on its head
_HELD = const(6)  # keys, as the board has them
_SIO = const(7)  # where the pins' levels are: viper's own constants have 31 bits
_BUTTONS = const(8)
_LOOKED = const(35)  # when the keys were looked at last
_SYNCED = const(36)  # when the panel had shown a picture, in us, -1 where it never tells

_state = array("i", bytes(4 * (_SYNCED + 1)))
_vsync = machine.Pin(board.VSYNC, machine.Pin.IN) if board.VSYNC >= 0 else None


@micropython.viper
def show(x: int, y: int, w: int, h: int):
    """Bring a rectangle to the glass, clipped; the first one brings the whole picture.

    Its last strip may still be on its way, but the framebuffer is free.
    """
    dark = ptr32(_state)[_DARK]
    if dark:  # the panel's memory is noise yet
        _wait_since(6)
        x = 0
        y = 0
        w = int(W)
        h = int(H)
    if x < 0:
        w += x
        x = 0
    if y < 0:
        h += y
        y = 0
    if x + w > int(W):
        w = int(W) - x
    if y + h > int(H):
        h = int(H) - y
    if w > 0 and h > 0:
        if _vsync:
            _synchronise()
        lcd.push(x, y, w, h)
    if dark:
        _unveil()


def _synchronise():
    """Wait until the panel has shown a picture, so that none is shown half old, half new.

    Rectangles that follow soon belong to the same frame. A panel that says nothing in the time of
    two pictures is not waited for again.
    """
    began = ticks_us()
    if _state[_SYNCED] < 0 or ticks_diff(began, _state[_SYNCED]) < _FRESH:
        return
    while not _vsync():  # type: ignore[misc]
        if ticks_diff(ticks_us(), began) > _SILENT:
            _state[_SYNCED] = -1
            return
    _state[_SYNCED] = ticks_us()


def _wait_since(ms):
    """Wait until the panel woke so long ago; callers add a ms, for ticks are cut off."""
    while ticks_diff(ticks_ms(), _state[_SINCE]) < ms:
        machine.idle()


def _unveil():
    """The first picture is there: light it, 120 ms after the panel woke."""
    _wait_since(121)
    lcd.unveil()
    _state[_DARK] = 0
    light(_state[_LEVEL])
    gc.threshold(-1)  # from now on memory is collected where it is wanted: no key waits for that


@micropython.viper
def keys() -> int:
    """Bits of the keys held; an edge counts at once, then the key is deaf for its chatter.

    A press that began and ended while nobody looked, as when the flash is written, counts too: it
    is held from this look on until the chatter is over. IO_BANK0's INTR registers have noted its
    falling edge (4 bits a pin, bit 2; writing what was read clears it), interrupts or not. That
    edge is no bounce, for at the last look the chatter of the key's release was over.
    """
    k = ptr32(_state)
    base = 0x400140F
    noted = ptr32(base << 4)
    levels = ptr32(k[_SIO])[1]
    now = int(ticks_ms())
    held = k[_HELD]
    looked = k[_LOOKED]
    gap = (now - looked) & 0x3FFFFFFF
    i = _BUTTONS
    while i < _LOOKED:
        key = k[i + 1]
        down = key
        if levels & k[i]:
            down = 0
            if gap >= _GAP and not held & key and (looked - k[i + 2]) & 0x3FFFFFFF >= _CHATTER:
                pin = 0
                while k[i] >> pin & 1 == 0:
                    pin += 1
                if noted[pin >> 3] >> ((pin & 7) * 4 + 2) & 1:
                    down = key
        if (held ^ down) & key and (now - k[i + 2]) & 0x3FFFFFFF >= _CHATTER:
            held ^= key
            k[i + 2] = now
        i += 3
    i = 0
    while i < 4:
        noted[i] = noted[i]
        i += 1
    k[_HELD] = held
    k[_LOOKED] = now
    if k[_SOUNDING] and (now - k[_UNTIL]) & 0x3FFFFFFF < _HALF:
        _hush()
    if k[_TURNED]:  # UP and DOWN change places, LEFT and RIGHT too
        held = held & -16 | (held & 5) << 1 | held >> 1 & 5
    return held


@micropython.viper
def wait(ms: int, held: int) -> int:
    """Wait, mostly idle, until other keys than `held` are down, `ms` at most; the keys down."""
    start = int(ticks_ms())
    now = int(keys())
    while now == held and (int(ticks_ms()) - start) & 0x3FFFFFFF < ms:
        sleep_ms(1)
        now = int(keys())
    return now


def turn(on):
    """Turn the picture and the pad by 180 degrees."""
    if _state[_TURNED] == (1 if on else 0):
        return
    _state[_TURNED] = 1 if on else 0
    lcd.turn(board, on)
    if not _state[_DARK]:
        show(0, 0, W, H)


def ms():
    """Milliseconds, wrapping: take differences & WRAP."""
    return ticks_ms()


def entropy():
    """30 random bits."""
    return (int.from_bytes(urandom(4), "little") ^ ticks_us()) & WRAP


def write(name, parts):
    """Save a file, whole or not at all."""
    _hush()  # no interrupt comes while the flash is written: a tone would stay
    files.write(name, parts)


def remove(name):
    """Delete a saved file."""
    _hush()
    files.remove(name)


def today():
    """Days since 2000-01-01, -1 where nobody has told: the clock starts in 2021."""
    day = time() // 86400 - _DAY_0
    return day if day >= _FIRST_DAY else -1


def set_today(day):
    """Tell the date. It is lost with the power, but not by a reset."""
    from hal import startup  # dropped at power-on: not needed afterwards

    startup.set_today(day)


def tone(hz, ms, level):
    """Sound for so long, as loud as level 0..255, ended by keys or sleep; 0 ends what sounds."""
    if not SOUND:
        return
    if hz < 16 or ms <= 0:
        _hush()
        return
    _buzzer.freq(hz)
    _buzzer.duty_u16(level * level >> 1)  # at most half of each period
    _state[_UNTIL] = (ticks_ms() + ms) & WRAP
    _state[_SOUNDING] = 1


def _hush():
    if _state[_SOUNDING]:
        _buzzer.duty_u16(0)
        _state[_SOUNDING] = 0


def light(level):
    """Brightness 0 to 255; dark in any case until the first picture."""
    _state[_LEVEL] = level
    if LIGHT and not _state[_DARK]:
        _lamp.duty_u16(level * 257)


def battery():
    """Percent, -1 where nothing tells."""
    if not _adc:
        return -1
    millivolts = _adc.read_u16() * 3300 // 65535 * board.BATTERY_RATIO
    span = board.BATTERY_FULL - board.BATTERY_EMPTY
    return min(100, max(0, (millivolts - board.BATTERY_EMPTY) * 100 // span))


def sleep(ms):
    """Wait, idle."""
    if _state[_SOUNDING]:
        rest = ticks_diff(_state[_UNTIL], ticks_ms())
        if rest <= ms:
            sleep_ms(rest)
            ms -= max(rest, 0)
            _hush()
    sleep_ms(ms)


def doze():
    """Wait in the dark for a key and return it; in light sleep, unless on USB."""
    return low_power.till(keys)


# _dma is only held: if it were collected, its channel would be closed.
_dma, _lamp, _buzzer, _adc = startup.on(board, _state, buf)
files.root("/saves")
if "pack" in sys.modules:  # not with `make run`
    files.home("/pack/")
del array, startup, sys.modules["hal.startup"]
gc.threshold(32768)  # until the first picture: modules among garbage would split up the heap
