"""The browser's own board: all keys and sound."""

NAME = "browser"

BL = 0

UP = DOWN = LEFT = RIGHT = A = B = X = Y = MENU = 0

BUZZER = 0
