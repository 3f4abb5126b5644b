"""The browser's own board: all keys and sound."""

NAME = "browser"

BITS = 12
W = 240
H = 240
BL = 0

UP = DOWN = LEFT = RIGHT = A = B = X = Y = MENU = 0

BUZZER = 0
BATTERY = -1
