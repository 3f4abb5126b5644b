"""Layer 4. Imaginary Thirteen on the screen: eight foundations above, stock and wastes below."""

import sys
from array import array

from micropython import const

import hal
from hal import fb
from thirteen.cards import KING, NAMES, SHORT, a_rank
from thirteen.draw import art, canvas
from thirteen.fast import native
from thirteen.rules import imaginary as rules
from thirteen.table import choice, piles, places, table
from thirteen.table.table import (  # noqa: F401 - the view's own names
    draw,
    empty,
    enter,
    flag,
    hint,
    leave_from,
    move_rects,
    pairs,
    playable,
    skip,
    status,
    undone,
)
from thirteen.ui import captions, keys
from thirteen.ui.status_panel import status_panel

_KEYS: tuple = (captions.of(keys.A, "play"),) + captions.SPARE_B

_TURNED = const(8)  # places; 0 to 7 are the foundations
_WASTE = const(9)
_AHEAD = const(6)  # ranks that a pile needs in one message
_LISTED = const(20)  # cards of a waste in one message
_HEAD = const(13)  # above a waste
_WIDE_HEAD = const(44)  # room for "3 more"
# Above a waste, if the next rank of a foundation stands below it; else beside its mark.
_TALL = const(16 + 40 + 15 + 3 + _HEAD)
_LEAST_WASTE = const(36 + 3 * 13)  # four cards
_THEN_H = const(12)  # of a row of the ranks after the next, where there is room

# Below a foundation: a bar; see card_art.py. c8 is the card's lower edge.
_BAR = b"\x01\x01\xd7\xc7\xda\x0e"
_LOW_BAR = b"\x01\x01\xc9\xc7\xcc\x0e"
_MARKS = ("+1", "+2", "+3", "+4", "+5", "+6", "+7", "+8")

_pile = bytearray(96)
_out = array("H", bytes(2 * rules.MOVES))
_next = bytearray(8)  # the rank that each foundation needs next, as hal.stamps has them
_next_sign = bytearray(b"\x01\x02\x23\x00\x00\x00")  # where it is drawn: below, or beside its mark
_then = bytearray(8)  # likewise the two after it, below the bar,
_last = bytearray(8)
_then_sign = bytearray(b"\x01\x02\x23\x00\x00\xdb")
_last_sign = bytearray(b"\x01\x02\x23\x00\x00\xdb")
_ahead = False  # whether these are shown
_bar = _BAR
_bars = bytearray(8)  # their progress, in pixels
_marks: list = []  # I1: how each counts, texts above them
_bar_y = _pitch = 0  # pitch: from waste to waste
_listed = 0  # the first card of a waste that the message lists


class _Warnings:
    """Of wastes whose top buries a card needed first, a bit each."""

    def __init__(self) -> None:
        self.given = 0
        self.unsure = 0  # wastes yet to be checked for that: it takes a ms each

    def renew(self, s: bytearray) -> None:
        self.unsure = (1 << rules.wastes(s)) - 1

    def check_all(self, s: bytearray) -> None:
        self.renew(s)
        while self.unsure:
            self.check_one(s)

    def check_one(self, s: bytearray) -> bool:
        """Check one waste; whether its warning has changed."""
        w = 0
        while not self.unsure >> w & 1:
            w += 1
        bit = 1 << w
        self.unsure &= ~bit
        if (self.given & bit > 0) == (rules.buries(s, w) > 0):
            return False
        self.given ^= bit
        return True


_warnings = _Warnings()


def open(s: bytearray) -> None:
    global _pitch, _bar_y, _bar, _ahead
    width, height = status_panel.below()
    low = height < _TALL + _LEAST_WASTE
    _ahead = height >= _TALL + _THEN_H + _LEAST_WASTE
    pitch = width // 8
    w = pitch - 2
    h, card_h, step = (24, 24, 12) if low else (40, 36, 17 if w > 30 else 13)
    top = 13 if low else 16
    mark_y = top - 13 if low else 2
    mark_w = 15 if low else w
    _next_sign[4] = w - 10 if low else w // 2 - 4
    _next_sign[5] = 0xA4 if low else 0xCA
    _then_sign[4] = w // 2 - 10
    _last_sign[4] = w // 2 + 2
    _bar = _LOW_BAR if low else _BAR
    _bar_y = top + h + (1 if low else 15)
    places.clear()
    _marks.clear()
    for f in range(8):
        x = f * pitch + (pitch - w) // 2
        places.add(x, top, w, h)
        x += (mark_w - canvas.width(art.SMALL, _MARKS[f])) // 2
        _marks.append((art.SMALL, _MARKS[f], x, mark_y, canvas.GOLD_FELT))
    big_w, big_h = (38, 25) if low else (w * 11 // 7, w * 2)
    wastes_y = _bar_y + 3 + _HEAD + (_THEN_H if _ahead else 0)
    wastes_x = big_w + 14
    stock_y = wastes_y + (height - wastes_y) * 2 // 15
    places.add(6, stock_y, big_w, min(big_h, height - stock_y - 15), places.STOCK)
    n = rules.wastes(s)
    most = (height - wastes_y - card_h) // step + 1
    _pitch = (width - wastes_x) // n
    w = min(w, _pitch - 2)
    for i in range(n):
        x = wastes_x + i * _pitch + (_pitch - w) // 2
        places.add(x, wastes_y, w, card_h, most=most, below=step)
    status_panel.captions(_KEYS)
    table.open(sys.modules[__name__], s, _TURNED)
    _warnings.check_all(s)


@native
def cards(s: bytearray, p: int, out: bytearray, at: int) -> int:
    if p == _TURNED:
        out[at] = rules.turned(s)
        return rules.stock(s)
    if p > _TURNED:
        rules.upper(s, p - _WASTE, places.show[p], out, at)
        return rules.wasted(s, p - _WASTE)
    h = rules.height(s, p)
    out[at] = rules.built(s, p, h - 1) if h else 0
    _next[p] = _sign(p, h, 0x60)
    if _ahead:
        _then[p] = _sign(p, h + 1, 0x70)
        _last[p] = _sign(p, h + 2, 0x70)
    _bars[p] = (places.w[p] - 2) * h // 12
    return h


def _sign(f: int, h: int, ink: int) -> int:
    """The rank of foundation f's card number h, in that ink, for hal.stamps; or 0."""
    return ink | rules.rank_at(f, h) if h < rules.FULL else 0


def source(s: bytearray, m: int) -> int:
    return _WASTE + (m >> 3 & 7) if m & rules.FROM_WASTE else _TURNED


def target(s: bytearray, m: int) -> int:
    return _WASTE + (m & 7) if m & rules.TO_WASTE and m < rules.FROM_WASTE else m & 7


def value(s: bytearray, m: int) -> int:
    """Kings are played last: they get a waste of their own, where cards on top do no harm.

    Another card goes where it buries nothing that must go before it: to a waste in use, if it
    can, or on kings.
    """
    if m >= rules.FROM_WASTE or not m & rules.TO_WASTE:
        return 0
    top = rules.waste(s, m & 7) & 15
    if rules.turned(s) & 15 == KING:
        return 2 if not top else top == KING
    after = bytearray(s)
    rules.apply(after, m)
    if rules.buries(after, m & 7):
        return 0
    return 2 if top == KING else 3 if top else 1


def describe(s: bytearray, m: int, done: bool = False) -> str:
    """Move m in a few words, or what it did; with its source where the rank doesn't tell it."""
    r = rules.source(s, m) & 15
    card = "the " + NAMES[r]
    if target(s, m) >= _TURNED:
        return "Put %s on waste %s" % (card, rules.WASTES[m & 7])
    alike = 1 if rules.turned(s) & 15 == r else 0
    for w in range(rules.wastes(s)):
        alike += rules.waste(s, w) & 15 == r
    if alike > 1 and m & rules.FROM_WASTE:
        card += " of waste " + rules.WASTES[m >> 3 & 7]
    elif alike > 1:
        card = "the turned " + NAMES[r]
    return ("Played %s on %s" if done else "Play %s on %s") % (card, _MARKS[m & 7])


def refusal(s: bytearray, p: int, chosen: int) -> str:
    if p < _TURNED:
        r = rules.wants(s, p)
        return "This pile waits for %s" % a_rank(r) if r else "This pile is complete"
    c = rules.turned(s) if p == _TURNED else rules.waste(s, p - _WASTE)
    return "No pile takes %s now" % a_rank(c & 15) if c else "No card here"


def key(k: int, s: bytearray) -> int:
    at = choice.cursor
    more = False
    if k == keys.B and at >= _WASTE and not choice.picked:
        more = rules.wasted(s, at - _WASTE) > _LISTED
    if k & (keys.PREV | keys.NEXT):  # includes wastes that can only be looked at
        for p in range(_WASTE, places.count):
            if rules.wasted(s, p - _WASTE):
                places.flags[p] |= places.FREE
    m = -1 if more else table.key(k, s)
    if more or k != keys.A and choice.cursor != at and choice.cursor >= _WASTE:
        _list_waste(s, choice.cursor - _WASTE, _listed + _LISTED if more else 0)
    elif k != keys.A and choice.cursor != at and choice.cursor < _TURNED and not choice.picked:
        _list_next(s, choice.cursor)
    return m


def _list_next(s: bytearray, f: int) -> None:
    """Say what a pile needs, and the ranks after that: no sums are left to the player."""
    h = rules.height(s, f)
    ranks = [SHORT[rules.rank_at(f, i)] for i in range(h, min(h + _AHEAD, rules.FULL))]
    if ranks:
        text = "%s: %s" % (_MARKS[f], ranks[0])
        status_panel.message(text + (", then " + " ".join(ranks[1:]) if ranks[1:] else ""))


@native
def _list_waste(s: bytearray, w: int, first: int) -> None:
    """I9: name a waste's cards, the top last; if there are many, B shows the next ones."""
    global _listed
    n = rules.pile(s, w, _pile)
    _listed = first = first if first < n else 0
    end = min(first + _LISTED, n)
    ranks = " ".join([SHORT[c & 15] for c in _pile[first:end]])
    words = rules.WASTES[w]
    if n > _LISTED:
        words = "%s, %d to %d of %d, %smore: %s" % (words, first + 1, end, n, captions.B, ranks)
    else:
        words += ": " + ranks
    below = rules.buries(s, w)
    if below:
        top = NAMES[rules.waste(s, w) & 15]
        words = "The %s blocks the %s below it. %s" % (top, NAMES[below & 15], words)
    if n:
        status_panel.message(words)


def changed(s: bytearray) -> None:
    table.changed(s)
    _warnings.check_all(s)


def moved(s: bytearray, m: int, was: bytearray) -> None:
    table.moved(s, m, was)
    _go_home(s)
    _warnings.renew(s)


def _go_home(s: bytearray) -> None:
    """The cursor goes to a card that a pile takes, a waste's first: that frees what lies below.

    If no pile takes one, it goes to a waste for the turned card, where A puts it.
    """
    n = rules.moves(s, _out)
    if n:
        last = _out[n - 1]  # a card of a waste, if one can be played
        choice.cursor = source(s, last)
        if rules.TO_WASTE <= _out[0] and last < rules.FROM_WASTE:
            best = -1
            for i in range(n - 1, -1, -1):
                worth = value(s, _out[i])
                if worth >= best:
                    best = worth
                    choice.cursor = target(s, _out[i])


def tick(s: bytearray, dt: int) -> bool:
    return table.tick(s, dt) or _warnings.unsure > 0 and _warnings.check_one(s)


@native
def draw_labels(s: bytearray) -> None:
    """Marks, next ranks and progress of the foundations, the counts, the heads of the wastes."""
    x = places.x
    w = places.w[0]
    status_panel.progress("played", rules.score(s), 96)
    canvas.texts(_marks)
    h = places.h[0]
    hal.stamps(_bar, _next_sign, _next, 0, 8, x, places.y, w, h, canvas.PALE_FELT)
    if _ahead:
        hal.stamps(canvas.NONE, _then_sign, _then, 0, 8, x, places.y, w, h, 0)
        hal.stamps(canvas.NONE, _last_sign, _last, 0, 8, x, places.y, w, h, 0)
    for f in range(8):
        if not _next[f]:
            y = places.y[f] + places.h[f] - 200 + _next_sign[5] + (_bar is _BAR)
            hal.blit(art.ICONS, art.ICON_CHECK, x[f] + _next_sign[4] - 2, y, canvas.GOLD_FELT)
            fb.fill_rect(x[f] + 1, _bar_y, w - 2, 3, canvas.GOLD)
        else:
            fb.fill_rect(x[f] + 1, _bar_y, _bars[f], 3, canvas.GOLD)
    y = places.y[_TURNED] + places.h[_TURNED] + 2
    n = piles.depth(_TURNED)
    wide = places.w[_TURNED] + 8
    canvas.centre_formatted(0, "%d left", n, x[_TURNED] - 4, y, wide, canvas.ON_FELT)
    for p in range(_WASTE, places.count):
        _draw_head(p)


@native
def _draw_head(p: int) -> None:
    """Above a waste: the number of hidden cards, and a warning if its top is in the way."""
    w = p - _WASTE
    x = places.x[p]
    wide = places.w[p]
    y = places.y[p] - _HEAD
    left = x + (wide - _pitch) // 2
    warned = _warnings.given >> w & 1
    right = min(x + wide, left + _pitch) - 14
    more = piles.depth(p) - places.show[p]
    in_words = _pitch > _WIDE_HEAD + 14
    # The sign at the edge leaves room for "3 more", if none stands at the edge before.
    if not in_words and 0 < more < 10 and _pitch > _WIDE_HEAD:
        in_words = not _warnings.given << 1 >> w & 1
        right = max(right, left + _pitch - 13) if in_words else right
    if warned:
        hal.blit(art.ICONS, art.ICON_WARNING, right, y + 1, canvas.GOLD_FELT)
    if not piles.depth(p):
        y = places.y[p] + (places.card_h[p] - 12) // 2
        canvas.centre(art.SMALL, rules.WASTES[w], x, y, wide, canvas.ON_FELT)
    elif more <= 0:
        pass
    elif warned and in_words:
        canvas.right(
            art.SMALL, canvas.formatted(1 + w, "%d more", more), right - 2, y, canvas.ON_FELT
        )
    elif warned or _pitch < _WIDE_HEAD:
        word = canvas.formatted(1 + w, "%d", more)
        hal.text(art.SMALL, word, left, y, canvas.ON_FELT)
    else:
        canvas.centre_formatted(1 + w, "%d more", more, left, y, _pitch, canvas.ON_FELT)
