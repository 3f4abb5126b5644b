"""Layer 5. Three Thirteen among people: the table is hidden until the next one is ready."""

from micropython import const

import hal
from thirteen.draw import art, canvas, large
from thirteen.protocols import Game
from thirteen.rules import three_thirteen_table as rummy
from thirteen.ui import keys, speech
from thirteen.views import three_thirteen_labels as labels

_EDGE = const(10)  # beside the text
_BAR_H = const(6)
_HOLD = const(450)  # ms of holding A to see one's cards
_BAR_W = const(100)
_RECAP = const(12)  # most moves of the others listed for the next player


def run(game: Game, p: int) -> None:
    """Cover the table until player p holds A: a stray press shows nobody's cards."""
    s = game.match.s
    width, height = canvas.screen()
    step = canvas.line_height()
    name = labels.name(s, p)
    told = since(game, p)
    lines = _wrapped(told, width)
    parts = art.LARGE_H + step + _BAR_H + 3 * canvas.SPACE  # all but what the others have done
    lines = lines[-((height - parts) // step) :]
    gap = (height - parts - len(lines) * step) // 4  # what is left, above, between and below
    canvas.clear(canvas.DARK_FELT)
    y = gap + canvas.SPACE // 2
    canvas.centre(large.FONT, "Hand over to " + name, 0, y, width, canvas.GOLD_FELT)
    y += art.LARGE_H + gap + canvas.SPACE // 2
    for line in lines:
        canvas.centre(art.SMALL, line, 0, y, width, canvas.ON_FELT)
        y += step
    y += gap
    word = "%s: hold %s to see your cards" % (name, art.CH_BUTTON_A)
    canvas.centre(art.SMALL, word, 0, y, width, canvas.ON_FELT)
    speech.page("Hand over to " + name, told + [word])
    _wait_for_hold((width - _BAR_W) // 2, y + step + canvas.SPACE)
    keys.forget()
    game.view.show_hand(s, p)
    game.show()
    hal.collect()


def _wait_for_hold(x: int, y: int) -> None:
    """Wait until A is pressed again and held, showing a progress bar at x, y."""
    held = -1  # A must be released first
    while held < _HOLD:
        if not keys.holds(keys.A):
            held = 0
        elif held >= 0:
            held += keys.dt
        done = max(min(held, _HOLD), 0)
        canvas.bar(x, y, _BAR_W, _BAR_H, done, _HOLD, canvas.GOLD)
        hal.refresh()
        keys.poll(keys.FLIGHT)


def _wrapped(texts: list, width: int) -> list:
    """The texts in lines that leave room beside them."""
    lines = []
    for text in texts:
        at = 0
        while at < len(text):
            end = canvas.wrap(art.SMALL, text, at, width - 2 * _EDGE)
            lines.append(text[at:end].strip(" "))
            at = end
    return lines


def since(game: Game, p: int) -> list:
    """The others' moves since p's last move in this round, one line each."""
    match = game.match
    end = match.played
    i = end
    while i and end - i < _RECAP:
        match.go(i - 1)
        if match.log[i - 1] == rummy.NEXT or rummy.turn(match.s) == p:
            break
        i -= 1
    lines = []
    for k in range(i, end):
        match.go(k)
        m = match.log[k]
        if m not in (rummy.STOCK, rummy.END):
            lines.append(labels.describe(match.s, rummy.turn(match.s), m))
    match.go(end)
    return lines
