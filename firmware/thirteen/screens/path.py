"""Layer 5. The path of a game's thirteen steps: stones on a way, with what can be won on it.

The game's emblem is where the player stands. A stone that was won is gold and has its stars below
its number, a dot for each that is still to be earned.
"""

from micropython import const

import hal
from hal import fb
from thirteen import catalog
from thirteen.draw import art, backdrops, canvas, card_art, large, pictures
from thirteen.screens import steps, worn
from thirteen.storage import history
from thirteen.ui import captions, grid, keys

_MARGIN = const(4)
_LOW = const(130)  # height for the stones, below which there are two rows
_WIDEST = const(28)  # of a stone
_EVERY = const(7)  # pixels from one dot of the way to the next
_PRIZE_W = const(11)  # of a small card above a stone,
_PRIZE_H = const(15)
_SMALL_W = const(9)  # or at the corner of one
_SMALL_H = const(12)
_STAR = (0, 2, 7, 1), (1, 3, 5, 1), (2, 4, 3, 1), (3, 0, 1, 2), (1, 5, 2, 1), (4, 5, 2, 1)
_DOT = ((3, 3, 1, 1),)  # for one not earned yet
_STAR_STEP = const(8)  # from one on a stone to the next
_STARS_W = const(23)
_CAPTION = captions.line(captions.of(keys.A, "play"), captions.BACK)


class _Path(grid.Grid):
    title = "The path"

    def __init__(self, row: int, past: list) -> None:
        self.row = row
        self.name = catalog.GAMES[row][catalog.NAME]
        self.steps = steps.of(self.name)
        self.n = len(self.steps)
        self.moves = [history.step(past, row, i) for i in range(self.n)]
        self.got = [history.got(past, row, i) for i in range(self.n)]  # stars, a bit each
        self.stars = steps.stars(past, row)
        self.open = steps.open_at(past, row)
        here = steps.following(past, row)
        self.here = here if here >= 0 else max(self.n - 1, 0)
        self.at = self.here
        self.prizes = dict([(i, worn.prize(self.name, i + 1)) for i in range(self.n)])
        self.figure = pictures.halved(self.name) if pictures.has(self.name) else []
        w, h = canvas.screen()
        self.top = art.LARGE_H + 6
        self.low = h - 3 * canvas.line_height() - 3
        room = self.low - self.top
        self.columns = 5 if room >= _LOW else 7
        rows = (self.n + self.columns - 1) // self.columns
        self.w = (w - 2 * _MARGIN) // self.columns
        self.h = room // max(rows, 1)
        self.side = min(self.w - 8, self.h - 7, _WIDEST)
        self.wave = 8 if room >= _LOW else 3

    def stone(self, i: int) -> tuple:
        """The left and upper edge of a stone: rows from below, there and back."""
        r, c = divmod(i, self.columns)
        if r & 1:
            c = self.columns - 1 - c
        x = _MARGIN + c * self.w + (self.w - self.side) // 2
        y = self.low - (r + 1) * self.h + (self.h - self.side) // 2
        return x, y + (self.wave // 2 if i % 2 == r % 2 else -self.wave // 2)

    def place(self, i: int) -> tuple:
        x, y = self.stone(i)
        return x - 2, y - 2, self.side + 4, self.side + 4

    def draw(self) -> None:
        canvas.use_theme_of(self.row)
        canvas.gild()
        canvas.clear(canvas.DARK_FELT)
        w, _ = canvas.screen()
        backdrops.draw(self.name, self.top, self.low - self.top)
        hal.text(large.FONT, self.title, _MARGIN, 3, canvas.GILT_FELT)
        won = len([n for n in self.moves if n])
        text = "%d of %d   %d %s" % (won, self.n, self.stars, art.CH_STAR)
        canvas.right(art.SMALL, text, w - _MARGIN, 7, canvas.ON_FELT)
        for i in range(self.n - 1):
            self.way_to(i + 1)
        for i in range(self.n):
            if self.prizes[i] and self.columns == 5:
                self.prize(i)
        if self.columns == 5 and self.figure:  # the goal, behind the last stone
            pictures.draw(self.name, w - _MARGIN - self.w - pictures.SIZE // 2, self.top + 4)

    def way_to(self, i: int) -> None:
        """The dots from the stone before to stone i."""
        half = self.side // 2
        x, y = self.stone(i - 1)
        across, down = self.stone(i)
        across -= x
        down -= y
        n = max(abs(across), abs(down)) // _EVERY
        ink = canvas.GOLD if self.moves[i - 1] else canvas.PALE_FELT
        for k in range(1, n):
            fb.fill_rect(x + half + across * k // n - 1, y + half + down * k // n - 1, 2, 2, ink)

    def prize(self, i: int) -> None:
        """What step i wins, above its stone or at its corner: the back of a card, or a felt."""
        x, y = self.stone(i)
        kind, number = self.prizes[i]
        w, h = _PRIZE_W, _PRIZE_H
        if self.columns == 5:
            x += (self.side - w) // 2
            y -= h + 3
        else:
            w, h = _SMALL_W, _SMALL_H
            x += self.side - 5
            y -= 3
        fb.fill_rect(x, y, w, h, canvas.WHITE)
        if kind == worn.FELT:
            hal.palette(canvas.GREEN, canvas.felt_worn(number))
            fb.fill_rect(x + 1, y + 1, w - 2, h - 2, canvas.GREEN)
        else:
            ink = card_art.weave(number, 0, 0)
            fb.fill_rect(x + 1, y + 1, w - 2, h - 2, ink & 15)
            fb.fill_rect(x + 3, y + 4, w - 6, h - 8, ink >> 12)

    def show(self) -> None:
        self.draw()
        for i in range(self.n):
            self.one(i)
        self.foot()

    if hal.VOICE:
        legend = (_CAPTION,)

        def label(self, i: int) -> str:
            state = "won" if self.moves[i] else "open" if i < self.open else "closed"
            return "Step %d, %s" % (i + 1, state)

        def about(self, i: int) -> str:
            got = [text for k, text in enumerate(self.goals(i)) if self.got[i] >> k & 1]
            texts = [steps.words(self.steps, i), "stars: " + (", ".join(got) or "none yet")]
            if self.prize_words(i):
                texts.append(self.prize_words(i).replace(art.CH_STAR, "stars"))
            return ". ".join(texts)

    def cell(self, i: int, on: bool, x: int, y: int, w: int, h: int) -> None:
        self.stone_at(i, on, x, y, w, h)
        if self.prizes[i] and self.columns > 5:
            self.prize(i)

    def stone_at(self, i: int, on: bool, x: int, y: int, w: int, h: int) -> None:
        """A stone with its number, or with the emblem of the player who stands there."""
        won = self.moves[i]
        shut = i >= self.open
        canvas.box(x, y, w, h, canvas.WHITE if on else canvas.DARK_FELT)
        side = self.side
        x += 2
        y += 2
        ground = canvas.GOLD if won else canvas.PANEL if shut else canvas.FELT
        edge = canvas.GILT_EDGE if won else ground if shut else canvas.PALE_FELT
        canvas.frame(x, y, side, side, edge, ground)
        if i == self.here and not won and self.figure:
            left = x + (side - pictures.SIZE // 2) // 2
            top = y + (side - pictures.SIZE // 2) // 2
            pictures.draw_halved(self.figure, left, top)
            return
        ink = canvas.ON_GILT if won else canvas.DIM_PANEL if shut else canvas.ON_FELT
        up = 3 if won else 0
        canvas.centre(art.SMALL, "%d" % (i + 1), x, y + (side - art.SMALL[0]) // 2 - up, side, ink)
        left = x + side // 2 - _STARS_W // 2
        for k in range(steps.STARS if won else 0):
            for dx, dy, wide, high in _STAR if self.got[i] >> k & 1 else _DOT:
                fb.fill_rect(left + dx, y + side - 8 + dy, wide, high, canvas.INK)
            left += _STAR_STEP

    def goals(self, i: int) -> tuple:
        return steps.goals(self.row, self.steps, i)

    def asks(self, i: int) -> str:
        """What step i asks."""
        return "Step %d: %s" % (i + 1, steps.words(self.steps, i))

    def prize_words(self, i: int) -> str:
        """What opens a step, or what it wins, in a few words."""
        if i >= self.open:
            return "Opens with %d %s" % (i + 1, art.CH_STAR)
        return worn.called(self.prizes[i]) if self.prizes[i] else ""

    def foot(self) -> None:
        """What the step asks, its stars, and what the keys do; with what it wins."""
        w, h = canvas.screen()
        line = canvas.line_height()
        i = self.at
        fb.fill_rect(0, self.low, w, h - self.low, canvas.PANEL)
        y = self.low + 2
        hal.text(art.SMALL, self.asks(i), _MARGIN, y, canvas.ON_PANEL)
        if self.moves[i] and catalog.GAMES[self.row][catalog.MODE] == "patience":
            text = "%d moves" % self.moves[i]
            if canvas.width(art.SMALL, self.asks(i) + text) < w - 5 * _MARGIN:
                canvas.right(art.SMALL, text, w - _MARGIN, y, canvas.GILT_PANEL)
        x = _MARGIN
        for k, text in enumerate(self.goals(i)):
            ink = canvas.GILT_PANEL if self.got[i] >> k & 1 else canvas.DIM_PANEL
            x = hal.text(art.SMALL, text + " " + art.CH_STAR, x, y + line, ink) + 10
        y = h - line
        caption = _CAPTION if i < self.open else captions.BACK[1]
        hal.text(art.SMALL, caption, _MARGIN, y, canvas.ON_PANEL)
        canvas.right(art.SMALL, self.prize_words(i), w - _MARGIN, y, canvas.GILT_PANEL)

    def lead(self, k: int) -> int:
        """The stone that lies there; PREV and NEXT follow the way."""
        if k & (keys.PREV | keys.NEXT):
            return (self.at + (1 if k == keys.NEXT else -1)) % self.n
        r, c = divmod(self.at, self.columns)
        if r & 1:
            c = self.columns - 1 - c
        c += (k == keys.RIGHT) - (k == keys.LEFT)
        r += (k == keys.UP) - (k == keys.DOWN)
        if not 0 <= c < self.columns or r < 0 or r * self.columns >= self.n:
            return self.at
        i = r * self.columns + (self.columns - 1 - c if r & 1 else c)
        return i if i < self.n else self.n - 1 if k == keys.UP else self.at

    def key(self, k: int) -> int | None:
        if k in (keys.B, keys.MENU):  # held, for who has one key
            return -1
        return self.at if k == keys.A and self.at < self.open else None


def run(row: int) -> int:
    """Let the player choose a step of a game; from 0, -1 for none."""
    was = canvas.use_theme_of(row)
    card_art.use_backs_of(catalog.GAMES[row][catalog.NAME])
    path = _Path(row, history.load())
    at = path.run() if path.n else -1
    worn.again()
    canvas.use_theme_of(was)
    return at
