"""Layer 4. Three Thirteen on the screen: players above, stock and discards, the hand as a fan.

Places: 0 stock, 1 discards, 2 to 16 the cards of the hand as arranged, 17 go out, 18 end the turn,
19 to 22 the hands of the others, in their boxes. The mode says whose hand is shown; nobody else's
cards are seen before the round is scored.
"""

import sys
from array import array

from micropython import const

import hal
from thirteen.draw import art, canvas
from thirteen.fast import native
from thirteen.protocols import Value
from thirteen.rules import three_thirteen as rules
from thirteen.rules import three_thirteen_table as rummy
from thirteen.table import choice, flights, piles, places, table
from thirteen.table.table import (  # noqa: F401 - the view's own names
    empty,
    enter,
    hint,
    move_rects,
    pairs,
    refusal,
    skip,
    undone,
)
from thirteen.ui import captions, keys
from thirteen.ui.status_panel import status_panel
from thirteen.views import three_thirteen_labels as labels
from thirteen.views import three_thirteen_voices as voices
from thirteen.views.three_thirteen_bubble import Bubble
from thirteen.views.three_thirteen_fan import Fan
from thirteen.views.three_thirteen_players_bar import PlayersBar
from thirteen.views.three_thirteen_result import Pages

# What the keys do in the phases of a turn, in another player's turn, and in one about to end.
_SORT: tuple = (captions.of(keys.B, "sort"),) + captions.GAME
TURN: tuple = tuple([(captions.of(keys.A, w),) + _SORT for w in ("draw", "discard", "choose")])
TURN += ((captions.of(keys.A, "faster"),) + captions.GAME,)
_ASK = captions.of(keys.UP if hal.PAD else keys.PREV, "go out?")
TURN += ((_ASK, captions.of(keys.A, "end turn"), captions.UNDO, captions.MENU),)

_STOCK, _PILE, _HAND = range(3)
_OUT, _END, _BOXES = range(17, 20)
_COUNT_W = const(40)  # of a number of cards beside its pile
_ROUND_Y = const(36)  # of the round's box at least: below the players
_TALL = const(46 + 44 + 30 + 44 + 6)  # boxes, piles, the line above a hand, the hand


class _Notes:
    """What is told of the others, and asked."""

    def __init__(self) -> None:
        self.turns: list = []  # what they have done since the viewer's last move, a text a turn
        self.took = False  # the last of them began with a card of the discards
        self.said = ""  # the message about the last move
        self.banner = ""  # who has gone out, until the next key
        self.asks = False  # whether to go out, whatever the deadwood is
        self.listed = 0  # cards of the discards already listed

    def forget(self, banner: str) -> None:
        """Nothing has been done that is to be told, but for who has gone out."""
        self.turns.clear()
        self.said = ""
        self.banner = banner
        self.asks = False


viewer = 0  # the player whose hand is shown
fan = Fan()  # and that
players_bar = PlayersBar()
bubble = Bubble()
pages: Value = None  # those of the round that was just scored
_notes = _Notes()
_out = array("H", bytes(2 * rules.MOVES))


def open(s: bytearray) -> None:
    width, height = status_panel.below()
    low = height < _TALL
    more = height - (104 if low else 192)  # than on the lowest screen
    if low:
        h = 25 + more // 3
        w = h + 5
        top = 30
    else:
        w = min(32 + (width - 240) * 3 // 20 + more // 5, (width - 168) // 2)  # the round beside
        h = min(w * 11 // 8, 48 + more // 2)
        top = 90 + more * 2 // 5 - h
    left = 4 if low else 12
    apart = w + _COUNT_W + 4
    places.clear()
    places.add(left, top, w, h, places.STOCK)
    places.add(left + apart, top, w, h)
    for _ in range(rummy.HAND):
        places.add(0, 0, w, h, places.VIEW_DRAWS | places.SKIP_IF_EMPTY)
    fan.open(width, height, low, w)
    half = (width - 18) // 2
    for x in (6, width - 6 - half):
        places.add(x, 0, half, 14 if low else 22, places.VIEW_DRAWS | places.SKIP_IF_EMPTY)
    round_x = left + apart + w + _COUNT_W - 2
    round_y = top if low else max(top + h - 50, _ROUND_Y)
    players_bar.open(s, width, low, round_x, round_y, 26 if low else top + h + 2 - round_y)
    for p in range(rummy.players(s)):
        places.add(players_bar.middle(p) - w // 2, 2, w, h, places.COUNT_ONLY)
    _forget(s)
    table.open(sys.modules[__name__], s, _STOCK)
    _await_move(s)


def show_hand(s: bytearray, p: int) -> None:
    """From now on show the hand of player p."""
    global viewer
    viewer = p
    _forget(s)
    table.lay(s)
    _await_move(s)


@native
def cards(s: bytearray, p: int, out: bytearray, at: int) -> int:
    if p == _STOCK:
        out[at] = 0x80
        return rummy.stock(s)
    if p == _PILE:
        out[at] = rummy.top(s) & 63
        return rummy.pile(s)
    if p >= _BOXES:
        q = p - _BOXES
        return rummy.holds(s, q) if q != viewer else 0
    if p == _HAND:
        fan.arrange_hand(s, viewer)
        places.y[_OUT] = places.y[_END] = fan.label_y
    if p >= _OUT or p >= _HAND + fan.n:
        return 0
    out[at] = fan.card(p)
    return 1


def flag(s: bytearray) -> None:
    """Flag what may be chosen in this phase of the viewer's turn."""
    places.unflag()
    flags = places.flags
    phase = rummy.phase(s)
    if offers_to_go_out(s):
        flags[_OUT] = flags[_END] = places.FREE
    elif rummy.turn(s) == viewer and phase < rummy.DECLARING:
        flags[_PILE] = places.FREE
        flags[_STOCK] = places.FREE if phase == rummy.DRAWING else 0
        for p in range(_HAND, _HAND + fan.n):
            flags[p] = places.FREE if phase == rummy.DISCARDING else 0


def source(s: bytearray, m: int) -> int:
    """The place where move m is made; of a discard, the card."""
    if m & rummy.DISCARD:
        return fan.find(m & 63)
    return (_STOCK, _PILE, _OUT, _END, choice.cursor)[m]


target = source


def status(s: bytearray) -> str:
    if offers_to_go_out(s):
        return "Go out with %d? %s." % (fan.deadwood, labels.last_turn(s, viewer))
    return _notes.said


def offers_to_go_out(s: bytearray) -> bool:
    """Whether to ask the viewer to go out or not; otherwise the turn ends by itself."""
    mine = rummy.may_go_out(s) and rummy.turn(s) == viewer
    return mine and (_notes.asks or rummy.may_pay(s, fan.deadwood))


def changed(s: bytearray) -> None:
    """The state was replaced otherwise than by a move."""
    _forget(s)
    if rummy.number(s) != players_bar.number:
        players_bar.begin(s)
    table.changed(s)
    _await_move(s)


def _forget(s: bytearray) -> None:
    _notes.forget(labels.banner(s, viewer))
    voices.begin()
    bubble.hush()


@native
def _await_move(s: bytearray, now: bool = False) -> None:
    """Set captions and cursor for the next move; `now`: what made a round end was just played."""
    _notes.listed = 0
    players_bar.lay_out(s, viewer)
    phase = rummy.phase(s)
    asked = offers_to_go_out(s)
    mine = rummy.turn(s) == viewer
    row = phase if mine and phase < 2 or asked else 4 if mine and rummy.may_go_out(s) else 3
    status_panel.captions(TURN[row])
    if asked:
        choice.cursor = _END if fan.deadwood else _OUT
    elif mine and phase == rummy.DISCARDING:
        choice.cursor = fan.costliest()
    else:
        choice.cursor = _STOCK
    _score(s, now)


def _score(s: bytearray, now: bool) -> None:
    """The pages of a round that is scored; else none."""
    global pages
    pages = None
    if rummy.phase(s) == rummy.SCORED:
        pages = Pages(s, players_bar.names, now)


def moved(s: bytearray, m: int, was: bytearray) -> None:
    """Move m was made: its card flies, and a message tells what the others do."""
    p = rummy.turn(was)
    _notes.asks = _notes.asks and rummy.phase(s) == rummy.DECLARING
    if m == rummy.NEXT:
        _forget(s)
        players_bar.begin(s)
        table.lay(s)
        enter(s)
    else:
        if p == viewer:
            _notes.turns.clear()
            _notes.said = labels.describe(was, p, m, True) if m == rummy.OUT else ""
            if m < rummy.OUT:  # the last of the hand came last
                came = s[rummy.hand(p) + rummy.holds(s, p) - 1]
                _notes.said = "%s came: discard a card" % labels.card(came & 63)
        else:
            _note(was, p, m)
        if m == rummy.OUT:
            _notes.banner = labels.banner(s, viewer)
        if rummy.phase(s) == rummy.SCORED:
            _notes.banner = "Round over" if rummy.out(s) >= 0 else "Stock used up: round over"
        table.moved(s, m, was)
    _await_move(s, True)


def _note(was: bytearray, p: int, m: int) -> None:
    """Add move m of player p to what the others have done, and show as much of it as fits."""
    turns = _notes.turns
    text = labels.describe(was, p, m)
    if (m & rummy.DISCARD or m == rummy.OUT) and turns:
        before = turns.pop()
        if _notes.took and before.endswith(" " + labels.card(m & 63)) and m != rummy.OUT:
            text = before + " and puts it back"
        elif _notes.took or m == rummy.OUT:
            text = before + (" and" if m == rummy.OUT else ",") + text[len(labels.name(was, p)) :]
    if text:
        turns.append(text)
    _notes.took = m == rummy.PILE
    # In one line or two: the keys are to be seen below them.
    room = status_panel.w - 12 if fan.low else 2 * status_panel.w - 60
    while len(turns) > 1 and canvas.width(art.SMALL, ". ".join(turns)) > room:
        turns.pop(0)
    _notes.said = ". ".join(turns)
    words = voices.move(was, p, m)
    if words:
        bubble.say(p, labels.name(was, p), words)


@native
def key(k: int, s: bytearray) -> int:
    """Handle a key; returns the move it makes, or -1."""
    skip(s)
    _notes.banner = ""
    bubble.hush()
    if pages:
        return pages.key(k, s)
    if rummy.turn(s) != viewer:
        return -1
    if k != keys.B and rummy.may_go_out(s) and not offers_to_go_out(s):
        _notes.asks = True  # R13: the turn does not end by itself now
        table.changed(s)
        _await_move(s)
        return -1
    if k == keys.A:
        return _press(s, rummy.phase(s))
    if k == keys.B:
        if not captions.UNDO_KEY and rummy.may_go_out(s) and not offers_to_go_out(s):
            return choice.UNDO  # of the discard, before the turn ends by itself
        _sort(s)
        return -1
    status_panel.message(status(s) if offers_to_go_out(s) else "")
    _go(s, k)
    if choice.cursor == _PILE:  # each key there lists the next cards below
        status_panel.message(labels.pile(s, _notes.listed))
        _notes.listed += labels.LISTED
        if _notes.listed >= rummy.pile(s):
            _notes.listed = 0
    return -1


def _sort(s: bytearray) -> None:
    """Sort the deadwood by rank or by suit; the cursor stays at its card."""
    at = choice.cursor
    c = fan.card(at) if _HAND <= at < _HAND + fan.n else 0
    fan.by_suit = not fan.by_suit
    table.changed(s)
    if c:
        choice.cursor = fan.find(c)
    status_panel.message("Sorted by suit" if fan.by_suit else "Sorted by rank")


def _go(s: bytearray, k: int) -> None:
    """LEFT and RIGHT go through the hand card by card; UP and DOWN to the table and back.

    On the discards UP stays there: it lists more of them.
    """
    i = choice.cursor - _HAND
    if k & (keys.LEFT | keys.RIGHT) and 0 <= i < fan.n:
        i += 1 if k == keys.RIGHT else -1
        if 0 <= i < fan.n:
            choice.cursor = _HAND + i
    elif k != keys.UP or choice.cursor != _PILE:
        was = choice.cursor
        choice.move_cursor(k)
        if rummy.phase(s) == rummy.DECLARING and _HAND <= choice.cursor < _OUT:
            choice.cursor = was  # no card of the hand answers what is asked


def _press(s: bytearray, phase: int) -> int:
    p = choice.cursor
    if phase == rummy.DRAWING:
        if p == _PILE and rules.moves(s, _out) == 2:
            return rummy.PILE
        if p == _STOCK:
            return rummy.STOCK
        return _refuse("Draw from the stock" + (" or the discards" if rummy.pile(s) else " first"))
    if phase == rummy.DISCARDING:
        if _HAND <= p < _OUT:
            return rummy.DISCARD | fan.card(p)
        return _insist(s) if p == _PILE else _refuse("Now discard a card of your hand")
    if p in (_OUT, _END):
        return rummy.OUT if p == _OUT else rummy.END
    return _refuse("Go out, or end your turn")


def _insist(s: bytearray) -> int:
    """A on the discards before discarding: going out is offered with any deadwood."""
    _notes.asks = not _notes.asks and rummy.out(s) < 0
    status_panel.message("Discard, then go out or not" if _notes.asks else "Now discard a card")
    return -1


def _refuse(text: str) -> int:
    choice.refuse(choice.cursor, text)
    return -1


def describe(s: bytearray, m: int, done: bool = False) -> str:
    """Move m in a few words, or what it did."""
    words = labels.describe(s, rummy.turn(s), m, done)
    if not words and m == rummy.END:
        return "Ended the turn" if done else "End the turn"
    return words or ("Went on" if done else "Go on")


def tick(s: bytearray, dt: int) -> bool:
    """dt ms pass; whether the picture differs now."""
    gone = bubble.tick(dt)
    if table.tick(s, dt) or gone:
        return True
    return pages is not None and pages.tick(s, viewer, dt)


@native
def draw(s: bytearray) -> None:
    """Draw the table; after a round, when its last card has arrived, the hands or the sheet."""
    if pages and not flights.count and not pages.waits():
        pages.draw(s)
    else:
        table.draw(s)
        fan.draw_stars()
        if bubble.words:  # a card on its way comes from behind it
            bubble.draw(players_bar.top, players_bar.width, players_bar.box_h)


@native
def draw_labels(s: bytearray) -> None:
    """The players, the round, the counts, and the viewer's hand."""
    players_bar.draw(s, _BOXES, viewer)
    _draw_count(_STOCK, "%d left")
    _draw_count(_PILE, "%d")
    fan.draw()
    if offers_to_go_out(s):
        _draw_button(_OUT, "Go out")
        _draw_button(_END, "End turn")
        return
    if _notes.banner:
        w = players_bar.width - 12
        canvas.button(places.x[_OUT], places.y[_OUT], w, places.h[_OUT], _notes.banner, True)
        return
    hal.text(art.SMALL, players_bar.names[viewer], 8, fan.label_y, canvas.ON_FELT)
    text = "all melded"
    if fan.deadwood:
        text = canvas.formatted(2, "%d point" if fan.deadwood == 1 else "%d points", fan.deadwood)
    canvas.right(art.SMALL, text, players_bar.width - 8, fan.label_y, canvas.ON_FELT)
    at = choice.cursor
    if rummy.turn(s) == viewer and rummy.phase(s) < rummy.DECLARING and _HAND <= at < _OUT:
        fan.point(at, choice.mark(at))


@native
def _draw_count(p: int, form: str) -> None:
    """The number of cards beside place p."""
    x = places.x[p] + places.w[p] + 1
    y = places.y[p] + (places.h[p] - art.SMALL[0]) // 2
    canvas.centre_formatted(p, form, piles.depth(p), x, y, _COUNT_W - 4 * p, canvas.ON_FELT)


def _draw_button(p: int, word: str) -> None:
    on = p == choice.cursor
    canvas.button(places.x[p], places.y[p], places.w[p], places.h[p], word, on)


def leave_from() -> list[tuple[int, int]]:
    """Where the cards of a win leave from: the winner's column of the score sheet."""
    return pages.leave_from()


def wins(s: bytearray) -> str:
    """Who has won, in words."""
    return labels.wins(s, rules.over(s) - 16)
