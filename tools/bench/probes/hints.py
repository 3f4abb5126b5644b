# ruff: noqa: F821 (names of stage.py and of the lines that the host puts before it)
"""On the device, behind stage.py: how long a hint thinks, in all and in its longest slice.

Slices are the frames while it thinks: what is thought, drawn and sent between two looks at the
keys.
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
        game.shown = game.match.n  # what can be played was shown: now it thinks
        hal.collect()
        yield 0
        catalog.load(NAME, "bots")  # as the firmware does while the player rests
        start = ticks_us()
        alone(lambda: hint.run(game))
        total = ticks_diff(ticks_us(), start)
        tell("hint", NAME, number, len(moves), total, longest)
        yield 0


play(script())
