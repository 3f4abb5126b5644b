"""Layer 4. The view of Three Thirteen: players above, stock and pile, the hand as a fan.

The hand is arranged by melds, with the deadwood on the right. Places: 0 stock, 1 pile, 2 to 16 the
cards of the hand as arranged, 17 go out, 18 end the turn. The mode sets `viewer`, whose hand is
shown; nobody else's cards are shown before the round is scored.
"""

import sys
from array import array

from micropython import const

import hal
from thirteen import cards
from thirteen.protocols import Module
from thirteen.rules import three_thirteen as rules
from thirteen.rules import three_thirteen_table as table
from thirteen.ui import art, canvas, captions, card_art, keys, slots, sound, status_panel
from thirteen.views import three_thirteen_fan as fan
from thirteen.views import three_thirteen_labels as labels
from thirteen.views import three_thirteen_piles as piles
from thirteen.views import three_thirteen_players_bar as players_bar

_STOCK, _PILE, _HAND = range(3)
_OUT, _END, _PLACES = range(17, 20)
_DEADWOOD = "deadwood %d"
_RESULTS = "thirteen.views.three_thirteen_result"
_CARD_W = fan.CARD_W
_CARD_H = fan.CARD_H
_MID = players_bar.MID  # stock and pile
_BUTTON_Y = fan.ROW - (20 if canvas.TINY else 30 if canvas.BROAD else 32)
_BUTTON_H = 14 if canvas.TINY else 20 if canvas.BROAD else 22
_NAME_Y = fan.ROW - (20 if canvas.TINY else 26)
_FOOT = 104 if canvas.TINY else 192
_FLY = const(320)
_DEAL = const(110)

viewer = 0
# As drawn: four players, the round, stock, pile, the buttons or -2 - the deadwood in their place.
_seen = array("i", bytes(4 * 8))
_ROUND, _BUTTONS = 4, 7  # indices of it
_out = array("H", bytes(2 * rules.MOVES))
_cursor = 0
_hinted = -1
_deep = 0  # number of the pile's cards already listed
_discarding = False  # the card in flight goes to the pile
_insists = False  # wants to be asked whether to go out, whatever the deadwood is
_fresh = _stale = True  # the hand must be redrawn; something may have to be


def open(s: bytearray) -> None:
    slots.clear()
    for _ in range(_PLACES):
        slots.add(0, 0, 0, 0)
    fan.put(_STOCK, piles.STOCK_X, _MID, _CARD_W, _CARD_H)
    fan.put(_PILE, piles.PILE_X, _MID, _CARD_W, _CARD_H)
    status_panel.foot(_FOOT)
    players_bar.begin(s)
    card_art.room(1, _CARD_W, _CARD_H)
    if table.phase(s) == table.SCORED:
        results().open()
    changed(s)


def results() -> Module:
    """The module of the pages after a round. The mode drops it when another round begins."""
    if _RESULTS not in sys.modules:
        hal.collect()  # modules between garbage would fragment the heap
        from thirteen.views import three_thirteen_result  # noqa: F401 (not needed in a round)
    return sys.modules[_RESULTS]


def changed(s: bytearray, hand: bool = True) -> None:
    """The state was replaced: arrange the hand, if it has changed, and set the cursor."""
    global _cursor, _hinted, _deep, _fresh, _stale, _insists
    _hinted = -1
    _deep = 0
    _stale = True
    if hand:
        _fresh = True
        fan.shown = table.HAND
        fan.arrange_hand(s, viewer)
    phase = table.phase(s)
    mine = table.turn(s) == viewer
    _insists = _insists and phase == table.DECLARING
    asked = asks(s)
    status_panel.captions(captions.TURN[phase if mine and phase < 2 or asked else 3])
    for p in (_OUT, _END):
        fan.put(p, 0, 0, 0, 0)
    if phase == table.DRAWING or not mine:
        _cursor = _STOCK
    elif phase == table.DISCARDING:
        _cursor = fan.costliest(s)
    if asked:
        half = (hal.W - 18) // 2
        fan.put(_OUT, 6, _BUTTON_Y, half, _BUTTON_H)
        fan.put(_END, hal.W - 6 - half, _BUTTON_Y, half, _BUTTON_H)
        _cursor = _END if fan.dead else _OUT


def asks(s: bytearray) -> bool:
    """Whether to ask the viewer to go out or not; otherwise the turn ends by itself."""
    mine = table.may_go_out(s) and table.turn(s) == viewer
    return mine and (_insists or table.may_pay(s, fan.dead))


def key(k: int, s: bytearray) -> int:
    global _deep, _fresh, _stale
    _stale = True
    phase = table.phase(s)
    if card_art.flying():
        skip(s)
    if phase == table.SCORED:
        _fresh = True
        return results().key(k, s)
    if table.turn(s) != viewer:
        return -1
    if k == keys.A:
        return _press(s, phase)
    if k == keys.B:
        fan.by_suit = not fan.by_suit
        status_panel.note("Sorted by suit" if fan.by_suit else "Sorted by rank")
        fan.arrange_hand(s, viewer)
        _fresh = True
    else:
        if not asks(s):
            status_panel.note("")
        if k & (keys.PREV | keys.NEXT):
            _step(1 if k == keys.NEXT else _PLACES - 1, phase)
        else:
            _go(k)
        if _cursor == _PILE:  # each key there lists the next cards below
            status_panel.note(labels.pile(s, _deep))
            _deep += labels.LOT
            if _deep >= table.pile(s):
                _deep = 0
    return -1


def _go(k: int) -> None:
    """LEFT and RIGHT go through the hand card by card; UP and DOWN to the table and back."""
    global _cursor
    i = _cursor - _HAND
    if k & (keys.LEFT | keys.RIGHT) and 0 <= i < table.HAND:
        i += 1 if k == keys.RIGHT else -1
        if i >= 0 and slots.w[_HAND + i]:
            _cursor = _HAND + i
        return
    p = slots.go(k, _cursor)
    if slots.w[p]:
        _cursor = p


def _step(way: int, phase: int) -> None:
    """To the next place that can be chosen in this phase, for boards without a pad."""
    global _cursor
    first, last = ((_STOCK, _PILE), (_PILE, _OUT - 1), (_OUT, _END))[phase]
    for _ in range(_PLACES):
        _cursor = (_cursor + way) % _PLACES
        if first <= _cursor <= last and slots.w[_cursor]:
            return


def _press(s: bytearray, phase: int) -> int:
    p = _cursor
    if phase == table.DRAWING:
        if p == _PILE and rules.moves(s, _out) == 2:
            return table.PILE
        if p == _STOCK:
            return table.STOCK
        return _refuse("Draw from the stock" + (" or the discards" if table.pile(s) else " first"))
    if phase == table.DISCARDING:
        if _HAND <= p < _OUT:
            return table.DISCARD | fan.card(s, viewer, p)
        return _insist(s) if p == _PILE else _refuse("Now discard a card of your hand")
    if p in (_OUT, _END):
        return table.OUT if p == _OUT else table.END
    return _refuse("Go out, or end your turn")


def _insist(s: bytearray) -> int:
    """A on the discards before discarding: going out is offered with any deadwood."""
    global _insists
    _insists = not _insists and table.out(s) < 0
    status_panel.note("Discard, then go out or not" if _insists else "Now discard a card")
    return -1


def _refuse(why: str) -> int:
    status_panel.note(why)
    sound.refuse()
    return -1


def undone(s: bytearray, m: int, was: bytearray) -> None:
    """The viewer took a move back: a discard returns to its gap, a taken card to the pile."""
    global _discarding
    _discarding = m == table.PILE
    if m & table.DISCARD:
        fan.missing = to = fan.find(s, viewer, m & 63)
        _fly(m & 63, _PILE, slots.x[to], slots.y[to])
    elif _discarding:
        x = (hal.W - _CARD_W) // 2
        card_art.fly(table.top(s) & 63, x, fan.ROW, slots.x[_PILE], _MID, _CARD_W, _CARD_H, _FLY)


def enter(s: bytearray) -> None:
    """A round begins: the viewer's cards will fly from the stock, one by one."""
    if card_art.speed:
        fan.shown = 0


def _deal(s: bytearray) -> None:
    p = _HAND + fan.shown
    _fly(fan.card(s, viewer, p), _STOCK, slots.x[p], slots.y[p], _DEAL)


def moved(s: bytearray, m: int, was: bytearray) -> None:
    """Show a player's move: animate the card, and describe it in a note."""
    global _discarding
    p = table.turn(was)
    own = p == viewer
    x = slots.x[_cursor] if own else players_bar.left(was, p) + 8
    y = fan.ROW if own else 2
    changed(s, own or m == table.NEXT)
    piles.prepare(s)
    canvas.counted(2, _DEADWOOD, fan.dead)
    _discarding = m & table.DISCARD != 0
    if m in (table.STOCK, table.PILE):
        c = s[table.hand(p) + table.holds(s, p) - 1] & 63
        if own:  # it flies into the gap that the fan leaves for it
            fan.missing = to = fan.find(s, viewer, c)
            x = slots.x[to]
            y = slots.y[to]
        elif m == table.STOCK:
            c = cards.DOWN
        _fly(c, _STOCK if m == table.STOCK else _PILE, x, y)
    elif _discarding:
        card_art.fly(m & 63, x, y, slots.x[_PILE], _MID, _CARD_W, _CARD_H, _FLY)
    if table.phase(s) == table.SCORED:
        results().begin(s)
        return
    if m == table.NEXT:
        enter(s)
    text = "" if own and m != table.OUT else labels.describe(was, p, m)
    if asks(s):
        text = "Deadwood %d. Go out? %s." % (fan.dead, labels.last_turn(s, viewer))
    if own or text or m == table.NEXT:
        status_panel.note(text)


def _fly(c: int, a: int, x: int, y: int, ms: int = _FLY) -> None:
    card_art.fly(c, slots.x[a], slots.y[a], x, y, _CARD_W, _CARD_H, ms)


def tick(s: bytearray, dt: int) -> bool:
    if not card_art.flying():
        if fan.shown < table.HAND and not _fresh:
            _deal(s)
            return True
        if table.phase(s) != table.SCORED:
            return False
        if not _stale:
            return results().tick(s, viewer, dt)
        draw(s, False)  # the page
        return True
    card_art.land()
    draw(s, False)
    if card_art.advance(dt):
        card_art.rise()
        return True
    _arrive()
    if fan.shown == table.HAND:
        return table.phase(s) == table.SCORED
    if fan.shown == table.holds(s, viewer):
        fan.shown = table.HAND
    else:
        _deal(s)
    return True


def _arrive() -> None:
    """The card in flight has arrived."""
    global _fresh, _stale
    _stale = True
    if fan.shown < table.HAND:
        fan.shown += 1
        _fresh = True
        sound.land()
    _fresh = _fresh or fan.missing >= 0
    fan.missing = -1


def skip(s: bytearray) -> None:
    """Cancel all animation."""
    global _fresh
    card_art.land()
    card_art.stop()
    _fresh = _fresh or fan.shown < table.HAND
    fan.shown = table.HAND
    _arrive()


def hint(s: bytearray, m: int) -> None:
    """Highlight a move."""
    global _cursor, _hinted, _stale
    _stale = True
    if m < 0:
        return
    if m & table.DISCARD:
        _cursor = fan.find(s, viewer, m & 63)
    else:
        _cursor = (_STOCK, _PILE, _OUT, _END, _cursor)[m]
    _hinted = _cursor


def describe(s: bytearray, m: int) -> str:
    """Move m in a few words."""
    return labels.describe(s, table.turn(s), m) or ("End the turn" if m == table.END else "Go on")


def draw(s: bytearray, full: bool) -> None:
    global _fresh, _stale
    if not (full or _stale):
        if table.phase(s) != table.SCORED or card_art.flying():
            status_panel.draw(False)
        return
    if full:
        if card_art.flying():
            skip(s)
        _fresh = True
    _stale = False
    if table.phase(s) == table.SCORED and not card_art.flying():
        if _fresh or _seen[_ROUND] >= 0:  # or the table is still shown, where the last card flew
            _fresh = False
            _seen[_ROUND] = -1
            results().draw(s, full)
        return
    full = full or _seen[_ROUND] != table.number(s)
    if full:
        canvas.clear()
        for i in range(8):
            _seen[i] = -1
        _seen[_ROUND] = table.number(s)
        players_bar.draw_round(s)
        _fresh = True
    players_bar.draw_players(s, _seen)
    late = _discarding and card_art.flying()  # the card in flight is not on the pile yet
    piles.draw(s, _mark(_STOCK), _mark(_PILE), late, _seen)
    if _fresh:
        _fresh = False
        _draw_hand(s)
    _point(s)
    status_panel.draw(full)


def _mark(p: int) -> int:
    return (card_art.CURSOR if p == _cursor else 0) | (card_art.LIT if p == _hinted else 0)


def _draw_hand(s: bytearray) -> None:
    """The fan; above it, if they are not there yet, the player's name and the deadwood."""
    was = _seen[_BUTTONS]
    label = -1 if asks(s) else -2 - fan.dead
    top = fan.ROW - fan.POINT
    if was > -2 or label == -1:
        top = _NAME_Y if was < 0 else _BUTTON_Y  # the buttons were there
    elif was != label:
        canvas.wipe(hal.W // 2, _NAME_Y, hal.W // 2, top - _NAME_Y)
    canvas.wipe(0, top, hal.W, _FOOT - top)
    _seen[_BUTTONS] = label
    fan.draw()
    if label == -1 or label == was:
        return
    text = canvas.counted(2, _DEADWOOD, fan.dead) if fan.dead else "all melded"
    canvas.right(art.SMALL, text, hal.W - 8, _NAME_Y, canvas.ON_FELT)
    if was > -2:
        hal.text(art.SMALL, players_bar.names[viewer], 8, _NAME_Y, canvas.ON_FELT)


def _point(s: bytearray) -> None:
    """The pointer over the card under the cursor, or the buttons of the declaration."""
    mine = table.turn(s) == viewer
    buttons = _cursor << 1 | (_hinted >= 0)
    if asks(s) and _seen[_BUTTONS] != buttons:
        _seen[_BUTTONS] = buttons
        for p, word in ((_OUT, "Go out"), (_END, "End turn")):
            canvas.button(slots.x[p], slots.y[p], slots.w[p], slots.h[p], word, p == _cursor)
            canvas.dirty(slots.x[p], slots.y[p], slots.w[p], slots.h[p])
    held = mine and _HAND <= _cursor < _OUT and slots.w[_cursor]
    fan.point(_cursor if held else -1, _hinted == _cursor)


def leave_from() -> list[tuple[int, int]]:
    return [(slots.x[_PILE], slots.y[_PILE])]


def wins(s: bytearray) -> str:
    """Who has won, in words."""
    return labels.wins(s, rules.over(s) - 16)
