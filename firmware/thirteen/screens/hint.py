"""Layer 5. Hints: first what can be played; asked again, the best move and whether it can be won.

A file of bots/ has think(s), which starts; step(), which computes one slice and returns True after
the last; then move(), -1 for none, and verdict(): 0 unknown, 1 winnable, 2 not winnable. With
several players, why() gives the reason in a few words instead; in a patience it may, besides. The
move is what A plays next.
"""

import hal
from thirteen import catalog
from thirteen.bots import banked
from thirteen.draw import art
from thirteen.protocols import Game, Module
from thirteen.storage import deals, history
from thirteen.table import choice
from thirteen.ui import captions, keys, menu
from thirteen.ui.status_panel import status_panel

# In the pause menu: large text may leave it out here.
AGAIN = "Hint again: the best"
COSTS = "Hint again costs a trophy"
_AGAIN = (
    ". %s again: the best" % art.CH_BUTTON_X if captions.UNDO_KEY else ". Ask again for the best"
)


def run(game: Game, whole: bool) -> None:
    """Highlight what can be played, or think in slices and highlight the best move, a hint.

    `whole`: the screen shows something else now, so that the table is to be redrawn.
    """
    s = game.match.s
    view = game.view
    if game.rules.over(s):
        return
    if not game.mode.yours(s):
        status_panel.message("Hints are for your own turn")
        return
    costs = "" if game.has(history.IS_HINTED) else game.mode.hint_costs(game)
    if game.shown != game.match.played:
        game.shown = game.match.played
        moves, n = game.match.legal()
        again = _AGAIN + (costs if game.mode.SOLO else "")
        words = game.mode.show_moves(game, moves, n)
        status_panel.message(words + again, words, words.replace(" from the stock", ""))
        return
    if costs and not game.mode.SOLO and not _accepted(game, costs):
        return
    first = not game.has(history.IS_HINTED)
    game.note(history.IS_HINTED)
    game.mark_changed()
    status_panel.message("Thinking " + art.CH_ELLIPSIS)
    view.draw(s)
    hal.refresh()
    if first:
        game.save()  # before there is something to know
    bot = bot_for(game)
    bot.think(s)
    done = False
    while not done:
        k = keys.poll()
        if k:
            status_panel.message("")
            return
        if view.tick(s, keys.dt):
            view.draw(s)
            hal.refresh()
        start = hal.ms()  # drawing may take as long as a slice
        while not done and (hal.ms() - start & hal.WRAP) < game.mode.SLICE:
            done = bot.step()
            if hal.ms() == start:
                hal.sleep(0)
    m = bot.move()
    game.mode.show_best(game, m, bot)
    choice.advised = m


def _accepted(game: Game, costs: str) -> bool:
    """Ask before the first hint if it costs something; whether the player wants it."""
    wanted = menu.ask("A hint?", ("Hint", "No hint"), 0, menu.lines(costs, 196), width=220) == 0
    game.draw()
    return wanted


def bot_for(game: Game) -> Module:
    """The bot for its hints: one that knows a proved line of this deal if there is one."""
    bot = catalog.module("bots", game.name)
    match = game.match
    proof = deals.proved_win(game.name, match.number, match.options)
    return banked.Banked(game.rules, match.number, proof, bot) if proof else bot
