"""Layer 4. Picking the cards of a group in Make 13: the cursor, the selection, its sum.

Places 0..4 are the field's columns, 5..7 the stacks; a set of places has a bit for each, as in the
rules. A group is taken by the press that makes it thirteen, a king by the one that picks it.
"""

from micropython import const

import hal
from thirteen.rules import make13 as rules
from thirteen.ui import art, canvas, card_art, keys, large, slots, sound
from thirteen.views import make13_hud as hud

_BUTTON = const(99)  # on the line, instead of a sum
_SHOWN_FOR = const(1000)  # ms that a message shows

_ACROSS = b"\x05\x05\x06\x07\x07"  # where up and down lead from f1..f5
_OVER = b"\x01\x02\x03"  # up from s1..s3
_UNDER = b"\x00\x02\x04"  # and down

_RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
LINE = art.SMALL if canvas.TINY else large.FONT  # its font
_NEXT_LEVEL = art.CH_BUTTON_A + " next level"

cursor = 0
picked = 0
wrong = 0  # the places of a refusal
hinted = 0  # the places that a hint highlights; rules.DRAW is the deck
message = ""  # the message to the player
_refused_for = 0  # ms left of the refusal
_left = 0  # ms left of the message
_line = -1  # the sum and the message as drawn on the line
_line_text = None


def start() -> None:
    """Start a game."""
    global cursor
    cursor = 2
    drop()


def drop() -> None:
    """Clear the selection, refusals, hints and messages."""
    global picked, wrong, hinted
    picked = wrong = hinted = 0
    show_message("")


def gone(places: int) -> None:
    """The top cards of these places have changed: unpick them."""
    global picked, hinted
    picked &= ~places
    hinted = 0
    show_message("")


def point(m: int) -> None:
    """Highlight move m as a hint."""
    global cursor, hinted
    drop()
    hinted = m if 0 < m <= rules.DRAW else 0
    for p in range(7, -1, -1):
        if hinted >> p & 1:
            cursor = p


def show_message(text: str) -> None:
    global message, _left
    message = text
    _left = _SHOWN_FOR


def pass_time(dt: int) -> bool:
    """dt ms have passed; whether a refusal or a message has expired."""
    global wrong, _refused_for, _left
    over = False
    if wrong:
        _refused_for -= dt
        if _refused_for <= 0:
            wrong = 0
            over = True
    if message:
        _left -= dt
        if _left <= 0:
            show_message("")
            over = True
    return over


def go(k: int, p: int) -> int:
    """The place that an arrow leads to from p."""
    if k == keys.LEFT or k == keys.RIGHT:
        way = 1 if k == keys.RIGHT else -1
        return (p + way) % 5 if p < 5 else 5 + (p - 5 + way) % 3
    if p < 5:
        return _ACROSS[p]
    return _OVER[p - 5] if k == keys.UP else _UNDER[p - 5]


def key(k: int, s: bytearray) -> int:
    """Handle a key; returns the move it makes, or -1."""
    global cursor, wrong
    wrong = 0
    if k == keys.A:
        return _press(s, cursor)
    if k == keys.Y or k == keys.B and not picked:
        if rules.stock(s):
            return rules.DRAW
        _refuse(0, "The deck is empty")
    elif k & (keys.B | keys.X):
        drop()
    elif k & (keys.PREV | keys.NEXT):
        way = 1 if k == keys.NEXT else 7
        for _ in range(8):
            cursor = cursor + way & 7
            if rules.height(s, cursor):
                break
    elif k & (keys.UP | keys.DOWN | keys.LEFT | keys.RIGHT):
        cursor = go(k, cursor)
    return -1


def _press(s: bytearray, p: int) -> int:
    """Pick or unpick the top card of place p; returns the move if it completes a group, or -1."""
    global picked, hinted
    bit = 1 << p
    v = rules.top(s, p) & 15
    hinted = 0
    show_message("")
    if v == 13:
        return bit
    if not v:
        _refuse(bit, "No card here")
        return -1
    if not picked & bit:
        v += rules.total(s, picked)
        if v == 13:
            return picked | bit
        if v > 13:
            _refuse(picked | bit, "%d: past 13" % v)
            picked = 0
            return -1
    picked ^= bit
    sound.choose()
    return -1


def _refuse(places: int, why: str) -> None:
    global wrong, _refused_for
    wrong = places
    _refused_for = slots.REFUSAL
    show_message(why)
    sound.refuse()


def forget_line() -> None:
    """Forget what was drawn on the line."""
    global _line
    _line = -1


def mark(p: int) -> int:
    """The marks of place p, as in card_art."""
    m = card_art.CURSOR if p == cursor else 0
    if wrong >> p & 1:
        m |= card_art.WRONG
    if picked >> p & 1:
        m |= card_art.CHOSEN
    elif hinted >> p & 1:
        m |= card_art.LIT
    return m


def draw_line(s: bytearray, stuck: bool, y: int, w: int) -> None:
    """Between field and stacks: the sum of the selection, or the message."""
    global _line, _line_text
    line = rules.total(s, picked)
    if stuck and not line and not message:
        line = _BUTTON
    if line == _line and message is _line_text:
        return
    _line = line
    _line_text = message
    height = LINE[0]
    inset = 0 if canvas.TINY else 2
    canvas.wipe(0, y, w, height + inset)
    if line == _BUTTON:
        canvas.button(3, y, w - 5, height, _NEXT_LEVEL, True)
    elif line:
        x = w // 2 - 14
        hud.digits(line, LINE, x, y + inset, canvas.GOLD_FELT)
        left = 13 - line
        x += 22 if left > 9 else 15
        low = y + inset + (height - art.SMALL[0]) * 5 // 7
        hud.digits(left, art.SMALL, x, low, canvas.ON_FELT)
        hal.text(art.SMALL, " to go", x, low, canvas.ON_FELT)
    else:
        canvas.centre(LINE, message, 0, y + inset, w, canvas.ON_FELT)


def describe(s: bytearray, m: int) -> str:
    """Move m in a few words."""
    if m >= rules.DRAW:
        return "Take a card from the deck" if m == rules.DRAW else "Go on to the next level"
    ranks = [_RANKS[rules.top(s, p) & 15] for p in range(8) if m >> p & 1]
    return "Take " + " and ".join(ranks)
