"""Layer 4. Skeleton: view. Thirteen places in two rows, the number of stock cards below."""

import sys

from micropython import const

import hal
from thirteen.rules import skeleton as rules
from thirteen.ui import canvas, captions, card_art, piles, slots, status_panel
from thirteen.ui.piles import (  # noqa: F401 - the view's own names
    changed,
    hint,
    key,
    leave_from,
    moved,
    playable,
    skip,
    tick,
    undone,
)

_CARD_W = const(32)
_CARD_H = 24 if canvas.TINY else 44  # tiny screens are 135 high
_ACROSS = const(7)
_TOP = 2 if canvas.TINY else 12
_PITCH = 42 if canvas.TINY else 64  # from row to row, with a line of text between
_FOOT = 70 if canvas.TINY else 192

_RANKS = ("", "ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")

_tops = bytearray(rules.PLACES)


def open(s: bytearray) -> None:
    """Set up the layout."""
    slots.clear()
    step = (hal.W - 2) // _ACROSS
    left = (hal.W - _ACROSS * step + step - _CARD_W) // 2
    for p in range(rules.PLACES):
        slots.add(left + p % _ACROSS * step, _TOP + p // _ACROSS * _PITCH, _CARD_W, _CARD_H)
    status_panel.foot(_FOOT)
    status_panel.captions((captions.A + "take",) + captions.GAME)
    card_art.room(2, _CARD_W, _CARD_H)
    piles.open(sys.modules[__name__], s, 0)


def enter(s: bytearray) -> None:
    """Show a new deal."""
    piles.enter(s, hal.W // 2, _FOOT, 0, rules.PLACES)


def source(s: bytearray, m: int) -> int:
    return m >> 4


def target(s: bytearray, m: int) -> int:
    return m & 15


def pairs(m: int) -> bool:
    return True


def value(s: bytearray, m: int) -> int:
    return 0


def describe(s: bytearray, m: int) -> str:
    """Describe move m in a few words."""
    a = _RANKS[s[m >> 4] & 15]
    return "Take the king" if a == "king" else "Take %s and %s" % (a, _RANKS[s[m & 15] & 15])


def why(s: bytearray, p: int) -> str:
    if not s[p]:
        return "No card here"
    return "No %s to make 13 with" % _RANKS[13 - (s[p] & 15)]


def standing(s: bytearray) -> str:
    return ""


def card_x(s: bytearray, p: int) -> int:
    return slots.x[p]


def card_y(s: bytearray, p: int) -> int:
    return slots.y[p]


def look(s: bytearray, p: int) -> int:
    return s[p] << 1 | piles.hides(p)


def draw(s: bytearray, full: bool) -> None:
    piles.draw(s, full)
    status_panel.part("taken", rules.score(s), 52)
    status_panel.draw(full)


def draw_all(s: bytearray) -> None:
    for p in range(rules.PLACES):
        _tops[p] = 0 if piles.hides(p) else s[p]
        if not _tops[p]:
            card_art.slot(slots.x[p], slots.y[p], _CARD_W, _CARD_H)
    card_art.faces(_tops, 0, rules.PLACES, slots.x, slots.y, _CARD_W, _CARD_H)
    words = canvas.counted(0, "%d cards in the stock", rules.stock(s))
    piles.words(0, _TOP + _CARD_H + 3, hal.W, words, canvas.ON_FELT)


def draw_place(s: bytearray, p: int, mark: int, anew: bool) -> None:
    piles.card_or_slot(0 if piles.hides(p) else s[p], p, mark)
    words = canvas.counted(0, "%d cards in the stock", rules.stock(s))
    piles.words(0, _TOP + _CARD_H + 3, hal.W, words, canvas.ON_FELT)
