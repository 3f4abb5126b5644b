"""Layer 1, RP2040 and RP2350: sleep while the screen is off."""

from time import gmtime, sleep_ms, ticks_diff, ticks_ms, time

import machine
from micropython import const

from hal import lcd

_SLPIN = const(0x10)
_SLPOUT = const(0x11)
_SETTLE = const(121)  # ms that a panel needs between the two, and from the second to a picture
_SLICE = const(15)  # ms between two polls of the keys: shorter than a press
_USB = 0x50110050  # the USB controller's SIE_STATUS
_PINS = 0xD0000004  # SIO's GPIO_IN: the level of every pin
_CHIP_ID = 0x40000000  # SYSINFO: the part's number from bit 12 on
_PART_2040 = const(2)
_CONNECTED = const(0x10000)
_SUSPENDED = const(0x10)


def until_key(keys, usb):
    """Sleep until a key is down, and return it.

    Light sleep would disconnect USB, and a host would not find who is plugged in asleep: so with
    an active host, or power on the pin `usb` if there is one, the chip only idles. So does an
    RP2350, of which it is not known that it wakes. It sleeps in timed slices, not once until a pin
    changes: MicroPython has no such sleep that keeps the time. Depending on its version the clock
    stops during sleep, so it is set afterwards.
    """
    hz = machine.freq()
    light = machine.mem32[_CHIP_ID] >> 12 & 0xFFFF == _PART_2040
    began = time()
    passed = 0  # ms
    lcd.send(_SLPIN, b"")
    now = ticks_ms()
    while True:
        k = keys()
        if k:
            break
        if light and not (
            usb >= 0
            and machine.mem32[_PINS] >> usb & 1
            or machine.mem32[_USB] & (_CONNECTED | _SUSPENDED) == _CONNECTED
        ):
            machine.lightsleep(_SLICE)
        else:
            sleep_ms(_SLICE)
        then = now
        now = ticks_ms()
        passed += ticks_diff(now, then)
    machine.freq(hz, hz)  # before the SPI is used: sleep restores MicroPython's default
    if passed < _SETTLE:
        sleep_ms(_SETTLE - passed)
    lcd.send(_SLPOUT, b"")
    sleep_ms(_SETTLE)
    y, m, d, hour, minute, s, weekday, _ = gmtime(began + (passed + 2 * _SETTLE) // 1000)
    machine.RTC().datetime((y, m, d, weekday, hour, minute, s, 0))
    return k
