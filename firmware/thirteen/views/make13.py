"""Layer 4. The view of Make 13: the field, the stacks below, the selection, the counters beside.

Places 0..4 are the field's columns, 5..7 the stacks, as in the rules. While the clock runs, the
view handles X and Y itself.
"""

from array import array

from micropython import const

import hal
from thirteen.rules import make13 as rules
from thirteen.ui import canvas, captions, card_art, keys, slots, sound, status_panel
from thirteen.views import make13_hud as hud
from thirteen.views import make13_motion as motion
from thirteen.views import make13_selection as selection
from thirteen.views.make13_selection import describe  # noqa: F401 - the view's own name

_TOP = hud.HEIGHT + (2 if canvas.TINY else 4)
_ROUND = const(6)  # pixels of a covered card visible at the next one's corners
_REST = const(256)  # everything that is not a place
_ALL = const(511)

best = ""  # the high score shown beside the table; set by the mode

_w = 32  # a card
_h = 46
_low_h = 46  # in the stacks
_step = 20  # from card to card in a column
_pitch = 35
_line_y = _low_y = _side_x = 0  # the line between field and stacks, the stacks, the strip

_stuck = False  # M7: no group is left, and the deck is empty
_over = False  # a message covers the table
_beat = 0
_stale = 0  # places that may need redrawing, and _REST
_KINDS = rules.MOVE_POINTS, rules.RUN_BONUS, rules.SUPER_BUST
_cards = bytearray(20)  # the covered cards of the columns, and their positions
_xs, _ys = array("h", bytes(40)), array("h", bytes(40))
_tops = bytearray(8)  # of all places
_tops_y = array("h", bytes(10))  # of the columns

# The game at the last move shown.
_level = _stock = _next = _groups = _moves = _bonus = 0


def open(s: bytearray) -> None:
    global _w, _h, _low_h, _step, _pitch, _line_y, _low_y, _side_x
    foot = 196
    if canvas.TINY:
        _w, _h, _low_h, _step, _pitch, foot = 30, 24, 23, 12, 31, 104
    elif hal.W > 300:
        _w, _h, _low_h, _step, _pitch, foot = 44, 48, 44, 24, 47, 205
    bottom = _TOP + _h + 3 * _step
    _low_y = foot - _low_h - (0 if canvas.TINY else 3)
    _line_y = bottom + (_low_y - bottom - selection.LINE[0]) // 2
    slots.clear()
    for p in range(5):
        slots.add(3 + p * _pitch, _TOP, _w, _h + 3 * _step)
    for p in range(3):
        slots.add(3 + p * (5 * _pitch // 3 + 1), _low_y, _w + 20, _low_h)
    for i in range(20):
        _xs[i] = slots.x[i // 4]
        _ys[i] = _TOP + i % 4 * _step
    _side_x = 5 * _pitch + 5
    hud.open(_side_x, hal.W - _side_x - 3)
    motion.open(_w, _low_h, _step, _side_x + 2, _low_y, hud.middle() - _w // 2, _TOP)
    status_panel.foot(foot)
    status_panel.captions(captions.RACE if races(s) else captions.DECK)
    card_art.room(4, _w, max(_h, _low_h))
    selection.start()
    changed(s)


def changed(s: bytearray) -> None:
    """The state was replaced: clear the selection."""
    global _stale
    _stale = _ALL
    selection.drop()
    _cancel_flights()
    hud.forget()
    _remember(s)


def _remember(s: bytearray) -> None:
    global _level, _stock, _next, _groups, _moves, _bonus, _stuck
    _level = rules.get(s, rules.LEVEL)
    _stock = rules.stock(s)
    _next = rules.next_stack(s)
    _groups = rules.get(s, rules.GROUPS)
    _moves = rules.earned(s, _level, rules.MOVE_POINTS)
    _bonus = rules.earned(s, _level, rules.RUN_BONUS)
    _stuck = not (_stock or rules.over(s) or rules.groups(s, None))


def races(s: bytearray) -> bool:
    """Whether this game has a clock; practice has none."""
    return rules.get(s, rules.START) > 0


def running() -> bool:
    """Whether the clock runs now."""
    return not hud.has_message()


def key(k: int, s: bytearray) -> int:
    global _stale
    if motion.dealt < 5:
        _cancel_flights()
    _stale |= _ALL if k & 0xF0 or selection.wrong else 1 << selection.cursor | _REST
    m = _key(k, s)
    _stale |= 1 << selection.cursor
    return m


def _key(k: int, s: bytearray) -> int:
    if hud.has_message():
        hud.dismiss()
    elif _stuck and k & (keys.A | keys.B | keys.Y):
        return rules.NEXT
    elif not rules.over(s):
        return selection.key(k, s)
    return -1


def enter(s: bytearray) -> None:
    """Start the animation of a new deal."""
    motion.enter()


def undone(s: bytearray, m: int, was: bytearray) -> None:
    """Move m was undone; `was` is the table it had led to."""
    motion.give_back(s, m, was)


def moved(s: bytearray, m: int, was: bytearray | None) -> None:
    """Move m was made; for a wait `was` is None, and the timer may have run out during it."""
    global _beat, _stale
    _stale |= _REST
    ended = rules.over(s) or rules.get(s, rules.LEVEL) != _level
    idle = rules.stock(s) == _stock and rules.get(s, rules.GROUPS) == _groups
    if was is None and idle and not ended:
        beat = rules.get(s, rules.TIMER) // 5
        if beat != _beat:
            _beat = beat
            if beat < hud.SHORT // 5:
                sound.tick()
        return
    _stale = _ALL
    _cancel_flights()
    n = _level
    selection.gone(255 if ended else m if m < rules.DRAW else 0)
    if was is None and not ended:
        selection.show_message("Time!")
        sound.refuse()
    elif m < rules.DRAW:
        (_take_away if ended else motion.take)(m, was)  # type: ignore[arg-type]
    _show_points(s, n)
    if ended:
        _end(s, n)
    elif rules.stock(s) < _stock:
        _fly_in(s)
    _remember(s)
    if _stuck:
        status_panel.note("No group is left, and the deck is empty")


def _show_points(s: bytearray, n: int) -> None:
    points = rules.earned(s, n, rules.MOVE_POINTS) - _moves
    bonus = rules.earned(s, n, rules.RUN_BONUS) - _bonus
    if points:
        hud.gain(points)
        selection.show_message(hud.gained())
        sound.run(_groups + 1)
    if bonus:
        status_panel.note("Run bonus +%d for %d groups" % (bonus, _groups + (points > 0)))
    else:
        status_panel.note("")


def _take_away(m: int, was: bytearray) -> None:
    """Remove a level's last group from the table before its message covers it."""
    for p in range(8):
        n = rules.height(was, p) - 1
        if m >> p & 1 and (p > 4 or not n):
            canvas.wipe(slots.x[p], slots.y[p], slots.w[p], slots.h[p])
            if p > 4:
                _draw_stack_info(p, n)
            c = rules.card(was, p, n - 1) if n else 0
            _card_or_slot(c, slots.x[p], slots.y[p], _h if p < 5 else _low_h, 0)


def _fly_in(s: bytearray) -> None:
    """A card from the deck flies to its stack; several at once are just drawn."""
    one = _stock - rules.stock(s) == 1
    selection.picked &= ~(1 << _next if one else 0xE0)
    if one:
        motion.draw_card(s, _next)


def _end(s: bytearray, n: int) -> None:
    """Level n or the game has ended: show the points earned."""
    global _over
    how = rules.bust(s, n)
    code = rules.over(s)
    if code == 4:
        return
    if how == 3:
        title = "SUPER BUST!"
        sound.won()
    elif how:
        title = "Level %d busted" % n
    elif code == 1:
        title = "Target reached!"
    else:
        title = "Level %d: not busted" % n
        sound.lost()
    if how and how != 3:
        sound.mastered()
    points = [rules.earned(s, n, kind) for kind in _KINDS] if races(s) else None
    hud.show_message(title, points, how == 3)
    status_panel.note("")
    canvas.wipe(0, _line_y, 5 * _pitch, selection.LINE[0] + 2)  # the message covers half of it
    _over = True


def leave_from() -> list[tuple[int, int]]:
    return [(hud.middle() - _w // 2, _TOP)]


def tick(s: bytearray, dt: int) -> bool:
    """dt ms pass; True while something moves or a message covers the table."""
    global _stale
    if hud.pass_time(dt):
        _stale |= _REST
        if not hud.gained() and selection.message[:1] == "+":
            selection.show_message("")
    if hud.has_message():
        return True
    if selection.pass_time(dt):
        _stale = _ALL
    if not card_art.flying() and not motion.deal(s):
        _stale |= motion.landed()
        return False
    card_art.land()
    if _stale or status_panel.late:
        draw(s, False)
    if card_art.advance(dt):
        card_art.rise()
    else:
        _stale |= motion.landed()
    return True


def _cancel_flights() -> None:
    """Cancel all flights."""
    global _stale
    _stale |= motion.stop()


def skip(s: bytearray) -> None:
    """Cancel all animation."""
    _cancel_flights()
    hud.stop()


def hint(s: bytearray, m: int) -> None:
    global _stale
    _stale = _ALL
    selection.point(m)
    status_panel.note("Take a card from the deck" if m == rules.DRAW else "")


def draw(s: bytearray, full: bool) -> None:
    """Draw what has changed, or everything after a message that covered it."""
    global _stale
    if not (full or _stale or _over or hud.has_message()):
        status_panel.draw(False)
        return
    full = full or _over and not hud.has_message() and not rules.over(s)
    if full:
        hud.stop()
        if card_art.flying():
            _cancel_flights()
        canvas.clear()
        _blank(s)
        _draw_all(s)
    if hud.has_message():
        hud.draw_message()
    if _over:
        return
    stale = _stale
    _stale = 0
    for p in range(8):
        if stale >> p & 1 or full and slots.seen[p] >> 17:  # that is its mark
            _draw_place(s, p, full)
    if stale & _REST:
        _draw_rest(s)
    status_panel.draw(full)


def _draw_rest(s: bytearray) -> None:
    get = rules.get
    if races(s):
        hud.timer(get(s, rules.TIMER), rules.start(s))
        hud.points(get(s, rules.SCORE), get(s, rules.COUNTER))
        hud.run(_groups, get(s, rules.RUN))
    hud.level(_level, get(s, rules.LEVELS) if s[rules.KIND] != 1 and races(s) else 0)
    selection.draw_line(s, _stuck, _line_y, 5 * _pitch)
    hud.deck(_stock, selection.hinted == rules.DRAW, _low_y, _w, _low_h)


def _blank(s: bytearray) -> None:
    """Mark everything as not drawn."""
    global _over, _stale
    _over = False
    _stale |= _REST
    selection.forget_line()
    hud.blank(best, rules.get(s, rules.TARGET) if s[rules.KIND] == 1 else 0, not races(s))


def _draw_all(s: bytearray) -> None:
    """Draw all places without marks, on bare felt, in few calls."""
    for p in range(8):
        n = motion.height(s, p)
        _tops[p] = rules.card(s, p, n - 1) if n else 0
        if p < 5:
            _cover(s, p, n)
            _tops_y[p] = _TOP + max(n - 1, 0) * _step
        else:
            _draw_stack_info(p, n)
        if not n:
            card_art.slot(slots.x[p], slots.y[p], _w, _h if p < 5 else _low_h)
    card_art.covered(_cards, 0, 20, _xs, _ys, _w, _step + _ROUND)
    card_art.faces(_tops, 0, 5, slots.x, _tops_y, _w, _h)
    card_art.faces(_tops, 5, 3, slots.x, slots.y, _w, _low_h)


def _cover(s: bytearray, p: int, n: int) -> None:
    """Put the covered cards of column p, which has n cards, into _cards."""
    for i in range(4):
        _cards[4 * p + i] = rules.card(s, p, i) if i < n - 1 else 0


def _draw_stack_info(p: int, n: int) -> None:
    hud.stack(n, p == _next and _stock, slots.x[p] + _w + 1, _low_y, _low_h)


def _draw_place(s: bytearray, p: int, laid: bool) -> None:
    """Draw a place if it has changed; if `laid`, only its mark is still missing."""
    mark = selection.mark(p)
    n = motion.height(s, p)
    c = rules.card(s, p, n - 1) if n else 0
    takes = p == _next and _stock > 0
    look = mark << 17 | takes << 16 | (_level & 63) << 10 | c << 4 | n
    was = slots.seen[p]
    slots.seen[p] = look
    if was == look and not laid or laid and not mark:
        return
    x = slots.x[p]
    y = slots.y[p]
    if p < 5:
        top = y + (n - 1) * _step if n else y
        if laid or was >= 0 and (was ^ look) & 0x1FFFF == 0:  # only the mark has changed
            canvas.dirty(x, top, _w, _h)
        else:
            canvas.wipe(x, y, slots.w[p], slots.h[p])
            _cover(s, p, n)
            card_art.covered(_cards, 4 * p, 4, _xs, _ys, _w, _step + _ROUND)
        _card_or_slot(c, x, top, _h, mark)
        return
    if not laid:
        canvas.wipe(x, y, slots.w[p], slots.h[p])
        _draw_stack_info(p, n)
    _card_or_slot(c, x, y, _low_h, mark)


def _card_or_slot(c: int, x: int, y: int, h: int, mark: int) -> None:
    if c:
        card_art.card(c, x, y, _w, h, mark)
    else:
        card_art.slot(x, y, _w, h, mark)
