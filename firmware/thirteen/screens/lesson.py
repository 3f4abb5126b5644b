"""Layer 5. Lessons: a fixed deal, with a short text before each move.

A file of lessons/ has its DEAL, its OPTIONS (None for the defaults) and its STEPS: each a
text and the move to be made after it, in the notation of the sheet, or "". Other moves that are as
good follow it with a "|" between them. The player makes the moves in the game's own view; one
after a "?" is to be found: it is shown only when asked for, or after some that are wrong. A step
without text is an opponent's move and is made automatically; several after a "=", separated by
commas, lead at once from the deal to a later position.
"""

from micropython import const

import hal
from hal import fb
from thirteen import catalog
from thirteen.draw import art, canvas
from thirteen.fast import fast, ptr16
from thirteen.game import Game, use_theme_of
from thirteen.protocols import Module
from thirteen.table import choice, places
from thirteen.ui import captions, keys, menu, speech
from thirteen.ui.status_panel import status_panel

if hal.POINTER:
    from thirteen.ui import pointer, touch  # unless there is none
_HEAD = art.SMALL[0] + 14  # height of a text's panel besides its lines
_PATIENCE = const(2)  # wrong keys after which a move that is to be found is shown
_TEACH = captions.line(captions.of(keys.A, "go on"), captions.of(keys.B, "leave"))


def offer(name: str) -> bool:
    """Before the first game: offer the lesson; False for back."""
    title = catalog.GAMES[catalog.row(name)][catalog.TITLE]
    use_theme_of(name)
    canvas.clear()
    at = menu.ask(title, ("Show me how", "I know it"), 0, "Learn it in a minute?")
    if at == 0:
        run(name)
    return at >= 0


def run(name: str) -> None:
    """Run the lesson of a game until its last step or until the player leaves."""
    lesson = catalog.module("lessons", name)
    game = Game(name)
    s = game.match.s
    view = game.view
    game.match.deal(lesson.DEAL, lesson.OPTIONS)
    seat = getattr(view, "viewer", 0)  # the open game's, restored below
    if seat:
        view.viewer = 0
    view.open(s)
    status_panel.teaches = True
    n = 0
    whole = sum([1 for text, _ in lesson.STEPS if text])
    for text, move in lesson.STEPS:
        n += 1 if text else 0
        if text and not _teach(game, "Lesson %d/%d" % (n, whole), text, move):
            break
        if move[:1] == "=":
            game.match.deal(lesson.DEAL, lesson.OPTIONS)
            game.match.replay(move[1:].split(","))
            view.changed(s)
            view.skip(s)
        elif move and not _practise(game, _right(game, move), not text, move[0] == "?"):
            break
    else:
        game.show()
        menu.alert(
            "Now a real game", "Well done! The rules are in the menu whenever you want them."
        )
    if seat:
        view.viewer = seat


def _teach(game: Game, title: str, text: str, move: str) -> bool:
    """Highlight a move, if there is one, and explain it; False if the player leaves."""
    s = game.match.s
    shown = places.count if game.match.legal()[1] > 1 else 0  # else other things may be shown
    m = _right(game, move)[0] if move else -1
    about = game.view.move_rects(s, m) if move else ()
    if move[:1] == "?" and game.view.source(s, m) == game.view.target(s, m) == choice.cursor:
        game.view.key(keys.LEFT, s)  # the cursor does not lie on the answer
    for lines in _parts(text):
        if move and move[0] != "?":
            game.view.hint(s, m)
        status_panel.quiet = True
        game.draw()
        status_panel.quiet = False
        if not _explain(title, lines, about, shown):
            return False
    game.show()
    return True


def _parts(text: str) -> list:
    """A text in parts, each a list of its lines, so few that enough of the table is visible.

    A part is of whole sentences.
    """
    text = text.replace("{A}", art.CH_BUTTON_A).replace("{B}", art.CH_BUTTON_B)
    text = text.replace("{UP}", art.CH_UP if hal.PAD else art.CH_BUTTON_X)
    for mark in ".?!":
        text = text.replace(mark + " ", mark + "\n")
    width, font = hal.W - 28, canvas.reading
    most = max((hal.H * 9 // 20 - _HEAD) // font[0], 2)
    out: list = []
    said = ""
    for sentence in text.split("\n"):
        longer = menu.lines((said + " " + sentence).strip(" "), width, font).split("\n")
        if said and len(longer) > most:
            longer = menu.lines(sentence, width, font).split("\n")
            out.append(longer)
        elif said:
            out[-1] = longer
        else:
            out.append(longer)
        said = " ".join(longer)
    return out


def _explain(title: str, lines: list, about: list | tuple, shown: int) -> bool:
    """Show some lines next to the rectangles in `about`; False if the player leaves."""
    font = canvas.reading
    h = _HEAD + len(lines) * font[0]
    if status_panel.y > hal.H // 2:
        h = max(h, hal.H - status_panel.y)  # none of its lines is cut
    y = _panel_y(h, about, shown)
    top = _clear_of_text(y, -1)
    canvas.frame(4, top, hal.W - 8, _clear_of_text(y + h, 1) - top, canvas.DARK_GOLD, canvas.PANEL)
    hal.text(art.SMALL, title, 14, y + 5, canvas.GOLD_PANEL)
    canvas.right(art.SMALL, _TEACH, hal.W - 14, y + 5, canvas.GOLD_PANEL)
    y += 9 + art.SMALL[0]
    for line in lines:
        hal.text(font, line, 14, y, canvas.ON_PANEL)
        y += font[0]
    speech.page(title, [" ".join(lines), _TEACH])
    hal.refresh()
    while True:
        k = keys.wait()
        if hal.POINTER:
            k = pointer.press(k)
        if k & (keys.A | keys.B | keys.MENU):
            return k == keys.A


def _panel_y(h: int, about: list | tuple, shown: int) -> int:
    """The y for a panel of height h that covers the least of the rectangles in `about`.

    Ties go to the one that hides least of the first `shown` places, then to the lowest.
    """
    best = y = hal.H - h - 2
    least = hal.W * hal.H << 4
    while y > 0:
        hides = 0
        for _, top, width, height in about:
            hides += width * max(min(top + height, y + h) - max(top, y), 0)
        hides = (hides << 4) + _hidden(y, y + h, shown, places.y, places.h)
        if hides < least:
            least = hides
            best = y
        y -= 2
    return best


@fast
def _hidden(y: int, end: int, n: int, tops: ptr16, heights: ptr16) -> int:
    """How many rows of the first n places lie between y and `end`, each place for itself."""
    rows = 0
    for i in range(n):
        top = tops[i]
        bottom = top + heights[i]
        if top < y:
            top = y
        if bottom > end:
            bottom = end
        if bottom > top:
            rows += bottom - top
    return rows


def _clear_of_text(y: int, way: int) -> int:
    """Where an edge at y would cut no line of white text: there, or that way past the line."""
    at = y
    while abs(at - y) < art.SMALL[0]:
        if not (_has_text(at - 1) and _has_text(at)):
            return at
        at += way
    return y


def _has_text(y: int) -> bool:
    for x in range(4, hal.W - 4):
        if fb.pixel(x, y) == canvas.WHITE:
            return True
    return False


def _right(game: Game, texts: str) -> list:
    """The moves that are right here, the one to be shown first."""
    moves = [game.rules.parse(game.match.s, text) for text in texts.lstrip("?").split("|")]
    return [m for m in moves if game.match.allows(m)]


def _practise(game: Game, right: list, by_itself: bool, finds: bool = False) -> bool:
    """Wait until one of these moves has been made; False if the player leaves.

    finds: it is shown after some that are wrong.
    """
    s = game.match.s
    view = game.view
    m = right[0]
    patience = _PATIENCE if finds else 0
    if not (by_itself or finds):
        _mark(view, s, m)
    keys.forget()
    done = moving = drawn = False
    while True:
        k = keys.poll(keys.FLIGHT if moving else keys.REST)
        if keys.scan_ms and not (k or moving or done) and choice.offers() and keys.scan():
            k = keys.NEXT
        if hal.POINTER:
            k = touch.key(view, s, k)
        drawn = drawn and not (k or moving)
        if k == keys.MENU:
            return False
        if k == keys.X and hal.PAD and not done:  # a selection ends the highlight
            _mark(view, s, m)
            k = 0
        got = -1
        if hal.POINTER and k == touch.MOVE:
            got = -1 if done else touch.move
        elif k and not done:
            got = view.key(k, s)
        if by_itself and not done:
            got = m
        if k & (keys.A | keys.B) and got < 0 and not (done or choice.picked):
            patience -= k == keys.A
            if patience < 0:
                _mark(view, s, m, "Not yet. " if k == keys.A else "")
        drawn = drawn and got < 0
        if got in right:
            game.was[:] = s[: len(game.was)]
            game.match.play(got)
            view.moved(s, got, game.was)
            if hal.POINTER:
                touch.moved()
            done = True
        elif got >= 0:
            view.changed(s)
            patience -= 1
            if patience < 0:
                _mark(view, s, m, "Not yet. ")
            else:
                status_panel.message("Another one.")
        moving = view.tick(s, keys.dt)
        if moving or not drawn or status_panel.stale:
            drawn = True
            view.draw(s)
            hal.refresh()
        if done and not moving:
            return True


def _mark(view: Module, s: bytearray, m: int, first: str = "") -> None:
    """Highlight move m and say what it is."""
    view.hint(s, m)
    status_panel.message(first + view.describe(s, m))
