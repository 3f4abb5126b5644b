"""Floor 4. A game for several: computer players, and people who hand the handheld on.

A computer player thinks in slices between two frames, on what its seat may know, and the table
stays alive meanwhile. Where the handheld goes from one person to another, the screen is covered
until the next one takes it. Nobody takes back what has shown something hidden. See solo.py for
what a mode has.
"""

import gc

from micropython import const

import hal
from thirteen import catalog, rummy
from thirteen.modes.solo import (  # noqa: F401 (a mode's own names)
    covered,
    enter,
    frame,
    may_save,
    over,
    own_keys,
    part,
    pause,
    resume,
    start,
)
from thirteen.ui import art, gfx, keys, scored, side, table

LIVE = True
STATISTICS = ("Against people", "Against easy", "Against medium", "Against hard")

SLICE = const(5)

_A = const(16)
_MOVES = ("Draw from the stock", "Take the pile's top", "Go out", "End the turn", "Go on")
_SLICE = const(3)  # ms of thought between two frames, in which cards may fly
_PAUSE = const(420)  # ms between two moves of a computer player, at normal speed

_bot = None  # the computer players
_at = -1  # the number of the move that a computer player thinks about
_taken = False  # somebody has taken the handheld in this round
_done = False
_waited = 0


def begin(game):
    """Somebody sits down, at a new game or at one that was saved."""
    global _at, _taken, _bot
    _at = -1
    _taken = False
    _bot = catalog.load(game.name, "bots")
    s = game.match.s
    game.view.viewer = _person(s)
    if rummy.phase(s) != rummy.SCORED:
        _take(game)
    return True


def _take(game):
    """A round begins, or goes on: of several people the first to play takes the handheld."""
    global _taken
    _taken = True
    if rummy.people(game.match.s) > 1:
        _cover(game, _person(game.match.s))


def won(game):
    """Whether a person has won: against computer players that is what counts."""
    s = game.match.s
    return not rummy.seat(s, game.rules.over(s) - 16)


def title(game):
    return game.view.wins(game.match.s)


def _person(s):
    """The person whose turn it is or comes next: of a computer player nobody sees the cards."""
    n = rummy.players(s)
    for k in range(n):
        p = (rummy.turn(s) + k) % n
        if not rummy.seat(s, p):
            return p
    return 0


def read(game):
    return game.view.read


def invite(game):
    from thirteen import inviting  # power-on does without

    return inviting.invite(game)


def turn(game):
    """Let a computer player think and move, or hand the handheld over."""
    global _at, _done, _waited, _taken
    s = game.match.s
    if game.rules.over(s) or rummy.phase(s) == rummy.SCORED:
        _taken = False  # all look at the sheet
        return
    if not _taken:
        _take(game)
    p = rummy.turn(s)
    if not rummy.seat(s, p):
        _at = -1
        if p != game.view.viewer:
            _cover(game, p)
        return
    bot = _bot
    if _at != game.match.n:  # of a step forward, too
        bot.think(s)
        _at = game.match.n
        _done = False
        _waited = 0
    _waited += keys.dt
    now = hal.ms()
    while not _done and (hal.ms() - now & hal.WRAP) < _SLICE:
        _done = bot.step()
        if hal.ms() == now:
            hal.sleep(0)
    if _done and not table.flying() and _waited >= _PAUSE * table.speed // 2:
        _at = -1
        game.move(bot.move())


def thinks():
    """Whether it is a computer player's turn."""
    return _at >= 0


def may_undo(game):
    """Whether the last move showed nothing that was hidden, and was a person's."""
    m = game.match
    if not m.n:
        return False
    was = m.before()
    return not rummy.seat(was, rummy.turn(was)) and not game.rules.peeked(was, m.log[m.n - 1])


def row(game):
    """The strongest computer player's, or that of people only."""
    s = game.match.s
    return max([rummy.seat(s, p) for p in range(rummy.players(s))])


def _cover(game, p):
    """Hide the table until player p has taken the handheld."""
    s = game.match.s
    gfx.clear(2)
    gfx.centre(art.LARGE, scored.name(s, p), 0, hal.H // 2 - 34, hal.W, gfx.GOLD_FELT)
    gfx.centre(art.SMALL, "The handheld is yours now.", 0, hal.H // 2, hal.W, gfx.ON_FELT)
    word = art.CH_BUTTON_A + " show my cards"
    gfx.centre(art.SMALL, word, 0, hal.H // 2 + 20, hal.W, gfx.ON_FELT)
    gfx.flush()
    while keys.wait() != _A:
        pass
    keys.forget()
    game.view.viewer = p
    game.view.changed(s)
    side.note("")
    game.show()
    gc.collect()


def show_moves(game, moves, n):
    if moves[0] >= len(_MOVES):
        return "Discard any card"
    return ", or: ".join([_MOVES[moves[i]] for i in range(n)])


def show_best(game, m, bot):
    game.view.hint(game.match.s, m)
    what = _MOVES[m] if m < len(_MOVES) else "Discard " + scored.card(m & 63)
    side.note("%s: %s" % (what, bot.why()))
