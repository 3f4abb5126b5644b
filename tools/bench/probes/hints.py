# ruff: noqa: F821 (names from stage.py and from the lines that the host prepends)
"""On the device, after stage.py: the time of a hint, in total and for its longest slice.

A slice is a frame while it thinks: thinking, drawing and sending between two polls of the keys.
"""

from thirteen.screens import hint


def script():
    yield from opened(NAME)
    for number, moves in DEALS:
        yield from dealt(number, OPTIONS)
        for m in moves:
            game.match.play(m)
        game.view.changed(game.match.s)
        game.show()
        yield from still()
        game.shown = game.match.played  # the playable cards were shown, so now it thinks
        hal.collect()
        yield 0
        catalog.module("bots", NAME)  # as the firmware does while no key is pressed
        start = ticks_us()
        alone(lambda: hint.run(game, False))
        total = ticks_diff(ticks_us(), start)
        tell("hint", NAME, number, len(moves), total, longest)
        yield 0


play(script())
