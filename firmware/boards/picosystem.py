"""Pimoroni PicoSystem: 240x240, a pad, four buttons, a buzzer, a battery.

The battery is measured through a divider by three.
"""

TUNING = "picosystem"
SPI = 0
SCK = 6
MOSI = 7
CS = 5
DC = 9
RST = 4
BL = 12
MADCTL = 0x04
VSYNC = 8

UP = 23
DOWN = 20
LEFT = 22
RIGHT = 21
A = 18
B = 19
X = 17
Y = 16

USB = 2
BUZZER = 11
LEDS = 14, 13, 15  # red, green, blue
BATTERY = 26
BATTERY_RATIO = 3
BATTERY_EMPTY = 2800
BATTERY_FULL = 4100
