"""An ILI9341 module on a breadboard, 320x240, its LED pin on 3V3.

Buttons from pin to ground. Nothing prescribes theirs: the pad is on GP16 to GP19, A B X Y on
GP20, 21, 22 and 26, MENU on GP27, all on the side of the Pico that the panel leaves free. A piezo
can be named in BUZZER. The panel's sheet allows 10 MHz; 31.25 is the fastest step that works in
practice, BAUD is the place to be careful.
"""

NAME = "breadboard_ili9341"

# The panel: pins, -1 where there is none, and how it is mounted.
PANEL = "ILI9341"
BITS = 16  # of a pixel on the wire: the least that it takes there
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
INVERT = False
VSYNC = -1  # tells when the panel has shown a picture, -1 where it is not wired

# Buttons, low when pressed.
UP = 16
DOWN = 17
LEFT = 18
RIGHT = 19
A = 20
B = 21
X = 22
Y = 26
MENU = 27

# Sound, and the battery's pin, divider and millivolts.
BUZZER = -1
BATTERY = -1
BATTERY_RATIO = 1
BATTERY_EMPTY = 0
BATTERY_FULL = 1
