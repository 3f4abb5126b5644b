"""Pimoroni Pico Display Pack: 240x135, four buttons, no reset line.

The visible part begins in column 40 and row 53 of the panel's memory.
"""

TUNING = "pimoroni_240x135"
SPI = 0
SCK = 18
MOSI = 19
CS = 17
DC = 16
BL = 20
H = 135
MADCTL = 0x70
XOFF = 40
YOFF = 53

A = 12
B = 13
X = 14
Y = 15

LEDS = 6, 7, 8  # red, green, blue
LEDS_LIT = 0
