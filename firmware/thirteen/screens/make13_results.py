"""Layer 5. Make 13: the result of an entry, its levels, high scores."""

from micropython import const

import hal
from hal import fb
from thirteen import options
from thirteen.draw import art, canvas, card_art, large
from thirteen.rules import make13
from thirteen.storage import dates
from thirteen.storage import make13_entries as entries
from thirteen.ui import captions, keys

if hal.POINTER:
    from thirteen.ui import pointer  # unless there is none
if hal.VOICE:
    from thirteen.ui import speech  # unless nobody listens

_MARGIN = const(10)
_TITLE_Y = canvas.SPACE
_LINE_Y = _TITLE_Y + art.LARGE_H + 1
_HEAD = _LINE_Y + canvas.SPACE + 2  # y of a page's first row,
_FOOT = hal.H - art.SMALL[0] - canvas.SPACE // 2  # and of its last
_NAMES_Y = _HEAD - 3  # of the columns of levels and high scores
_FIRST_Y = _NAMES_Y + art.SMALL[0] + 2  # their first row
_LEAST = art.SMALL[0]  # height of a row
_HIGHEST = const(17)
_ROWS = min((_FOOT - _FIRST_Y) // _LEAST, 10)  # levels or high scores on a page
_ROW = min((_FOOT - _FIRST_Y) // _ROWS, _HIGHEST)
_SUMS_Y = _HEAD + art.LARGE_H + canvas.SPACE + 5  # below the points
_PRAISE_H = const(32)  # of a place among the high scores, if it fits below five rows
_BOXED = _FOOT - _SUMS_Y - _PRAISE_H >= 5 * _LEAST

_DONE = captions.of(keys.B, "done")
_KEYS = _DONE[1], captions.line(captions.of(keys.A, "next"), _DONE)

TITLES = ("Race", "Endless", "First to %s", "Fastest", "Practice")
_HOW = ("not busted", "", "busted", "Super Bust")
_QUIT = const(4)
_ENDS = ("", "You won!", "Level not busted", "All levels played", "Game quit")


def kind(chosen):
    """The kind of race, an index into TITLES, that these options make."""
    if chosen[3] == 3:
        return 4
    return chosen[0] + 1 if chosen[0] or chosen[1] == 1 else 0


def title(chosen):
    """What a race with these options is called."""
    name = TITLES[kind(chosen)]
    return name % number(options.value(make13.OPTIONS[2][1], chosen[2])) if "%" in name else name


def number(n):
    """A number with a comma at the thousands."""
    return "%d,%03d" % (n // 1000, n % 1000) if n > 999 else "%d" % n


def show(game, who, n, place):
    """Show the pages after a game; `place` is the entry's rank in the table, from 0, or -1."""
    rules = game.rules
    s = game.match.s
    levels = rules.get(s, rules.LEVEL)
    first = max(levels - 98, 1)  # the state remembers 99
    level_pages = (levels - first) // _ROWS + 1
    tables = 0 if kind(game.match.options) == 4 else _tables(game.match.options)
    pages = 1 + level_pages + tables
    page = 0
    is_new = True
    while page < pages:
        if page == 0:
            end = _ENDS[rules.over(s)]
            praised = place if rules.over(s) != _QUIT else -1
            _page(end if _BOXED or praised < 0 else _praise(place), page, pages)
            _summary(game, who, n, praised, place != 0)
        elif page <= level_pages:
            _page("Level by level", page, pages)
            _levels(rules, s, first + (page - 1) * _ROWS, levels)
        else:
            _page(title(game.match.options), page, pages)
            _best(game.match.options, place, (page - level_pages - 1) * _ROWS)
        if is_new:
            is_new = False
            _wait(rules.score(s) if rules.get(s, rules.START) else 0)
        page = _turn(page)


def _wait(score):
    """Count the score up, ignoring keys, which may still be meant for the race."""
    left = keys.IGNORED_FOR
    while True:
        if score:
            n = score * (keys.IGNORED_FOR - left) // keys.IGNORED_FOR if card_art.speed else score
            fb.fill_rect(0, _HEAD, hal.W, 24, canvas.PANEL)
            canvas.centre(large.FONT, "%d points" % n, 0, _HEAD + 2, hal.W, canvas.ON_PANEL)
        hal.refresh()
        if not left:
            break
        keys.poll(keys.FLIGHT)
        left = max(left - keys.dt, 0)
    keys.forget()


def high_scores(kinds):
    """Show the high scores of each kind of tournament."""
    pages = [(chosen, i * _ROWS) for chosen in kinds for i in range(_tables(chosen))]
    page = 0
    while page < len(pages):
        chosen, first = pages[page]
        _page(title(chosen), page, len(pages))
        _best(chosen, -1, first)
        page = _turn(page)


def _tables(chosen):
    """The number of pages of a kind's high scores."""
    return max(len(entries.table(chosen)) + _ROWS - 1, _ROWS) // _ROWS


def _turn(page):
    """Wait for a key; the page that it leads to, a number past the last to leave."""
    hal.refresh()
    k = keys.wait(False)
    if hal.POINTER:
        k = pointer.turn(k)
        if not k:
            return page
    if k in (keys.B, keys.MENU):
        return 999
    if k in (keys.LEFT, keys.UP, keys.PREV):
        return max(page - 1, 0)
    return page + 1


def _page(title, page, pages):
    canvas.clear(canvas.PANEL)
    if hal.VOICE:
        speech.page(title, [])
    hal.text(large.FONT, title, _MARGIN, _TITLE_Y, canvas.GOLD_PANEL)
    text = "%d/%d" % (page + 1, pages)
    canvas.right(art.SMALL, text, hal.W - _MARGIN, _TITLE_Y + 4, canvas.DIM_PANEL)
    fb.hline(_MARGIN, _LINE_Y, hal.W - 2 * _MARGIN, canvas.DARK_GOLD)
    canvas.centre(art.SMALL, _KEYS[page + 1 < pages], 0, _FOOT, hal.W, canvas.ON_PANEL)


def _lines(y, rows, room):
    """Draw rows of a name and a value, as many as have room; returns the y below them."""
    fit = min(room // _LEAST, len(rows))
    for name, value in rows[:fit]:
        if hal.VOICE:
            speech.more(name, value)
        hal.text(art.SMALL, name, _MARGIN, y, canvas.ON_PANEL)
        canvas.right(art.SMALL, value, hal.W - _MARGIN, y, canvas.ON_PANEL)
        y += min(room // fit, _HIGHEST)
    return y


def _summary(game, who, n, place, beaten):
    """The points and their sums, the race, and what was best before: the last rows if they fit.

    place: the one to be praised, or -1; beaten: another entry is better.
    """
    rules = game.rules
    s = game.match.s
    get = rules.get
    levels = get(s, rules.LEVEL)
    rows = [("Levels busted", "%d of %d" % (get(s, rules.BUSTED), levels))]
    if not get(s, rules.START):
        rows.append(("Deal", "%d" % game.match.number))
        _lines(_HEAD, rows, _FOOT - _HEAD)
        return
    rows.append(("Time", dates.clock(get(s, rules.TICKS) // 10)))
    rows.append(("Deal", "%d" % game.match.number))
    rows.append(("Player", "%s, try %d" % (who, n)))
    best = entries.best(game.match.options)
    if place < 0 and beaten:
        rows.append(("Best so far", best))
    before = entries.best_at(game.match.options, game.match.number, who.encode(), n)
    if before:
        rows.append(("Before, at this deal", before))
    text = "%d points" % rules.score(s)
    if hal.VOICE:
        speech.more(text)
    canvas.centre(large.FONT, text, 0, _HEAD + 2, hal.W, canvas.ON_PANEL)
    boxed = _BOXED and place >= 0
    room = _FOOT - _SUMS_Y - (_PRAISE_H if boxed else 0)
    y = _lines(_SUMS_Y, _sums(rules, s, levels, room // _LEAST - len(rows)) + rows, room)
    if boxed:
        canvas.box(_MARGIN - 4, y + 4, hal.W - 2 * _MARGIN + 8, 24, canvas.GOLD)
        hal.blit(art.ICONS, art.ICON_TROPHY, _MARGIN + 4, y + 9, canvas.ON_GOLD)
        text = _praise(place) + (" after " + best if place else "")
        if hal.VOICE:
            speech.more(text)
        canvas.centre(art.SMALL, text, 0, y + 10, hal.W, canvas.ON_GOLD)


def _sums(rules, s, levels, room):
    """Rows of what the levels have earned, each kind its own if there is room for three."""
    sums = [0, 0, 0]
    for level in range(max(levels - 98, 1), levels + 1):
        for i in range(3):
            sums[i] += rules.earned(s, level, 2 * i)
    if room < 3:
        return [("Moves, runs, busts", "%d, %d, %d" % tuple(sums))]
    return list(zip(("Move points", "Run bonus", "Super Busts"), [str(n) for n in sums]))


def _praise(place):
    """The place in the table, in words."""
    n = place + 1
    how = "%d%s best" % (n, ("th", "st", "nd", "rd")[n if n < 4 else 0])
    return how if place else "New high score!"


def _levels(rules, s, first, last):
    """A row for each level: whether it was busted, and what it earned."""
    font = art.SMALL
    paid = rules.get(s, rules.START)
    rights = [hal.W - _MARGIN - (3 - i) * (hal.W - 92) // 4 for i in range(4)]
    for x, name in zip(rights, ("moves", "run", "super", "sum") if paid else ()):
        canvas.right(font, name, x, _NAMES_Y, canvas.DIM_PANEL)
    y = _FIRST_Y
    for level in range(first, min(first + _ROWS, last + 1)):
        hal.text(font, "%d" % level, _MARGIN, y, canvas.ON_PANEL)
        how = rules.bust(s, level)
        icon = (art.ICON_CHECK, art.ICON_STAR)[how == 3]
        if how:
            hal.blit(art.ICONS, icon, _MARGIN + 20, y - (2 if how == 3 else 0), canvas.GOLD_PANEL)
        else:
            hal.text(font, art.CH_TIMES, _MARGIN + 21, y, canvas.DIM_PANEL)
        if hal.VOICE:
            speech.more("level %d" % level, _HOW[how])
        whole = 0
        for i in range(3 if paid else 0):
            v = rules.earned(s, level, 2 * i)
            whole += v
            if hal.VOICE:
                speech.more("%s %d" % (("moves", "run", "super bust")[i], v))
            canvas.right(font, "%d" % v, rights[i], y, canvas.ON_PANEL if v else canvas.DIM_PANEL)
        text = "%d" % whole if paid else _HOW[how]
        canvas.right(font, text, rights[3], y, canvas.GOLD_PANEL)
        y += _ROW


def _best(chosen, place, first):
    """A page of a kind's high scores, from `first` on, with the entry at `place` highlighted."""
    font = art.SMALL
    rows = entries.table(chosen)[first : first + _ROWS]
    if not rows:
        if hal.VOICE:
            speech.more("Nobody has played one yet")
        canvas.centre(font, "Nobody has played one yet", 0, hal.H // 2, hal.W, canvas.ON_PANEL)
        return
    more = (hal.W - 240) // 4  # extra space between columns on wide screens
    rights = [hal.W - _MARGIN - i * more - x for i, x in enumerate((0, 47, 92, 126))]
    for x, name in zip(rights, ("deal", "time", "busts", "points")):
        canvas.right(font, name, x, _NAMES_Y, canvas.DIM_PANEL)
    y = _FIRST_Y
    for i, (who, _, score, ticks, busted, over, deal) in enumerate(rows, first):
        ink = canvas.GOLD_PANEL if over == 1 else canvas.ON_PANEL
        if i == place:
            top = y - (_ROW - font[0]) // 2 - 1
            canvas.box(_MARGIN - 5, top, hal.W - 2 * _MARGIN + 10, _ROW + 1, canvas.GOLD)
            ink = canvas.ON_GOLD
        canvas.right(font, "%d" % (i + 1), _MARGIN + 14, y, ink)
        hal.text(font, who.decode(), _MARGIN + 22, y, ink)
        values = ("%d" % deal, dates.clock(ticks // 10), "%d" % busted, "%d" % score)
        if hal.VOICE:
            words = "%d, %s, deal %s, time %s, busts %s, points %s"
            speech.more(words % ((i + 1, who.decode()) + values))
        for x, word in zip(rights, values):
            canvas.right(font, word, x, y, ink)
        y += _ROW
