"""Layer 5. The crash screen: shows the end of the traceback, saves it, offers to continue.

It relies on as little code as possible, as it cannot know what is broken.
"""

import io
import sys

from micropython import const

import hal
from hal import fb
from thirteen.ui import canvas, keys

_NAME = "crash"
_SORRY = "Sorry! It goes on from the last save."
_MOST = const(12)  # lines of the traceback shown


def _trace(e):
    """The traceback of an exception, as lines."""
    out = io.StringIO()
    if hasattr(sys, "print_exception"):
        sys.print_exception(e, out)
    else:
        import traceback

        traceback.print_exception(e, file=out)
    return out.getvalue().rstrip().split("\n")


def caught(e):
    """Save the traceback, show its end, and ask how to continue."""
    lines = _trace(e)
    print("\n".join(lines))
    details = "(Details: file crash)"
    try:
        hal.write(_NAME, ("\n".join(lines).encode(),))
    except OSError:
        details = "(No details: the flash is full.)"
    _ask("The game crashed", lines[-_MOST:] + ["", _SORRY, details])


def resume():
    """At power-on after a crash that was not acknowledged: show it and ask how to continue."""
    data = hal.read(_NAME)
    if data is not None:
        _ask("The game crashed", data.decode().split("\n")[-4:] + ["", _SORRY])


def _ask(title, lines):
    """A resumes the saved game, B opens the launcher. The traceback is kept, marked as read."""
    _screen(title, lines, "A go on   B to the launcher")
    go_on = _wait() == keys.A
    try:
        data = hal.read(_NAME)
        if data is not None:
            hal.write(_NAME + "-read", (data,))
            hal.remove(_NAME)
        if not go_on:
            from thirteen.storage import settings

            settings.load()
            settings.remember(-1)
            settings.save()
    except OSError:
        pass  # a full flash must not prevent playing


def prompt():
    """B was held at power-on: show that the prompt is running."""
    _colours()
    _screen(
        "No game",
        ("B was held at power-on.", "A computer can now reach it", "over USB."),
        "Reset or power on to play",
    )


def _colours():
    hal.palette(canvas.PANEL, 0x112233)
    hal.palette(12, 0xFFCC44)
    hal.palette(13, 0xAA7722)
    hal.palette(15, 0xFFFFFF)
    hal.palette(6, 0x666666)
    hal.palette(5, 0xBBBBBB)


def _screen(title, lines, foot):
    from thirteen.ui import art, large

    _colours()
    fb.fill(canvas.PANEL)
    hal.text(large.FONT, title, 8, 6, 0xCDE0)
    y = art.LARGE_H + 14
    small = art.SMALL
    foot_y = hal.H - small[0] - 4
    rows = []
    for line in lines:
        line = line.strip().replace('File "/pack/', "")
        while len(line) > _fitting(small, line):
            n = _fitting(small, line)
            rows.append(line[:n])
            line = line[n:]
        rows.append(line)
    for row in rows[-((foot_y - y) // small[0]) :]:
        hal.text(small, row, 8, y, 0xF560)
        y += small[0]
    hal.text(small, foot, 8, foot_y, 0xCDE0)
    hal.show(0, 0, hal.W, hal.H)


def _fitting(font, line):
    """The number of characters of a line that fit on the screen."""
    room = hal.W - 16
    for i, letter in enumerate(line):
        k = min(max(ord(letter) - font[1], 0), font[2] - 1)
        room -= font[font[4 + 2 * k] | (font[5 + 2 * k] & 15) << 8] + font[3]
        if room < 0:
            return max(i, 1)
    return len(line)


def _wait():
    """Wait until all keys are up and one is pressed; return it."""
    while hal.keys():
        hal.sleep(10)
    while not hal.keys():
        hal.sleep(10)
    k = hal.keys()
    while hal.keys():
        hal.sleep(10)
    return k
