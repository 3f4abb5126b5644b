"""Layer 4. The view of Thirteens: the tableau on the left, stock and discards on the right.

Pressing A on a card takes it with its only partner; if it has several or none, the card is
selected, and the cursor moves to one that fits.
"""

from array import array

from micropython import const

from thirteen.rules import thirteens as rules
from thirteen.ui import canvas, captions, keys, slots, sound, status_panel
from thirteen.views import thirteens_motion as motion
from thirteen.views import thirteens_panel as panel
from thirteen.views import thirteens_tableau as tableau

_NOWHERE = const(15)
_MISSED = "They make 13 but do not touch"
_SUM = "%d and %d make %d, not 13"

_NAMES = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")

_out = array("H", bytes(2 * rules.MOVES))
_refused_for = 0  # ms left of a refusal


def open(s: bytearray) -> None:
    tableau.open()
    status_panel.open(tableau.right + 2)
    status_panel.captions((captions.A + "take",) + captions.GAME)
    changed(s)


def enter(s: bytearray) -> None:
    """Start the animation of a new deal."""
    motion.enter()


def changed(s: bytearray) -> None:
    """The state was replaced: clear the selection and the animation."""
    motion.rest()
    tableau.wrong = _NOWHERE
    while not s[tableau.cursor] and tableau.cursor % 5:
        tableau.cursor -= 1
    _choose(s, _NOWHERE)


def _choose(s: bytearray, p: int) -> None:
    """Select a place; flag those that some move concerns, and those that take its card."""
    tableau.chosen = p
    tableau.invalidate()
    flags = tableau.flags
    for i in range(15):
        flags[i] = 0
    for i in range(rules.moves(s, _out)):
        m = _out[i]
        a = motion.first(s, m)
        b = motion.second(m)
        flags[a] |= slots.CAN
        if m < rules.BRING:
            flags[b] |= slots.CAN
        if a == p:
            flags[b] |= slots.TAKES
        elif b == p:
            flags[a] |= slots.TAKES


def key(k: int, s: bytearray) -> int:
    skip(s)
    if tableau.wrong != _NOWHERE:
        tableau.wrong = _NOWHERE
        tableau.invalidate()
    status_panel.note("")
    at = tableau.cursor
    if k == keys.A:
        return _press(s, at)
    if k == keys.B:
        _choose(s, _NOWHERE)
    tableau.cursor = to = _go(k, at)
    tableau.stale |= 1 << at | 1 << to
    return -1


def _go(k: int, at: int) -> int:
    """Where a key moves the cursor; PREV and NEXT go to what can be selected now."""
    if k == keys.UP:
        return at // 5 * 5 + (at + 1) % 5
    if k == keys.DOWN:
        return at // 5 * 5 + (at % 5 + 4) % 5
    if k == keys.LEFT:
        return (at + 10) % 15
    if k == keys.RIGHT:
        return (at + 5) % 15
    if k & (keys.PREV | keys.NEXT):
        want = slots.CAN if tableau.chosen == _NOWHERE else slots.TAKES
        for _ in range(15):
            at = (at + (1 if k == keys.NEXT else 14)) % 15
            if tableau.flags[at] & want or at == tableau.chosen:
                break
    return at


def _press(s: bytearray, p: int) -> int:
    """What A does at place p."""
    c = tableau.chosen
    if not s[p]:
        if c != _NOWHERE and tableau.flags[p] & slots.TAKES:
            return rules.BRING | c // 5 << 2 | p // 5
        if p % 5:
            _refuse(p, "No card here")
        elif c == _NOWHERE:
            status_panel.note("Choose the top card of a column first")
        else:
            _refuse(p, "Only the top card of a column comes down")
    elif s[p] & 15 == 13:
        return p << 4 | p
    elif c == p:
        _choose(s, _NOWHERE)
    elif c == _NOWHERE:
        return _choose_or_take(s, p)
    elif tableau.flags[p] & slots.TAKES:
        return min(p, c) << 4 | max(p, c)
    else:
        a = s[c] & 15
        b = s[p] & 15
        _refuse(p, _MISSED if a + b == 13 else _SUM % (a, b, a + b))
    return -1


def _choose_or_take(s: bytearray, p: int) -> int:
    """Take a card with its partner if that is its only move, else select it."""
    _choose(s, p)
    pairs = brings = 0
    goal = _NOWHERE
    for q in range(14, -1, -1):
        if tableau.flags[q] & slots.TAKES:
            if s[q]:
                pairs += 1
                goal = q
            else:
                brings += 1
                if goal == _NOWHERE:
                    goal = q
    if pairs == 1 and not brings:
        return min(p, goal) << 4 | max(p, goal)
    sound.choose()
    if goal != _NOWHERE:
        tableau.cursor = goal
    else:
        status_panel.note("No %s touches it" % _NAMES[12 - (s[p] & 15)])
    return -1


def _refuse(p: int, why: str) -> None:
    global _refused_for
    tableau.invalidate()
    tableau.wrong = p
    _refused_for = slots.REFUSAL
    status_panel.note(why)
    sound.refuse()


def describe(s: bytearray, m: int) -> str:
    """Move m in a few words."""
    a = _NAMES[(s[motion.first(s, m)] & 15) - 1]
    if m & rules.BRING:
        return "Bring the %s down" % a
    b = _NAMES[(s[motion.second(m)] & 15) - 1]
    return "Take the king" if a == "king" else "Take %s and %s" % (a, b)


def playable(s: bytearray) -> None:
    """Highlight every card that some move concerns."""
    skip(s)
    _choose(s, _NOWHERE)
    for p in range(15):
        if tableau.flags[p] & slots.CAN:
            tableau.flags[p] |= slots.HINT


def hint(s: bytearray, m: int) -> None:
    """Highlight a move."""
    skip(s)
    _choose(s, _NOWHERE)
    if m >= 0:
        tableau.cursor = motion.first(s, m)
        tableau.flags[tableau.cursor] |= slots.HINT
        tableau.flags[motion.second(m)] |= slots.HINT


def moved(s: bytearray, m: int, was: bytearray) -> None:
    changed(s)
    status_panel.note("")
    motion.show(s, m, was)


def undone(s: bytearray, m: int, was: bytearray) -> None:
    """Move m was undone; `was` is the state it had led to."""
    tableau.cursor = motion.first(s, m)
    motion.show_back(s, m)


def leave_from() -> list[tuple[int, int]]:
    return [(panel.gone_x(), panel.y())]


def tick(s: bytearray, dt: int) -> bool:
    """dt ms pass; True while something is animated, after drawing it."""
    global _refused_for
    if tableau.wrong != _NOWHERE:
        _refused_for -= dt
        if _refused_for <= 0:
            tableau.wrong = _NOWHERE
            tableau.invalidate()
    if motion.tick(s, dt, draw):
        return True
    if tableau.wrong == _NOWHERE:
        return False
    draw(s, False)
    return True


def skip(s: bytearray) -> None:
    """Cancel all animation."""
    motion.skip(s)


def draw(s: bytearray, full: bool) -> None:
    """Redraw what has changed, or everything."""
    if full:
        if not motion.begin(s):
            skip(s)
        canvas.clear()
        tableau.draw_all(s)
    elif tableau.stale:
        tableau.draw(motion.shown(s), tableau.stale)
    if motion.leaving():
        status_panel.draw(False)  # discards count once they have reached the pile
    else:
        panel.draw(full, rules.stock(s), 52 - rules.left(s))
