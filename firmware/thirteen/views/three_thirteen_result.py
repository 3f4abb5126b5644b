"""Layer 4. After a round of Three Thirteen: the hands, one by one, then the score sheet."""

from micropython import const

import hal
from thirteen.rules import three_thirteen as rules
from thirteen.rules import three_thirteen_table as table
from thirteen.rules.three_thirteen_arrange import arrange
from thirteen.ui import art, canvas, captions, card_art, keys, sound
from thirteen.views import three_thirteen_labels as labels
from thirteen.views import three_thirteen_players_bar as players_bar

# On a tiny screen a player's name and points are to the left of the hand, not above it.
_HEAD = 24 if canvas.TINY else 28
_FOOT = 13 if canvas.TINY else 18
_FOOT_Y = hal.H - (13 if canvas.TINY else 16)
_NAME = 0 if canvas.TINY else 14  # height of a line above a hand
_LEFT = 84 if canvas.TINY else 6  # of a hand
_LOW_W = 26 if canvas.TINY else 28  # of a card if hands are low
_STAR_Y = 10 if canvas.TINY else 19  # of the star in a wild card
_ROWS = 6 if canvas.TINY else 99  # rounds on a page of the sheet
_BIG = const(60)  # height per player from which the cards are large
_EVERY = const(320)  # ms from one hand to the next, at normal speed
_BAND = hal.H // 4  # rows of the empty page that a frame draws: all of them take too long

_SHEET = captions.A + "the score sheet"

read = False  # the final score sheet has been seen
_page = 0  # 0 the hands, then the sheet
_shown = 4  # number of hands revealed
_wait = 0  # ms until the next one
_sent = 2 * hal.H  # rows of the empty page drawn before that
_foot = False  # the line below them comes in the next frame

_ready = 0  # the round for which these texts are formatted: frames must not allocate
_words = [""] * 4  # what each hand costs
_title = _lead = ""
_won = 0  # players who have won the round, a bit each
_order = [bytearray(table.HAND) for _ in range(4)]  # the hands as arranged,
_group = [bytearray(table.HAND) for _ in range(4)]
_arranged = 0  # and how many of them are


def open() -> None:
    """A game is opened: nothing has been read yet, and nothing is revealed one by one."""
    global read, _page, _shown, _ready
    read = False
    _page = _ready = 0
    _shown = 4


def begin(s: bytearray) -> None:
    """A round has just been scored: reveal the hands one by one."""
    global read, _page, _shown, _wait, _foot
    _format(s)
    read = False
    _page = _shown = 0
    _foot = False
    _wait = _EVERY * card_art.speed // 2
    if not _wait:
        _shown = 4


def key(k: int, s: bytearray) -> int:
    """Handle a key: reveal all hands, turn the page, or go on; returns the move, or -1."""
    global read, _page, _shown, _foot
    _foot = False  # the page is drawn anew, with it
    if _shown < table.players(s):
        _shown = 4
    elif k in (keys.A, keys.RIGHT, keys.NEXT):
        if _page and k == keys.A:
            if not rules.over(s):
                return table.NEXT
            read = True
        _page = min(_page + 1, _pages(s))
    elif k in (keys.B, keys.LEFT, keys.PREV):
        _page = max(_page - 1, 0) if k != keys.B else 0
    return -1


def tick(s: bytearray, viewer: int, dt: int) -> bool:
    """dt ms pass: reveal the next hand when it is due; whether any is left."""
    global _shown, _wait, _foot, _sent
    if _sent < hal.H + _BAND:
        if _sent < hal.H:
            canvas.wipe(0, _sent, hal.W, _BAND)
        else:  # a frame of its own: its font may have to be loaded
            _draw_title()
            canvas.dirty(0, 0, hal.W // 2, _HEAD)
        _sent += _BAND
        return True
    if _shown >= table.players(s):
        if not _foot:
            return False
        _foot = False
        _draw_foot()
        if _won >> viewer & 1:
            sound.mastered()
        return True
    _wait -= dt
    if _arranged == _shown:
        _arrange(s)  # a frame of its own: of fourteen cards it takes 8 ms
    elif _wait <= 0:
        _wait = _EVERY * card_art.speed // 2
        p = _shown
        _shown += 1
        _foot = True
        if table.plays(s, p):
            _draw_hand(s, p)
            if table.penalty(s, table.number(s), p):
                sound.place()
            else:
                sound.run(4)
    return True


def draw(s: bytearray, full: bool) -> None:
    """Draw the page; if it is empty and not `full`, the next ticks draw it."""
    global _sent
    _sent = 2 * hal.H if full or _shown else 0
    if _page:
        _draw_sheet(s, rules.over(s) - 16 if rules.over(s) else -1)
        return
    if _ready != table.number(s):
        _format(s)
    if not _sent:
        return
    canvas.clear()
    _draw_title()
    for p in range(min(_shown, table.players(s))):
        if table.plays(s, p):
            _draw_hand(s, p)
    if _shown >= table.players(s):
        _draw_foot()


def _draw_title() -> None:
    from thirteen.ui import large  # not needed in a round, when the computer players are there

    hal.text(large.FONT, _title, 6, 3, canvas.GOLD_FELT)


def _format(s: bytearray) -> None:
    """Format the texts of the hands' page."""
    global _ready, _arranged, _title, _lead, _won
    _ready = n = table.number(s)
    _arranged = 0
    _title = "Tie-break" if n == table.TIE_BREAK else "Round %d" % n
    p = leader(s)
    _lead = "A tie: one more round" if n >= table.rounds(s) else "Nobody leads"
    if rules.over(s):
        _lead = labels.wins(s, rules.over(s) - 16)
    elif p >= 0:
        who = players_bar.names[p]
        _lead = "%s with %d" % (who + (" lead" if who == "You" else " leads"), table.total(s, p))
    least = min([table.penalty(s, n, p) for p in range(table.players(s)) if table.plays(s, p)])
    _won = 0
    for p in range(table.players(s)):
        cost = table.penalty(s, n, p)
        words = "%d points" % cost if cost > 1 else "1 point" if cost else "all melded"
        if table.out(s) == p:
            words = "out, %d" % cost if canvas.TINY else "went out, " + words
        if table.plays(s, p) and cost == least:
            _won |= 1 << p
            words = art.CH_STAR + " " + words
        _words[p] = words


def _draw_foot() -> None:
    """Who leads, and the key that goes on."""
    canvas.right(art.SMALL, _lead, hal.W - 6, 9, canvas.ON_FELT)
    canvas.centre(art.SMALL, _SHEET, 0, _FOOT_Y, hal.W, canvas.ON_FELT)
    canvas.dirty(0, 0, hal.W, _HEAD)
    canvas.dirty(0, hal.H - _FOOT, hal.W, _FOOT)


def _arrange(s: bytearray) -> None:
    """Arrange the next hand."""
    global _arranged
    p = _arranged
    _arranged += 1
    n = table.holds(s, p)
    arrange(s, table.hand(p), n, table.wild(s), table.price(s), _order[p], _group[p])


def _draw_hand(s: bytearray, p: int) -> None:
    """A player's name and points, and the hand meld by meld; deadwood is dim."""
    while _arranged <= p:
        _arrange(s)
    order = _order[p]
    group = _group[p]
    rows = table.players(s)
    height = min((hal.H - _HEAD - _FOOT) // rows, 64)
    y = _HEAD + p * height
    h = min(height - _NAME - (0 if canvas.TINY else 3), 44 if height >= _BIG else 31)
    if canvas.TINY:
        h = min(h, 27)
    w = 32 if h > 40 else _LOW_W
    at = table.hand(p)
    n = table.holds(s, p)
    hal.text(art.SMALL, players_bar.names[p], 6, y, canvas.ON_FELT)
    if canvas.TINY:
        hal.text(art.SMALL, _words[p], 6, y + 11, canvas.GOLD_FELT)
    else:
        canvas.right(art.SMALL, _words[p], hal.W - 6, y, canvas.GOLD_FELT)
    x = _LEFT
    gaps = 0
    for i in range(1, n):
        gaps += group[i] != group[i - 1]
    step = min(w - 4, (hal.W - 6 - x - w - 5 * gaps) // max(n - 1, 1))
    for i in range(n):
        if i and group[i] != group[i - 1]:
            x += 5
        mark = card_art.FAN | (0 if group[i] else card_art.DIM)
        if i < n - 1 and step < w - 4:
            mark |= card_art.COVERED
        c = s[at + order[i]] & 63
        card_art.card(c, x, y + _NAME, w, h, mark)
        if c & 15 == table.wild(s):
            hal.fb.fill_rect(x + 3, y + _NAME + _STAR_Y + 2, 8, 8, canvas.GOLD)
            hal.blit(art.ICONS, art.ICON_STAR, x + 1, y + _NAME + _STAR_Y, canvas.BLUE_PAPER)
        x += step
    canvas.dirty(0, y, hal.W, height)


def leader(s: bytearray) -> int:
    """The player with the fewest points so far, -1 for a tie."""
    totals = [table.total(s, p) for p in range(table.players(s))]
    least = min(totals)
    return totals.index(least) if totals.count(least) == 1 else -1


def _pages(s: bytearray) -> int:
    """The number of pages of the score sheet."""
    return 2 if table.rounds(s) > _ROWS else 1


def _draw_sheet(s: bytearray, winner: int) -> None:
    """Draw the score sheet, a column per player; winner is -1 while the game goes on.

    Of a sheet in two pages the first has the round just played.
    """
    from thirteen.views import three_thirteen_scoresheet as scoresheet  # not needed at power-on

    n = table.players(s)
    best = winner if winner >= 0 else leader(s)
    rows = table.rounds(s) + (table.number(s) == table.TIE_BREAK)
    first = _ROWS if (_page == 1) == (table.number(s) > _ROWS) else 0
    rows = min(rows - first, _ROWS)
    scoresheet.begin(n, rows, winner >= 0)
    for p in range(n):
        scoresheet.head(p, players_bar.names[p], best == p)
    for i in range(rows):
        number = first + i + 1 if first + i < table.rounds(s) else table.TIE_BREAK
        scoresheet.label(i, "tie" if number == table.TIE_BREAK else "%d" % number)
        for p in range(n):
            if number == table.TIE_BREAK and not table.plays(s, p):
                scoresheet.cell(i, p, "-")
            elif number <= table.number(s):
                scoresheet.cell(i, p, "%d" % table.penalty(s, number, p))
    for p in range(n):
        scoresheet.total(p, "%d" % table.total(s, p))
    if winner >= 0:
        scoresheet.end(labels.wins(s, winner) + _cut(s), captions.A + "result")
    else:
        more = "   " + captions.MORE if _pages(s) > 1 else ""
        scoresheet.end(captions.A + "next round   " + captions.B + "hands" + more, "")


def _cut(s: bytearray) -> str:
    """R10: the cards drawn to decide a tie, as text."""
    drawn = [labels.card(table.drew(s, p)) for p in range(table.players(s)) if table.drew(s, p)]
    return ", by the draw: " + " ".join(drawn) if drawn else ""
