"""Layer 4. Imaginary Thirteen on the screen: eight foundations above, stock and wastes below.

Places 0..7 are the foundations, 8 the turned card, from 9 on the wastes.
"""

import sys
from array import array

from micropython import const

import hal
from hal import fb
from thirteen.rules import imaginary as rules
from thirteen.ui import art, canvas, captions, card_art, keys, piles, slots, status_panel
from thirteen.ui.piles import hint, pairs, playable, skip, undone  # noqa: F401 - the view's own names

_STEPS = const(1536)  # PREV and NEXT
_LISTED = const(20)  # cards of a waste in one note
_TURNED = const(8)
_WASTE = const(9)
_KING = const(13)
_TO_WASTE = const(16)
_FROM_WASTE = const(64)
_CARD_W = 38 if canvas.BROAD else 28  # in a waste
_CARD_H = 24 if canvas.TINY else 36
_BASE_H = 24 if canvas.TINY else 40  # on a foundation
_TOP = 13 if canvas.TINY else 16
_BIG_W = 38 if canvas.TINY else 50 if canvas.BROAD else 44
_BIG_H = 25 if canvas.TINY else 60 if canvas.BROAD else 56
_STOCK_X = const(6)
_STOCK_Y = 60 if canvas.TINY else 101
_WASTES_X = 60 if canvas.BROAD else 58
_WASTES_Y = 55 if canvas.TINY else 87
_HEAD = const(13)  # above a waste
_STEP = 12 if canvas.TINY else 17 if canvas.BROAD else 13  # of the cards in a waste
# The height drawn of them: the next one has round corners.
_IN_SIGHT = 19 if canvas.TINY else 23 if canvas.BROAD else 20
_SHOWN = 3 if canvas.TINY else 5 if canvas.BROAD else 6
_ROOM = _SHOWN + 1  # plus one in flight
_BAR_Y = 38 if canvas.TINY else 71  # of the foundations
_NEXT_Y = 1 if canvas.TINY else 58  # of the rank a foundation needs
_MARK_Y = 0 if canvas.TINY else 2
_LETTER = 5 if canvas.TINY else 12  # from an empty waste's edge down to its name
_FOOT = 104 if canvas.TINY else 192
_WIDE_HEAD = const(44)  # room for "3 more"

# Below a foundation: a bar, and a small rank, on a tiny screen above it; see card_art.py. c8 is
# the card's lower edge.
_BAR = b"\x01\x01\xc9\xc7\xcc\x0e" if canvas.TINY else b"\x01\x01\xd7\xc7\xda\x0e"
_next_sign = bytearray(b"\x01\x02\x23\x00\x0a" + (b"\xa4" if canvas.TINY else b"\xca"))
_MARKS = ("+1", "+2", "+3", "+4", "+5", "+6", "+7", "+8")
_RANKS = ("an ace", "a 2", "a 3", "a 4", "a 5", "a 6", "a 7", "an 8", "a 9", "a 10", "a jack",
          "a queen", "a king")  # fmt: skip
_SHORT = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

_pile = bytearray(96)
_tops = bytearray(8)  # of the foundations
_next = bytearray(8)  # and their next ranks
_bars = bytearray(8)  # and their progress, in pixels
_empty = bytearray(8)  # whether they are
_tail = bytearray(8 * _ROOM)  # visible cards of the wastes except the tops, and their positions
_xs = array("h", bytes(16 * _ROOM))
_ys = array("h", [_WASTES_Y + i % _ROOM * _STEP for i in range(8 * _ROOM)])
_last = bytearray(_WASTE + 8)  # the wastes' tops, by place
_last_y = array("h", bytes(2 * (_WASTE + 8)))
_more = bytearray(8)  # cards of them that do not show
_base_w = 28  # of a card on a foundation
_pitch = 0  # from waste to waste
_listed = 0  # the first card of a waste that the note lists
_warned = 0  # wastes whose top buries a card needed first, a bit each
_unsure = 0  # wastes yet to be checked for that: it takes a ms each
_below = 0  # the card that the card in flight will cover


def open(s: bytearray) -> None:
    """Set up the places; on wide screens the foundations are wider."""
    global _base_w, _pitch
    pitch = hal.W // 8
    _base_w = 36 if pitch >= 40 else 28
    _next_sign[4] = _base_w - 11 if canvas.TINY else _base_w // 2 - 4
    slots.clear()
    for f in range(8):
        slots.add(f * pitch + (pitch - _base_w) // 2, _TOP, _base_w, _BASE_H)
    slots.add(_STOCK_X, _STOCK_Y, _BIG_W, _BIG_H)
    n = rules.wastes(s)
    _pitch = (hal.W - _WASTES_X) // n
    for w in range(n):
        x = _WASTES_X + w * _pitch + (_pitch - _CARD_W) // 2
        slots.add(x, _WASTES_Y, _CARD_W, _CARD_H + (_SHOWN - 1) * _STEP, _CARD_W, _CARD_H)
        for i in range(_ROOM):
            _xs[w * _ROOM + i] = x
    status_panel.foot(_FOOT)
    status_panel.captions((captions.A + "play",) + captions.GAME)
    card_art.room(4, _BIG_W, _BIG_H)
    _recheck_wastes(s)
    piles.open(sys.modules[__name__], s, _TURNED)


def enter(s: bytearray) -> None:
    """Start the animation of a new deal: the bases, if there are any."""
    global _below
    _below = 0
    if rules.score(s):
        piles.enter(s, _STOCK_X, _STOCK_Y, 0, 8)


def source(s: bytearray, m: int) -> int:
    return _WASTE + (m >> 3 & 7) if m & _FROM_WASTE else _TURNED


def target(s: bytearray, m: int) -> int:
    return _WASTE + (m & 7) if m & _TO_WASTE and m < _FROM_WASTE else m & 7


def value(s: bytearray, m: int) -> int:
    """Kings are played last: they get a waste of their own, where cards on top do no harm."""
    if m >= _FROM_WASTE or not m & _TO_WASTE:
        return 0
    top = rules.waste(s, m & 7) & 15
    if rules.turned(s) & 15 == _KING:
        return 2 if not top else top == _KING
    return 2 if top == _KING else not top


def describe(s: bytearray, m: int) -> str:
    """Move m in a few words."""
    r = _SHORT[rules.source(s, m) & 15]
    if target(s, m) < _TURNED:
        return "Play the %s on %s" % (r, _MARKS[target(s, m)])
    return "Put the %s on waste %s" % (r, rules.WASTES[m & 7])


def why(s: bytearray, p: int) -> str:
    if p < _TURNED:
        r = rules.wants(s, p)
        return "This pile waits for %s" % _RANKS[r - 1] if r else "This pile is complete"
    c = rules.turned(s) if p == _TURNED else rules.waste(s, p - _WASTE)
    return "No pile takes %s now" % _RANKS[(c & 15) - 1] if c else "No card here"


def standing(s: bytearray) -> str:
    return ""


def key(k: int, s: bytearray) -> int:
    at = piles.cursor
    more = k == keys.B and at >= _WASTE and not piles.chosen()
    if k & _STEPS:  # includes wastes that can only be looked at
        for p in range(_WASTE, slots.n):
            if rules.wasted(s, p - _WASTE):
                slots.flags[p] |= slots.CAN
    m = piles.key(k, s)
    if more or k != keys.A and piles.cursor != at and piles.cursor >= _WASTE:
        _list_waste(s, piles.cursor - _WASTE, _listed + _LISTED if more else 0)
    return m


def _list_waste(s: bytearray, w: int, first: int) -> None:
    """I9: note a waste's cards, the top last; if there are many, B shows the next ones."""
    global _listed
    n = rules.pile(s, w, _pile)
    _listed = first = first if first < n else 0
    end = min(first + _LISTED, n)
    cards = " ".join([_SHORT[c & 15] for c in _pile[first:end]])
    words = rules.WASTES[w]
    if n > _LISTED:
        words = "%s, %d to %d of %d, %smore: %s" % (words, first + 1, end, n, captions.B, cards)
    else:
        words += ": " + cards
    if n:
        status_panel.note(words)


def changed(s: bytearray) -> None:
    piles.changed(s)
    _recheck_wastes(s)


def forget(s: bytearray) -> None:
    """Drop all cached facts about s: for tests."""
    _recheck_wastes(s)


def _recheck_wastes(s: bytearray) -> None:
    """Mark the warnings of all wastes as not known."""
    global _unsure
    _unsure = (1 << rules.wastes(s)) - 1


def _check_one_waste(s: bytearray) -> None:
    """Update the warning of one waste."""
    global _unsure, _warned
    w = 0
    while not _unsure >> w & 1:
        w += 1
    bit = 1 << w
    _unsure &= ~bit
    if (_warned & bit > 0) != (rules.buries(s, w) > 0):
        _warned ^= bit
        piles.invalidate_place(_WASTE + w)


def tick(s: bytearray, dt: int) -> bool:
    if piles.tick(s, dt):
        return True
    if not _unsure:
        return False
    if piles.stale:
        draw(s, False)
    else:
        _check_one_waste(s)  # one per frame, when nothing is drawn
    return True


def moved(s: bytearray, m: int, was: bytearray) -> None:
    global _below
    p = target(was, m)
    _below = _top_of(was, p) if p < _TURNED else 0
    piles.moved(s, m, was)
    _recheck_wastes(s)


def draw(s: bytearray, full: bool) -> None:
    while full and _unsure:
        _check_one_waste(s)
    piles.draw(s, full)
    status_panel.part("played", rules.score(s), 96)
    status_panel.draw(full)


def _top_of(s: bytearray, f: int) -> int:
    """The top card of foundation f, 0 if empty."""
    h = rules.height(s, f)
    return rules.built(s, f, h - 1) if h else 0


def draw_all(s: bytearray) -> None:
    x = slots.x
    y = slots.y
    _find(s)
    wants = _next
    bars = _bars
    fill = fb.fill_rect
    w = _base_w
    label_w = w - 10 if canvas.TINY else w
    for f in range(8):
        # How it counts, by I1.
        canvas.centre(art.SMALL, _MARKS[f], x[f], _MARK_Y, label_w, canvas.GOLD_FELT)  # I1
    card_art.ranks(card_art.THIN, canvas.NONE, _empty, 0, 8, x, y, w, _BASE_H)
    card_art.faces(_tops, 0, 8, x, y, w, _BASE_H)
    card_art.ranks(_BAR, _next_sign, wants, 0, 8, x, y, w, _BASE_H)
    for f in range(8):
        if wants[f]:
            fill(x[f] + 1, _BAR_Y, bars[f], 3, canvas.GOLD)
        else:
            _progress(s, f, x[f])
    draw_place(s, _TURNED, 0, True)
    n = rules.wastes(s)
    for w in range(n):
        _draw_head(w, x[_WASTE + w])
    card_art.covered(_tail, 0, n * _ROOM, _xs, _ys, _CARD_W, _IN_SIGHT)
    card_art.lapped(_last, _WASTE, n, x, _last_y, _CARD_W, _CARD_H)


def _find(s: bytearray) -> None:
    """Collect the cards to draw."""
    for f in range(8):
        h = rules.height(s, f)
        c = _below if piles.hides(f) else rules.built(s, f, h - 1) if h else 0
        _tops[f] = c
        _empty[f] = not c
        _next[f] = 0x60 | rules.rank_at(f, h) if h < 12 else 0
        _bars[f] = (_base_w - 2) * h // 12
    for w in range(rules.wastes(s)):
        _find_waste(s, w, 0)


def _find_waste(s: bytearray, w: int, hides: int) -> None:
    """Put the visible cards of waste w into _tail and _last, without `hides` in flight."""
    at = w * _ROOM
    n = rules.upper(s, w, _SHOWN + hides, _tail, at) - hides
    top = at + n - 1
    _last[_WASTE + w] = _tail[top] if n else 0
    _last_y[_WASTE + w] = _ys[top]
    _more[w] = rules.wasted(s, w) - hides - n
    for i in range(top if n else at, at + _ROOM):
        _tail[i] = 0


def card_x(s: bytearray, p: int) -> int:
    return slots.x[p]


def card_y(s: bytearray, p: int) -> int:
    shown = min(rules.wasted(s, p - _WASTE), _SHOWN) if p >= _WASTE else 1
    return slots.y[p] + max(shown - 1, 0) * _STEP


def look(s: bytearray, p: int) -> int:
    if p < _TURNED:
        return rules.height(s, p) << 1 | piles.hides(p)
    if p == _TURNED:
        return rules.stock(s) << 1 | piles.hides(p)
    w = p - _WASTE
    look = (rules.waste(s, w) << 8 | rules.wasted(s, w)) << 2 | _warned >> w & 1
    return look | piles.hides(p) << 1


def leave_from() -> list[tuple[int, int]]:
    return [(slots.x[f], slots.y[f]) for f in range(_TURNED)]


def draw_place(s: bytearray, p: int, mark: int, anew: bool) -> None:
    x = slots.x[p]
    y = slots.y[p]
    if p < _TURNED:
        piles.card_or_slot(_below if piles.hides(p) else _top_of(s, p), p, mark)
        if anew:
            _progress(s, p, x)
    elif p == _TURNED:
        piles.card_or_slot(0 if piles.hides(p) else rules.turned(s), p, mark)
        if anew:
            word = canvas.counted(0, "%d left", rules.stock(s))
            piles.words(x - 4, y + _BIG_H + 2, _BIG_W + 8, word, canvas.ON_FELT)
    elif anew or not rules.wasted(s, p - _WASTE):
        _draw_waste(s, p, x, mark)
    else:
        c = rules.waste(s, p - _WASTE)
        card_art.card(c, x, card_y(s, p), _CARD_W, _CARD_H, mark | card_art.OVER)


def _progress(s: bytearray, f: int, x: int) -> None:
    """The rank a foundation needs next, and its progress."""
    r = rules.wants(s, f)
    left = x + _next_sign[4]
    if canvas.TINY:
        canvas.wipe(left - 2, 0, 13, _TOP)
        canvas.wipe(x, _BAR_Y, _base_w, 3)
    else:
        canvas.wipe(x, _NEXT_Y - 1, _base_w, _BAR_Y + 4 - _NEXT_Y)
    if r:
        hal.blit(art.RANK_SMALL, (r - 1) * art.RANK_SMALL_STEP, left, _NEXT_Y, canvas.ON_FELT)
    else:
        top = _NEXT_Y + (0 if canvas.TINY else 1)
        hal.blit(art.ICONS, art.ICON_CHECK, left - 2, top, canvas.GOLD_FELT)
    canvas.bar(x + 1, _BAR_Y, _base_w - 2, 3, rules.height(s, f), 12, canvas.GOLD)


def _draw_waste(s: bytearray, p: int, x: int, mark: int) -> None:
    """The top cards of a waste."""
    w = p - _WASTE
    _find_waste(s, w, piles.hides(p))
    _draw_head(w, x)
    if _last[p]:
        card_art.covered(_tail, w * _ROOM, _SHOWN, _xs, _ys, _CARD_W, _IN_SIGHT)
        card_art.card(_last[p], x, _last_y[p], _CARD_W, _CARD_H, mark | card_art.OVER)
    elif mark:
        card_art.slot(x, _WASTES_Y, _CARD_W, _CARD_H, mark)
        canvas.centre(art.SMALL, rules.WASTES[w], x, _WASTES_Y + _LETTER, _CARD_W, canvas.ON_FELT)


def _draw_head(w: int, x: int) -> None:
    """Above a waste: the number of hidden cards, and a warning if its top is in the way."""
    y = _WASTES_Y - _HEAD
    left = x + (_CARD_W - _pitch) // 2
    canvas.wipe(left, y, _pitch, _HEAD)
    warned = _warned >> w & 1
    right = min(x + _CARD_W, left + _pitch) - 14
    if warned:
        hal.blit(art.ICONS, art.ICON_WARNING, right, y, canvas.GOLD_FELT)
    more = _more[w]
    if more and warned and _pitch > _WIDE_HEAD + 14:
        canvas.right(
            art.SMALL, canvas.counted(1 + w, "%d more", more), right - 2, y, canvas.ON_FELT
        )
    elif more and (warned or _pitch < _WIDE_HEAD):
        word = canvas.counted(1 + w, art.CH_ELLIPSIS + "%d" if _pitch > 32 else "%d", more)
        hal.text(art.SMALL, word, left, y, canvas.ON_FELT)
    elif more:
        word = canvas.counted(1 + w, "%d more", more)
        canvas.centre(art.SMALL, word, left, y, _pitch, canvas.ON_FELT)
    elif not _last[_WASTE + w]:
        card_art.slot(x, _WASTES_Y, _CARD_W, _CARD_H)
        canvas.centre(art.SMALL, rules.WASTES[w], x, _WASTES_Y + _LETTER, _CARD_W, canvas.ON_FELT)
