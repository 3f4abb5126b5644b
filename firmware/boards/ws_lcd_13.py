"""Waveshare Pico-LCD-1.3: 240x240, a stick and four buttons. Pressing the stick is MENU.

The vendor's demo uses SPI mode 0, another driver mode 3. Where MODE = 3 shows a clean picture, a
whole one is sent 1 ms faster.
"""

TUNING = "waveshare"
SPI = 1
SCK = 10
MOSI = 11
CS = 9
DC = 8
RST = 12
BL = 13
MADCTL = 0x70

UP = 2
DOWN = 18
LEFT = 16
RIGHT = 20
A = 15
B = 17
X = 19
Y = 21
MENU = 3
