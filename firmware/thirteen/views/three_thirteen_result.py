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
from thirteen.views import three_thirteen_players_bar as players_bar
from thirteen.views import three_thirteen_voices as voices

_EVERY = const(320)  # ms from one hand to the next, at normal speed
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

read = False  # the final score sheet has been seen
_page = 0  # 0 the hands, then the sheet
_shown = 4  # number of hands revealed
_wait = 0  # ms until the next one
_won = 0  # players who have won the round, a bit each
_order = [bytearray(rummy.HAND) for _ in range(4)]  # the hands as arranged,
_group = [bytearray(rummy.HAND) for _ in range(4)]
_arranged = 0  # and how many of them are

# The screen, and how the hands are laid out there. If the rows are low, a player's name and points
# are to the left of the hand, not above it.
_width = _height = 0
_low = False
_left = _head = _name_h = _pitch = _room = _narrow = 0

# Texts, formatted ahead: frames must not allocate.
_names = [""] * 4  # and what each player says to it
_words = [""] * 4  # what each hand costs,
_events = [-1] * 4  # and what that is to its player
_title = _lead = ""
_rows: list = []  # of the sheet: what precedes them, then a text a player
_last = _caption = ""  # its last line
_last_font = _sums_font = art.SMALL
_best = -1  # who leads or has won
_top = _row_h = _column_w = 0


def open(s: bytearray, now: bool) -> None:
    """Set up the pages of a round; `now`: it has just ended, so its hands are revealed in turn."""
    global read, _page, _shown, _wait, _arranged
    read = False
    _page = _arranged = 0
    _lay_out(s)
    _format(s)
    _shown = 0
    _wait = _EVERY * card_art.speed // 2
    if not now or not _wait:
        _show_all(s)


def _show_all(s: bytearray) -> None:
    global _shown
    _shown = 4
    while _arranged < rummy.players(s):
        _arrange(s)


def key(k: int, s: bytearray) -> int:
    """Handle a key: reveal all hands, turn the page, or go on; returns the move, or -1."""
    global read, _page
    if _shown < rummy.players(s):
        _show_all(s)
    elif k in (keys.A, keys.RIGHT, keys.NEXT):
        if _page and k == keys.A:
            if not rules.over(s):
                return rummy.NEXT
            read = True
        _page = min(_page + 1, _pages(s))
    elif k in (keys.B, keys.LEFT, keys.PREV):
        _page = max(_page - 1, 0) if k != keys.B else 0
    if _page:
        _format_sheet(s)
    return -1


def tick(s: bytearray, viewer: int, dt: int) -> bool:
    """dt ms pass: reveal the next hand when it is due; whether any is left."""
    global _shown, _wait
    if _shown >= rummy.players(s):
        return False
    _wait -= dt
    if _arranged == _shown:
        _arrange(s)  # a frame of its own: of fourteen cards it takes 8 ms
    elif _wait <= 0:
        _wait = _EVERY * card_art.speed // 2
        p = _shown
        _shown += 1
        if _shown == rummy.players(s) and _won >> viewer & 1:
            sound.mastered()
        elif not rummy.plays(s, p) or rummy.penalty(s, rummy.number(s), p):
            sound.place()
        else:
            sound.run(4)
    return True


if hal.VOICE:

    def shown(s: bytearray) -> int:
        """1 the hands, from 2 on the sheet's pages; -1 while the hands are revealed."""
        return _page + 1 if _shown >= rummy.players(s) else -1


def draw(s: bytearray) -> None:
    """Draw the page."""
    if _page:
        _draw_sheet(s)
        return
    canvas.clear()
    hal.text(large.FONT, _title, 6, 3, canvas.GOLD_FELT)
    n = rummy.players(s)
    for p in range(min(_shown, n)):
        if rummy.plays(s, p):
            _draw_hand(s, p)
    if _shown >= n:
        canvas.right(art.SMALL, _lead, _width - 6, 9, canvas.ON_FELT)
        y = _height - art.SMALL[0] - (0 if _low else 3)
        canvas.centre(art.SMALL, _SHEET, 0, y, _width, canvas.ON_FELT)


def leader(s: bytearray) -> int:
    """The player with the fewest points so far, -1 for a tie."""
    totals = [rummy.total(s, p) for p in range(rummy.players(s))]
    least = min(totals)
    return totals.index(least) if totals.count(least) == 1 else -1


# The hands


def _lay_out(s: bytearray) -> None:
    """Cut a row for each hand from the screen."""
    global _width, _height, _low, _left, _head, _name_h, _pitch, _room, _narrow
    _width, _height = canvas.screen()
    n = rummy.players(s)
    _low = (_height - 28 - 18) // n < _NAME_H + 3 + _LEAST
    _left = 58 if _low else 6
    _head = 24 if _low else 28
    _name_h = 0 if _low else _NAME_H
    most = max(_height // 3, 80) * (4 if rummy.number(s) > 6 else 5) // 5  # few cards are larger
    _pitch = min((_height - _head - (13 if _low else 18)) // n, most)
    _room = _pitch - _name_h - (3 if _pitch > 27 else 0)
    _narrow = 26 if _low else 32 if _room > 40 else 28


def _format(s: bytearray) -> None:
    """Format the texts of the hands' page."""
    global _title, _lead, _won
    n = rummy.number(s)
    _title = "Tie-break" if n == rummy.TIE_BREAK else "Round %d" % n
    p = leader(s)
    _lead = "A tie: one more round" if n >= rummy.rounds(s) else "Nobody leads"
    if rules.over(s):
        _lead = labels.wins(s, rules.over(s) - 16)
    elif p >= 0:
        who = players_bar.names[p]
        _lead = "%s with %d" % (who + (" lead" if who == "You" else " leads"), rummy.total(s, p))
    least = min([rummy.penalty(s, n, p) for p in range(rummy.players(s)) if rummy.plays(s, p)])
    _won = 0
    for p in range(rummy.players(s)):
        cost = rummy.penalty(s, n, p)
        words = "%d points" % cost if cost > 1 else "1 point" if cost else "all melded"
        if _low:  # the points alone
            words = "out, %d" % cost if rummy.out(s) == p else "%d" % cost
        elif rummy.out(s) == p:
            words = "went out, " + words
        if rummy.plays(s, p) and cost == least:
            _won |= 1 << p
            words = art.CH_STAR + " " + words
        _words[p] = words
    for p in range(rummy.players(s)):
        _events[p] = voices.event(s, p, rules.over(s) - 16)
        _names[p] = players_bar.names[p]
        if rummy.seat(s, p) and _events[p] >= 0:
            text = _names[p] + ": " + voices.line(p, _events[p], n)
            wide = canvas.width(art.SMALL, text) + canvas.width(art.SMALL, _words[p])
            if wide < _width - labels.FACE_W - 20 and not _low:
                _names[p] = text


def _arrange(s: bytearray) -> None:
    """Arrange the next hand."""
    global _arranged
    p = _arranged
    _arranged += 1
    n = rummy.holds(s, p)
    arrange(s, rummy.hand(p), n, rummy.wild(s), rummy.price(s), _order[p], _group[p])


@native
def _draw_hand(s: bytearray, p: int) -> None:
    """A player's name and points, and the hand meld by meld; deadwood is dim."""
    order = _order[p]
    group = _group[p]
    at = rummy.hand(p)
    n = rummy.holds(s, p)
    y = _head + p * _pitch
    hal.text(art.SMALL, _names[p], labels.face(s, p, 6, y, _events[p]), y, canvas.ON_FELT)
    if _low:
        hal.text(art.SMALL, _words[p], 6, y + 11, canvas.GOLD_FELT)
    else:
        canvas.right(art.SMALL, _words[p], _width - 6, y, canvas.GOLD_FELT)
    x = _left
    y += _name_h
    free = _width - 6 - x
    for i in range(1, n):
        if group[i] != group[i - 1]:
            free -= _GAP
    w = fan.card_w(n, free, _room, _narrow)
    h = min(_room, w * 11 // 8)
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
            fan.star(x, y, h, step)
        x += step


# The score sheet: a column a player, a row a round, then the totals


def _fit() -> int:
    """The number of rounds that a page of the sheet has room for."""
    return (_height - _LOW_ENDS) // _LEAST_ROW


def _pages(s: bytearray) -> int:
    """The number of pages of the score sheet."""
    return 2 if rummy.rounds(s) > _fit() else 1


def _format_sheet(s: bytearray) -> None:
    """Format a page of the sheet; of two pages the first has the round just played."""
    global _last, _caption, _last_font, _sums_font, _best, _top, _row_h, _column_w
    over = rules.over(s)
    n = rummy.number(s)
    rounds = rummy.rounds(s)
    _best = over - 16 if over else leader(s)
    fit = _fit()
    first = fit if rounds > fit and (_page == 1) == (n > fit) else 0
    end = min(rounds + (n == rummy.TIE_BREAK), first + fit)
    _rows.clear()
    for i in range(first, end):
        number = i + 1 if i < rounds else rummy.TIE_BREAK
        _rows.append("tie" if number == rummy.TIE_BREAK else "%d" % number)
        for p in range(rummy.players(s)):
            played = number < rummy.TIE_BREAK or rummy.plays(s, p)
            cost = "%d" % rummy.penalty(s, number, p) if played else "-"
            _rows.append(cost if number <= n else "")
    for p in range(rummy.players(s)):
        _rows.append("%d" % rummy.total(s, p))
    if over:
        _last = labels.wins(s, _best) + _cut(s)
        _caption = captions.of(keys.A, "result")[1]
    else:
        _last = captions.line(captions.of(keys.A, "next round"), captions.of(keys.B, "hands"))
        _last += "   " + captions.MORE if _pages(s) > 1 else ""
        _caption = ""
    low = _height < _TALL_ENDS + (end - first) * _LEAST_ROW
    _sums_font = art.SMALL if low else large.FONT
    _last_font = large.FONT if over and not low else art.SMALL
    _top = 18 if low else 22
    below = _sums_font[0] + _last_font[0] + (5 if low else 8)
    _row_h = min((_height - _top - below) // (end - first), 22)
    if canvas.width(_last_font, _last) >= _width - 16 - canvas.width(art.SMALL, _caption):
        _last_font = art.SMALL
    _column_w = (_width - _LABEL - 6) // rummy.players(s)


def _draw_sheet(s: bytearray) -> None:
    n = rummy.players(s)
    font = art.SMALL
    canvas.clear(canvas.PANEL)
    rows = len(_rows) // (n + 1)
    y = _top
    inset = (_row_h - font[0]) // 2
    fb.hline(4, _top - 3, _width - 8, canvas.DARK_GOLD)
    for i in range(rows):
        if not i & 1:
            fb.fill_rect(4, y, _width - 8, _row_h, _BAND)
        at = i * (n + 1)
        canvas.right(font, _rows[at], _LABEL - 4, y + inset, canvas.DIM_PANEL)
        for p in range(n):
            x = _LABEL + p * _column_w
            canvas.centre(font, _rows[at + 1 + p], x, y + inset, _column_w, canvas.ON_PANEL)
        y += _row_h
    fb.hline(4, y + 2, _width - 8, canvas.DARK_GOLD)
    for p in range(n):
        x = _LABEL + p * _column_w
        ink = canvas.GOLD_PANEL if p == _best else canvas.ON_PANEL
        name = players_bar.names[p]
        at = x + (_column_w - canvas.width(font, name)) // 2
        if rummy.seat(s, p):
            at = labels.face(s, p, at - labels.FACE_W // 2, _top - 18, _events[p])
        hal.text(font, name, at, _top - 18, ink)
        total = _rows[rows * (n + 1) + p]
        canvas.centre(_sums_font, total, x, y + 4, _column_w, canvas.GOLD_PANEL)
    _draw_last()


def _draw_last() -> None:
    """The last line: who has won, and the key that goes on."""
    y = _height - _last_font[0] - 1
    if not _caption:
        canvas.centre(_last_font, _last, 0, y, _width, canvas.ON_PANEL)
        return
    hal.text(_last_font, _last, 8, y, canvas.GOLD_PANEL)
    y -= (art.SMALL[0] - _last_font[0]) * 5 // 7
    canvas.right(art.SMALL, _caption, _width - 8, y, canvas.ON_PANEL)


def _cut(s: bytearray) -> str:
    """R10: the cards drawn to decide a tie, as text."""
    drawn = [labels.card(rummy.drew(s, p)) for p in range(rummy.players(s)) if rummy.drew(s, p)]
    return ", by the draw: " + " ".join(drawn) if drawn else ""


def leave_from() -> list[tuple[int, int]]:
    """Where the cards of a win leave from: the winner's column."""
    return [(_LABEL + _best * _column_w + (_column_w - _CARD_W) // 2, _top)]
