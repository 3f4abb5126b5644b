# ruff: noqa: F821 (names of stage.py and of the lines that the host puts before it)
"""On the device, behind stage.py: the live heap in a game, all loaded, its player thinking."""

from array import array

from thirteen.draw import card_art

_EVERY = 40  # slices of thought between two looks at the memory
_FRAMES = 3  # frames with a computer player's thought between two looks
_MOST = 1000
_SCORED = 3  # the phase after a round of Three Thirteen, in its state's byte 3

seated = True
most = 0


def look():
    global most
    most = max(most, live(BASE))
    hal.collect()  # which fills low holes again, where calls would search for memory


def loaded():
    """Let the firmware load what it does while the player rests."""
    while background.work(True):
        yield 0


def thinking():
    """A hint, as the menu asks for it."""
    bot = catalog.module("bots", NAME)
    if not game.rules.over(game.match.s):
        bot.think(game.match.s)
        for i in range(_MOST):
            if i % _EVERY == 0:
                look()
            if bot.step():
                break
    look()


def a_round():
    """A person who makes the first legal move, against players who think; on to the next round."""
    out = array("H", bytes(2 * game.rules.MOVES))
    frames = 0
    scored = False
    while not scored:
        s = game.match.s
        frames += 1
        scored = s[3] == _SCORED
        if scored:
            tell("scored", NAME, took)  # the frame that showed it
            yield from still()
            look()
            yield hal.A
            yield from still()
        elif game.mode.thinks():
            if frames % _FRAMES == 0:
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
        card_art.speed = 0
        yield from a_round()
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
    yield 0


play(script())
