# ruff: noqa: E402 (the clock starts before the firmware is imported)
"""On the device: time from the REPL to the launcher, with the panel as after power-on."""

import machine
from utime import ticks_diff, ticks_us

machine.mem32[0x4005800C] = 0  # hal keeps a flag here: the panel is awake
machine.freq(125_000_000)  # as after power-on; hal raises it
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
