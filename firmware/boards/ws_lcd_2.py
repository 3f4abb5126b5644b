"""Waveshare Pico-LCD-2: 320x240, four buttons."""

TUNING = "waveshare"
SPI = 1
SCK = 10
MOSI = 11
CS = 9
DC = 8
RST = 12
BL = 13
W = 320
MADCTL = 0x70

A = 15
B = 17
X = 2
Y = 3
