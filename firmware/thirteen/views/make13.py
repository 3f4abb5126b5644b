"""Layer 4. Make 13 on the screen: the field, the stacks below it, the counters beside.

Places 0 to 4 are the field's columns, 5 to 7 the stacks, as in the rules, 8 the deck, 9 the cards
taken. Any number of cards is picked one by one; a group is taken by the press that makes it
thirteen, a king by the one that picks it.
"""

import sys

from micropython import const

import hal
from thirteen.cards import NAMES, SHORT
from thirteen.draw import art, canvas, large
from thirteen.fast import native
from thirteen.rules import make13 as rules
from thirteen.storage import make13_ghost
from thirteen.table import choice, flights, piles, places, table
from thirteen.table.table import (  # noqa: F401 - the view's own names
    leave_from,
    refusal,
    undone,
)
from thirteen.ui import captions, keys, sound
from thirteen.ui.status_panel import status_panel
from thirteen.views import make13_hud

_PICK = captions.of(keys.A, "pick")
# What A and B do: by the deck, by what is picked, and where no group is left.
_DECK_KEYS, _NO_DECK_KEYS, _PICKED_KEYS, _ON_PICKED_KEYS, _STUCK_KEYS = range(5)
_HEADS: tuple = (
    (_PICK, captions.of(keys.B, "deck")),
    (_PICK,),
    (_PICK, captions.LET_GO),
    (captions.of(keys.A | keys.B, "let go"),),
    (captions.of(keys.A | keys.B, "go on"),),
)
_PRACTICE: tuple = tuple([head + captions.GAME for head in _HEADS])
_MOVE: tuple = captions.GAME[:1] if not hal.PAD else ()
_RACE: tuple = tuple([_MOVE + head + (captions.of(keys.MENU, "pause"),) for head in _HEADS])

_DECK = const(8)  # places
_TAKEN = const(9)
_MIDDLE = const(2)
_LEAST_DECK = const(28)  # height of one below counters in large letters
_MESSAGE = const(1000)  # ms that a message shows
_GO_ON = art.CH_BUTTON_A + " go on"  # to the next level, or to the result
_KINDS = rules.MOVE_POINTS, rules.RUN_BONUS, rules.SUPER_BUST
_FIELD = const(20)  # cards that a level begins with; without them it is busted
_MARKS = (art.CH_TIMES, "", art.CH_CHECK, art.CH_STAR)  # of levels, by what rules.bust says
_MARKED = const(6)  # levels at most

hud = make13_hud.Hud()
best = ""  # the high score shown beside the table; set by the mode,
aim: tuple = ()  # what a race is to reach or to beat, a word and the points; set by the mode, too,
ghost = b""  # as the best race at this deal, see storage/make13_ghost.py


class _Line:
    """Between field and stacks: the sum of what is picked, or a message."""

    def __init__(self) -> None:
        self.message = ""
        self.ms = 0  # for which it is shown

    def open(self, font: bytes, y: int, w: int) -> None:
        self.font = font
        self.y = y
        self.w = w
        self.say("")

    def say(self, text: str) -> None:
        self.message = text
        self.ms = _MESSAGE

    def tick(self, dt: int) -> bool:
        """dt ms pass; whether the message goes."""
        if not self.message:
            return False
        self.ms -= dt
        if self.ms > 0:
            return False
        self.message = ""
        return True

    @native
    def draw(self, total: int) -> None:
        font = self.font
        y = self.y
        if self.message:
            canvas.centre(font, self.message, 0, y, self.w, canvas.ON_FELT)
        elif total:
            x = self.w // 2 - 14
            make13_hud.digits(total, font, x, y, canvas.GOLD_FELT)
            left = 13 - total
            x += 22 if left > 9 else 15
            y += (font[0] - art.SMALL[0]) * 5 // 7
            make13_hud.digits(left, art.SMALL, x, y, canvas.ON_FELT)
            hal.text(art.SMALL, " to go", x, y, canvas.ON_FELT)
        elif _shown.stuck:
            canvas.button(3, y, self.w - 5, font[0], _GO_ON, True)


class _Shown:
    """The game at the last move shown, and what has been told since."""

    def __init__(self) -> None:
        self.level = self.stock = self.groups = self.moves = self.bonus = 0
        self.stuck = False  # M7: no group is left, and the deck is empty
        self.earned = ""  # the message about a run that has just been paid
        self.ahead = ""  # by how much this race is ahead of the ghost,
        self.compared = 0  # and the step of its curve
        self.beat = 0  # of the clock, while little time is left
        self.dealing = False  # the cards of a level are on their way: the clock waits
        self.ticked = False  # time has passed since the last frame
        self.keys: tuple = _RACE  # the captions, by what A and B do


_line = _Line()
_shown = _Shown()


def open(s: bytearray) -> None:
    width, height = status_panel.below()
    low = height < make13_hud.TALL + _LEAST_DECK + 3
    font = art.SMALL if low else large.FONT
    top = 8 if low else 14
    pitch = (width - (82 if low else 63)) // 5
    w = min(pitch - (1 if low else 3), (width - 48) // 6, 43)  # beside the deck is its number
    pitch = w + (1 if low else 3 if width < 312 else 4)
    room = height - top - font[0] - (0 if low else 6)
    step = max(room * 20 // 152, 12)
    h = min((room - 3 * step + 1) // 2, w * 3 // 2)
    low_h = min(room - 3 * step - h, h, room if low else height - 3 - make13_hud.TALL)
    low_y = height - low_h - (0 if low else 3)
    bottom = top + h + 3 * step
    _line.open(font, bottom + (low_y - bottom - font[0]) // 2, 5 * pitch)
    side = 5 * pitch + 5
    places.clear()
    for p in range(5):
        places.add(3 + p * pitch, top, w, h, places.SKIP_IF_EMPTY, most=4, below=step)
    for p in range(3):
        places.add(3 + p * (5 * pitch // 3 + 1), low_y, w, low_h, places.SKIP_IF_EMPTY)
    hud.open(side, width - side - 3, width, low, captions.B)
    places.add(side + 2, low_y, w, low_h, places.STOCK | places.COUNT_ONLY)
    places.add(hud.middle() - w // 2, top, w, h, places.COUNT_ONLY)
    _shown.keys = _RACE if races(s) else _PRACTICE
    status_panel.captions(_shown.keys[0])
    table.open(sys.modules[__name__], s, _MIDDLE)
    hud.forget()
    _remember(s)


def cards(s: bytearray, p: int, out: bytearray, at: int) -> int:
    if p == _DECK:
        return rules.stock(s)
    if p == _TAKEN:
        n = 52 - rules.stock(s)
        for q in range(8):
            n -= rules.height(s, q)
        return n
    n = rules.height(s, p)
    if p < 5:
        for i in range(n):
            out[at + i] = rules.card(s, p, i)
    else:
        out[at] = rules.top(s, p)
    return n


def empty(s: bytearray, p: int) -> int:
    return piles.BARE


def flag(s: bytearray) -> None:
    """Every card can be picked."""
    places.unflag()
    for p in range(8):
        if piles.counts[p]:
            places.flags[p] = places.FREE
    if keys.scan_ms and rules.stock(s):
        places.flags[_DECK] = places.FREE


def source(s: bytearray, m: int) -> int:
    """The first place of the group that move m takes; else where the cursor is."""
    p = 0
    while p < _DECK and not m >> p & 1:
        p += 1
    return p if m < rules.DRAW else choice.cursor


def target(s: bytearray, m: int) -> int:
    """The deck for its next card; the other place of a group of two; a king's own; else none."""
    if m >= rules.DRAW:
        return _DECK if m == rules.DRAW else places.NONE
    rest = m & m - 1
    return source(s, rest or m) if pairs(m) or not rest else places.NONE


def pairs(m: int) -> bool:
    """Whether m takes two cards."""
    rest = m & m - 1
    return 0 < rest < rules.DRAW and not rest & rest - 1


def status(s: bytearray) -> str:
    if not _shown.stuck:
        return ""
    return "No group left" + (": the clock ends the level" if races(s) else "")


def changed(s: bytearray) -> None:
    """The state was replaced."""
    table.changed(s)
    hud.forget()
    _line.say("")
    _remember(s)


def _remember(s: bytearray) -> None:
    _shown.level = level = rules.get(s, rules.LEVEL)
    _shown.stock = rules.stock(s)
    _shown.groups = rules.get(s, rules.GROUPS)
    _shown.moves = rules.earned(s, level, rules.MOVE_POINTS)
    _shown.bonus = rules.earned(s, level, rules.RUN_BONUS)
    hud.score(rules.get(s, rules.SCORE))
    if not rules.get(s, rules.TICKS):
        _shown.ahead = ""
    _shown.stuck = not (_shown.stock or rules.over(s) or rules.groups(s, None))
    word = "level" if rules.get(s, rules.LEVELS) == 1 else "levels"
    status_panel.second(word, _levels(s, level) if races(s) else ())
    _name_keys(s)


def _levels(s: bytearray, level: int) -> tuple:
    """How the levels went, and this one, in gold; those to come."""
    last = max(rules.get(s, rules.LEVELS), level)
    first = max(min(level - _MARKED // 2, last - _MARKED + 1), 1)
    cells = []
    for n in range(first, min(last, first + _MARKED - 1) + 1):
        if n < level:
            cells.append((_MARKS[rules.bust(s, n)], canvas.GOLD_FELT))
        else:
            cells.append(("%d" % n, canvas.GOLD_FELT if n == level else canvas.ON_FELT))
    return tuple(cells)


def _progress(s: bytearray, left: int) -> None:
    """How much of the race's aim is reached, else of the level, whose field has `left` cards."""
    if aim and races(s):
        status_panel.progress(aim[0], min(rules.get(s, rules.SCORE), aim[1]), aim[1])
    else:
        status_panel.progress("cleared", _FIELD - left, _FIELD)


def _name_keys(s: bytearray) -> None:
    """Say what A and B do here, unless others have set what the keys do."""
    if _shown.stuck:
        i = _STUCK_KEYS
    elif choice.picked:
        on = choice.group() >> choice.cursor & 1
        i = _ON_PICKED_KEYS if on else _PICKED_KEYS
    else:
        i = _DECK_KEYS if rules.stock(s) else _NO_DECK_KEYS
    was = status_panel.captions(_shown.keys[i])
    if was not in _shown.keys:
        status_panel.captions(was)


def races(s: bytearray) -> bool:
    """Whether this game has a clock; practice has none."""
    return rules.get(s, rules.START) > 0


def running() -> bool:
    """Whether the clock runs now."""
    return not hud.has_message() and not _shown.dealing


if hal.VOICE:

    def told(s: bytearray) -> str:
        """The line between field and stacks, in words."""
        total = rules.total(s, choice.group())
        return _line.message or ("%d so far, %d to go" % (total, 13 - total) if total else "")

    def ahead_in_race() -> str:
        """By how much this race is ahead of the best at this deal, "" without one."""
        return _shown.ahead


def key(k: int, s: bytearray) -> int:
    """Handle a key; returns the move it makes, or -1."""
    m = _press(k, s)
    _name_keys(s)
    return m


def _press(k: int, s: bytearray) -> int:
    if hud.has_message():
        hud.dismiss()
        return -1
    if rules.over(s):
        return -1
    if _shown.stuck and k & (keys.A | keys.B):
        return rules.NEXT
    skip(s)
    _line.say("")
    if k == keys.A and choice.cursor == _DECK:  # offered to a player with one key
        k = keys.B
        choice.pick(places.NONE)
    if k == keys.A:
        return choice.advised if choice.advised >= 0 else _pick(s, choice.cursor)
    if k == keys.B:
        if choice.picked:
            choice.pick(places.NONE)
        elif rules.stock(s):
            return rules.DRAW
        else:
            _refuse(places.NONE, "The deck is empty")
    elif k & (keys.X | keys.Y):
        _refuse(places.NONE, "No hint in a race" if k == keys.X else "No undo in a race")
    elif k & (keys.PREV | keys.NEXT):  # to any card, whatever is picked
        choice.advised = -1
        choice.cursor = places.next_flagged(k, choice.cursor, places.FREE)
    else:
        choice.move_cursor(k)
    return -1


def _pick(s: bytearray, p: int) -> int:
    """Pick the top card of place p, or let go of it; the move if that completes a group, or -1."""
    bit = 1 << p
    picked = choice.group()
    if not places.flags[p] & places.HINT:  # else what is left of a hint stays lit
        flag(s)
    v = rules.top(s, p) & 15
    if v == 13:
        return bit
    if not v:
        _refuse(p, "No card here")
        return -1
    if not picked & bit:
        v += rules.total(s, picked)
        if v == 13:
            return picked | bit
        if v > 13:
            _refuse(p, "%d: past 13" % v, True)
            choice.pick(places.NONE)
            return -1
    choice.toggle(p)
    sound.choose()
    return -1


def _refuse(p: int, text: str, chosen: bool = False) -> None:
    choice.refuse(p, "", chosen)
    _line.say(text)


def describe(s: bytearray, m: int, done: bool = False) -> str:
    """Move m in a few words, or what it did; by suits where another card has the same rank."""
    if m == rules.QUIT:
        return "Gave up" if done else "Give up"
    if m == rules.NEXT:
        return "Went on to the next level" if done else "Go on to the next level"
    verb = "Took " if done else "Take "
    if m == rules.DRAW:
        return verb + "a card from the deck"
    group = [rules.top(s, p) for p in range(8) if m >> p & 1]
    ranks = [rules.top(s, p) & 15 for p in range(8)]
    if [c for c in group if ranks.count(c & 15) > 1]:
        texts = [SHORT[c & 15] + art.CH_SUITS[c >> 4 & 3] for c in group]
    elif len(group) < 3:
        texts = ["the " + NAMES[c & 15] for c in group]
    else:
        texts = [SHORT[c & 15] for c in group]
    return verb + " and ".join([", ".join(texts[:-1])] * (len(texts) > 1) + texts[-1:])


def hint(s: bytearray, m: int) -> None:
    """Light move m, the deck for a card from there."""
    choice.pick(places.NONE)
    flag(s)
    for p in range(_DECK, -1, -1):
        if m < rules.NEXT and m >> p & 1:
            places.flags[p] |= places.HINT
            if p < _DECK:
                choice.cursor = p
    _name_keys(s)
    text = "Take a card from the deck"
    if rules.groups(s, None):
        text += ": these can wait"
    status_panel.message(text if m == rules.DRAW else "")


def move_rects(s: bytearray, m: int) -> list[tuple[int, int, int, int]]:
    """The rectangles of what move m concerns: the cards of a group, or the deck."""
    return piles.tops(*[p for p in range(_DECK + 1) if m <= rules.DRAW and m >> p & 1])


def enter(s: bytearray) -> None:
    """The cards of a level come from the deck."""
    table.enter(s)
    _shown.dealing = flights.count > 0


def moved(s: bytearray, m: int, was: bytearray | None) -> None:
    """Move m was made; for a wait `was` is None, and the timer may have run out during it."""
    _shown.ticked = True
    ended = rules.over(s) or rules.get(s, rules.LEVEL) != _shown.level
    if was is None and not ended:
        if rules.stock(s) == _shown.stock and rules.get(s, rules.GROUPS) == _shown.groups:
            if (
                ghost
                and rules.get(s, rules.TICKS) // make13_ghost.interval(ghost) != _shown.compared
            ):
                _compare(s)
            beat = rules.get(s, rules.TIMER) // 5
            if beat != _shown.beat:
                _shown.beat = beat
                if beat < make13_hud.SHORT // 5:
                    sound.tick()
            return
        _line.say("Time!")
        sound.refuse()
    else:
        _line.say("")
    n = _shown.level
    if not ended:
        picked = choice.group()
        table.changed(s)
        for p in range(_DECK):
            if picked >> p & 1 and piles.unchanged(p):
                choice.toggle(p)
    _show_points(s, n)
    if ended:
        table.lay(s)
        _end(s, n)
    _remember(s)
    status_panel.message(status(s) or _shown.earned)


def _compare(s: bytearray) -> None:
    """Compare this race with the best at this deal after the same time: points, or levels."""
    ticks = rules.get(s, rules.TICKS)
    _shown.compared = ticks // make13_ghost.interval(ghost)
    n = make13_ghost.earned(rules, s) - make13_ghost.ghost_score(ghost, ticks)
    if s[rules.KIND] != rules.CLIMB:
        n *= make13_ghost.POINTS
    _shown.ahead = "%+d" % n


def _show_points(s: bytearray, n: int) -> None:
    points = rules.earned(s, n, rules.MOVE_POINTS) - _shown.moves
    bonus = rules.earned(s, n, rules.RUN_BONUS) - _shown.bonus
    if points:
        hud.gain(points)
        _line.say(hud.gained())
        sound.run(_shown.groups + 1)
    n = _shown.groups + (points > 0)
    _shown.earned = "Run bonus +%d for %d groups" % (bonus, n) if bonus else ""


def _end(s: bytearray, n: int) -> None:
    """Level n or the game has ended: show the points earned."""
    how = rules.bust(s, n)
    code = rules.over(s)
    if code == 4:
        return
    if how == 3:
        title = "SUPER BUST!"
    elif how:
        title = "Level %d busted" % n
    elif code == 1:
        title = "Target reached!"
    else:
        title = "Level %d: not busted" % n
        sound.lost()
    if how:
        sound.mastered()
        _progress(s, 0)
    points = [rules.earned(s, n, kind) for kind in _KINDS] if races(s) else None
    hud.show_message(title, points, how == 3, not how and code != 1)


def tick(s: bytearray, dt: int) -> bool:
    """dt ms pass; whether the picture differs now."""
    differs = _shown.ticked
    _shown.ticked = False
    if hud.has_message():
        hud.pass_time(dt)
        if not hud.has_message() and not rules.over(s):
            enter(s)
        return True
    if hud.pass_time(dt):
        differs = True
    if _line.tick(dt):
        differs = True
    if table.tick(s, dt):
        differs = True
    if _shown.dealing and not flights.count:
        _shown.dealing = False
    return differs


def skip(s: bytearray) -> None:
    """End all animation."""
    table.skip(s)
    hud.stop()
    _shown.dealing = False


def draw(s: bytearray) -> None:
    """Draw the table, or the message that covers it: thinking time would be free."""
    if hud.has_message():
        canvas.clear()
        status_panel.ground()
        status_panel.quiet = True
        status_panel.draw()
        status_panel.quiet = False
        hud.draw_message()
    else:
        table.draw(s)


@native
def draw_labels(s: bytearray) -> None:
    """The counters, the line between field and stacks, deck and stacks."""
    get = rules.get
    race = races(s)
    if race:
        hud.timer(get(s, rules.TIMER), rules.start(s))
        goal = get(s, rules.TARGET) if s[rules.KIND] == 1 else 0
        if _shown.ahead:
            word = "behind " if _shown.ahead[0] == "-" else "ahead "
            hud.points(get(s, rules.COUNTER), word, _shown.ahead, 0)
        else:
            hud.points(get(s, rules.COUNTER), "best ", best, goal)
        hud.run(_shown.groups, get(s, rules.RUN) if _shown.groups else _shown.bonus)
    else:
        hud.practice(52 - piles.depth(_TAKEN))
    left = 0
    for p in range(5):
        left += rules.height(s, p)  # also of a level whose cards still come
    _progress(s, left)
    if race and status_panel.shows_second():  # where it tells the level
        hud.super_bust()
    else:
        hud.level(_shown.level, get(s, rules.LEVELS) if s[rules.KIND] != 1 and race else 0)
    _line.draw(rules.total(s, choice.group()))
    hud.deck(
        _DECK, piles.depth(_DECK), places.flags[_DECK] > places.FREE or choice.cursor == _DECK
    )
    for p in range(5, 8):
        hud.stack(p, piles.depth(p), p == rules.next_stack(s) and rules.stock(s) > 0)
