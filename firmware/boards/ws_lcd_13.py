"""Waveshare Pico-LCD-1.3: 240x240, a stick and four buttons. Pressing the stick is MENU.

The vendor's demo uses SPI mode 0, another driver mode 3. Where MODE = 3 shows a clean picture, a
whole one is sent 1 ms faster.
"""

NAME = "ws_lcd_13"

# The panel: its pins (-1 if none), and how it is mounted.
PANEL = "ST7789"
BITS = 12  # per pixel on the wire; a panel that shows stripes may need 16
SPI = 1
SCK = 10
MOSI = 11
CS = 9
DC = 8
RST = 12
BL = 13
BAUD = 62_500_000
MODE = 0
W = 240
H = 240
MADCTL = 0x70
XOFF = 0
YOFF = 0
MARGIN = 0  # rows above and below the picture that are visible too: they are black
INVERT = True
VSYNC = -1  # the panel's tearing-effect output, -1 if it is not wired

# Buttons, low when pressed; -1 if none.
UP = 2
DOWN = 18
LEFT = 16
RIGHT = 20
A = 15
B = 17
X = 19
Y = 21
MENU = 3

# The buzzer's pin; the battery's, its divider, and millivolts when empty and full.
BUZZER = -1
BATTERY = -1
BATTERY_RATIO = 1
BATTERY_EMPTY = 0
BATTERY_FULL = 1
