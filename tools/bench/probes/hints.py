# ruff: noqa: F821 (names of stage.py and of the lines that the host puts before it)
"""On the device, behind stage.py: how long a hint thinks, in all and in its longest slice.

Slices are the frames while it thinks: what is thought, drawn and sent between two looks at the
keys. Before the first of them what thinks is brought in from flash.
"""


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
        gc.collect()
        yield 0
        start = ticks_us()
        catalog.bring("hinting")
        catalog.bring(NAME, "bots")
        brought = ticks_diff(ticks_us(), start)
        alone(lambda: game.ask("hinting"))
        total = ticks_diff(ticks_us(), start)
        tell("hint", NAME, number, len(moves), total, longest, brought)
        yield 0


play(script())
