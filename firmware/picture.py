"""Layer 1: how the panel is driven where the owner has set it on the handheld: the file "picture".

Six bytes: the clock in whole MHz, the SPI's mode, MADCTL, 1 if the colours are inverted, and where
the picture begins in the panel's memory, x and y. In the file follow the name of the board whose
values they are, and a byte that makes the exclusive-or of all zero.
"""

from micropython import const

import files

MHZ = const(0)
MODE = const(1)
MADCTL = const(2)
INVERT = const(3)
FROM_LEFT = const(4)
FROM_TOP = const(5)
NAME = "picture"
_SIZE = const(6)


def kept(board, data):
    """The values of a file that was kept on this board, or None."""
    if data[_SIZE:-1] != board.encode() or _sum(data):
        return None
    return data[:_SIZE]


def keep(board, how):
    """Keep values for the next power-on; OSError if the flash fails."""
    data = bytes(how) + board.encode()
    files.write(NAME, (data, bytes((_sum(data),))))


def forget():
    """Keep the board's own."""
    files.remove(NAME)


def _sum(data):
    total = 0
    for byte in data:
        total ^= byte
    return total
