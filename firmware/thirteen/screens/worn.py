"""Layer 5. What one has won and may wear: backs of cards, in tools/assets/worn.txt, and felts."""

from micropython import const

import hal
from hal import fb
from thirteen import catalog, preferences
from thirteen.draw import art, canvas, card_art, large
from thirteen.protocols import Value
from thirteen.storage import history, settings
from thirteen.ui import captions, grid, keys

# Their names, and what each takes: a game, "" for any, then steps or trophies and how many.
BACKS = (
    ("Waves", "thirteens", "step", 5), ("Bricks", "make13", "step", 5),
    ("Stars", "friday", "step", 5), ("Scales", "imaginary", "step", 5),
    ("Plaid", "three_thirteen", "step", 5), ("Dots", "thirteens", "trophies", 3),
    ("Checks", "make13", "trophies", 3), ("Paws", "friday", "trophies", 3),
    ("Rings", "imaginary", "trophies", 3), ("Diamonds", "three_thirteen", "trophies", 3),
    ("Thirteen", "", "step", 13), ("Bolts", "make13", "step", 9),
    ("Steps", "imaginary", "step", 9), ("Clovers", "three_thirteen", "step", 9),
)  # fmt: skip
FELTS = (("Sea", "thirteens", "step", 9), ("Slate", "friday", "step", 9))
BACK, FELT = 0, 1  # what a prize is
_OWN = "Each game's own"

_ACROSS = const(6)
_LOW = const(160)  # height of a screen with room for two rows only
_MORE = const(9)  # cells in a row there
_MARGIN = const(4)
_CARD_W = const(34)
_CARD_H = const(46)
# The colours that show the felts: none else has them here.
_SWATCHES = bytes((canvas.FELT, canvas.PALE_FELT, canvas.DARK_GREY))
_CAPTION = captions.line(captions.of(keys.A, "wear"), captions.BACK)


def reached(past: list, thing: tuple) -> int:
    """How far the player is on the way to a thing."""
    _, game, what, _ = thing
    rows = [i for i, row in enumerate(catalog.GAMES) if game in ("", row[catalog.NAME])]
    if what == "step":
        return max([history.steps(past, row) for row in rows] + [0])
    bits = history.trophies(past, rows[0]) if rows else 0
    return sum([bits >> i & 1 for i in range(8)])


def prize(game: str, step: int) -> tuple:
    """What step number `step` of a game wins: (BACK or FELT, its number), or ()."""
    for kind, things in ((BACK, BACKS), (FELT, FELTS)):
        for i, (_, whose, what, n) in enumerate(things):
            if what == "step" and n == step and whose in ("", game):
                return kind, i + 1
    return ()


def called(its: tuple) -> str:
    """A prize in a few words."""
    kind, i = its
    return ("felt " + FELTS[i - 1][0]) if kind else ("card back " + BACKS[i - 1][0])


def won(past: list) -> list:
    """What was won, in words."""
    out = ["card back: " + thing[0] for thing in BACKS if reached(past, thing) >= thing[3]]
    return out + ["felt: " + thing[0] for thing in FELTS if reached(past, thing) >= thing[3]]


def words(past: list, thing: Value) -> str:
    """What a thing was won with, or how far the player is on the way to it."""
    _, game, what, n = thing
    titles = [row[catalog.TITLE] for row in catalog.GAMES if row[catalog.NAME] == game]
    of = " of " + (titles[0] if titles else "any game")
    needed = ("step %d" if what == "step" else "%d trophies") % n + of
    there = reached(past, thing)
    return "Won with %s" % needed if there >= n else "For %s: %d so far" % (needed, there)


class _Worn(grid.Grid):
    """The games' own back and those that can be won, then likewise the felts."""

    title = "Backs and felts"

    def __init__(self) -> None:
        self.past = history.load()
        self.things = (None,) + BACKS + (None,) + FELTS
        self.n = len(self.things)
        self.felts = len(BACKS) + 1  # the first of them
        self.at = settings.values[settings.BACK]
        w, h = canvas.screen()
        self.columns = _MORE if h < _LOW else _ACROSS
        self.left = _MARGIN
        self.top = art.LARGE_H + 6
        self.w = (w - 2 * _MARGIN) // self.columns
        self.low = h - 3 * canvas.line_height()
        self.h = (self.low - self.top) // ((self.n + self.columns - 1) // self.columns)

    def has(self, i: int) -> bool:
        thing = self.things[i]
        return not thing or reached(self.past, thing) >= thing[3]

    def worn(self, i: int) -> bool:
        """Whether it is what is worn now."""
        if i < self.felts:
            return settings.values[settings.BACK] == i
        return settings.values[settings.FELT] == i - self.felts

    def draw(self) -> None:
        for i in range(len(FELTS) + 1):
            hal.palette(_SWATCHES[i], canvas.felt_worn(i))
        canvas.clear(canvas.PANEL)
        hal.text(large.FONT, self.title, _MARGIN, 3, canvas.GOLD_PANEL)

    if hal.VOICE:
        legend = (_CAPTION,)

        def label(self, i: int) -> str:
            thing = self.things[i]
            name = (thing[0] if thing else _OWN) + (" back" if i < self.felts else " felt")
            return name + (", worn" if self.worn(i) else "" if self.has(i) else ", not won yet")

        def about(self, i: int) -> str:
            return words(self.past, self.things[i]) if self.things[i] else ""

    def cell(self, i: int, on: bool, x: int, y: int, w: int, h: int) -> None:
        """A card with that back or a piece of that felt; a question mark if it is not won yet."""
        w -= 1
        h -= 1
        canvas.box(x, y, w, h, canvas.WHITE if on else canvas.PANEL)
        ground = canvas.GOLD if self.worn(i) else canvas.DARK_FELT
        canvas.box(x + 2, y + 2, w - 4, h - 4, ground)
        wide = min(w - 8, _CARD_W)
        high = min(h - 7, _CARD_H)
        left = x + (w - wide) // 2
        top = y + (h - high) // 2
        if not self.has(i):
            canvas.centre(art.SMALL, "?", x, y + (h - art.SMALL[0]) // 2, w, canvas.ON_FELT)
        elif i < self.felts:
            card_art.sample(i, left, top, wide, high)
        else:
            canvas.box(left, top, wide, high, _SWATCHES[i - self.felts])

    def foot(self) -> None:
        w, h = canvas.screen()
        line = canvas.line_height()
        fb.fill_rect(0, self.low, w, h - self.low, canvas.PANEL)
        thing = self.things[self.at]
        hal.text(art.SMALL, thing[0] if thing else _OWN, _MARGIN, self.low, canvas.GOLD_PANEL)
        what = "back" if self.at < self.felts else "felt"
        canvas.right(art.SMALL, what, w - _MARGIN, self.low, canvas.ON_PANEL)
        y = self.low + line
        if thing:
            hal.text(art.SMALL, words(self.past, thing), _MARGIN, y, canvas.ON_PANEL)
        caption = _CAPTION if self.has(self.at) else captions.BACK[1]
        hal.text(art.SMALL, caption, _MARGIN, y + line, canvas.ON_PANEL)

    def key(self, k: int) -> int | None:
        if k == keys.A and self.has(self.at):
            felt = self.at >= self.felts
            place = settings.FELT if felt else settings.BACK
            settings.values[place] = self.at - self.felts if felt else self.at
            preferences.apply()
            self.show()
        return k if k in (keys.B, keys.MENU) else None


def back_in(news: list) -> int:
    """The number of a card's back that lines of news tell of, 0 for none."""
    for i, thing in enumerate(BACKS):
        if "New card back: " + thing[0] in news:
            return i + 1
    return 0


def wear(i: int) -> None:
    """From now on back i is worn."""
    settings.values[settings.BACK] = i
    settings.save()
    preferences.apply()


def again() -> None:
    """After a screen with other backs and felts: what is worn."""
    card_art.wear(settings.values[settings.BACK])
    preferences.apply()  # the palette has shown the felts


def run() -> None:
    """Let the player choose; what was below is to be redrawn."""
    _Worn().run()
    again()
