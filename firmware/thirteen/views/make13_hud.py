"""Layer 4. Make 13's head-up display: the timer bar, counters, points, the run, the message.

The counters are in a strip on the right. The passing of time allocates nothing. A message (the end
of a level) takes the place of the table for a while, or until a key.
"""

from array import array

from micropython import const

import hal
from thirteen.draw import art, canvas, card_art, large
from thirteen.fast import native
from thirteen.table import places
from thirteen.ui import sound

TALL = const(140)  # height of the counters in large letters
SHORT = const(20)  # ticks: the bar is red from there on

_GAIN = const(1300)  # ms for which points earned show beside the score
_RISE = const(400)  # ms in which a score counts up
_MESSAGE = const(2400)  # ms for which a message shows
_COUNT = const(350)  # ms in which each of its numbers counts up, one after another
_LINES = ("Move points", "Run bonus", "Super Bust", "Total")
_LINE = const(17)
_DEAF = const(350)  # ms at its start in which keys are ignored
_BLINK = const(250)  # ms between changes of a blinking edge's colour
_WIDTH = const(204)  # width of a message
_SHAKES = const(240)  # ms for which that of a Super Bust shakes,
_SHAKE = const(40)  # and from one side to the other
_STAR = const(13)  # size of its stars; one flies to the total,
_ASIDE = const(56)  # past the total's digits,
_LEAVES = const(3 * _COUNT)  # from here
_FLIES = const(400)  # in so many ms
_DIGITS = tuple("0123456789")  # one-letter strings, which need no allocation

_x = 0  # the strip
_w = 0
_screen_w = 0
_low = False  # everything in small letters
_deck_key = ""
_level_text = ""
_level_n = 0
_gain = ""
_gain_ms = 0
_score = 0  # the score before the last points,
_rise = _RISE  # and ms since then
_scored = 0
_message = 0  # ms left of the message
_title = ""
_points = array("i", bytes(4 * 3))  # of the message: for moves, the run, a Super Bust
_paid = False  # it has points
_blinks = False


def open(x: int, w: int, screen_w: int, low: bool, deck_key: str) -> None:
    """Start a game with the strip at x, w wide; `deck_key` is the caption of the deck's key."""
    global _x, _w, _screen_w, _low, _deck_key, _level_n
    _x = x
    _w = w
    _screen_w = screen_w
    _low = low
    _deck_key = deck_key[:1]
    _level_n = 0


def forget() -> None:
    """Clear the points earned and the message."""
    global _gain, _gain_ms, _message, _rise, _scored
    _gain = ""
    _gain_ms = _message = 0
    _rise = _RISE
    _scored = -1


def middle() -> int:
    """The x of the score, to which cards fly."""
    return _x + _w // 2


@native
def practice(left: int) -> None:
    """What practice shows in place of the counters: the cards left."""
    if _low:
        hal.text(art.SMALL, "practice", _x, 14, canvas.ON_FELT)
    else:
        hal.text(art.SMALL, "Practice: no clock, no points", 4, 1, canvas.ON_FELT)
    y = 53 if _low else 84
    hal.text(art.SMALL, "left", _x, y, canvas.ON_FELT)
    digits(left, art.SMALL, _x + _w, y, canvas.ON_FELT)


@native
def timer(t: int, whole: int) -> None:
    """The bar across the top."""
    w = _screen_w - 30
    canvas.bar(0, 0, w, 6 if _low else 10, t, whole, canvas.RED if t <= SHORT else canvas.GOLD)
    digits(t, art.SMALL, _screen_w - 3, 0, canvas.ON_FELT)


def score(n: int) -> None:
    """The score is n now: it counts up to it."""
    global _score, _scored, _rise
    if n != _scored:
        _score = _scored if 0 <= _scored < n and card_art.speed else n
        _scored = n
        _rise = 0


@native
def points(counter: int, word: str, best: str, goal: int) -> None:
    """The score, counting up to what was earned; below it `best`, after a word, or the goal."""
    shown = _scored if _rise >= _RISE else _score + (_scored - _score) * _rise // _RISE
    right = _x + _w
    if _low:
        ink = canvas.GOLD_FELT if _gain else canvas.ON_FELT
        hal.text(art.SMALL, _gain or "score", _x, 14, ink)
        digits(shown, art.SMALL, right, 14, canvas.ON_FELT)
    else:
        hal.text(art.SMALL, "score", _x, 14, canvas.ON_FELT)
        canvas.right(art.SMALL, _gain, right, 14, canvas.GOLD_FELT)
        digits(shown, large.FONT, right, 29, canvas.ON_FELT)
    y = 27 if _low else 50
    if goal:
        canvas.right(art.SMALL, canvas.formatted(0, "of %d", goal), right, y, canvas.ON_FELT)
    elif best not in ("", "-"):
        room = _w - canvas.width(art.SMALL, best)
        if room > canvas.width(art.SMALL, word):
            hal.text(art.SMALL, word, _x, y, canvas.GOLD_FELT)
        elif room > 13:
            hal.blit(art.ICONS, art.ICON_TROPHY, _x, y - 1, canvas.GOLD_FELT)
        canvas.right(art.SMALL, best, right, y, canvas.ON_FELT)
    # The points for a Super Bust.
    y = 53 if _low else 84
    hal.blit(art.ICONS, art.ICON_STAR, _x, y - 2, canvas.GOLD_FELT)
    digits(counter, art.SMALL, right, y, canvas.ON_FELT)


def level(n: int, last: int) -> None:
    """Level n, of `last` if that is not 0."""
    global _level_n, _level_text
    y = 40 if _low else 67
    if n != _level_n:
        _level_n = n
        room = _w - canvas.width(art.SMALL, "level") - 3
        _level_text = "%d/%d" % (n, last)
        if not last or canvas.width(art.SMALL, _level_text) > room:
            _level_text = "%d" % n
    hal.text(art.SMALL, "level", _x, y, canvas.ON_FELT)
    canvas.right(art.SMALL, _level_text, _x + _w, y, canvas.ON_FELT)


@native
def run(groups: int, bonus: int) -> None:
    """The Run Bonus Counter, and the number of its groups."""
    y = 67 if _low else 102
    right = _x + _w
    canvas.box(_x - 3, y - (0 if _low else 3), _w + 5, 14 if _low else 38, canvas.DARK_FELT)
    hal.text(art.SMALL, "run", _x, y, canvas.ON_FELT)
    if not groups:
        return
    ink = canvas.GOLD_FELT if groups > 1 else canvas.ON_FELT  # a single group is not a run yet
    x = digits(groups, art.SMALL, right - 32 if _low else right, y, ink)
    hal.text(art.SMALL, art.CH_TIMES, x - 9, y, ink)
    if _low:
        digits(bonus, art.SMALL, right, y, ink)
    else:
        digits(bonus, large.FONT, right, y + 16, ink)


@native
def deck(p: int, n: int, lit: bool) -> None:
    """The deck at place p: its number of cards, and the key for the next one."""
    x = places.x[p]
    y = places.y[p]
    w = places.w[p]
    h = places.h[p]
    if not n:
        card_art.slot(x, y, w, h)
        return
    card_art.back(x, y, w, h, card_art.LIT if lit else 0)
    right = _x + _w
    if _low:
        digits(n, art.SMALL, right - 18, y + 5, canvas.ON_FELT)
        hal.text(art.SMALL, _deck_key, right - 13, y + 5, canvas.ON_FELT)
    else:
        digits(n, large.FONT, right, y + 3, canvas.ON_FELT)
        hal.text(art.SMALL, _deck_key, right - 13, y + h - 18, canvas.ON_FELT)


@native
def stack(p: int, n: int, takes: bool) -> None:
    """Beside the stack at place p: its number of cards, and whether the next card goes there."""
    x = places.x[p] + places.w[p] + 1
    y = places.y[p]
    if n:
        digits(n, art.SMALL, x + (15 if n > 9 else 8), y if _low else y + 3, canvas.ON_FELT)
    if takes:
        font = art.SMALL if _low else large.FONT
        y += places.h[p] - (13 if _low else 24)
        hal.text(font, art.CH_LEFT, x, y, canvas.GOLD_FELT)


def gain(n: int) -> None:
    """Show n points just earned."""
    global _gain, _gain_ms
    _gain = "+%d" % n
    _gain_ms = _GAIN


def gained() -> str:
    """The points just earned as shown, or an empty string."""
    return _gain


def pass_time(dt: int) -> bool:
    """dt ms have passed; whether something looks different."""
    global _gain, _gain_ms, _message, _rise
    differs = False
    if _message:
        _sound_counts(dt)
        _message = max(_message - min(dt, _BLINK), 0)
    if _rise < _RISE:
        _rise += dt
        differs = True
    if _gain_ms:
        _gain_ms -= dt
        if _gain_ms <= 0:
            _gain_ms = 0
            _gain = ""
            differs = True
    return differs


def show_message(title: str, points: list[int] | None, super_bust: bool) -> None:
    """Start the message for the end of a level; points are for moves, runs and the bust.

    They count up one after another. A Super Bust blinks, with its points in large digits; at first
    it shakes, and at last one of its stars flies to the total.
    """
    global _message, _title, _paid, _blinks
    _title = title
    _paid = bool(points)
    for i in range(3):
        _points[i] = points[i] if points else 0
    _blinks = super_bust
    _message = _MESSAGE


if hal.VOICE:

    def told() -> list:
        """The message."""
        paid = ["%s: %d" % (_LINES[i], _points[i]) for i in range(3) if _points[i]]
        total = ["%s: %d" % (_LINES[3], sum(_points))]
        return [_title] + (paid + total if _paid else [])


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


def _sound_counts(dt: int) -> None:
    """A tone as each number of the message starts to count."""
    t = _MESSAGE - _message
    for i in range(3):
        if t <= i * _COUNT < t + dt and _paid and _points[i] and card_art.speed:
            sound.run(i + 1)
    if t <= _LEAVES + _FLIES < t + dt and _blinks and card_art.speed:
        sound.land()


def draw_message() -> None:
    big = 24 if _blinks and _paid and not _low else 0  # the Super Bust's points, large
    h = 38 + (big + (4 if _blinks else 3) * _LINE if _paid else 0)
    width, height = canvas.screen()
    x = (width - _WIDTH) // 2
    y = (height - h) // 2 - (0 if _low else 10)
    t = _MESSAGE - _message
    if _blinks and card_art.speed and t < _SHAKES:
        x += 2 if t // _SHAKE & 1 else -2
    edge = _blinks and _message // _BLINK & 1
    canvas.box(x, y, _WIDTH, h, canvas.RED if edge else canvas.GOLD)
    canvas.box(x + 4, y + 4, _WIDTH - 8, h - 8, canvas.PANEL)
    if _blinks:
        hal.blit(art.ICONS, art.ICON_STAR, x + 14, y + 11, canvas.GOLD_PANEL)
        far = min(max(t - _LEAVES, 0), _FLIES) if card_art.speed and _paid else 0
        left = x + _WIDTH - 14 - _STAR
        down = h - 31  # to the line of the total
        hal.blit(
            art.ICONS, art.ICON_STAR, left - _ASIDE * far // _FLIES, y + 11 + down * far // _FLIES,
            canvas.GOLD_PANEL,
        )  # fmt: skip
    canvas.centre(large.FONT, _title, x, y + 11, _WIDTH, canvas.GOLD_PANEL)
    if _paid:
        _draw_counts(x, y + 35, big)


def _draw_counts(x: int, top: int, big: int) -> None:
    """The numbers of the message as far as they have counted up."""
    t = _MESSAGE - _message
    total = 0
    y = top + big
    right = x + _WIDTH - 16
    for i in range(4):
        n = total
        if i < 3:
            done = min(max(t - i * _COUNT, 0), _COUNT) if card_art.speed else _COUNT
            n = _points[i] * done // _COUNT
            total += n
            if i == 2 and not _blinks:
                continue
        ink = canvas.GOLD_PANEL if i == 3 else canvas.ON_PANEL
        hal.text(art.SMALL, _LINES[i], x + 16, y, ink)
        digits(n, art.SMALL, right, y, ink)
        if i == 2 and big:
            digits(n, large.FONT, right - 58, top, ink)
        y += _LINE


@native
def digits(v: int, font: bytes, right: int, y: int, ink: int) -> int:
    """Draw a number that ends at `right` without allocating a str; returns its left edge."""
    width = 10 if font is large.FONT else 7
    while True:
        right -= width
        hal.text(font, _DIGITS[v % 10], right, y, ink)
        v //= 10
        if not v:
            return right
