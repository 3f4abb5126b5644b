"""YouMakeTech's Pico game console: 240x240, a pad, two buttons, a buzzer.

The vendor's driver sets the registers that Pimoroni's does.
"""

TUNING = "pimoroni_240x240"
SPI = 0
SCK = 18
MOSI = 19
CS = 17
DC = 20
RST = 21
BL = 22
MADCTL = 0x04

UP = 2
DOWN = 3
LEFT = 4
RIGHT = 5
A = 6
B = 7

BUZZER = 15
