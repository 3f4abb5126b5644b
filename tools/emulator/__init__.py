"""An emulated Pico: MicroPython's own image with a panel, buttons, USB and power cuts.

chip.py compiles and calls the C program (rp2040.c); pico.py is a board around it; prompt.py talks
to MicroPython over its USB; emulate.py shows it in a window.
"""

import os
from pathlib import Path

from tools.device import Trouble, uf2

IMAGE = "PICO_UF2"  # in the environment: the path of MicroPython's image


def named():
    """The image that PICO_UF2 names, a Path, or None; Trouble if it is of no use."""
    name = os.environ.get(IMAGE)
    if not name:
        return None
    checked(name)
    return Path(name)


def checked(path):
    """The image as a uf2.Image; Trouble unless it runs on an RP2040."""
    try:
        image = uf2.Image(Path(path).read_bytes(), str(path))
    except OSError as error:
        raise Trouble(f"The image {path} cannot be read: {error.strerror}.") from None
    image.check()
    family = uf2.FAMILIES[image.family]
    if family != "RP2040":
        raise Trouble(f"{path} is for an {family}, but the emulated chip is an RP2040.")
    return image
