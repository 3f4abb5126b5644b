"""Pajenicko PicoPad: 320x240, a pad, four buttons, a buzzer, a battery.

The supply is measured through a divider by three, behind a diode; on those with a Pico W only
while GP25 is high. The vendor's demo runs the panel in SPI mode 3, with the
chip's own voltages and gamma.
"""

SPI = 0
SCK = 18
MOSI = 19
CS = 21
DC = 17
RST = 20
BL = 16
MODE = 3
W = 320
MADCTL = 0x60

UP = 4
DOWN = 5
LEFT = 3
RIGHT = 2
A = 7
B = 6
X = 9
Y = 8

USB = -1  # on a Pico W that pin is the radio's
BUZZER = 15
LEDS = (22,)
LEDS_LIT = 0
BATTERY = 29
BATTERY_RATIO = 3
BATTERY_DROP = 311
BATTERY_EMPTY = 3100
BATTERY_FULL = 4200
BATTERY_GATE = 25
