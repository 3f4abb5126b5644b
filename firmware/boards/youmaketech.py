"""YouMakeTech's Pico game console: 240x240, a pad, two buttons, a buzzer."""

NAME = "youmaketech"

# The panel: pins, -1 where there is none, and how it is mounted.
PANEL = "ST7789"
BITS = 12  # of a pixel on the wire; a copy that shows stripes may want 16
SPI = 0
SCK = 18
MOSI = 19
CS = 17
DC = 20
RST = 21
BL = 22
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
UP = 2
DOWN = 3
LEFT = 4
RIGHT = 5
A = 6
B = 7
X = -1
Y = -1
MENU = -1

# Sound, and the battery's pin, divider and millivolts.
BUZZER = 15
BATTERY = -1
BATTERY_RATIO = 1
BATTERY_EMPTY = 0
BATTERY_FULL = 1
