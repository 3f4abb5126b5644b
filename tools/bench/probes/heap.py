# ruff: noqa: F821 (names of stage.py and of the lines that the host puts before it)
"""On the device, behind stage.py: the live heap in a game: opened, played, with a hint."""


def script():
    yield from opened(NAME)
    opening = live(BASE)
    yield from dealt(DEAL, OPTIONS)
    for m in MOVES:
        game.move(m)
        yield from still()
    played = live(BASE)
    hinted = 0
    try:
        alone(game.hint)
        hinted = live(BASE)
    except ImportError:
        pass
    tell("heap", NAME, opening, played, hinted)
    yield 0


play(script())
