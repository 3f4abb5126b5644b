"""PicoBoy Color: a stick, two buttons, a buzzer. Pressing the stick is MENU. BAUD is the vendor's.

Of its 240x280 pixels, from row 20 of its memory on, 20 rows above and below stay free: the corners
are so round that they would cut off letters and the ranks of cards.
"""

NAME = "picoboy_color"

# The panel: its pins (-1 if none), and how it is mounted.
PANEL = "ST7789"
BITS = 12  # per pixel on the wire; a panel that shows stripes may need 16
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
H = 240
MADCTL = 0xC0
XOFF = 0
YOFF = 40
MARGIN = 20  # rows above and below the picture that are visible too: they are black
INVERT = True
VSYNC = -1  # the panel's tearing-effect output, -1 if it is not wired

# Buttons, low when pressed; -1 if none.
UP = 4
DOWN = 2
LEFT = 3
RIGHT = 1
A = 27
B = 28
X = -1
Y = -1
MENU = 0

# The buzzer's pin; the battery's, its divider, and millivolts when empty and full.
BUZZER = 15
BATTERY = -1
BATTERY_RATIO = 1
BATTERY_EMPTY = 0
BATTERY_FULL = 1
