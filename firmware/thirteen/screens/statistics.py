"""Layer 5. The pages of a game's statistics: numbers, the last games, the rating."""

from micropython import const

import hal
from hal import fb
from thirteen import screens
from thirteen.draw import art, canvas, charts, large
from thirteen.protocols import Game
from thirteen.storage import dates, history
from thirteen.ui import captions, keys, menu, speech

_MARGIN = const(10)
_TITLE_Y = canvas.SPACE - 1
_LINE_Y = _TITLE_Y + art.LARGE_H + canvas.SPACE // 2
_HEAD = _LINE_Y + canvas.SPACE + 3
_BOX_H = const(44)  # of a box with a large number
_LOW_BOX_H = const(16)
_SHARE_H = art.SMALL[0] + 3
_GAMES = const(20)  # a bar each
_LAST, _RATING = -1, -2  # pages that are charts, in place of the first of the facts
_LEAVE = const(99)
_FOOT = art.SMALL[0] + 2  # height of the captions
_CAPTION = captions.line(captions.of(keys.A, "more"), captions.BACK)
_CHART = hal.H - _FOOT - _HEAD - 2 * canvas.line_height() - 6  # height of a chart
_SWATCH = const(8)  # size of the sample of a won game's bar: no theme has them in another colour
_TROPHIES = "Trophies"
_NEXT = keys.RIGHT | keys.DOWN | keys.NEXT
_BACK = keys.LEFT | keys.UP | keys.PREV
if hal.POINTER:
    from thirteen.ui import pointer  # unless there is none


def pages(game: Game) -> None:
    """Show pages for each row of the statistics with a game, the row played most first."""
    at = 0
    while True:
        past = history.load()
        book = _Book(game, past)
        at %= len(book.pages)
        book.draw(at)
        hal.refresh()
        way = _turn()
        if not way:
            items = [_TROPHIES]
            if len(book.pages) > 1:
                following = book.pages[(at + 1) % len(book.pages)]
                items = [book.title(following) + "\t" + art.CH_RIGHT] + items
            if book.played:
                items.append("Reset" + art.CH_ELLIPSIS)
            del past, book  # 4 kB
            way = _ask(game, items)
        if way == _LEAVE:
            return
        at += way


def _turn() -> int:
    """How many pages a key leads on, 0 for the menu, or _LEAVE."""
    k = keys.wait(False)
    if hal.POINTER:
        k = pointer.turn(k)
    if not k or k & (keys.A | keys.MENU):
        return 0
    return 1 if k & _NEXT else -1 if k & _BACK else _LEAVE


def _ask(game: Game, items: list) -> int:
    """The same for the menu's answer, which is followed."""
    at = menu.ask("", items)
    if at < 0:
        return _LEAVE
    if items[at] == _TROPHIES:
        screens.trophies.show(game.row)
    elif not at:
        return menu.way or 1
    elif menu.sure("Reset these numbers?", "Reset"):
        history.reset(game.row)
    return 0


class _Book:
    """The pages: (row of the statistics, the first fact or what chart) of each."""

    def __init__(self, game: Game, past: list) -> None:
        self.game = game
        self.past = past
        self.titles = game.mode.STATISTICS
        self.first_winnable = game.mode.FIRST_WINNABLE
        self.table = history.statistics(past, game.row)[: len(self.titles)]
        self.rating = game.mode.rating(past, game.row)
        order = [i for i, r in enumerate(self.table) if r[history.PLAYED]]
        self.played = len(order)
        order = order or [game.mode.kind(game.match.options)]
        order.sort(key=lambda i: -self.table[i][history.PLAYED])
        self.pages = []
        for i in order:
            self.pages += [(i, first) for first in self.firsts(i)]
            if len(history.last(past, game.row, i, 2)) > 1:
                self.pages.append((i, _LAST))
        if self.rating and len(history.ratings(past, game.row, self.rating)) > 2:
            self.pages.append((order[0], _RATING))

    def title(self, page: tuple) -> str:
        i, first = page
        if first == _RATING:
            return "Rating"
        if first == _LAST:
            return "Last games"
        return self.titles[i] or "Statistics"

    def facts(self, i: int) -> tuple:
        """The facts of a row as lines, and the font that shows them."""
        r = self.table[i]
        if not r[history.PLAYED]:
            return (), art.SMALL
        texts = lines(self.game, r, i >= self.first_winnable, self.past)
        w = hal.W - 2 * _MARGIN
        large = [text for text in texts if canvas.width(canvas.reading, text) > w]
        return texts, art.SMALL if large else canvas.reading

    def top(self, i: int, first: int, box_h: int) -> int:
        """The y of the first fact of a page."""
        if first:
            return _HEAD
        share = _SHARE_H if i >= self.first_winnable else 0
        return _HEAD + box_h + canvas.SPACE + share

    def firsts(self, i: int) -> list[int]:
        """The first fact of each page of a row."""
        texts, font = self.facts(i)
        out = [0]
        while True:
            room = hal.H - _FOOT - self.top(i, out[-1], _LOW_BOX_H)
            on = out[-1] + room // _step(font)
            if on >= len(texts):
                return out
            if on == len(texts) - 1 and on - out[-1] > 2:
                on -= 1  # no page has but one
            out.append(on)

    def draw(self, at: int) -> None:
        i, first = self.pages[at]
        canvas.clear(canvas.PANEL)
        title = self.titles[i] if first != _RATING else ""  # on both pages, if there are several
        title = title or self.title(self.pages[at])
        speech.page(title, [])
        hal.text(large.FONT, title, _MARGIN, _TITLE_Y, canvas.GOLD_PANEL)
        fb.hline(_MARGIN, _LINE_Y, hal.W - 2 * _MARGIN, canvas.DARK_GOLD)
        if len(self.pages) > 1:
            text = "%d/%d" % (at + 1, len(self.pages))
            canvas.right(art.SMALL, text, hal.W - _MARGIN, _TITLE_Y + 4, canvas.DIM_PANEL)
        canvas.centre(art.SMALL, _CAPTION, 0, hal.H - _FOOT + 1, hal.W, canvas.ON_PANEL)
        if not self.played:
            y = _HEAD + 20
            speech.more("No game finished yet")
            canvas.centre(art.SMALL, "No game finished yet", 0, y, hal.W, canvas.ON_PANEL)
        elif first == _RATING:
            self.draw_rating()
        elif first == _LAST:
            self.draw_last(i)
        else:
            self.draw_facts(i, first)

    def draw_facts(self, i: int, first: int) -> None:
        """Three numbers, the share of wins as a bar, and the rest line by line."""
        texts, font = self.facts(i)
        step = _step(font)
        room = hal.H - _FOOT
        box_h = _BOX_H
        end = min([n for n in self.firsts(i) if n > first] + [len(texts)])
        if self.top(i, first, box_h) + (end - first) * step > room:
            box_h = _LOW_BOX_H
        y = self.top(i, first, box_h)
        if not first:
            self.draw_head(i, box_h, y - _SHARE_H)
        for line in texts[first:end]:
            name, _, value = line.partition("\t")
            speech.more(name, value)
            hal.text(font, name, _MARGIN, y, canvas.ON_PANEL)
            canvas.right(font, value, hal.W - _MARGIN, y, canvas.GOLD_PANEL)
            y += step

    def draw_head(self, i: int, box_h: int, y: int) -> None:
        r = self.table[i]
        n = r[history.PLAYED]
        boxes = [("played", "%d" % n)]
        if i >= self.first_winnable:
            boxes.append(("won", "%d" % r[history.WON]))
            streak = "streak", "%d" % r[history.STREAK]
            boxes.append(("rating", "%d" % self.rating) if self.rating else streak)
            w = hal.W - 2 * _MARGIN - 40
            fb.fill_rect(_MARGIN, y + 3, w, 8, canvas.DARK_FELT)
            fb.fill_rect(_MARGIN, y + 3, w * r[history.WON] // n, 8, canvas.GOLD)
            share = "%d%%" % (r[history.WON] * 100 // n)
            canvas.right(art.SMALL, share, hal.W - _MARGIN, y, canvas.GOLD_PANEL)
        w = (hal.W - 2 * _MARGIN + 6) // len(boxes)
        x = _MARGIN
        for name, value in boxes:
            speech.more(name, value)
            canvas.box(x, _HEAD, w - 6, box_h, canvas.DARK_FELT)
            if box_h == _LOW_BOX_H:
                text = value + " " + name
                canvas.centre(art.SMALL, text, x, _HEAD + 2, w - 6, canvas.GOLD_FELT)
            else:
                canvas.centre(large.FONT, value, x, _HEAD + 6, w - 6, canvas.GOLD_FELT)
                canvas.centre(art.SMALL, name, x, _HEAD + box_h - 17, w - 6, canvas.ON_FELT)
            x += w

    def draw_last(self, i: int) -> None:
        """A bar for each of the last games, the higher the better; gold if it was won."""
        rules = self.game.rules
        records = history.last(self.past, self.game.row, i, _GAMES)
        scores = [record[history.SCORE] for record in records]
        low = 0 if self.game.mode.SOLO else min(scores)  # few points, or many to be missed
        best = max(scores)
        won = len([1 for record in records if record[history.HOW] & history.IS_WON])
        shines = [
            record[history.HOW] & history.IS_WON if i >= self.first_winnable else score == best
            for record, score in zip(records, scores)
        ]
        inks = [canvas.GOLD if shine else canvas.PALE_FELT for shine in shines]
        y = _HEAD + _CHART + 4
        w = hal.W - 2 * _MARGIN
        charts.bars(_MARGIN, _HEAD, w, _CHART, [score - low for score in scores], inks, _GAMES)
        unit = rules.UNIT
        if i >= self.first_winnable:
            top = y + (art.SMALL[0] - _SWATCH) // 2
            hal.fb.fill_rect(_MARGIN, top, _SWATCH, _SWATCH, canvas.GOLD)
            _say("won", "%d of the last %d" % (won, len(records)), y, _SWATCH + 5)
            y += _step(art.SMALL)
        least, most = [rules.points(score // unit * unit) for score in (min(scores), best)]
        _say("Short to tall", least + " to " + most, y)

    def draw_rating(self) -> None:
        """The rating after each rated match that is remembered."""
        values = history.ratings(self.past, self.game.row, self.rating)
        w = hal.W - 2 * _MARGIN
        low, high = min(values), max(values)
        fb.hline(_MARGIN, _HEAD + _CHART - 1, w, canvas.DIM_PANEL >> 12)
        h = _CHART - 6
        charts.curve(_MARGIN, _HEAD + 2, w, h, values, low=low, high=high, ink=canvas.GOLD)
        y = _HEAD + _CHART + 4
        _say("Now", "%d" % self.rating, y)
        text = "%d and %d in %d matches" % (low, high, len(values) - 1)
        _say("Between", text, y + _step(art.SMALL))


def _say(name: str, value: str, y: int, inset: int = 0) -> None:
    speech.more(name, value)
    hal.text(art.SMALL, name, _MARGIN + inset, y, canvas.ON_PANEL)
    canvas.right(art.SMALL, value, hal.W - _MARGIN, y, canvas.GOLD_PANEL)


def _step(font: bytes) -> int:
    """The height of a line."""
    return canvas.line_height() if font is art.SMALL else font[0] + 1


def lines(game: Game, r: list, winnable: bool, past: list) -> list[str]:
    """The facts of a row of the statistics: lines of a name, a tab and a value."""
    points = game.rules.points
    unit = game.rules.UNIT
    out = []
    if r[history.BEST_STREAK] > 1:
        out.append("Most wins in a row\t%d" % r[history.BEST_STREAK])
    days = history.in_a_row(past, game.row, history.today(past))
    if days > 1:
        out.append("Daily deals in a row\t%d" % days)
    if r[history.WON]:
        out.append("Fastest win\t" + dates.clock(r[history.FASTEST]))
        if r[history.FEWEST] and len(game.mode.STATISTICS) == 1:
            out.append("Fewest moves\t%d" % r[history.FEWEST])
        out.append("Won without undo\t%d" % r[history.CLEAN])
        out.append("Won without hints\t%d" % r[history.UNAIDED])
    if not r[history.WON] or not winnable:
        out.append("Best\t" + points(r[history.BEST]))
    score, seconds = history.average(r)
    out.append("On average\t" + points(score // unit * unit))
    out.append("Time on average\t" + dates.clock(seconds))
    return out
