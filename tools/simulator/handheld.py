"""Layer 1, desk, CPython only: takes a handheld out of its box and switches it on."""

import functools
import os
import sys
from pathlib import Path

SIMULATOR = Path(__file__).resolve().parent
FIRMWARE = SIMULATOR.parents[1] / "firmware"
_OURS = ("board", "files", "hal", "main", "thirteen")


def add_paths():
    """Let the simulator's modules and the firmware's be found, before all others."""
    for folder in (FIRMWARE, SIMULATOR):
        if str(folder) in sys.path:
            sys.path.remove(str(folder))
        sys.path.insert(0, str(folder))


@functools.cache
def make_assets():
    """Generate fonts, pictures and rule pages that are missing or out of date, once a run."""
    from tools import assets

    assets.build(FIRMWARE)


def power_on(board=None, saves=None):
    """Import `hal` anew, with nothing left of an earlier run, and return it.

    `desk` and `panel` stay the modules that they were, as new.

    board: a profile's name, default what BOARD says, else ws_lcd_13. saves: the folder of the
    saved files, default .saves. The caller imports the firmware afterwards.
    """
    add_paths()
    make_assets()
    for name in list(sys.modules):
        if name.split(".")[0] in _OURS:
            del sys.modules[name]
    if board:
        os.environ["BOARD"] = board
    import desk

    desk.saves = str(saves or ".saves")
    import hal

    return hal
