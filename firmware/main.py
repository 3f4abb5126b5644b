"""Floor 4. Power-on: the games, or the prompt for whoever holds B."""

import hal


def run():
    """Play; whatever goes wrong is shown, kept, and told at the next start."""
    if hal.keys() & hal.B:
        from thirteen import crash

        crash.prompt()  # where main.py ends, MicroPython's prompt begins
        return
    from thirteen import catalog, shell

    catalog.keep()  # what is in memory now stays
    catalog.bring("crash").resume()
    while True:
        try:
            shell.run()
        except Exception as e:
            catalog.leave()
            catalog.bring("crash").caught(e)


if __name__ == "__main__":
    run()
