"""Layer 1, RP2040 and RP2350: initialises the hardware at power-on; sets the date.

It leaves the panel awake but dark. How the panel is driven can be changed at any time.
"""

from time import gmtime, sleep_ms, sleep_us, ticks_diff, ticks_ms

import machine
from _rp2 import DMA  # rp2 itself is made of Python, which would stay in memory
from machine import PWM, SPI, Pin, mem32
from micropython import const
from uctypes import addressof

import board
import files
import picture
from hal import lcd
from picture import INVERT, MHZ, MODE

_HZ = const(125_000_000)
_CHIP_ID = 0x40000000  # SYSINFO: the part's number from bit 12 on
_PART_2350 = const(4)
# What differs between the chips: the SPIs and the transfer request of the first one; SIO's words
# that set and clear pins; IO_BANK0's INTR0; a scratch word of the watchdog that survives resets,
# after the word that says whether it was a reset by the watchdog; the cause of the last other
# reset, and the bit of power-on; DMA's CHAN_ABORT, and from which bit on a control word has
# CHAIN_TO (then TREQ_SEL, IRQ_QUIET and BUSY); where the heap ends.
_RP2040 = (
    (0x4003C000, 0x40040000), 16, 0xD0000014, 0xD0000018, 0x400140F0, 0x4005800C,
    0x40064008, 0x100, 0x50000444, 11, 0x20040000,
)  # fmt: skip
_RP2350 = (
    (0x40080000, 0x40088000), 24, 0xD0000018, 0xD0000020, 0x40028230, 0x400D800C,
    0x4010002C, 0x10000, 0x50000464, 13, 0x20080000,
)  # fmt: skip
(
    _SPIS, _PACE, _SET_AT, _CLEAR_AT, _INTR, _SCRATCH, _RESET_BY, _POWER_ON, _ABORT, _CHAIN, _END,
) = range(11)  # fmt: skip
_ROOM = const(96_000)  # bytes of heap behind the framebuffer: all modules, and a game
_TREQ = const(4)  # bits above CHAIN_TO
_QUIET = const(10)
_BUSY_AT = const(13)
_AWAKE = const(0x13CA4D)
_DATED = const(0x13CA)
_DAY_0 = const(10957)  # 2000-01-01 in days since 1970

_SWRESET = const(0x01)
_SLPOUT = const(0x11)
_INVOFF = const(0x20)
_INVON = const(0x21)
_TEON = const(0x35)
_COLMOD = const(0x3A)

# Words of hal's _state.
_DARK = const(0)
_LEVEL = const(1)
_SINCE = const(2)
_TURNED = const(5)
_SIO_BASE = const(7)
_BUTTONS = const(8)
_NOTED = const(37)
_PINS = const(41)

_DMA_BASE = 0x50000000


def power_on(state, fb, dated):
    """Initialise everything, and hal's state; fb: the framebuffer's address; dated: it has a date.

    hal keeps the result. A MemoryError now is better than one when a game has been chosen.
    """
    chip = _chip()
    if chip[_END] - fb - board.W * board.H // 2 < _ROOM:
        raise MemoryError
    # This sets the peripherals' clock too, otherwise the SPI stays at 24 MHz; so do it first.
    machine.freq(_HZ, _HZ)
    lamp = buzzer = adc = None
    for pin in board.LEDS:
        Pin(pin, Pin.OUT, value=1 - board.LEDS_LIT)
    if board.BL >= 0:
        lamp = PWM(Pin(board.BL), freq=5000, duty_u16=0)
    if board.RST >= 0:
        _reset()  # at once: what follows takes as long as the panel
    began = ticks_ms()
    _as_kept()
    dma = _attach(fb, chip)
    # A panel that was awake needs 120 ms from its reset to sleep-out. It sleeps for sure only
    # after power-on, without a reset by the watchdog or the button since, nor a soft one, of which
    # the scratch word tells.
    scratch = chip[_SCRATCH]
    asleep = mem32[chip[_RESET_BY]] & chip[_POWER_ON] and not mem32[scratch - 4]
    awake = not asleep or mem32[scratch] == _AWAKE
    if board.RST < 0:
        if awake:
            sleep_ms(121)  # it may have woken too recently for a reset by command
        _reset()
        began = ticks_ms()
    _buttons(state)
    if board.BUZZER >= 0:
        buzzer = PWM(Pin(board.BUZZER), freq=1000, duty_u16=0)
    if board.BATTERY >= 0:
        adc = machine.ADC(board.BATTERY)
    date = mem32[scratch + 4]
    if date >> 16 == _DATED and not dated:
        set_today(date & 0xFFFF)
    while ticks_diff(ticks_ms(), began) < (121 if awake else 6):
        machine.idle()
    lcd.turn(False)
    mem32[scratch] = _AWAKE
    _wake()
    state[_SIO_BASE] = -0x30000000  # 0xD0000000
    state[_NOTED] = chip[_INTR]
    state[_DARK] = 1
    state[_LEVEL] = 255
    state[_SINCE] = ticks_ms()
    return dma, lamp, buzzer, adc


def drive(state, how):
    """Drive the panel otherwise, and fill its memory with the picture, which is blank."""
    same = lcd.how[MHZ] == how[MHZ] and lcd.how[MODE] == how[MODE]
    if not same:
        lcd.send(_SWRESET, b"")  # it may be awake since just now
        sleep_ms(121)
    lcd.how[:] = how
    if not same:
        _connect(_chip())
        _reset()
        sleep_ms(121)
    lcd.send(_INVON if how[INVERT] else _INVOFF, b"")
    lcd.turn(state[_TURNED])
    at = lcd.control[lcd.XOFF], lcd.control[lcd.YOFF]
    across, down = lcd.room()
    if not same:
        _tune()
    for x, y in ((0, 0), (across, 0), (0, down), (across, down)):
        lcd.control[lcd.XOFF], lcd.control[lcd.YOFF] = x, y
        lcd.push(0, 0, board.W, board.H)
    lcd.control[lcd.XOFF], lcd.control[lcd.YOFF] = at
    if not same:
        lcd.send(_SLPOUT, b"")
        state[_DARK] = 1
        state[_SINCE] = ticks_ms()


def _as_kept():
    """Drive the panel as the owner has set it."""
    try:
        data = files.read("picture")
    except OSError:
        return
    if data:
        lcd.how[:] = picture.kept(board.NAME, data) or lcd.own


def _chip():
    """What differs between the chips, for the one that this is."""
    return _RP2350 if mem32[_CHIP_ID] >> 12 & 0xFFFF == _PART_2350 else _RP2040


def set_today(day):
    """Set the date, and store it for the next reset.

    The word after the scratch word has the day, below a mark that it is valid.
    """
    mem32[_chip()[_SCRATCH] + 4] = _DATED << 16 | day
    y, m, d, _, _, _, weekday, _ = gmtime((day + _DAY_0) * 86400)
    machine.RTC().datetime((y, m, d, weekday, 0, 0, 0, 0))


def _buttons(state):
    """Fill in three words per button: see hal."""
    i = _BUTTONS
    pad = board.UP, board.DOWN, board.LEFT, board.RIGHT
    for key, pin in enumerate(pad + (board.A, board.B, board.X, board.Y, board.MENU)):
        if pin >= 0:
            Pin(pin, Pin.IN, Pin.PULL_UP)
            state[i] = 1 << pin
            state[i + 1] = 1 << key
            state[_PINS] |= 1 << pin
            i += 3


def _attach(fb, chip):
    """Set up bus and pins; fb is an address. Returns the DMA channel, which must be kept."""
    dma = DMA()
    channel = dma.channel
    mem32[chip[_ABORT]] = 1 << channel  # a reset may have left a strip half sent
    spi = chip[_SPIS][board.SPI]
    # Halfwords from incrementing addresses at the SPI's pace, not chained, no interrupt.
    pace = chip[_PACE] + 2 * board.SPI
    go = (1 << _QUIET | pace << _TREQ | channel) << chip[_CHAIN] | 1 << 4 | 1 << 2 | 1
    lcd.control[lcd.TABLE] = addressof(lcd.table)
    lcd.control[lcd.SET] = chip[_SET_AT]
    lcd.control[lcd.CLEAR] = chip[_CLEAR_AT]
    lcd.control[lcd.BUSY] = 1 << chip[_CHAIN] + _BUSY_AT
    lcd.control[lcd.SPI] = spi
    lcd.control[lcd.DMA] = _DMA_BASE + 0x40 * channel
    lcd.control[lcd.DMA_GO] = go
    lcd.control[lcd.FB] = fb
    lcd.control[lcd.STRIDE] = board.W // 2
    lcd.control[lcd.STRIPS] = addressof(lcd.strips)
    lcd.control[lcd.STRIPS + 1] = addressof(lcd.strips) + len(lcd.strips) // 2
    _connect(chip)
    return dma


def _connect(chip):
    """Set up the SPI and its pins."""
    mode = lcd.how[MODE]
    SPI(
        board.SPI,
        lcd.how[MHZ] * 1_000_000 + 999_999,  # it takes the next lower that the divider has
        polarity=mode >> 1,
        phase=mode & 1,
        sck=Pin(board.SCK),
        mosi=Pin(board.MOSI),
        miso=None,
    )
    # After the SPI: older MicroPython versions claim a default MISO anyway, often our DC.
    for word, pin in ((lcd.CS, board.CS), (lcd.DC, board.DC)):
        if pin >= 0:
            Pin(pin, Pin.OUT, value=1)
            lcd.control[word] = 1 << pin
    lcd.control[lcd.FRAME] = mem32[chip[_SPIS][board.SPI]] & 0xFFF0 | 7


def _reset():
    """Reset the panel. It then needs 5 ms, or 120 ms until sleep-out if it was awake before."""
    if board.RST < 0:
        lcd.send(_SWRESET, b"")
        return
    line = Pin(board.RST, Pin.OUT, value=1)
    for level in 1, 0, 1:
        line(level)
        sleep_us(20)


def _wake():
    """Set the registers and leave sleep. No command for 5 ms; a stable picture after 120 ms."""
    _tune()
    if lcd.how[INVERT]:
        lcd.send(_INVON, b"")
    if board.MARGIN:
        _blacken(lcd.control[lcd.YOFF])
    lcd.send(_SLPOUT, b"")


def _tune():
    """Set the registers that are the same however the panel is driven."""
    at = 0
    while at < len(board.TUNING):
        end = at + 2 + board.TUNING[at + 1]
        lcd.send(board.TUNING[at], board.TUNING[at + 2 : end])
        at = end
    # The upper half concerns a parallel bus, but an ILI9341 requires it.
    lcd.send(_COLMOD, b"\x55" if board.BITS == 16 else b"\x53")
    if board.VSYNC >= 0:
        lcd.send(_TEON, b"\x00")


def _blacken(y):
    """Fill the rows above and below the picture; all colours are black still."""
    for row in (y - board.MARGIN, y + board.H):
        if 0 <= row <= lcd.room()[1] + board.H - board.MARGIN:
            lcd.control[lcd.YOFF] = row
            lcd.push(0, 0, board.W, board.MARGIN)
    lcd.control[lcd.YOFF] = y
