"""Layer 3. The player's settings, in the file "settings".

Bytes: 0 to 8 the settings below, SOUND to WINNABLE; 9 the game last open (its row in the catalogue
plus 1; 0 for none; 128 more once it was left for the launcher); 10 the games ever opened, a bit
per row; then ten bytes of options for each of eight rows; 91 the text size; from 92 on, of the
four seats of Three Thirteen, three letters each that name the person there, or zeros; from 104 on,
of each of the eight buttons from hal.UP to hal.Y, the number of the key that it is, exclusive-or
its own; 112 the pace for a player with one key; 113 whether forced moves are made by themselves;
114 is 1 if the date is never to be asked for; 115 and 116 the buttons that are stuck, a bit each;
117 whether a lamp shows what can still be won; 118 the card back that is worn and 119 the felt,
from 1 in the order of screens/worn.py, 0 for the games' own.
Later versions may append bytes but not change the meaning of these, so every version can read any
other's file.
"""

from micropython import const

from thirteen import options as specs
from thirteen.storage import store

SOUND, BRIGHTNESS, ANIMATION, FOUR_COLOURS, THEME, LEFT_HANDED, KEY_REPEAT, SLEEP = range(8)
WINNABLE = const(8)  # offer only deals proven winnable
_LAST = const(9)
_LEFT = const(128)
_OPENED = const(10)
_OPTIONS = const(11)
_ROW = const(10)
TEXT = const(_OPTIONS + 8 * _ROW)  # 1 for large text in rules and notes
WHO = const(TEXT + 1)  # the names of people
KEYS = const(WHO + 12)  # what the buttons are
ONE = const(KEYS + 8)  # 0 for several keys, else how fast places are offered to one
FORCED = const(ONE + 1)  # 1: a patience makes moves that are no decision by itself
DATELESS = const(FORCED + 1)  # 1: the date is not asked for at power-on
_PLAYERS = const(_OPTIONS + 4 * _ROW + 2)  # the players in Three Thirteen's other seats

_NAME = "settings"
_DEFAULTS = b"\x01\x03\x02\x00\x00\x00\x01\x02\x01"
VALUES = b"\x03\x04\x04\x02\x03\x02\x02\x05\x02"  # the number of values of each of bytes 0 to 8

_STUCK = const(DATELESS + 1)  # buttons that stay down
LAMP = const(_STUCK + 2)  # 1: a lamp shows whether a patience can still be won

BACK = const(LAMP + 1)  # what is worn
FELT = const(BACK + 1)
BACKS = const(14)  # how many there are
FELTS = const(2)

values = bytearray(FELT + 1)


def load() -> None:
    """Load the saved settings, or the defaults."""
    data = store.load(_NAME)
    values[:] = _DEFAULTS + bytes(len(values) - len(_DEFAULTS))
    values[_PLAYERS : _PLAYERS + 3] = b"\x02\x02\x02"  # medium players
    if data:  # its length depends on the version that saved it
        data = data[: len(values)]
        values[: len(data)] = data
        for i, n in enumerate(VALUES):
            if values[i] >= n:
                values[i] = 0
        values[ONE] &= 3
        for i in (TEXT, FORCED, DATELESS, LAMP):
            values[i] &= 1
        for i, n in ((BACK, BACKS), (FELT, FELTS)):
            if values[i] > n:
                values[i] = 0


def save() -> bool:
    return store.save(_NAME, (values,))


def change(i: int, way: int) -> None:
    """Step setting i to its next or previous value."""
    values[i] = (values[i] + way) % (VALUES[i] if i < len(VALUES) else 4 if i == ONE else 2)


def winnable(chosen: bytes) -> bool:
    """Whether to offer only deals proven winnable, which holds for the default options only."""
    return bool(values[WINNABLE]) and not any(chosen)


def last(rows: int) -> int:
    """The row of the game that was open when power was lost; -1 for none of these rows."""
    return values[_LAST] - 1 if values[_LAST] <= rows else -1


def remember(row: int) -> None:
    """Set the row of the open game, -1 for none."""
    values[_LAST] = row + 1


def latest(rows: int) -> int:
    """The row of the game that was open last, left or not; 0 for none of these rows."""
    row = (values[_LAST] & ~_LEFT) - 1
    return row if 0 <= row < rows else 0


def leave() -> None:
    """The open game was left for the launcher."""
    values[_LAST] |= _LEFT


def first(row: int) -> bool:
    """Whether a game is opened for the first time; it is marked as opened."""
    if values[_OPENED] >> row & 1:
        return False
    values[_OPENED] |= 1 << row
    return True


def unopened(row: int) -> None:
    """A game was not opened after all."""
    values[_OPENED] &= ~(1 << row)


def options(row: int, names: tuple) -> bytes:
    """A game's options as chosen."""
    return bytes([option(row, i, spec) for i, (_, spec) in enumerate(names)])


def option(row: int, i: int, spec: str) -> int:
    """Option i of a game as chosen; an invalid value is replaced by 0."""
    chosen = values[_OPTIONS + row * _ROW + i]
    return chosen if chosen and chosen < specs.count(spec) else 0


def order(wired: int) -> bytes:
    """Which key each button is, as the numbers of their bits; b"" as on the board.

    wired: the buttons of this board, a bit each; another board's order may not fit.
    """
    out = bytes([values[KEYS + i] ^ i for i in range(8)])
    moved = [i for i in range(8) if out[i] != i]
    fits = sorted(out) == list(range(8)) and all([wired >> i & 1 for i in moved])
    return out if moved and fits else b""


def exchange(out: bytes) -> None:
    """Set which key each button is."""
    for i in range(8):
        values[KEYS + i] = out[i] ^ i


def who(p: int) -> str:
    """The name of the person in seat p, "" if none was entered."""
    letters = values[WHO + 3 * p : WHO + 3 * p + 3]
    if min(letters) < 65 or max(letters) > 90:
        return ""
    return chr(letters[0]) + letters[1:].decode().lower()


def choose(row: int, i: int, value: int) -> None:
    """Set option i of a game."""
    values[_OPTIONS + row * _ROW + i] = value


def stuck(held: int) -> int:
    """Of the buttons held at power-on, those that did not come up at an earlier one either.

    One that is up again is not stuck.
    """
    was = values[_STUCK] | values[_STUCK + 1] << 8
    mark_stuck(was & held)
    return was & held


def mark_stuck(buttons: int) -> None:
    """Remember buttons that stay down."""
    values[_STUCK] = buttons & 255
    values[_STUCK + 1] = buttons >> 8
