"""Layer 5. The picture mended on the handheld: clock, mode, colours, turn and place, by trying.

Each change is shown on the test picture, and taken back unless A keeps it within ten seconds: what
can't be read is never kept. For a panel that shows nothing, `search` tries clocks and modes one
after another. hal keeps what was found: see picture.py.
"""

from micropython import const

import hal
from picture import FROM_LEFT, FROM_TOP, INVERT, MADCTL, MHZ, MODE
from thirteen.protocols import Data
from thirteen.screens import test_picture
from thirteen.ui import keys, menu

_CLOCKS = b"\x3e\x1f\x0f\x0a"  # MHz, the halves left out
_ASKED = const(10000)  # ms until a change is taken back
_TRIED = const(4000)  # ms for which `search` shows each
_SHORT = const(240)  # pixels of the panel's memory, across
_LONG = const(320)  # and down, upright
_ACROSS = const(0x40)  # MADCTL: mirrored,
_DOWN = const(0x80)
_SIDEWAYS = const(0x20)  # rows and columns exchanged,
_ORDER = const(8)  # blue first

_CLOCK, _MODE, _COLOURS, _INVERTED, _TURN, _LEFT, _TOP, _OWN = range(1, 9)
_ABOUT = (
    "No dots, stripes, wrong colours",
    "Slower, if there are dots or stripes",
    "The other, if no clock helps",
    "BGR, if red and blue are exchanged",
    "The other, if it is like a negative",
    "Until the arrows are in the corners",
    "Until no edge is missing",
    "Until no edge is missing",
    "Everything by the board's profile",
)


def run() -> None:
    """Offer what can be wrong until the player says that it is right."""
    at = 0
    while True:
        test_picture.draw("")
        at = menu.ask("Is it right?", _rows(), at, _ABOUT, width=220)
        if at <= 0:
            return
        _try(at)


def search() -> None:
    """Try clocks and modes on a panel that shows nothing, until a key says that it does."""
    before = hal.panel()
    n = 2 * len(_CLOCKS)
    for i in range(n):
        mode = before[MODE] if i % 2 == 0 else 3 - before[MODE]
        hal.set_panel(bytes((_CLOCKS[i // 2], mode)) + before[MADCTL:])
        if _press(_TRIED, "Press A if you can read this", "%d of %d: %%d" % (i + 1, n)):
            _keep()
            run()
            return
    hal.set_panel(before)


def _rows() -> tuple:
    how = hal.panel()
    return (
        "It is right",
        "Clock\t%d MHz" % how[MHZ],
        "SPI mode\t%d" % how[MODE],
        "Colours\t" + ("BGR" if how[MADCTL] & _ORDER else "RGB"),
        "Inverted\t" + ("yes" if how[INVERT] else "no"),
        "Turned\t%d" % (how[MADCTL] >> 5),
        "From the left\t%d" % how[FROM_LEFT],
        "From the top\t%d" % how[FROM_TOP],
        "As delivered",
    )


def _try(what: int) -> None:
    """Let the player try values until one is kept; else all stays as it was."""
    before = hal.panel()
    k = keys.NEXT
    if what in (_LEFT, _TOP):
        k = _press(_ASKED, "Move it with " + ("the arrows" if hal.PAD else "X and Y"), "%d")
    while k & (keys.NEXT | keys.PREV | keys.UP | keys.DOWN | keys.LEFT | keys.RIGHT):
        hal.set_panel(_changed(hal.panel(), what, k))
        k = _press(
            _ASKED, "Better?", "A keeps it, %s: other.  %%d" % ("arrows" if hal.PAD else "X Y")
        )
    if k == keys.A:
        _keep()
    else:
        hal.set_panel(before)


def _changed(was: bytes, what: int, k: int) -> Data:
    """How to drive the panel with the next value, or the previous one."""
    how = bytearray(was)
    way = 1 if k & (keys.NEXT | keys.RIGHT | keys.DOWN) else -1
    if what == _CLOCK:
        at = _CLOCKS.find(was[:1])  # none of them: -1, before the first
        how[MHZ] = _CLOCKS[(at + way) % len(_CLOCKS)]
    elif what == _MODE:
        how[MODE] = 3 - was[MODE]
    elif what == _COLOURS:
        how[MADCTL] ^= _ORDER
    elif what == _INVERTED:
        how[INVERT] ^= 1
    elif what == _TURN:
        step = _SIDEWAYS if hal.W == hal.H else _ACROSS
        _turn(how, was[MADCTL] & 31 | was[MADCTL] + way * step & 0xE0)
    elif what == _OWN:
        return b""
    else:
        down = what == _TOP if k & (keys.NEXT | keys.PREV) else k & (keys.UP | keys.DOWN)
        i = FROM_TOP if down else FROM_LEFT
        how[i] = min(max(how[i] + way, 0), _room(how[MADCTL])[i - FROM_LEFT])
    return how


def _room(flags: int) -> tuple:
    """What the panel's memory has more than the picture: across, down."""
    if flags & _SIDEWAYS:
        return _LONG - hal.W, _SHORT - hal.H
    return _SHORT - hal.W, _LONG - hal.H


def _turn(how: bytearray, flags: int) -> None:
    """Turn or mirror the picture in its place: what was before it may now be behind it."""
    for f in (how[MADCTL], flags):
        across, down = _room(f)
        mirrored = f & _DOWN, f & _ACROSS  # sideways these are the columns and the rows
        if not f & _SIDEWAYS:
            mirrored = f & _ACROSS, f & _DOWN
        if f == flags and (how[MADCTL] ^ flags) & _SIDEWAYS:
            how[FROM_LEFT], how[FROM_TOP] = how[FROM_TOP], how[FROM_LEFT]
        if mirrored[0]:
            how[FROM_LEFT] = across - how[FROM_LEFT]
        if mirrored[1]:
            how[FROM_TOP] = down - how[FROM_TOP]
    how[MADCTL] = flags


def _press(ms: int, title: str, text: str) -> int:
    """Show the test picture and how many seconds are left; the key that is pressed, or 0."""
    test_picture.draw("")
    keys.forget()
    keys.poll()  # the time before does not count
    shown = 0
    while ms > 0:
        if shown != (ms + 999) // 1000:
            shown = (ms + 999) // 1000
            test_picture.show(title, text % shown)
        k = keys.poll(keys.REST)
        if k:
            return k
        ms -= keys.dt
    return 0


def _keep() -> None:
    try:
        hal.keep_panel()
    except OSError:
        menu.alert("Not kept", "The flash can't be written: it is as before at the next power-on.")
