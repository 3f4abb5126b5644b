"""Waveshare Pico-LCD-1.14: 240x135, a stick and two buttons. Pressing the stick is MENU.

The visible part begins in column 40 and row 53 of the panel's memory.
"""

NAME = "ws_lcd_114"

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
H = 135
MADCTL = 0x70
XOFF = 40
YOFF = 53
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
X = -1
Y = -1
MENU = 3

# The buzzer's pin; the battery's, its divider, and millivolts when empty and full.
BUZZER = -1
BATTERY = -1
BATTERY_RATIO = 1
BATTERY_EMPTY = 0
BATTERY_FULL = 1
