"""Layer 3. Shows a text in pages: headings, paragraphs, list items, rows of cards.

A text is a sequence of lines. Each is a paragraph; a leading "# " makes it a heading, "- " a list
item. A line that starts with a tab is a row of small cards alternating with words, separated by
tabs: a card is the character 64 above its byte, @ an empty place. A place in a text is the index
of a line << 16 | a character in it.
"""

from array import array

from micropython import const

import hal
from thirteen.draw import art, canvas, card_art, large
from thirteen.protocols import Lines
from thirteen.ui import captions, keys, speech

if hal.POINTER:
    from thirteen.ui import pointer  # unless there is none
MARGIN = const(8)  # left and right of a page
_TITLE_Y = canvas.SPACE - 1
_LINE_Y = _TITLE_Y + art.LARGE_H + 2
HEAD = art.LARGE_H + 3 * canvas.SPACE  # y of its first row,
FOOT = hal.H - art.SMALL[0] - canvas.SPACE // 2  # and of the captions
_END = hal.H - art.SMALL[0] - canvas.SPACE  # of a text
_TITLES = hal.H >= 160  # whether all pages of a text have its title; else the first one
# No paragraph that starts below this line is split; others, after a sentence that ends below it.
_SPLITS = hal.H * 3 // 5
_MOST = const(64)  # page starts kept, including the end of the last page
_MOST_ROWS = const(40)
_NUMBER_W = const(40)
_INDENT = const(10)  # of a list item
_CARD_W = const(26)
_CARD_H = const(36)
_ROW_H = const(41)
_LINE = const(0x10000)  # from a place in a text to that in the next line

_NEXT = captions.of(keys.A, "next")

_starts = array("I", bytes(4 * _MOST))  # where each page starts in the text
_found = 0  # number of page starts found so far
# A page laid out: of each row on the screen the place where it begins, then the end in its line
# << 16 | its y.
_rows = array("I", bytes(8 * _MOST_ROWS))
_laid = 0  # numbers in it


def show(title: str, text: Lines) -> None:
    """Page through the text until the player leaves."""
    page = begin(title, text)
    while page >= 0:
        draw(title, text, page)
        page = turn(_wait(text, page), page, _starts[page + 1] < _behind(text))


def begin(title: str, text: Lines) -> int:
    """Start a text and return page 0; a title line is skipped, as every page shows the title."""
    global _found
    _starts[0] = _LINE if text[0] == "# " + title else 0
    _found = 1
    return 0


def find_page(text: Lines) -> bool:
    """Find the start of one more page (slow); False once all are known."""
    global _found
    at = _starts[_found - 1]
    if at >= _behind(text) or _found == _MOST:
        return False
    _starts[_found] = _lay_out(text, at)
    _found += 1
    return True


def count(text: Lines) -> int:
    """The number of pages, 0 if not known yet."""
    return _found - 1 if _starts[_found - 1] >= _behind(text) else 0


def _behind(text: Lines) -> int:
    """The place behind a text's last one."""
    return len(text) * _LINE


def _wait(text: Lines, page: int) -> int:
    """Wait for a key, meanwhile counting the pages, one per poll of the keys."""
    while not count(text):
        k = keys.poll()
        if k:
            return k
        find_page(text)
        if count(text):
            _draw_number(page, count(text), _number_y(page))
            hal.refresh()
    return keys.wait(False)


def draw(title: str, text: Lines, page: int) -> None:
    """Draw a page and its number."""
    global _found
    _starts[page + 1] = end = _lay_out(text, _starts[page])
    _found = max(_found, page + 2)
    if page and not _TITLES:
        canvas.clear(canvas.PANEL)
        _draw_number(page, count(text), FOOT)
    else:
        head(title, page, count(text))
    speech.page(title, _shown(text, _starts[page], end))
    _draw_rows(text, end)
    foot(end < _behind(text))
    hal.refresh()


def _shown(text: Lines, at: int, until: int) -> list:
    """The lines, or parts of them, from `at` to `until`."""
    out = []
    while at < until:
        start = at & -_LINE
        out.append(text[at // _LINE][at - start : until - start])
        at = start + _LINE
    return out


def head(title: str, page: int, pages: int) -> None:
    """Clear the screen for a page, and draw its title and number; pages: 0 if not known yet."""
    canvas.clear(canvas.PANEL)
    hal.text(large.FONT, title, MARGIN, _TITLE_Y, canvas.GOLD_PANEL)
    hal.fb.hline(MARGIN, _LINE_Y, hal.W - 2 * MARGIN, canvas.DARK_GOLD)
    _draw_number(page, pages, _TITLE_Y + 4)


def _number_y(page: int) -> int:
    """Where a page of a text has its number: without a title at its foot."""
    return FOOT if page and not _TITLES else _TITLE_Y + 4


def foot(more: bool, leave: str = "back") -> None:
    """Draw the captions of a page; more: another one follows. On the last one A leaves, too."""
    if more:
        text = captions.line(_NEXT, captions.of(keys.B, leave))
    else:
        text = captions.of(keys.A | keys.B, leave)[1]
    canvas.centre(art.SMALL, text, 0, FOOT, hal.W, canvas.DIM_PANEL)


def turn(k: int, page: int, more: bool) -> int:
    """The page that a key leads to, -1 to leave; more: another one follows."""
    if hal.POINTER:
        k = pointer.turn(k, more)
    if k in (keys.B, keys.MENU) or k == keys.A and not more:
        return -1
    if k in (keys.LEFT, keys.UP, keys.PREV):
        return max(page - 1, 0)
    return page + 1 if more and k in (keys.RIGHT, keys.DOWN, keys.NEXT, keys.A) else page


def _draw_number(page: int, pages: int, y: int) -> None:
    words = "%d/%d" % (page + 1, pages) if pages else "%d" % (page + 1)
    right = hal.W - MARGIN
    hal.fb.fill_rect(right - _NUMBER_W, y, _NUMBER_W, art.SMALL[0], canvas.PANEL)
    canvas.right(art.SMALL, words, right, y, canvas.DIM_PANEL)


def _lay_out(text: Lines, at: int) -> int:
    """Lay out a page from `at` on in _rows; returns where the next page starts."""
    global _laid
    font = canvas.reading
    step = font[0] + 1
    y = HEAD if _TITLES or at == _starts[0] else canvas.SPACE
    foot = _END
    bottom = foot - step
    page = at
    above = -1  # the start of a heading directly above
    rows = _rows
    k = _laid = 0
    while at < _behind(text):
        n = at // _LINE
        start = n * _LINE
        line = text[n]
        if line[:1] == "\t":
            if y > foot - _CARD_H:
                return at
            rows[k] = at
            rows[k + 1] = y
            _laid = k = k + 2
            y += _ROW_H
            at = start + _LINE
            continue
        head = line.startswith("# ")
        item = line.startswith("- ")
        room = hal.W - (_INDENT if item else 0) - 2 * MARGIN
        i = at - start
        back = page  # where the next page starts if this paragraph is not to be split
        if not i:
            # No heading alone at the foot, and no paragraph split across pages, unless much
            # of the page would stay empty.
            back = at if above < 0 else above
            if back > page and (head or y > _SPLITS):
                if y + (2 * step if head else _height(text, n, room, step)) > foot:
                    return back
            above = at if head else -1
            i = 2 if head or item else 0
        pause = 0  # after the last sentence
        while i < len(line):
            stop = canvas.wrap(font, line, i, room)
            tight = y > bottom - step - _ROW_H and y > bottom - _tail(text, n, stop, room, step)
            if tight and (pause or back != page or y > bottom):
                if pause or back == page:  # after a sentence, or there is none on this page
                    return start + (pause or i)
                return back
            j = line.rfind(". ", i, stop + 1)
            if j > 0:
                pause = j + 2
            rows[k] = start + i
            rows[k + 1] = stop << 16 | y
            _laid = k = k + 2
            y += step
            i = stop
            while line.startswith(" ", i):
                i += 1
        y += 4
        at = start + _LINE
    return at


def _draw_rows(text: Lines, until: int) -> None:
    """Draw what was laid out, up to that place."""
    font = canvas.reading
    for k in range(0, _laid, 2):
        at = _rows[k]
        if at >= until:
            break
        n = at // _LINE
        line = text[n]
        i = at - n * _LINE
        stop = min(_rows[k + 1] >> 16, until - n * _LINE)
        y = _rows[k + 1] & 0xFFFF
        if line[:1] == "\t":
            _row(line, y)
        elif line.startswith("# "):
            hal.text(font, line[i:stop], MARGIN, y, canvas.GOLD_PANEL)
        elif line.startswith("- "):
            if i == 2:
                hal.fb.fill_rect(MARGIN + 2, y + font[0] // 2, 3, 3, canvas.DARK_GOLD)
            hal.text(font, line[i:stop], MARGIN + _INDENT, y, canvas.ON_PANEL)
        else:
            hal.text(font, line[i:stop], MARGIN, y, canvas.ON_PANEL)


def _is_row(text: Lines, n: int) -> bool:
    """Whether line n is a row of cards."""
    return n < len(text) and text[n][:1] == "\t"


def _tail(text: Lines, n: int, stop: int, room: int, step: int) -> int:
    """The height below line n up to `stop` that must fit too: the last two, and cards below."""
    h = 0
    line = text[n]
    if stop < len(line):
        if canvas.wrap(canvas.reading, line, stop, room) < len(line):
            return 0
        h = step
    return h + _ROW_H if _is_row(text, n + 1) else h


def _height(text: Lines, n: int, room: int, step: int) -> int:
    """The height of line n, a paragraph, and of the card rows under it."""
    h = 0
    line = text[n]
    while _is_row(text, n + 1):
        h += _ROW_H
        n += 1
    i = 2
    while i < len(line):
        i = canvas.wrap(canvas.reading, line, i, room)
        h += step
        while line.startswith(" ", i):
            i += 1
    return h


def _row(line: str, y: int) -> int:
    """Draw a row of cards and words; returns the x of its end."""
    x = MARGIN + _INDENT
    for i, part in enumerate(line.split("\t")):
        if not i & 1:
            if part:
                middle = y + (_CARD_H - art.SMALL[0]) // 2
                x = hal.text(art.SMALL, part, x + 3, middle, canvas.ON_PANEL) + 5
            continue
        for letter in part:
            if letter == "@":
                card_art.slot(x, y, _CARD_W, _CARD_H)
            else:
                card_art.card(ord(letter) - 64, x, y, _CARD_W, _CARD_H)
            x += _CARD_W + 2
    return x
