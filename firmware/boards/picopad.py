"""Pajenicko PicoPad: 320x240, a pad, four buttons, a buzzer, a battery.

The supply voltage is measured through a divider by three. The vendor's demo runs the panel in SPI
mode 3.
"""

NAME = "picopad"

# The panel: its pins (-1 if none), and how it is mounted.
PANEL = "ST7789"
BITS = 12  # per pixel on the wire; a panel that shows stripes may need 16
SPI = 0
SCK = 18
MOSI = 19
CS = 21
DC = 17
RST = 20
BL = 16
BAUD = 62_500_000
MODE = 3
W = 320
H = 240
MADCTL = 0x60
XOFF = 0
YOFF = 0
MARGIN = 0  # rows above and below the picture that are visible too: they are black
INVERT = True
VSYNC = -1  # the panel's tearing-effect output, -1 if it is not wired

# Buttons, low when pressed; -1 if none.
UP = 4
DOWN = 5
LEFT = 3
RIGHT = 2
A = 7
B = 6
X = 9
Y = 8
MENU = -1

# The buzzer's pin; the battery's, its divider, and millivolts when empty and full.
BUZZER = 15
BATTERY = 29
BATTERY_RATIO = 3
BATTERY_EMPTY = 3200
BATTERY_FULL = 4100
