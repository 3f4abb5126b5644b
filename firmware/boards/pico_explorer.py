"""Pimoroni Pico Explorer: 240x240, four buttons, no reset line, the backlight always on.

For sound, connect AUDIO on its header to a free pin and name that pin in BUZZER.
"""

TUNING = "pimoroni_240x240"
SPI = 0
SCK = 18
MOSI = 19
CS = 17
DC = 16
MADCTL = 0x04

A = 12
B = 13
X = 14
Y = 15
