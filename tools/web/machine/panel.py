"""The browser's panel: what the simulator's HAL sends to it goes to the page."""

import page
from uctypes import addressof

power_on = page.power_on
colour = page.colour
_receive = page.receive  # looked up once: each look-up of a page's function is garbage


def receive(buf, x, y, w, h, turned):
    """A rectangle of the framebuffer. Whoever turns the board sees the picture upright."""
    _receive(addressof(buf), x, y, w, h)
