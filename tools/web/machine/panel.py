"""The browser's panel: passes the pixels from the simulator's HAL to the page."""

import page
from uctypes import addressof

power_on = page.power_on
colour = page.colour
_receive = page.receive  # looked up once, because looking up a JavaScript function allocates


def receive(buf, x, y, w, h, turned):
    """A rectangle of the framebuffer. A turned picture is shown upright, as its player sees it."""
    _receive(addressof(buf), x, y, w, h)
