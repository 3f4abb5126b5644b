"""Layer 3. Drawing cards: faces, backs and empty places.

A card can have any size: from 44 pixels wide on it is drawn as a large tile, from 30 on as a card,
below that as a small card. Its index (rank and suit in the top left corner) is the part that stays
visible in a column or a fan.
"""

from micropython import const

import hal
from thirteen import catalog
from thirteen.draw import art, canvas
from thirteen.fast import native
from thirteen.protocols import Value

CURSOR = const(1)  # marks, or-ed together
CHOSEN = const(2)
LIT = const(4)
DIM = const(8)
FAN = const(16)  # the suit is below the rank, for cards that overlap sideways
WRONG = const(32)
COVERED = const(64)  # by the next card, except for its left edge
OVER = const(128)  # on top of another card: a grey line at its upper edge

_EDGES = const(37)  # the marks that have an edge
_SHEETS = (
    art.RANK_BIG, art.RANK_MID, art.RANK_SMALL, art.SUIT9, art.SUIT13, art.SUIT19,
    art.COURT_ROBE, art.COURT_LINES,
)  # fmt: skip

# For hal.stamp. Bodies: left, top, right, bottom, colour; c8 is the right or lower edge, 10 and 11
# the tints. Paper has round corners, a grey lower edge, a shadow to the right and below.
_PAPER = (
    b"\x08"
    b"\x00\x02\xc6\xc5\x10"
    b"\x01\x01\xc6\x02\x10"
    b"\x02\x00\xc5\x01\x10"
    b"\x01\xc5\xc6\xc6\x10"
    b"\xc6\x02\xc7\xc5\x05"
    b"\x02\xc6\xc5\xc7\x05"
    b"\xc7\x03\xc8\xc6\x02"
    b"\x03\xc7\xc6\xc8\x02"
)
_FANNED = b"\x09" + _PAPER[1:] + b"\x00\x02\x01\xc5\x11"  # plus a visible left edge
_LAPPED = b"\x09" + _PAPER[1:] + b"\x02\x00\xc5\x01\x11"  # plus a visible upper edge
_BACK = b"\x09" + _PAPER[1:] + b"\x03\x03\xc4\xc4\x11"
_FRAME = (
    b"\x08"
    b"\x02\x00\xc5\x01\x10"
    b"\x01\x01\xc6\x02\x10"
    b"\x02\x02\xc5\x03\x10"
    b"\x02\xc4\xc5\xc5\x10"
    b"\x01\xc5\xc6\xc6\x10"
    b"\x02\xc6\xc5\xc7\x10"
    b"\x00\x02\x03\xc5\x10"
    b"\xc4\x02\xc7\xc5\x10"
)
# A ring inside a frame; also with a white line, for contrast on dark cards.
_SIDES = b"\x02\x02\xc5\x04\x10\x02\xc3\xc5\xc5\x10\x02\x04\x04\xc3\x10\xc3\x04\xc5\xc3\x10"
_LINE = b"\x04\x04\xc3\x05\x0f\x04\xc2\xc3\xc3\x0f\x04\x05\x05\xc2\x0f\xc2\x05\xc3\xc2\x0f"
_RING = b"\x08" + _SIDES + _LINE
# An empty place: the edge, then its inside, which hardly overlap.
THIN = (
    b"\x0b"
    b"\x03\x00\xc4\x01\x10"
    b"\x01\x01\xc6\x04\x10"
    b"\x00\x03\x01\xc4\x10"
    b"\xc6\x03\xc7\xc4\x10"
    b"\x01\xc3\xc6\xc6\x10"
    b"\x03\xc6\xc4\xc7\x10"
    b"\x04\x01\xc3\x02\x02"
    b"\x02\x02\xc5\x04\x02"
    b"\x01\x04\xc6\xc3\x02"
    b"\x02\xc3\xc5\xc5\x02"
    b"\x04\xc5\xc3\xc6\x02"
)
_THICK = (
    b"\x06"
    b"\x03\x00\xc4\xc7\x10"
    b"\x01\x01\xc6\xc6\x10"
    b"\x00\x03\xc7\xc4\x10"
    b"\x05\x02\xc2\xc5\x02"
    b"\x03\x03\xc4\xc4\x02"
    b"\x02\x05\xc5\xc2\x02"
)

_FELT_INKS = (0x3330, canvas.GOLD_FELT, canvas.ON_FELT)  # of ranks on the felt: pale, gold, white

# Signs: sheet, steps by rank and by suit, left, top. Sheets are in the order above.
_BIG = b"\x02\x00\x56\x00\x04\x04" + b"\x05\x00\x61\xb0\xb0"
_FIGURED = const(44)  # height from which court cards have figures, their suits below the rank
_FIGURE = b"\x06\xc2\x00\xad\xa6" + b"\x07\xc2\x00\xad\xa6"
_COURT = b"\x00\x56\x00\x04\x04" + b"\x04\x00\x36\x03\x1c" + _FIGURE
_BIG_COURT = b"\x82" + _BIG[1:] + b"\x04" + _COURT
_BROAD = const(50)  # width and height from which the large suit has room above a figure
_STATELY = const(60)
_BROAD_COURT = b"\x82" + _BIG[1:] + b"\x05\x05\x00\x61\xb0\x04" + _COURT
_TALL = const(42)  # height from which it fits:
_BIG_FAN = b"\x02\x00\x56\x00\x04\x04" + b"\x04\x00\x36\x05\x1c"  # covered, in a fan
# For medium and small cards, indexed by FAN, then COVERED: rank, small suit, large suit.
_MID = (
    b"\x03\x01\x2f\x00\x03\x03" + b"\x03\x00\x1d\x10\x05" + b"\x05\x00\x61\xb2\xb1",
    b"\x02\x01\x2f\x00\x03\x03" + b"\x03\x00\x1d\x10\x05",
    b"\x03\x01\x2f\x00\x03\x03" + b"\x03\x00\x1d\x04\x14" + b"\x05\x00\x61\xb2\xb1",
    b"\x02\x01\x2f\x00\x03\x03" + b"\x03\x00\x1d\x04\x14",
)
_ROOMY = const(41)  # width from which one of them has a figure, and the signs of a fan
_MID_COURT = b"\x83" + _MID[0][1:] + b"\x04" + _MID[3][1:] + _FIGURE
_SMALL = (
    b"\x03\x02\x23\x00\x03\x03" + b"\x03\x00\x1d\xbb\x04" + b"\x04\x00\x36\x07\xb6",
    b"\x02\x02\x23\x00\x03\x02" + b"\x03\x00\x1d\xbb\x03",
    b"\x03\x02\x23\x00\x03\x03" + b"\x03\x00\x1d\x02\x10" + b"\x04\x00\x36\x07\xb6",
    b"\x02\x02\x23\x00\x03\x03" + b"\x03\x00\x1d\x02\x10",
)

# For cards lower than FLAT, of covered ones for those that show less than _STRIP, indexed as
# above: rank and suit side by side, in a fan one below the other.
FLAT = const(32)
_STRIP = const(24)
_FLAT_COVERED = b"\x02\x02\x23\x00\x03\x01" + b"\x03\x00\x1d\xbb\x02"
_FLAT_FAN = b"\x02\x02\x23\x00\x03\x02" + b"\x03\x00\x1d\x03\x0e"
_FLAT_BIG = b"\x02\x01\x2f\x00\x03\x04" + b"\x04\x00\x36\xb8\x05"
_FLAT_MID = (_FLAT_BIG, _FLAT_COVERED, _FLAT_BIG, _FLAT_FAN)
_FLAT_FACE = b"\x02\x01\x2f\x00\x03\x04" + b"\x03\x00\x1d\xbc\x07"
_FLAT_BACK = b"\x0b" + _BACK[1:] + b"\x05\x05\xc2\xc2\x0d" + b"\x06\x06\xc1\xc1\x11"
_FLAT_SMALL = (_FLAT_FACE, _FLAT_COVERED, _FLAT_FACE, _FLAT_FAN)

speed = 2  # 0 no animation, to 3 slow
_backs = bytearray(art.BACKS[-1])  # of the game's cards, the largest first
_smallest = len(art.BACKS) - 2
_LOW = const(24)  # height from which a card has one
_game = catalog.GAMES[0][catalog.NAME]  # whose backs these are
worn = 0  # the pattern worn in their place, from 1; 0 for none
_TILE = const(64)  # bytes of a pattern, 16x16 pixels

inks: tuple = ()  # of the suits on paper
_looks: dict = {}  # by mark, width and height


def colours(four: bool) -> None:
    """Four suit colours (blue diamonds, green clubs), or two; and the theme's own."""
    global inks
    inks = canvas.ON_PAPER, canvas.RED_PAPER, canvas.RED_PAPER, canvas.ON_PAPER
    if four:
        inks = inks[:2] + (canvas.BLUE_PAPER, canvas.GREEN_PAPER)
    hal.signs(_SHEETS, inks + _FELT_INKS + (canvas.DIM_PANEL, canvas.COURT_PAPER))


colours(False)


@native
def card(c: int, x: int, y: int, w: int, h: int, mark: int = 0) -> None:
    """Card c (face down with bit 7) at x, y."""
    if c & 128:
        back(x, y, w, h, mark)
    elif mark:
        _marked(c, x, y, w, h, mark)
    else:  # no more code here: it takes as long as drawing the card
        hal.stamp(_PAPER, _signs(w, h, 0), c, x, y, w, h, canvas.PAPER)


@native
def _signs(w: int, h: int, i: int) -> bytes:
    """The signs of a card of that size; i is 1 for a covered one, plus 2 in a fan."""
    if h < (_STRIP if i == 1 else FLAT):
        return _FLAT_MID[i] if w >= 30 else _FLAT_SMALL[i]
    if w >= 44 and i < 3:
        if h < _FIGURED or i == 1:
            return _BIG
        return _BROAD_COURT if w >= _BROAD and h >= _STATELY else _BIG_COURT
    if w >= 44 and h >= _TALL:
        return _BIG_FAN
    if w >= _ROOMY and h >= _FIGURED and not i & 1:
        return _MID_COURT
    return _MID[i] if w >= 30 else _SMALL[i]


@native
def _marked(c: int, x: int, y: int, w: int, h: int, mark: int) -> None:
    i = 2 if mark & FAN else 0
    body = _FANNED if i else _LAPPED if mark & OVER else _PAPER
    if mark & COVERED:
        i += 1
    tint = canvas.LIGHT_GREY << 4 | canvas.PAPER
    if mark & CHOSEN:
        tint = canvas.LIGHT_GREY << 4 | canvas.CHOICE
    elif mark & DIM:
        tint = canvas.DARK_GREY << 4 | canvas.LIGHT_GREY
    hal.stamp(body, _signs(w, h, i), c, x, y, w, h, tint)
    if mark & _EDGES:
        edge(x, y, w, h, mark)


@native
def look(mark: int, w: int, h: int) -> tuple:
    """How cards with some of FAN, OVER and COVERED look: body, signs and tint for hal.stamps.

    A card that lies on others in a fan has the signs of one that lies alone. Made once: whenever
    cards leave, they ask.
    """
    key = mark << 16 | w << 8 | h
    found = _looks.get(key)
    if not found:
        body = _FANNED if mark & FAN else _LAPPED if mark & OVER else _PAPER
        i = 1 if mark & COVERED else 0
        if i and mark & FAN:
            i = 3
        found = _looks[key] = body, _signs(w, h, i), canvas.LIGHT_GREY << 4 | canvas.PAPER
    return found


def back_look() -> tuple:
    """The same of a back of which the next card leaves little to be seen."""
    return _BACK, canvas.NONE, (canvas.BACK & 15) << 4 | canvas.PAPER


@native
def edge(x: int, y: int, w: int, h: int, mark: int) -> None:
    """The frame of the cursor, of a highlight (inside the cursor's), or of a refusal.

    Of both that of the cursor goes round the card, whose face stays whole.
    """
    if mark & WRONG:
        c = canvas.RED
    elif mark & CURSOR:
        c = canvas.GOLD if not mark & CHOSEN else canvas.DARK_GOLD
    else:
        c = canvas.BLUE
    if mark & LIT and c != canvas.BLUE:
        hal.stamp(_FRAME, canvas.NONE, 0, x, y, w, h, canvas.BLUE)
        left = max(x - 2, 0)
        top = max(y - 2, 0)
        wide = min(x + w + 2, hal.W) - left
        hal.stamp(_FRAME, canvas.NONE, 0, left, top, wide, min(y + h + 2, hal.H) - top, c)
    else:
        hal.stamp(_FRAME, canvas.NONE, 0, x, y, w, h, c)


@native
def card_edges(x: int, y: int, w: int, h: int) -> None:
    """The edges of a card of which only two pixels show below another."""
    hal.stamp(_PAPER, canvas.NONE, 0, x, y, w, h, canvas.PAPER)


def use_backs_of(name: str) -> None:
    """From now on draw the backs of that game's cards, or those that are worn."""
    global _game
    _game = name
    canvas.worn = 0
    if worn:
        canvas.worn = weave(worn, 0, _smallest)
    else:
        hal.read_asset("thirteen/backs/%s.bin" % name, 0, _backs)
    canvas.own_back()


def wear(i: int) -> None:
    """From now on draw backs with pattern i, from 1; 0 for the games' own."""
    global worn
    worn = i
    use_backs_of(_game)


def sample(i: int, x: int, y: int, w: int, h: int) -> None:
    """A card with pattern i, from 1, or the game's own, 0; in the end `wear` what is worn again.

    Of a pattern only the size that fits is laid, which takes a tenth of the time.
    """
    if i:
        k = 0
        while k < _smallest and (
            art.BACK_SIZES[2 * k] > w - 7 or art.BACK_SIZES[2 * k + 1] > h - 7
        ):
            k += 1
        canvas.worn = weave(i, k, k)
    else:
        canvas.worn = 0
        hal.read_asset("thirteen/backs/%s.bin" % _game, 0, _backs)
    canvas.own_back()
    back(x, y, w, h)


@native
def weave(i: int, first: int, last: int) -> "Value":
    """Fill the buffer of backs with pattern i in these sizes; returns its ink."""
    tile = bytearray(_TILE + 2)
    hal.read_asset("thirteen/worn.bin", (i - 1) * len(tile), tile)
    while first <= last:
        at = art.BACKS[first]
        w = art.BACK_SIZES[2 * first]
        h = art.BACK_SIZES[2 * first + 1]
        _backs[at] = w
        _backs[at + 1] = h
        at += 2
        w = (w + 3) >> 2
        y = 0
        while y < h:
            x = 0
            while x < w:
                _backs[at] = tile[2 + ((y & 15) << 2) + (x & 3)]
                at += 1
                x += 1
            y += 1
        first += 1
    return tile[0] | tile[1] << 8


@native
def back(x: int, y: int, w: int, h: int, mark: int = 0) -> None:
    """The back of a card."""
    tint = (canvas.BACK & 15) << 4 | canvas.PAPER
    if h < _LOW:
        hal.stamp(_FLAT_BACK, canvas.NONE, 0, x, y, w, h, tint)
    else:
        hal.stamp(_BACK, canvas.NONE, 0, x, y, w, h, tint)
        i = 0
        at = 0
        while i < _smallest and (_backs[at] > w - 7 or _backs[at + 1] > h - 7):
            i += 1
            at = art.BACKS[i]
        top = y + (h - 1 - _backs[at + 1]) // 2
        hal.blit(_backs, at, x + (w - 1 - _backs[at]) // 2, top, canvas.BACK)
    if mark & _EDGES:
        edge(x, y, w, h, mark)


@native
def slot(x: int, y: int, w: int, h: int, mark: int = 0) -> None:
    """An empty place."""
    c = canvas.PALE_FELT
    if mark & WRONG:
        c = canvas.RED
    elif mark & CURSOR:
        c = canvas.GOLD
    elif mark & LIT:
        c = canvas.WHITE
    hal.stamp(THIN if mark & ~LIT == 0 else _THICK, canvas.NONE, 0, x, y, w, h, c)
    if mark & LIT:
        hal.stamp(_RING, canvas.NONE, 0, x, y, w, h, canvas.BLUE)
