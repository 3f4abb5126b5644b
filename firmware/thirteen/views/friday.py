"""Layer 4. Friday the 13th on the screen: foundations above; hand, turned card and waste below.

Places 0..12 are the foundations, 13 the hand, 14 the turned card, 15 the waste, of which the last
four cards show.
"""

import sys
from array import array

from micropython import const

import hal
from thirteen.rules import friday as rules
from thirteen.ui import art, canvas, captions, card_art, keys, piles, slots, status_panel
from thirteen.ui.piles import hint, pairs, playable, skip, tick  # noqa: F401 - the view's own names

_STEPS = const(1536)  # PREV and NEXT
_HAND = const(13)
_TURNED = const(14)
_WASTE = const(15)
_REDEAL = const(1)
_FROM_TURNED = const(16)
_FROM_WASTE = const(32)
_FANNED = const(4)  # cards of the waste that show
_TOP = 1 if canvas.TINY else 3
_GAP = 2 if canvas.TINY else 4  # between the rows of foundations
_ROW_Y = 65 if canvas.TINY else 116  # y of the lower row
_LINE = 13 if canvas.TINY else 15  # from there up to the line above it
_BELOW = 0 if canvas.TINY else 1  # and from the row down to the line below it
_FOOT = 104 if canvas.TINY else 192
_PALE_INK = const(0x3330)
_LISTED = const(24)  # cards of the waste in one note
_SLIDE = const(80)  # ms from one card of a redeal to the next

_RANKS = ("an ace", "a 2", "a 3", "a 4", "a 5", "a 6", "a 7", "an 8", "a 9", "a 10", "a jack",
          "a queen", "a king")  # fmt: skip
_SHORT = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

_tops = bytearray(13)  # of the foundations, for `draw_all`: cards, and ranks of the empty ones
_ranks = bytearray(13)
_filled = 0
_below = 0  # the card that the card in flight will cover
_pitch = 24  # from card to card in the waste
_counts = array("h", (-1, -1, -1))  # as drawn: of hand, waste and redeals
_fan = bytearray(_FANNED)  # cards of the waste that show, and where
_fan_x = array("h", bytes(2 * _FANNED))
_fan_y = array("h", [_ROW_Y] * _FANNED)
_listed = 0  # the first card of the waste that the note lists
_lost = ""  # why the deal can no longer be won

_label = bytearray(b"\x01\x01\x2f\x00\x0a\x0e")  # a rank amid an empty place: signs of hal.stamp


def open(s: bytearray) -> None:
    """Set up the places; wide screens have larger cards."""
    global _pitch, _below
    wide = hal.W >= 300
    card_w, card_h = (42, 45) if wide else (32, 44)
    big_w, big_h = (54, 58) if wide else (44, 56)
    _pitch = 30 if wide else 24
    if canvas.TINY:
        card_w, card_h, big_w, big_h = 32, 24, 38, 25
        _label[5] = 4
    _label[4] = (card_w - 12) // 2
    slots.clear()
    step = (hal.W - 2) // 7
    left = (hal.W - 7 * step + step - card_w) // 2
    for f in range(13):
        slots.add(left + f % 7 * step, _TOP + f // 7 * (card_h + _GAP), card_w, card_h)
    waste_w = big_w + (_FANNED - 1) * _pitch
    gap = (hal.W - 2 * big_w - waste_w) // 4
    slots.add(gap, _ROW_Y, big_w, big_h)
    slots.add(2 * gap + big_w, _ROW_Y, big_w, big_h)
    slots.add(3 * gap + 2 * big_w, _ROW_Y, waste_w, big_h, big_w, big_h)
    for i in range(_FANNED):
        _fan_x[i] = slots.x[_WASTE] + i * _pitch
    status_panel.foot(_FOOT)
    status_panel.captions((captions.A + "play", captions.B + "turn") + captions.GAME)
    card_art.room(4, big_w, big_h)
    _below = 0
    _find_lost(s)
    piles.open(sys.modules[__name__], s, _HAND)


def enter(s: bytearray) -> None:
    """Start the animation of a new deal."""
    piles.enter(s, slots.x[_HAND], _ROW_Y, 0, 4)


def source(s: bytearray, m: int) -> int:
    if m < _FROM_TURNED:
        return _HAND
    return _WASTE if m & _FROM_WASTE else _TURNED


def target(s: bytearray, m: int) -> int:
    return _HAND if m < _FROM_TURNED else m & 15


def value(s: bytearray, m: int) -> int:
    """Starting a pile is preferred to building on one."""
    return 1 if m >= _FROM_TURNED and not rules.top(s, m & 15) else 0


def describe(s: bytearray, m: int) -> str:
    """Move m in a few words."""
    if m < _FROM_TURNED:
        return "Redeal" if m == _REDEAL else "Turn the next card"
    r = _SHORT[rules.source(s, m) & 15]
    top = rules.top(s, m & 15)
    return "Play the %s on the %s" % (r, _SHORT[top & 15]) if top else "Begin the pile of %s" % r


def why(s: bytearray, p: int) -> str:
    if p == _HAND:
        return "Nothing left to turn: play what lies open"
    if p > _HAND:
        c = rules.turned(s) if p == _TURNED else rules.waste(s)
        return "No pile takes %s now" % _RANKS[(c & 15) - 1] if c else "No card here"
    if rules.top(s, p) or p == rules.filled(s):
        return "This pile waits for %s" % _RANKS[rules.wants(s, p) - 1]
    return "Piles begin in order: next is the %s" % _SHORT[rules.label(rules.filled(s))]


def standing(s: bytearray) -> str:
    return _lost


def _find_lost(s: bytearray) -> None:
    """F13: find an empty foundation that can never be filled."""
    global _lost
    f = rules.lacking(s)
    _lost = ""
    if f >= 0:
        name = _RANKS[rules.label(f) - 1].split(" ")[1]
        _lost = "No %s is left for its pile. This deal can't be won from here." % name


def key(k: int, s: bytearray) -> int:
    if not piles.chosen():
        at = piles.cursor
        if k == keys.B or k == keys.A and at == _TURNED and not rules.turned(s):
            skip(s)
            return piles.press(s, _HAND)
        if k & _STEPS and rules.wasted(s):
            slots.flags[_WASTE] |= slots.CAN  # to let the player list its cards
        if at == _WASTE and k & (keys.RIGHT | keys.NEXT) and rules.wasted(s) > _LISTED:
            more = _listed + _LISTED
            if more < rules.wasted(s) or k == keys.RIGHT:
                _list_waste(s, more if more < rules.wasted(s) else 0)
                return -1
        m = piles.key(k, s)
        if piles.cursor == _WASTE and k != keys.A and at != _WASTE:
            _list_waste(s, 0)
        return m
    return piles.key(k, s)


def _list_waste(s: bytearray, first: int) -> None:
    """Note the waste's cards from number `first` on, in the order in which they will return."""
    global _listed
    _listed = first
    n = rules.wasted(s)
    end = min(first + _LISTED, n)
    if end > first:
        cards = " ".join([_SHORT[c & 15] for c in rules.lying(s, first, end)])
        if n > _LISTED:
            words = "%d to %d of %d, %s: %s" % (first + 1, end, n, captions.MORE, cards)
        else:
            words = "Waste: " + cards
        status_panel.note(words)


def changed(s: bytearray) -> None:
    _find_lost(s)
    piles.changed(s)


def moved(s: bytearray, m: int, was: bytearray) -> None:
    global _below
    _below = rules.top(was, m & 15) if m >= _FROM_TURNED else 0
    _find_lost(s)
    canvas.counted(0, "%d left", rules.hand(s))  # formatted now, as later frames must not allocate
    canvas.counted(1, "waste %d", rules.wasted(s))
    piles.moved(s, m, was)
    if m >= _FROM_TURNED:
        return
    turned = rules.turned(was)
    at = slots.x[_TURNED]
    delay = 0
    if m == _REDEAL:
        if turned:
            piles.fly(s, 128, at, _ROW_Y, _HAND, 0, False)
        x = card_x(was, _WASTE)
        for _ in range(min(rules.wasted(was), 2)):
            piles.fly(s, 128, x, _ROW_Y, _HAND, delay, False)
            delay += _SLIDE
            x -= _pitch
        delay += _SLIDE
    elif turned:
        piles.fly(s, turned, at, _ROW_Y, _WASTE)
    if rules.turned(s):
        piles.fly(s, rules.turned(s), slots.x[_HAND], _ROW_Y, _TURNED, delay)


def undone(s: bytearray, m: int, was: bytearray) -> None:
    """Move m was undone; `was` is the state it had led to."""
    global _below
    _below = 0
    piles.undone(s, m, was)
    if m >= _FROM_TURNED:
        return
    if rules.turned(was):
        piles.fly(s, rules.turned(was), slots.x[_TURNED], _ROW_Y, _HAND, 0, False)
    x = slots.x[_HAND] if m == _REDEAL else card_x(was, _WASTE)
    if rules.turned(s):
        piles.fly(s, rules.turned(s), x, _ROW_Y, _TURNED)
    if m == _REDEAL and rules.wasted(s):
        piles.fly(s, 128, x, _ROW_Y, _WASTE)


def draw(s: bytearray, full: bool) -> None:
    global _filled
    _filled = rules.filled(s)
    piles.draw(s, full)
    _draw_counts(s, full)
    status_panel.part("played", rules.score(s), 52)
    status_panel.draw(full)


def draw_all(s: bytearray) -> None:
    tops = _tops
    ranks = _ranks
    for p in range(13):
        c = tops[p] = _top(s, p)
        ranks[p] = 0 if c else 0x40 | rules.label(p)
    if _filled < 13:
        ranks[_filled] |= 0x10
    x = slots.x
    y = slots.y
    w = slots.w[0]
    h = slots.h[0]
    card_art.faces(tops, 0, 13, x, y, w, h)
    card_art.ranks(card_art.THIN, _label, ranks, 0, 13, x, y, w, h)
    for p in (_HAND, _TURNED, _WASTE):
        draw_place(s, p, 0, True)


def card_x(s: bytearray, p: int) -> int:
    x = slots.x[p]
    if p == _WASTE:
        x += max(min(rules.wasted(s), _FANNED) - 1, 0) * _pitch
    return x


def card_y(s: bytearray, p: int) -> int:
    return slots.y[p]


def look(s: bytearray, p: int) -> int:
    if p == _HAND:
        return rules.hand(s) << 2 | rules.redeals(s)
    if p == _TURNED:
        return 0 if piles.hides(p) else rules.turned(s)
    if p == _WASTE:
        return (rules.waste(s) << 6 | rules.wasted(s)) << 1 | piles.hides(p)
    return rules.height(s, p) << 1 | piles.hides(p) | (p == _filled) << 9


def leave_from() -> list[tuple[int, int]]:
    return [(slots.x[f], slots.y[f]) for f in range(_HAND)]


def draw_place(s: bytearray, p: int, mark: int, anew: bool) -> None:
    x = slots.x[p]
    y = slots.y[p]
    w = slots.card_w[p]
    if p == _HAND:
        _draw_hand(s, x, y, w, mark)
    elif p == _TURNED:
        piles.card_or_slot(0 if piles.hides(p) else rules.turned(s), p, mark)
    elif p == _WASTE:
        _draw_waste(s, x, y, w, mark, anew)
    else:
        c = _top(s, p)
        piles.card_or_slot(c, p, mark)
        if not c:
            r = rules.label(p) - 1
            ink = canvas.GOLD_FELT if p == _filled else _PALE_INK
            hal.blit(art.RANK_MID, r * art.RANK_MID_STEP, x + (w - 12) // 2, y + _label[5], ink)


def _top(s: bytearray, f: int) -> int:
    """The top card of a foundation, without a card still in flight to it."""
    return _below if piles.hides(f) else rules.top(s, f)


def _draw_hand(s: bytearray, x: int, y: int, w: int, mark: int) -> None:
    """The hand; if it is empty, whether there is a redeal."""
    h = slots.h[_HAND]
    if rules.hand(s):
        card_art.back(x, y, w, h, mark)
    else:
        card_art.slot(x, y, w, h, mark)
        if rules.redeals(s):
            top = y + (h - 12) // 2
            hal.blit(art.ICONS, art.ICON_UNDO, x + (w - 13) // 2, top, canvas.GOLD_FELT)


def _draw_counts(s: bytearray, full: bool) -> None:
    """The counts above and below the lower row; while cards fly, one per frame."""
    all_of_them = full or not card_art.flying()
    n = rules.hand(s)
    if full or n != _counts[0]:
        _counts[0] = n
        bottom = _ROW_Y + slots.h[_HAND] + _BELOW
        _line(_HAND, bottom, canvas.counted(0, "%d left", n), canvas.ON_FELT)
        if not all_of_them:
            return
    n = rules.wasted(s)
    if full or n != _counts[1]:
        _counts[1] = n
        bottom = _ROW_Y + slots.h[_HAND] + _BELOW
        _line(_WASTE, bottom, canvas.counted(1, "waste %d", n), canvas.ON_FELT)
        if not all_of_them:
            return
    n = rules.redeals(s)
    if full or n != _counts[2]:
        _counts[2] = n
        _line(_HAND, _ROW_Y - _LINE, ("no redeal", "1 redeal", "2 redeals")[n], canvas.GOLD_FELT)


def _line(p: int, y: int, text: str, ink: int) -> None:
    """A line above or below place p."""
    piles.words(slots.x[p] - 8, y, slots.w[p] + 16, text, ink)


def _draw_waste(s: bytearray, x: int, y: int, w: int, mark: int, anew: bool) -> None:
    """The waste's last cards, the top one on the right."""
    n = min(rules.wasted(s), _FANNED)
    shown = n - piles.hides(_WASTE)
    h = slots.h[_WASTE]
    if anew:
        for i in range(shown):
            _fan[i] = rules.waste(s, n - 1 - i)
        if shown:
            card_art.fan(_fan, 0, shown, _fan_x, _fan_y, w, h)
    x += max(n - 1, 0) * _pitch
    if not n:
        card_art.slot(x, y, w, h, mark)
    elif shown == n and (mark or not anew):
        card_art.card(rules.waste(s), x, y, w, h, mark | card_art.FAN)
