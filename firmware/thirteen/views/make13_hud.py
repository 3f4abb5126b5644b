"""Layer 4. Make 13's head-up display: the timer bar, counters, points, the run.

The counters are in a strip on the right. Each is drawn only when it has changed, and the passing
of time allocates nothing. A message (the end of a level) is a panel over the table, for a while or
until a key.
"""

from array import array

from micropython import const

import hal
from hal import fb
from thirteen.ui import art, canvas, captions, card_art, large, sound

HEIGHT = 6 if canvas.TINY else 10  # of the bar
SHORT = const(20)  # ticks: the bar is red from there on

_TOP = const(14)
_SCORE_Y = _TOP if canvas.TINY else 29
_SCORE_FONT = art.SMALL if canvas.TINY else large.FONT
_BEST_Y = 27 if canvas.TINY else 50
_LEVEL_Y = 40 if canvas.TINY else 67
_COUNTER_Y = 53 if canvas.TINY else 84
_RUN_Y = 67 if canvas.TINY else 102
_RUN_H = 14 if canvas.TINY else 38
_EDGE = 0 if canvas.TINY else 3  # of the run's box above its text
_GAIN = const(1300)  # ms for which points earned show beside the score
_RISE = const(400)  # ms in which a score counts up
_MESSAGE = const(2400)  # ms for which a message shows
_COUNT = const(350)  # ms in which each of its numbers counts up, one after another
_LINES = ("Move points", "Run bonus", "Super Bust", "Total")
_LINE = const(17)
_DEAF = const(350)  # ms at its start in which keys are ignored
_BLINK = const(250)  # ms between changes of a blinking edge's colour
_WIDTH = const(204)  # width of a message

_LEVEL_WORD = "level"
_BEST_WORD = "best "
_DIGITS = tuple("0123456789")  # one-letter strings, which need no allocation

# As drawn: the timer, its colour, its bar; score, counter, level, run, groups, deck.
_T, _C, _BAR, _SCORE, _COUNTER, _LEVEL, _RUN, _GROUPS, _DECK = range(9)
_shown = array("i", bytes(4 * 9))

_x = 0
_w = 0
_deck_key = art.CH_BUTTON_B
_gain = ""
_gain_ms = 0
_gain_shown = None
_rising = False  # the score counts up
_rise = 0  # ms since it began to
_message = 0  # ms left of the message
_title = ""
_points = array("i", bytes(4 * 3))  # of the message: for moves, the run, a Super Bust
_paid = False  # it has points
_blinks = False
_edge = -1  # of the message's panel, as drawn
_counts = array("i", bytes(4 * 4))  # its numbers as drawn: the points, their total


def open(x: int, w: int) -> None:
    """Start a game with the strip at x, w wide."""
    global _x, _w
    _x = x
    _w = w
    forget()


def forget() -> None:
    """Clear the points earned and the message."""
    global _gain, _gain_ms, _message, _rising
    _rising = False
    _gain = ""
    _gain_ms = _message = 0


def middle() -> int:
    """The x of the score, to which cards fly."""
    return _x + _w // 2


def blank(best: str, goal: int, practice: bool) -> None:
    """Draw what never changes; the high score (str), or a goal in points, is below the score."""
    global _gain_shown, _rising, _deck_key
    _rising = False
    _deck_key = art.CH_BUTTON_B if practice else captions.DECK_KEY
    for i in range(len(_shown)):
        _shown[i] = -1
    _gain_shown = None
    hal.text(art.SMALL, _LEVEL_WORD, _x, _LEVEL_Y, canvas.ON_FELT)
    if practice:
        if canvas.TINY:
            hal.text(art.SMALL, "practice", _x, _TOP, canvas.ON_FELT)
        else:
            hal.text(art.SMALL, "Practice: no clock, no points", 4, 0, canvas.ON_FELT)
        return
    if not canvas.TINY:
        hal.text(art.SMALL, "score", _x, _TOP, canvas.ON_FELT)
    if goal:
        canvas.right(art.SMALL, "of %d" % goal, _x + _w, _BEST_Y, canvas.ON_FELT)
    elif best not in ("", "-"):
        room = _w - canvas.width(art.SMALL, best)
        if room > canvas.width(art.SMALL, _BEST_WORD):
            hal.text(art.SMALL, _BEST_WORD, _x, _BEST_Y, canvas.GOLD_FELT)
        elif room > 13:
            hal.blit(art.ICONS, art.ICON_TROPHY, _x, _BEST_Y - 1, canvas.GOLD_FELT)
        canvas.right(art.SMALL, best, _x + _w, _BEST_Y, canvas.ON_FELT)
    # The points for a Super Bust.
    hal.blit(art.ICONS, art.ICON_STAR, _x, _COUNTER_Y - 2, canvas.GOLD_FELT)
    canvas.box(_x - 3, _RUN_Y - _EDGE, _w + 5, _RUN_H, canvas.DARK_FELT)
    hal.text(art.SMALL, "run", _x, _RUN_Y, canvas.ON_FELT)


def timer(t: int, whole: int) -> None:
    """The bar across the top; only the part that has changed is drawn and sent."""
    shown = _shown
    if shown[_T] == t:
        return
    shown[_T] = t
    w = hal.W - 30
    full = w * t // whole
    c = canvas.RED if t <= SHORT else canvas.GOLD
    was = shown[_BAR]
    if c != shown[_C] or full > was:
        fb.fill_rect(0, 0, full, HEIGHT, c)
        fb.fill_rect(full, 0, w - full, HEIGHT, canvas.PANEL)
        canvas.dirty(0, 0, w, HEIGHT)
    else:
        fb.fill_rect(full, 0, was - full, HEIGHT, canvas.PANEL)
        canvas.dirty(full, 0, was - full, HEIGHT)
    shown[_C] = c
    shown[_BAR] = full
    _clear(hal.W - 28, 0, 28, 13, canvas.FELT)
    digits(t, art.SMALL, hal.W - 3, 0, canvas.ON_FELT)


def points(score: int, counter: int) -> None:
    global _rise, _rising
    right = _x + _w
    shown = _shown[_SCORE]
    if shown != score:
        if 0 <= shown < score and card_art.speed:  # it counts up to what was earned
            if not _rising:
                _rising = True
                _rise = 0
            step = score - shown
            shown = score if step < 4 or _rise >= _RISE else shown + step * _rise // _RISE
        else:
            shown = score
        _rising = shown != score
        _shown[_SCORE] = shown
        if canvas.TINY:
            _clear(right - 42, _SCORE_Y, 42, art.SMALL[0], canvas.FELT)
        else:
            _clear(_x - 3, _SCORE_Y - 1, _w + 3, 20, canvas.FELT)
        digits(shown, _SCORE_FONT, right, _SCORE_Y, canvas.ON_FELT)
    if _shown[_COUNTER] != counter:
        _shown[_COUNTER] = counter
        _clear(right - 36, _COUNTER_Y, 36, 13, canvas.FELT)
        digits(counter, art.SMALL, right, _COUNTER_Y, canvas.ON_FELT)
    global _gain_shown
    if _gain is not _gain_shown:
        _gain_shown = _gain
        if canvas.TINY:
            _clear(_x, _TOP, 34, 13, canvas.FELT)
            ink = canvas.GOLD_FELT if _gain else canvas.ON_FELT
            hal.text(art.SMALL, _gain or "score", _x, _TOP, ink)
        else:
            _clear(right - 26, _TOP, 26, 13, canvas.FELT)
            canvas.right(art.SMALL, _gain, right, _TOP, canvas.GOLD_FELT)


def level(n: int, last: int) -> None:
    """Level n, of `last` if that is not 0."""
    if _shown[_LEVEL] != n:
        _shown[_LEVEL] = n
        right = _x + _w
        room = _w - canvas.width(art.SMALL, _LEVEL_WORD) - 3
        text = "%d/%d" % (n, last)
        if not last or canvas.width(art.SMALL, text) > room:
            text = "%d" % n
        _clear(right - room, _LEVEL_Y, room, 13, canvas.FELT)
        canvas.right(art.SMALL, text, right, _LEVEL_Y, canvas.ON_FELT)


def run(groups: int, bonus: int) -> None:
    """The Run Bonus Counter, and the number of its groups."""
    if _shown[_GROUPS] == groups and _shown[_RUN] == bonus:
        return
    _shown[_GROUPS] = groups
    _shown[_RUN] = bonus
    right = _x + _w
    if canvas.TINY:
        _clear(right - 54, _RUN_Y, 54, 13, canvas.DARK_FELT)
    else:
        _clear(right - 30, _RUN_Y, 30, 13, canvas.DARK_FELT)
        _clear(_x, _RUN_Y + 14, _w, 20, canvas.DARK_FELT)
    if groups:
        ink = canvas.GOLD_FELT if groups > 1 else canvas.ON_FELT  # a single group is not a run yet
        x = digits(groups, art.SMALL, right - 32 if canvas.TINY else right, _RUN_Y, ink)
        hal.text(art.SMALL, art.CH_TIMES, x - 9, _RUN_Y, ink)
        if canvas.TINY:
            digits(bonus, art.SMALL, right, _RUN_Y, ink)
        else:
            digits(bonus, large.FONT, right, _RUN_Y + 16, ink)


def deck(n: int, lit: bool, y: int, w: int, h: int) -> None:
    """The deck: its number of cards, and the key for the next one."""
    look = n << 1 | lit
    if _shown[_DECK] == look:
        return
    _shown[_DECK] = look
    canvas.wipe(_x, y, _w, h)
    if not n:
        card_art.slot(_x + 2, y, w, h)
        return
    card_art.back(_x + 2, y, w, h, card_art.LIT if lit else 0)
    right = _x + _w
    if canvas.TINY:
        digits(n, art.SMALL, right - 18, y + 5, canvas.ON_FELT)
        hal.text(art.SMALL, _deck_key, right - 13, y + 5, canvas.ON_FELT)
    else:
        digits(n, large.FONT, right, y + 3, canvas.ON_FELT)
        hal.text(art.SMALL, _deck_key, right - 13, y + h - 18, canvas.ON_FELT)


def stack(n: int, takes: int, x: int, y: int, h: int) -> None:
    """Beside a stack h high: its number of cards n, whether the deck's next card goes there."""
    if n:
        low = y if canvas.TINY else y + 3
        digits(n, art.SMALL, x + (15 if n > 9 else 8), low, canvas.ON_FELT)
    if takes:
        font = art.SMALL if canvas.TINY else large.FONT
        hal.text(font, art.CH_LEFT, x, y + h - (13 if canvas.TINY else 24), canvas.GOLD_FELT)


def gain(n: int) -> None:
    """Show n points just earned."""
    global _gain, _gain_ms
    _gain = "+%d" % n
    _gain_ms = _GAIN


def gained() -> str:
    """The points just earned as shown, or an empty string."""
    return _gain


def pass_time(dt: int) -> bool:
    """dt ms have passed; whether something needs redrawing."""
    global _gain, _gain_ms, _message, _rise
    if _rising:
        _rise += dt
    if _message:
        _message = max(_message - min(dt, _BLINK), 0)
    if _gain_ms:
        _gain_ms -= dt
        if _gain_ms <= 0:
            _gain_ms = 0
            _gain = ""
            return True
    return _rising


def show_message(title: str, points: list[int] | None, super_bust: bool) -> None:
    """Start the message for the end of a level; points are for moves, runs and the bust.

    They count up one after another. A Super Bust blinks, with its points in large digits.
    """
    global _message, _title, _paid, _blinks, _edge
    _title = title
    _paid = bool(points)
    for i in range(3):
        _points[i] = points[i] if points else 0
    _blinks = super_bust
    _message = _MESSAGE
    _edge = -1


def has_message() -> bool:
    """Whether a message is shown."""
    return _message > 0


def dismiss() -> None:
    """A key during a message dismisses it, unless it has only just appeared."""
    global _message
    if _message < _MESSAGE - _DEAF:
        _message = 1


def stop() -> None:
    """Dismiss the message at once."""
    global _message
    _message = 0


def draw_message() -> None:
    """Draw what has changed of the message."""
    global _edge
    big = 24 if _blinks and _paid and not canvas.TINY else 0  # the Super Bust's points, large
    h = 38 + (big + (4 if _blinks else 3) * _LINE if _paid else 0)
    x = (hal.W - _WIDTH) // 2
    y = (hal.H - h) // 2 - (0 if canvas.TINY else 10)
    edge = _message // _BLINK & 1 if _blinks else 0
    top = y + 35
    if edge != _edge:
        _edge = edge
        _draw_panel(edge, x, y, h)
        for i in range(4 if _paid else 0):
            _counts[i] = -1
            if i != 2 or _blinks:
                _name(i, x + 16, top + big)
                top += _LINE
        top = y + 35
        canvas.dirty(x, y, _WIDTH, h)
    if _paid:
        _draw_counts(x + _WIDTH - 16, top, big)


def _draw_panel(edge: int, x: int, y: int, h: int) -> None:
    canvas.box(x, y, _WIDTH, h, canvas.RED if edge else canvas.GOLD)
    canvas.box(x + 4, y + 4, _WIDTH - 8, h - 8, canvas.PANEL)
    if _blinks:
        hal.blit(art.ICONS, art.ICON_STAR, x + 14, y + 11, canvas.GOLD_PANEL)
        hal.blit(art.ICONS, art.ICON_STAR, x + _WIDTH - 27, y + 11, canvas.GOLD_PANEL)
    canvas.centre(large.FONT, _title, x, y + 11, _WIDTH, canvas.GOLD_PANEL)


def _name(i: int, x: int, y: int) -> None:
    hal.text(art.SMALL, _LINES[i], x, y, canvas.GOLD_PANEL if i == 3 else canvas.ON_PANEL)


def _draw_counts(right: int, top: int, big: int) -> None:
    """The numbers of the message as far as they have counted up, those that changed."""
    t = _MESSAGE - _message
    total = 0
    y = top + big
    for i in range(4):
        n = total
        if i < 3:
            done = min(max(t - i * _COUNT, 0), _COUNT) if card_art.speed else _COUNT
            n = _points[i] * done // _COUNT
            total += n
            if i == 2 and not _blinks:
                continue
        if n != _counts[i]:
            if _counts[i] == 0:
                sound.run(i + 1)
            _counts[i] = n
            ink = canvas.GOLD_PANEL if i == 3 else canvas.ON_PANEL
            _clear(right - 48, y, 48, art.SMALL[0], canvas.PANEL)
            digits(n, art.SMALL, right, y, ink)
            if i == 2 and big:
                _clear(right - 120, top, 72, art.LARGE_H, canvas.PANEL)
                digits(n, large.FONT, right - 58, top, ink)
        y += _LINE


def _clear(x: int, y: int, w: int, h: int, c: int) -> None:
    if c == canvas.FELT:
        canvas.wipe(x, y, w, h)
    else:
        fb.fill_rect(x, y, w, h, c)
        canvas.dirty(x, y, w, h)


def digits(v: int, font: bytes, right: int, y: int, ink: int) -> int:
    """Draw a number that ends at `right` without allocating a str; returns its left edge."""
    width = 10 if font is large.FONT else 7
    while True:
        right -= width
        hal.text(font, _DIGITS[v % 10], right, y, ink)
        v //= 10
        if not v:
            return right
