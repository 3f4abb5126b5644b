"""PicoBoy Color: 240x280, a stick and two buttons, a buzzer. The stick pressed is MENU.

The panel's corners are round, and its glass begins 20 rows into its memory. BAUD is the vendor's.
"""

NAME = "picoboy_color"

# The panel: pins, -1 where there is none, and how it is mounted.
PANEL = "ST7789"
BITS = 12  # of a pixel on the wire; a copy that shows stripes may want 16
SPI = 0
SCK = 18
MOSI = 19
CS = 10
DC = 8
RST = 9
BL = 26
BAUD = 31_250_000
MODE = 0
W = 240
H = 280
MADCTL = 0xC0
XOFF = 0
YOFF = 20
INVERT = True
VSYNC = -1  # tells when the panel has shown a picture, -1 where it is not wired

# Buttons, low when pressed.
UP = 4
DOWN = 2
LEFT = 3
RIGHT = 1
A = 27
B = 28
X = -1
Y = -1
MENU = 0

# Sound, and the battery's pin, divider and millivolts.
BUZZER = 15
BATTERY = -1
BATTERY_RATIO = 1
BATTERY_EMPTY = 0
BATTERY_FULL = 1
