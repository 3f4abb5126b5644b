# ruff: noqa: F821 (names of stage.py and of the lines that the host puts before it)
"""On the device, behind stage.py: how long a hint thinks, in all and in its longest slice.

Slices are the shell's frames while it thinks: what is thought, drawn and sent between two looks
at the keys.
"""


def script():
    yield from opened(NAME)
    try:
        game.bot = catalog.bring(NAME, "bots")
    except ImportError:
        return
    for number, moves in DEALS:
        yield from dealt(number, OPTIONS)
        for m in moves:
            game.match.play(m)
        game.view.changed(game.match.s)
        gc.collect()
        yield 0
        start = ticks_us()
        alone(game.hint)
        total = ticks_diff(ticks_us(), start)
        tell("hint", NAME, number, len(moves), total, longest, game.bot.verdict())
        yield 0


play(script())
