"""Pimoroni Pico Display Pack 2.8: 320x240, four buttons, no reset line."""

TUNING = "pimoroni_320x240"
SPI = 0
SCK = 18
MOSI = 19
CS = 17
DC = 16
BL = 20
W = 320
MADCTL = 0x70

A = 12
B = 13
X = 14
Y = 15

LEDS = 26, 27, 28  # red, green, blue
LEDS_LIT = 0
