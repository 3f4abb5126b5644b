"""Layer 1, the RP2040 only: the handheld in the dark. In memory only while it is dark."""

import umachine as machine
from micropython import const
from utime import gmtime, sleep_ms, ticks_diff, ticks_ms, time

from hal import lcd

_SLPIN = const(0x10)
_SLPOUT = const(0x11)
_SETTLE = const(121)  # ms that a panel wants between the two, and from the second to a picture
_SLICE = const(15)  # ms between two looks at the keys: shorter than a press
_USB = 0x50110050  # the USB controller's SIE_STATUS
_CONNECTED = const(0x10000)
_SUSPENDED = const(0x10)


def till(keys):
    """Wait until `keys` tells of one, and return it.

    Light sleep would cut a serial line off, so with a USB host that is awake the chip only idles.
    Timed slices, not one sleep that a pin ends: MicroPython has no such sleep that keeps the
    time. The clock may have stood still meanwhile, which depends on its version: it is set.
    """
    hz = machine.freq()
    began = time()
    passed = 0  # ms
    lcd.send(_SLPIN, b"")
    now = ticks_ms()
    while True:
        k = keys()
        if k:
            break
        if machine.mem32[_USB] & (_CONNECTED | _SUSPENDED) == _CONNECTED:
            sleep_ms(_SLICE)
        else:
            machine.lightsleep(_SLICE)
        then = now
        now = ticks_ms()
        passed += ticks_diff(now, then)
    machine.freq(hz, hz)  # before the SPI is used: sleep leaves what MicroPython starts with
    if passed < _SETTLE:
        sleep_ms(_SETTLE - passed)
    lcd.send(_SLPOUT, b"")
    sleep_ms(_SETTLE)
    y, m, d, hour, minute, s, weekday, _ = gmtime(began + (passed + 2 * _SETTLE) // 1000)
    machine.RTC().datetime((y, m, d, weekday, hour, minute, s, 0))
    return k
