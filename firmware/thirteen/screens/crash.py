"""Layer 5. The crash screen: shows the end of the traceback, saves it, offers to continue.

It relies on as little code as possible, as it cannot know what is broken.
"""

import io
import sys

from micropython import const

import hal
from thirteen.draw import canvas
from thirteen.protocols import Value
from thirteen.ui import keys

_NAME = "crash"
_SORRY = "The game stumbled.", "What was saved is safe.", ""
_MOST = const(12)  # lines of the traceback shown
_TAIL = const(400)  # letters of a report shown at power-on


def _trace(e: Value) -> list:
    """The traceback of an exception, as lines."""
    out = io.StringIO()
    if hasattr(sys, "print_exception"):
        sys.print_exception(e, out)
    else:
        import traceback

        traceback.print_exception(e, file=out)
    return out.getvalue().rstrip().split("\n")


def caught(e: Value) -> None:
    """Save the traceback, show its end, and ask how to continue."""
    lines = _trace(e)
    print("\n".join(lines))
    details = "(Details: file crash)"
    try:
        hal.write(_NAME, ("\n".join(lines).encode(),))
    except OSError:
        details = "(No details: the flash is full.)"
    _ask(list(_SORRY) + lines[-_MOST:] + [details])


def resume(report: Value) -> None:
    """At power-on after a crash that was not acknowledged: show it and ask how to continue.

    A report without text is set aside instead: it must never stop power-on.
    """
    try:
        lines = report.decode()[-_TAIL:].split("\n")[-4:]
    except ValueError:  # UnicodeError is one
        lines = [""]
    if lines != [""]:
        _ask(list(_SORRY) + lines)
        return
    _put_away()


def _put_away() -> None:
    try:
        hal.quarantine(_NAME, _NAME)
    except OSError:
        pass  # it could not be saved, or the flash fails: play anyway


def _ask(lines: list) -> None:
    """A resumes the saved game, B opens the launcher. The traceback is kept, marked as read."""
    _screen("Sorry!", lines, "A go on   B to the launcher")
    go_on = _answer() == keys.A
    try:
        hal.rename(_NAME, _NAME + "-read")
    except OSError:
        _put_away()  # a folder may have that name
    if not go_on:
        from thirteen.storage import settings

        settings.load()
        settings.remember(-1)
        settings.save()


def prompt() -> None:
    """B was held at power-on: show that the prompt is running."""
    _colours()
    _screen(
        "No game",
        ("B was held at power-on.", "A computer can now reach it", "over USB."),
        "Reset or power on to play",
    )


def _colours() -> None:
    hal.palette(canvas.PANEL, 0x112233)
    hal.palette(12, 0xFFCC44)
    hal.palette(13, 0xAA7722)
    hal.palette(15, 0xFFFFFF)
    hal.palette(6, 0x666666)
    hal.palette(5, 0xBBBBBB)


def _screen(title: str, lines: list | tuple, foot: str) -> None:
    from thirteen.draw import art, large

    _colours()
    canvas.clear(canvas.PANEL)
    if hal.VOICE:
        from thirteen.ui import speech

        speech.page(title, list(lines) + [foot])
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
    most = (foot_y - y) // small[0]
    for row in rows if len(rows) <= most else rows[:2] + rows[2 - most :]:
        hal.text(small, row, 8, y, 0xF560)
        y += small[0]
    hal.text(small, foot, 8, foot_y, 0xCDE0)
    hal.refresh()


def _fitting(font: bytes, line: str) -> int:
    """The number of characters of a line that fit on the screen."""
    room = hal.W - 16
    for i, letter in enumerate(line):
        k = min(max(ord(letter) - font[1], 0), font[2] - 1)
        room -= font[font[4 + 2 * k] | (font[5 + 2 * k] & 15) << 8] + font[3]
        if room < 0:
            return max(i, 1)
    return len(line)


def _answer() -> Value:
    """Wait until a key is pressed and, for a second at most, released; none that was down.

    Any but B is A, for a player whose one key is another.
    """
    held = hal.keys()
    k = 0
    while not k:
        hal.sleep(10)
        now = hal.keys()
        k = now & ~held
        held = now
    for _ in range(100):
        if not hal.keys() & k:
            break
        hal.sleep(10)
    return k & keys.B or keys.A
