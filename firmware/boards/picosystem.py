"""Pimoroni PicoSystem: 240x240, a pad, four buttons, a buzzer, a battery.

The battery is measured through a divider by three.
"""

NAME = "picosystem"

# The panel: its pins (-1 if none), and how it is mounted.
PANEL = "ST7789"
BITS = 12  # per pixel on the wire; a panel that shows stripes may need 16
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
MARGIN = 0  # rows above and below the picture that are visible too: they are black
INVERT = True
VSYNC = 8  # the panel's tearing-effect output, -1 if it is not wired

# Buttons, low when pressed; -1 if none.
UP = 23
DOWN = 20
LEFT = 22
RIGHT = 21
A = 18
B = 19
X = 17
Y = 16
MENU = -1

# The buzzer's pin; the battery's, its divider, and millivolts when empty and full.
BUZZER = 11
BATTERY = 26
BATTERY_RATIO = 3
BATTERY_EMPTY = 2800
BATTERY_FULL = 4100
