"""Pimoroni Pico Display Pack 2.0: 320x240, four buttons, no reset line."""

NAME = "display_pack_2"

# The panel: its pins (-1 if none), and how it is mounted.
PANEL = "ST7789"
BITS = 12  # per pixel on the wire; a panel that shows stripes may need 16
SPI = 0
SCK = 18
MOSI = 19
CS = 17
DC = 16
RST = -1
BL = 20
BAUD = 62_500_000
MODE = 0
W = 320
H = 240
MADCTL = 0x70
XOFF = 0
YOFF = 0
MARGIN = 0  # rows above and below the picture that are visible too: they are black
INVERT = True
VSYNC = -1  # the panel's tearing-effect output, -1 if it is not wired

# Buttons, low when pressed; -1 if none.
UP = -1
DOWN = -1
LEFT = -1
RIGHT = -1
A = 12
B = 13
X = 14
Y = 15
MENU = -1

# The buzzer's pin; the battery's, its divider, and millivolts when empty and full.
BUZZER = -1
BATTERY = -1
BATTERY_RATIO = 1
BATTERY_EMPTY = 0
BATTERY_FULL = 1
