"""Floor 4. A first game of a minute: a fixed deal, a few words, and the move that they speak of.

A lesson names its DEAL, OPTIONS where they are not the defaults, and its STEPS: each a text and
the move to be made after it, in the notation of the sheet, or "". The player makes the moves with
the game's own view; a step without text is another's move, and made by itself.
"""

from micropython import const

import hal
from thirteen import catalog, shell
from thirteen.ui import gfx, keys, menu, side

_X = const(64)
_MENU = const(256)


def offer(name):
    """Before the first game: ask whether to learn it; then teach it."""
    title = catalog.GAMES[catalog.row(name)][1]
    gfx.clear()
    if menu.ask(title, ("Show me how", "I know it"), 0, "Learn it in a minute?") == 0:
        run(name)


def run(name):
    """Teach a game, until its last step or until the player has had enough."""
    lesson = catalog.bring(name, "lessons")
    game = shell.Game(name)
    s = game.match.s
    view = game.view
    game.match.deal(lesson.DEAL, getattr(lesson, "OPTIONS", None))
    seat = getattr(view, "viewer", 0)  # of the game that goes on after this one
    if seat:
        view.viewer = 0
    view.open(s)
    for n, (text, move) in enumerate(lesson.STEPS):
        game.show()
        if text and not menu.say("Lesson %d/%d" % (n + 1, len(lesson.STEPS)), text):
            break
        game.show()
        if move and not _practise(game, game.rules.parse(s, move), not text):
            break
    if seat:
        view.viewer = seat


def _practise(game, m, by_itself):
    """Until move m has been made; False where the player leaves."""
    s = game.match.s
    view = game.view
    if not by_itself:
        _mark(view, s, m)
    keys.forget()
    done = False
    while True:
        k = keys.poll()
        if k == _MENU:
            return False
        if k == _X and hal.PAD and not done:  # the marks go when something else is chosen
            _mark(view, s, m)
            k = 0
        got = view.key(k, s) if k and not done else -1
        if by_itself and not done:
            got = m
        if got == m:
            game.was[:] = s[: len(game.was)]
            game.match.play(m)
            view.moved(s, m, game.was)
            done = True
        elif got >= 0:
            view.changed(s)
            view.hint(s, m)
            side.note("Not that one yet: play what is marked")
        moving = view.tick(s, keys.dt)
        view.draw(s, False)
        gfx.flush()
        if done and not moving:
            return True


def _mark(view, s, m):
    view.hint(s, m)
    side.note("Play what is marked")
