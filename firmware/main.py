"""Floor 4. Power-on: the games, or the prompt for whoever holds B."""

import hal


def run():
    """Play; whatever goes wrong is shown, kept, and told at the next start."""
    if hal.keys() & hal.B:
        from thirteen import crash

        crash.prompt()  # where main.py ends, MicroPython's prompt begins
        return
    from thirteen import catalog, shell

    if hal.read("crash") is not None:
        from thirteen import crash  # power-on does without

        crash.resume()
    while True:
        try:
            shell.run()
        except Exception as e:
            from thirteen import crash

            catalog.unload()  # its modules are not to be trusted as they stand
            crash.caught(e)


if __name__ == "__main__":
    run()
