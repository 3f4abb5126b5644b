"""YouMakeTech's Pico game console: 240x240, a pad, two buttons, a buzzer."""

NAME = "youmaketech"

# The panel: its pins (-1 if none), and how it is mounted.
PANEL = "ST7789"
BITS = 12  # per pixel on the wire; a panel that shows stripes may need 16
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
MARGIN = 0  # rows above and below the picture that are visible too: they are black
INVERT = True
VSYNC = -1  # the panel's tearing-effect output, -1 if it is not wired

# Buttons, low when pressed; -1 if none.
UP = 2
DOWN = 3
LEFT = 4
RIGHT = 5
A = 6
B = 7
X = -1
Y = -1
MENU = -1

# The buzzer's pin; the battery's, its divider, and millivolts when empty and full.
BUZZER = 15
BATTERY = -1
BATTERY_RATIO = 1
BATTERY_EMPTY = 0
BATTERY_FULL = 1
