"""Layer 5. Power-on: starts the games, or MicroPython's prompt if B is held."""

import gc

from micropython import const

import hal

_SOON = const(2000)  # ms from a start; out of memory so soon, the next start would be too


def run():
    """Play; an error is shown, saved, and reported at the next start."""
    try:
        if hal.keys() & hal.B:
            from thirteen.screens import crash

            crash.prompt()  # when main.py returns, MicroPython's prompt starts
            return
        _play()
    except MemoryError:
        _show_out_of_memory()


def _play():
    from thirteen import loader, shell

    try:
        crashed = hal.read("crash")
    except OSError:
        crashed = b""
    if crashed is not None:
        from thirteen.screens import crash  # not needed at power-on

        crash.resume(crashed)
    while True:
        began = hal.ms()
        try:
            shell.run()
        except Exception as e:
            loader.unload()
            gc.collect()
            if isinstance(e, MemoryError) and hal.ms() - began & hal.WRAP < _SOON:
                raise
            from thirteen.screens import crash

            crash.caught(e)


def _show_out_of_memory():
    gc.collect()
    lines = "Too little memory is free.", "Remove what boot.py loads,", "then restart."
    print(*lines)
    for i in (0, 5, 10, 15):  # the shades of the letters below
        hal.palette(i, 0x111111 * i)
    hal.fb.fill(0)
    try:
        from thirteen.ui import art

        for i, line in enumerate(lines):
            hal.centre(art.SMALL, line, 0, 90 + 20 * i, hal.W, 0xFA50)
    except MemoryError:  # fall back to MicroPython's built-in font
        for i, line in enumerate(lines):
            hal.fb.text(line, 8, 90 + 20 * i, 15)
    hal.light(255)
    hal.refresh()


if __name__ == "__main__":
    run()
