"""Layer 4. How one picks the cards of a group in Make 13: the cursor, what is picked, their sum.

Places 0..4 are the field's columns, 5..7 the stacks, and a set of them has a bit for each, as in
the rules. A group goes with the press that makes it thirteen, a king with the one that picks it.
"""

from micropython import const

import hal
from thirteen.rules import make13 as rules
from thirteen.ui import art, canvas, card_art, sound
from thirteen.views import make13_hud as hud

_UP = const(1)
_DOWN = const(2)
_LEFT = const(4)
_RIGHT = const(8)
_A = const(16)
_B = const(32)
_X = const(64)
_Y = const(128)
_PREV = const(512)
_NEXT = const(1024)

_BUTTON = const(99)  # on the line, in place of a sum
_SHAKE = const(450)  # ms that a refusal shows
_SAID = const(1000)  # and its words

_ACROSS = b"\x05\x05\x06\x07\x07"  # where up and down lead from f1..f5
_OVER = b"\x01\x02\x03"  # up from s1..s3
_UNDER = b"\x00\x02\x04"  # and down

_RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_NEXT_LEVEL = art.CH_BUTTON_A + " next level"

cursor = 0
picked = 0
wrong = 0  # the places of a refusal
hinted = 0  # the places that a hint points at; rules.DRAW is the deck
said = ""  # a word to the player
_anger = 0  # ms left of the refusal
_left = 0  # and of the word
_line = -1  # what the line shows, and says
_line_text = None


def start():
    """A game begins."""
    global cursor
    cursor = 2
    drop()


def drop():
    """Nothing is picked, refused, pointed at or said."""
    global picked, wrong, hinted
    picked = wrong = hinted = 0
    say("")


def gone(places):
    """Other cards are on top of these places now, or none."""
    global picked, hinted
    picked &= ~places
    hinted = 0
    say("")


def point(m):
    """A hint: move m."""
    global cursor, hinted
    drop()
    hinted = m if 0 < m <= rules.DRAW else 0
    for p in range(7, -1, -1):
        if hinted >> p & 1:
            cursor = p


def say(text):
    global said, _left
    said = text
    _left = _SAID


def pass_time(dt):
    """dt ms have passed; whether something that was shown has had its time."""
    global wrong, _anger, _left
    over = False
    if wrong:
        _anger -= dt
        if _anger <= 0:
            wrong = 0
            over = True
    if said:
        _left -= dt
        if _left <= 0:
            say("")
            over = True
    return over


def go(k, p):
    """The place that an arrow leads to from p: any other is two presses away at most."""
    if k == _LEFT or k == _RIGHT:
        way = 1 if k == _RIGHT else -1
        return (p + way) % 5 if p < 5 else 5 + (p - 5 + way) % 3
    if p < 5:
        return _ACROSS[p]
    return _OVER[p - 5] if k == _UP else _UNDER[p - 5]


def key(k, s):
    """A key went down: the move that it makes, or -1."""
    global cursor, wrong
    wrong = 0
    if k == _A:
        return _press(s, cursor)
    if k == _Y or k == _B and not picked:
        if rules.stock(s):
            return rules.DRAW
        _refuse(0, "Deck is empty")
    elif k & (_B | _X):
        drop()
    elif k & (_PREV | _NEXT):
        way = 1 if k == _NEXT else 7
        for _ in range(8):
            cursor = cursor + way & 7
            if rules.height(s, cursor):
                break
    elif k & (_UP | _DOWN | _LEFT | _RIGHT):
        cursor = go(k, cursor)
    return -1


def _press(s, p):
    """Pick the top card of place p, or let it go; the move, where it makes a group."""
    global picked, hinted
    bit = 1 << p
    v = rules.top(s, p) & 15
    hinted = 0
    say("")
    if v == 13:
        return bit
    if not v:
        _refuse(bit, "No card there")
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


def _refuse(places, why):
    global wrong, _anger
    wrong = places
    _anger = _SHAKE
    say(why)
    sound.refuse()


def forget_line():
    """Nothing is on the line."""
    global _line
    _line = -1


def mark(p):
    """The marks of place p, as table has them."""
    m = card_art.CURSOR if p == cursor else 0
    if wrong >> p & 1:
        m |= card_art.WRONG
    if picked >> p & 1:
        m |= card_art.CHOSEN
    elif hinted >> p & 1:
        m |= card_art.LIT
    return m


def draw_line(s, stuck, y, w):
    """Between field and stacks: the sum of what is picked, else what is to be said."""
    global _line, _line_text
    line = rules.total(s, picked)
    if stuck and not line and not said:
        line = _BUTTON
    if line == _line and said is _line_text:
        return
    _line = line
    _line_text = said
    high = art.LARGE[0]
    canvas.wipe(0, y, w, high + 2)
    if line == _BUTTON:
        canvas.button(3, y, w - 5, high, _NEXT_LEVEL, True)
    elif line:
        x = w // 2 - 14
        hud.digits(line, art.LARGE, x, y + 2, canvas.GOLD_FELT)
        left = 13 - line
        x += 22 if left > 9 else 15
        hud.digits(left, art.SMALL, x, y + 7, canvas.ON_FELT)
        hal.text(art.SMALL, " to go", x, y + 7, canvas.ON_FELT)
    else:
        canvas.centre(art.LARGE, said, 0, y + 2, w, canvas.ON_FELT)


def describe(s, m):
    """Move m in a few words."""
    if m >= rules.DRAW:
        return "Take a card from the deck" if m == rules.DRAW else "Go on to the next level"
    ranks = [_RANKS[rules.top(s, p) & 15] for p in range(8) if m >> p & 1]
    return "Take " + " and ".join(ranks)
