"""Layer 5. The test picture: what it shows is wrong if the panel is not driven as it is mounted.

An arrow points into each corner, the bars are red, green and blue from the left; below them are
two lines of text.
"""

from micropython import const

import hal
from hal import fb
from thirteen.draw import art, canvas
from thirteen.ui import speech

_BOARD = canvas.SPACE  # y of the board's name,
_BARS = _BARS_H = hal.H // 6  # of the bars,
_COLOURS = _BARS + _BARS_H + 1  # of their names,
MIDDLE = hal.H * 4 // 7  # of a key's name or a question,
_FOOT = hal.H * 4 // 5  # and of how to go on
_WHITE = const(0xFA50)  # on black


def draw(foot: str) -> None:
    """The test picture, with a line below."""
    canvas.theme(0)  # the pale theme's letters are dark
    for i in range(3):  # the shades of the letters
        hal.palette(5 * i, 0x484848 * i)
    bars = canvas.RED, canvas.GREEN, canvas.ACCENT
    for i, c in enumerate(bars):
        hal.palette(c, 0xFF0000 >> 8 * i)
    w = hal.W
    h = hal.H
    canvas.clear(0)
    fb.rect(0, 0, w, h, 15)
    for dx, dy in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        x = 0 if dx > 0 else w - 1
        y = 0 if dy > 0 else h - 1
        fb.line(x, y, x + 40 * dx, y + 40 * dy, 12)
        fb.line(x, y, x + 16 * dx, y, 12)
        fb.line(x, y, x, y + 16 * dy, 12)
    third = (w - 60) // 3
    for i, name in enumerate(("red", "green", "blue")):
        x = 30 + i * third
        fb.fill_rect(x, _BARS, third, _BARS_H, bars[i])
        canvas.centre(art.SMALL, name, x, _COLOURS, third, _WHITE)
    canvas.centre(art.SMALL, "%s  %dx%d" % (hal.BOARD, w, h), 0, _BOARD, w, _WHITE)
    canvas.centre(art.SMALL, foot, 0, _FOOT, w, _WHITE)
    hal.refresh()
    if hal.VOICE and foot:
        speech.page("Self-test", [foot])
        speech.poll()  # no key is waited for by ui/keys


def show(title: str, text: str) -> None:
    """Two lines in the test picture."""
    line(art.SMALL, title, MIDDLE)
    line(art.SMALL, text, _FOOT)
    speech.page(title, [text])
    speech.poll()


def line(font: bytes, text: str, y: int) -> None:
    """Show one centred line of text, clearing the height of the larger font."""
    height = art.LARGE_H
    fb.fill_rect(30, y, hal.W - 60, height, 0)
    canvas.centre(font, text, 0, y, hal.W, _WHITE)
    hal.refresh()


def driven() -> str:
    """How the panel is driven, as in a report: MHz/mode, MADCTL, inverted, left, top."""
    how = hal.panel()
    return (
        "%d/%d %02X%s %d,%d" % (how[0], how[1], how[2], "-i"[how[3]], how[4], how[5])
        if how
        else ""
    )
