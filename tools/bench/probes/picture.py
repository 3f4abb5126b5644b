"""On the device: whole pictures with every pixel changed, in both SPI modes."""

from utime import ticks_diff, ticks_us

import hal
from hal import lcd

_FRAME = 10  # the SPI's control word in lcd.control; polarity and phase are bits 6 and 7
_TIMES = 10

for i in range(len(hal.buf)):
    hal.buf[i] = i * 7 & 255
before = lcd.control[_FRAME]
hal.refresh()
for mode in (0, 3):
    lcd.send(0, b"")  # sends nothing, but waits for the last strip
    lcd.control[_FRAME] = before & ~0xC0 | (0xC0 if mode else 0)
    lcd.send(0, b"")
    start = ticks_us()
    for _ in range(_TIMES):
        hal.palette(0, 0)  # the next one is sent whole
        hal.refresh()
    lcd.send(0, b"")
    print(("picture", mode, ticks_diff(ticks_us(), start) // _TIMES))
lcd.control[_FRAME] = before
lcd.send(0, b"")
