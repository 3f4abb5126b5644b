# ruff: noqa: F821 (names from stage.py and from the lines that the host prepends)
"""On the device, after stage.py: live heap in a game, all modules loaded, its bot thinking."""

from array import array

import micropython

_EVERY = 40  # slices or frames between two readings of the heap
_MOST = 1000
_SCORED = 3  # the phase after a round of Three Thirteen, in its state's byte 3
_ROUNDS = 2

seated = True
most = 0


def look():
    global most
    most = max(most, live(BASE))


def loaded():
    """Let the firmware load modules, as it does while no key is pressed."""
    while later.step():
        yield 0


def thinking():
    """Think about a hint, as the menu does."""
    bot = catalog.load(NAME, "bots")
    if not game.rules.over(game.match.s):
        bot.think(game.match.s)
        for i in range(_MOST):
            if i % _EVERY == 0:
                look()
            if bot.step():
                break
    look()


def rounds():
    """Play rounds with the first legal moves against thinking bots."""
    out = array("H", bytes(2 * game.rules.MOVES))
    done = frames = 0
    while done < _ROUNDS:
        s = game.match.s
        frames += 1
        if s[3] == _SCORED:
            done += 1
            yield from still()
            yield hal.A
            yield from still()
        elif game.mode.thinks():
            if frames % _EVERY == 0:
                look()
            yield 0
        elif game.mode.yours(s) and game.rules.moves(s, out):
            game.move(out[0])
            yield from still()
        else:
            yield 0


def script():
    yield from opened(NAME)
    yield from dealt(DEAL, OPTIONS)
    yield from loaded()
    if NAME == "three_thirteen":
        yield from rounds()
    else:
        for m in MOVES:
            game.move(m)
            yield from still()
    played = live(BASE)
    if NAME == "three_thirteen":
        yield from loaded()
        look()
    else:
        thinking()
    tell("heap", NAME, played, most)
    micropython.mem_info()
    yield 0


play(script())
