"""Pimoroni PicoSystem: 240x240, a pad, four buttons, a buzzer, a battery seen at a third."""

NAME = "picosystem"

# The panel: pins, -1 where there is none, and how it is mounted.
PANEL = "ST7789"
BITS = 12  # of a pixel on the wire; a copy that shows stripes may want 16
SPI = 0
SCK = 6
MOSI = 7
CS = 5
DC = 9
RST = 4
BL = 12
BAUD = 62_500_000
MODE = 0
W = 240
H = 240
MADCTL = 0x04
XOFF = 0
YOFF = 0
INVERT = True
VSYNC = 8  # tells when the panel has shown a picture, -1 where it is not wired

# Buttons, low when pressed.
UP = 23
DOWN = 20
LEFT = 22
RIGHT = 21
A = 18
B = 19
X = 17
Y = 16
MENU = -1

# Sound, and the battery's pin, divider and millivolts.
BUZZER = 11
BATTERY = 26
BATTERY_RATIO = 3
BATTERY_EMPTY = 2800
BATTERY_FULL = 4100
