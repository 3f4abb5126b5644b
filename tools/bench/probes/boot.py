# ruff: noqa: E402 (the clock starts before the firmware comes)
"""On the device: from the prompt to the launcher on the screen, the panel as after power-on."""

import machine
from utime import ticks_diff, ticks_us

machine.mem32[0x4005800C] = 0  # hal.py keeps there that the panel is awake
machine.freq(125_000_000)  # hal.py raises it again, as after power-on
start = ticks_us()


class Done(BaseException):
    pass


def stop(pace=0):
    raise Done


import main
from thirteen.ui import keys

keys.poll = stop
try:
    main.run()
except Done:
    print(("boot", ticks_diff(ticks_us(), start)))
