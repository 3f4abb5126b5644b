"""Layer 5. Power-on: the games, or the prompt for whoever holds B."""

import gc

import hal


def run():
    """Play; whatever goes wrong is shown, kept, and told at the next start."""
    try:
        if hal.keys() & hal.B:
            from thirteen.screens import crash

            crash.prompt()  # where main.py ends, MicroPython's prompt begins
            return
        _play()
    except MemoryError:
        _say_full()


def _play():
    from thirteen import catalog, shell

    if hal.read("crash") is not None:
        from thirteen.screens import crash  # power-on does without

        crash.resume()
    while True:
        try:
            shell.run()
        except Exception as e:
            catalog.unload()  # its modules are not to be trusted as they stand
            gc.collect()
            from thirteen.screens import crash

            crash.caught(e)


def _say_full():
    gc.collect()
    hal.palette(0, 0x000000)
    hal.palette(15, 0xFFFFFF)
    hal.fb.fill(0)
    lines = "Too little memory is free.", "Remove what boot.py loads,", "then restart."
    try:
        from thirteen.ui import art

        for i, line in enumerate(lines):
            hal.centre(art.SMALL, line, 0, 90 + 20 * i, hal.W, 0xFA50)
    except MemoryError:  # MicroPython has letters of its own
        for i, line in enumerate(lines):
            hal.fb.text(line, 8, 90 + 20 * i, 15)
    hal.light(255)
    hal.show(0, 0, hal.W, hal.H)


if __name__ == "__main__":
    run()
