"""Floor 2. What the player has set, kept in the file "settings", and put into force.

Bytes: 0 sound, 1 brightness, 2 animation, 3 four colours, 4 theme, 5 left-handed, 6 key repeat,
7 sleep after, 8 winnable deals only, 9 game last open (its row in the catalogue, from 1; 0 the
launcher), 10 games that were ever opened (a bit a row);
then ten bytes of options for each row of the catalogue.
"""

from micropython import const

import hal
from thirteen import options as specs
from thirteen import store
from thirteen.ui import gfx, keys, menu, sound, table

_NAME = "settings"
_LEFT = const(5)
_WINNABLE = const(8)
_LAST = const(9)
_OPENED = const(10)
_OPTIONS = const(11)
_ROW = const(10)
_OTHERS = const(_OPTIONS + 4 * _ROW + 2)  # who sits in Three Thirteen's other seats
_SLEEP = (0, 1, 2, 5, 10)  # minutes

# What the settings menu shows of each byte: its name, and its values from 0 on.
ROWS = (
    ("Sound", ("off", "soft", "loud")),
    ("Brightness", ("low", "middle", "high", "full")),
    ("Animation", ("none", "fast", "normal", "slow")),
    ("Suit colours", ("two", "four")),
    ("Theme", ("dark", "light")),
    ("Left-handed", ("no", "yes")),
    ("Key repeat", ("no", "yes")),
    ("Sleep after", ("never", "1 min", "2 min", "5 min", "10 min")),
    ("Winnable only", ("no", "yes")),  # of the deals that a patience offers
)

values = store.settings


def load():
    """Take up the saved settings, or the defaults."""
    data = store.load(_NAME)
    values[:] = bytes(len(values))
    values[:8] = b"\x01\x03\x02\x00\x00\x00\x01\x02"
    values[_OTHERS : _OTHERS + 3] = b"\x02\x02\x02"  # medium players
    if data and not _OPTIONS <= len(data) <= len(values):
        store.aside(_NAME)
    elif data:
        values[: len(data)] = data  # shorter where there were fewer games
        for i, (_, names) in enumerate(ROWS):
            if values[i] >= len(names):
                values[i] = 0
    apply()


def save():
    return store.save(_NAME, (values,))


def apply():
    """Put the settings into force."""
    sound.level = (0, 90, 255)[values[0]]
    keys.light = (values[1] + 1) * 64 - 1
    hal.light(keys.light)
    table.speed = values[2]
    table.colours(values[3] == 1)
    gfx.theme(values[4])
    hal.turn(values[5] == 1)
    keys.repeat = values[6] == 1
    keys.dim_after = _SLEEP[values[7]] * 60000


def step(i, way):
    """The next value of setting i, or the one before."""
    n = len(ROWS[i][1])
    values[i] = (values[i] + way) % n
    apply()
    if i == _LEFT:
        keys.forget()  # the arrow that chose it is another one now


def ask(show, deals):
    """The settings menu; `show` draws what lies below. False where they could not be saved.

    `deals` is the module, which tells the date.
    """
    at = 0
    before = bytes(values)
    while at >= 0:
        show()
        rows = ["%s\t%s" % (name, names[values[i]]) for i, (name, names) in enumerate(ROWS)]
        at = menu.ask("Settings", rows + ["Date\t" + deals.today()], at)
        if at == len(ROWS):
            deals.set_date(show)
        elif at >= 0:
            step(at, menu.way or 1)
    return before == values or save()


def winnable(row, names):
    """Whether a game is to offer only deals proved winnable: by the default rules, as it is."""
    return values[_WINNABLE] and not any(options(row, names))


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


def label(name):
    """What an option of the rules is called in a menu."""
    if name.startswith("seat"):
        return "Player %d" % (int(name[4]) + 1)
    return name[0].upper() + name[1:].replace("_", " ")


def house(row, names, show):
    """Let the options of a game be set, named as in its rules; `show` draws what lies below."""
    at = 0
    while at >= 0:
        show()
        chosen = options(row, names)
        rows = [
            "%s\t%s" % (label(name), specs.value(spec, chosen[i]))
            for i, (name, spec) in enumerate(names)
        ]
        at = menu.ask("House rules", rows, at, "They hold from the next deal on.")
        if at >= 0:
            n = specs.count(names[at][1])
            choose(row, at, (chosen[at] + (menu.way or 1)) % n)
    save()
