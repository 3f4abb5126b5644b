"""An ILI9341 module on a breadboard, 320x240, its LED pin on 3V3.

Each button connects its pin to ground. Any free pins will do; these are on the side of the Pico
that the panel leaves free: the pad on GP16 to GP19, A B X Y on GP20, 21, 22 and 26, MENU on GP27.
Name the pin of a piezo in BUZZER. By its datasheet the panel takes 10 MHz, in practice 31.25 MHz;
if the picture is corrupted, lower BAUD first.
"""

PANEL = "ILI9341"
TUNING = "ili9341"
BITS = 16
SPI = 0
SCK = 6
MOSI = 7
CS = 10
DC = 8
RST = 9
BAUD = 31_250_000
W = 320
MADCTL = 0xE8
INVERT = False

UP = 16
DOWN = 17
LEFT = 18
RIGHT = 19
A = 20
B = 21
X = 22
Y = 26
MENU = 27
