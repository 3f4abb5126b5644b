# ruff: noqa: E402, F821 (the framebuffer comes before the imports; viper has names of its own)
"""Layer 1: the hardware: an RP2040 or RP2350 with the panel and the buttons that board.py names.

Each platform has a module of this name with the same public names; the simulator's is in
tools/simulator. The code that runs every frame is native and allocates nothing; its state is in an
array of words.
"""

import gc

import framebuf

from board import H, W

# First of all: the largest allocation needs an unfragmented heap. tiles.py may read a word beyond.
buf = bytearray(W * H // 2 + (W & 8) // 2)
fb = framebuf.FrameBuffer(buf, W, H, framebuf.GS4_HMSB)

import sys

import __main__
import micropython
import machine
from micropython import const
from array import array
from uctypes import addressof
from os import urandom
from time import sleep_ms, sleep_us, ticks_diff, ticks_ms, ticks_us, time

import board
import files
import picture
from hal import lcd, low_power, startup

BOARD = board.NAME
PAD = board.UP >= 0
XY = board.X >= 0 and board.Y >= 0
SOUND = board.BUZZER >= 0
LIGHT = board.BL >= 0
SLEEPS = 1  # a screen that is off saves something
EMPTY = board.BATTERY_EMPTY
FULL = board.BATTERY_FULL
POINTER = 0  # no finger, no mouse: the build leaves out what `if hal.POINTER` guards
VOICE = 0  # nobody listens, likewise
ROOM = 1344  # positions that a search may keep, 5.3 bytes each
UP, DOWN, LEFT, RIGHT, A, B, X, Y, MENU = 1, 2, 4, 8, 16, 32, 64, 128, 256
WRAP = 0x3FFFFFFF

_GARBAGE = const(44000)  # bytes that may gather
_CHATTER = const(8)  # ms
_GAP = const(16)  # ms between two polls; after more, a press may have been missed
_HALF = const(0x20000000)
_FRESH = const(4000)  # us after the panel's sync signal that count as the same frame
_SILENT = const(40000)  # us, two frames; without a signal in this time there is none
_SEEN = const(50)  # ms; without a buzzer tones of this length or more dim the backlight
_CALM = const(350)  # ms between two such dips: more than three flashes a second are harmful
_DAY_0 = const(10957)  # 2000-01-01 in days since 1970
_CLOCK_STARTS = const(7671)
_FIRST_DAY = const(9497)  # 2026-01-01, before any device with this firmware
_RESTED = const(1500)  # ms after a change until the whole picture is sent once more

# Words of _state; from _BUTTONS on three per button: its pin's bit (0 for no button), its key,
# when it last changed.
_DARK = const(0)  # 1 until the first picture
_LEVEL = const(1)  # of the backlight
_SINCE = const(2)  # when the panel was woken
_SOUNDING = const(3)  # 1 while a tone or a dip lasts
_UNTIL = const(4)  # when it ends
_TURNED = const(5)  # 1 if the picture is turned by 180 degrees
_HELD = const(6)  # keys, as the board has them
_SIO = const(7)  # address of the pins' levels: viper's constants have only 31 bits
_BUTTONS = const(8)
_LOOKED = const(35)  # when the keys were last polled
_SYNCED = const(36)  # when the panel last signalled a frame, in us; -1 if it never does
_NOTED = const(37)  # address of IO_BANK0's INTR registers
_ALL = const(38)  # 1 if the next picture must be sent whole
_CHANGED = const(39)  # when a change was last sent
_AGAIN = const(40)  # rows that are still to be sent once more
_PINS = const(41)  # the bits of all buttons' pins

_state = array("i", bytes(4 * (_PINS + 1)))
_address = addressof(buf)
# First the panel, which takes its time to wake. _dma is only referenced: collecting it would close
# its channel.
_dma, _lamp, _buzzer, _adc = startup.power_on(
    _state, _address, time() // 86400 >= _DAY_0 + _FIRST_DAY
)
_vsync = machine.Pin(board.VSYNC, machine.Pin.IN) if board.VSYNC >= 0 else None

from files import names, read, read_asset, read_with  # noqa: F401
from hal import brush, tiles
from hal.brush import blit, signs, stamp, stamps  # noqa: F401 (re-exported)
from hal.font import centre, fit, right, text  # noqa: F401


@micropython.viper
def _show(x: int, y: int, w: int, h: int):
    """Send a rectangle to the panel, clipped; the first call sends the whole picture.

    Its last strip may still be in transfer, but the framebuffer may be written again.
    """
    dark = ptr32(_state)[_DARK]
    if dark:  # the panel's memory still holds noise
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


def refresh():
    """Send what has changed in the framebuffer since the last call; the first one sends all."""
    tiles.look(_address)
    if _state[_DARK] or _state[_ALL]:
        _state[_ALL] = 0
        _show(0, 0, W, H)
    elif not tiles.send(_show):
        return
    _state[_CHANGED] = ticks_ms()
    _state[_AGAIN] = H


@micropython.viper
def _refresh_again():
    """Once nothing has changed for a while, send all rows again, eight per call.

    It corrects the tile in four billion whose change the hash did not show.
    """
    k = ptr32(_state)
    left = k[_AGAIN]
    if left and (int(ticks_ms()) - k[_CHANGED]) & 0x3FFFFFFF > _RESTED:
        rows = left if left < 8 else 8
        lcd.push(0, int(H) - left, int(W), rows)
        k[_AGAIN] = left - rows


def palette(i, rgb):
    """Set colour i of the 16, from the next `refresh` on."""
    _state[_ALL] = 1
    lcd.palette(i, rgb)


def _synchronise():
    """Wait for the panel's sync signal, to avoid tearing.

    Rectangles that follow shortly belong to the same frame. A panel that gives no signal for two
    frames is not waited for again.
    """
    began = ticks_us()
    # Not by ticks_diff, which is negative for the second half of the 18 minutes of the counter.
    if _state[_SYNCED] < 0 or began - _state[_SYNCED] & WRAP < _FRESH:
        return
    while not _vsync():  # type: ignore[misc]
        if ticks_diff(ticks_us(), began) > _SILENT:
            _state[_SYNCED] = -1
            return
    _state[_SYNCED] = ticks_us()


def _wait_since(ms):
    """Wait until `ms` have passed since the panel woke; ticks truncate, so callers add 1."""
    while ticks_diff(ticks_ms(), _state[_SINCE]) < ms:
        machine.idle()


def _unveil():
    """The first picture has been sent: switch the display on, 120 ms after the panel woke."""
    _wait_since(121)
    lcd.unveil()
    _state[_DARK] = 0
    light(_state[_LEVEL])


@micropython.viper
def keys() -> int:
    """Bits of the keys held; an edge counts at once, then the key is ignored while it may bounce.

    A press that began and ended between two polls, such as during a flash write, counts too: the
    key is reported as held from this poll until its bounce time is over. IO_BANK0's INTR registers
    have latched its falling edge (4 bits per pin, bit 2; writing the value read clears it), even
    with interrupts disabled. That edge is not a bounce, as the release had settled by the last
    poll.
    """
    k = ptr32(_state)
    noted = ptr32(k[_NOTED])
    levels = ptr32(k[_SIO])[1]
    now = int(ticks_ms())
    held = k[_HELD]
    looked = k[_LOOKED]
    gap = (now - looked) & 0x3FFFFFFF
    pins = k[_PINS]
    # With no button down, nor lately, there is nothing to look for: a poll takes a third less.
    i = _BUTTONS if held or gap >= _GAP or levels & pins != pins else _LOOKED
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
    """Wait at most `ms`, mostly idle, until the keys down differ from `held`; the keys down."""
    k = ptr32(_state)
    poll = keys  # to ask for a global takes 3 us, a thousand times a second
    ticks = ticks_ms
    nap = sleep_ms
    start = int(ticks())
    now = int(poll())
    while now == held and (int(ticks()) - start) & 0x3FFFFFFF < ms:
        if k[_AGAIN]:
            _refresh_again()
        nap(1)
        now = int(poll())
    return now


def turn(on):
    """Turn the picture and the pad by 180 degrees, or back."""
    if _state[_TURNED] == (1 if on else 0):
        return
    _state[_TURNED] = 1 if on else 0
    lcd.turn(on)
    if not _state[_DARK]:
        _show(0, 0, W, H)


def ms():
    """Milliseconds, wrapping: take differences & WRAP."""
    return ticks_ms()


def entropy():
    """30 random bits."""
    return (int.from_bytes(urandom(4), "little") ^ ticks_us()) & WRAP


def collect():
    """Free the memory that nothing refers to; from now on also whenever some has gathered.

    Otherwise that fills the heap, and what is made last, far up, and stays parts it for good.
    """
    gc.collect()
    gc.threshold(_GARBAGE)


def write(name, parts):
    """Save a file atomically."""
    _hush()  # nothing can end a tone while the flash is written
    files.write(name, parts)


def remove(name):
    """Delete a saved file."""
    _hush()
    files.remove(name)


def rename(name, to):
    """Rename a saved file, replacing another one."""
    _hush()
    files.rename(name, to)


def quarantine(name, stem):
    """Rename a saved file that can't be used to STEM.bad0, .bad1, ...; returns its new name."""
    _hush()
    return files.quarantine(name, stem)


def today():
    """Days since 2000-01-01; if the date was not set -1, a day after power-on -2, and so on.

    The clock starts on the first day of 2021.
    """
    day = time() // 86400 - _DAY_0
    return day if _FIRST_DAY <= day < 65536 else min(_CLOCK_STARTS - 1 - day, -1)


def set_today(day):
    """Set the date. It survives a reset, but not a loss of power."""
    startup.set_today(day)


def panel():
    """How the panel is driven: see picture.py."""
    return bytes(lcd.how)


def set_panel(how):
    """Drive the panel otherwise, b"": by the board's profile. Clears it, and the framebuffer.

    It is dark until the next picture if clock or mode has changed, for half a second.
    """
    fb.fill(0)
    startup.drive(_state, how or lcd.own)
    if LIGHT and _state[_DARK]:
        _lamp.duty_u16(0)
    _state[_ALL] = 1


def keep_panel():
    """Drive the panel as now from power-on; OSError if the flash fails."""
    if lcd.how == lcd.own:
        picture.forget()
    else:
        picture.keep(BOARD, lcd.how)


def tone(hz, ms, level):
    """Start a tone of `ms`, volume 0..255, ended by `keys` or `sleep`; 0 Hz or 0 ms stops one.

    Without a buzzer the backlight dips instead, by three quarters at most, for longer tones only.
    """
    if hz < 16 or ms <= 0:
        _hush()
        return
    now = ticks_ms()
    if SOUND:
        _buzzer.freq(hz)
        _buzzer.duty_u16(level * level >> 1)  # duty cycle of one half at most
    elif (
        not LIGHT or _state[_DARK] or _state[_SOUNDING] or ms < _SEEN
        or now - _state[_UNTIL] & WRAP < _CALM
    ):  # fmt: skip
        return
    else:
        _lamp.duty_u16(_duty(_state[_LEVEL]) * (256 - (level * 3 >> 2)) >> 8)
    _state[_UNTIL] = (now + ms) & WRAP
    _state[_SOUNDING] = 1


def _hush():
    if _state[_SOUNDING]:
        _state[_SOUNDING] = 0
        if SOUND:
            _buzzer.duty_u16(0)
        else:
            light(_state[_LEVEL])


def light(level):
    """Set the backlight, 0 to 255; it stays off until the first picture."""
    _state[_LEVEL] = level
    if LIGHT and not _state[_DARK]:
        _lamp.duty_u16(_duty(level))


def _duty(level):
    """Of 65535, for an eye that sees equal steps: some (level / 255) ** 2.8."""
    return min(level * level * (4 * level + 255) // 1265, 65535)


def leave():
    """Whoever calls it ends: what is shown stays lit, for MicroPython's prompt ends all PWM."""
    if LIGHT and not _state[_DARK]:
        machine.Pin(board.BL, machine.Pin.OUT, value=1)


def battery():
    """The battery's voltage in millivolts, -1 if it can't be measured."""
    if not _adc:
        return -1
    if board.BATTERY_GATE >= 0:
        gate = machine.Pin(board.BATTERY_GATE, machine.Pin.OUT, value=1)
        sleep_us(20)
    millivolts = _adc.read_u16() * 3300 // 65535 * board.BATTERY_RATIO + board.BATTERY_DROP
    if board.BATTERY_GATE >= 0:
        gate(0)
    return millivolts


def sleep(ms):
    """Wait, idle."""
    if _state[_SOUNDING]:
        rest = ticks_diff(_state[_UNTIL], ticks_ms())
        if rest <= ms:
            sleep_ms(rest)
            ms -= max(rest, 0)
            _hush()
    sleep_ms(ms)


def sleep_until_key():
    """Wait with the screen off for a key and return it; in light sleep unless on USB."""
    return low_power.until_key(keys, board.USB)


brush.attach(_address, W, H)
del array, brush.attach  # which are not needed again
files.root("/saves")
files.home("/pack/")
for names_of in sys.modules, __main__.__dict__:
    names_of.pop("rp2", None)  # from MicroPython's _boot.py, 1 kB
