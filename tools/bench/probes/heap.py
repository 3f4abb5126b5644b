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
    catalog.bring("hinting")
    catalog.bring(NAME, "bots")
    hinted = live(BASE)
    catalog.clear()
    tell("heap", NAME, opening, played, hinted)
    yield 0


play(script())
