"""Layer 4. Animations on the table of Make 13: a new deal, cards taken, drawn and returned.

A card in flight to a place is hidden there until it has landed, as are the columns of a new deal.
"""

from micropython import const

from thirteen.rules import make13 as rules
from thirteen.ui import card_art, slots, sound

_TAKE = const(240)  # ms at normal speed
_DRAW = const(140)
_DEAL = const(90)  # for a column
_COLUMNS = const(5)

dealt = _COLUMNS  # columns already on the table
_hidden = 0  # places whose top card is in flight, a bit each
_w = _h = _step = 0  # a card's size, and the distance in a column
_deck_x = _deck_y = _score_x = _score_y = 0


def open(w: int, h: int, step: int, deck_x: int, deck_y: int, score_x: int, score_y: int) -> None:
    """Set the size of a card in flight, and where deck and score are."""
    global _w, _h, _step, _deck_x, _deck_y, _score_x, _score_y, dealt, _hidden
    _w, _h, _step = w, h, step
    _deck_x, _deck_y, _score_x, _score_y = deck_x, deck_y, score_x, score_y
    dealt = _COLUMNS
    _hidden = 0


def enter() -> None:
    """A new deal: its columns are dealt one by one."""
    global dealt
    dealt = 0 if card_art.speed else _COLUMNS


def height(s: bytearray, p: int) -> int:
    """The number of visible cards at place p."""
    return 0 if dealt <= p < _COLUMNS else rules.height(s, p) - (_hidden >> p & 1)


def _top_y(s: bytearray, p: int) -> int:
    y = slots.y[p]
    return y + (rules.height(s, p) - 1) * _step if p < _COLUMNS else y


def _fly(c: int, x: int, y: int, to_x: int, to_y: int, ms: int) -> bool:
    return card_art.fly(c, x, y, to_x, to_y, _w, _h, ms) >= 0


def deal(s: bytearray) -> bool:
    """The top card of the next column flies from the deck; whether there was one."""
    if dealt == _COLUMNS:
        return False
    y = _top_y(s, dealt)
    return _fly(rules.top(s, dealt), _deck_x, _deck_y, slots.x[dealt], y, _DEAL)


def take(m: int, was: bytearray) -> None:
    """The cards of a group fly to the score, as many as possible at once."""
    for p in range(8):
        if m >> p & 1:
            y = _top_y(was, p)
            _fly(rules.top(was, p), slots.x[p], y, _score_x, _score_y, _TAKE)


def draw_card(s: bytearray, p: int) -> None:
    """A card from the deck flies to stack p."""
    global _hidden
    if _fly(rules.top(s, p), _deck_x, _deck_y, slots.x[p], slots.y[p], _DRAW):
        _hidden = 1 << p


def give_back(s: bytearray, m: int, was: bytearray) -> None:
    """Move m, which had led to `was`, was undone: what it took flies back."""
    global _hidden
    if m == rules.DRAW:
        p = rules.next_stack(s)
        _fly(rules.top(was, p), slots.x[p], slots.y[p], _deck_x, _deck_y, _DRAW)
    elif m < rules.DRAW:
        for p in range(8):
            if m >> p & 1:
                x, y = slots.x[p], _top_y(s, p)
                if _fly(rules.top(s, p), _score_x, _score_y, x, y, _TAKE):
                    _hidden |= 1 << p


def landed() -> int:
    """All cards have landed; returns the places to be drawn, a bit each."""
    global _hidden, dealt
    places = _hidden
    _hidden = 0
    if dealt < _COLUMNS:
        places |= 1 << dealt
        dealt += 1
        sound.land()
    return places


def stop() -> int:
    """End all flights; returns the places to be drawn."""
    global _hidden, dealt
    card_art.land()
    card_art.stop()
    places = _hidden | (31 if dealt < _COLUMNS else 0)
    _hidden = 0
    dealt = _COLUMNS
    return places
