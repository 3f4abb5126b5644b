"""Draws the board around the screen. Sizes are in pixels of the handheld's screen."""

import hardware

SIDE = 88  # left and right of the screen
EDGE = 22  # above and below it
BUTTON = 14  # radius of a button
KEY_NAMES = dict(
    zip(hardware.KEYS, ("Up", "Down", "Left", "Right", "Z", "X", "C", "V", "Esc"), strict=True)
)
_PAD_STEP = 20
_DIAMOND_STEP = 21
_COLUMN_STEP = 56


def size(width, height):
    """The width and height of the board around a screen of this size."""
    return width + 2 * SIDE, height + 2 * EDGE


def buttons(width, height, pins):
    """{name: (x, y)}, the centres of the board's buttons, in the order of hardware.KEYS."""
    board_w, board_h = size(width, height)
    left, right, middle = SIDE // 2, board_w - SIDE // 2, board_h // 2
    has = {name for name, pin in zip(hardware.KEYS, pins, strict=True) if pin >= 0}
    places = {}
    if "UP" in has:
        places.update(
            UP=(left, middle - _PAD_STEP),
            DOWN=(left, middle + _PAD_STEP),
            LEFT=(left - _PAD_STEP, middle),
            RIGHT=(left + _PAD_STEP, middle),
        )
        places.update(
            X=(right, middle - _DIAMOND_STEP),
            A=(right + _DIAMOND_STEP, middle),
            B=(right, middle + _DIAMOND_STEP),
            Y=(right - _DIAMOND_STEP, middle),
        )
        if "X" not in has:
            places.update(A=(right + 14, middle - 12), B=(right - 14, middle + 12))
    else:
        places.update(
            A=(left, middle - _COLUMN_STEP),
            B=(left, middle + _COLUMN_STEP),
            X=(right, middle - _COLUMN_STEP),
            Y=(right, middle + _COLUMN_STEP),
        )
    places["MENU"] = (left, board_h - EDGE - 30)
    return {name: places[name] for name in hardware.KEYS if name in has}


def reach(name):
    """Half the width and height of a button."""
    if name == "MENU":
        return 20, 10
    return (9, 9) if name in ("UP", "DOWN", "LEFT", "RIGHT") else (BUTTON, BUTTON)


def turned(places, width, height):
    """The positions of the buttons on a board held upside down."""
    board_w, board_h = size(width, height)
    return {name: (board_w - x, board_h - y) for name, (x, y) in places.items()}
