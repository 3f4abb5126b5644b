"""Pimoroni Pico Explorer: 240x240, four buttons, no reset line, the backlight always on.

Its buzzer is wired by hand: from AUDIO to a pin of its header, which then goes into BUZZER.
"""

NAME = "pico_explorer"

# The panel: pins, -1 where there is none, and how it is mounted.
PANEL = "ST7789"
BITS = 12  # of a pixel on the wire; a copy that shows stripes may want 16
SPI = 0
SCK = 18
MOSI = 19
CS = 17
DC = 16
RST = -1
BL = -1
BAUD = 62_500_000
MODE = 0
W = 240
H = 240
MADCTL = 0x04
XOFF = 0
YOFF = 0
INVERT = True
VSYNC = -1  # tells when the panel has shown a picture, -1 where it is not wired

# Buttons, low when pressed.
UP = -1
DOWN = -1
LEFT = -1
RIGHT = -1
A = 12
B = 13
X = 14
Y = 15
MENU = -1

# Sound, and the battery's pin, divider and millivolts.
BUZZER = -1
BATTERY = -1
BATTERY_RATIO = 1
BATTERY_EMPTY = 0
BATTERY_FULL = 1
