"""Layer 3. Charts: bars, and a curve through points."""

from micropython import const

from hal import fb
from thirteen.draw import canvas

_LEAST = const(3)  # pixels of the lowest bar
_THICK = const(2)  # of a curve


def bars(x: int, y: int, w: int, h: int, values: list, inks: list, n: int) -> None:
    """A bar for each value in its ink, with room for n; they stand on a line, the last rightmost.

    The highest value fills the height; 0 is the line.
    """
    top = max(max(values), 1)
    pitch = w // n
    left = x + w - pitch * len(values)
    for i, value in enumerate(values):
        high = max(value * (h - 2) // top, _LEAST)
        fb.fill_rect(left + i * pitch, y + h - 2 - high, max(pitch - 2, 1), high, inks[i])
    fb.hline(x, y + h - 1, w, canvas.DIM_PANEL >> 12)


def place(value: int, low: int, high: int, y: int, h: int) -> int:
    """The y of a value on a chart that shows `low` at its lower edge and `high` at the upper."""
    return y + h - 1 - (value - low) * (h - 1) // max(high - low, 1)


def curve(x: int, y: int, w: int, h: int, values: list, *, low: int, high: int, ink: int) -> None:
    """A line from value to value, over the whole width."""
    n = max(len(values) - 1, 1)
    for i in range(1, len(values)):
        left = x + (i - 1) * (w - 1) // n
        right = x + i * (w - 1) // n
        above = place(values[i - 1], low, high, y, h)
        below = place(values[i], low, high, y, h)
        for k in range(_THICK):
            fb.line(left, above - k, right, below - k, ink)
