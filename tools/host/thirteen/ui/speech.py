"""Layer 3. What is said of the picture to who does not see it, on hosts with a voice: hal.VOICE.

It is made of the texts that were drawn, and on a table of the cards that lie at its places. Of a
screen all of it is said, of a menu the title and the choice; later only what is new. On a table
each key is answered: what it did, what lies elsewhere now, what the player is told, and the place
under the cursor.
"""

from array import array

import hal
from thirteen.cards import DOWN, NAMES
from thirteen.draw import art, canvas
from thirteen.protocols import Game, Module
from thirteen.table import choice, piles, places, table
from thirteen.ui import keys, status_panel

_SUITS = ("spades", "hearts", "diamonds", "clubs")
_GLYPHS = {
    art.CH_SPADE: " of spades", art.CH_HEART: " of hearts", art.CH_DIAMOND: " of diamonds",
    art.CH_CLUB: " of clubs", art.CH_TIMES: "times", art.CH_STAR: "star", art.CH_DASH: "-",
}  # fmt: skip
# The letters of keys, and what is printed on their buttons.
_NAMED = (
    art.CH_UP, art.CH_DOWN, art.CH_LEFT, art.CH_RIGHT,
    art.CH_BUTTON_A, art.CH_BUTTON_B, art.CH_BUTTON_X, art.CH_BUTTON_Y,
)  # fmt: skip
_BUTTONS = ("up", "down", "left", "right", "A", "B", "X", "Y")
_GLYPHS.update(zip(_NAMED, _BUTTONS))
_DIGITS = "0123456789"
_COUNTS = _DIGITS + "/%. "  # of what no letter stands with, the player is not told
_BESIDE = 4  # pixels from a place to a text that belongs to it,
_ABOVE = 8  # or below,
_ASIDE = 8  # and from its middle
_COUNTED = 1300  # ms after which the numbers of a message have counted up
_ALIKE = 16  # pixels by which a text moves as its digits change

_voice = hal.voice  # type: ignore[attr-defined]
_drawn = hal.drawn  # type: ignore[attr-defined]
_speak = hal.say  # type: ignore[attr-defined]

_seen: list = []  # what could be read when something was said last: hal.drawn
_said: list = []  # the same on a table
_at = 0  # hal.voice then,
_before = 0  # and at the last poll
_playing = False  # a table is in play
_covered = 0  # ms for which a message that moves has covered it
_deal: tuple = ()  # the game and deal whose table was described,
_cards = bytearray(places.SHOWN)  # what lay there,
_marks = bytearray(places.MOST)  # and how places were marked
_cursor = places.NONE
_held = array("H", bytes(2 * places.MOST))  # how many cards they had
_keys: list = []  # the captions told
_made: list = []  # the moves made since
_pressed = False  # a key was, too


def heard() -> bool:
    """Whether somebody listens."""
    return _voice() > 0


def exchange(order: bytes) -> None:
    """The letters of keys are said as the buttons that they are on, see keys.order."""
    for i in range(8):
        _GLYPHS[_NAMED[order[i] if order else i]] = _BUTTONS[i]


def made(view: Module, s: bytearray, m: int, word: str = "") -> None:
    """Move m is made in s."""
    global _deal
    if not _voice() or m == getattr(view.rules, "QUIT", -1):
        return
    if view.rules.deals(m):
        _deal = ()
    else:
        _made.append(word + _pronounce(view.describe(s, m, True)))


def play(game: Game, k: int, rests: bool) -> None:
    """Say what is new in a game in play, after key k, once nothing moves."""
    global _playing, _pressed, _at, _covered
    now = _voice()
    _playing = True
    if k:
        _pressed = True
    _covered = 0 if rests or table.shown else _covered + keys.dt
    if not now or now == _at or not rests and _covered < _COUNTED:
        return
    _at = now
    _covered = 0
    if table.shown:
        _tell_table((game.name, game.match.number))
    else:
        _tell_screen()
        _made.clear()


def poll() -> None:
    """A key is waited for: say what is new on the screen, if it is no game in play."""
    global _playing, _at, _before
    now = _voice()
    if _playing or now == _at:
        _playing = False
    elif now == _before:
        _at = now
        _tell_screen()
    _before = now


keys.listen = poll


# A screen


def _tell_screen() -> None:
    """Say the texts that are new, and those newly under the cursor."""
    global _seen, _cursor
    texts = _drawn(False)
    if table.shown:
        texts = [t for t in texts if t[3]]
    choice = [t for t in texts if t[3] == canvas.ON_GOLD] or [t for t in texts if _is_gold(t)]
    fresh = [t for t in texts if _is_new(t)]
    only = [t for t in choice if t in fresh]
    moved = bool(only) and _was(only[0])
    rest = [t for t in fresh if t not in choice and not _is_beside(t, choice, texts)]
    _seen = texts
    _cursor = places.NONE
    _say(_lines(only) + _lines(rest) if moved else _lines(rest) + _lines(only))


def _is_new(t: tuple) -> bool:
    """Whether text t was not there, or not under the cursor."""
    for u in _seen:
        if u[:3] == t[:3]:
            return t[3] != u[3] and _stands_out(t[3])
    return True


def _was(t: tuple) -> bool:
    for u in _seen:
        if u[:3] == t[:3]:
            return True
    return False


def _stands_out(ink: int) -> bool:
    """Whether a text of that ink is under the cursor."""
    return ink == canvas.ON_GOLD or ink >> 12 == canvas.GOLD


def _is_gold(t: tuple) -> bool:
    """Whether t is a choice on the felt, as in the launcher."""
    return t[3] == canvas.GOLD_FELT and t[5] == art.SMALL[0] and not table.shown


def _is_beside(t: tuple, choice: list, texts: list) -> bool:
    """Whether t is a part of what could be chosen, too."""
    if not choice or choice[0][3] != canvas.ON_GOLD:
        return False
    first = choice[0]
    if not (t[2] + first[2]).strip(_DIGITS) and t[5] == first[5]:
        return True
    row = [u for u in texts if u[0] == t[0] and u[5] == t[5]]
    return bool(row) and row[0][1] == first[1] and t[0] != first[0]


def _lines(texts: list) -> list:
    """Texts as they are read: those in a row together, a wrapped line with the one before."""
    out: list = []
    last: list = []  # of each of them, its last text
    for t in texts:
        words = _pronounce(t[2]) if t[3] else _card(t[2])
        if not words:
            continue
        i = len(out) - 1
        while i >= 0 and not _goes_on(last[i], t):
            i -= 1
        if i >= 0:
            out[i] += " " + words
        elif out and last[-1][0] == t[0]:
            out[-1] += ", " + words
            i = len(out) - 1
        else:
            out.append(words)
            last.append(t)
        last[i] = t
    return out


def _goes_on(t: tuple, u: tuple) -> bool:
    """Whether u is the line below t of the same text."""
    if t[3] != u[3] or not t[3] or not t[0] < u[0] <= t[0] + t[5] + 1 or t[5] != u[5]:
        return False
    return t[1] == u[1] or abs(t[1] + t[4] - u[1] - u[4]) < 5


# A table


def _tell_table(deal: tuple) -> None:
    """Say what has changed since; of a deal not described yet, all of it."""
    global _deal, _cursor, _pressed, _said, _seen
    texts = _drawn(True)
    near = [_near(t) for t in texts]
    changed = [p for p in range(places.count) if _differs(p)]
    whole = (
        deal != _deal or len(changed) > 1 and len(changed) * 2 > sum(choice.stops[: places.count])
    )
    out = _made[:]
    if whole:
        out += _overview(texts, near)
        _keys.clear()
        _keys.extend([t[2] for t in texts if t[3]])
        others = [t for i, t in enumerate(texts) if near[i] == places.NONE and _is_word(t)]
    else:
        marked = [p for p in range(places.count) if _mark(p) & ~_marks[p] and p not in changed]
        changed += marked
        out += [_place(p, texts, near) for p in changed] + _drawn_cards()
        others = [t for i, t in enumerate(texts) if _is_word(t) and _is_told(t, near[i])]
    out += _lines(others)
    at = choice.cursor
    if (_pressed or whole or at != _cursor) and choice.stops[at] and (whole or at not in changed):
        out.append(_place(at, texts, near))
    _made.clear()
    _pressed = False
    _said = _seen = texts
    _deal = deal
    _cursor = at
    _cards[:] = piles.cards_now
    for p in range(places.count):
        _marks[p] = _mark(p)
        _held[p] = piles.counts[p]
    _say(out)


def _differs(p: int) -> bool:
    """Whether other cards are to be seen at place p, which is not in a hand."""
    if places.kind[p] & (places.COUNT_ONLY | places.VIEW_DRAWS):
        return False
    return (
        piles.cards_now[places.at[p] : places.at[p + 1]] != _cards[places.at[p] : places.at[p + 1]]
    )


def _drawn_cards() -> list:
    """The cards that came to a hand."""
    had = [_cards[e] for e in _hand()]
    came = []
    for e in _hand():
        c = piles.cards_now[e]
        if c in had:
            had.remove(c)
        elif c:
            came.append(_card(c))
    return came


def _hand() -> list:
    """The entries of the cards of a hand."""
    return [
        places.at[p]
        for p in range(places.count)
        if places.show[p] and places.kind[p] & places.VIEW_DRAWS
    ]


def _mark(p: int) -> int:
    """How place p is marked, a bit each: chosen, takes the chosen card, a hint."""
    flags = places.flags[p]
    takes = 2 if choice.picked and flags & places.TAKES else 0
    return places.marks[p] & places.PICKED | takes | (4 if flags & places.HINT else 0)


def _is_word(t: tuple) -> bool:
    """Whether t is a text, or a rank that stands on the table: no card."""
    return t[3] > 0 or t[2] & 0x40 > 0


def _is_told(t: tuple, p: int) -> bool:
    """Whether text t near place p (or NONE) is new, and more than a count."""
    if not t[3]:
        return p == places.NONE and t not in _said
    if not t[2].strip(_COUNTS):
        return False
    rest = t[2].strip(_DIGITS)
    key = _names_key(t[2])
    if key:
        there = [u for u in _said if u[2] == t[2]]
        known = t[2] in _keys
        _keys.append(t[2])
        return not there and (not known or t[2][0] == art.CH_BUTTON_A)
    for u in _said:
        if u[3] and u[0] == t[0] and abs(u[1] - t[1]) < _ALIKE and u[2].strip(_DIGITS) == rest:
            if u[2] == t[2]:
                return t[3] != u[3] and _stands_out(t[3])
            return p == places.NONE or piles.counts[p] == _held[p]
    return True


def _names_key(text: str) -> bool:
    """Whether a text is the caption of a key."""
    for letter in (art.CH_BUTTON_A, art.CH_BUTTON_B, art.CH_BUTTON_X, art.CH_BUTTON_Y):
        if letter in text:
            return len(text) > 1
    return False


def _near(t: tuple) -> int:
    """The place that text t stands at, NONE for none."""
    y, x, what, ink, end, height = t
    found = places.NONE
    if ink and _names_key(what):
        return found
    least = 30000
    for p in range(places.count):
        own = places.kind[p] & places.VIEW_DRAWS
        if own and not places.flags[p] or _in_panel(places.x[p], places.y[p]) != _in_panel(x, y):
            continue
        across = max(places.x[p] - end, x - places.x[p] - places.w[p], 0)
        down = max(places.y[p] - y - height, y - places.y[p] - places.h[p], 0)
        offset = abs(x + end - 2 * places.x[p] - places.w[p]) // 2
        if down and (offset > _ASIDE or down > _ABOVE) or across and (down or across > _BESIDE):
            continue
        far = across + down + offset
        if far < least and not (own and (across or down)):
            least = far
            found = p
    return found


def _in_panel(x: int, y: int) -> bool:
    return x >= status_panel.x and y >= status_panel.y


def _overview(texts: list, near: list) -> list:
    """All places, row by row; the hand last."""
    out = []
    row = 0
    left = [
        p
        for p in range(places.count)
        if not places.kind[p] & (places.COUNT_ONLY | places.VIEW_DRAWS)
    ]
    while left:
        row += 1
        here = [p for p in left if _where(p)[0] == row]
        left = [p for p in left if p not in here]
        here.sort(key=lambda p: places.x[p])
        words = [_what(p, texts, near) for p in here]
        out.append("row %d: %s" % (row, "; ".join(words)))
    hand = [_card(piles.cards_now[e]) for e in _hand() if piles.cards_now[e]]
    if hand:
        out.append(", ".join(hand))
    for p in range(places.count):
        if places.kind[p] & places.COUNT_ONLY:
            out.append(" ".join(_lines([t for i, t in enumerate(texts) if near[i] == p])))
    return out


def _where(p: int) -> tuple:
    """(row, number in it, how many there are) of place p."""
    rows: list = []
    for q in range(places.count):
        if not places.kind[q] & (places.COUNT_ONLY | places.VIEW_DRAWS):
            if not [r for r in rows if _level(r[0], q)]:
                rows.append([q])
            else:
                [r for r in rows if _level(r[0], q)][0].append(q)
    rows.sort(key=lambda r: places.y[r[0]])
    for i, r in enumerate(rows):
        if p in r:
            return i + 1, 1 + sum([places.x[q] < places.x[p] for q in r]), len(r)
    return 0, 0, 0


def _level(p: int, q: int) -> bool:
    """Whether places p and q lie in one row."""
    top = max(places.y[p], places.y[q])
    low = min(places.y[p] + places.h[p], places.y[q] + places.h[q])
    return low - top > min(places.h[p], places.h[q]) // 2


def _place(p: int, texts: list, near: list) -> str:
    """Place p: what lies there, how it is marked, and where it is."""
    words = _what(p, texts, near)
    mark = _mark(p)
    for i, word in enumerate((", chosen", ", takes it", ", hint")):
        if mark >> i & 1:
            words += word
    if places.kind[p] & places.VIEW_DRAWS:
        hand = [
            q
            for q in range(places.count)
            if places.kind[q] & places.VIEW_DRAWS and piles.counts[q]
        ]
        if p in hand:
            words += ", %d of %d" % (hand.index(p) + 1, len(hand))
        return words
    return words + ", row %d, %d of %d" % _where(p)


def _what(p: int, texts: list, near: list) -> str:
    """What lies at place p: the uppermost card, those below it, and what stands there."""
    end = places.at[p] + min(piles.counts[p], places.show[p])
    seen = [_card(piles.cards_now[e]) for e in range(places.at[p], end) if piles.cards_now[e]]
    seen.reverse()
    here = [t for i, t in enumerate(texts) if near[i] == p and _is_word(t)]
    words = seen[0] if seen else "" if here and places.kind[p] & places.VIEW_DRAWS else "empty"
    if len(seen) > 1:
        words += " on " + ", ".join(seen[1:])
    stands = _lines(here)
    return words + (" " if words and stands else "") + " ".join(stands)


# Words


def _card(c: int) -> str:
    """A card, or a rank that stands on the table."""
    if c & DOWN:
        return "face down"
    return NAMES[c & 15] + ("" if c & 0x40 else " of " + _SUITS[c >> 4 & 3])


def _pronounce(text: str) -> str:
    """A text without glyphs; one alone is a picture."""
    out = ""
    if len(text) == 1 and text < " ":
        return out
    for letter in text:
        if letter >= " ":
            out += letter
        else:
            word = _GLYPHS.get(letter, "")
            out += word if not out or out[-1] == " " or word[:1] in " " else " " + word
    return out.strip()


def _say(parts: list) -> None:
    words = ""
    for part in parts:
        if part:
            words += part + (" " if part[-1] in ".:?!" else ". ")
    if words:
        _speak(words.strip())
