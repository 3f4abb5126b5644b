"""Layer 4. Three Thirteen among people: the table is hidden until the next one is ready."""

from micropython import const

import hal
from thirteen.protocols import Game
from thirteen.rules import three_thirteen_table as table
from thirteen.ui import art, canvas, keys, large, status_panel
from thirteen.views import three_thirteen_labels as labels

_NAME_Y = 1 if canvas.TINY else 24  # on the cover: who gets the handheld
_RECAP_Y = 22 if canvas.TINY else 58  # the moves of the others
_RECAP_H = art.SMALL[0] + (0 if canvas.TINY else 2)
_ASK_Y = hal.H - (24 if canvas.TINY else 48)
_RECAP_LINES = (_ASK_Y - _RECAP_Y) // _RECAP_H
_BAR_Y = hal.H - (8 if canvas.TINY else 26)
_HOLD = const(450)  # ms of holding A to see one's cards
_RECAP = const(12)  # most moves of the others listed for the next player


def run(game: Game, p: int) -> None:
    """Cover the table until player p holds A: a stray press shows nobody's cards."""
    s = game.match.s
    font = art.SMALL
    canvas.clear(2)
    name = labels.name(s, p)
    canvas.centre(large.FONT, "Pass it to " + name, 0, _NAME_Y, hal.W, canvas.GOLD_FELT)
    y = _RECAP_Y
    for line in since(game, p)[-_RECAP_LINES:]:
        canvas.centre(font, line, 0, y, hal.W, canvas.ON_FELT)
        y += _RECAP_H
    word = "%s: hold %s to see your cards" % (name, art.CH_BUTTON_A)
    canvas.centre(font, word, 0, _ASK_Y, hal.W, canvas.ON_FELT)
    _wait_for_hold()
    keys.forget()
    game.view.viewer = p
    game.view.changed(s)
    status_panel.note("")
    game.show()
    hal.collect()


def _wait_for_hold() -> None:
    """Wait until A is pressed again and held, showing a progress bar."""
    held = -1  # A must be released first
    while held < _HOLD:
        if not hal.keys() & keys.A:
            held = 0
        elif held >= 0:
            held += keys.dt
        done = max(min(held, _HOLD), 0)
        canvas.bar(hal.W // 2 - 50, _BAR_Y, 100, 6, done, _HOLD, canvas.GOLD)
        canvas.dirty(hal.W // 2 - 50, _BAR_Y, 100, 6)
        canvas.flush()
        keys.poll(keys.FLIGHT)


def since(game: Game, p: int) -> list:
    """The others' moves since p's last move in this round, one line each."""
    match = game.match
    end = match.n
    i = end
    while i and end - i < _RECAP:
        match.go(i - 1)
        if match.log[i - 1] == table.NEXT or table.turn(match.s) == p:
            break
        i -= 1
    lines = []
    for k in range(i, end):
        match.go(k)
        m = match.log[k]
        if m not in (table.STOCK, table.END):
            lines.append(labels.describe(match.s, table.turn(match.s), m))
    match.go(end)
    return lines
