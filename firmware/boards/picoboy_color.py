"""PicoBoy Color: a stick, two buttons, a buzzer. Pressing the stick is MENU.

BAUD is the vendor's, whose drivers leave voltages and gamma to the chip.

Of its 240x280 pixels, from row 20 of its memory on, 20 rows above and below stay free: the corners
are so round that they would cut off letters and the ranks of cards.
"""

SPI = 0
SCK = 18
MOSI = 19
CS = 10
DC = 8
RST = 9
BL = 26
BAUD = 31_250_000
MADCTL = 0xC0
YOFF = 40
MARGIN = 20

UP = 4
DOWN = 2
LEFT = 3
RIGHT = 1
A = 27
B = 28
MENU = 0

USB = -1  # not documented
BUZZER = 15
LEDS = 12, 13, 14  # red, yellow, green
