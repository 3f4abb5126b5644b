"""Waveshare Pico-LCD-1.14: 240x135, a stick and two buttons. Pressing the stick is MENU.

The visible part begins in column 40 and row 53 of the panel's memory. The vendor's demo
asks for 10 MHz, for its larger panels for 100: with half of what the panel's datasheet allows a
whole picture takes 13 ms.
"""

TUNING = "waveshare"
SPI = 1
SCK = 10
MOSI = 11
CS = 9
DC = 8
RST = 12
BL = 13
BAUD = 31_250_000
H = 135
MADCTL = 0x70
XOFF = 40
YOFF = 53

UP = 2
DOWN = 18
LEFT = 16
RIGHT = 20
A = 15
B = 17
MENU = 3
