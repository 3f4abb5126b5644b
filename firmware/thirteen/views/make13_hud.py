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
from thirteen.ui.status_panel import status_panel

TALL = const(140)  # height of the counters in large letters
_TALL_DECK = const(40)  # height of one whose number is large
SHORT = const(20)  # ticks: the bar is red from there on

_GAIN = const(1300)  # ms for which points earned show beside the score
_RISE = const(400)  # ms in which a score counts up
_MESSAGE = const(2400)  # ms for which a message shows
_COUNT = const(350)  # ms in which each of its numbers counts up, one after another
_LINES = ("Move points", "Run bonus", "Super Bust", "Total")
_LINE = const(17)
_LOW = const(40)  # rows of a stack beside which there is no room for a large arrow
_DEAF = const(350)  # ms at its start in which keys are ignored
_BLINK = const(250)  # ms between changes of a blinking edge's colour
_WIDTH = const(204)  # width of a message
_SHAKES = const(240)  # ms for which that of a Super Bust shakes,
_SHAKE = const(40)  # and from one side to the other
_STAR = const(19)  # how far its stars are from the edges; one flies to the total,
_LEAVES = const(3 * _COUNT)  # from here
_FLIES = const(400)  # in so many ms
_DIGITS = tuple("0123456789")  # one-letter strings, which need no allocation


class Hud:
    """What it shows, and where."""

    def __init__(self) -> None:
        self._level_text = ""
        self._gain = ""  # points just earned, shown
        self._gain_ms = 0  # for that long
        self._score = 0  # the score before them,
        self._rise = _RISE  # ms since then,
        self._scored = 0  # and the score now
        self._message = 0  # ms left of the message
        self._title = ""
        self._points = array("i", bytes(4 * 3))  # of the message: for moves, the run, a Super Bust
        self._paid = False  # it has points
        self._blinks = False
        self._edge = canvas.GOLD

    def open(self, x: int, w: int, screen_w: int, low: bool, deck_key: str) -> None:
        """Start a game with the strip at x, w wide; `deck_key` is the caption of the deck's key.

        low: all is in small letters.
        """
        self._x = x
        self._w = w
        self._screen_w = screen_w
        self._low = low
        self._deck_key = deck_key[:1]
        self._level_n = 0

    def forget(self) -> None:
        """Clear the points earned and the message."""
        self._gain = ""
        self._gain_ms = self._message = 0
        self._rise = _RISE
        self._scored = -1

    def middle(self) -> int:
        """The x of the score, to which cards fly."""
        return self._x + self._w // 2

    @native
    def practice(self, left: int) -> None:
        """What practice shows in place of the counters: the cards left."""
        if self._low:
            hal.text(art.SMALL, "practice", self._x, 14, canvas.ON_FELT)
        else:
            hal.text(art.SMALL, "Practice: no clock, no points", 4, 1, canvas.ON_FELT)
        y = 53 if self._low else 84
        hal.text(art.SMALL, "left", self._x, y, canvas.ON_FELT)
        digits(left, art.SMALL, self._x + self._w, y, canvas.ON_FELT)

    @native
    def timer(self, t: int, whole: int) -> None:
        """The bar across the top."""
        w = self._screen_w - 30
        colour = canvas.RED if t <= SHORT else canvas.GOLD
        canvas.bar(0, 0, w, 6 if self._low else 10, t, whole, colour)
        digits(t, art.SMALL, self._screen_w - 3, 0, canvas.ON_FELT)

    def score(self, n: int) -> None:
        """The score is n now: it counts up to it."""
        if n != self._scored:
            self._score = self._scored if 0 <= self._scored < n and card_art.speed else n
            self._scored = n
            self._rise = 0

    @native
    def points(self, counter: int, word: str, best: str, goal: int) -> None:
        """The score, counting up to what was earned; below it `best` after a word, or the goal."""
        shown = self._scored
        if self._rise < _RISE:
            shown = self._score + (shown - self._score) * self._rise // _RISE
        right = self._x + self._w
        if self._low:
            ink = canvas.GOLD_FELT if self._gain else canvas.ON_FELT
            hal.text(art.SMALL, self._gain or "score", self._x, 14, ink)
            digits(shown, art.SMALL, right, 14, canvas.ON_FELT)
        else:
            hal.text(art.SMALL, "score", self._x, 14, canvas.ON_FELT)
            canvas.right(art.SMALL, self._gain, right, 14, canvas.GOLD_FELT)
            digits(shown, large.FONT, right, 29, canvas.ON_FELT)
        y = 27 if self._low else 50
        if goal:
            canvas.right(art.SMALL, canvas.formatted(0, "of %d", goal), right, y, canvas.ON_FELT)
        elif best not in ("", "-"):
            room = self._w - canvas.width(art.SMALL, best)
            if room > canvas.width(art.SMALL, word):
                hal.text(art.SMALL, word, self._x, y, canvas.GOLD_FELT)
            elif room > 13:
                hal.blit(art.ICONS, art.ICON_TROPHY, self._x, y - 1, canvas.GOLD_FELT)
            canvas.right(art.SMALL, best, right, y, canvas.ON_FELT)
        # The points for a Super Bust.
        y = 53 if self._low else 84
        x = hal.text(art.SMALL, "super", self._x, y, canvas.ON_FELT) if self._low else self._x
        hal.blit(art.ICONS, art.ICON_STAR, x, y - 2, canvas.GOLD_FELT)
        digits(counter, art.SMALL, right, y, canvas.ON_FELT)

    def super_bust(self) -> None:
        """What the points with the star are for, above them."""
        hal.text(art.SMALL, "Super Bust", self._x, 67, canvas.ON_FELT)

    @native
    def level(self, n: int, last: int) -> None:
        """Level n, of `last` if that is not 0."""
        y = 40 if self._low else 67
        if n != self._level_n:
            self._level_n = n
            room = self._w - canvas.width(art.SMALL, "level") - 3
            text = "%d/%d" % (n, last)
            if not last or canvas.width(art.SMALL, text) > room:
                text = "%d" % n
            self._level_text = text
        hal.text(art.SMALL, "level", self._x, y, canvas.ON_FELT)
        canvas.right(art.SMALL, self._level_text, self._x + self._w, y, canvas.ON_FELT)

    @native
    def run(self, groups: int, bonus: int) -> None:
        """The Run Bonus Counter, and its number of groups; without a run what runs have earned."""
        low = self._low
        y = 67 if low else 102
        x = self._x
        right = x + self._w
        canvas.box(x - 3, y if low else y - 3, self._w + 5, 14 if low else 38, canvas.DARK_FELT)
        hal.text(art.SMALL, "run" if groups else "runs", x, y, canvas.ON_FELT)
        ink = canvas.GOLD_FELT if groups > 1 else canvas.ON_FELT  # a single group is not a run yet
        if groups:
            x = digits(groups, art.SMALL, right - 32 if low else right, y, ink)
            hal.text(art.SMALL, art.CH_TIMES, x - 9, y, ink)
        if low:
            digits(bonus, art.SMALL, right, y, ink)
        else:
            digits(bonus, large.FONT, right, y + 16, ink)

    @native
    def deck(self, p: int, n: int, lit: bool) -> None:
        """The deck at place p: its number of cards, and the key for the next one."""
        x = places.x[p]
        y = places.y[p]
        w = places.w[p]
        h = places.h[p]
        if not n:
            card_art.slot(x, y, w, h)
            return
        card_art.back(x, y, w, h, card_art.LIT if lit else 0)
        right = self._x + self._w
        if self._low:
            digits(n, art.SMALL, right - 18, y + 5, canvas.ON_FELT)
            hal.text(art.SMALL, self._deck_key, right - 13, y + 5, canvas.ON_FELT)
        elif h < _TALL_DECK:
            digits(n, art.SMALL, right, y, canvas.ON_FELT)
            hal.text(art.SMALL, self._deck_key, right - 13, y + h - 14, canvas.ON_FELT)
        else:
            digits(n, large.FONT, right, y + 3, canvas.ON_FELT)
            hal.text(art.SMALL, self._deck_key, right - 13, y + h - 18, canvas.ON_FELT)

    @native
    def stack(self, p: int, n: int, takes: bool) -> None:
        """Beside the stack at place p: its number of cards, and whether it takes the next card."""
        x = places.x[p] + places.w[p] + 1
        y = places.y[p]
        low = places.h[p] < _LOW
        if n:
            right = x + (15 if n > 9 else 8)
            digits(n, art.SMALL, right, y if low else y + 3, canvas.ON_FELT)
        if takes:
            font = art.SMALL if low else large.FONT
            y += places.h[p] - (13 if low else 24)
            hal.text(font, art.CH_LEFT, x, y, canvas.GOLD_FELT)

    def gain(self, n: int) -> None:
        """Show n points just earned."""
        self._gain = "+%d" % n
        self._gain_ms = _GAIN

    def gained(self) -> str:
        """The points just earned as shown, or an empty string."""
        return self._gain

    def pass_time(self, dt: int) -> bool:
        """dt ms have passed; whether something looks different."""
        differs = False
        if self._message:
            self._sound_counts(dt)
            self._message = max(self._message - min(dt, _BLINK), 0)
        if self._rise < _RISE:
            self._rise += dt
            differs = True
        if self._gain_ms:
            self._gain_ms -= dt
            if self._gain_ms <= 0:
                self._gain_ms = 0
                self._gain = ""
                differs = True
        return differs

    def show_message(
        self, title: str, points: list[int] | None, super_bust: bool, lost: bool = False
    ) -> None:
        """Start the message for the end of a level; points are for moves, runs and the bust.

        They count up one after another. A Super Bust blinks, with its points in large digits; at
        first it shakes, and at last one of its stars flies to the total.
        """
        self._title = title
        self._paid = bool(points)
        for i in range(3):
            self._points[i] = points[i] if points else 0
        self._blinks = super_bust
        self._edge = canvas.LIGHT_GREY if lost else canvas.GOLD
        self._message = _MESSAGE

    if hal.VOICE:

        def told(self) -> list:
            """The message."""
            paid = ["%s: %d" % (_LINES[i], self._points[i]) for i in range(3) if self._points[i]]
            total = ["%s: %d" % (_LINES[3], sum(self._points))]
            return [self._title] + (paid + total if self._paid else [])

    def has_message(self) -> bool:
        """Whether a message is shown."""
        return self._message > 0

    def dismiss(self) -> None:
        """A key during a message dismisses it, unless it has only just appeared."""
        if self._message < _MESSAGE - _DEAF:
            self._message = 1

    def stop(self) -> None:
        """Dismiss the message at once."""
        self._message = 0

    def _sound_counts(self, dt: int) -> None:
        """A tone as each number of the message starts to count."""
        t = _MESSAGE - self._message
        for i in range(3):
            if t <= i * _COUNT < t + dt and self._paid and self._points[i] and card_art.speed:
                sound.run(i + 1)
        if t <= _LEAVES + _FLIES < t + dt and self._blinks and card_art.speed:
            sound.land()

    def draw_message(self) -> None:
        blinks = self._blinks
        paid = self._paid
        big = 24 if blinks and paid and not self._low else 0  # the Super Bust's points, large
        h = 38 + (big + (4 if blinks else 3) * _LINE if paid else 0)
        width, height = canvas.screen()
        x = (width - _WIDTH) // 2
        y = (status_panel.y - h) // 2 if self._low else (height - h) // 2 - 10
        t = _MESSAGE - self._message
        if blinks and card_art.speed and t < _SHAKES:
            x += 2 if t // _SHAKE & 1 else -2
        edge = blinks and self._message // _BLINK & 1
        canvas.box(x, y, _WIDTH, h, canvas.RED if edge else self._edge)
        canvas.box(x + 4, y + 4, _WIDTH - 8, h - 8, canvas.PANEL)
        if blinks:
            left = x + _STAR - 13
            hal.blit(art.ICONS, art.ICON_STAR, left, y + 11, canvas.GOLD_PANEL)
            far = min(max(t - _LEAVES, 0), _FLIES) if card_art.speed and paid else 0
            left = x + _WIDTH - _STAR
            top = y + 11 + (h - 31) * far // _FLIES  # down to the line of the total
            hal.blit(art.ICONS, art.ICON_STAR, left, top, canvas.GOLD_PANEL)
        canvas.centre(large.FONT, self._title, x, y + 11, _WIDTH, canvas.GOLD_PANEL)
        if paid:
            self._draw_counts(x, y + 35, big)

    def _draw_counts(self, x: int, top: int, big: int) -> None:
        """The numbers of the message as far as they have counted up."""
        t = _MESSAGE - self._message
        total = 0
        y = top + big
        right = x + _WIDTH - (_STAR + 1 if self._blinks else 16)
        for i in range(4):
            n = total
            if i < 3:
                done = min(max(t - i * _COUNT, 0), _COUNT) if card_art.speed else _COUNT
                n = self._points[i] * done // _COUNT
                total += n
                if i == 2 and not self._blinks:
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
