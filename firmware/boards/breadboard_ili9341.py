"""An ILI9341 module on a breadboard, 320x240, its LED pin on 3V3.

Each button connects its pin to ground. Any free pins will do; these are on the side of the Pico
that the panel leaves free: the pad on GP16 to GP19, A B X Y on GP20, 21, 22 and 26, MENU on GP27.
Name the pin of a piezo in BUZZER. By its datasheet the panel takes 10 MHz, in practice 31.25 MHz;
if the picture is corrupted, lower BAUD first.
"""

NAME = "breadboard_ili9341"

# The panel: its pins (-1 if none), and how it is mounted.
PANEL = "ILI9341"
BITS = 16  # per pixel on the wire: it takes no less on a serial bus
SPI = 0
SCK = 6
MOSI = 7
CS = 10
DC = 8
RST = 9
BL = -1
BAUD = 31_250_000
MODE = 0
W = 320
H = 240
MADCTL = 0xE8
XOFF = 0
YOFF = 0
MARGIN = 0  # rows above and below the picture that are visible too: they are black
INVERT = False
VSYNC = -1  # the panel's tearing-effect output, -1 if it is not wired

# Buttons, low when pressed; -1 if none.
UP = 16
DOWN = 17
LEFT = 18
RIGHT = 19
A = 20
B = 21
X = 22
Y = 26
MENU = 27

# The buzzer's pin; the battery's, its divider, and millivolts when empty and full.
BUZZER = -1
BATTERY = -1
BATTERY_RATIO = 1
BATTERY_EMPTY = 0
BATTERY_FULL = 1
