"""Layer 1, host, CPython only: sets up the simulated handheld and switches it on."""

import functools
import os
import sys
from pathlib import Path

SIMULATOR = Path(__file__).resolve().parent
HOST = SIMULATOR.parent / "host"  # what the firmware imports on a host only
FIRMWARE = SIMULATOR.parents[1] / "firmware"
_OURS = ("board", "files", "hal", "main", "picture", "thirteen")


def add_paths():
    """Put the simulator and the firmware first on the module path."""
    for folder in (FIRMWARE, HOST, SIMULATOR):
        if str(folder) in sys.path:
            sys.path.remove(str(folder))
        sys.path.insert(0, str(folder))


@functools.cache
def make_assets():
    """Generate missing or outdated fonts, pictures and rule pages, once a run."""
    from tools import assets

    assets.build(FIRMWARE)


def power_on(board=None, saves=None):
    """Import a fresh `hal`, with no state of an earlier run, and return it.

    The modules `hardware` and `panel` stay the same but are reset.

    board: a profile's name, default $BOARD or ws_lcd_13. saves: the folder of the saved files,
    default .saves. The caller imports the firmware afterwards.
    """
    add_paths()
    make_assets()
    for name in list(sys.modules):
        if name.split(".")[0] in _OURS:
            del sys.modules[name]
    if board:
        os.environ["BOARD"] = board
    import hardware

    hardware.saves = str(saves or ".saves")
    import hal

    return hal
