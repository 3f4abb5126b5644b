# ruff: noqa: F821 (names of stage.py and of the lines that the host puts before it)
"""On the device, behind stage.py: the live heap in a game, all loaded, its player thinking."""

import micropython

_EVERY = 40  # slices of thought between two looks at the memory
_MOST = 1000


def script():
    yield from opened(NAME)
    yield from dealt(DEAL, OPTIONS)
    while later.step():  # what the firmware does while the player rests
        yield 0
    for m in MOVES:
        game.move(m)
        yield from still()
    if NAME == "three_thirteen":  # as its mode does when a round begins
        catalog.drop(["views.three_thirteen_result", "views.three_thirteen_scoresheet"])
    played = live(BASE)
    bot = catalog.load(NAME, "bots")
    most = 0
    if not game.rules.over(game.match.s):
        bot.think(game.match.s)
        for i in range(_MOST):
            if i % _EVERY == 0:
                most = max(most, live(BASE))
            if bot.step():
                break
    most = max(most, live(BASE))
    tell("heap", NAME, played, most)
    micropython.mem_info()
    yield 0


play(script())
