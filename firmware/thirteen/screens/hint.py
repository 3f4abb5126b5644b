"""Layer 5. A hint: what can be played; asked again, the best play, and if the game can be won.

A file of bots/ has think(s), which begins; step(), a slice of thought, True behind the last one;
then move(), -1 for none, and verdict(): 0 not known, 1 it can be won, 2 it cannot. Where several
play, why() is a few words in its place.
"""

import hal
from thirteen import catalog
from thirteen.ui import art, canvas, captions, keys, status_panel


def run(game):
    """Show what can be played, or think in slices and point at the best play."""
    s = game.match.s
    view = game.view
    if game.rules.over(s) or game.mode.thinks():
        return
    game.hinted = True
    game.changed()
    if game.shown != game.match.n:
        game.shown = game.match.n
        moves, n = game.match.legal()
        status_panel.note(game.mode.show_moves(game, moves, n) + captions.AGAIN)
        return
    status_panel.note("Thinking " + art.CH_ELLIPSIS)
    view.draw(s, False)
    canvas.flush()
    bot = catalog.load(game.name, "bots")
    bot.think(s)
    done = False
    while not done:
        k = keys.poll()
        if k:
            status_panel.note("")
            return
        start = hal.ms()
        view.tick(s, keys.dt)
        view.draw(s, False)
        canvas.flush()
        while not done and (hal.ms() - start & hal.WRAP) < game.mode.SLICE:
            done = bot.step()
            if hal.ms() == start:
                hal.sleep(0)
    game.mode.show_best(game, bot.move(), bot)
