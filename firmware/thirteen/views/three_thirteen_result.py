"""Layer 4. After a round of Three Thirteen: the hands, one by one, then the score sheet."""

from micropython import const

import hal
from hal import fb
from thirteen.draw import art, canvas, card_art, large
from thirteen.fast import native
from thirteen.rules import three_thirteen as rules
from thirteen.rules import three_thirteen_table as rummy
from thirteen.rules.three_thirteen_arrange import arrange
from thirteen.ui import captions, keys, sound
from thirteen.views import three_thirteen_fan as fan
from thirteen.views import three_thirteen_labels as labels
from thirteen.views import three_thirteen_voices as voices

_EVERY = const(320)  # ms from one hand to the next, at normal speed,
_LAST = const(900)  # and for which the table is still seen after the last discard
_GAP = const(5)  # between melds
_LABEL = const(30)  # width of the sheet's first column
_CARD_W = const(32)  # of a card that leaves the sheet
_BAND = const(2)
_NAME_H = const(14)  # of a line with a name above a hand,
_LEAST = const(28)  # and of a hand below that
_LEAST_ROW = const(14)  # height of a row of the sheet;
_LOW_ENDS = const(49)  # of what is above and below them in small letters,
_TALL_ENDS = const(70)  # and with large sums

_SHEET = captions.of(keys.A, "the score sheet")[1]
_NEXT = captions.line(captions.of(keys.A, "next round"), captions.of(keys.B, "hands"))


class Pages:
    """Those of a round; `now`: it has just ended, so its hands are revealed in turn.

    Their texts are formatted once: frames must not allocate. If the rows are low, a player's name
    and points are to the left of the hand, not above it.
    """

    def __init__(self, s: bytearray, players: list, now: bool) -> None:
        self._players = players  # what the table calls them
        self.read = False  # the final score sheet has been seen
        self._shown = 0  # number of hands revealed
        self._wait = _LAST * card_art.speed // 2  # ms until the next one
        self._page = -1 if now and self._wait else 0  # the table, the hands, then the sheet
        self._order = [bytearray(rummy.HAND) for _ in range(4)]  # the hands as arranged,
        self._group = [bytearray(rummy.HAND) for _ in range(4)]
        self._arranged = 0  # and how many of them are
        self._rows: list = []  # of the sheet: what precedes them, then a text a player,
        self._least: list = []  # the least of each,
        self._formatted = 0  # and which page of it that is
        self._best = -1  # who leads or has won
        self._top = self._column_w = 0  # of the sheet, until it is shown
        self._names = [""] * 4  # and what each player says to it
        self._words = [""] * 4  # what each hand costs,
        self._events = [-1] * 4  # and what that is to its player
        self._lay_out(s)
        self._format(s)
        if not now or not self._wait:
            self._shown = 4

    def key(self, k: int, s: bytearray) -> int:
        """Handle a key: reveal all hands, turn the page, or go on; returns the move, or -1."""
        if self._shown < rummy.players(s):
            self._shown = 4
            self._page = 0
        elif k in (keys.A, keys.RIGHT, keys.NEXT):
            if self._page and k == keys.A:
                if not rules.over(s):
                    return rummy.NEXT
                self.read = True
            self._page = min(self._page + 1, self._pages(s))
        elif k in (keys.B, keys.LEFT, keys.PREV):
            self._page = max(self._page - 1, 0) if k != keys.B else 0
        return -1

    def tick(self, s: bytearray, viewer: int, dt: int) -> bool:
        """dt ms pass: reveal the next hand when it is due; whether any is left.

        Then the sheet is formatted, which takes as long as a frame.
        """
        if self._shown >= rummy.players(s):
            if self._arranged == rummy.players(s) and not self._formatted:
                self._format_sheet(s, 1)
            return False
        self._wait -= dt
        if self._page < 0:
            if self._wait <= 0:
                self._page = 0
        elif self._arranged == self._shown:
            self._arrange(s)  # a frame of its own: of fourteen cards it takes 8 ms
        elif self._wait <= 0:
            self._wait = _EVERY * card_art.speed // 2
            p = self._shown
            self._shown += 1
            if self._shown == rummy.players(s) and self._won >> viewer & 1:
                sound.mastered()
            elif not rummy.plays(s, p) or rummy.penalty(s, rummy.number(s), p):
                sound.place()
            else:
                sound.run(4)
        return True

    def waits(self) -> bool:
        """Whether the table is still to be seen."""
        return self._page < 0

    if hal.VOICE:

        def shown(self, s: bytearray) -> int:
            """1 the hands, from 2 on the sheet's pages; -1 while the hands are revealed."""
            return self._page + 1 if self._shown >= rummy.players(s) else -1

    def draw(self, s: bytearray) -> None:
        """Draw the page."""
        n = rummy.players(s)
        while self._arranged < min(self._shown, n):
            self._arrange(s)
        if self._page:
            if self._formatted != self._page:
                self._format_sheet(s, self._page)
            self._draw_sheet(s)
            return
        canvas.clear()
        hal.text(large.FONT, self._title, 6, 3, canvas.GOLD_FELT)
        for p in range(min(self._shown, n)):
            if rummy.plays(s, p):
                self._draw_hand(s, p)
        if self._shown >= n:
            canvas.right(art.SMALL, self._lead, self._width - 6, 9, canvas.ON_FELT)
            y = self._height - art.SMALL[0] - (0 if self._low else 3)
            canvas.centre(art.SMALL, _SHEET, 0, y, self._width, canvas.ON_FELT)

    def _lay_out(self, s: bytearray) -> None:
        """Cut a row for each hand from the screen."""
        self._width, self._height = canvas.screen()
        n = rummy.players(s)
        self._low = (self._height - 28 - 18) // n < _NAME_H + 3 + _LEAST
        self._left = 58 if self._low else 6
        self._head = 24 if self._low else 28
        self._name_h = 0 if self._low else _NAME_H
        fifths = 4 if rummy.number(s) > 6 else 5  # few cards are larger
        most = max(self._height // 3, 80) * fifths // 5
        self._pitch = min((self._height - self._head - (13 if self._low else 18)) // n, most)
        self._room = self._pitch - self._name_h - (3 if self._pitch > 27 else 0)
        self._narrow = 26 if self._low else 32 if self._room > 40 else 28

    def _format(self, s: bytearray) -> None:
        """Format the texts of the hands' page."""
        n = rummy.number(s)
        self._title = "Tie-break" if n == rummy.TIE_BREAK else "Round %d" % n
        p = rummy.leader(s)
        self._lead = "A tie: one more round" if n >= rummy.rounds(s) else "Nobody leads"
        if rules.over(s):
            self._lead = labels.wins(s, rules.over(s) - 16)
        elif p >= 0:
            who = self._players[p]
            who += " lead" if who == "You" else " leads"
            self._lead = "%s with %d" % (who, rummy.total(s, p))
        least = min([rummy.penalty(s, n, p) for p in range(rummy.players(s)) if rummy.plays(s, p)])
        self._won = 0
        for p in range(rummy.players(s)):
            cost = rummy.penalty(s, n, p)
            words = "%d points" % cost if cost > 1 else "1 point" if cost else "all melded"
            if self._low:  # the points alone
                words = "out, %d" % cost if rummy.out(s) == p else "%d" % cost
            elif rummy.out(s) == p:
                words = "went out, " + words
            if rummy.plays(s, p) and cost == least:
                self._won |= 1 << p
                words = art.CH_STAR + " " + words
            self._words[p] = words

    def _arrange(self, s: bytearray) -> None:
        """Arrange the next hand, and find what its player says."""
        p = self._arranged
        self._arranged += 1
        self._events[p] = voices.event(s, p, rules.over(s) - 16)
        self._names[p] = self._players[p]
        if rummy.seat(s, p) and self._events[p] >= 0:
            line = voices.line(s, p, self._events[p])
            text = self._names[p] + (": " + line if line else "")
            wide = canvas.width(art.SMALL, text) + canvas.width(art.SMALL, self._words[p])
            if wide < self._width - labels.FACE_W - 20 and not self._low:
                self._names[p] = text
        n = rummy.holds(s, p)
        arrange(s, rummy.hand(p), n, rummy.wild(s), rummy.price(s), self._order[p], self._group[p])

    @native
    def _draw_hand(self, s: bytearray, p: int) -> None:
        """A player's name and points, and the hand meld by meld; deadwood is dim."""
        order = self._order[p]
        group = self._group[p]
        at = rummy.hand(p)
        n = rummy.holds(s, p)
        y = self._head + p * self._pitch
        x = labels.face(s, p, 6, y, self._events[p])
        hal.text(art.SMALL, self._names[p], x, y, canvas.ON_FELT)
        if self._low:
            hal.text(art.SMALL, self._words[p], 6, y + 11, canvas.GOLD_FELT)
        else:
            canvas.right(art.SMALL, self._words[p], self._width - 6, y, canvas.GOLD_FELT)
        x = self._left
        y += self._name_h
        free = self._width - 6 - x
        for i in range(1, n):
            if group[i] != group[i - 1]:
                free -= _GAP
        w = fan.card_w(n, free, self._room, self._narrow)
        h = min(self._room, w * 11 // 8)
        step = min(w - 4, (free - w) // max(n - 1, 1))
        for i in range(n):
            if i and group[i] != group[i - 1]:
                x += _GAP
            mark = card_art.FAN | (0 if group[i] else card_art.DIM)
            if i < n - 1 and step < w - 4:
                mark |= card_art.COVERED
            c = s[at + order[i]] & 63
            card_art.card(c, x, y, w, h, mark)
            if c & 15 == rummy.wild(s):
                fan.star(x, y, h, step if i < n - 1 else w)
            x += step

    def _fit(self) -> int:
        """The number of rounds that a page of the sheet has room for."""
        return (self._height - _LOW_ENDS) // _LEAST_ROW

    def _pages(self, s: bytearray) -> int:
        """The number of pages of the score sheet."""
        return 2 if rummy.rounds(s) > self._fit() else 1

    def _format_sheet(self, s: bytearray, page: int) -> None:
        """Format a page of the sheet; of two pages the first has the round just played."""
        self._formatted = page
        over = rules.over(s)
        n = rummy.number(s)
        rounds = rummy.rounds(s)
        self._best = over - 16 if over else rummy.leader(s)
        fit = self._fit()
        first = fit if rounds > fit and (page == 1) == (n > fit) else 0
        end = min(rounds + (n == rummy.TIE_BREAK), first + fit)
        self._rows.clear()
        self._least.clear()
        for i in range(first, end):
            number = i + 1 if i < rounds else rummy.TIE_BREAK
            self._rows.append("tie" if number == rummy.TIE_BREAK else "%d" % number)
            least = 9999
            for p in range(rummy.players(s)):
                played = number < rummy.TIE_BREAK or rummy.plays(s, p)
                cost = "%d" % rummy.penalty(s, number, p) if played else "-"
                self._rows.append(cost if number <= n else "")
                if played:
                    least = min(rummy.penalty(s, number, p), least)
            self._least.append("%d" % least)
        for p in range(rummy.players(s)):
            self._rows.append("%d" % rummy.total(s, p))
        if over:
            self._last = labels.wins(s, self._best) + _cut(s)
            self._caption = captions.of(keys.A, "result")[1]
        else:
            self._last = _NEXT + ("   " + captions.MORE if self._pages(s) > 1 else "")
            self._caption = ""
        low = self._height < _TALL_ENDS + (end - first) * _LEAST_ROW
        self._sums_font = art.SMALL if low else large.FONT
        self._last_font = large.FONT if over and not low else art.SMALL
        self._top = 18 if low else 22
        below = self._sums_font[0] + self._last_font[0] + (5 if low else 8)
        self._row_h = min((self._height - self._top - below) // (end - first), 22)
        room = self._width - 16 - canvas.width(art.SMALL, self._caption)
        if canvas.width(self._last_font, self._last) >= room:
            self._last_font = art.SMALL
        self._column_w = (self._width - _LABEL - 6) // rummy.players(s)

    def _draw_sheet(self, s: bytearray) -> None:
        """A column a player, a row a round, then the totals."""
        n = rummy.players(s)
        font = art.SMALL
        rows = self._rows
        column_w = self._column_w
        canvas.clear(canvas.PANEL)
        y = self._top
        inset = (self._row_h - font[0]) // 2
        fb.hline(4, y - 3, self._width - 8, canvas.DARK_GOLD)
        sums = len(rows) - n
        for at in range(0, sums, n + 1):
            if not at // (n + 1) & 1:
                fb.fill_rect(4, y, self._width - 8, self._row_h, _BAND)
            canvas.right(font, rows[at], _LABEL - 4, y + inset, canvas.DIM_PANEL)
            x = _LABEL
            least = self._least[at // (n + 1)]
            for p in range(n):
                text = rows[at + 1 + p]
                ink = canvas.GOLD_PANEL if text == least else canvas.ON_PANEL
                canvas.centre(font, text, x, y + inset, column_w, ink)
                x += column_w
            y += self._row_h
        fb.hline(4, y + 2, self._width - 8, canvas.DARK_GOLD)
        top = self._top - 18
        x = _LABEL
        for p in range(n):
            ink = canvas.GOLD_PANEL if p == self._best else canvas.ON_PANEL
            name = self._players[p]
            at = x + (column_w - canvas.width(font, name)) // 2
            if rummy.seat(s, p):
                at = labels.face(s, p, at - labels.FACE_W // 2, top, self._events[p])
            hal.text(font, name, at, top, ink)
            canvas.centre(self._sums_font, rows[sums + p], x, y + 4, column_w, ink)
            x += column_w
        self._draw_last()

    def _draw_last(self) -> None:
        """The last line: who has won, and the key that goes on."""
        font = self._last_font
        y = self._height - font[0] - 1
        if not self._caption:
            canvas.centre(font, self._last, 0, y, self._width, canvas.ON_PANEL)
            return
        hal.text(font, self._last, 8, y, canvas.GOLD_PANEL)
        y -= (art.SMALL[0] - font[0]) * 5 // 7
        canvas.right(art.SMALL, self._caption, self._width - 8, y, canvas.ON_PANEL)

    def leave_from(self) -> list[tuple[int, int]]:
        """Where the cards of a win leave from: the winner's column."""
        left = _LABEL + self._best * self._column_w
        return [(left + (self._column_w - _CARD_W) // 2, self._top)]


def _cut(s: bytearray) -> str:
    """R10: the cards drawn to decide a tie, as text."""
    drawn = [labels.card(rummy.drew(s, p)) for p in range(rummy.players(s)) if rummy.drew(s, p)]
    return ", by the draw: " + " ".join(drawn) if drawn else ""
