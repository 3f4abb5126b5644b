"""Floor 4. A hint: what can be played; asked again, the best play, and if the game can be won.

A file of bots/ has think(s), which begins; step(), a slice of thought, True behind the last one;
then move(), -1 for none, and verdict(): 0 not known, 1 it can be won, 2 it cannot. Where several
play, why() is a few words in its place.
"""

from micropython import const

import hal
from thirteen import catalog
from thirteen.ui import art, gfx, keys, side

_SLICE = const(6)  # ms of a frame in which a hint thinks on, in a game with longer steps one less
_VERDICTS = ("I can't tell if it can be won", "It can still be won", "It cannot be won any more")
_DECK = ("Take a card from the deck", "Go on to the next level")
_MOVES = ("Draw from the stock", "Take the pile's top", "Go out", "End the turn", "Go on")


def run(game):
    """Show what can be played, or think in slices and point at the best play."""
    s = game.match.s
    view = game.view
    if game.rules.over(s) or game.seats and game.seats.thinks():
        return
    game.hinted = True
    game.changed()
    if game.shown != game.match.n:
        game.shown = game.match.n
        _show_all(game)
        return
    bot = game.bot or catalog.bring(game.name, "bots")
    most = _SLICE - 1 if game.seats else _SLICE
    side.note("Thinking " + art.CH_ELLIPSIS)
    bot.think(s)
    done = False
    while not done:
        k = keys.poll()
        if k:
            side.note("")
            return
        start = hal.ms()
        view.tick(s, keys.dt)
        view.draw(s, False)
        gfx.flush()
        while not done and (hal.ms() - start & hal.WRAP) < most:
            done = bot.step()
            if hal.ms() == start:
                hal.sleep(0)
    m = bot.move()
    view.hint(s, m)  # which has a word of its own where there is a clock
    if game.seats:
        side.note(_reason(m, bot.why()))
    elif not game.race:
        side.note(_VERDICTS[bot.verdict()])


def _show_all(game):
    """What can be played: lit up by the view, or in words where several play."""
    moves, n = game.match.legal()
    told = "These can be played"
    if game.race:  # sets of places, and not many
        m = 0
        for i in range(n):
            if moves[i] < 256:
                m |= moves[i]
        game.view.hint(game.match.s, m or moves[0])
        told = "Groups lie among these" if m else _DECK[moves[0] != game.rules.DRAW]
    elif not game.seats:
        game.view.playable(game.match.s)
    elif moves[0] < len(_MOVES):
        told = ", or: ".join([_MOVES[moves[i]] for i in range(n)])
    else:
        told = "Discard any card"
    side.note(told + ". Again: the best")


def _reason(m, why):
    """A move of a game for several, and what speaks for it."""
    from thirteen.ui import scored  # in memory in such a game

    told = _MOVES[m] if m < len(_MOVES) else "Discard " + scored.card(m & 63)
    return "%s: %s" % (told, why)
