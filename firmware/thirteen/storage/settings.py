"""Layer 3. What the player has set, kept in the file "settings".

Bytes: 0 to 8 as VALUES names them; 9 the game last open (its row in the catalogue, from 1; 0 the
launcher); 10 the games that were ever opened, a bit a row; then ten bytes of options for each row
of the catalogue, for eight; 91 the size of text. A later version adds bytes at the end and gives
none of these another meaning, so every version reads what any other has saved.
"""

from micropython import const

from thirteen import options as specs
from thirteen.storage import store

SOUND = const(0)
BRIGHTNESS = const(1)
ANIMATION = const(2)
FOUR_COLOURS = const(3)
THEME = const(4)
LEFT_HANDED = const(5)
KEY_REPEAT = const(6)
SLEEP = const(7)
WINNABLE = const(8)  # only deals proved winnable are offered
_LAST = const(9)
_OPENED = const(10)
_OPTIONS = const(11)
_ROW = const(10)
TEXT = const(_OPTIONS + 8 * _ROW)  # large in rules and notes
_PLAYERS = const(_OPTIONS + 4 * _ROW + 2)  # who sits in Three Thirteen's other seats

_NAME = "settings"
_DEFAULTS = b"\x01\x03\x02\x00\x00\x00\x01\x02\x00"
VALUES = b"\x03\x04\x04\x02\x03\x02\x02\x05\x02"  # how many values each of bytes 0 to 8 has

values = bytearray(TEXT + 1)


def load():
    """Take up the saved settings, or the defaults."""
    data = store.load(_NAME)
    values[:] = _DEFAULTS + bytes(len(values) - len(_DEFAULTS))
    values[_PLAYERS : _PLAYERS + 3] = b"\x02\x02\x02"  # medium players
    if data:  # shorter from a version with fewer of them, longer from one with more
        data = data[: len(values)]
        values[: len(data)] = data
        for i, n in enumerate(VALUES):
            if values[i] >= n:
                values[i] = 0
        values[TEXT] &= 1


def save():
    return store.save(_NAME, (values,))


def step(i, way):
    """The next value of setting i, or the one before."""
    values[i] = (values[i] + way) % (2 if i == TEXT else VALUES[i])


def winnable(row, names):
    """Whether a game is to offer only deals proved winnable: by the default rules, as it is."""
    return values[WINNABLE] and not any(options(row, names))


def last():
    """The catalogue's row of the game that was open when the light went out, or -1."""
    return values[_LAST] - 1


def remember(row):
    """The game that is open now, -1 for none."""
    values[_LAST] = row + 1


def first(row):
    """Whether a game is opened for the first time."""
    if values[_OPENED] >> row & 1:
        return False
    values[_OPENED] |= 1 << row
    return True


def options(row, names):
    """The options chosen for a game that has those of its rules; what is none of them is 0."""
    at = _OPTIONS + row * _ROW
    chosen = bytearray(values[at : at + len(names)])
    for i, (_, spec) in enumerate(names):
        if chosen[i] >= specs.count(spec):
            chosen[i] = 0
    return bytes(chosen)


def choose(row, i, value):
    """Set option i of a game."""
    values[_OPTIONS + row * _ROW + i] = value
