"""Layer 5. Tutorials: a fixed deal, with a short text before each move.

A file of lessons/ has its DEAL, its OPTIONS (None for the defaults) and its STEPS: each a
text and the move to be made after it, in the notation of the sheet, or "". The player makes the
moves in the game's own view; a step without text is an opponent's move and is made automatically.
"""

import hal
from thirteen import catalog
from thirteen.game import Game
from thirteen.ui import art, canvas, keys, menu, slots, status_panel

_LINES = 2 if canvas.TINY else 99  # of a text at a time, so that enough of the table is visible
# The height up to which a rectangle is a pointer with its card below, and the height of that.
_FLAT = 8 if canvas.TINY else 24
_CARD = 32 if canvas.TINY else 48


def offer(name):
    """Before the first game: offer the tutorial."""
    title = catalog.GAMES[catalog.row(name)][catalog.TITLE]
    canvas.clear()
    if menu.ask(title, ("Show me how", "I know it"), 0, "Learn it in a minute?") == 0:
        run(name)


def run(name):
    """Run the tutorial of a game until its last step or until the player leaves."""
    lesson = catalog.borrow(name, "lessons")
    game = Game(name)
    s = game.match.s
    view = game.view
    game.match.deal(lesson.DEAL, lesson.OPTIONS)
    seat = getattr(view, "viewer", 0)  # the open game's, restored below
    if seat:
        view.viewer = 0
    view.open(s)
    for n, (text, move) in enumerate(lesson.STEPS):
        game.show()
        if text and not _teach(game, "Lesson %d/%d" % (n + 1, len(lesson.STEPS)), text, move):
            break
        if move and not _practise(game, game.rules.parse(s, move), not text):
            break
    else:
        game.show()
        menu.message(
            "Now a real game", "Well done! The rules are in the menu whenever you want them."
        )
    if seat:
        view.viewer = seat


def _teach(game, title, text, move):
    """Highlight a move, if there is one, and explain it; False if the player leaves."""
    s = game.match.s
    places = slots.n if game.match.legal()[1] > 1 else 0  # else other things may be shown
    lines = menu.lines(text, hal.W - 28).split("\n")
    for i in range(0, len(lines), _LINES):
        if move:
            game.view.hint(s, game.rules.parse(s, move))
            game.view.draw(s, False)
        if not _explain(title, lines[i : i + _LINES], places):
            return False
        game.show()
    return True


def _explain(title, lines, places):
    """Show some lines next to the highlighted places; False if the player leaves."""
    step = art.SMALL[0]
    h = (len(lines) + 1) * step + 14
    top = y = _panel_y(h, places)
    canvas.frame(4, top, hal.W - 8, h, canvas.DARK_GOLD, canvas.PANEL)
    hal.text(art.SMALL, title, 14, top + 5, canvas.GOLD_PANEL)
    prompt = art.CH_BUTTON_A + " go on   " + art.CH_BUTTON_B + " leave"
    canvas.right(art.SMALL, prompt, hal.W - 14, top + 5, canvas.GOLD_PANEL)
    y += 9
    for line in lines:
        y += step
        hal.text(art.SMALL, line, 14, y, canvas.ON_PANEL)
    canvas.dirty(4, top, hal.W - 8, h)
    canvas.flush()
    while True:
        k = keys.wait()
        if k & (keys.A | keys.B | keys.MENU):
            return k == keys.A


def _panel_y(h, places):
    """The y for a panel of height h that covers the least of the dirty rectangles.

    Of several such that with the fewest of the first `places` under it, of those the lowest.
    """
    best = y = hal.H - h - 2
    least = hal.W * hal.H << 4
    r = canvas.rects
    while y > 0:
        hides = 0
        for i in range(0, 4 * canvas.n, 4):
            bottom = r[i + 3]
            if bottom - r[i + 1] < _FLAT:
                bottom += _CARD
            hides += (r[i + 2] - r[i]) * max(min(bottom, y + h) - max(r[i + 1], y), 0)
        hides <<= 4
        for i in range(places):
            hides += max(min(slots.y[i] + slots.h[i], y + h) - max(slots.y[i], y), 0)
        if hides < least:
            least = hides
            best = y
        y -= 2
    return best


def _practise(game, m, by_itself):
    """Wait until move m has been made; False if the player leaves."""
    s = game.match.s
    view = game.view
    if not by_itself:
        _mark(view, s, m)
    keys.forget()
    done = False
    while True:
        k = keys.poll()
        if k == keys.MENU:
            return False
        if k == keys.X and hal.PAD and not done:  # a selection ends the highlight
            _mark(view, s, m)
            k = 0
        got = view.key(k, s) if k and not done else -1
        if by_itself and not done:
            got = m
        if k == keys.B and got < 0 and not done:
            _mark(view, s, m)
        if got == m:
            game.was[:] = s[: len(game.was)]
            game.match.play(m)
            view.moved(s, m, game.was)
            done = True
        elif got >= 0:
            view.changed(s)
            _mark(view, s, m, "Not yet. ")
        moving = view.tick(s, keys.dt)
        view.draw(s, False)
        canvas.flush()
        if done and not moving:
            return True


def _mark(view, s, m, first=""):
    """Highlight move m and say what it is; undo is not among the keys of a lesson."""
    view.hint(s, m)
    status_panel.note(first + view.describe(s, m))
    texts = status_panel.captions(())
    status_panel.captions(
        tuple([text.replace("menu", "leave") for text in texts if text[-4:] != "undo"])
    )
    view.draw(s, True)
