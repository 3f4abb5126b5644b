"""Floor 3. Three Thirteen on the glass: the others above, stock and pile, the own hand as a fan.

The hand is laid out by its melds, deadwood to the right. Places: 0 stock, 1 pile, 2 to 16 the
cards of the hand as they are laid, 17 go out, 18 end the turn. Whose hand is shown, `viewer`, is
for the seats to say: nothing here shows another's cards before the round is scored.
"""

from array import array

from micropython import const

import hal
from thirteen import cards, rummy
from thirteen.rules import three_thirteen as rules
from thirteen.ui import art, fan, gfx, places, scored, side, sound, table, upper

_LEFT = const(4)
_RIGHT = const(8)
_A = const(16)
_B = const(32)
_PREV = const(512)
_NEXT = const(1024)

_STOCK = const(0)
_PILE = const(1)
_HAND = const(2)
_OUT = const(17)
_END = const(18)
_PLACES = const(19)
_CARD_W = const(32)
_CARD_H = const(44)
_MID = const(46)  # stock and pile
_FOOT = const(192)
_FLY = const(320)

viewer = 0
read = False  # the last sheet has been looked at

_seen = array("i", bytes(4 * 8))
_out = array("H", bytes(2 * rules.MOVES))
_cursor = 0
_hinted = -1
_deep = 0  # so many of the pile's cards have been told
_page = 0  # of a scored round: 0 the hands, 1 the sheet
_discarding = False  # the card in flight goes to the pile
_fresh = True  # the hand has to be laid out anew
_stale = True  # something may look another way than it was drawn


def open(s):
    global _page, read
    read = False
    places.clear()
    for _ in range(_PLACES):
        places.add(0, 0, 0, 0)
    fan.put(_STOCK, 10, _MID, _CARD_W, _CARD_H)
    fan.put(_PILE, 62, _MID, _CARD_W, _CARD_H)
    side.foot(_FOOT)
    upper.begin(s)
    table.room(1, _CARD_W, _CARD_H)
    _page = 0
    changed(s)


def changed(s):
    """The state is another one: lay the hand out, and set the cursor where the phase wants it."""
    global _cursor, _hinted, _deep, _fresh, _stale
    _hinted = -1
    _deep = 0
    _fresh = _stale = True
    fan.lay(s, viewer)
    phase = rummy.phase(s)
    mine = rummy.turn(s) == viewer
    for p in (_OUT, _END):
        fan.put(p, 0, 0, 0, 0)
    if phase == rummy.DRAWING or not mine:
        _cursor = _STOCK
    elif phase == rummy.DISCARDING:
        _cursor = fan.costliest(s)
    elif phase == rummy.DECLARING:
        n = rules.moves(s, _out)
        half = (hal.W - 18) // 2
        if n == 2:
            fan.put(_OUT, 6, fan.ROW - 32, half, 22)
        fan.put(_END, hal.W - 6 - half, fan.ROW - 32, half, 22)
        _cursor = _OUT if n == 2 and not fan.dead else _END


def key(k, s):
    global _deep, _fresh, _stale
    _stale = True
    phase = rummy.phase(s)
    if phase == rummy.SCORED:
        return _turn_page(k, s)
    if rummy.turn(s) != viewer:
        return -1
    if k == _A:
        return _press(s, phase)
    if k == _B:
        fan.by_suit = not fan.by_suit
        side.note("Sorted by suit" if fan.by_suit else "Sorted by rank")
        fan.lay(s, viewer)
        _fresh = True
    else:
        if k & (_PREV | _NEXT):
            _step(1 if k == _NEXT else _PLACES - 1, phase)
        else:
            _go(k)
        if _cursor == _PILE:  # each time that one comes there, or stays, those below
            side.note(scored.pile(s, _deep))
            _deep += scored.LOT
            if _deep >= rummy.pile(s):
                _deep = 0
    return -1


def _go(k):
    """Left and right go through the hand card by card; up and down to the table and back."""
    global _cursor
    i = _cursor - _HAND
    if k & (_LEFT | _RIGHT) and 0 <= i < rummy.HAND:
        i += 1 if k == _RIGHT else -1
        if i >= 0 and places.w[_HAND + i]:
            _cursor = _HAND + i
        return
    p = places.go(k, _cursor)
    if places.w[p]:
        _cursor = p


def _step(way, phase):
    """To the next place that can be chosen in this phase, for boards without a pad."""
    global _cursor
    first, last = ((_STOCK, _PILE), (_HAND, _OUT - 1), (_OUT, _END))[phase]
    for _ in range(_PLACES):
        _cursor = (_cursor + way) % _PLACES
        if first <= _cursor <= last and places.w[_cursor]:
            return


def _press(s, phase):
    p = _cursor
    if phase == rummy.DRAWING:
        if p == _PILE and rules.moves(s, _out) == 2:
            return rummy.PILE
        if p == _STOCK:
            return rummy.STOCK
        return _refuse("Draw first: from the stock or the pile" if p > _PILE else "No pile yet")
    if phase == rummy.DISCARDING:
        if _HAND <= p < _OUT:
            return rummy.DISCARD | fan.card(s, viewer, p)
        return _refuse("Now discard a card of your hand")
    if p == _OUT:
        return rummy.OUT
    if p == _END:
        return rummy.END
    return _refuse("Go out, or end your turn")


def _turn_page(k, s):
    """Of a scored round: the hands, then the sheet, then the next round."""
    global _page, _fresh, read
    if k in (_A, _RIGHT, _NEXT):
        if _page and k == _A:
            if not rules.over(s):
                return rummy.NEXT
            read = True
        _page = 1
    elif k in (_B, _LEFT, _PREV):
        _page = 0
    _fresh = True
    return -1


def _refuse(why):
    side.note(why)
    sound.refuse()
    return -1


def moved(s, m, was):
    """Show what a player did: the card flies, a few words say it."""
    global _page, _discarding
    p = rummy.turn(was)
    own = p == viewer
    x = places.x[_cursor] if own else upper.left(was, p) + 8
    y = fan.ROW if own else 2
    _page = 0
    changed(s)
    _discarding = m & rummy.DISCARD
    if m in (rummy.STOCK, rummy.PILE):
        c = s[rummy.hand(p) + rummy.holds(s, p) - 1] & 63
        if own:  # it flies into the gap that the fan leaves for it
            fan.missing = to = fan.find(s, viewer, c)
            x = places.x[to]
            y = places.y[to]
        elif m == rummy.STOCK:
            c = cards.DOWN
        _fly(c, _STOCK if m == rummy.STOCK else _PILE, x, y)
    elif _discarding:
        table.fly(m & 63, x, y, places.x[_PILE], _MID, _CARD_W, _CARD_H, _FLY)
    if not own:
        side.note(scored.told(was, p, m))
    elif _discarding and rummy.phase(s) == rummy.DECLARING:
        side.note("Deadwood %d. Go out? The others get one more turn." % fan.dead)
    else:
        side.note("You go out. One more turn for the others." if m == rummy.OUT else "")


def _fly(c, a, x, y):
    table.fly(c, places.x[a], places.y[a], x, y, _CARD_W, _CARD_H, _FLY)


def tick(s, dt):
    if not table.flying():
        return False
    table.land()
    draw(s, False)
    if table.rise(dt):
        return True
    _arrive()
    return False


def _arrive():
    """What flew has its place."""
    global _fresh, _stale
    _stale = True
    if fan.missing >= 0:
        fan.missing = -1
        _fresh = True


def skip(s):
    """End all motion at once."""
    table.land()
    table.stop()
    _arrive()


def hint(s, m):
    """Point at a move."""
    global _cursor, _hinted, _stale
    _stale = True
    if m < 0:
        return
    if m & rummy.DISCARD:
        _cursor = fan.find(s, viewer, m & 63)
    else:
        _cursor = (_STOCK, _PILE, _OUT, _END, _cursor)[m]
    _hinted = _cursor


def draw(s, full):
    global _fresh, _stale
    if not (full or _stale):
        if rummy.phase(s) != rummy.SCORED or table.flying():
            side.draw(False)
        return
    if full:
        if table.flying():
            skip(s)
        for i in range(8):
            _seen[i] = -1
        _fresh = True
    _stale = False
    if rummy.phase(s) == rummy.SCORED and not table.flying():
        if _fresh or _seen[4] >= 0:  # or the table lies there, on which the last card flew
            _fresh = False
            _seen[4] = -1
            if _page:
                scored.draw_sheet(s, rules.over(s) - 16 if rules.over(s) else -1)
            else:
                scored.draw_hands(s)
        return
    full = full or _seen[4] != rummy.number(s)
    if full:
        gfx.clear()
        for i in range(8):
            _seen[i] = -1
        _seen[4] = rummy.number(s)
        upper.draw_round(s)
        _fresh = True
    upper.draw_players(s, _seen)
    _draw_piles(s)
    if _fresh:
        _fresh = False
        _draw_hand(s)
    _point(s)
    side.part("round", min(rummy.number(s), rummy.rounds(s)), rummy.rounds(s))
    side.draw(full)


def _draw_piles(s):
    """Stock and pile; of one that has another mark alone, its card."""
    n = rummy.stock(s)
    mark = _mark(_STOCK)
    look = n << 8 | mark
    was = _seen[5]
    if was != look:
        _seen[5] = look
        if was >> 8 == n:
            gfx.dirty(10, _MID, _CARD_W, _CARD_H)
        else:
            gfx.wipe(4, _MID, 46, 62)
            gfx.centre(art.SMALL, gfx.counted(0, "%d left", n), 4, _MID + 47, 46, gfx.ON_FELT)
        table.back(10, _MID, _CARD_W, _CARD_H, mark)
    was = _seen[6]
    if was >= 0 and _discarding and table.flying():
        return  # what flies to the pile is not on it yet
    n = rummy.pile(s)
    c = rummy.top(s)
    mark = _mark(_PILE)
    look = (n << 8 | c) << 8 | mark
    if was != look:
        _seen[6] = look
        if was >> 16 == n and c:
            gfx.dirty(62, _MID, _CARD_W, _CARD_H)
        else:
            gfx.wipe(56, _MID, 48, 62)
            gfx.centre(art.SMALL, gfx.counted(1, "pile %d", n), 56, _MID + 47, 48, gfx.ON_FELT)
        if c:
            table.card(c & 63, 62, _MID, _CARD_W, _CARD_H, mark)
        else:
            table.slot(62, _MID, _CARD_W, _CARD_H, mark)


def _mark(p):
    return (table.CURSOR if p == _cursor else 0) | (table.LIT if p == _hinted else 0)


def _draw_hand(s):
    """The fan, and over it whose it is and what its deadwood costs."""
    top = fan.ROW - 34
    gfx.wipe(0, top, hal.W, _FOOT - top)
    _seen[7] = -1  # the buttons lay there
    fan.draw()
    if rummy.phase(s) == rummy.DECLARING and rummy.turn(s) == viewer:
        return
    text = "all melded" if not fan.dead else gfx.counted(2, "deadwood %d", fan.dead)
    gfx.right(art.SMALL, text, hal.W - 8, fan.ROW - 26, gfx.ON_FELT)
    hal.text(art.SMALL, upper.names[viewer], 8, fan.ROW - 26, gfx.ON_FELT)


def _point(s):
    """The pointer over the card under the cursor, or the buttons of the declaration."""
    mine = rummy.turn(s) == viewer
    buttons = _cursor << 1 | (_hinted >= 0)
    if mine and rummy.phase(s) == rummy.DECLARING and _seen[7] != buttons:
        _seen[7] = buttons
        for p, word in ((_OUT, "Go out"), (_END, "End turn")):
            if places.w[p]:
                x = places.x[p]
                y = places.y[p]
                gfx.button(x, y, places.w[p], places.h[p], word, p == _cursor)
                gfx.dirty(x, y, places.w[p], places.h[p])
    fan.point(_cursor if mine and _HAND <= _cursor < _OUT else -1, _hinted == _cursor)


def wins(s):
    """Who has won, in words."""
    return scored.wins(s, rules.over(s) - 16)
