"""Layer 5. Power-on: starts the games, or MicroPython's prompt if B is held."""

import gc

import hal


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
    from thirteen import catalog, shell

    if hal.read("crash") is not None:
        from thirteen.screens import crash  # not needed at power-on

        crash.resume()
    while True:
        try:
            shell.run()
        except Exception as e:
            catalog.unload()  # the state of its modules can't be trusted
            catalog.drop_all("screens", ("screens.crash",))  # memory may have run out
            gc.collect()
            from thirteen.screens import crash

            crash.caught(e)


def _show_out_of_memory():
    gc.collect()
    hal.palette(0, 0x000000)
    hal.palette(15, 0xFFFFFF)
    hal.fb.fill(0)
    lines = "Too little memory is free.", "Remove what boot.py loads,", "then restart."
    try:
        from thirteen.ui import art

        for i, line in enumerate(lines):
            hal.centre(art.SMALL, line, 0, 90 + 20 * i, hal.W, 0xFA50)
    except MemoryError:  # fall back to MicroPython's built-in font
        for i, line in enumerate(lines):
            hal.fb.text(line, 8, 90 + 20 * i, 15)
    hal.light(255)
    hal.show(0, 0, hal.W, hal.H)


if __name__ == "__main__":
    run()
